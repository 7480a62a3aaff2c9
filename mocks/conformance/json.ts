import type * as z from 'zod/mini';
import { validate } from '../../src/contract/validate.ts';
import { isObject } from '../shared/json.ts';
import { isUuid } from '../shared/uuid.ts';

/** A JSON object. */
export type Json = Record<string, unknown>;

/** The objects of an array; nothing for a value that is not an array. */
export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The strings of an array; nothing for a value that is not an array. */
export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** A field of an object if it is a string, or an empty string. */
export function textOf(value: unknown, field: string): string {
  const text = isObject(value) ? value[field] : undefined;
  return typeof text === 'string' ? text : '';
}

/** The `data` of a response body. */
export function dataOf(json: unknown): unknown {
  return isObject(json) ? json['data'] : undefined;
}

/** The text of an error body; empty if the body has none. */
export function errorOf(json: unknown): string {
  return textOf(json, 'error');
}

/** The details of an error body. Null is as good as none. */
export function detailsOf(json: unknown): unknown {
  return (isObject(json) ? json['details'] : undefined) ?? undefined;
}

/** The type of a JSON value, which can be a redacted one. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value === '<number>' ? 'number' : typeof value;
}

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

/** The leaves of a value by their wire paths: `shipping[weight]`. Arrays are leaves. */
export function leavesOf(value: Json, prefix = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [key, item] of Object.entries(value)) {
    const path = prefix === '' ? key : `${prefix}[${key}]`;
    if (isObject(item)) for (const [inner, leaf] of leavesOf(item, path)) leaves.set(inner, leaf);
    else leaves.set(path, item);
  }
  return leaves;
}

/** Whether two responses show the same value: the order of links and the form of timestamps are not specified. */
export function isEquivalent(a: unknown, b: unknown): boolean {
  return isEqual(simplify(a), simplify(b));
}

function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return sortValues(value.map(simplify));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, simplify(item)]));
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return Math.floor(Date.parse(value) / 1000);
  return isUuid(value) ? value.toLowerCase() : value;
}

/**
 * Validates the JSON of a file that an earlier run wrote.
 *
 * @throws A TypeError with the first problem.
 */
export function parseFile<S extends z.ZodMiniType>(schema: S, value: unknown, subject: string): z.output<S> {
  const result = validate(schema, value);
  if (result.ok) return result.value;
  const [first] = result.issues;
  throw new TypeError(`${subject}: ${[first?.path, first?.message].filter(Boolean).join(' ')}`);
}
