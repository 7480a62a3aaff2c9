/** Everything that the package throws. */

import type { ErrorCode } from '../contract/errors.ts';
import type { Issue } from '../contract/validate.ts';

const brands = new WeakMap<object, symbol>();

/**
 * Gives a class its name, and lets `instanceof` find its instances whichever build made them: a program may have
 * loaded this module twice, once with `import` and once with `require`.
 */
function brand(type: { readonly prototype: object }, name: string): void {
  const symbol = Symbol.for(`masterdata-sdk/${name}`);
  brands.set(type, symbol);
  Object.defineProperties(type.prototype, { name: { value: name }, [symbol]: { value: true } });
}

/** The class that every error of this package extends. */
export class MasterDataError extends Error {
  static {
    brand(this, 'MasterDataError');
  }

  /** Also true of an instance that another copy of this package made. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    const symbol = brands.get(this);
    // A class that extends one of these outside this module has no brand of its own.
    if (symbol === undefined) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && symbol in value;
  }

  /** What is fit for a log: the name, the message and the fields, without headers and stack. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}

/** What an {@link ApiError} is made of. */
export interface ApiErrorFields {
  /** HTTP status. */
  readonly status: number;
  /** What went wrong, as a stable value to branch on. */
  readonly code: ErrorCode;
  /** The `error` text as the service sent it. */
  readonly error: string;
  /** The `details` as the service sent them. */
  readonly details: unknown;
  /** The `details` in one shape. */
  readonly issues: readonly Issue[];
  /** What kind of record it is about, where the service says so. */
  readonly resource: string | undefined;
  /** The `x-request-id` of the answer. */
  readonly requestId: string | undefined;
  /** The method of the request. */
  readonly method: string;
  /** The URL of the request, without its query. */
  readonly url: string;
}

/**
 * The service refused: it answered with an error status, or with `success: false`.
 *
 * @see The specification: *Errors*
 */
export class ApiError extends MasterDataError {
  static {
    brand(this, 'ApiError');
  }

  /** HTTP status. */
  declare readonly status: number;
  /**
   * What went wrong, as a stable value to branch on: one of those that {@link ErrorCode} lists, or an upper-case code
   * just as the service sent it.
   */
  declare readonly code: ErrorCode;
  /** The `error` text as the service sent it; empty where it sent none. */
  declare readonly error: string;
  /** The `details` as the service sent them. */
  declare readonly details: unknown;
  /** The `details` in one shape, whichever of the three the service chose; empty where there are none. */
  declare readonly issues: readonly Issue[];
  /** What kind of record was not found, or had a malformed id, such as `Product`, where the service says so. */
  declare readonly resource: string | undefined;
  /** The `x-request-id` of the answer, where it has one: quote it to support. */
  declare readonly requestId: string | undefined;
  /** The method of the request. */
  declare readonly method: string;
  /** The URL of the request, without its query. */
  declare readonly url: string;
  /** The headers of the answer. Neither `toJSON` nor an inspection shows them. */
  declare readonly headers: Headers;

  constructor(message: string, fields: ApiErrorFields, headers: Headers = new Headers()) {
    super(message);
    Object.assign(this, fields);
    Object.defineProperty(this, 'headers', { value: headers });
  }
}

/**
 * 401: the token is missing, invalid or revoked.
 *
 * @see The specification: *Authentication*; *Errors*
 */
export class AuthenticationError extends ApiError {
  static {
    brand(this, 'AuthenticationError');
  }
}

/**
 * 403: the token is valid, but does not allow the operation.
 *
 * @see The specification: *Authentication*; *Errors*
 */
export class PermissionDeniedError extends ApiError {
  static {
    brand(this, 'PermissionDeniedError');
  }
}

/**
 * The service found something wrong with the body, the query or the id; `issues` says what.
 *
 * @see The specification: *Errors, Validation rules seen*
 */
export class ValidationError extends ApiError {
  static {
    brand(this, 'ValidationError');
  }
}

/**
 * The record does not exist in the token's workspace.
 *
 * @see The specification: *Errors*
 */
export class NotFoundError extends ApiError {
  static {
    brand(this, 'NotFoundError');
  }
}

/**
 * 409: the state of other records forbids it, as with a category that an active discount refers to.
 *
 * @see The specification: *Errors*; *States and transitions*
 */
export class ConflictError extends ApiError {
  static {
    brand(this, 'ConflictError');
  }
}

/**
 * 429: the workspace has used up its rate.
 *
 * @see The specification: *Limits*
 */
export class RateLimitError extends ApiError {
  static {
    brand(this, 'RateLimitError');
  }

  /** How many seconds to wait before another request, where the service says so. */
  readonly retryAfter: number | undefined;

  constructor(message: string, fields: ApiErrorFields, headers?: Headers, retryAfter?: number) {
    super(message, fields, headers);
    this.retryAfter = retryAfter;
  }
}

/** 5xx: the service, or something in front of it, failed. */
export class ServerError extends ApiError {
  static {
    brand(this, 'ServerError');
  }
}

/** No answer came, or not the whole of it: name resolution, refused or cut connection, TLS. */
export class ConnectionError extends MasterDataError {
  static {
    brand(this, 'ConnectionError');
  }

