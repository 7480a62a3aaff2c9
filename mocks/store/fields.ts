import { isObject } from '../shared/is-object.ts';
import { column } from './column.ts';
import { metadata } from './metadata.ts';
import type { TableName } from './row-types.ts';

/** Writes UUIDs in lower case, as they are stored, and removes duplicates from lists of them. */
export function normalizeIds<Fields extends object>(table: TableName, fields: Fields): Fields {
  let normalized = fields;
  for (const name of metadata[table].uuidColumns) {
    const value = column(fields, name);
    const own = Array.isArray(value) ? [...new Set(value.map(lowerCase))] : lowerCase(value);
    if (String(own) !== String(value)) normalized = { ...normalized, [name]: own };
  }
  return normalized;
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** Returns a row with changes. Groups are merged, other values are replaced, and undefined changes nothing. */
export function mergeFields<T extends object>(row: T, changes: object): T {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    const before = isObject(value) ? column(row, name) : undefined;
    merged[name] = isObject(value) && isObject(before) ? mergeFields(before, value) : value;
  }
  return { ...row, ...merged };
}
