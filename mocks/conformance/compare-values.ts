import { parseTimestamp } from '../../src/contract/timestamp.ts';
import { isObject } from '../shared/json.ts';
import { isUuid } from '../store/ids.ts';

/** JSON with sorted keys, so that equal values have equal texts. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, item: unknown) =>
      isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
    ) ?? 'undefined'
  );
}

/** Whether two JSON values are equal, whatever the order of their keys. */
export function isEqual(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b);
}

/** Sorts JSON values whose order does not matter. */
export function sortValues(values: readonly unknown[]): unknown[] {
  return [...values].sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
}

/** Whether two responses show the same value: the order of links and the form of timestamps are not specified. */
export function isEquivalent(a: unknown, b: unknown): boolean {
  return isEqual(simplify(a), simplify(b));
}

function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return sortValues(value.map(simplify));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, simplify(item)]));
  if (typeof value !== 'string') return value;
  const time = parseTimestamp(value);
  if (time !== undefined) return Math.floor(time / 1000);
  return isUuid(value) ? value.toLowerCase() : value;
}
