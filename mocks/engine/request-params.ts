import type { Endpoint } from '../../src/contract/endpoint.ts';
import { validate } from '../../src/contract/validate.ts';
import type { MockPolicies } from '../controls/policies.ts';
import { malformedId, validationError } from '../resources/errors.ts';

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Checks that all parameters of a path are UUIDs. Returns them in lower case, as they are stored.
 *
 * @throws An `HttpError` if one is malformed.
 */
export function parseIds(
  { resource }: Endpoint,
  params: Readonly<Record<string, string>>,
  policies: MockPolicies,
): Readonly<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const name in params) {
    const value = params[name] ?? '';
    if (!uuidPattern.test(value)) throw malformedId(name === 'id' ? resource : name.replace(/_id$/, ''), policies);
    ids[name] = value.toLowerCase();
  }
  return ids;
}

/**
 * Parses and validates the query of a URL. Returns undefined if the operation has no query parameters.
 *
 * @throws An `HttpError` if a parameter is not valid.
 */
export function parseQuery({ query: schema }: Endpoint, url: string, policies: MockPolicies): unknown {
  if (schema === undefined) return undefined;
  const query = new URLSearchParams(url.slice(pathOf(url).length));
  const entries = Array.from(query, ([name, value]) => [name, uuidPattern.test(value) ? value.toLowerCase() : value]);
  const result = validate(schema, Object.fromEntries(entries));
  if (!result.ok) throw validationError(result.issues, policies);
  return result.value;
}

/** Returns a URL without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
