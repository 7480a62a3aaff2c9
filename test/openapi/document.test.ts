/** The OpenAPI document contains the whole contract and nothing else. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Comments, readComments } from '../../docs/generate/comments.ts';
import { examplesOf } from '../../docs/generate/example-responses.ts';
import { itemsOf, type JsonSchema, propertiesOf } from '../../docs/generate/json-schema.ts';
import { type OpenApiDocument, openApiDocument } from '../../docs/generate/openapi-document.ts';
import { statusOf, successStatusOf } from '../../docs/generate/policies.ts';
import { policyDefaults } from '../../mocks/controls/policies.ts';
import { operations as endpoints } from '../../src/contract/operations.ts';
import { undocumentedOperations } from '../../src/contract/undocumented-operations.ts';

const operationSchema = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string().check(z.minLength(1)),
  description: z.optional(z.string().check(z.minLength(1))),
  'x-permission': z.string(),
  parameters: z.optional(z.array(z.object({ name: z.string(), in: z.string(), description: z.string() }))),
  requestBody: z.optional(
    z.object({
      'x-immutable': z.optional(z.array(z.string())),
      content: z.object({ 'application/json': z.object({ schema: z.object({ $ref: z.string() }) }) }),
    }),
  ),
  responses: z.record(z.string(), z.unknown()),
});

let comments: Comments;
let document: OpenApiDocument;

beforeAll(async () => {
  comments = readComments();
  document = await openApiDocument(comments);
});

function operations() {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...operationSchema.parse(operation),
    })),
  );
}

function component(name: string): JsonSchema {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`no schema ${name}`);
  return schema;
}

/** Returns the paths of all fields in a schema, and whether each has a description. */
function fieldsOf(schema: JsonSchema, path: string): [string, boolean][] {
  const inner = itemsOf(schema) ?? schema;
  return propertiesOf(inner).flatMap(([name, field]): [string, boolean][] => [
    [`${path}.${name}`, Boolean(field.description)],
    ...fieldsOf(field, `${path}.${name}`),
  ]);
}

test('the document has exactly the operations of the contract, by name', () => {
  expect(operations().map(({ operationId, method, path }) => ({ name: operationId, method, path }))).toEqual(
    expect.arrayContaining(endpoints.map(({ name, method, path }) => ({ name, method, path }))),
  );
  expect(operations()).toHaveLength(endpoints.length);
});

test('each operation names its permission, its parameters and its immutable fields', () => {
  for (const endpoint of endpoints) {
    const operation = operations().find(({ operationId }) => operationId === endpoint.name);
    expect(operation?.['x-permission']).toBe(endpoint.permission);
    expect(operation?.requestBody?.['x-immutable']).toEqual(endpoint.immutable);
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(
      (operation?.parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => name),
    ).toEqual(inPath);
    expect(Boolean(operation?.requestBody)).toBe(Boolean(endpoint.body));
  }
});

test('undocumented operations are listed, and are not paths', () => {
  expect(document['x-not-shown']).toEqual(undocumentedOperations);
  for (const { method, path } of undocumentedOperations) {
    expect(operations().filter((operation) => operation.method === method && operation.path === path)).toEqual([]);
  }
});

test('every schema and every field has a description', () => {
  const schemas = Object.entries(document.components.schemas);
  expect(schemas.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
  const fields = schemas.flatMap(([name, schema]) => fieldsOf(schema, name));
  expect(fields.length).toBeGreaterThan(300);
  expect(fields.filter(([, described]) => !described).map(([path]) => path)).toEqual([]);
});

describe('the schema of a body describes the wire format', () => {
  test('groups are flat keys with brackets', () => {
    const names = propertiesOf(component('ProductUpdate')).map(([name]) => name);
    expect(names).toContain('shipping[weight]');
    expect(names).toContain('identifiers[crm]');
    expect(names).not.toContain('shipping');
    expect(component('ProductUpdate').properties?.['shipping[weight]']).toEqual({
      description: 'Weight, in `weight_unit`; `null` clears it.',
      type: ['number', 'null'],
    });
  });

  test('the servers are plain URLs, because many tools do not replace variables', () => {
    expect(document.servers).toEqual([
      { url: 'https://masterdata.example', description: expect.any(String) },
      { url: 'http://127.0.0.1:4010', description: expect.any(String) },
    ]);
  });

  test('an email address need not be ASCII', () => {
    expect(component('ContactUpdate').properties?.['email']).toEqual({
      description: 'Email address.',
      type: 'string',
      format: 'idn-email',
      pattern: '^[^\\s@]+@[^\\s@]+$',
    });
  });

  test('unknown fields are not allowed, and required fields are required', () => {
    for (const { requestBody } of operations()) {
      const name = requestBody?.content['application/json'].schema.$ref.split('/').at(-1);
      if (name !== undefined) expect(component(name).additionalProperties).toBe(false);
    }
    expect(component('ProductCreate').required).toEqual(['api_name', 'recurrence_type', 'name']);
    expect(component('PriceUpdate').required).toBeUndefined();
  });

  test('enums are closed in bodies and open in responses', () => {
    expect(component('CustomerCreate').properties?.['type']).toMatchObject({ enum: ['company', 'individual'] });
    expect(component('Customer').properties?.['type']).toMatchObject({
      anyOf: [{ type: 'string', enum: ['company', 'individual'] }, { type: 'string' }],
    });
    expect(component('Price').properties?.['engagement_type']).toMatchObject({
      anyOf: [{ type: 'string', enum: ['forever', 'fixed_period'] }, { type: 'string' }, { type: 'null' }],
    });
  });
});

test('the document has exactly the policies of the mock', () => {
  expect(Object.keys(document['x-policies'])).toEqual(Object.keys(policyDefaults));
  const named = JSON.stringify(document).matchAll(/"x-policy":\[([^\]]*)\]/g);
  const used = new Set([...named].flatMap(([, names = '']) => names.replaceAll('"', '').split(',')));
  expect([...used].filter((name) => !(name in document['x-policies']))).toEqual([]);
});

test.each(endpoints)('the examples of $name are responses of the mock with documented statuses', async (endpoint) => {
  const { response, errors } = await examplesOf({ endpoint });
  expect(response).toMatchObject({ status: successStatusOf(endpoint), body: { success: true } });
  for (const condition of ['unauthorized', 'forbidden', ...endpoint.errors] as const) {
    const { status } = statusOf(condition);
    const examples = Object.values(errors[condition] ?? {});
    expect(examples.map((example) => example.status)).toEqual(examples.map(() => status));
    expect(examples).not.toEqual([]);
    const { responses } = operations().find(({ operationId }) => operationId === endpoint.name) ?? {};
    expect(responses).toHaveProperty(String(status));
  }
});

test('the document is the same on each generation', async () => {
  expect(JSON.stringify(await openApiDocument(comments))).toBe(JSON.stringify(document));
});

test('masterdata-sdk/openapi.json is the document', () => {
  const file = createRequire(import.meta.url).resolve('masterdata-sdk/openapi.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(document)));
});
