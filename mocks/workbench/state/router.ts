import { type ReadonlySignal, signal } from '@preact/signals';
import { decodeSegment } from '../../shared/router.ts';
import type { TableName } from '../../store/row-types.ts';
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
  /** Goes to a place: a new entry in the history, unless `replace` is true. */
  go(path: string, options?: { readonly replace?: boolean }): void;
  /** Changes some query parameters of the current place, without a new entry in the history. */
  setQuery(changes: Query): void;
}

/** Keeps the place in the fragment of the address, so that it survives a reload and can be shared. */
export function createHashRouter(): Router {
  const read = () => parsePlace(location.hash.slice(1));
  const place = signal(read());
  addEventListener('hashchange', () => {
    place.value = read();
  });
  const go: Router['go'] = (path, { replace = false } = {}) => {
    history[replace ? 'replaceState' : 'pushState'](null, '', `#${path}`);
    place.value = read();
  };
  return { place, go, setQuery: (changes) => go(changedPath(place.value, changes), { replace: true }) };
}

/** Keeps the place in the session of the tab. The address belongs to the page that the panel is in. */
export function createMemoryRouter(key: string): Router {
  const place = signal(parsePlace(readItem('sessionStorage', key)));
  const go: Router['go'] = (path) => {
    place.value = parsePlace(path);
    writeItem('sessionStorage', key, path);
  };
  return { place, go, setQuery: (changes) => go(changedPath(place.value, changes)) };
}

/** Formats the path of a place. Segments are encoded; parameters that are undefined or empty are omitted. */
export function formatPath(segments: readonly string[], query: Query = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = new URLSearchParams(given).toString();
  return `/${segments.map(encodeURIComponent).join('/')}${search && `?${search}`}`;
}

/** Returns the path of a record. */
export function recordPath(table: TableName, id: string): string {
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
