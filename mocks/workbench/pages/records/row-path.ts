import type { TableName } from '../../../store/row-types.ts';

/** Returns the path of a row in the control API. */
export function rowPath(table: TableName, id: string): string {
  return `db/${table}/${encodeURIComponent(id)}`;
}
