import { brand } from '../contract/brand.ts';
import type { Issue } from '../contract/validate.ts';
import { MasterDataError } from './base-error.ts';

/** The request of a {@link ConnectionError} or a {@link TimeoutError}. */
export interface FailedRequestFields {
  /** HTTP method of the request. */
  readonly method: string;
  /** URL of the request, without the query. */
  readonly url: string;
  /** Number of times the request was sent. */
  readonly attempts: number;
}

// The fields are declared here, so that their comments exist once.
export interface ConnectionError extends Partial<FailedRequestFields> {}
export interface TimeoutError extends Partial<FailedRequestFields> {}

/** No complete response arrived: DNS failure, connection refused or reset, TLS error. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor assigns the fields
export class ConnectionError extends MasterDataError {
  static {
    brand(this, 'ConnectionError');
  }

  /** The system's error code, for example `ECONNREFUSED`, if there is one. */
  readonly code: string | undefined;

  constructor(message: string, code?: string, fields?: FailedRequestFields) {
    super(message);
    this.code = code;
    Object.assign(this, fields);
  }
}

/** No complete response arrived in time, `apiToken()` took too long, or your own schema did. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor assigns the fields
export class TimeoutError extends MasterDataError {
  static {
    brand(this, 'TimeoutError');
  }

  constructor(message: string, fields?: FailedRequestFields) {
    super(message);
    Object.assign(this, fields);
  }
}

/**
 * The `signal` of the request was aborted. `cause` is its reason.
 *
 * Its `name` is `AbortError`, like that of an aborted `fetch`, because many programs and libraries test for this name.
 */
export class AbortedError extends MasterDataError {
  static {
    brand(this, 'AbortedError', 'AbortError');
  }
}

/** The fields of an {@link UnexpectedResponseError}. */
export interface UnexpectedResponseFields {
  /** HTTP status. */
  readonly status: number;
  /** The `content-type` of the response. */
  readonly contentType: string | undefined;
  /** The first 200 characters of the body. */
  readonly body: string;
  /** Mismatches between the data and the contract; empty if the response has no data. */
  readonly issues: readonly Issue[];
  /** The `x-request-id` of the response, if it has one. Quote it to support. */
  readonly requestId: string | undefined;
  /** HTTP method of the request. */
  readonly method: string;
  /** URL of the request, without the query. */
  readonly url: string;
}

// The fields are declared here, so that their comments exist once.
export interface UnexpectedResponseError extends UnexpectedResponseFields {}

/**
 * The response is not an error of the service, but cannot be used: it is not JSON, has no `{ success: true, data }`, is
 * a redirect, is larger than `maxResponseBytes`, or does not match the contract (with `validation.responses: 'throw'`).
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor assigns the fields
export class UnexpectedResponseError extends MasterDataError {
  static {
    brand(this, 'UnexpectedResponseError');
  }

  constructor(message: string, fields: UnexpectedResponseFields) {
    super(message);
    Object.assign(this, fields);
  }
}

/** The client is configured incorrectly, for example without a token or with a malformed base URL. */
export class ConfigurationError extends MasterDataError {
  static {
    brand(this, 'ConfigurationError');
  }
}

/**
 * The request is invalid and was not sent: an empty id, a path outside the base URL, a body that JSON cannot represent,
 * or a body or query that does not match the contract (with `validation.requests: 'throw'`).
 */
export class InvalidRequestError extends MasterDataError {
  static {
    brand(this, 'InvalidRequestError');
  }

  /** The problems of the body or the query; empty if the problem is elsewhere. */
  readonly issues: readonly Issue[];

  constructor(message: string, issues: readonly Issue[] = []) {
    super(message);
    this.issues = issues;
  }
}
