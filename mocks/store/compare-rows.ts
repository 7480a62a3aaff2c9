import { preview } from '../../src/contract/printable.ts';
import { column } from './fields.ts';
import { positionOf } from './positions.ts';

/** Values that rows must have, or a function that returns whether a row matches. */
export type Where<Row> = Partial<Row> | ((row: Row) => boolean);

/**
 * Returns the function that returns whether a row matches.
 *
 * @throws A TypeError if JavaScript passes something else.
 */
export function matchingRows<Row extends object>(where: Where<Row>): (row: Row) => boolean {
  if (typeof where === 'function') return where;
  if (typeof where !== 'object' || where === null) {
    throw new TypeError(`where: must be an object of values or a function, received ${preview(where)}`);
  }
  const values = Object.entries(where);
  return (row) => values.every(([field, value]) => isSameValue(column(row, field), value));
}

/** Whether two JSON values are equal. Fields may have another order. */
function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const names = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameValue(column(a, name), column(b, name)))
  );
}

/** Whether two versions of a row are equal, with the same order of fields and the same position. */
export function isSameRow(a: object | undefined, b: object | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  // Most changes move this column, which is faster to compare.
  if (column(a, 'updated_at') !== column(b, 'updated_at') || positionOf(a) !== positionOf(b)) return false;
  return isSameJson(a, b);
}

function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const entries = Object.entries(b);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    Object.keys(a).length === entries.length &&
    Object.entries(a).every(([key, value], at) => key === entries[at]?.[0] && isSameJson(value, entries[at]?.[1]))
  );
}
