/** The parts of the state that belong to the mock as a whole. */
import * as z from 'zod/mini';
import type { OwnToken } from '../controls/tokens.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { hashText } from '../shared/random.ts';
import { readSequences } from '../snapshots/read-snapshot.ts';
import { assertVersion, stateVersion } from '../snapshots/stored-state.ts';
import { type CellDefinition, jsonForm } from '../state/cell.ts';
import type { EngineOptions } from './options.ts';

const ownSchema = z.strictObject({ workspace: z.string(), token: z.optional(z.string()) });

/** The first workspace of the mock, and its token. */
export const ownCell: CellDefinition<OwnToken> = {
  initial: { workspace: '', token: '' },
  json: {
    save: ({ workspace, token, isRevoked }) => (isRevoked ? { workspace } : { workspace, token }),
    load(saved, current) {
      const { workspace, token } = parseOptions(ownSchema, saved, 'mock', ['token']);
      return { workspace, token: token ?? current.token, isRevoked: token === undefined };
    },
  },
};

/** The version of the stored data. */
export const versionCell: CellDefinition<number> = {
  initial: stateVersion,
  json: {
    save: (version) => version,
    load(saved) {
      assertVersion(saved);
      return stateVersion;
    },
  },
};

/** The number of records that each factory has created. */
export const sequencesCell: CellDefinition<Readonly<Record<string, number>>> = {
  initial: {},
  json: { save: (numbers) => numbers, load: (saved) => Object.fromEntries(readSequences(saved)) },
};

type Seed = EngineOptions['seed'];

/** Returns a hash of a seed. Functions are compared by their text: what they call may change unnoticed. */
export function hashSeed(seed: Seed): number {
  return hashText(typeof seed === 'function' ? String(seed) : JSON.stringify(seed));
}

/** The hash of the seed of the stored records. Undefined for that of the options, which is hashed only to be stored. */
export function seedCell(seed: Seed): CellDefinition<number | undefined> {
  return {
    initial: undefined,
    json: { ...jsonForm(wholeNumber(0), 'seed'), save: (hash) => hash ?? hashSeed(seed) },
  };
}
