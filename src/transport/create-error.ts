import {
  ApiError,
  AuthenticationError,
  ConflictError,
  type MasterDataError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnexpectedResponseError,
  ValidationError,
} from '../errors/index.ts';
import type { ApiErrorParts, UnexpectedResponseParts } from './describe-response.ts';

const errorClasses = {
  unauthorized: AuthenticationError,
  forbidden: PermissionDeniedError,
  validation_error: ValidationError,
  invalid_id: ValidationError,
  not_found: NotFoundError,
  conflict: ConflictError,
  rate_limited: RateLimitError,
  server_error: ServerError,
  http_error: ApiError,
};

/** Creates the error of a response. */
export function createError(parts: ApiErrorParts | UnexpectedResponseParts): MasterDataError {
  return parts.category === 'unexpected'
    ? new UnexpectedResponseError(parts.message, parts.fields)
    : new errorClasses[parts.category](parts.message, parts.fields, parts.headers);
}
