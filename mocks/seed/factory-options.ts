import { preview } from '../../src/contract/printable.ts';
import { assertOptionNames, assertWholeNumber } from '../shared/assert-option-names.ts';
import type { TableName } from '../store/row-types.ts';

/** The largest number of records that one call creates. */
export const maxRecordCount = 100_000;

/**
 * Returns the number of records to create at once.
 *
 * @throws A TypeError if it is not a whole number in range.
 */
export function assertRecordCount(count: unknown): number {
  return assertWholeNumber('count', count, 0, maxRecordCount);
}

/** @throws A TypeError if an option of a factory is unknown, or if the traits are not an array. */
export function checkFactoryOptions(table: TableName, options: { readonly traits?: unknown }): void {
  assertOptionNames(table, options, { traits: true });
  const { traits = [] } = options;
  if (!Array.isArray(traits)) throw new TypeError(`${table}.traits: must be an array, received ${preview(traits)}`);
}
