/** From a base URL, a path and its parameters to the URL of a request. */
import { ConfigurationError, InvalidRequestError } from '../errors/index.ts';

/** What a query is made of; `undefined` is left out, an array repeats its key. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;

/** @inline */
type QueryValue = string | number | boolean;

/** The base URL without its trailing slash. The message does not show it: it may hold a secret. */
export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(text)) {
    throw new ConfigurationError(
      'baseUrl must be an absolute http or https URL without credentials, query and fragment',
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** Puts parameters, encoded, into a path such as `/api/products/{id}`. */
export function fillPath(template: string, parameters: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(parameters));
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    // '.' and '..' survive encoding, and lead to another path. Half a surrogate pair has no encoding.
    if (typeof value !== 'string' || /^(\s*|\.\.?)$|\p{Surrogate}/u.test(value)) {
      throw new InvalidRequestError(`${template} needs ${name}, a non-empty string, not ${JSON.stringify(value)}`);
    }
    return encodeURIComponent(value);
  });
}

/** Refuses a path that could lead the token out of the base URL. */
export function checkPath(path: string): string {
  // URL parsers drop tabs and line breaks, read `\` as `/`, and `%2e` as `.`.
  if (!/^\/(?!\/)[^\s\\?#]*$/.test(path) || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) {
    throw new InvalidRequestError(
      `path must start with a single / and have no white space, \\, ?, # or dot segments, unlike ${JSON.stringify(path)}`,
    );
  }
  return path;
}

/** A query with its question mark, or nothing. */
export function queryString(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  }
  return search.size ? `?${search}` : '';
}
