import { nameIn } from './field-text.ts';
import { type JsonSchema, propertiesOf } from './json-schema.ts';
import type { DocumentSchemas } from './openapi-schemas.ts';
import type { Operation } from './operations.ts';

/** A field of a request, by its name on the wire. */
export interface RequestField {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** Returns the keys of an operation's request body, or else its query parameters. */
export function requestFields(operation: Pick<Operation, 'endpoint'>, schemas: DocumentSchemas): RequestField[] {
  const body = schemas.body(operation);
  if (!body) return schemas.query(operation);
  const schema = schemas.components[nameIn(body.$ref)];
  if (!schema) throw new Error(`no schema ${body.$ref}`);
  return propertiesOf(schema).map(([name, field]) => ({
    name,
    required: schema.required?.includes(name) ?? false,
    schema: field,
  }));
}