  /** The system's code, such as `ECONNREFUSED`, where there is one. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** No whole answer came in time. */
export class TimeoutError extends MasterDataError {
  static {
    brand(this, 'TimeoutError');
  }
}

/** The `signal` of the request was aborted; `cause` is its reason. */
export class AbortedError extends MasterDataError {
  static {
    brand(this, 'AbortedError');
  }
}

/** What an {@link UnexpectedResponseError} is made of. */
export interface UnexpectedResponseFields {
  /** HTTP status. */
  readonly status: number;
  /** The `content-type` of the answer. */
  readonly contentType: string | undefined;
  /** The beginning of the body. */
  readonly body: string;
  /** Where the data differs from the contract. */
  readonly issues: readonly Issue[];
  /** The `x-request-id` of the answer. */
  readonly requestId: string | undefined;
  /** The method of the request. */
  readonly method: string;
  /** The URL of the request, without its query. */
  readonly url: string;
}

/**
 * The answer has a success status, but is not what the service answers: not JSON, not `{ success: true, data }`, or,
 * where `validation.responses` is `'throw'`, with `data` that differs from the contract.
 */
export class UnexpectedResponseError extends MasterDataError {
  static {
    brand(this, 'UnexpectedResponseError');
  }

  /** HTTP status. */
  declare readonly status: number;
  /** The `content-type` of the answer. */
  declare readonly contentType: string | undefined;
  /** The first 200 characters of the body. */
  declare readonly body: string;
  /** Where the data differs from the contract; empty where it came to no data. */
  declare readonly issues: readonly Issue[];
  /** The `x-request-id` of the answer, where it has one. */
  declare readonly requestId: string | undefined;
  /** The method of the request. */
  declare readonly method: string;
  /** The URL of the request, without its query. */
  declare readonly url: string;

  constructor(message: string, fields: UnexpectedResponseFields) {
    super(message);
    Object.assign(this, fields);
  }
}

/** The client is set up wrongly: no base URL, a base URL with credentials, no token, a malformed token. */
export class ConfigurationError extends MasterDataError {
  static {
    brand(this, 'ConfigurationError');
  }
}

/**
 * The request itself is wrong, and nothing was sent: an empty id, a path that leaves the base URL, or, where
 * `validation.requests` is `'throw'`, a body that differs from the contract.
 */
export class InvalidRequestError extends MasterDataError {
  static {
    brand(this, 'InvalidRequestError');
  }

  /** What is wrong with the body; empty where it is something else. */
  readonly issues: readonly Issue[];

  constructor(message: string, issues: readonly Issue[] = []) {
    super(message);
    this.issues = issues;
  }
}

/** A key that has no nested form, or no bracketed one. */
export class BracketKeyError extends MasterDataError {
  static {
    brand(this, 'BracketKeyError');
  }

  /** The key. */
  readonly key: string;

  constructor(key: string, problem: string) {
    super(`${JSON.stringify(key)} ${problem}`);
    this.key = key;
  }
}

/** Whether a value is a {@link MasterDataError}: any error of this package. */
export function isMasterDataError(value: unknown): value is MasterDataError {
  return value instanceof MasterDataError;
}

/** Whether a value is an {@link ApiError}. */
export function isApiError(value: unknown): value is ApiError {
  return value instanceof ApiError;
}

/** Whether a value is an {@link AuthenticationError}. */
export function isAuthenticationError(value: unknown): value is AuthenticationError {
  return value instanceof AuthenticationError;
}

/** Whether a value is a {@link PermissionDeniedError}. */
export function isPermissionDeniedError(value: unknown): value is PermissionDeniedError {
  return value instanceof PermissionDeniedError;
}

/** Whether a value is a {@link ValidationError}. */
export function isValidationError(value: unknown): value is ValidationError {
  return value instanceof ValidationError;
}

/** Whether a value is a {@link NotFoundError}. */
export function isNotFoundError(value: unknown): value is NotFoundError {
  return value instanceof NotFoundError;
}

/** Whether a value is a {@link ConflictError}. */
export function isConflictError(value: unknown): value is ConflictError {
  return value instanceof ConflictError;
}

/** Whether a value is a {@link RateLimitError}. */
export function isRateLimitError(value: unknown): value is RateLimitError {
  return value instanceof RateLimitError;
}

/** Whether a value is a {@link ServerError}. */
export function isServerError(value: unknown): value is ServerError {
  return value instanceof ServerError;
}

/** Whether a value is a {@link ConnectionError}. */
export function isConnectionError(value: unknown): value is ConnectionError {
  return value instanceof ConnectionError;
}

/** Whether a value is a {@link TimeoutError}. */
export function isTimeoutError(value: unknown): value is TimeoutError {
  return value instanceof TimeoutError;
}

/** Whether a value is an {@link AbortedError}. */
export function isAbortedError(value: unknown): value is AbortedError {
  return value instanceof AbortedError;
}

/** Whether a value is an {@link UnexpectedResponseError}. */
export function isUnexpectedResponseError(value: unknown): value is UnexpectedResponseError {
  return value instanceof UnexpectedResponseError;
}

/** Whether a value is a {@link ConfigurationError}. */
export function isConfigurationError(value: unknown): value is ConfigurationError {
  return value instanceof ConfigurationError;
}

/** Whether a value is an {@link InvalidRequestError}. */
export function isInvalidRequestError(value: unknown): value is InvalidRequestError {
  return value instanceof InvalidRequestError;
}

/** Whether a value is a {@link BracketKeyError}. */
export function isBracketKeyError(value: unknown): value is BracketKeyError {
  return value instanceof BracketKeyError;
}
