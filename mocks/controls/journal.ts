/** What went to and fro: the last exchanges, for tests and people to look at. */
import type * as z from 'zod/mini';
import type { OperationName, OperationNamed } from '../../src/contract/operations.ts';
import { decodeBrackets } from '../../src/wire/brackets.ts';
import { parseBaseUrl } from '../shared/base-url.ts';
import type { MockResponse } from '../shared/messages.ts';
import { iso } from '../shared/time.ts';
import type { FaultKind } from './fault-schema.ts';

type BodyOf<Name extends OperationName> =
  OperationNamed<Name> extends { readonly body: infer Body extends z.ZodMiniType } ? z.output<Body> : undefined;

/** An answer. */
export interface JournalResponse {
  /** The status; 0 where a fault broke the connection before there was one. */
  readonly status: number;
  /** The headers, their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, parsed: the envelope or the error; a text where it was none of the two. */
  readonly body: unknown;
}

/** A request and its answer. The token that came with it is nowhere in it. */
export interface JournalEntryBase {
  /** Its number, from 1, in the order of the answers. */
  readonly id: number;
  /** The HTTP method. */
  readonly method: string;
  /** Path and query below the base URL; of a request that was not sent there, as they came. */
  readonly url: string;
  /** The workspace of the token, where it was valid. */
  readonly workspace: string | undefined;
  /** The headers of the request, but for those that hold secrets: the token, and cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body of the request as it came, valid or not. Undefined where it was not read: the operation takes none, it was
   * too large, or the token was not valid.
   */
  readonly rawBody: string | undefined;
  /** What was answered. */
  readonly response: JournalResponse;
  /** When the request came, in milliseconds since 1970, by the mock's clock. */
  readonly time: number;
  /** How long the answer took, in milliseconds, by the machine's. */
  readonly duration: number;
  /** The injected fault, if there was one. */
  readonly fault: FaultKind | undefined;
}

/** A request of an operation and its answer. */
export interface OperationEntry<Name extends OperationName> extends JournalEntryBase {
  /** The operation, such as `products.update`. */
  readonly operation: Name;
  /**
   * The body of the request with its bracketed keys nested, and its type that of a valid one. Of one that was refused it
   * is what was sent: read its `rawBody` as well. Undefined where the body is not JSON or was not read.
   */
  readonly body: BodyOf<Name>;
}

/** A request to a path or with a method that names no operation, and its answer. */
export interface UnmatchedEntry extends JournalEntryBase {
  /** Undefined, which tells it from one of an operation. */
  readonly operation: undefined;
  /** Undefined: what is sent there is not read. */
  readonly body: undefined;
}

/**
 * A request and its answer: of an operation, of any of several, or of whatever was called. `operation` tells them
 * apart, and with it the types of `body`.
 */
export type JournalEntry<Name extends OperationName | undefined = OperationName | undefined> =
  Name extends OperationName ? OperationEntry<Name> : UnmatchedEntry;

/**
 * The exchanges of a mock, in the order of their answers. Once there are more than its limit, or more than 64 million
 * characters of bodies, the oldest are forgotten.
 */
export interface MockJournal {
  /** How many there are. */
  readonly size: number;
  /** All of them, the oldest first. */
  list(): readonly JournalEntry[];
  /** Those of an operation, the oldest first. */
  list<Name extends OperationName>(operation: Name): readonly JournalEntry<Name>[];
  /** The last for which the function returns true. */
  find(matches: (entry: JournalEntry) => boolean): JournalEntry | undefined;
  /**
   * The last one.
   *
   * @throws RangeError if there is none.
   */
  last(): JournalEntry;
  /**
   * The last one of an operation.
   *
   * @throws RangeError if there is none; the message says what there was.
   * @example
   * ```ts
   * expect(mock.journal.last('products.update').body.shipping?.weight).toBe(2);
   * ```
   */
  last<Name extends OperationName>(operation: Name): JournalEntry<Name>;
  /** Forgets them all, and begins to count anew. */
  clear(): void;
  /** All of them as a HAR 1.2 log, for the developer tools of browsers. `baseUrl` goes before each url. Default the mock's. */
  toHar(baseUrl?: string): HarLog;
}

