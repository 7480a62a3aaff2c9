/** Pseudo-random numbers: the same seed gives the same numbers, on every run and runtime. */

/** A generator whose state can be kept and set. */
export interface Random {
  /** 32 uint32. */
  uint32(): number;
  /** From 0 up to, but not, 1. */
  next(): number;
  state: number;
}

/** The splitmix32 generator: small, and more than random enough for ids and for chance. */
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
