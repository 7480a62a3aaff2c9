/** Describes a value of a wrong type in an error message. It never throws, unlike `JSON.stringify` of a bigint. */
export function preview(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value ? 'an object' : String(value);
}
