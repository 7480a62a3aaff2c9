/** Returns a random token. The prefix makes a leaked token recognizable as one of a mock. */
export function randomToken(prefix: 'mdmock' | 'mdcontrol'): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `${prefix}_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