/** An HTTP archive, as far as the journal fills it. */
export interface HarLog {
  /** The log. */
  readonly log: {
    /** The version of the format. */
    readonly version: '1.2';
    /** What made it. */
    readonly creator: {
      /** This package. */
      readonly name: string;
      /** The version of what makes the log. */
      readonly version: string;
    };
    /** The exchanges, in the order in which their requests came. */
    readonly entries: readonly object[];
  };
}

/** What the server notes down of an exchange. What is dear is made of it when somebody looks. */
export interface JournalRecord {
  readonly operation: string | undefined;
  readonly method: string;
  readonly url: string;
  /** Whether it was not sent below the base URL. */
  readonly outsideBaseUrl: boolean;
  readonly workspace: string | undefined;
  readonly headers: Iterable<readonly [string, string]>;
  readonly rawBody: string | undefined;
  readonly response: MockResponse;
  readonly time: number;
  readonly duration: number;
  readonly fault: FaultKind | undefined;
}

/** How many characters of bodies are kept: lists of large stores are long. */
const maxCharacters = 64_000_000;

/** The journal as the server writes it. */
export class Journal implements MockJournal {
  readonly #limit: number;
  readonly #baseUrl: string;
  /** A ring: each takes the place of the one that is `#limit` older. */
  readonly #kept: (JournalRecord | undefined)[] = [];
  /** How many there have been. */
  #count = 0;
  /** How many of them are kept, the last ones. */
  #size = 0;
  #characters = 0;

  constructor(limit: number, baseUrl: string) {
    if (!(Number.isInteger(limit) && limit >= 0)) throw new TypeError(`journal: expected a count, received ${limit}`);
    this.#limit = limit;
    this.#baseUrl = baseUrl;
  }

  get size(): number {
    return this.#size;
  }

  list(): readonly JournalEntry[];
  list<Name extends OperationName>(operation: Name): readonly JournalEntry<Name>[];
  list(operation?: OperationName): readonly JournalEntry[] {
    return this.#all()
      .filter(({ exchanged }) => operation === undefined || exchanged.operation === operation)
      .map(toEntry);
  }

  find(matches: (entry: JournalEntry) => boolean): JournalEntry | undefined {
    for (const kept of this.#all().reverse()) {
      const entry = toEntry(kept);
      if (matches(entry)) return entry;
    }
    return undefined;
  }

  last(): JournalEntry;
  last<Name extends OperationName>(operation: Name): JournalEntry<Name>;
  last(operation?: OperationName): JournalEntry {
    const all = this.#all();
    const found = all.findLast(({ exchanged }) => operation === undefined || exchanged.operation === operation);
    if (found) return toEntry(found);
    const seen = new Set(all.map(({ exchanged: { operation: name, method, url } }) => name ?? `${method} ${url}`));
    const wanted = operation === undefined ? '' : ` of ${operation}`;
    throw new RangeError(`the journal has no exchange${wanted}; it has ${[...seen].join(', ') || 'none at all'}`);
  }

  clear(): void {
    this.#kept.length = 0;
    this.#count = 0;
    this.#size = 0;
    this.#characters = 0;
  }

  toHar(baseUrl: string = this.#baseUrl): HarLog {
    const creator = { name: 'masterdata-sdk', version: '1' };
    const inOrder = this.#all().sort((one, other) => one.exchanged.time - other.exchanged.time);
    return { log: { version: '1.2', creator, entries: inOrder.map(({ exchanged }) => toHar(exchanged, baseUrl)) } };
  }

