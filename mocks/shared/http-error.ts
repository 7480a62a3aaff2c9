import { brand } from '../../src/contract/brand.ts';
import { errorMessage } from './errors.ts';
import { json, type MockResponse } from './http-messages.ts';

/** An HTTP error, thrown by a check or a handler. The engine converts it to a response. */
export class HttpError extends Error {
  // An error can come from another copy: that of CommonJS, or of a module that `--operations` loads.
  static {
    brand(this, 'HttpError');
  }

  /** The HTTP status. */
  readonly status: number;
  /** The body of the response, as JSON. */
  readonly body: object;
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, error: string, { headers = {}, ...body }: HttpErrorOptions = {}) {
    super(error);
    this.status = status;
    this.body = { success: false, error, ...body };
    this.headers = headers;
  }
}

/** Creates the error of a request whose token is missing or not valid. */
export function unauthorized(error: string): HttpError {
  return new HttpError(401, error, { headers: { 'www-authenticate': 'Bearer' } });
}

interface HttpErrorOptions {
  readonly success?: undefined;
  readonly details?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

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
