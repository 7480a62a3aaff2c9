/** Describes a value of a wrong type in an error message. It never throws, unlike `JSON.stringify` of a bigint. */
export function preview(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (typeof value === 'function' || (typeof value === 'object' && value !== null)) {
    return Array.isArray(value) ? 'an array' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
  }
  return String(value);
}
