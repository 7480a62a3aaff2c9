import type { MockServer } from '../../engine/create-mock-server.ts';
import { HttpError } from '../../shared/http-error.ts';
import { parseRow, type UntypedTable } from '../../store/json-rows.ts';
import { isTableName, mapTables, metadata, tableNames } from '../../store/metadata.ts';
import { unknownRow } from '../../store/mock-database.ts';
import type { TableName } from '../../store/row-types.ts';
import { created, defineRoutes, ok } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import { assertParameters } from '../query.ts';
import { queryRows } from './query-rows.ts';
import { findReferences } from './references.ts';

/** The rows of all tables. */
export function databaseRoutes(mock: MockServer) {
  const { db } = mock;
  return defineRoutes({
    'GET /db': () => ok({ tables: countRows(db) }),
    'GET /db/{table}?{field}': ({ params, query }) => ok({ rows: findRows(db, params.table, query) }),
    'POST /db/{table}': ({ params, json }) => {
      const { name, table } = findTable(db, params.table);
      return created(table.insert(parseRow(name, json)));
    },
    'POST /db/{table}/query': ({ params, json }) => {
      const { name, table } = findTable(db, params.table);
      return ok(queryRows(name, table, json));
    },
    'GET /db/{table}/{id}': ({ params }) => ok(findRow(db, params).row),
    'GET /db/{table}/{id}/references': ({ params }) => {
      const { name, row } = findRow(db, params);
      return ok(findReferences(mock, name, row.id));
    },
    'PATCH /db/{table}/{id}': ({ params, json }) => {
      const { name, table } = findRow(db, params);
      return ok(table.update(params.id, parseRow(name, json)));
    },
    'DELETE /db/{table}/{id}': ({ params }) => {
      findRow(db, params).table.delete(params.id);
      return ok({ deleted: true });
    },
  });
}

/** Returns the number of rows in each table. */
export function countRows(db: MockServer['db']): Readonly<Record<TableName, number>> {
  return mapTables((name) => db[name].size);
}

/**
 * Returns a table by its name.
 *
 * @throws A {@link HttpError} with status 404 if there is no such table.
 */
function findTable(db: MockServer['db'], name: string): { readonly name: TableName; readonly table: UntypedTable } {
  if (!isTableName(name)) {
    throw new HttpError(404, `Unknown table "${name}". Valid tables: ${tableNames.join(', ')}.`);
  }
  return { name, table: db[name] };
}

/** Finds the rows whose fields have the values of the query. */
function findRows(db: MockServer['db'], tableName: string, query: URLSearchParams): readonly object[] {
  const { name, table } = findTable(db, tableName);
  const { columns, hasOpenFields } = metadata[name];
  if (!hasOpenFields) assertParameters(query, columns);
  const wanted = [...query];
  return table.list().filter((row) => wanted.every(([field, value]) => String(Reflect.get(row, field)) === value));
}

function findRow(db: MockServer['db'], { table: tableName, id }: { readonly table: string; readonly id: string }) {
  const { name, table } = findTable(db, tableName);
  const row = table.get(id);
  if (!row) throw notFound(unknownRow(name, id));
  return { name, table, row };
}
