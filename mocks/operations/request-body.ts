import type * as z from 'zod/mini';
import { type FieldDescription, fieldsOf } from '../../src/contract/describe-schema.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type Issue, validate, wirePath } from '../../src/contract/validate.ts';
import { decodeKeys } from '../../src/wire/brackets.ts';
import type { MockPolicies } from '../controls/policies.ts';
import { validationError } from '../resources/errors.ts';
import { errorMessage } from '../shared/errors.ts';
import { HttpError } from '../shared/http-error.ts';
import type { MockRequest } from '../shared/http-messages.ts';
import { isDeeper, isObject, maxDepth, parseJson } from '../shared/json.ts';

/** An endpoint whose requests have a body. */
export type EndpointWithBody = Endpoint & { readonly body: z.ZodMiniObject };

/** A request body, or the error that occurred when it was read. Undefined if it was not read. */
export type RawBody = string | HttpError | undefined;

/** Reads a request body, at most the given number of bytes. */
export async function readBody(request: MockRequest, maxBytes: number): Promise<RawBody> {
  try {
    return (
      (await request.text(maxBytes)) ?? new HttpError(413, `Request body too large: the limit is ${maxBytes} bytes`)
    );
  } catch (error) {
    if (error instanceof HttpError) return error;
    return new HttpError(400, `The request body could not be read: ${errorMessage(error)}`);
  }
}

/**
 * Parses and validates a request body. Flat bracketed keys become groups.
 *
 * @throws An {@link HttpError} that names every wrong field as it was sent.
 */
export function parseBody(endpoint: EndpointWithBody, rawBody: string, policies: MockPolicies): unknown {
  const json = parseObject(rawBody, policies);
  const isEmptyUpdate = endpoint.method === 'PATCH' && Object.keys(json).length === 0;
  if (isEmptyUpdate && policies.emptyUpdate === 'reject') {
    throw validationError([{ path: '', message: 'must have at least one field, received none' }], policies);
  }
  const body = policies.nullOnCreate === 'accept' ? withoutNulls(endpoint, json) : json;
  const { known, unknown, issues } = partitionFields(endpoint.body, body);
  const rejected = unknown.flatMap((path) => rejectUnknownField(endpoint, path, policies));
  const allIssues = [...rejected, ...issues, ...validateFields(endpoint.body, known)];
  if (allIssues.length > 0) throw validationError(allIssues, policies);
  return known;
}

/**
 * Checks that a body is JSON in UTF-8, without a content encoding.
 *
 * @throws An {@link HttpError} with status 415 if it is not.
 */
export function requireJson(request: Pick<MockRequest, 'header'>): void {
  const contentType = request.header('content-type') || 'none';
  const fail = (requirement: string, received: string) =>
    new HttpError(415, `Unsupported media type: ${requirement}, received ${received}`);
  if (!/^application\/json\s*(?:;|$)/i.test(contentType)) {
    throw fail('Content-Type must be application/json', contentType);
  }
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType)?.[1];
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw fail('the charset must be UTF-8', charset);
  const encoding = request.header('content-encoding') || 'identity';
  if (encoding.toLowerCase() !== 'identity') throw fail('Content-Encoding must be absent', encoding);
}

function parseObject(rawBody: string, policies: MockPolicies): Record<string, unknown> {
  const fail = (received: string) =>
    validationError([{ path: '', message: `must be a JSON object, received ${received}` }], policies);
  if (rawBody.trim() === '') throw fail('an empty body');
  const value = parseJson(rawBody);
  if (value === undefined) throw fail('a text that is not JSON');
  if (Array.isArray(value)) throw fail('an array');
  if (!isObject(value)) throw fail(rawBody.trim().slice(0, 40));
  if (isDeeper(value, maxDepth)) throw fail(`one nested more than ${maxDepth} levels deep`);
  return value;
}

/** Removes the fields of a creation that are `null` and that the created record returns as `null`. */
function withoutNulls({ method, response }: Endpoint, body: Record<string, unknown>): Record<string, unknown> {
  if (method !== 'POST') return body;
  const fields = fieldsByKey(response);
  return Object.fromEntries(
    Object.entries(body).filter(([key, value]) => value !== null || !fields.get(key)?.isNullable),
  );
}

interface PartitionedFields {
  /** The fields of the schema, with groups as nested objects. */
  readonly known: Record<string, unknown>;
  /** The wire paths of all other fields. */
  readonly unknown: string[];
  /** Groups that were sent as a value. */
  readonly issues: Issue[];
}

