import type { Issue } from '../contract/validate.ts';

/**
 * Whether a body is an error body of the service, whatever its status. Some validation errors omit `success`.
 * Frameworks and proxies also write an `error`, next to other fields.
 */
export function isErrorBody(body: unknown): body is { error: string; details?: unknown } {
  const { success, error, details: _, ...rest } = asRecord(body);
  return typeof error === 'string' && (success ?? Object.keys(rest).length > 0) === false;
}

/** Whether the service reports an error, whatever the status of the response. */
export function reportsError(body: unknown): boolean {
  return isErrorBody(body) || asRecord(body)['success'] === false;
}

/**
 * Converts the three shapes of `details` to one: a list of issues, a list of texts, and messages by field. A single
 * text is one issue. Skips issues without path and message.
 */
export function readDetails(details: unknown): Issue[] {
  const list: unknown = typeof details === 'string' ? [details] : details;
  const fields = Object.entries(asRecord(details)).map(([path, message]) => ({ path, message }));
  const issues = (Array.isArray(list) ? list : fields).map((detail: unknown) => {
    const { path = '', message = detail } = asRecord(detail);
    return { path: Array.isArray(path) ? path.map(toText).join('.') : toText(path), message: toText(message) };
  });
  return issues.filter(({ path, message }) => path + message.trim());
}

/** Avoids `String`, which would call a `toString` property of the JSON. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the fields of an object, or none for any other value. */
function asRecord(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' ? { ...value } : {};
}
