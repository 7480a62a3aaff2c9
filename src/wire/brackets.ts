/**
 * Converts between nested objects (`{ shipping: { weight: 2 } }`) and the flat bracketed keys of request bodies
 * (`"shipping[weight]": 2`).
 */
import { memberOf, preview, tagOf } from '../contract/printable.ts';
import { BracketKeyError } from '../errors/bracket-key-error.ts';

/** Names that would change the prototype of an object. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** No record has as many levels. Deeper values exceed the stack, or take too long. */
export const maxGroupDepth = 100;

/** A key on the wire: a name, followed by names in brackets. */
const bracketed = /^[^[\]]+(?:\[[^[\]]+\])*$/;

/** Whether a value is a number or text of `JSON.rawJSON`, which older runtimes lack. */
export function isRawJson(value: object): boolean {
  return Reflect.get(JSON, 'isRawJSON')?.(value) === true;
}

/** Returns the result of `toJSON`, or the value if it has none. Like `JSON.stringify`, ignores a `toJSON` of texts. */
export function jsonForm(value: unknown, key: string): unknown {
  const mayConvert = Object(value) === value || typeof value === 'bigint';
  const toJSON = mayConvert ? memberOf(value, 'toJSON') : undefined;
  return typeof toJSON === 'function' ? Reflect.apply(toJSON, value, [key]) : value;
}

/** Rejects a name that cannot be a part of a bracketed key. */
export function checkKey(name: string): void {
  if (name === '') throw new BracketKeyError(name, 'is an empty key');
  if (/[[\]]/.test(name)) throw new BracketKeyError(name, 'has brackets. Pass a nested object.');
  if (forbidden.has(name)) throw new BracketKeyError(name, 'is not allowed as a key');
}

/** Returns the key of a field of a group on the wire: `shipping[weight]`. A field of the body itself has no group. */
export function bracketKey(group: string, name: string): string {
  return group ? `${group}[${name}]` : name;
}

/** Whether a value is a group. Only plain objects are; arrays, dates and class instances are values. */
export function isGroup(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || isRawJson(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Not a comparison with `Object.prototype`: an object of another realm has another one.
  return prototype === null || (Object.getPrototypeOf(prototype) === null && !Array.isArray(value));
}

/**
 * Converts nested groups to flat bracketed keys, to any depth. Arrays, dates and class instances are values and are not
 * flattened, unless their `toJSON` returns a plain object. `null` is kept; `undefined` and empty groups are omitted.
 *
 * @throws A {@link BracketKeyError} if a key is empty, contains brackets, or is `__proto__`, `constructor` or
 * `prototype`, or if groups are nested more than 100 levels deep.
 * @throws A TypeError if the value is not an object with fields, for example a `Map` or a `FormData`.
 *
 * @example
 * encodeBrackets({ name: 'Desk', shipping: { weight: 2, weight_unit: 'kg' } });
 * // { name: 'Desk', 'shipping[weight]': 2, 'shipping[weight_unit]': 'kg' }
 */
export function encodeBrackets(nested: object): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  const write = (group: object, prefix: string, depth: number): void => {
    if (depth > maxGroupDepth) throw new BracketKeyError(prefix, `is nested more than ${maxGroupDepth} levels deep`);
    for (const [name, value] of Object.entries(group)) {
      if (value === undefined) continue;
      checkKey(name);
      const key = bracketKey(prefix, name);
      const json = jsonForm(value, name);
      if (isGroup(json)) write(json, key, depth + 1);
      else flat[key] = value;
    }
  };
  const body = jsonForm(nested, '');
  // The content of many other objects is not in their properties.
  if (tagOf(body) !== 'Object') {
    throw new TypeError(`encodeBrackets: must be a plain object, received ${preview(nested)}`);
  }
  write(body ?? {}, '', 1);
  return flat;
}

/**
 * Converts flat bracketed keys to nested groups: the reverse of {@link encodeBrackets}. Takes an object or entries,
 * such as a `FormData`.
 *
 * @throws A {@link BracketKeyError} if a key has stray, unclosed or empty brackets, contains `__proto__`, `constructor`
 * or `prototype`, has more than 100 levels, collides with another key (`a` and `a[b]`, or a duplicate), or has a nested
 * object as its value.
 *
 * @example
 * decodeBrackets({ name: 'Desk', 'shipping[weight]': 2 });
 * // { name: 'Desk', shipping: { weight: 2 } }
 */
export function decodeBrackets(
  // Not any object: a list of something else than entries is one.
  flat:
    | Readonly<Record<string, unknown>>
    | (object & { readonly [Symbol.iterator]?: never })
    | Iterable<readonly [string, unknown]>,
): Record<string, unknown> {
  return decodeKeys(flat, (key, value) => {
    if (isGroup(value)) throw new BracketKeyError(key, 'has a nested object where bracketed keys belong');
  });
}

/**
 * Converts flat bracketed keys like {@link decodeBrackets}, and lets the caller decide about the values.
 *
 * @param assertValue Throws if a key cannot have the value. Default: keys can have any value.
 */
export function decodeKeys(
  flat: Parameters<typeof decodeBrackets>[0],
  assertValue?: (key: string, value: unknown) => void,
): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  // Known by identity, so that a value is never mistaken for a group.
  const groups = new Map<string, Record<string, unknown>>();
  for (const [key, value] of isIterable(flat) ? flat : Object.entries(flat)) {
    if (value === undefined) continue;
    if (!bracketed.test(key)) throw new BracketKeyError(key, 'has stray, unclosed or empty brackets');
    assertValue?.(key, value);
    const names = key.replaceAll(']', '').split('[');
    if (names.length > maxGroupDepth)
      throw new BracketKeyError(key, `is nested more than ${maxGroupDepth} levels deep`);
    if (names.some((name) => forbidden.has(name))) throw new BracketKeyError(key, 'is not allowed as a key');
    let group = nested;
    let prefix = '';
    for (const name of names.slice(0, -1)) {
      prefix += `[${name}`;
      let inner = groups.get(prefix);
      if (inner === undefined) {
        if (Object.hasOwn(group, name)) throw new BracketKeyError(key, 'collides with another key');
        inner = group[name] = {};
        groups.set(prefix, inner);
      }
      group = inner;
    }
    const last = names[names.length - 1] ?? key;
    if (Object.hasOwn(group, last)) throw new BracketKeyError(key, 'collides with another key');
    group[last] = value;
  }
  return nested;
}

/** Whether an object is a list of entries, for example a `FormData` or `Headers`. */
export function isIterable(value: object): value is Iterable<readonly [string, unknown]> {
  return Symbol.iterator in value;
}
