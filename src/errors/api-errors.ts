import { brand } from '../contract/brand.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { Issue } from '../contract/validate.ts';
import { MasterDataError } from './base-error.ts';

/** The fields of an {@link ApiError}. */
export interface ApiErrorFields {
  /** HTTP status. */
  readonly status: number;
  /** A stable value to branch on: an {@link ErrorCode}, or an upper-case code as the service sent it. */
  readonly code: ErrorCode;
  /** The `error` text as the service sent it; empty if it sent none. */
  readonly error: string;
  /** The `details` as the service sent them. */
  readonly details: unknown;
  /** The `details` in one shape, whichever of the three shapes the service used; empty if there are none. */
  readonly issues: readonly Issue[];
  /** The kind of record that was not found or had a malformed id, for example `Product`, if the service names it. */
  readonly resource: string | undefined;
  /** The `x-request-id` of the response, if it has one. Quote it to support. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next request, if the service says so. */
  readonly retryAfter: number | undefined;
  /** Number of times the request was sent. */
  readonly attempts: number;
  /** HTTP method of the request. */
  readonly method: string;
  /** URL of the request, without the query. */
  readonly url: string;
}

// The fields are declared here, so that their comments exist once.
export interface ApiError extends ApiErrorFields {}

/**
 * An error response of the service: an error status, or a body with `success: false`.
 *
 * @see The specification: *Errors*
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor assigns the fields
export class ApiError extends MasterDataError {
  static {
    brand(this, 'ApiError');
  }

  /** Headers of the response. Neither `toJSON` nor an inspection shows them. */
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
 * 403: the token is valid but does not allow the operation.
 *
 * @see The specification: *Authentication*; *Errors*
 */
export class PermissionDeniedError extends ApiError {
  static {
    brand(this, 'PermissionDeniedError');
  }
}

/**
 * The service rejected the body, the query or the id. `issues` lists the problems.
 *
 * @see The specification: *Errors, Validation rules seen*
 */
export class ValidationError extends ApiError {
  static {
    brand(this, 'ValidationError');
  }
}

/**
 * The record does not exist in the workspace of the token.
 *
 * @see The specification: *Errors*
 */
export class NotFoundError extends ApiError {
  static {
    brand(this, 'NotFoundError');
  }
}

/**
 * 409: the state of other records does not allow the change, for example if an active discount refers to a category.
 *
 * @see The specification: *Errors*; *States and transitions*
 */
export class ConflictError extends ApiError {
  static {
    brand(this, 'ConflictError');
  }
}

/**
 * 429: the workspace has exceeded its rate limit.
 *
 * @see The specification: *Limits*
 */
export class RateLimitError extends ApiError {
  static {
    brand(this, 'RateLimitError');
  }
}

/** 5xx: the service, or a proxy in front of it, failed. */
export class ServerError extends ApiError {
  static {
    brand(this, 'ServerError');
  }
}
