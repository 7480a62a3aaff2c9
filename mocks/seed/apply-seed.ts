import { preview } from '../../src/contract/printable.ts';
import { isObject } from '../shared/json.ts';
import type { Database } from '../store/database.ts';
import type { MockDatabase } from '../store/mock-database.ts';
import type { Factories } from './factories.ts';
import { importRows } from './import-rows.ts';
import { atLines } from './row-lines.ts';
import type { Seed } from './seed.ts';

/** The mock that a seed fills. */
interface SeededMock {
  readonly database: Database;
  readonly db: MockDatabase;
  readonly factories: { readonly create: Factories };
  /** The workspace of rows that do not name one. */
  readonly workspace: string;
}

/**
 * Fills the tables.
 *
 * @throws An {@link InvalidRecordError} for the first table with invalid rows, or a TypeError if the seed is no seed.
 */
export function applySeed(seed: Seed, mock: SeededMock): void {
  if (typeof seed === 'function') {
    const returned: unknown = seed(mock.db, mock.factories.create);
    // Rows inserted later would be missing from the state that `reset()` restores.
    if (returned instanceof Promise) throw new TypeError('seed: must be a synchronous function, received a promise');
    return;
  }
  if (!isObject(seed)) throw new TypeError(describeWrongSeed(seed));
  try {
    importRows(mock.database, seed, {}, { subject: 'seed', workspace: mock.workspace });
  } catch (error) {
    throw atLines(error, seed);
  }
}

function describeWrongSeed(seed: unknown): string {
  const problem = 'seed: must be a function, rows by table or a snapshot, received';
  if (typeof seed !== 'string') return `${problem} ${String(seed)}`;
  // On the command line, a seed has a name.
  return `${problem} ${preview(seed)}. Import it: import { demo } from 'masterdata-sdk/mock'.`;
}
