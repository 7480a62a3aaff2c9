import type * as z from 'zod/mini';

/** A JSON Schema. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** A schema. `true` and `false` are schemas too. */
type Branch = JsonSchema | boolean;

/** Returns the schemas of an object's properties. */
export function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  return Object.entries(schema.properties ?? {}).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]));
}

/** Returns the schema of an array's entries. */
export function itemsOf({ items }: JsonSchema): JsonSchema | undefined {
  return isSchema(items) ? items : undefined;
}

/** Applies a function to each nested schema, then to the schema itself. */
export function rewrite(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inner = <Value extends Branch>(value: Value) => (isSchema(value) ? rewrite(value, change) : value);
  const { properties, items, additionalProperties, anyOf, ...rest } = schema;
  return change({
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, inner(value)])),
    }),
    ...(items !== undefined && { items: Array.isArray(items) ? items.map(inner) : inner(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: inner(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map((branch) => rewrite(branch, change)) }),
  });
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
