import * as z from 'zod/mini';
import type { StandardSchema } from '../../src/contract/standard-schema.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import { parseBaseUrl } from '../shared/base-url.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Describes the operations that the specification does not document, as paths of an OpenAPI document. */
export function describeOperations({ operations, baseUrl }: Pick<MockServer, 'operations' | 'baseUrl'>) {
  const prefix = parseBaseUrl(baseUrl).path;
  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {};
  for (const operation of operations) {
    const at = prefix + operation.path;
    paths[at] = { ...paths[at], [operation.method.toLowerCase()]: describe(operation) };
  }
  return paths;
}

function describe({ name, method, path, permission, status, query, body, response }: MockServer['operations'][number]) {
  const data = toJsonSchema(response);
  const success = { type: 'object', required: ['success', 'data'], properties: { success: { const: true }, data } };
  return {
    operationId: name,
    tags: ['operations'],
    summary: `${name}, which the specification does not document`,
    description: `The token needs the permission \`${permission}\`.`,
    security: [{ apiToken: [] }],
    parameters: [
      ...Array.from(path.matchAll(/\{(\w+)\}/g), ([, parameter = '']) => ({
        name: parameter,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...(query ? queryParameters(toJsonSchema(query)) : []),
    ],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: toJsonSchema(body) } } } }),
    responses: {
      [status ?? (method === 'POST' ? 201 : 200)]: {
        description: 'Success.',
        content: { 'application/json': { schema: success } },
      },
      '4XX': { description: 'An error of the API.' },
    },
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
