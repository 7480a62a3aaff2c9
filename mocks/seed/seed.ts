import { preview } from '../../src/contract/printable.ts';
import { listValid } from '../../src/contract/unknown-name.ts';
import { isObject } from '../shared/json.ts';
import type { OwnInsertable, OwnTableName, TableDefinition } from '../store/define-table.ts';
import { InvalidRecordError } from '../store/errors.ts';
import type { DatabaseWith, MockDatabase } from '../store/mock-database.ts';
import type { Insertable, TableName } from '../store/row-types.ts';
import type { TableSchema } from '../store/table-schema.ts';
import { ExternalIds } from './external-ids.ts';
import type { Factories } from './factories.ts';
import { atLines, atRow } from './row-lines.ts';

/** Rows by table. Rows can refer to rows of other tables, because the tables are filled in the order of references. */
export type SeedRows = { readonly [Name in TableName]?: readonly Insertable<Name>[] };

/** The initial data of a mock: rows, or a function that inserts or creates them. */
export type Seed = SeedRows | ((db: MockDatabase, create: Factories) => void);

/** Rows by table of a mock with tables of your own. */
export type SeedRowsWith<Own extends readonly TableDefinition[]> = Own extends readonly []
  ? SeedRows
  : SeedRows & { readonly [Table in Own[number] as OwnTableName<Table>]?: readonly OwnInsertable<Table>[] };

/** The initial data of a mock with tables of your own. */
export type SeedWith<Own extends readonly TableDefinition[]> =
  | SeedRowsWith<Own>
  | ((db: DatabaseWith<Own>, create: Factories) => void);

/** The mock that a seed fills. */
interface SeededMock {
  readonly schema: TableSchema;
  readonly db: MockDatabase;
  readonly create: Factories;
  /** The workspace of rows that do not name one. */
  readonly workspace: string;
}

/** Fills the tables. */
export function applySeed(seed: Seed, { schema, db, create, workspace }: SeededMock): void {
  if (typeof seed === 'function') {
    const returned: unknown = seed(db, create);
    // Rows inserted later would be missing from the state that `reset()` restores.
    if (returned instanceof Promise) throw new TypeError('seed: must be a synchronous function, received a promise');
    return;
  }
  if (typeof seed === 'string') throw new TypeError(describeNamedSeed(seed));
  assertTables('seed', seed, schema.names, 'a function, rows by table or a snapshot');
  const externalIds = new ExternalIds(schema, (name) => db[name].list(), workspace);
  const insertAll = <Name extends TableName>(name: Name) => {
    const rows: readonly Insertable<Name>[] = seed[name] ?? [];
    for (const [index, row] of rows.entries()) insertOne(name, row, index);
  };
  const insertOne = <Name extends TableName>(name: Name, row: Insertable<Name>, index: number) => {
    try {
      db[name].insert(externalIds.resolve(name, row));
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      throw atLines(new InvalidRecordError(name, atRow(`${index}`, error.issues)), seed);
    }
  };
  schema.names.forEach(insertAll);
}

/** Describes a seed that is the name of one, as on the command line. */
function describeNamedSeed(name: string): string {
  const advice = "Import it: import { demo } from 'masterdata-sdk/mock'.";
  return `seed: must be a function, rows by table or a snapshot, received ${preview(name)}. ${advice}`;
}

/** Whether a name next to the tables of a seed is a note for its readers, for example `$schema` or `$placeholders`. */
export function isNote(name: string): boolean {
  return name.startsWith('$');
}

/** @throws A TypeError if JavaScript or JSON passes something else than rows by table. */
export function assertTables(
  subject: string,
  rows: unknown,
  tables: readonly string[],
  expected = 'rows by table',
): asserts rows is SeedRows {
  if (!isObject(rows)) throw new TypeError(`${subject}: must be ${expected}, received ${String(rows)}`);
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
