import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import * as esm from 'masterdata-sdk';
import { describe, expect, onTestFinished, test } from 'vitest';
import { send } from '../http/serve.ts';
import { serveUntilTestEnds } from '../serve-until-test-ends.ts';

const require = createRequire(import.meta.url);
const cjs: typeof esm = require('masterdata-sdk');

interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: unknown;
}

/** Starts a server that sends the same response to every request, until the test ends. */
async function serve(status: number, body: unknown): Promise<{ baseUrl: string; requests: ReceivedRequest[] }> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void text(request).then((received) => {
      const { method, url, headers } = request;
      requests.push({ method, url, authorization: headers.authorization, body: received && JSON.parse(received) });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  return { baseUrl: await serveUntilTestEnds(server), requests };
}

const catalog = {
  id: '0d3e2c1b-5a49-4f38-8b27-16a5c4d3e2f1',
  name: 'Spring',
  api_name: 'spring',
  reference: '',
  description: '',
  is_active: true,
  id_crm: null,
  id_erp: null,
  id_accounting: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

describe('the CommonJS build', () => {
  test('has its own classes', () => {
    expect(cjs.MasterDataClient).not.toBe(esm.MasterDataClient);
    expect(Object.keys(cjs).sort()).toEqual(Object.keys(esm).sort());
  });

  test.each(['esm', 'cjs'] as const)('keeps the name of the client, which logs show: %s', (format) => {
    const { MasterDataClient } = { esm, cjs }[format];
    expect(MasterDataClient.name).toBe('MasterDataClient');
    expect(inspect(new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: 'test' }))).toMatch(
      /^MasterDataClient \{/,
    );
  });

  test('does not use import(), which Jest lacks in CommonJS', () => {
    const dist = join(import.meta.dirname, '../../dist');
    const files = globSync('**/*.cjs', { cwd: dist });
    expect(files).toContain('index.cjs');
    expect(files.filter((file) => /\bimport\(/.test(readFileSync(join(dist, file), 'utf8')))).toEqual([]);
  });

  test('makes a call over HTTP', async () => {
    const { baseUrl, requests } = await serve(201, { success: true, data: catalog });
    const client = new cjs.MasterDataClient({ baseUrl, apiToken: 'secret' });

    expect(await client.catalogs.create({ name: 'Spring' })).toEqual(catalog);
    expect(requests).toEqual([
      { method: 'POST', url: '/api/catalogs', authorization: 'Bearer secret', body: { name: 'Spring' } },
    ]);
  });

  test('shares the schemas between its entries', () => {
    const schemas: typeof import('masterdata-sdk/schemas') = require('masterdata-sdk/schemas');
    expect(schemas.catalogSchema.safeParse(catalog).success).toBe(true);
  });

  test('runs the mock server', async () => {
    const { createMockServer }: typeof import('masterdata-sdk/mock') = require('masterdata-sdk/mock');
    const response = await createMockServer().fetch(new Request('https://api.example.com/api/catalogs/x'));
    expect(response.status).toBe(401);
  });

  test('its mock and sandboxes can be served by the ES modules, with the same errors', async () => {
    const { createMockServer, createSandboxes }: typeof import('masterdata-sdk/mock') = require('masterdata-sdk/mock');
    const { listen } = await import('masterdata-sdk/mock/http');
    const server = await listen(createMockServer(), { sandboxes: createSandboxes() });
    onTestFinished(() => server.close());
    const post = (path: string, body: object) => send(`${server.controlUrl}${path}`, 'POST', body);
    expect(await post('db/catalogs', { name: 5, api_name: 'spring' })).toMatchObject({
      status: 400,
      body: { name: 'InvalidRecordError', table: 'catalogs', issues: [{ path: 'name' }] },
    });
    expect(await post('sandboxes', { name: 'a' })).toMatchObject({ status: 201 });
    expect(await post('sandboxes', { name: 'a' })).toMatchObject({
      status: 409,
      body: { error: 'sandbox "a": already exists' },
    });
  });
});

/** The entries that both builds have, and the names of the error classes that they export. */
const entries = [
  '',
  '/schemas',
  '/conformance',
  '/mock',
  '/mock/generate',
  '/mock/http',
  '/mock/matchers',
  '/mock/remote',
];

test.each(entries)('instanceof works across the builds for each error class of masterdata-sdk%s', async (entry) => {
  const modules: Record<string, unknown>[] = [
    await import(`masterdata-sdk${entry}`),
    require(`masterdata-sdk${entry}`),
  ];
  const names = Object.keys(modules[0] ?? {}).filter((name) => name.endsWith('Error') && !/^(?:is|to)/.test(name));
  for (const name of names) {
    const [one, other] = modules.map((module) => Object(module[name]));
    expect(other, name).not.toBe(one);
    const error = Object.create(one.prototype);
    expect(error, name).toBeInstanceOf(one);
    expect(error, name).toBeInstanceOf(other);
    expect(new Error(name), name).not.toBeInstanceOf(other);
  }
  const expected = { '': 16, '/mock': 2, '/mock/remote': 1 };
  expect(names).toHaveLength(Reflect.get(expected, entry) ?? 0);
});

describe.each([
  ['ES modules', 'CommonJS', esm, cjs],
  ['CommonJS', 'ES modules', cjs, esm],
])('an error of the %s build', (_from, to, thrower, catcher) => {
  test(`is an instance of the classes of the ${to} build`, async () => {
    const { baseUrl } = await serve(404, { success: false, error: 'Catalog not found' });
    const client = new thrower.MasterDataClient({ baseUrl, apiToken: 'secret' });
    const error = await client.catalogs.get(catalog.id).then(
      () => undefined,
      (reason: unknown) => reason,
    );

    expect(error).toBeInstanceOf(thrower.NotFoundError);
    expect(error).toBeInstanceOf(catcher.NotFoundError);
    expect(error).toBeInstanceOf(catcher.ApiError);
    expect(error).toBeInstanceOf(catcher.MasterDataError);
    expect(error).not.toBeInstanceOf(catcher.ConflictError);
    expect(error).not.toBeInstanceOf(catcher.ConnectionError);
  });
});
