import { errorMessage } from './errors.ts';
import { HttpError } from './http-error.ts';
import { json, type MockResponse } from './http-messages.ts';

interface ErrorResponseOptions {
  /** The beginning of the message, if the client cannot change the reason. Default: `The mock failed`. */
  readonly problem?: string;
  readonly headers?: MockResponse['headers'] | undefined;
}

/** Converts an error to a response of the API. */
export function apiErrorResponse(
  error: unknown,
  { problem = 'The mock failed', headers }: ErrorResponseOptions = {},
): MockResponse {
  if (error instanceof HttpError) return json(error.status, error.body, { ...headers, ...error.headers });
  const reason = errorMessage(error);
  return json(500, { success: false, error: `${problem}: ${reason}` });
}
