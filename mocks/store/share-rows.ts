import type { DatabaseSnapshot } from './database.ts';
import { mapTables } from './metadata.ts';
import type { Rows as RowTypes, TableName } from './row-types.ts';
import { Rows } from './rows.ts';

/** Returns stored rows that share those of their seed, or those of other stored mocks, as far as they are equal. */
export function shareRows(stored: DatabaseSnapshot, seed: DatabaseSnapshot): DatabaseSnapshot {
  const share = <Name extends TableName>(name: Name) => Rows.sharing<RowTypes[Name]>(stored[name], seed[name]);
  return mapTables(share);
}
