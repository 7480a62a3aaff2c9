import type { MasterDataError } from '../errors/index.ts';
import type { Fetch, KyInstance } from './fetch.ts';
import type { CallInfo, Hooks } from './hooks.ts';
import type { Logger, LogLevel } from './logger.ts';

/**
 * An API token, or a function that returns one. The function is called once and its token is shared by all calls. After
 * a 401 it is called again, and the rejected calls are resent once. If it throws, waiting calls reject with a
 * {@link ConfigurationError}, and the next call tries again.
 */
export type ApiToken = string | (() => string | Promise<string>);

/** Handling of data that does not match the contract: no validation, a log message, or an error. */
export type ValidationMode = 'off' | 'warn' | 'throw';

/** Validation against the contract, separately for requests and responses. */
export interface ValidationOptions {
  /**
   * Validation of request bodies and queries. `'warn'` logs issues. `'throw'` throws an {@link InvalidRequestError} and
   * sends nothing. Default: `'off'`, because the service validates them.
   */
  readonly requests?: ValidationMode | undefined;
  /**
   * Validation of the `data` of responses. `'warn'` logs one line per response, and each field of an operation once.
   * `'throw'` throws an {@link UnexpectedResponseError}, which suits tests, but only logs a new value of an enum,
   * because the service may add values. Validation never changes the data: unknown fields and enum values are passed
   * through. Of a list with more than 1,000 records, `'warn'` validates 1,000 at equal distances, and the message says
   * so; `'throw'` validates all. Default: `'warn'`.
   */
  readonly responses?: ValidationMode | undefined;
}

/** The argument of the option `shouldRetry`. */
export interface ShouldRetryContext {
  /** The call that would be sent again. */
  readonly call: CallInfo;
  /** Number of the attempt that failed, from 1. */
  readonly attempt: number;
  /** Milliseconds that the client would wait. */
  readonly delay: number;
  /** The error that the call rejects with if it is not sent again. */
  readonly error: MasterDataError;
}

/** Options of a client and of a single request. */
export interface SharedOptions {
  /**
   * Milliseconds that one attempt may take, including the response body; `false` for no limit. A token function may
   * take the same time. Default: 30,000.
   */
  readonly timeout?: number | false | undefined;
  /**
   * Milliseconds that the whole call may take: all attempts, the waits between them, and the validation with your own
   * schemas; `false` for no limit. Default: `false`.
   */
  readonly totalTimeout?: number | false | undefined;
  /**
   * Maximum number of retries after a network error, a timeout, or status 408, 429, 500, 502, 503 or 504. A POST is
   * retried only after 429 or if nothing was sent, unless `retryPosts` is set. Default: 2.
   */
  readonly maxRetries?: number | undefined;
  /**
   * Whether to retry a POST like any other request. The service has no idempotency key: a POST whose response was lost
   * may have created its record, and a retry would create another one. Default: `false`.
   */
  readonly retryPosts?: boolean | undefined;
  /**
   * Called before each retry. Return `false` to reject with `error` instead. It cannot cause a retry. If it throws, the
   * call is not retried and the error is logged.
   */
  readonly shouldRetry?: ((context: ShouldRetryContext) => boolean | Promise<boolean>) | undefined;
  /** Additional headers. The client always sets `Authorization` from the token. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Maximum size of a response body in bytes, after decompression; `false` for no limit. A larger response rejects with
   * an {@link UnexpectedResponseError} and is not retried. Default: 268,435,456 (256 MiB).
   */
  readonly maxResponseBytes?: number | false | undefined;
  /** Validation of request bodies and response data against the contract. */
  readonly validation?: ValidationOptions | undefined;
}

