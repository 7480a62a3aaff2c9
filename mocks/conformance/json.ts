import type * as z from 'zod/mini';
import { validate } from '../../src/contract/validate.ts';
import { isObject } from '../shared/json.ts';

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

/** The record in the `data` of a response body; without fields if the data is none. */
export function recordIn(json: unknown): Json {
  const data = dataOf(json);
  return isObject(data) ? data : {};
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
