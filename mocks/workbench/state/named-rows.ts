import type { RowQuery } from '../../control-api/routes/query-rows.ts';
import { type FindRow, labelOf, namingColumns } from '../../store/fields.ts';
import type { TableName } from '../../store/row-types.ts';
import type { FoundRow, Row, Session } from './session.ts';

/** A row and the text by which a person knows it. */
export interface NamedRow {
  readonly row: Row;
  readonly name: string;
}

/** Whether the names of a table's rows depend on other rows. */
export function isNamedByOthers(table: string): table is 'prices' {
  return table === 'prices';
}

/** Returns the rows of a table that match a query, with their names. */
export async function queryNamedRows(
  { control }: Session,
  table: TableName,
  query: RowQuery<Row>,
): Promise<readonly NamedRow[]> {
  const include = isNamedByOthers(table) ? Object.keys(namingColumns) : [];
  const { rows, included = {} } = await control.call('POST /db/{table}/query', {
    params: { table },
    body: { ...query, include },
  });
  const find: FindRow = (name, id) => included[name]?.find((row) => row.id === id);
  return rows.map((row: Row) => ({ row, name: labelOf(row, find) }));
}

/** Adds the names of rows that a search found. */
export async function withNames(
  session: Session,
  results: readonly FoundRow[],
): Promise<readonly (FoundRow & NamedRow)[]> {
  const ids = results.filter(({ table }) => isNamedByOthers(table)).map(({ row }) => row['id']);
  const named = ids.length === 0 ? [] : await queryNamedRows(session, 'prices', { where: { id: { in: ids } } });
  const names = new Map(named.map(({ row, name }) => [row['id'], name]));
  return results.map((result) => ({ ...result, name: names.get(result.row['id']) ?? labelOf(result.row) }));
}
