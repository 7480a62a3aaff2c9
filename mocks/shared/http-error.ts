/** An HTTP error, thrown by a check or a handler. The engine converts it to a response. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: object;
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
