/** Rows as JSON brings them: for the control API, and for seeds in files. */
import * as z from 'zod/mini';
import { isObject } from '../shared/is-object.ts';
import { InvalidRecordError } from './database.ts';
import { schema, type TableName, tableNames } from './schema.ts';

/** A table whose name was not known beforehand. It checks what it is given. */
export interface UntypedTable {
  insert(row: object): object;
  update(id: string, changes: object): object;
  delete(id: string): boolean;
  get(id: string): object | undefined;
  list(): readonly object[];
}

/** Whether there is such a table. */
export function isTableName(name: string): name is TableName {
  return tableNames.some((known) => known === name);
}

/** The fields of a table's rows. */
export function fieldsOf(name: TableName): readonly string[] {
  const { row } = schema[name];
  return row instanceof z.ZodMiniObject ? Object.keys(row.shape) : [];
}

/**
 * The fields of a row in JSON. The table checks them.
 *
 * @throws InvalidRecordError for anything but an object, or for one that would replace its prototype.
 */
export function parseRow(name: TableName, value: unknown): object {
  if (!isObject(value)) throw new InvalidRecordError(name, [{ path: '', message: 'expected an object' }]);
  // Which zod passes over.
  if (Object.hasOwn(value, '__proto__')) {
    throw new InvalidRecordError(name, [{ path: '__proto__', message: 'is not a known field' }]);
  }
  return value;
}
