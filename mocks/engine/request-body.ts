/** Reads a request body: JSON with flat bracketed keys becomes the nested value that the contract describes. */
import * as z from 'zod/mini';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type Issue, validate } from '../../src/contract/validate.ts';
import { BracketKeyError } from '../../src/errors/index.ts';
import { decodeBrackets } from '../../src/wire/brackets.ts';
import type { MockPolicies } from '../controls/policies.ts';
import { validationError } from '../resources/errors.ts';
import { HttpError } from '../shared/http-error.ts';
import { isObject } from '../shared/is-object.ts';

/** Checks a body against its endpoint. Returns it nested, or refuses the call with everything that is wrong. */
export function parseBody(
  endpoint: Endpoint & { body: z.ZodMiniObject },
  text: string,
  contentType: string | null | undefined,
  policies: MockPolicies,
): unknown {
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')) {
    throw new HttpError(
      415,
      `Unsupported media type: expected Content-Type application/json, received ${contentType || 'none'}`,
    );
  }
  const fail = (issues: readonly Issue[]) => validationError(issues, policies);

  const flat = parseObject(text);
  if (typeof flat === 'string') throw fail([{ path: '', message: flat }]);

  const nestedGroups = [...shapeOf(endpoint.body).groups].filter(([key]) => isObject(flat[key]));
  if (nestedGroups.length > 0) {
    throw fail(
      nestedGroups.map(([key, group]) => ({
        path: key,
        message: `expected flat keys such as "${key}[${Object.keys(group.shape)[0]}]", received a nested object`,
      })),
    );
  }

  // An object in a field that is no group is a value like any other, for the checks below to judge.
  const whole = Object.entries(flat).filter(([key, value]) => isObject(value) && !key.includes('['));
  let body: Record<string, unknown>;
  try {
    const values = whole.length === 0 ? flat : { ...flat, ...Object.fromEntries(whole.map(([key]) => [key, null])) };
    body = decodeBrackets(values);
  } catch (error) {
    if (error instanceof BracketKeyError) throw fail([{ path: error.key, message: error.message }]);
    throw error;
  }

  const { kept, extra } = split(endpoint.body, body);
  for (const [key, value] of whole) if (Object.hasOwn(kept, key)) kept[key] = value;
  const rejected = extra.flatMap((path) => {
    const { message, policy } = judge(endpoint, path);
    return policies[policy] === 'reject' ? [{ path, message }] : [];
  });
  const checked = validate(endpoint.body, kept);
  const issues = [...rejected, ...(checked.ok ? [] : checked.issues)];
  if (issues.length > 0) throw fail(issues);
  return kept;
}

/** The object that a rawBody holds, or what is wrong with it. */
function parseObject(text: string): Record<string, unknown> | string {
  if (text.trim() === '') return 'expected a JSON object, received an empty body';
  try {
    const value: unknown = JSON.parse(text);
    if (isDeeper(value, maxDepth))
      return `expected a JSON object, received one nested more than ${maxDepth} levels deep`;
    return isObject(value)
      ? value
      : `expected a JSON object, received ${Array.isArray(value) ? 'an array' : text.trim().slice(0, 40)}`;
  } catch {
    return 'expected a JSON object, received a text that is not JSON';
  }
}

/** How deep a body may be nested: deeper than any record is, and shallow enough for any function to walk it. */
const maxDepth = 100;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}

/** What of a schema is more than plain values. */
interface Shape {
  /** Fields that are objects, and go over the wire as flat keys. */
  readonly groups: ReadonlyMap<string, z.ZodMiniObject>;
  /** Fields that are arrays of objects, and what those are. */
  readonly entries: ReadonlyMap<string, z.ZodMiniObject>;
}

/** What was found out about a schema once. */
const shapes = new WeakMap<z.ZodMiniObject, Shape>();

function shapeOf(schema: z.ZodMiniObject): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const groups = new Map<string, z.ZodMiniObject>();
  const entries = new Map<string, z.ZodMiniObject>();
  for (const [key, field] of Object.entries(schema.shape)) {
    const inner = required(field);
    const entry = inner instanceof z.ZodMiniArray ? inner.def.element : undefined;
    if (inner instanceof z.ZodMiniObject) groups.set(key, inner);
    if (entry instanceof z.ZodMiniObject) entries.set(key, entry);
  }
  const shape = { groups, entries };
  shapes.set(schema, shape);
  return shape;
}

function required(field: unknown): unknown {
  return field instanceof z.ZodMiniOptional ? field.def.innerType : field;
}

/** The fields that the schema has, and the wire paths of those that it has not. */
function split(schema: z.ZodMiniObject, body: Record<string, unknown>) {
  const { groups, entries } = shapeOf(schema);
  const kept: Record<string, unknown> = {};
  const extra: string[] = [];
  for (const [key, value] of Object.entries(body)) {
    const group = groups.get(key);
    const entry = entries.get(key);
    if (!Object.hasOwn(schema.shape, key)) {
      extra.push(...pathsOf(key, value));
    } else if (group && isObject(value)) {
      const inner = split(group, value);
      kept[key] = inner.kept;
      extra.push(...inner.extra.map((path) => path.replace(/^[^[]*/, (name) => `${key}[${name}]`)));
    } else if (entry && Array.isArray(value)) {
      kept[key] = value.map((item: unknown, position) => {
        if (!isObject(item)) return item;
        const inner = split(entry, item);
        extra.push(...inner.extra.map((path) => `${key}.${position}.${path}`));
        return inner.kept;
      });
    } else {
      kept[key] = value;
    }
  }
  return { kept, extra };
}

/** The wire paths of a value: one for each leaf of a group, so that an issue names the key that was sent. */
function pathsOf(path: string, value: unknown): string[] {
  const leaves = isObject(value) ? Object.entries(value) : [];
  return leaves.length > 0 ? leaves.flatMap(([key, leaf]) => pathsOf(`${path}[${key}]`, leaf)) : [path];
}

/** Why a body cannot have a field, and which policy decides what becomes of it. */
function judge(
  { method, immutable, response }: Endpoint,
  path: string,
): { message: string; policy: 'immutableFields' | 'unknownFields' } {
  const names = path.split(/[[\]]+/).filter(Boolean);
  if (immutable?.includes(names[0] ?? '')) {
    return { message: 'cannot be changed after creation', policy: 'immutableFields' };
  }
  return method === 'PATCH' && hasField(response, names)
    ? { message: 'is read-only', policy: 'immutableFields' }
    : { message: 'is not a known field', policy: 'unknownFields' };
}

function hasField(schema: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  return schema instanceof z.ZodMiniObject && Object.hasOwn(schema.shape, name) && hasField(schema.shape[name], rest);
}
