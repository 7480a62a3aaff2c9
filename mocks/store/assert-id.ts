import { preview } from '../../src/contract/validate.ts';
import type { TableName } from './row-types.ts';

/**
 * Returns the id of a row.
 *
 * @throws A TypeError if JavaScript passes something else.
 */
export function assertId(name: TableName, id: unknown): string {
  if (typeof id === 'string') return id;
  throw new TypeError(`${name}: id must be a string, received ${preview(id)}`);
}
