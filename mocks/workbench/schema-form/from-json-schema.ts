import * as z from 'zod/mini';
import { isObject } from '../../shared/json.ts';

/**
 * Returns a schema for the forms of the workbench from a JSON Schema. It accepts more than the JSON Schema: the mock
 * checks what it gets. Parts that it does not know are edited as JSON.
 */
function fromJsonSchema(schema: unknown, isStored: boolean): z.ZodMiniType {
  if (!isObject(schema)) return z.unknown();
  const { type, enum: values, format, items } = schema;
  const variants = variantsOf(schema);
  const [variant, ...more] = variants.filter((each) => !isObject(each) || each['type'] !== 'null');
  if (variant !== undefined && more.length === 0 && variants.length === 2)
    return z.nullable(fromJsonSchema(variant, isStored));
  if (isTextList(values)) return z.enum(values);
  switch (type) {
    case 'string':
      return format === 'uuid' ? z.guid() : z.string();
    case 'number':
    case 'integer':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'array':
      return z.array(fromJsonSchema(items, isStored));
    case 'object':
      return 'properties' in schema ? z.looseObject(fieldsFromJsonSchema(schema, isStored)) : z.unknown();
    default:
      return z.unknown();
  }
}

/**
 * Returns the fields of the JSON Schema of an object.
 *
 * @param isStored Whether the object has the fields with a default.
 */
export function fieldsFromJsonSchema(schema: Readonly<Record<string, unknown>>, isStored: boolean) {
  const required: unknown = schema['required'];
  const defaults = isStored ? Object.keys(defaultsFromJsonSchema(schema)) : [];
  const names = [...(Array.isArray(required) ? required : []), ...defaults];
  return Object.fromEntries(
    propertiesOf(schema).map(([name, property]) => {
      const field = fromJsonSchema(property, isStored);
      return [name, names.includes(name) ? field : z.optional(field)];
    }),
  );
}

/** Returns the defaults in the JSON Schema of an object. */
export function defaultsFromJsonSchema(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given = propertiesOf(schema).flatMap(([name, property]) =>
    isObject(property) && 'default' in property ? [[name, property['default']] as const] : [],
  );
  return Object.fromEntries(given);
}

function propertiesOf({ properties }: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return isObject(properties) ? Object.entries(properties) : [];
}

function variantsOf(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  const { anyOf, type } = schema;
  if (Array.isArray(anyOf)) return anyOf;
  return Array.isArray(type) ? type.map((each: unknown) => ({ ...schema, type: each })) : [];
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}
