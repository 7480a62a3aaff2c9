/** What goes into the server and comes out, whichever way it came. Adapters carry it to fetch, MSW and HTTP. */

/** A request, as far as the server looks at it. */
export interface MockRequest {
  /** The HTTP method. */
  readonly method: string;
  /** Path and query, as they came. */
  readonly url: string;
  /** The value of a header, whose name is given in lower case. */
  header(name: string): string | null | undefined;
  /** All headers, for the journal, which reads them when it is looked at. */
  headers(): Iterable<readonly [string, string]>;
  /** The body; undefined once it is found to be larger than the limit. */
  text(limit: number): Promise<string | undefined>;
  /** Ends a delay that is waited for on purpose. */
  readonly signal?: AbortSignal;
  /** Told, before the answer, which operation it was and which fault struck. */
  settled?(operation: string | undefined, fault: string | undefined): void;
}

/** What the server answers. */
export interface MockResponse {
  /** HTTP status; 0 where a fault broke the connection before there was one. */
  readonly status: number;
  /** The headers, their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, unless a fault has it otherwise. */
  readonly body: string;
  /** Where a fault breaks the connection: before the answer, or in the middle of its body. */
  readonly broken?: 'before' | 'within';
}

/** Of most answers: one object for all, since the journal keeps many. */
const jsonHeaders: MockResponse['headers'] = Object.freeze({ 'content-type': 'application/json' });

/** An answer in JSON. */
export function json(status: number, body: unknown, headers?: MockResponse['headers']): MockResponse {
  return { status, headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders, body: JSON.stringify(body) };
}
