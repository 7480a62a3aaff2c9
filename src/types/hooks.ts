import type { ConnectionError, MasterDataError, TimeoutError } from '../errors/index.ts';

/**
 * The call that a hook belongs to. All hooks of one call receive the same object, so it can be the key of a `WeakMap`
 * for data that you keep between hooks.
 */
export interface CallInfo {
  /** The operation, for example `products.update`. For `client.request`, the method and the path with `{id}`. */
  readonly operation: string;
  /** HTTP method. */
  readonly method: string;
  /** URL path with placeholders, for example `/api/products/{id}`. A low-cardinality label for metrics. */
  readonly route: string;
  /** URL path, without the base URL and the query, for example `/api/products/3f2b…`. */
  readonly path: string;
  /** URL without the query. */
  readonly url: string;
}

/** The argument of {@link Hooks.onRequest}. */
export interface RequestHookContext {
  /** The call that the attempt belongs to. */
  readonly call: CallInfo;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** The argument of {@link Hooks.onResponse}. */
export interface ResponseHookContext extends RequestHookContext {
  /** HTTP status. */
  readonly status: number;
  /** Milliseconds from sending the request to the end of the response body. */
  readonly duration: number;
  /** The `x-request-id` of the response, if it has one. */
  readonly requestId: string | undefined;
}

/** The argument of {@link Hooks.onRetry}. */
export interface RetryHookContext extends RequestHookContext {
  /** Milliseconds that the client waited after the attempt. */
  readonly delay: number;
  /** The HTTP status that caused the retry, if a response did. */
  readonly status: number | undefined;
  /** The error that caused the retry, if no complete response arrived. */
  readonly error: ConnectionError | TimeoutError | undefined;
}

/** The argument of {@link Hooks.onError}. */
export interface ErrorHookContext {
  /** The call that rejects. */
  readonly call: CallInfo;
  /** Number of attempts; 0 if nothing was sent. */
  readonly attempts: number;
  /** Milliseconds since the call started, including the waits between attempts. */
  readonly duration: number;
  /** The error that the call rejects with. */
  readonly error: MasterDataError;
}

/** The result of {@link Hooks.onRequest}. */
export interface RequestOverrides {
  /** Headers to add or replace in this attempt. The client always sets `Authorization` from the token. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Functions that observe calls. Their arguments are frozen. They contain neither the token nor the headers and bodies
 * of requests. The `error` of `onError` can have headers and texts of the response.
 *
 * `onResponse`, `onRetry` and `onError` are not awaited; an error they throw is logged and otherwise ignored.
 * `onRequest` is awaited; if it throws, the call rejects with a {@link ConfigurationError}.
 *
 * @example
 * const client = new MasterDataClient({
 *   hooks: { onResponse: ({ call, status, duration }) => metrics.timing(call.operation, duration, { status }) },
 * });
 */
export interface Hooks {
  // With `void`, a function without a return, async or not, is a hook.
  /** Called before each attempt. May return headers to send with it. */
  readonly onRequest?:
    | ((
        context: RequestHookContext,
      ) => RequestOverrides | undefined | void | Promise<RequestOverrides | undefined> | Promise<void>)
    | undefined;
  /** Called after each response, whatever its status, when the body has been read. */
  readonly onResponse?: ((context: ResponseHookContext) => unknown) | undefined;
  /** Called before the request is sent again. `attempt` is the attempt that failed. */
  readonly onRetry?: ((context: RetryHookContext) => unknown) | undefined;
  /** Called once for each call that rejects, unless the request could not be prepared, for example with an empty id. */
  readonly onError?: ((context: ErrorHookContext) => unknown) | undefined;
}
