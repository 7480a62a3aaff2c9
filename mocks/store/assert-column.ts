import { metadata } from './metadata.ts';
import type { TableName } from './row-types.ts';

/** @throws A TypeError if rows of a table cannot have a column. */
export function assertColumn(name: TableName, column: string): void {
  const { columns, hasOpenFields } = metadata[name];
  if (hasOpenFields || columns.includes(column)) return;
  throw new TypeError(`Unknown column "${column}" of ${name}. Valid columns: ${columns.join(', ')}.`);
}
