/** Rows as JSON brings them: for the control API, and for seeds in files. */
import * as z from 'zod/mini';
import type { Issue } from '../../src/contract/check.ts';
import { isObject } from '../is-object.ts';
import { InvalidRecordError } from '../store/database.ts';
import { schema, type TableName, tableNames } from '../store/schema.ts';

/** A table whose name was not known beforehand. It checks what it is given. */
export interface OpenTable {
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
 * The fields of a row in JSON. A field that the table does not have is an error here: in a program the compiler finds
 * it, and the table itself would only leave it out.
 *
 * @throws InvalidRecordError for anything but an object with fields of the table.
 */
export function readFields(name: TableName, value: unknown): object {
  if (!isObject(value)) throw new InvalidRecordError(name, [{ path: '', message: 'expected an object' }]);
  const issues = unknownFields(schema[name].row, value, '');
  if (issues.length > 0) throw new InvalidRecordError(name, issues);
  return value;
}

function unknownFields(row: unknown, value: unknown, path: string): Issue[] {
  // One that has a catchall takes any field.
  if (!(row instanceof z.ZodMiniObject) || row.def.catchall !== undefined || !isObject(value)) return [];
  return Object.entries(value).flatMap(([key, field]) => {
    const at = path === '' ? key : `${path}[${key}]`;
    if (!Object.hasOwn(row.shape, key)) return [{ path: at, message: 'is not a known field' }];
    return unknownFields(row.shape[key], field, at);
  });
}