  /** Notes an exchange down. */
  add(exchanged: JournalRecord): void {
    if (this.#limit === 0) return;
    if (this.#size === this.#limit) this.#forget();
    this.#kept[this.#count % this.#limit] = exchanged;
    this.#count += 1;
    this.#size += 1;
    this.#characters += charactersOf(exchanged);
    while (this.#characters > maxCharacters && this.#size > 1) this.#forget();
  }

  #forget(): void {
    const at = (this.#count - this.#size) % this.#limit;
    const oldest = this.#kept[at];
    if (oldest) this.#characters -= charactersOf(oldest);
    this.#kept[at] = undefined;
    this.#size -= 1;
  }

  #all(): Kept[] {
    const before = this.#count - this.#size;
    return Array.from({ length: this.#size }, (_, at) => before + at).flatMap((number) => {
      const exchanged = this.#kept[number % this.#limit];
      return exchanged ? [{ id: number + 1, exchanged }] : [];
    });
  }
}

/** An exchange and its number. */
interface Kept {
  readonly id: number;
  readonly exchanged: JournalRecord;
}

function charactersOf({ rawBody = '', response }: JournalRecord): number {
  return rawBody.length + response.body.length;
}

/** An exchange as it is looked at. That a body is the operation's is known by its name, which TypeScript cannot see. */
function toEntry({ id, exchanged }: Kept): JournalEntry {
  const { operation, method, url, workspace, headers, rawBody, response, time, duration, fault } = shown(exchanged);
  const { status } = response;
  return {
    id,
    operation,
    method,
    url,
    workspace,
    headers: Object.fromEntries(headers),
    rawBody,
    body: nested(rawBody),
    response: { status, headers: response.headers, body: parsed(response.body) },
    time,
    duration,
    fault,
  } as JournalEntry;
}

function toHar(exchanged: JournalRecord, baseUrl: string): object {
  const {
    method,
    url,
    rawBody,
    headers,
    response,
    time,
    duration,
    operation,
    fault,
    outsideBaseUrl: outside,
  } = shown(exchanged);
  const pairs = (entries: Iterable<readonly [string, string]>) =>
    Array.from(entries, ([name, value]) => ({ name, value }));
  const size = (body: string) => new TextEncoder().encode(body).length;
  const typeIn = (all: Iterable<readonly [string, string]>) =>
    [...all].find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const comment = [operation, fault && `fault: ${fault}`].filter(Boolean).join(', ');
  return {
    startedDateTime: iso(time),
    time: duration,
    request: {
      method,
      url: (outside ? parseBaseUrl(baseUrl).origin : baseUrl) + url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(headers),
      queryString: pairs(new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '')),
      headersSize: -1,
      bodySize: size(rawBody ?? ''),
      ...(rawBody !== undefined && { postData: { mimeType: typeIn(headers), text: rawBody } }),
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(response.headers)),
      content: { size: size(response.body), mimeType: typeIn(Object.entries(response.headers)), text: response.body },
      redirectURL: '',
      headersSize: -1,
      bodySize: size(response.body),
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    ...(comment !== '' && { comment }),
  };
}

const secretHeaders = ['authorization', 'proxy-authorization', 'cookie'];
/** The length from which a token is a secret, and not a word that a body may have for other reasons. */
const secretLength = 16;

/** An exchange without its token, be it where it belongs or where it was sent by mistake. */
function shown(exchanged: JournalRecord) {
  const all = [...exchanged.headers];
  const token =
    all
      .find(([name]) => name.toLowerCase() === 'authorization')?.[1]
      .split(' ')
      .at(-1) ?? '';
  const hide = (text: string) => (token.length < secretLength ? text : text.replaceAll(token, '[token]'));
  return {
    ...exchanged,
    url: hide(exchanged.url),
    headers: all
      .filter(([name]) => !secretHeaders.includes(name.toLowerCase()))
      .map(([name, value]) => [name, hide(value)] as const),
    rawBody: exchanged.rawBody === undefined ? undefined : hide(exchanged.rawBody),
    response: { ...exchanged.response, body: hide(exchanged.response.body) },
  };
}

/** A body with its bracketed keys nested, where it has them, and none contradicts another. */
function nested(rawBody: string | undefined): unknown {
  if (rawBody === undefined) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(rawBody);
  } catch {
    return undefined;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  try {
    return decodeBrackets({ ...body });
  } catch {
    return body;
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