/** Options of a client. */
export interface ClientOptions extends SharedOptions {
  /**
   * URL of the service, for example `https://api.example.com`, including a path prefix if the service has one. Omit
   * `/api`, because every path starts with it. In a page, it can be a path of a proxy on the page's origin, for example
   * `/masterdata`. Default: the environment variable `MASTERDATA_BASE_URL`.
   */
  readonly baseUrl?: string | undefined;
  /**
   * The API token, or a function that returns it. `null` sends no token, for a browser that calls a proxy of its own
   * origin. Default: the environment variable `MASTERDATA_API_TOKEN`.
   */
  readonly apiToken?: ApiToken | null | undefined;
  /** Sends the requests. Default: the global `fetch`, looked up for each request. */
  readonly fetch?: Fetch | undefined;
  /**
   * A ky 2 instance that sends each attempt, with its hooks. Its retries, timeouts, prefix and base URL are not used.
   * Its hooks see and can change everything, including the token. An error that they throw becomes a
   * {@link ConnectionError}. Cannot be combined with `fetch`.
   */
  readonly ky?: KyInstance | undefined;
  /** Functions that observe each call, for traces and metrics. `onRequest` can add headers. */
  readonly hooks?: Hooks | undefined;
  /** Receives log messages. Default: the console. */
  readonly logger?: Logger | undefined;
  /**
   * The minimum severity to log. `'warn'` logs data that does not match the contract. `'info'` adds one line per
   * attempt, retry and failure. `'debug'` adds bodies, without the values of `redactedFields`. No level logs a header.
   * Default: the environment variable `MASTERDATA_LOG`, or `'warn'`.
   */
  readonly logLevel?: LogLevel | undefined;
  /**
   * Names of the fields, at any depth, whose values are never logged. Default: personal data, that is `name`,
   * `first_name`, `last_name`, `email`, `phone`, `tax_ids`, `tax_value`, `address_line1`, `address_line2`, `city`,
   * `state`, `postal_code` and `comment`.
   */
  readonly redactedFields?: readonly string[] | undefined;
  /** Your application, for the `user-agent` header. Browsers do not send it. */
  readonly appInfo?: AppInfo | undefined;
  /**
   * Suppresses the warning that visitors of a web page can read the API token. There is no warning if you pass `fetch`
   * or if the service runs on this machine. Default: `false`.
   */
  readonly allowTokenInBrowser?: boolean | undefined;
  /**
   * Whether requests have the headers `x-call-id`, which is equal for all attempts of a call, and `x-retry-count`, the
   * number of earlier attempts. A service of another origin must allow them to a page. Default: `true`, except for the
   * requests of a page to another origin without a custom `fetch`, unless MSW responds to them.
   */
  readonly callHeaders?: boolean | undefined;
}

/** An application, as the `user-agent` header names it. */
export interface AppInfo {
  /** Name, for example `acme-sync`. */
  readonly name: string;
  /** Version, for example `1.4.0`. */
  readonly version?: string | undefined;
  /** URL for questions about the application. */
  readonly url?: string | undefined;
}

/** Options of a single request. */
export interface RequestOptions extends SharedOptions {
  /** The API token of this request, or a function that returns it. `null` sends no token. Default: the client's. */
  readonly apiToken?: ApiToken | null | undefined;
  /**
   * Aborts the request, even while it waits for a retry or for your own schema. The call rejects with an
   * {@link AbortedError}.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * A cooldown that this request shares with others. After a 429, or a 503 with `Retry-After`, none of them is sent
   * until the cooldown is over. The wait after a 429 does not count as a retry. {@link forEachConcurrent} creates one
   * for its calls.
   */
  readonly cooldown?: Cooldown | undefined;
}

/** A cooldown for all requests that share it. */
export interface Cooldown {
  /** Returns the milliseconds until it is over, or 0. A request rejects after `Infinity`. */
  remaining(): number;
  /**
   * Starts a cooldown after a 429, or a 503 with `Retry-After`. `seconds` is the wait that the service asks for, if
   * any. Returns the milliseconds to wait, or `undefined` if that is too long; the request then fails.
   */
  start(seconds: number | undefined): number | undefined;
  /** Called after each request that succeeded, if you pass it. An error that it throws is logged and ignored. */
  succeeded?(): void;
}
