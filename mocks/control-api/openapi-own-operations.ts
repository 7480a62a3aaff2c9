import * as z from 'zod/mini';
import type { StandardSchema } from '../../src/contract/standard-schema.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import { parameterNames } from '../shared/router.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * Describes the operations that the specification does not document, as paths of an OpenAPI document.
 *
 * @param serverUrl The URL that the paths are relative to. The base URL begins with it.
 */
export function describeOperations(
  serverUrl: string,
  { operations, baseUrl }: Pick<MockServer, 'operations' | 'baseUrl'>,
) {
  const prefix = baseUrl.slice(serverUrl.length);
  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {};
  for (const operation of operations.definitions) {
    const at = prefix + operation.path;
    paths[at] = { ...paths[at], [operation.method.toLowerCase()]: describe(operation) };
  }
  return paths;
}

function describe(operation: MockServer['operations']['definitions'][number]) {
  const { name, method, path, permission, status, query, body, brackets, response } = operation;
  const sent = body && (brackets ? withBrackets(toJsonSchema(body)) : toJsonSchema(body));
  const data = toJsonSchema(response);
  const success = { type: 'object', required: ['success', 'data'], properties: { success: { const: true }, data } };
  return {
    operationId: name,
    tags: ['operations'],
    summary: `${name}, which the specification does not document`,
    description: `The token needs the permission \`${permission}\`.`,
    security: [{ apiToken: [] }],
    parameters: [
      ...parameterNames(path).map((parameter) => ({
        name: parameter,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...(query ? queryParameters(toJsonSchema(query)) : []),
    ],
    ...(sent && { requestBody: { required: !acceptsAll(sent), content: { 'application/json': { schema: sent } } } }),
    responses: {
      [status ?? (method === 'POST' ? 201 : 200)]: {
        description: 'Success.',
        content: { 'application/json': { schema: success } },
      },
      '4XX': { description: 'An error of the API.' },
    },
  };
}

/** Whether a body of any kind is valid, and none as well. */
function acceptsAll(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0;
}

/** Returns the schema of a body whose groups are sent as keys with brackets. */
function withBrackets({ properties = {}, required = [], ...schema }: JsonSchema): JsonSchema {
  const fields = Object.entries(properties).flatMap(([name, property]) => {
    const isRequired = required.includes(name);
    if (typeof property !== 'object' || !property.properties) return [{ key: name, property, isRequired }];
    const group = withBrackets(property);
    return Object.entries(group.properties ?? {}).map(([inner, each]) => ({
      key: name + inner.replace(/^[^[]+/, '[$&]'),
      property: each,
      isRequired: isRequired && group.required?.includes(inner) === true,
    }));
  });
  return {
    ...schema,
    properties: Object.fromEntries(fields.map(({ key, property }) => [key, property])),
    required: fields.filter(({ isRequired }) => isRequired).map(({ key }) => key),
  };
}

function queryParameters({ properties = {}, required = [] }: JsonSchema) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** The part of Standard JSON Schema that this module uses. Not all libraries have it. */
interface StandardJsonSchema {
  readonly '~standard': { readonly jsonSchema: { input(options: { target: 'draft-2020-12' }): JsonSchema } };
}

/** Returns the JSON Schema of a Standard Schema, or one that accepts everything if its library has none. */
export function toJsonSchema(schema: StandardSchema): JsonSchema {
  try {
    const { $schema: _, ...json } =
      '_zod' in schema
        ? z.toJSONSchema(schema as unknown as z.core.$ZodType, { io: 'input', unrepresentable: 'any' })
        : (schema as unknown as StandardJsonSchema)['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    return json;
  } catch {
    return {};
  }
}
