import { preview } from '../../src/contract/printable.ts';

/** Whether a value is an object in the sense of JSON: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value of a field. An index also finds the properties that every object inherits, like `constructor`. */
export function readField<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Returns an object with another value of a field, or without the field if the value is undefined. */
export function withField<T>(object: Readonly<Record<string, T>>, name: string, value: T | undefined) {
  const { [name]: _replaced, ...rest } = object;
  return value === undefined ? rest : { ...object, [name]: value };
}

/** Parses JSON. Returns undefined if a text is not JSON. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Parses JSON. Returns a text that is not JSON unchanged. */
export function parseJsonOrText(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}

/** Whether a value has more levels of objects and arrays than the given number. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}

/** The levels of objects and arrays that a value may have. Functions that walk a deeper value exceed the stack. */
export const maxDepth = 100;

/** Rules for values that must be JSON. */
interface JsonRules {
  /** Whether fields may be undefined, which JSON drops. Default: false. */
  readonly allowsUndefined?: boolean;
  /** The levels of objects and arrays that the value may have. */
  readonly depth?: number;
}

/**
 * Returns the path and the type of the first part of a value that JSON does not keep exactly. JSON drops undefined and
 * functions, writes NaN as null and dates as text, and fails for cycles.
 */
export function findNonJson(
  value: unknown,
  path: string,
  rules: JsonRules = {},
  parents: readonly object[] = [],
): { readonly path: string; readonly received: string } | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { path, received: String(value) };
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return undefined;
  if (typeof value !== 'object' || !isPlain(value)) return { path, received: preview(value) };
  if (parents.includes(value)) return { path, received: 'a value that contains itself' };
  const { depth = maxDepth, allowsUndefined = false } = rules;
  if (parents.length >= depth) return { path, received: `a value nested more than ${depth} levels deep` };
  const inside = [...parents, value];
  for (const [key, child] of Object.entries(value)) {
    if (child === undefined && allowsUndefined && !Array.isArray(value)) continue;
    const found = findNonJson(child, path === '' ? key : `${path}.${key}`, rules, inside);
    if (found) return found;
  }
  return undefined;
}

/** Objects of another realm have another prototype, without a prototype of its own. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}
