import type * as z from 'zod/mini';
import { type FieldDescription, fieldsOf } from '../../src/contract/describe-schema.ts';
import { wirePath } from '../../src/contract/validate.ts';

/** A field of a body schema. */
interface WireField extends FieldDescription {
  /** The key of a field in the group, if this field is a group. */
  readonly example?: string;
}

/** Computed once for each schema. */
const cache = new WeakMap<z.ZodMiniType, ReadonlyMap<string, WireField>>();

/** Returns the fields of a schema by their keys on the wire, for example `name`, `shipping` and `shipping[weight]`. */
export function fieldsByKey(schema: z.ZodMiniType): ReadonlyMap<string, WireField> {
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
export function listEntry({ kind }: FieldDescription): Readonly<Record<string, FieldDescription>> | undefined {
  return kind.type === 'list' && kind.element.kind.type === 'group' ? kind.element.kind.fields : undefined;
}
