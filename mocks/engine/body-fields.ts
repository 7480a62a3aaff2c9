import * as z from 'zod/mini';
import { wirePath } from '../../src/contract/validate.ts';

/** A field of a body schema. */
export interface BodyField {
  /** The name of the field, or of a group and a field in it. */
  readonly path: readonly [string] | readonly [string, string];
  readonly schema: unknown;
  /** The key of a field in the group, if this field is a group. */
  readonly example?: string;
}

/** Computed once for each schema. */
const cache = new WeakMap<z.ZodMiniObject, ReadonlyMap<string, BodyField>>();

/** Returns the fields of a schema by their keys on the wire, for example `name`, `shipping` and `shipping[weight]`. */
export function fieldsByKey(schema: z.ZodMiniObject): ReadonlyMap<string, BodyField> {
  const cached = cache.get(schema);
  if (cached) return cached;
  const fields = new Map(Object.entries(schema.shape).flatMap(([name, field]) => expandGroup(name, unwrap(field))));
  cache.set(schema, fields);
  return fields;
}

function expandGroup(name: string, schema: unknown): [string, BodyField][] {
  if (!(schema instanceof z.ZodMiniObject)) return [[name, { path: [name], schema }]];
  const inner = Object.entries(schema.shape).map(([key, field]): [string, BodyField] => [
    wirePath([name, key]),
    { path: [name, key], schema: unwrap(field) },
  ]);
  const example = inner[0]?.[0] ?? `${name}[…]`;
  return [[name, { path: [name], schema, example }], ...inner];
}

/** Returns the schema of the entries, if the schema is a list of objects with known fields. */
export function listEntry(schema: unknown): z.ZodMiniObject | undefined {
  const entry = schema instanceof z.ZodMiniArray ? schema.def.element : undefined;
  return entry instanceof z.ZodMiniObject ? entry : undefined;
}

function unwrap(schema: unknown): unknown {
  return schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema;
}
