import type { Issue } from '../contract/validate.ts';

/** Converts the three shapes of `details` to one: a list of issues, a list of texts, and messages by field. */
export function readDetails(details: unknown): Issue[] {
  if (!Array.isArray(details)) {
    return Object.entries(asRecord(details)).map(([path, message]) => ({ path, message: toText(message) }));
  }
  return details.map((detail: unknown) => {
    const { path = '', message = detail } = asRecord(detail);
    return { path: Array.isArray(path) ? path.map(toText).join('.') : toText(path), message: toText(message) };
  });
}

/** Avoids `String`, which would call a `toString` property of the JSON. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the fields of an object, or none for any other value. */
export function asRecord(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
