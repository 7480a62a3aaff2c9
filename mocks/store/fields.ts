import { isObject } from '../shared/is-object.ts';
import { column } from './column.ts';
import { metadata } from './metadata.ts';
import type { TableName } from './row-types.ts';

/** Writes UUIDs in lower case, as they are stored, and removes duplicates from lists of them. */
export function normalizeIds<Fields extends object>(table: TableName, fields: Fields): Fields {
  let normalized = fields;
  for (const name of metadata[table].uuidColumns) {
    const value = column(fields, name);
    const own = Array.isArray(value) ? uniqueIds(value) : lowerCase(value);
    if (own !== value) normalized = { ...normalized, [name]: own };
  }
  return normalized;
}

/** Returns the ids without duplicates, or the same list if it has none and they are in lower case. */
function uniqueIds(ids: readonly unknown[]): readonly unknown[] {
  const unique = new Set(ids.map(lowerCase));
  return unique.size === ids.length && ids.every((id) => unique.has(id)) ? ids : [...unique];
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** Returns a row with changes. Groups are merged, other values are replaced, and undefined changes nothing. */
export function mergeFields<T extends object>(row: T, changes: object): T {
  return { ...row, ...changedFields(row, changes) };
}

/** Returns the new values of the fields that changes contain. */
export function changedFields(row: object, changes: object): Readonly<Record<string, unknown>> {
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    const before = isObject(value) ? column(row, name) : undefined;
    changed[name] = isObject(value) && isObject(before) ? mergeFields(before, value) : value;
  }
  return changed;
}
