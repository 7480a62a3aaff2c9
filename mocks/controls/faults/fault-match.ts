import * as z from 'zod/mini';
import { describeSchema, type FieldDescription } from '../../../src/contract/describe-schema.ts';
import { type OperationName, operations } from '../../../src/contract/operations.ts';
import { listValid } from '../../../src/contract/unknown-name.ts';
import type { Redact } from '../../../src/wire/redact-token.ts';
import { decodeBody, queryOf } from '../../shared/http-messages.ts';
import { findNonJson, isObject, readField } from '../../shared/json.ts';
import type { BodyOf, OperationReference, OwnOperation, ParametersOf } from '../../shared/operation-reference.ts';
import { parseOptions } from '../../shared/parse-options.ts';
import { parameterNames } from '../../shared/router.ts';
import { differences, type Pattern } from '../match-pattern.ts';
import { isSecretName, secretHeaders } from '../redact-secrets.ts';
import { type FaultTarget, matchesPattern, type OperationPattern } from './operation-pattern.ts';

/** The operations that a pattern includes. */
type Including<On extends FaultTarget> = On extends '*'
  ? OperationName
  : On extends `${infer Resource}.*`
    ? Extract<OperationName, `${Resource}.${string}`>
    : Extract<On, OperationReference>;

/** A part of the parameters in the path of an operation. None if the path has no parameters. */
type ParametersPattern<Operation> = Operation extends OperationReference
  ? keyof ParametersOf<Operation> extends never
    ? never
    : Pattern<ParametersOf<Operation>, never>
  : never;

/** A part of the body of an operation. None if the operation has no body. */
type BodyPattern<Operation> = Operation extends OperationReference
  ? Pattern<NonNullable<BodyOf<Operation>>, never>
  : never;

/**
 * Conditions of a request, in JSON. A request must meet all of them.
 *
 * @typeParam On The operations of the fault, which determine the names of the parameters and the type of the body.
 */
export interface FaultMatch<On extends FaultTarget = OperationPattern> {
  /** The parameters of the path, for example `{ id }`. */
  readonly params?: ParametersPattern<Including<On>> | undefined;
  /** Query parameters. The request may have others. A parameter that occurs several times is an array. */
  readonly query?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Headers with their values. The case of the names does not matter. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The id of the workspace of the token. */
  readonly workspace?: string | undefined;
  /** The user of the token: `mock.tokens.issue({ user: 'ann' })`. */
  readonly user?: string | undefined;
  /** A part of the body, nested as you pass it to the client. Fields that you omit may have any value. */
  readonly body?: BodyPattern<Including<On>> | undefined;
}

const text = z.string('must be a string');
const texts = z.record(z.string(), text, 'must be an object of strings');
const queryText = 'must be a string or an array of strings';

/** The conditions of a fault. {@link parseMatch} also checks them against its operations. */
export const matchSchema: z.ZodMiniType<FaultMatch> = z.strictObject({
  params: z.optional(texts),
  query: z.optional(
    z.record(z.string(), z.union([z.string(), z.array(z.string())], queryText), 'must be an object of strings'),
  ),
  headers: z.optional(texts),
  workspace: z.optional(text),
  user: z.optional(text),
  body: z.optional(z.custom<FaultMatch['body']>(isObject, 'must be an object')),
});

/**
 * Validates the conditions of a fault.
 *
 * @throws A TypeError if a condition is unknown, or is not JSON.
 */
export function parseMatch(value: unknown): FaultMatch {
  if (isObject(value) && value['token'] !== undefined) {
    throw new TypeError(
      'fault.match.token: must be absent, because faults are listed and stored. ' +
        'Match the user of the token: mock.tokens.issue({ user: "ann" }), then match: { user: "ann" }.',
    );
  }
  const match = parseOptions(matchSchema, value, 'fault.match');
  const bad = match.body && findNonJson(match.body, 'fault.match.body');
  if (bad) throw new TypeError(`${bad.path}: must be JSON, because faults are stored, received ${bad.received}`);
  return match;
}

/**
 * @param own The operations that the specification does not document. Nobody knows the fields of their bodies.
 * @throws A TypeError if no operation of a fault has a parameter or a field of the conditions.
 */
