/** What a program can watch of its calls, and the one way to change them. */
import type { ConnectionError, MasterDataError, TimeoutError } from '../errors/index.ts';

/**
 * The request that a hook is told of. All hooks of one request are given the same object, which makes it the key of a
 * `WeakMap` for whatever a program wants to keep between them.
 */
export interface CallInfo {
  /** The operation, such as `products.update`; for `client.request` method and path: `GET /api/pricebooks/{id}`. */
  readonly operation: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path, without the base URL's own and without the query, such as `/api/products/3f2b…`. */
  readonly path: string;
  /** The URL without the query. */
  readonly url: string;
}

/** What {@link Hooks.onRequest} is told. */
export interface RequestHookContext {
  /** The request that the attempt belongs to. */
  readonly call: CallInfo;
  /** Which attempt it is, from 1. */
  readonly attempt: number;
}

/** What {@link Hooks.onResponse} is told. */
export interface ResponseHookContext extends RequestHookContext {
  /** HTTP status. */
  readonly status: number;
  /** Milliseconds from sending the request to the end of the answer. */
  readonly duration: number;
  /** The `x-request-id` of the answer, where it has one. */
  readonly requestId: string | undefined;
}

/** What {@link Hooks.onRetry} is told. */
export interface RetryHookContext extends RequestHookContext {
  /** Milliseconds until the next attempt. */
  readonly delay: number;
  /** The HTTP status that is the reason, if it is one. */
  readonly status: number | undefined;
  /** Why no whole answer came, if that is the reason. */
  readonly error: ConnectionError | TimeoutError | undefined;
}

/** What {@link Hooks.onError} is told. */
export interface ErrorHookContext {
  /** The request that rejects. */
  readonly call: CallInfo;
  /** How many attempts there were; 0 where nothing was sent. */
  readonly attempts: number;
  /** Milliseconds since the request was begun, the waits between its attempts included. */
  readonly duration: number;
  /** What the request rejects with. */
  readonly error: MasterDataError;
}

/** What {@link Hooks.onRequest} may return. */
export interface RequestOverrides {
  /** Headers to add to this attempt, or to replace. `Authorization` is always the token's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Functions that are told of calls. What they are told is frozen, and holds neither the token, nor any header, nor a
 * body.
 *
 * `onResponse`, `onRetry` and `onError` only watch: they are not waited for, and what they throw is logged as an error
 * and changes nothing. `onRequest` is waited for, and what it throws ends the request with a {@link ConfigurationError},
 * as the request might be wrong without it.
 *
 * @example
 * const client = new MasterDataClient({
 *   hooks: { onResponse: ({ call, status, duration }) => metrics.timing(call.operation, duration, { status }) },
 * });
 */
export interface Hooks {
  /** Before each attempt. May return headers to send with it. */
  readonly onRequest?:
    | ((facts: RequestHookContext) => MaybePromise<RequestOverrides | undefined> | MaybePromise<Nothing>)
    | undefined;
  /** After each answer, whatever its status, once its body has been read. */
  readonly onResponse?: ((facts: ResponseHookContext) => unknown) | undefined;
  /** Before the delay for another attempt. `attempt` is the one that failed. */
  readonly onRetry?: ((facts: RetryHookContext) => unknown) | undefined;
  /** Once for each request that rejects, unless it was no request in the first place, such as one with an empty id. */
  readonly onError?: ((facts: ErrorHookContext) => unknown) | undefined;
}

/** @inline */
type MaybePromise<T> = T | Promise<T>;

// biome-ignore lint/suspicious/noConfusingVoidType: so that a function without a return, async or not, is a hook
type Nothing = void;
