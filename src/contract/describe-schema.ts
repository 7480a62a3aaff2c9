import type * as z from 'zod/mini';

/** A field of a schema, without zod. */
export interface FieldDescription {
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
}

export type FieldKind =
  | { readonly type: 'text'; readonly format: string | undefined }
  | { readonly type: 'number' }
  | { readonly type: 'boolean' }
  | { readonly type: 'enum'; readonly values: readonly (string | number)[] }
  /** An object. An open one may have other fields as well. */
  | { readonly type: 'group'; readonly fields: Readonly<Record<string, FieldDescription>>; readonly isOpen: boolean }
  | { readonly type: 'list'; readonly element: FieldDescription }
  /** Any JSON. */
  | { readonly type: 'json' };

const descriptions = new WeakMap<object, FieldDescription>();

/** Describes a schema of the contract: the kinds of its fields, their values, and which of them are required. */
export function describeSchema(schema: z.core.$ZodType): FieldDescription {
  const known = descriptions.get(schema);
  if (known) return known;
  const description = unwrap(schema);
  descriptions.set(schema, description);
  return description;
}

function unwrap(schema: z.core.$ZodType): FieldDescription {
  // The union of all schemas, which TypeScript can narrow by the type.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'default':
      return { ...describeSchema(def.innerType), isRequired: false };
    case 'nullable':
      return { ...describeSchema(def.innerType), isNullable: true };
    default:
      return { kind: kindOf(def), isRequired: true, isNullable: false };
  }
}

function kindOf(def: z.core.$ZodTypes['_zod']['def']): FieldKind {
  switch (def.type) {
    case 'string':
      return { type: 'text', format: 'format' in def && typeof def.format === 'string' ? def.format : undefined };
    case 'number':
      return { type: 'number' };
    case 'boolean':
      return { type: 'boolean' };
    case 'enum':
      return { type: 'enum', values: Object.values(def.entries) };
    case 'object': {
      const isOpen = def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
      const fields = Object.entries(def.shape).map(([name, field]) => [name, describeSchema(field)] as const);
      // Nothing is known about an open object without fields.
      if (isOpen && fields.length === 0) return { type: 'json' };
      return { type: 'group', fields: Object.fromEntries(fields), isOpen };
    }
    case 'array':
      return { type: 'list', element: describeSchema(def.element) };
    default:
      return { type: 'json' };
  }
}

/** Returns the fields of an object schema. */
export function fieldsOf(schema: z.core.$ZodType): Readonly<Record<string, FieldDescription>> {
  const { kind } = describeSchema(schema);
  return kind.type === 'group' ? kind.fields : {};
}
