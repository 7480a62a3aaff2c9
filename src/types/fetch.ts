/** The request options that the client passes to {@link Fetch}. */
export interface FetchInit {
  /** HTTP method, in upper case. */
  readonly method: string;
  /** Headers by lower-case name. */
  readonly headers: Record<string, string>;
  /** The JSON body, or `null`. */
  readonly body: string | null;
  /** Aborted if the call is aborted or times out. */
  readonly signal: AbortSignal | null;
  /** `'error'` in browsers, else `'manual'`. */
  readonly redirect: 'error' | 'manual';
}

/** The part of a `Response` that the client uses. */
export interface FetchResponse {
  /** HTTP status. */
  readonly status: number;
  /** HTTP status text. */
  readonly statusText: string;
  /** The URL of the response. */
  readonly url: string;
  /** The headers. */
  readonly headers: {
    /** Returns the value of a header. */
    get(name: string): string | null;
    /** Calls a function with the value and the name of each header. */
    forEach(callback: (value: string, name: string) => void): void;
  };
  /** The body as a stream, or `null`. Without a stream, the body is read as bytes. */
  readonly body?: unknown;
  /** Reads the body as bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * The part of `fetch` that the client uses. The global `fetch`, `undici.fetch` and the `fetch` of a mock server match
 * it.
 */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** The request options that the client passes to a {@link KyInstance}. */
export interface KyInit extends Omit<FetchInit, 'headers'> {
  /** Headers by lower-case name. */
  readonly headers: Headers;
  /** Always 0, because the client itself retries. */
  readonly retry: number;
  /** Always `false`, because the client itself limits the time of an attempt. */
  readonly timeout: false;
  /** Always `false`, because the client itself limits the total time. */
  readonly totalTimeout: false;
  /** Always `false`, because the client itself creates the errors. */
  readonly throwHttpErrors: false;
}

/** The part of a ky 2 instance that the client uses. */
export interface KyInstance {
  (url: string, init: KyInit): PromiseLike<FetchResponse>;
  /** Distinguishes a ky instance from a `fetch`. */
  readonly extend: (options: never) => unknown;
}