/** Separates the fields of a body that the schema has from all others. */
function partitionFields(schema: z.ZodMiniObject, body: Readonly<Record<string, unknown>>): PartitionedFields {
  const fields = fieldsByKey(schema);
  const known: [string, unknown][] = [];
  const unknown: string[] = [];
  const issues: Issue[] = [];
  for (const [key, value] of Object.entries(body)) {
    const field = fields.get(key);
    if (!field) unknown.push(key);
    else if (field.example !== undefined) issues.push(groupIssue(key, field.example, value));
    else known.push([key, knownEntries(key, field, value, unknown)]);
  }
  return { known: decodeKeys(known), unknown, issues };
}

function groupIssue(path: string, example: string, value: unknown): Issue {
  const received = isObject(value) ? 'a nested object' : 'a single value';
  return { path, message: `must be sent as flat keys such as "${example}", received ${received}` };
}

/** Returns a list of objects without their unknown fields, whose paths are added to `unknown`. Other values stay. */
function knownEntries(key: string, field: FieldDescription, value: unknown, unknown: string[]): unknown {
  const entryFields = listEntry(field);
  if (!entryFields || !Array.isArray(value)) return value;
  return value.map((entry: unknown, index) => {
    if (!isObject(entry)) return entry;
    const isKnown = (name: string) => Object.hasOwn(entryFields, name);
    const names = Object.keys(entry);
    for (const name of names) if (!isKnown(name)) unknown.push(`${key}.${index}.${name}`);
    return Object.fromEntries(names.filter(isKnown).map((name) => [name, entry[name]]));
  });
}

/** Returns the issue of an unknown field, unless the policies ignore it. */
function rejectUnknownField({ method, immutable, response }: Endpoint, path: string, policies: MockPolicies): Issue[] {
  const { unknownFields, immutableFields } = policies;
  if (immutable?.includes(path)) {
    return immutableFields === 'reject' ? [{ path, message: 'cannot be changed after creation' }] : [];
  }
  // No response to a PATCH has the optional field of a category, `deleted_at`.
  if (method === 'PATCH' && fieldsByKey(response).get(path)?.isRequired) {
    return immutableFields === 'reject' ? [{ path, message: 'is read-only' }] : [];
  }
  return unknownFields === 'reject' ? [{ path, message: 'is not a known field' }] : [];
}

function validateFields(schema: z.ZodMiniObject, known: Record<string, unknown>): readonly Issue[] {
  const result = validate(schema, known);
  const issues = result.ok ? [] : result.issues;
  const rejected = new Set(issues.map(({ path }) => path));
  // JSON has no infinity: a response could not return the number that was sent.
  const infinite = infiniteNumbers(known)
    .map((path) => ({ path: wirePath(path), message: 'must be a finite number' }))
    .filter(({ path }) => !rejected.has(path));
  return [...issues, ...infinite];
}

/** Returns the paths of numbers that are too large for JavaScript, for example `1e400`. */
function infiniteNumbers(value: unknown, path: readonly PropertyKey[] = []): readonly (readonly PropertyKey[])[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [...entries].flatMap(([key, child]) => infiniteNumbers(child, [...path, key]));
}

/** A field of a body schema. */
interface WireField extends FieldDescription {
  /** The key of a field in the group, if this field is a group. */
  readonly example?: string;
}

/** Computed once for each schema. */
const cache = new WeakMap<z.ZodMiniType, ReadonlyMap<string, WireField>>();

/** Returns the fields of a schema by their keys on the wire, for example `name`, `shipping` and `shipping[weight]`. */
function fieldsByKey(schema: z.ZodMiniType): ReadonlyMap<string, WireField> {
  const cached = cache.get(schema);
  if (cached) return cached;
  const fields = new Map(Object.entries(fieldsOf(schema)).flatMap(([name, field]) => expandGroup(name, field)));
  cache.set(schema, fields);
  return fields;
}

function expandGroup(name: string, field: FieldDescription): [string, WireField][] {
  if (field.kind.type !== 'group') return [[name, field]];
  const inner = Object.entries(field.kind.fields).map(([key, each]): [string, WireField] => [
    wirePath([name, key]),
    each,
  ]);
  const example = inner[0]?.[0] ?? `${name}[…]`;
  return [[name, { ...field, example }], ...inner];
}

/** Returns the fields of the entries, if the field is a list of objects with known fields. */
function listEntry({ kind }: FieldDescription): Readonly<Record<string, FieldDescription>> | undefined {
  return kind.type === 'list' && kind.element.kind.type === 'group' ? kind.element.kind.fields : undefined;
}
