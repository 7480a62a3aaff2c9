import { preview } from '../../src/contract/printable.ts';
import { isObject } from '../shared/json.ts';
import { InvalidRecordError } from './errors.ts';
import type { Rows, TableName } from './row-types.ts';

/** A table whose name is known only at run time. It validates its arguments. */
export interface UntypedTable {
  insert(row: object): Rows[TableName];
  update(id: string, changes: object): Rows[TableName];
  delete(id: string): boolean;
  get(id: string): Rows[TableName] | undefined;
  list(where?: object): readonly Rows[TableName][];
}

/**
 * Returns the fields of a row in JSON. The table validates them.
 *
 * @throws An {@link InvalidRecordError} if the value is not an object.
 */
export function parseRow(name: TableName, value: unknown): object {
  if (!isObject(value)) throw new InvalidRecordError(name, [{ path: '', message: 'must be an object with fields' }]);
  return value;
}

/**
 * Returns the id of a row.
 *
 * @throws A TypeError if JavaScript passes something else.
 */
export function assertId(name: TableName, id: unknown): string {
  if (typeof id === 'string') return id;
  throw new TypeError(`${name}: id must be a string, received ${preview(id)}`);
}
