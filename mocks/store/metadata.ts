import type * as z from 'zod/mini';
import { listValid } from '../../src/contract/unknown-name.ts';
import type { Rows, TableName } from './row-types.ts';
import { tables } from './specified-tables.ts';

/** The definition of a table, as generic code uses it. */
export interface TableMetadata<Name extends TableName> {
  /** The name of one record, as in `<Label> not found`. */
  readonly label: string;
  /** The schema of a row. */
  readonly row: z.ZodMiniType<Rows[Name]>;
  /** The schema of some columns of a row. */
  readonly changes: z.ZodMiniType<object>;
  /** The schema of each column. */
  readonly fields: Readonly<Record<string, z.core.$ZodType>>;
  /** The schema of each column, also those that only {@link row} checks, as far as they are known. */
  readonly declaredFields: Readonly<Record<string, z.core.$ZodType>>;
  readonly columns: readonly string[];
  /** Each column with its default, or undefined if it has none. */
  readonly template: object;
  /** Whether a row may have other fields too. */
  readonly hasOpenFields: boolean;
  /** The columns that rows can have. Undefined if they are not known. */
  readonly knownColumns: readonly string[] | undefined;
  /** Whether {@link row} checks more than {@link fields}, because the table is one of your own. */
  readonly hasOwnSchema: boolean;
  /** The columns that hold a UUID or a list of UUIDs. */
  readonly uuidColumns: readonly string[];
  /** The columns that hold a timestamp. */
  readonly timestampColumns: readonly string[];
  /** The columns whose content is any JSON of the caller, for example the tiers of a price. */
  readonly freeColumns: readonly string[];
  readonly defaults: Partial<Rows[Name]>;
  /** The tables that columns refer to, except `workspace_id`. */
  readonly foreignKeys: Readonly<Record<string, TableName>>;
  readonly uniqueApiName: boolean;
  /** The foreign keys whose target a row is deleted with. */
  readonly deletedWith: readonly string[];
}

/** The definitions of the tables of the specification. A table refers only to itself and to tables above it. */
export const metadata: { readonly [Name in TableName]: TableMetadata<Name> } = tables;

/** The names of the tables of the specification, in the order of {@link metadata}. */
export const tableNames = Object.keys(metadata) as readonly TableName[];

/** Whether a table of the specification has a name. */
export function isTableName(name: string): name is TableName {
  return Object.hasOwn(metadata, name);
}

/** Returns the name of a table that is given by its name or by its definition. */
export function tableNameOf(table: string | { readonly name: string }): TableName {
  return (typeof table === 'string' ? table : table.name) as TableName;
}

/** Describes a name that is not the name of a table. */
export function describeUnknownTable(name: string, names: readonly string[] = tableNames): string {
  return `Unknown table "${name}".${listValid('tables', name, names)}`;
}

/**
 * Creates a value for each table of the specification. TypeScript cannot infer the type of `Object.fromEntries`, so the
 * caller names it.
 */
export function mapTables<Of extends Record<TableName, unknown>>(create: (name: TableName) => unknown): Of {
  return Object.fromEntries(tableNames.map((name) => [name, create(name)])) as Of;
}
