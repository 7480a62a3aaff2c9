/** Returns a random token. The prefix makes a leaked token recognizable as one of a mock. */
export function randomToken(prefix: 'mdmock' | 'mdcontrol'): string {
  return `${prefix}_${randomHex(32)}`;
}

/** Returns random bytes in hexadecimal digits. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
