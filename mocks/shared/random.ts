/**
 * A generator of pseudo-random numbers (splitmix32). It is small, and random enough for ids and faults. The same state
 * gives the same numbers in every runtime.
 */
export class Random {
  state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Returns a whole number from 0 up to 2^32, exclusive. */
  uint32(): number {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let bits = this.state ^ (this.state >>> 16);
    bits = Math.imul(bits, 0x21f0aaad);
    bits ^= bits >>> 15;
    bits = Math.imul(bits, 0x735a2d97);
    return (bits ^ (bits >>> 15)) >>> 0;
  }

  /** Returns a number from 0 up to 1, exclusive. */
  next(): number {
    return this.uint32() / 2 ** 32;
  }
}

/** Returns a whole number below 2^32 that depends only on a text (FNV-1a). It is not safe against people who guess. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

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
