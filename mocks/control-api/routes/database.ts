import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { HttpError } from '../../shared/http-error.ts';
import { isObject } from '../../shared/json.ts';
import { unknownRow } from '../../store/errors.ts';
import { column, omit } from '../../store/fields.ts';
import { describeUnknownTable, type TableMetadata } from '../../store/metadata.ts';
import type { Rows, TableName } from '../../store/row-types.ts';
import { parseRow, type UntypedTable } from '../../store/table-arguments.ts';
import type { TableSchema } from '../../store/table-schema.ts';
import { body, type ControlBody, type ControlHandlers, defineRoutes, optionalBody } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import { assertParameters } from '../request-input.ts';
import {
  deleted,
  freeForm,
  jsonObject,
  list,
  loadToJsonSchema,
  row,
  rowCounts,
  rowFields,
  tableName,
} from '../schemas.ts';
import { imported } from './import.ts';
import { type IncludedRows, queryRows, querySchema } from './query-rows.ts';
import { findReferences, rowReferences } from './references.ts';

const inTable = { table: tableName };

/** The fields of a row. The table validates them, so that a row that does not exist is reported first. */
const fields = { schema: rowFields, isOptional: false, parse: (json) => json } satisfies ControlBody;

const includedRows = z
  .custom<IncludedRows>(isObject)
  .check(z.meta({ type: 'object', additionalProperties: { type: 'array', items: freeForm } }));

const updatedFields = z.strictObject({ ids: list(z.string()), fields: jsonObject() });

export const databaseRoutes = defineRoutes({
  'GET /db': {
    name: 'db.count',
    description: 'Returns the number of rows in each table.',
    response: z.object({ tables: rowCounts }),
  },
  'GET /db/{table}': {
    name: 'db.list',
    description: 'Returns the rows of a table whose fields have the values in the query.',
    params: inTable,
    query: z.catchall(z.object({}), z.string()),
    response: z.object({ rows: list(row) }),
  },
  'POST /db/{table}': {
    name: 'db.insert',
    description: 'Inserts a row with any fields that the table accepts.',
    params: inTable,
    body: fields,
    status: 201,
    response: row,
  },
  'PATCH /db/{table}': {
    name: 'db.updateAll',
    description: 'Changes the same fields of several rows: of all of them, or of none if one is not valid.',
    params: inTable,
    body: body(updatedFields, 'update'),
    response: imported,
  },
  'POST /db/{table}/query': {
    name: 'db.query',
    description: 'Returns the rows that match a query, sorted: all of them, or a page.',
    params: inTable,
    body: optionalBody(querySchema, 'query'),
    response: z.object({
      rows: list(row),
      total: z.number(),
      included: z.exactOptional(includedRows),
      cursor: z.exactOptional(z.string()),
    }),
  },
  'GET /db/{table}/{id}': { name: 'db.get', description: 'Returns a row.', params: inTable, response: row },
  'GET /db/{table}/{id}/references': {
    name: 'db.references',
    description: 'Returns the rows that refer to a row, and whether the row can be deleted.',
    params: inTable,
    response: rowReferences,
  },
  'PATCH /db/{table}/{id}': {
    name: 'db.update',
    description: 'Changes the given fields of a row.',
    params: inTable,
    body: fields,
    response: row,
  },
  'DELETE /db/{table}/{id}': {
    name: 'db.delete',
    description: 'Deletes a row, unless other rows refer to it.',
    params: inTable,
    response: deleted,
  },
});

/** Handles the rows of all tables. */
export function handleDatabase(mock: MockServer, schema: TableSchema): ControlHandlers<typeof databaseRoutes> {
  const { db } = mock;
  const tableOf = (name: string): UntypedTable => {
    if (!schema.has(name)) throw new HttpError(404, describeUnknownTable(name, schema.names));
    return db[name];
  };
  const findRow = ({ table, id }: { readonly table: TableName; readonly id: string }) => {
    const found = tableOf(table).get(id);
    if (!found) throw notFound(unknownRow(table, id));
    return found;
  };
  return {
    'GET /db': () => ({ tables: countRows(db) }),
    'GET /db/{table}': ({ params: { table }, query }) => ({
      rows: findRows(tableOf(table), schema.metadata[table], query),
    }),
    'POST /db/{table}': ({ params: { table }, body }) => tableOf(table).insert(parseRow(table, body)),
    'PATCH /db/{table}': ({ params: { table }, body: { ids, fields } }) => {
      if (Object.hasOwn(fields, 'id')) throw new TypeError('update: fields: must not contain the id');
      const unique = new Set(ids.map((id) => findRow({ table, id }).id));
      const rows = Array.from(unique, (id) => ({ ...fields, id }));
      // It can be undone, like an import.
      return omit(mock.importRows({ [table]: rows }, { existing: 'update' }), 'undo');
    },
    'POST /db/{table}/query': ({ params: { table }, body }) => queryRows(table, tableOf, schema, body),
    'GET /db/{table}/{id}': ({ params }) => findRow(params),
    'GET /db/{table}/{id}/references': ({ params }) => findReferences(mock, schema, params.table, findRow(params).id),
    'PATCH /db/{table}/{id}': ({ params, body }) => {
      const { id } = findRow(params);
      return tableOf(params.table).update(id, parseRow(params.table, body));
    },
    'DELETE /db/{table}/{id}': ({ params }) => {
      tableOf(params.table).delete(findRow(params).id);
      return { deleted: true };
    },
  };
}

/** Returns the number of rows in each table. */
export function countRows(db: MockServer['db']): Readonly<Record<TableName, number>> {
  return Object.fromEntries(Object.entries(db).map(([name, { size }]) => [name, size])) as Record<TableName, number>;
}

/** Finds the rows whose fields have the values of the query. */
function findRows(
  table: UntypedTable,
  { columns, hasOpenFields }: TableMetadata<TableName>,
  query: Readonly<Record<string, string>>,
): readonly Rows[TableName][] {
  if (!hasOpenFields) assertParameters(Object.keys(query), columns);
  const wanted = Object.entries(query);
  return table
    .list()
    .filter((row) => wanted.every(([name, value]) => Object.hasOwn(row, name) && String(column(row, name)) === value));
}

const table = z.object({
  name: z.string(),
  /** The tables that columns refer to. */
  references: z.record(z.string(), z.string()),
  /** The JSON Schema of a row as callers write it. Empty if the library of the schema has none. */
  schema: jsonObject(),
});

/** A table that the specification does not have. */
export interface ControlTable extends z.output<typeof table> {}

export const tableRoutes = defineRoutes({
  'GET /tables': {
    name: 'tables.list',
    description: 'Lists the tables of the mock that the specification does not have, with the schemas of their rows.',
    response: z.object({ tables: list(table) }),
  },
});

/** Handles the tables that the specification does not have. */
export function handleTables({ tables }: MockServer): ControlHandlers<typeof tableRoutes> {
  return {
    'GET /tables': async () => {
      const toJsonSchema = await loadToJsonSchema();
      return { tables: tables.map(({ name, references, row }) => ({ name, references, schema: toJsonSchema(row) })) };
    },
  };
}
