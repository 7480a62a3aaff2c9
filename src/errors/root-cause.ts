/** What lies at the root of a failure. */

/**
 * The innermost message, such as `connect ECONNREFUSED 127.0.0.1:443` under `fetch failed`. The failure itself is never
 * passed on as a cause: those of some fetch libraries hold the request, and with it the token.
 */
export function rootCause(error: unknown): { message: string; code: string | undefined } {
  let message = '';
  let code: string | undefined;
  // By shape, as errors of another realm are no instances of this one's Error.
  for (let cause = error, depth = 0; typeof cause === 'object' && cause !== null && depth < 5; depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') code = cause.code;
    // Of several failed connections the messages lie in `errors`, and the outer one is empty.
    if ('message' in cause) message = String(cause.message) || code || message;
    cause = 'cause' in cause ? cause.cause : undefined;
  }
  return { message: message || String(error), code };
}
