export {
  ApiError,
  type ApiErrorFields,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './api-errors.ts';
export { MasterDataError } from './base-error.ts';
export { BracketKeyError } from './bracket-key-error.ts';
export {
  AbortedError,
  ConfigurationError,
  ConnectionError,
  type FailedRequestFields,
  InvalidRequestError,
  TimeoutError,
  UnexpectedResponseError,
  type UnexpectedResponseFields,
} from './client-errors.ts';
