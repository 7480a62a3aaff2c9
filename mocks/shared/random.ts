/** A generator of pseudo-random numbers. The same state gives the same numbers in every runtime. */
export interface Random {
  /** Returns a whole number from 0 up to 2^32, exclusive. */
  uint32(): number;
  /** Returns a number from 0 up to 1, exclusive. */
  next(): number;
  state: number;
}

/** Creates a splitmix32 generator. It is small, and random enough for ids and faults. */
export function createRandom(seed: number): Random {
  const random: Random = {
    state: seed >>> 0,
    uint32() {
      random.state = (random.state + 0x9e3779b9) >>> 0;
      let bits = random.state ^ (random.state >>> 16);
      bits = Math.imul(bits, 0x21f0aaad);
      bits ^= bits >>> 15;
      bits = Math.imul(bits, 0x735a2d97);
      return (bits ^ (bits >>> 15)) >>> 0;
    },
    next: () => random.uint32() / 2 ** 32,
  };
  return random;
}
