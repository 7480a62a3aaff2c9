/** A token as an HTTP header can contain it. */
export const tokenPattern = /^[\x21-\x7e]+$/;

export const tokenProblem = 'must be printable ASCII without spaces';

/**
 * Checks that a header can contain a token.
 *
 * @throws A TypeError if it cannot. The message does not show the token.
 */
export function assertToken(subject: string, token: unknown): void {
  if (typeof token !== 'string' || !tokenPattern.test(token)) throw new TypeError(`${subject}: ${tokenProblem}`);
}

/** Returns the token of an `Authorization` header. Returns undefined if there is none. */
export function bearerToken(authorization: string | null | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

/**
 * Whether a given token is the secret. The time depends only on the given token, so that it tells nothing about the
 * secret.
 */
export function isSameToken(given: string | undefined, secret: string | undefined): boolean {
  if (!given || !secret) return false;
  let difference = given.length ^ secret.length;
  for (let at = 0; at < given.length; at += 1)
    difference |= given.charCodeAt(at) ^ secret.charCodeAt(at % secret.length);
  return difference === 0;
}

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