export function checkMatch(
  { params, headers, body }: FaultMatch,
  patterns: readonly string[],
  own: readonly OwnOperation[] = [],
): void {
  const isIncluded = ({ name }: { name: string }) => patterns.some((pattern) => matchesPattern(pattern, name));
  const endpoints = operations.filter(isIncluded);
  const included = own.filter(isIncluded);
  checkParams(params, [...endpoints, ...included], patterns);
  checkHeaders(headers);
  if (body === undefined || included.some((operation) => operation.body)) return;
  const bodies = endpoints.flatMap((endpoint) => (endpoint.body ? [describeSchema(endpoint.body)] : []));
  if (bodies.length === 0) {
    throw new TypeError(`fault.match.body: must be absent, because ${list(patterns)} has no body`);
  }
  checkFields(body, bodies, 'fault.match.body', patterns);
}

function checkParams(
  params: object | undefined,
  endpoints: readonly { path: string }[],
  patterns: readonly string[],
): void {
  const known = endpoints.flatMap(({ path }) => parameterNames(path));
  for (const name of Object.keys(params ?? {})) checkName(name, [...new Set(known)], 'fault.match.params', patterns);
}

function checkHeaders(headers: object | undefined): void {
  for (const name of Object.keys(headers ?? {})) {
    if (!secretHeaders.includes(name.toLowerCase())) continue;
    throw new TypeError(
      `fault.match.headers.${name}: must be absent, because faults are listed and stored. Match the user of the token.`,
    );
  }
}

/** Rejects a field that no body has. A value that has no fields, for example a text, may be compared with anything. */
function checkFields(
  pattern: unknown,
  kinds: readonly FieldDescription[],
  path: string,
  patterns: readonly string[],
): void {
  if (Array.isArray(pattern)) {
    const elements = kinds.flatMap(({ kind }) => (kind.type === 'list' ? [kind.element] : []));
    for (const [index, item] of pattern.entries()) checkFields(item, elements, `${path}.${index}`, patterns);
    return;
  }
  const groups = kinds.flatMap(({ kind }) => (kind.type === 'group' ? [kind] : []));
  const isOpen = groups.length < kinds.length || groups.some((group) => group.isOpen);
  if (!isObject(pattern) || isOpen) return;
  for (const [name, part] of Object.entries(pattern)) {
    checkName(name, [...new Set(groups.flatMap(({ fields }) => Object.keys(fields)))], path, patterns);
    const fields = groups.flatMap((group) => readField(group.fields, name) ?? []);
    checkFields(part, fields, `${path}.${name}`, patterns);
  }
}

function checkName(name: string, known: readonly string[], path: string, patterns: readonly string[]): void {
  if (known.includes(name)) return;
  throw new TypeError(`${path}: unknown name "${name}" of ${list(patterns)}.${listValid('names', name, known)}`);
}

function list(patterns: readonly string[]): string {
  return patterns.includes('*') ? 'any operation' : patterns.join(', ');
}

/** A request as faults see it. */
export interface FaultCall {
  readonly operation: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly workspace: string;
  readonly user: string;
  readonly header: (name: string) => string | undefined;
  /** The body, if it was read. */
  readonly rawBody: string | undefined;
  /** Whether bracketed keys of the body are groups. */
  readonly hasBrackets: boolean;
}

/** Returns a line for each condition that a request does not meet. */
export function unmetConditions(match: FaultMatch, call: FaultCall, redact?: Redact): string[] {
  const { params, query, headers, workspace, user, body } = match;
  const compare = (value: unknown, pattern: unknown, path: string) =>
    pattern === undefined ? [] : differences(value, pattern, path, redact);
  const compareNamed = (patterns: object = {}, sent: (name: string) => unknown, path: string) =>
    Object.entries(patterns).flatMap(([name, pattern]) => {
      const found = compare(sent(name), pattern, `${path}.${name}`);
      return found.length > 0 && isSecretName(name) ? [`${path}.${name}: expected another value`] : found;
    });
  const sentQuery = query ? queryOf(call.url) : {};
  return [
    ...compare(call.params, params, 'params'),
    ...compareNamed(query, (name) => sentQuery[name], 'query'),
    ...compareNamed(headers, (name) => call.header(name.toLowerCase()), 'headers'),
    ...compare(call.workspace, workspace, 'workspace'),
    ...compare(call.user, user, 'user'),
    ...(body === undefined ? [] : compare(decodeBody(call.rawBody, call.hasBrackets), body, 'body')),
  ];
}
