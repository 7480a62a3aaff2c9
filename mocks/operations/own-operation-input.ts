import type { OperationDefinition } from '../../src/contract/define-operation.ts';
import type { StandardSchema } from '../../src/contract/standard-schema.ts';
import type { Issue } from '../../src/contract/validate.ts';
import { decodeBrackets } from '../../src/wire/brackets.ts';
import type { MockPolicies } from '../controls/policies.ts';
import { validationError } from '../resources/errors.ts';
import { errorMessage } from '../shared/errors.ts';
import { HttpError } from '../shared/http-error.ts';
import { queryOf } from '../shared/http-messages.ts';
import { isDeeper, isObject, maxDepth, parseJson } from '../shared/json.ts';
import { omit } from '../store/fields.ts';
import type { CallInput, UncheckedCall } from './operation.ts';
import { runSchema } from './own-operation-output.ts';
import { requireJson } from './request-body.ts';
import { assertKnownParameters, parseIds } from './request-params.ts';

/**
 * Checks the body, the ids in the path and the query, in the order of the other operations.
 *
 * @throws An {@link HttpError} for the first part that is not valid.
 */
export function parseInput(definition: OperationDefinition, input: UncheckedCall): CallInput {
  const { query, method } = definition;
  const isPaged = method === 'GET' && input.policies.pagination !== 'off';
  return {
    body: parseOwnBody(definition, input),
    params: parseOwnParams(definition.name, input),
    query: query ? parseOwnQuery(definition.name, query, input, isPaged) : rejectQuery(input, isPaged),
  };
}

function parseOwnBody(
  { name, body: schema, brackets }: OperationDefinition,
  { request, rawBody = '', policies }: UncheckedCall,
): unknown {
  if (!schema) return undefined;
  if (rawBody instanceof HttpError) throw rawBody;
  const fail = (message: string) => validationError([{ path: '', message }], policies);
  let json: unknown;
  // A call without a body has no type either. The schema decides whether the body can be omitted.
  if (rawBody.trim() !== '') {
    requireJson(request);
    json = parseJson(rawBody);
    if (json === undefined) throw fail('must be JSON, received a text that is not JSON');
    if (isDeeper(json, maxDepth)) throw fail(`must be nested at most ${maxDepth} levels deep`);
    if (brackets && isObject(json)) json = decodeGroups(json, policies);
  }
  const result = runSchema(`the body schema of ${name}`, schema, json, brackets);
  if (result.issues.length > 0) throw validationError(result.issues, policies);
  return result.value;
}

/** @throws An {@link HttpError} if groups are not sent as keys with brackets, or if keys contradict each other. */
function decodeGroups(body: Record<string, unknown>, policies: MockPolicies): unknown {
  const nested = Object.keys(body).filter((key) => isObject(body[key]));
  const message = 'must be sent as flat keys with brackets, received a nested object';
  if (nested.length > 0)
    throw validationError(
      nested.map((path) => ({ path, message })),
      policies,
    );
  try {
    return decodeBrackets(body);
  } catch (error) {
    throw validationError([{ path: '', message: errorMessage(error) }], policies);
  }
}

/** Checks that `{id}` and names that end in `_id` are UUIDs. Other parameters can have any text. */
function parseOwnParams(name: string, { params, policies }: UncheckedCall): Readonly<Record<string, string>> {
  const ids = Object.entries(params).filter(([parameter]) => /^(?:.+_)?id$/.test(parameter));
  return { ...params, ...parseIds(name, Object.fromEntries(ids), policies) };
}

/**
 * Validates a query, whose values are texts. A schema that rejects a text gets it as a number, boolean or list.
 *
 * @param isPaged Whether the mock divides a list into pages.
 */
function parseOwnQuery(
  name: string,
  schema: StandardSchema,
  { url, policies }: UncheckedCall,
  isPaged: boolean,
): unknown {
  const run = (value: object) => runSchema(`the query schema of ${name}`, schema, value);
  const issuesOf = (issues: readonly Issue[], parameter: string) =>
    issues.filter(({ path }) => path.split(/[.[]/, 1)[0] === parameter);
  let query: Record<string, unknown> = queryOf(url);
  let result = run(query);
  for (const [parameter, sent] of Object.entries(query).slice(0, maxConverted)) {
    const asSent = issuesOf(result.issues, parameter);
    for (const value of asSent.length > 0 ? otherForms(sent) : []) {
      const changed = { ...query, [parameter]: value };
      const other = run(changed);
      const isAccepted = issuesOf(other.issues, parameter).length === 0;
      // If the schema asks for a number, its issue with the number helps more than its issue with the text.
      const isNamed = !Array.isArray(value) && asSent.some(({ message }) => message.includes(typeof value));
      if (isAccepted || isNamed) [query, result] = [changed, other];
      if (isAccepted) break;
    }
  }
  if (result.issues.length > 0 && isPaged && 'page' in query) {
    // A strict schema does not know the parameter of the pages.
    const other = run(omit(query, 'page'));
    if (other.issues.length < result.issues.length) result = other;
  }
  if (result.issues.length > 0) throw validationError(result.issues, policies);
  return result.value;
}

/** The number of parameters that are tried in other forms. Each takes up to three validations of the query. */
const maxConverted = 100;

/** Returns the values that a client may have sent as a text: a number, a boolean, or a list with one entry. */
function otherForms(sent: unknown): readonly unknown[] {
  const convert = (text: unknown): unknown =>
    /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(String(text))
      ? JSON.parse(String(text).replace(/^(-?)0+(?=\d)/, '$1'))
      : text;
  return Array.isArray(sent) ? [sent.map(convert)] : [convert(sent), [sent], [convert(sent)]];
}

function rejectQuery({ url, policies }: UncheckedCall, isPaged: boolean): void {
  if (policies.unknownParameters !== 'reject') return;
  assertKnownParameters(Object.keys(queryOf(url)), isPaged ? ['page'] : [], policies);
}
