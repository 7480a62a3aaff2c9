/** The OpenAPI document of the control API contains all its routes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeRoutes } from '../../mocks/control-api/openapi-routes.ts';
import { controlRoutes } from '../../mocks/control-api/routes/index.ts';
import { createMockServer, mockOperation } from '../../mocks/index.ts';
import { addNote, createContact, listContacts } from '../mock/operations/definitions.ts';

const root = join(import.meta.dirname, '../..');
const document = describeRoutes(controlRoutes, 'http://127.0.0.1:4010');

/** A schema whose library knows no JSON Schema. */
const odd = { '~standard': { version: 1, vendor: 'odd', validate: (value: unknown) => ({ value }) } } as const;
const mock = createMockServer({
  baseUrl: 'https://masterdata.example/base',
  operations: [
    mockOperation(createContact, { handle: ({ body, db }) => db.contacts.insert(body) }),
    mockOperation(listContacts, { response: [] }),
    mockOperation(addNote, { status: 202, response: { slug: '', text: '' } }),
    mockOperation({ name: 'odd.do', method: 'POST', path: '/api/odd', body: odd, response: odd }, { response: 1 }),
  ],
});
const withOperations = describeRoutes(controlRoutes, 'https://masterdata.example', mock);

type JsonSchema = (typeof document.components.schemas)[string];

/** Returns the properties that a schema or an alternative of it may have, with their descriptions. */
function propertiesOf({ properties = {}, anyOf = [] }: JsonSchema): [name: string, description: string | undefined][] {
  const own = Object.entries(properties).flatMap(([name, property]): [string, string | undefined][] =>
    // A property with `not` must be absent.
    typeof property === 'object' && property.not === undefined ? [[name, property.description]] : [],
  );
  return [...own, ...anyOf.flatMap((each) => (typeof each === 'object' ? propertiesOf(each) : []))];
}

test('it contains each route', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/__mock\/?/, '/')}`),
  );
  expect(described.sort()).toEqual(Object.keys(controlRoutes).sort());
});

test('it describes each parameter, and each property of a body that is not a row', () => {
  const parameters = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((operation) =>
      operation.parameters.map(({ name, description }) => [`${path} ${name}`, description]),
    ),
  );
  const requests = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Request'));
  const properties = requests.flatMap(([name, schema]) =>
    propertiesOf(schema).map(([property, description]) => [`${name} ${property}`, description]),
  );
  expect(parameters.length).toBeGreaterThan(30);
  expect(properties.length).toBeGreaterThan(50);
  expect([...parameters, ...properties].filter(([, description]) => !description)).toEqual([]);
});

test('an export is rows as JSON, and a text as NDJSON or CSV', () => {
  const { content } = document.paths['/__mock/export']?.['get']?.responses[200] ?? {};
  expect(content).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/ExportRunResponse' } },
    'application/x-ndjson': { schema: { type: 'string' } },
    'text/csv; charset=utf-8': { schema: { type: 'string' } },
  });
  expect(document.components.schemas['ExportRunResponse']).toMatchObject({
    type: 'array',
    items: { $ref: '#/components/schemas/Row' },
  });
});

test('it declares its tags, each with a description', () => {
  const operations = Object.values(withOperations.paths).flatMap((methods) => Object.values(methods));
  const used = new Set(operations.flatMap(({ tags }) => tags));
  expect(withOperations.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
  expect(withOperations.tags.filter(({ description }) => description === '')).toEqual([]);
});

test('an object without properties allows any, because generators of types would allow none', () => {
  const closed: string[] = [];
  const collect = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, properties, additionalProperties }: JsonSchema = { ...value };
    if (type === 'object' && !properties && additionalProperties === undefined) closed.push(path);
    for (const [name, part] of Object.entries(value)) collect(part, `${path}.${name}`);
  };
  collect(document.components.schemas, 'schemas');
  collect(document.paths, 'paths');
  expect(closed).toEqual([]);
  const { DbQueryRequest, DbUpdateAllRequest } = document.components.schemas;
  expect(DbQueryRequest?.properties?.['where']).toMatchObject({ type: 'object', additionalProperties: true });
  expect(DbUpdateAllRequest?.properties?.['fields']).toMatchObject({ type: 'object', additionalProperties: true });
});

test('it has a description, and its server is a URL', () => {
  expect(document.info.description).toContain('Content-Type: application/json');
  expect(document.servers.map(({ url }) => url)).toEqual(['http://127.0.0.1:4010']);
});

test('it contains your own operations, with their schemas', () => {
  const { paths, components } = withOperations;
  expect(paths).toMatchObject({
    '/base/api/contacts': {
      get: {
        operationId: 'contacts.list',
        parameters: expect.arrayContaining([
          { name: 'limit', in: 'query', required: false, schema: { type: 'number' } },
        ]),
      },
      post: {
        security: [{ apiToken: [] }],
        requestBody: { content: { 'application/json': { schema: { properties: { email: { format: 'email' } } } } } },
        responses: { 201: { content: { 'application/json': { schema: { required: ['success', 'data'] } } } } },
      },
    },
    '/base/api/notes/{slug}/of/{customer_id}': {
      put: {
        parameters: [
          { name: 'slug', in: 'path' },
          { name: 'customer_id', in: 'path' },
        ],
        responses: { 202: {} },
      },
    },
    '/base/api/odd': { post: { requestBody: { content: { 'application/json': { schema: {} } } } } },
  });
  expect(components.securitySchemes).toHaveProperty('apiToken');
  expect(document.components.securitySchemes).not.toHaveProperty('apiToken');
});

test.each([
  ['it', document],
  ['a document with your own operations', withOperations],
])('%s follows the rules of the linter', (_, linted) => {
  const folder = mkdtempSync(join(tmpdir(), 'control-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(linted));
  const lint = () =>
    execFileSync('node_modules/.bin/redocly', ['lint', file, '--config', 'redocly.yaml'], { cwd: root, stdio: 'pipe' });
  expect(lint).not.toThrow();
});
