import { fieldsOf } from '../../src/contract/describe-schema.ts';
import { capitalize, type Endpoint, recordLabel } from '../../src/contract/endpoint.ts';
import { validate } from '../../src/contract/validate.ts';
import { type MockPolicies, returnsList } from '../controls/policies.ts';
import { malformedId, notFound, repeatedParameters, validationError } from '../resources/errors.ts';
import { pathOf, queryOf } from '../shared/http-messages.ts';
import { isUuid } from '../store/ids.ts';

/**
 * Checks that all parameters of a path are UUIDs. Returns them in lower case, as they are stored.
 *
 * @throws An `HttpError` if one is malformed, or has a letter case that the policies do not accept.
 */
export function parseIds(
  operation: string,
  params: Readonly<Record<string, string>>,
  policies: MockPolicies,
): Readonly<Record<string, string>> {
  const { otherCaseIds, idCase } = policies;
  const ids: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    const lowerCase = value.toLowerCase();
    const hasOtherCase = value !== (idCase === 'upper' ? value.toUpperCase() : lowerCase);
    if (!isUuid(value) || (hasOtherCase && otherCaseIds === 'malformed'))
      throw malformedId(ownerOf(name, operation), policies);
    if (hasOtherCase && otherCaseIds === 'not-found') throw notFound(capitalize(ownerOf(name, operation)), policies);
    ids[name] = lowerCase;
  }
  return ids;
}

/** Returns the record that a parameter of the path identifies. */
function ownerOf(parameter: string, operation: string): string {
  return parameter === 'id' ? recordLabel(operation) : parameter.slice(0, -'_id'.length);
}

/**
 * Parses and validates the query of a URL. Returns undefined if the operation has no query parameters.
 *
 * @throws An `HttpError` if a parameter is not valid.
 */
export function parseQuery(endpoint: Endpoint, url: string, policies: MockPolicies): unknown {
  const { query: schema } = endpoint;
  if (schema === undefined && pathOf(url) === url) return undefined;
  const query = queryOf(url);
  const known = schema ? Object.keys(fieldsOf(schema)) : [];
  if (policies.unknownParameters === 'reject') {
    const isPaged = policies.pagination !== 'off' && returnsList(endpoint);
    assertKnownParameters(Object.keys(query), isPaged ? [...known, 'page'] : known, policies);
  }
  if (schema === undefined) return undefined;
  const repeated = known.filter((name) => Array.isArray(query[name]));
  if (repeated.length > 0) throw repeatedParameters(repeated, policies);
  const entries = Object.entries(query).map(([name, value]) => [name, isUuid(value) ? value.toLowerCase() : value]);
  const result = validate(schema, Object.fromEntries(entries));
  if (!result.ok) throw validationError(result.issues, policies);
  return result.value;
}

/** @throws An `HttpError` that names the parameters of a query that are not known. */
export function assertKnownParameters(names: Iterable<string>, known: readonly string[], policies: MockPolicies): void {
  const unknown = [...new Set(names)].filter((name) => !known.includes(name));
  const issues = unknown.map((path) => ({ path, message: 'is not a known parameter' }));
  if (issues.length > 0) throw validationError(issues, policies);
}
