import {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './api-errors.ts';
import { MasterDataError } from './base-error.ts';
import { BracketKeyError } from './bracket-key-error.ts';
import {
  AbortedError,
  ConfigurationError,
  ConnectionError,
  InvalidRequestError,
  TimeoutError,
  UnexpectedResponseError,
} from './client-errors.ts';

// @__NO_SIDE_EFFECTS__
function guard<E extends MasterDataError>(type: abstract new (...parameters: never) => E) {
  return (value: unknown): value is E => value instanceof type;
}

/** Whether a value is a {@link MasterDataError}, the base class of the errors of the client. */
export const isMasterDataError = guard(MasterDataError);

/** Whether a value is an {@link ApiError}. */
export const isApiError = guard(ApiError);

/** Whether a value is an {@link AuthenticationError}. */
export const isAuthenticationError = guard(AuthenticationError);

/** Whether a value is a {@link PermissionDeniedError}. */
export const isPermissionDeniedError = guard(PermissionDeniedError);

/** Whether a value is a {@link ValidationError}. */
export const isValidationError = guard(ValidationError);

/** Whether a value is a {@link NotFoundError}. */
export const isNotFoundError = guard(NotFoundError);

/** Whether a value is a {@link ConflictError}. */
export const isConflictError = guard(ConflictError);

/** Whether a value is a {@link RateLimitError}. */
export const isRateLimitError = guard(RateLimitError);

/** Whether a value is a {@link ServerError}. */
export const isServerError = guard(ServerError);

/** Whether a value is a {@link ConnectionError}. */
export const isConnectionError = guard(ConnectionError);

/** Whether a value is a {@link TimeoutError}. */
export const isTimeoutError = guard(TimeoutError);

/** Whether a value is an {@link AbortedError}. */
export const isAbortedError = guard(AbortedError);

/** Whether a value is an {@link UnexpectedResponseError}. */
export const isUnexpectedResponseError = guard(UnexpectedResponseError);

/** Whether a value is a {@link ConfigurationError}. */
export const isConfigurationError = guard(ConfigurationError);

/** Whether a value is an {@link InvalidRequestError}. */
export const isInvalidRequestError = guard(InvalidRequestError);

/** Whether a value is a {@link BracketKeyError}. */
export const isBracketKeyError = guard(BracketKeyError);
