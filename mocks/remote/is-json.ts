/** Deeper values exceed the stack. */
const maxDepth = 100;

/**
 * Whether JSON keeps a value exactly. It drops undefined and functions, writes NaN as null and dates as text, and fails
 * for cycles, so that the server could not tell what was wrong.
 */
export function isJson(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  if (value === null) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects of another realm have another prototype, without a prototype of its own.
  const isPlain = Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
  return isPlain && depth < maxDepth && Object.values(value).every((each) => isJson(each, depth + 1));
}
