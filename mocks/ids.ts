/** Where ids and tokens come from: one generator of pseudo-random numbers, so that the same calls give the same ids. */

/** A source of ids. */
export interface Ids {
  /** A version 4 UUID. */
  uuid(): string;
  /** An opaque token. */
  token(): string;
  /** How far the generator is, for {@link Ids.restore}. */
  snapshot(): number;
  restore(state: number): void;
}

/** What the mock's tokens begin with. The prefix of the real service's is not for us to use. */
const tokenPrefix = 'mdmock_';

/** Ids that depend on the seed alone. */
export function seededIds(seed: number): Ids {
  let state = seed >>> 0;

  /** 32 bits by the splitmix32 generator: small, and more than random enough for ids. */
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let bits = state ^ (state >>> 16);
    bits = Math.imul(bits, 0x21f0aaad);
    bits ^= bits >>> 15;
    bits = Math.imul(bits, 0x735a2d97);
    return (bits ^ (bits >>> 15)) >>> 0;
  };
  const hex = () => next().toString(16).padStart(8, '0');

  return {
    uuid() {
      const [a, b, c, d] = [hex(), hex(), hex(), hex()];
      const variant = '89ab'.charAt(Number.parseInt(c.charAt(0), 16) % 4);
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
    },
    token: () => tokenPrefix + Array.from({ length: 8 }, hex).join(''),
    snapshot: () => state,
    restore: (snapshot) => {
      state = snapshot;
    },
  };
}
