/**
 * Returns the message of a thrown value. User code may throw anything: an error of another realm, which is not an
 * instance of this realm's Error, or an object without a string form.
 */
export function messageOf(error: unknown): string {
  return messageIn(Object(error)) || toText(error) || 'unknown error';
}

/**
 * Returns the innermost message, for example `connect ECONNREFUSED 127.0.0.1:443` under `fetch failed`. Do not pass the
 * error on as a cause: errors of some fetch libraries contain the request, and with it the token.
 */
export function rootCause(error: unknown): { message: string; code: string | undefined } {
  let message = '';
  let code: string | undefined;
  for (let cause = error, depth = 0; typeof cause === 'object' && cause !== null && depth < 5; depth += 1) {
    const innerCode = read(cause, 'code');
    if (typeof innerCode === 'string') code = innerCode;
    message = messageIn(cause) || code || message;
    // If the connections to several addresses failed, the message is empty, and `errors` has an error for each address.
    cause = read(cause, 'cause') ?? read(Object(read(cause, 'errors')), '0');
  }
  return { message: message || messageOf(error), code };
}

function messageIn(error: object): string {
  return toText(read(error, 'message') ?? '');
}

/** Returns a member, or undefined if its getter throws. */
function read(object: object, name: string): unknown {
  try {
    return Reflect.get(object, name);
  } catch {
    return undefined;
  }
}

/** Returns an empty text for an object without a string form. */
function toText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return '';
  }
}
