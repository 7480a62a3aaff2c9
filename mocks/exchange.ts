/** What goes into the server and comes out, whichever way it came. Adapters carry it to fetch, MSW and HTTP. */

/** A request, as far as the server looks at it. */
export interface ServerRequest {
  readonly method: string;
  /** Path and query, without the path of the base URL. */
  readonly target: string;
  header(name: string): string | null | undefined;
  headers(): Iterable<readonly [string, string]>;
  /** The body; undefined once it is found to be larger than the limit. */
  text(limit: number): Promise<string | undefined>;
  /** Ends a delay that is waited for on purpose. */
  readonly signal?: AbortSignal;
  /** Told, before the answer, which operation it was and which fault struck. */
  settled?(operation: string | undefined, fault: string | undefined): void;
}

/** What the server answers. */
export interface ServerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, unless a fault has it otherwise. */
  readonly body: string;
  /** Where a fault breaks the connection: before the answer, or in the middle of its body. */
  readonly broken?: 'before' | 'within';
}

/** An answer in JSON. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): ServerAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
