/** The length of a token that cannot be guessed, on a server that others can reach. */
const minServerTokenLength = 16;

/**
 * Checks that nobody can guess a token.
 *
 * @throws A TypeError if it is too short. The message does not show it.
 */
export function assertTokenLength(token: unknown, subject = 'token'): void {
  if (!isShortToken(token)) return;
  throw new TypeError(`${subject}: ${shortTokenProblem}, received ${token.length}. Choose a longer token.`);
}

/** Whether anybody could guess a token of a server that others can reach. */
export function isShortToken(token: unknown): token is string {
  return typeof token === 'string' && token.length < minServerTokenLength;
}

export const shortTokenProblem = `must have at least ${minServerTokenLength} characters, because others can reach the server`;
