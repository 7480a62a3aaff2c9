import { type ReadonlySignal, signal } from '@preact/signals';
import { decodeSegment } from '../../shared/router.ts';
import { readItem, writeItem } from './storage.ts';

/** A place in the workbench: `/records/customers?sort=name`. */
export interface Place {
  /** The decoded segments of the path: `['records', 'customers']`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

type Query = Readonly<Record<string, string | undefined>>;

/** The current place. Changing it renders the page that belongs to it. */
export interface Router {
  readonly place: ReadonlySignal<Place>;
  /** Whether the user opened the place by its address, or went back to it, and not with a link or a key of the page. */
  readonly isByAddress: boolean;
  /** Goes to a place: a new entry in the history. */
  go(path: string): void;
  /** Changes some query parameters of the current place, without a new entry in the history. */
  setQuery(changes: Query): void;
}

/** Keeps the place in the fragment of the address, so that it survives a reload and can be shared. */
export function createHashRouter(): Router {
  const read = () => parsePlace(location.hash.slice(1));
  const place = signal(read());
  let isByAddress = true;
  addEventListener('hashchange', () => {
    isByAddress = true;
    place.value = read();
  });
  const change = (method: 'pushState' | 'replaceState', path: string) => {
    isByAddress = false;
    history[method](null, '', `#${path}`);
    place.value = read();
  };
  return {
    place,
    get isByAddress() {
      return isByAddress;
    },
    go: (path) => change('pushState', path),
    setQuery: (changes) => change('replaceState', changedPath(place.value, changes)),
  };
}

/** Keeps the place in the session of the tab. The address belongs to the page that the panel is in. */
export function createMemoryRouter(key: string): Router {
  const place = signal(parsePlace(readItem('sessionStorage', key)));
  const go = (path: string) => {
    place.value = parsePlace(path);
    writeItem('sessionStorage', key, path);
  };
  return { place, isByAddress: false, go, setQuery: (changes) => go(changedPath(place.value, changes)) };
}

/** Formats the path of a place. Omits segments that are undefined, and parameters that are undefined or empty. */
export function formatPath(segments: readonly (string | undefined)[], query: Query = {}): string {
  const path = segments.filter((segment) => segment !== undefined).map(encodeURIComponent);
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = new URLSearchParams(given).toString();
  return `/${path.join('/')}${search && `?${search}`}`;
}

/** Returns the path of a record. */
export function recordPath(table: string, id: string): string {
  return formatPath(['records', table, id]);
}

function changedPath({ path, query }: Place, changes: Query): string {
  return formatPath(path, { ...query, ...changes });
}

function parsePlace(text: string): Place {
  const [path = '', search = ''] = text.split(/\?(.*)/s);
  return {
    path: path.split('/').filter(Boolean).map(decodeSegment),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}
