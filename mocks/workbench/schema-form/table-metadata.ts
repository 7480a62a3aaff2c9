import { signal } from '@preact/signals';
import * as z from 'zod/mini';
import { type FieldDescription, fieldsOf } from '../../../src/contract/describe-schema.ts';
import { recordLabel } from '../../../src/contract/endpoint.ts';
import type { ControlTable } from '../../control-api/routes/database.ts';
import { readField } from '../../shared/json.ts';
import { describeTable } from '../../store/describe-table.ts';
import { isTableName, metadata, type TableMetadata } from '../../store/metadata.ts';
import type { TableName } from '../../store/row-types.ts';
import { workspaceColumns } from '../../store/specified-tables.ts';
import { defaultsFromJsonSchema, fieldsFromJsonSchema } from './from-json-schema.ts';

/** A table of the user's mock. */
interface OwnTable extends ControlTable {
  /** The columns of the rows that it has. */
  readonly columns: readonly string[];
}

/**
 * The tables of the user's mock, by their names. A signal, because a new row can bring new columns. All mocks of a page
 * share it: for tables with the same name, the forms follow the mock that was shown last, and each mock checks what it
 * gets.
 */
const own = signal<ReadonlyMap<string, TableMetadata<TableName>>>(new Map());

export function addOwnTables(tables: readonly OwnTable[]): void {
  own.value = new Map([...own.peek(), ...tables.map((table) => [table.name, describeOwnTable(table)] as const)]);
}

/** Returns the definition of a table, which may be one of the user's mock. */
export function metadataOf(name: TableName): TableMetadata<TableName> {
  if (isTableName(name)) return metadata[name] as TableMetadata<TableName>;
  return own.value.get(name) ?? describeOwnTable({ name, references: {}, schema: {}, columns: [] });
}

function describeOwnTable({ name, references, columns, ...given }: OwnTable): TableMetadata<TableName> {
  const schema: Readonly<Record<string, unknown>> = { ...given.schema };
  const fields = fieldsFromJsonSchema(schema, true);
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
  const tables = [...Object.values(metadata), ...own.value.values()];
  return tables.find(({ foreignKeys }) => Object.hasOwn(foreignKeys, field))?.foreignKeys[field];
}
