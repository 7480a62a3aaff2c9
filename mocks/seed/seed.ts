/** What a mock starts with. */
import type { MockDatabase } from '../store/handles.ts';
import { type Insertions, type TableName, tableNames } from '../store/schema.ts';
import type { Build } from './build.ts';

/** Rows by table. Tables are filled so that rows may refer to those of any table before theirs. */
export type SeedRows = { readonly [Name in TableName]?: readonly Insertions[Name][] };

/** What a mock starts with: rows, or a function that inserts or builds them. */
export type Seed = SeedRows | ((db: MockDatabase, build: Build) => void);

/** Fills the tables. */
export function plant(seed: Seed, db: MockDatabase, build: Build): void {
  if (typeof seed === 'function') {
    const returned: unknown = seed(db, build);
    // What it would insert later would not be in what `reset` goes back to.
    if (returned instanceof Promise) throw new TypeError('seed: expected a function that is done when it returns');
    return;
  }
  const insertAll = <Name extends TableName>(name: Name) => {
    for (const row of seed[name] ?? []) db[name].insert(row);
  };
  const unknown = Object.keys(seed).filter((name) => !tableNames.some((known) => known === name));
  if (unknown.length > 0)
    throw new TypeError(`seed: no table ${unknown.join(', ')}; there are ${tableNames.join(', ')}`);
  tableNames.forEach(insertAll);
}
