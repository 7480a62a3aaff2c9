import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as esm from 'masterdata-sdk';
import { describe, expect, onTestFinished, test } from 'vitest';

const require = createRequire(import.meta.url);
const cjs: typeof esm = require('masterdata-sdk');

interface Received {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: unknown;
}

/** A real server that gives every request the same answer, until the test ends. */
async function serve(status: number, answer: unknown): Promise<{ baseUrl: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      received.push({ method, url, authorization: headers.authorization, body: body && JSON.parse(body) });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
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
  test('is another one than the ES modules', () => {
    expect(cjs.MasterDataClient).not.toBe(esm.MasterDataClient);
    expect(Object.keys(cjs).sort()).toEqual(Object.keys(esm).sort());
  });

  test('loads no part of itself with import(), which Jest lacks in CommonJS', () => {
    const dist = join(import.meta.dirname, '../../dist');
    const files = globSync('**/*.cjs', { cwd: dist });
    expect(files).toContain('index.cjs');
    expect(files.filter((file) => /\bimport\(/.test(readFileSync(join(dist, file), 'utf8')))).toEqual([]);
  });

  test('makes a real call over HTTP', async () => {
    const { baseUrl, received } = await serve(201, { success: true, data: catalog });
    const client = new cjs.MasterDataClient({ baseUrl, apiToken: 'secret' });

    expect(await client.catalogs.create({ name: 'Spring' })).toEqual(catalog);
    expect(received).toEqual([
      { method: 'POST', url: '/api/catalogs', authorization: 'Bearer secret', body: { name: 'Spring' } },
    ]);
  });

  test('shares the schemas with its other entries', () => {
    const schemas: typeof import('masterdata-sdk/schemas') = require('masterdata-sdk/schemas');
    expect(schemas.catalogSchema.safeParse(catalog).success).toBe(true);
  });

  test('serves a request with the mock server', async () => {
    const { createMockServer }: typeof import('masterdata-sdk/mock') = require('masterdata-sdk/mock');
    const answer = await createMockServer().fetch(new Request('https://api.example.com/api/catalogs/x'));
    expect(answer.status).toBe(401);
  });
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
