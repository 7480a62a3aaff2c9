import * as z from 'zod/mini';
import { country, countryCodes } from '../../src/contract/country-codes.ts';
import { capitalize } from '../../src/contract/endpoint.ts';
import { envelope } from '../../src/contract/fields.ts';
import { operations as endpoints } from '../../src/contract/operations.ts';
import * as published from '../../src/schemas.ts';
import type { Commented, Comments } from './comments.ts';
import { itemsOf, type JsonSchema, propertiesOf, rewrite } from './json-schema.ts';
import type { Operation } from './operations.ts';

/** The schemas of the document. */
export interface DocumentSchemas {
  /** By name: `Customer`, `ProductUpdate`, `ErrorBody`. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** A reference to the schema of an operation's body. */
  body(operation: Pick<Operation, 'endpoint'>): { readonly $ref: string } | undefined;
  /** The schema of an operation's successful response: the envelope around a reference, or an array of references. */
  response(operation: Operation): JsonSchema;
  /** The schemas of the query parameters of an operation, and whether each is required. */
  query(operation: Pick<Operation, 'endpoint'>): { name: string; required: boolean; schema: JsonSchema }[];
}

const bodies = new Set<unknown>(endpoints.flatMap(({ body }) => body ?? []));
const queries = new Set<unknown>(endpoints.flatMap(({ query }) => query ?? []));

/** The published schemas by the names of their types: `customerSchema` is `Customer`. */
const named = new Map(
  Object.entries(published).flatMap(
    ([exportName, schema]): [string, { exportName: string; schema: z.ZodMiniType }][] =>
      exportName.endsWith('Schema') && schema instanceof z.ZodMiniType && !queries.has(schema)
        ? [[typeName(exportName), { exportName, schema }]]
        : [],
  ),
);

/** Creates the schemas, with the doc comments as descriptions. */
export function documentSchemas(comments: Comments): DocumentSchemas {
  const components: Record<string, JsonSchema> = { CountryCode: countryCode };
  const convert = convertAll();
  for (const [name, { exportName, schema }] of named) {
    const comment = comments.schema(exportName);
    const described = describe(convert(schema), comment);
    components[name] = {
      ...(comment.text && { description: comment.text }),
      ...(bodies.has(schema) ? onTheWire(described, propertiesOf(described)) : rewrite(described, open)),
    };
  }
  const ordered = Object.entries(components).sort(([a], [b]) => a.localeCompare(b, 'en'));

  return {
    components: Object.fromEntries(ordered),
    body({ endpoint: { body } }) {
      const name = [...named].find(([, { schema }]) => schema === body)?.[0];
      if (body && name === undefined) throw new Error('a body schema is not exported by src/schemas.ts');
      return name === undefined ? undefined : reference(name);
    },
    response({ endpoint: { name, response }, method: { returns } }) {
      const [, record = '', list] = /^(\w+)(\[\])?$/.exec(returns) ?? [];
      const shape = list && response instanceof z.ZodMiniArray ? response.def.element : response;
      // The document must match both the client's types and the contract.
      if (named.get(record)?.schema !== shape) throw new Error(`${name} does not return ${returns}`);
      const data = list ? { type: 'array' as const, items: reference(record) } : reference(record);
      const outer = converted(z.toJSONSchema(envelope(z.unknown()), conversion));
      return { ...outer, properties: { ...outer.properties, data } };
    },
    query({ endpoint: { query } }) {
      const exportName = Object.entries(published).find(([, schema]) => schema === query)?.[0];
      if (!query || exportName === undefined) return [];
      const schema = describe(converted(z.toJSONSchema(query, conversion)), comments.schema(exportName));
      return propertiesOf(schema).map(([name, field]) => ({
        name,
        required: schema.required?.includes(name) ?? false,
        schema: field,
      }));
    },
  };
}

/** The input side: request bodies are closed, and responses may have unknown fields. */
const conversion = { io: 'input' } as const;

