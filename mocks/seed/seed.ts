import { listValid } from '../../src/contract/unknown-name.ts';
import { isObject } from '../shared/json.ts';
import type { OwnInsertable, OwnTableName, TableDefinition } from '../store/define-table.ts';
import type { DatabaseWith, MockDatabase } from '../store/mock-database.ts';
import type { Insertable, TableName } from '../store/row-types.ts';
import type { Factories } from './factories.ts';

/** Rows by table. Rows can refer to rows of other tables, because the tables are filled in the order of references. */
export type SeedRows = { readonly [Name in TableName]?: readonly Insertable<Name>[] };

/** The initial data of a mock: rows, or a function that inserts or creates them. */
export type Seed = SeedRows | ((db: MockDatabase, create: Factories) => void);

/** Rows by table of a mock with your own tables. */
export type SeedRowsWith<Own extends readonly TableDefinition[]> = Own extends readonly []
  ? SeedRows
  : SeedRows & { readonly [Table in Own[number] as OwnTableName<Table>]?: readonly OwnInsertable<Table>[] };

/** The initial data of a mock with your own tables. */
export type SeedWith<Own extends readonly TableDefinition[]> =
  | SeedRowsWith<Own>
  | ((db: DatabaseWith<Own>, create: Factories) => void);

/** Whether a name next to the tables of a seed is a note for its readers, for example `$schema` or `$placeholders`. */
export function isNote(name: string): boolean {
  return name.startsWith('$');
}

/** @throws A TypeError if JavaScript or JSON passes something else than rows by table. */
export function assertTables(subject: string, rows: unknown, tables: readonly string[]): asserts rows is SeedRows {
  if (!isObject(rows)) throw new TypeError(`${subject}: must be rows by table, received ${String(rows)}`);
  const unknown = Object.keys(rows).filter((name) => !tables.includes(name) && !isNote(name));
  if (unknown.length > 0) {
    const valid = listValid('tables', unknown, tables);
    throw new TypeError(`Unknown table "${unknown.join('", "')}" in ${subject}.${valid}`);
  }
  for (const [name, list] of Object.entries(rows)) {
    if (!isNote(name) && list !== undefined && !Array.isArray(list)) {
      throw new TypeError(`${subject}.${name}: must be an array of rows`);
    }
  }
}
