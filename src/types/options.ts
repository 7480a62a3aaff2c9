/** What a client and a request can be told. */

import type { Logger, LogLevel } from '../instrumentation/logger.ts';
import type { Hooks } from './hooks.ts';

/**
 * An API token, or a function that gives one. The function is asked once, however many calls wait for it, and its answer
 * is used until the service refuses it with 401: then it is asked once more, and the calls that were refused are sent
 * again, once, with its new answer. What it throws is a {@link ConfigurationError} of the calls that wait; the next call
 * asks it again.
 */
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

/** A schema of zod, Valibot, ArkType or any other library that implements Standard StandardSchema. */
export interface StandardSchema<T = unknown> {
  /** What Standard StandardSchema asks of a library, as far as the client uses it. */
  readonly '~standard': {
    /** Says what is wrong with a value, if anything is. */
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
    /** Holds the type, and nothing at run time. */
    readonly types?:
      | {
          /** The type of what is checked. */
          readonly input: T;
        }
      | undefined;
  };
}

interface StandardResult {
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
  /** The API token, or a function that gives it. Default: the environment's `MASTERDATA_API_TOKEN`. */
  readonly apiToken?: ApiToken | undefined;
  /** Sends the requests. Default: the global `fetch`, as it is at the time of the request. */
  readonly fetch?: Fetch | undefined;
  /** Functions that are told of each call, for traces and metrics, and may add headers to it. */
  readonly hooks?: Hooks | undefined;
  /** Where messages go. Default: the console. */
  readonly logger?: Logger | undefined;
  /**
   * The least severe messages to log. `'warn'`: differences from the contract. `'info'`: also a line for each attempt,
   * retry and failure. `'debug'`: also the bodies, without the values of `redactedFields`. No level logs the token or a
   * header. Default: the environment's `MASTERDATA_LOG`, or else `'warn'`.
   */
  readonly logLevel?: LogLevel | undefined;
  /**
   * The fields, at any depth, whose values no log shows. Default: what says who a person is and where to find them:
   * `name`, `first_name`, `last_name`, `email`, `phone`, `tax_ids`, `tax_value`, `address_line1`, `address_line2`,
   * `city`, `postal_code`, `comment`.
   */
  readonly redactedFields?: readonly string[] | undefined;
  /**
   * That the token may be in a page, where all who open it can read and use it. Unless this is set, the first client in
   * a page warns of it; not where `fetch` is given or the service is on this machine. Default `false`.
   */
  readonly allowTokenInBrowser?: boolean | undefined;
}

/** What can be set for a single request. */
export interface RequestOptions extends SharedOptions {
  /** Aborts the request, be it in flight or waiting to be sent again: it rejects with an {@link AbortedError}. */
  readonly signal?: AbortSignal | undefined;
  /**
   * A cooldown that this request shares with others: while one of them was told to wait with 429, none is sent, and none
   * counts that wait as a retry. {@link forEachConcurrent} makes one for its calls.
   */
  readonly cooldown?: Cooldown | undefined;
}

/** A cooldown for all requests that share it. */
export interface Cooldown {
  /** Milliseconds until it is over; 0 where there is none. */
  remaining(): number;
  /**
   * The service said 429, and asked to wait for so many seconds, where it said so.
   * Returns the milliseconds to wait, or `undefined` where that is too long: then the request fails.
   */
  start(seconds: number | undefined): number | undefined;
}
