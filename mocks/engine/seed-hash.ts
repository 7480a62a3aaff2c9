import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { hashText } from '../shared/random.ts';
import type { CellDefinition } from '../state/cell.ts';
import type { EngineOptions } from './options.ts';

type Seed = EngineOptions['seed'];

/** Returns a hash of a seed. Functions are compared by their text: what they call may change unnoticed. */
export function hashSeed(seed: Seed): number {
  return hashText(typeof seed === 'function' ? String(seed) : JSON.stringify(seed));
}

/** The hash of the seed of the stored records. Undefined for that of the options, which is hashed only to be stored. */
export function seedCell(seed: Seed): CellDefinition<number | undefined> {
  return {
    initial: undefined,
    json: {
      save: (hash) => hash ?? hashSeed(seed),
      load: (saved) => parseOptions(wholeNumber(0), saved, 'seed'),
    },
  };
}
