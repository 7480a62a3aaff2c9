import { createRandom } from '../shared/random.ts';

/** A source of ids. */
export interface IdGenerator {
  /** A version 4 UUID. */
  uuid(): string;
  /** The state of the generator. */
  state: number;
}

/** Every byte in hexadecimal, precomputed because a large seed creates millions of ids. */
const octet = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Creates an id generator that depends only on the seed.
 *
 * @param isRandom Whether the next id is random instead, because others could draw the same id of the seed.
 */
export function createIdGenerator(seed: number, isRandom: () => boolean = () => false): IdGenerator {
  const random = createRandom(seed);
  const hex = () => {
    const [bits = 0] = isRandom() ? crypto.getRandomValues(new Uint32Array(1)) : [random.uint32()];
    return `${octet[bits >>> 24]}${octet[(bits >>> 16) & 255]}${octet[(bits >>> 8) & 255]}${octet[bits & 255]}`;
  };
  return {
    uuid() {
      const [a, b, c, d] = [hex(), hex(), hex(), hex()];
      const variant = '89ab'.charAt(Number.parseInt(c.charAt(0), 16) % 4);
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
    },
    get state() {
      return random.state;
    },
    set state(state) {
      random.state = state;
    },
  };
}
