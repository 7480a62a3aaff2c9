import * as z from 'zod/mini';
import { type FieldDescription, fieldsOf } from '../../../src/contract/describe-schema.ts';
import type { ControlTable } from '../../control-api/routes/tables.ts';
import { readField } from '../../shared/json.ts';
import { recordLabel } from '../../shared/own-operation.ts';
import { describeTable } from '../../store/describe-table.ts';
import { isTableName, metadata, type TableMetadata } from '../../store/metadata.ts';
import type { TableName } from '../../store/row-types.ts';
import { workspaceColumns } from '../../store/specified-tables.ts';
import { defaultsFromJsonSchema, fieldsFromJsonSchema } from './from-json-schema.ts';

/**
 * The tables of the user's mock, by their names. All mocks of a page share the map: for tables with the same name, the
 * forms follow the mock that was shown last, and each mock checks what it gets.
 */
const own = new Map<string, TableMetadata<TableName>>();

/** Describes tables of the user's mock. `columns` are those of the rows that the table has. */
export function addOwnTables(tables: readonly (ControlTable & { readonly columns: readonly string[] })[]): void {
  for (const { name, references, schema, columns } of tables) {
    own.set(name, describeOwnTable(name, references, { ...schema }, columns));
  }
}

/** Returns the definition of a table, which may be one of the user's mock. */
export function metadataOf(name: TableName): TableMetadata<TableName> {
  if (isTableName(name)) return metadata[name] as TableMetadata<TableName>;
  return own.get(name) ?? describeOwnTable(name, {}, {}, []);
}

function describeOwnTable(
  name: string,
  references: Readonly<Record<string, string>>,
  schema: Readonly<Record<string, unknown>>,
  columns: readonly string[],
): TableMetadata<TableName> {
  const fields = fieldsFromJsonSchema(schema);
  const { id, ...others } = workspaceColumns;
  const row = z.looseObject({ id, ...fields, ...others });
  const table = describeTable(recordLabel(name), row, { defaults: {}, foreignKeys: {} });
  const described: object = {
    ...table,
    columns: [...new Set(['id', ...Object.keys(fields), ...Object.keys(references), ...columns, ...table.columns])],
    defaults: defaultsFromJsonSchema(schema),
    // Without a schema, there is no form.
    hasOpenFields: Object.keys(fields).length === 0,
    hasOwnSchema: true,
    foreignKeys: references,
  };
  // The types of the store know only the tables of the specification.
  return described as TableMetadata<TableName>;
}

/** Describes a column of a table. Undefined if its schema does not have the column. */
export function describeColumn(table: TableName, name: string): FieldDescription | undefined {
  return readField(fieldsOf(metadataOf(table).row), name);
}

/** Returns the table whose ids a field contains: `customers` for `customer_id`. */
export function tableOfField(field: string): TableName | undefined {
  const tables = [...Object.values(metadata), ...own.values()];
  return tables.find(({ foreignKeys }) => Object.hasOwn(foreignKeys, field))?.foreignKeys[field];
}
