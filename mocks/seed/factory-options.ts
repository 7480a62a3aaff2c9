import { preview } from '../../src/contract/validate.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import type { TableName } from '../store/row-types.ts';

/** @throws A TypeError if an option of a factory is unknown, or if the traits are not an array. */
export function checkFactoryOptions(table: TableName, options: { readonly traits?: unknown }): void {
  assertOptionNames(table, options, { traits: true });
  const { traits = [] } = options;
  if (!Array.isArray(traits)) throw new TypeError(`${table}.traits: must be an array, received ${preview(traits)}`);
}
