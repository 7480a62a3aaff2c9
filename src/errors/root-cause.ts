/**
 * Returns the innermost message, for example `connect ECONNREFUSED 127.0.0.1:443` under `fetch failed`. Do not pass the
 * error on as a cause: errors of some fetch libraries contain the request, and with it the token.
 */
export function rootCause(error: unknown): { message: string; code: string | undefined } {
  let message = '';
  let code: string | undefined;
  // Check the shape: errors of another realm are not instances of this realm's Error.
  for (let cause = error, depth = 0; typeof cause === 'object' && cause !== null && depth < 5; depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') code = cause.code;
    // If several connections failed, `errors` has the messages, and the message of the outer error is empty.
    if ('message' in cause) message = String(cause.message) || code || message;
    cause = 'cause' in cause ? cause.cause : undefined;
  }
  return { message: message || String(error), code };
}