const countryCode: JsonSchema = {
  description: 'An officially assigned ISO 3166-1 alpha-2 code.',
  type: 'string',
  enum: [...countryCodes],
};

function reference(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

function typeName(exportName: string): string {
  return capitalize(exportName).replace(/Schema$/, '');
}

/** Returns the JSON Schemas of the named schemas, which refer to each other. */
function convertAll(): (schema: z.ZodMiniType) => JsonSchema {
  const registry = z.registry<{ id: string }>();
  const ids = new Map<z.ZodMiniType, string>([[country, 'CountryCode']]);
  // Two names for one schema produce two equal JSON Schemas.
  for (const [name, { schema }] of named) ids.set(schema, name);
  for (const [schema, id] of ids) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...conversion, uri: (id) => reference(id).$ref });
  return (schema) => converted(schemas[ids.get(schema) ?? '']);
}

function converted(json: JsonSchema | undefined): JsonSchema {
  if (!json) throw new Error('a schema has no name');
  const { $schema: _, $id: __, ...schema } = json;
  return rewrite(schema, tidy);
}

/**
 * Removes noise: the pattern of a format, the names of a record's keys, and `anyOf` null. The format `email` would
 * exclude addresses that are not ASCII. Many tools do not know `idn-email`, so it keeps its pattern.
 */
function tidy({ propertyNames: _, anyOf, pattern, ...schema }: JsonSchema): JsonSchema {
  const isEmail = schema.format === 'email';
  const kept: JsonSchema = {
    ...schema,
    ...(isEmail && { format: 'idn-email' }),
    ...(pattern !== undefined && (isEmail || schema.format === undefined) && { pattern }),
  };
  if (!anyOf) return kept;
  const [only, ...others] = anyOf.filter(({ type }) => type !== 'null');
  return others.length === 0 && anyOf.length === 2 && typeof only?.type === 'string' && !only.enum
    ? { ...kept, ...only, type: [only.type, 'null'] }
    : { ...kept, anyOf };
}

/** Opens the enums of a response, because the service may add values. */
function open({ enum: values, type, anyOf, ...rest }: JsonSchema): JsonSchema {
  if (values) {
    return { ...rest, anyOf: [{ type: 'string', enum: values }, { type: 'string' }] };
  }
  // A nullable enum has been opened inside `anyOf`.
  return {
    ...rest,
    ...(type && { type }),
    ...(anyOf && { anyOf: anyOf.flatMap((branch) => branch.anyOf ?? [branch]) }),
  };
}

/** Adds the doc comments of the fields as descriptions. A referenced schema has its own. */
function describe(schema: JsonSchema, comment: Commented | undefined): JsonSchema {
  const items = itemsOf(schema);
  return {
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(
        propertiesOf(schema).map(([name, property]) => {
          const field = comment?.field(name);
          return [name, { ...(field?.text && { description: field.text }), ...describe(property, field) }];
        }),
      ),
    }),
    ...(items && { items: describe(items, comment) }),
  };
}

/** Returns the schema of a body on the wire, with groups as flat bracketed keys. */
function onTheWire({ properties: _, required, ...body }: JsonSchema, fields: [string, JsonSchema][]): JsonSchema {
  const isRequired = (name: string) => required?.includes(name) ?? false;
  const keys = fields.flatMap(([name, field]) =>
    field.type === 'object'
      ? propertiesOf(field).map(([key, { description, ...value }]) => ({
          key: `${name}[${key}]`,
          required: isRequired(name) && field.required?.includes(key),
          // The comment repeats the wire key, which is the key here.
          schema: { ...(description && { description: description.replace(/ Wire key: `[^`]+`\.$/, '') }), ...value },
        }))
      : { key: name, required: isRequired(name), schema: field },
  );
  const needed = keys.filter((field) => field.required).map(({ key }) => key);
  return {
    ...body,
    properties: Object.fromEntries(keys.map(({ key, schema }) => [key, schema])),
    ...(needed.length > 0 && { required: needed }),
  };
}
