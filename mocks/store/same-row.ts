import { column, isSameValue } from './fields.ts';
import { positionOf } from './row-order.ts';

/** Whether two versions of a row are equal, with the same order of fields and the same position. */
export function isSameRow(a: object | undefined, b: object | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  return positionOf(a) === positionOf(b) && hasSameFields(a, b);
}

/** Whether two versions of a row have the same fields in the same order. */
export function hasSameFields(a: object, b: object): boolean {
  // Most changes move this column, which is faster to compare.
  return column(a, 'updated_at') === column(b, 'updated_at') && isSameValue(a, b, true);
}
