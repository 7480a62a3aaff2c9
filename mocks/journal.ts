/** What went to and fro: the last exchanges, for tests and people to look at. */
import type * as z from 'zod/mini';
import { iso } from './clock.ts';
import type { OperationName, OperationNamed } from './operations.ts';

type BodyOf<Name extends OperationName> =
  OperationNamed<Name> extends { readonly body: infer Body extends z.ZodMiniType } ? z.output<Body> : undefined;

/** An answer. */
export interface JournalResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, parsed: the envelope or the error; a text where it was none of the two. */
  readonly body: unknown;
}

/** A request and its answer. */
export interface JournalEntry<Name extends OperationName = OperationName> {
  /** Its number, from 1. */
  readonly id: number;
  /** The operation, such as `products.update`; undefined where the path names none. */
  readonly operation: Name | undefined;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** The workspace of the token, where it was valid. */
  readonly workspace: string | undefined;
  /** The headers of the request; the token is left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body of the request with its bracketed keys nested, valid or not; undefined where there was none to read. */
  readonly body: BodyOf<Name>;
  readonly response: JournalResponse;
  /** When the request came, in milliseconds since 1970, by the mock's clock. */
  readonly time: number;
  /** How long the answer took, in milliseconds, by the machine's. */
  readonly duration: number;
  /** The fault that struck, if one did: `status`, `drop`, `lose`, `truncate`, `malform`. */
  readonly fault: string | undefined;
}

/** The exchanges of a mock, the oldest first. Once there are more than its limit, the oldest are forgotten. */
export interface MockJournal {
  /** How many there are. */
  readonly size: number;
  /** All of them, or those of an operation. */
  list<Name extends OperationName>(operation?: Name): readonly JournalEntry<Name>[];
  /** The last for which the function returns true. */
  find(matches: (entry: JournalEntry) => boolean): JournalEntry | undefined;
  /**
   * The last one, or the last of an operation.
   *
   * @throws RangeError if there is none; the message says what there was.
   * @example
   * ```ts
   * expect(mock.journal.last('products.update').body.shipping?.weight).toBe(2);
   * ```
   */
  last<Name extends OperationName>(operation?: Name): JournalEntry<Name>;
  /** Forgets them all. */
  clear(): void;
  /** All of them as a HAR 1.2 log, for the developer tools of browsers. `baseUrl` is put before each target. */
  toHar(baseUrl: string): HarLog;
}

/** An HTTP archive, as far as the journal fills it. */
export interface HarLog {
  readonly log: {
    readonly version: '1.2';
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly object[];
  };
}

/** What the server notes down of an exchange. Headers and bodies are read when somebody looks. */
export interface Exchanged {
  readonly operation: string | undefined;
  readonly method: string;
  readonly target: string;
  readonly workspace: string | undefined;
  readonly headers: () => Iterable<readonly [string, string]>;
  /** The body of the request as it came, and nested. */
  readonly text: string | undefined;
  readonly body: unknown;
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly time: number;
  readonly duration: number;
  readonly fault: string | undefined;
}

/** The journal as the server writes it. */
export class Journal implements MockJournal {
  readonly #limit: number;
  #exchanged: { readonly id: number; readonly exchanged: Exchanged }[] = [];
  #count = 0;

  constructor(limit: number) {
    if (!(Number.isInteger(limit) && limit >= 0)) throw new TypeError(`journal: expected a count, received ${limit}`);
    this.#limit = limit;
  }

  get size(): number {
    return Math.min(this.#exchanged.length, this.#limit);
  }

  list<Name extends OperationName>(operation?: Name): readonly JournalEntry<Name>[] {
    return this.#kept()
      .filter(({ exchanged }) => operation === undefined || exchanged.operation === operation)
      .map(toEntry<Name>);
  }

  find(matches: (entry: JournalEntry) => boolean): JournalEntry | undefined {
    return this.list().findLast(matches);
  }

  last<Name extends OperationName>(operation?: Name): JournalEntry<Name> {
    const found = this.#kept().findLast(({ exchanged }) => !operation || exchanged.operation === operation);
    if (found) return toEntry<Name>(found);
    const seen = new Set(
      this.#kept().map(({ exchanged: { operation: name, method, target } }) => name ?? `${method} ${target}`),
    );
    const wanted = operation === undefined ? '' : ` of ${operation}`;
    throw new RangeError(`the journal has no exchange${wanted}; it has ${[...seen].join(', ') || 'none at all'}`);
  }

  clear(): void {
    this.#exchanged = [];
  }

  toHar(baseUrl: string): HarLog {
    const creator = { name: 'masterdata-sdk', version: '1' };
    return {
      log: { version: '1.2', creator, entries: this.#kept().map(({ exchanged }) => toHar(exchanged, baseUrl)) },
    };
  }

  /** Notes an exchange down. */
  add(exchanged: Exchanged): void {
    this.#count += 1;
    this.#exchanged.push({ id: this.#count, exchanged });
    // Not at each exchange: to take the first off a long array is to move all the others.
    if (this.#exchanged.length > this.#limit * 2) this.#exchanged = this.#kept();
  }

  #kept() {
    return this.#limit === 0 ? [] : this.#exchanged.slice(-this.#limit);
  }
}

/** An exchange as it is looked at. That a body is the operation's is known by its name, which TypeScript cannot see. */
function toEntry<Name extends OperationName>({ id, exchanged }: { id: number; exchanged: Exchanged }) {
  const { text: _, headers, response, ...rest } = exchanged;
  return {
    ...rest,
    id,
    headers: Object.fromEntries(visible(headers())),
    response: { ...response, body: parsed(response.body) },
  } as JournalEntry<Name>;
}

function toHar({ method, target, text, headers, response, time, duration }: Exchanged, baseUrl: string): object {
  const url = new URL(baseUrl + target);
  const pairs = (entries: Iterable<readonly [string, string]>) =>
    Array.from(entries, ([name, value]) => ({ name, value }));
  const size = (body: string) => new TextEncoder().encode(body).length;
  return {
    startedDateTime: iso(time),
    time: duration,
    request: {
      method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(visible(headers())),
      queryString: pairs(url.searchParams),
      headersSize: -1,
      bodySize: size(text ?? ''),
      ...(text !== undefined && { postData: { mimeType: 'application/json', text } }),
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(response.headers)),
      content: { size: size(response.body), mimeType: response.headers['content-type'] ?? '', text: response.body },
      redirectURL: '',
      headersSize: -1,
      bodySize: size(response.body),
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
  };
}

/** The headers without the token. */
function visible(headers: Iterable<readonly [string, string]>): (readonly [string, string])[] {
  return [...headers].filter(([name]) => name.toLowerCase() !== 'authorization');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
