import { type Row, RowMap } from './row-map.ts';
import type { Rows, TableName } from './row-types.ts';
import { Table } from './table.ts';
import type { TableSchema } from './table-schema.ts';

/** The rows of every table at one moment. */
export type DatabaseSnapshot = { readonly [Name in TableName]: ReadonlyMap<string, Rows[Name]> };

/** The tables, only for reading. */
export interface ReadableTables {
  readonly schema: TableSchema;
  table<Name extends TableName>(name: Name): Table<Rows[Name]>;
}

type OnWrite = (table: TableName, id: string, before: Row | undefined) => void;

/**
 * Creates empty tables, with an index for each foreign key and each unique name.
 *
 * @param onWrite Called after each write with the row before.
 */
export function createTables(
  schema: TableSchema,
  onWrite?: OnWrite,
): { readonly [Name in TableName]: Table<Rows[Name]> } {
  return schema.map((name) => {
    const indexed = schema.foreignKeys[name].map(([field]) => field);
    const columns = schema.metadata[name].uniqueApiName ? ['api_name', ...indexed] : indexed;
    return new Table(columns, onWrite && ((id: string, before: Row | undefined) => onWrite(name, id, before)));
  });
}

/** Restores the rows of every table. */
export function restoreTables(tables: ReadableTables, rows: DatabaseSnapshot): void {
  const restoreTable = <Name extends TableName>(name: Name) => tables.table(name).restore(rows[name]);
  tables.schema.names.forEach(restoreTable);
}

/** Returns the tables of a snapshot. */
export function readTables(schema: TableSchema, rows: DatabaseSnapshot): ReadableTables {
  const tables = createTables(schema);
  const database: ReadableTables = { schema, table: (name) => tables[name] };
  restoreTables(database, rows);
  return database;
}

/** Returns stored rows that share those of their seed, or those of other stored mocks, as far as they are equal. */
export function shareRows(schema: TableSchema, stored: DatabaseSnapshot, seed: DatabaseSnapshot): DatabaseSnapshot {
  return schema.map((name) => RowMap.from<Row>(stored[name]).shareWith(RowMap.from<Row>(seed[name])));
}
