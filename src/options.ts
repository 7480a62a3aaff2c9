/** What a client and a request can be told. */
import type { Logger, LogLevel } from './transport/log.ts';

/** An API token, or a function that gives one and is asked before each request. */
export type ApiToken = string | (() => string | Promise<string>);

/** The part of `fetch` that the client uses; the global one fits, and so does a mock server's. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Whether to hold what is sent, or what comes, against the contract, and what to do with differences. */
export type ValidationMode = 'off' | 'warn' | 'throw';

/** Whether to hold bodies and answers against the contract. */
export interface ValidationOptions {
  /**
   * Bodies, before they are sent. `'warn'` logs differences; `'throw'` throws an {@link InvalidRequestError} and sends
   * nothing. Default `'off'`: the service checks them anyway.
   */
  readonly requests?: ValidationMode | undefined;
  /**
   * The `data` of answers. `'warn'` logs each difference once for an operation and a field; `'throw'` throws an
   * {@link UnexpectedResponseError}, which suits tests. Either way the data is passed on as it came, with fields and
   * enum values that the contract does not know. Default `'warn'`.
   */
  readonly responses?: ValidationMode | undefined;
}

/** A schema of zod, Valibot, ArkType or any other library that implements Standard Schema. */
export interface Schema<T = unknown> {
  readonly '~standard': {
    readonly validate: (value: unknown) => SchemaResult | Promise<SchemaResult>;
    readonly types?: { readonly input: T } | undefined;
  };
}

interface SchemaResult {
  readonly issues?: readonly SchemaIssue[] | undefined;
}

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What can be set for a client and for a single request. */
interface SharedOptions {
  /** API token: for one request, another than the client's. */
  readonly apiToken?: ApiToken | undefined;
  /** Milliseconds that one attempt may take, its body included; `false` for no limit. Default 30,000. */
  readonly timeout?: number | false | undefined;
  /** Milliseconds that all attempts may take, the waits between them included; `false` for no limit. Default `false`. */
  readonly totalTimeout?: number | false | undefined;
  /**
   * How often to try again after a network error, a timeout, or status 408, 429, 500, 502, 503 or 504. Default 2.
   * A POST is tried again after 429 alone, unless `retryPosts` is set.
   */
  readonly maxRetries?: number | undefined;
  /**
   * Whether to retry a POST like any other request. The service knows no idempotency key: a POST whose answer was lost
   * may have created its record, and a second one would create another. Default `false`.
   */
  readonly retryPosts?: boolean | undefined;
  /** Further headers. `Authorization` is always the token's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether to hold bodies and answers against the contract. */
  readonly validation?: ValidationOptions | undefined;
}

/** What can be set for a client. */
export interface ClientOptions extends SharedOptions {
  /**
   * Where the service is, such as `https://api.example.com`, with a path prefix if it has one.
   * Default: the environment's `MASTERDATA_BASE_URL`.
   */
  readonly baseUrl?: string | undefined;
  /**
   * The API token, or a function that gives it. A function is asked before each attempt.
   * Default: the environment's `MASTERDATA_API_TOKEN`.
   */
  readonly apiToken?: ApiToken | undefined;
  /** Sends the requests. Default: the global `fetch`, as it is at the time of the request. */
  readonly fetch?: Fetch | undefined;
  /** Where messages go. Default: the console. */
  readonly logger?: Logger | undefined;
  /** The least severe messages to log. Default `'warn'`. */
  readonly logLevel?: LogLevel | undefined;
}

/** What can be set for a single request. */
export interface RequestOptions extends SharedOptions {
  /** Aborts the request, be it in flight or waiting to be sent again: it rejects with an {@link AbortedError}. */
  readonly signal?: AbortSignal | undefined;
}
