import { preview } from '../contract/printable.ts';
import { ConfigurationError, InvalidRequestError } from '../errors/index.ts';
import { jsonForm } from '../wire/brackets.ts';
import { hasDotSegment, hasSeparator } from '../wire/path.ts';
import { describeInstance, mustBePlain } from '../wire/plain-object.ts';

/**
 * Fills ids into a path of the specification, such as `/api/products/{id}`. They are UUIDs, so a slash is a mistake or
 * an attack. The error does not quote it, because many tokens have one as well.
 */
export function fillIds(template: string, ids: object = {}): string {
  for (const [name, id] of Object.entries(ids)) {
    if (typeof id === 'string' && hasSeparator(id)) {
      throw new InvalidRequestError(`${name}: must be an id for ${template}, without / and \\`);
    }
  }
  return fillPath(template, ids);
}

/** Fills the encoded parameters into a path such as `/api/notes/{topic}`. */
export function fillPath(template: string, parameters: object = {}): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = Reflect.get(parameters, name);
    // '.' and '..' are not encoded, and lead to another path. Half a surrogate pair cannot be encoded.
    if (typeof value !== 'string' || /^(\s*|\.\.?)$|\p{Surrogate}/u.test(value)) {
      throw new InvalidRequestError(`${name}: must be an id for ${template}, received ${preview(value)}`);
    }
    return encodeURIComponent(value);
  });
  return checkPath(path);
}

/** Rejects a path that could send the token outside the base URL. */
export function checkPath(path: unknown): string {
  // URL parsers drop tabs, line breaks and trailing control characters, and read `\` as `/` and `%2e` as `.`.
  if (typeof path !== 'string' || !/^\/(?!\/)[^\s\p{Cc}\\?#]*$/u.test(path) || hasDotSegment(path)) {
    throw new InvalidRequestError(
      `path: must start with a single / and have no white space, control characters, \\, ?, # or dot segments, received ${preview(path)}`,
    );
  }
  return path;
}

/** Returns an absolute URL. A path is one of the page. */
export function resolveUrl(url: string): string {
  if (!url.startsWith('/')) return url;
  if (typeof location !== 'undefined' && /^http/.test(location.origin)) return location.origin + url;
  throw new ConfigurationError('baseUrl: relative URLs work only in a page. Pass an absolute URL.');
}

/** Copies a query and its arrays. Calls its `toJSON`, as for a body. Reads each property once. */
export function copyQuery(operation: string, query: object): Record<string, unknown> {
  const fields: object = Object(jsonForm(query, ''));
  const received = describeInstance(fields);
  if (received) throw new InvalidRequestError(`${operation} was not sent: the query ${mustBePlain(received)}`);
  const entries: [string, unknown][] = Object.entries(fields);
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]));
}

/** Returns a query with its question mark, or an empty string. */
export function queryString(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) if (value !== undefined) search.append(name, checkQueryValue(name, value));
  }
  return search.size ? `?${search}` : '';
}

function checkQueryValue(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  throw new InvalidRequestError(
    `query.${name}: must be a string, a finite number or a boolean, received ${preview(value)}`,
  );
}
