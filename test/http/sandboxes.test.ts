import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ControlSandbox } from '../../mocks/control-api/routes/sandboxes.ts';
import { createMockServer, createSandboxes, demo, type SandboxesOptions } from '../../mocks/index.ts';
import { connectMock } from '../../mocks/remote.ts';
import { MasterDataClient } from '../../src/index.ts';
import { detail } from '../sample.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { openSocket, send, sendRaw, serve, start } from './serve.ts';

/** Serves a mock with sandboxes. */
function serveSandboxes(options: SandboxesOptions = {}, baseUrl = 'https://api.example.com') {
  const mock = createMockServer({ seed: demo, token: 'server-token', baseUrl });
  const sandboxes = createSandboxes({ seed: mock.snapshot(), baseUrl, ...options });
  return serve({ sandboxes }, mock).then((server) => ({ ...server, sandboxes, mock }));
}

async function create(controlUrl: string | undefined, body?: unknown): Promise<ControlSandbox> {
  const response = await send(`${controlUrl}sandboxes`, 'POST', body);
  expect(response.status).toBe(201);
  return response.body as ControlSandbox;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('a sandbox is created, used, controlled, listed and deleted over HTTP', async () => {
  const { url, controlUrl, mock } = await serveSandboxes();
  const sandbox = await create(controlUrl, { name: 'worker-1' });
  expect(sandbox).toEqual({
    name: 'worker-1',
    baseUrl: `${url}/sandboxes/worker-1`,
    apiToken: expect.stringMatching(/^mdmock_/),
    controlUrl: `${url}/sandboxes/worker-1/__mock/`,
    controlToken: expect.stringMatching(/^mdcontrol_/),
  });
  const client = new MasterDataClient({ baseUrl: sandbox.baseUrl, apiToken: sandbox.apiToken, maxRetries: 0 });
  const { id } = await client.customers.create({ name: 'Acme', type: 'company' });
  await expect(client.customers.get(id)).resolves.toMatchObject({ name: 'Acme' });
  expect(mock.db.customers.get(id)).toBeUndefined();

  await send(`${sandbox.controlUrl}faults`, 'POST', { on: 'customers.get', status: 503 });
  await expect(client.customers.get(id)).rejects.toMatchObject({ status: 503 });
  expect(mock.faults.list()).toEqual([]);
  const { body: state } = await send(`${sandbox.controlUrl}state`, 'GET');
  expect(state).toMatchObject({ baseUrl: sandbox.baseUrl, token: sandbox.apiToken, faults: 1 });

  const list = await send(`${controlUrl}sandboxes`, 'GET');
  expect(list.body).toEqual({
    sandboxes: [
      { name: 'worker-1', baseUrl: sandbox.baseUrl, isLoaded: true, lastUsedAt: expect.stringMatching(/Z$/) },
    ],
  });
  expect((await send(`${controlUrl}sandboxes/worker-1`, 'GET')).body).toEqual(sandbox);
  expect((await send(`${controlUrl}sandboxes/worker-1`, 'DELETE')).body).toEqual({ deleted: true });
  expect((await send(`${controlUrl}sandboxes/worker-1`, 'DELETE')).status).toBe(404);
  await expect(client.customers.list()).rejects.toMatchObject({
    status: 401,
    message: expect.stringContaining('Invalid API token, or no such sandbox'),
  });
  const unknown = await send(`${sandbox.baseUrl}/api/customers`, 'GET', undefined, bearer('server-token'));
  expect([unknown.status, unknown.body]).toEqual([
    404,
    { success: false, error: 'Unknown sandbox "worker-1". Create it with POST /__mock/sandboxes.' },
  ]);
});

test.each([{ onDemand: false }, { onDemand: true }])(
  'nobody can find out names without a token, %o',
  async (options) => {
    const { url, controlUrl, mock } = await serveSandboxes(options);
    const { apiToken } = await create(controlUrl, { name: 'one' });
    const { tokens, policies } = await connectMock(`${url}/sandboxes/one/__mock/`);
    await tokens.issue({ token: 'other-token' });
    await policies.set({ invalidTokenText: 'Who are you?', missingTokenText: 'Hello?' });
    const responseOf = async (name: string, path: string, method: string, headers: Record<string, string>) => {
      const response = await fetch(`${url}/sandboxes/${name}/${path}`, { method, headers });
      const shown = [...response.headers].filter(([header]) => header !== 'date');
      return { status: response.status, headers: shown, text: await response.text() };
    };
    const given = [{}, bearer('wrong'), bearer(`${apiToken}x`), { authorization: 'Basic b25lOnR3bw==' }];
    for (const path of ['api/customers', 'api/customers/1', 'api/unknown', 'api/', 'x', 'api/customers?x=1'])
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])
        for (const headers of given) {
          const found = await responseOf('one', path, method, headers);
          expect(found).toEqual(await responseOf('two', path, method, headers));
          expect(found.status).toBe(401);
        }
    for (const headers of given.slice(1)) {
      const found = await responseOf('one', '__mock/state', 'GET', headers);
      expect(found).toEqual(await responseOf('two', '__mock/state', 'GET', headers));
    }
    expect(mock.journal.size).toBe(0);
  },
);

test('sandboxes are below the path of the base URL', async () => {
  const { url, controlUrl } = await serveSandboxes({}, 'https://api.example.com/masterdata');
  const { baseUrl, apiToken } = await create(controlUrl, { name: 'a' });
  expect(baseUrl).toBe(`${url}/sandboxes/a`);
  expect(await new MasterDataClient({ baseUrl, apiToken }).customers.list()).not.toEqual([]);
});

test('pages of a list stay in the sandbox', async () => {
  const { controlUrl } = await serveSandboxes({ policies: { pagination: 'link:2' } });
  const { baseUrl, apiToken } = await create(controlUrl);
  const names: string[] = [];
  for await (const { name } of new MasterDataClient({ baseUrl, apiToken }).customers.list()) names.push(name);
  expect(names).toHaveLength(createMockServer({ seed: demo }).db.customers.size);
});

test('a body that does not describe a sandbox is rejected', async () => {
  const { controlUrl, sandboxes } = await serveSandboxes({ maxActive: 1 });
  const error = async (body: unknown) => {
    const { status, body: received } = await send(`${controlUrl}sandboxes`, 'POST', body);
    return [status, (received as { error: string }).error];
  };
  expect(await error({ name: 'A' })).toEqual([400, expect.stringContaining('sandbox name: must be 1 to 63')]);
  expect(await error({ nam: 'a' })).toEqual([
    400,
    'sandbox: unknown property "nam". Did you mean "name"? Valid properties: name, token.',
  ]);
  expect(await error({ name: 'a', token: 'se cret' })).toEqual([400, expect.not.stringContaining('se cret')]);
  expect(await sandboxes.list()).toEqual([]);
  await create(controlUrl, { name: 'a' });
  expect(await error({ name: 'a' })).toEqual([409, 'sandbox "a": already exists']);
  expect(await error({ name: 'b' })).toEqual([503, expect.stringContaining('at most 1')]);
});

test.each([
  '/sandboxes',
  '/sandboxes/',
  '/sandboxes/A/api/customers',
  '/sandboxes/%61/api/customers',
  '/sandboxes//api/customers',
])('the path %s is not a sandbox', async (path) => {
  const { url, sandboxes } = await serveSandboxes({ onDemand: true });
  const response = await send(url + path, 'GET', undefined, bearer('server-token'));
  expect(response.status).toBe(404);
  expect(await sandboxes.list()).toEqual([]);
});

test("a request with the server's token creates a sandbox on demand", async () => {
  const { url, sandboxes } = await serveSandboxes({ onDemand: true, maxActive: 2 });
  const list = (name: string, token: string, path = 'api/customers') =>
    send(`${url}/sandboxes/${name}/${path}`, 'GET', undefined, bearer(token));
  const denied = await list('a', 'wrong');
  expect([denied.status, denied.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect((await send(`${url}/sandboxes/a/api/customers`, 'GET')).status).toBe(401);
  expect((await list('a', 'wrong', '__mock/state')).status).toBe(401);
  expect(await sandboxes.list()).toEqual([]);

  const statuses = await Promise.all(Array.from({ length: 10 }, () => list('a', 'server-token')));
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await sandboxes.list()).toHaveLength(1);
  expect((await list('a', 'wrong')).status).toBe(401);
  expect((await list('b', 'server-token')).status).toBe(200);
  const full = await list('c', 'server-token');
  expect([full.status, full.body]).toEqual([503, { success: false, error: expect.stringContaining('at most 2') }]);
});

test('a revoked token of the server creates and opens no sandbox', async () => {
  const { url, sandboxes, mock } = await serveSandboxes({ onDemand: true });
  mock.tokens.revoke('server-token');
  const { status } = await send(`${url}/sandboxes/a/api/customers`, 'GET', undefined, bearer('server-token'));
  expect([status, await sandboxes.list()]).toEqual([401, []]);
});

test('a sandbox is in use until its response has been sent', async () => {
  const { url, port, sandboxes } = await serveSandboxes({ onDemand: true });
  await send(`${url}/sandboxes/a/api/customers`, 'GET', undefined, bearer('server-token'));
  const sandbox = await sandboxes.open('a');
  const held = sandbox?.mock.faults.hold('customers.list');
  const socket = await openSocket(port);
  socket.write(
    'GET /sandboxes/a/api/customers HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer server-token\r\nConnection: close\r\n\r\n',
  );
  await held?.reached();
  const closed = once(socket.resume(), 'close');
  expect(await sandboxes.delete('a')).toBe(true);
  await closed;
  expect((await send(`${url}/sandboxes/a/api/customers`, 'GET', undefined, bearer('server-token'))).status).toBe(200);
});

test('every response of the API keeps a browser from running it', async () => {
  const { url, port, mock, controlUrl } = await serveSandboxes();
  const { baseUrl, apiToken, controlUrl: sandboxControl } = await create(controlUrl);
  const headers = {
    'content-type': 'text/html',
    'Content-Security-Policy': "script-src 'unsafe-inline'",
    'x-content-type-options': 'no',
  };
  const page = { status: 200, body: '<script>alert(1)</script>', headers };
  await send(`${sandboxControl}faults`, 'POST', { ...page, on: 'customers.list' });
  mock.faults.add({ ...page, on: 'customers.list' });
  const expected = ["default-src 'none'; sandbox", 'nosniff'];
  const received = async (target: string, token: string) => {
    const response = await fetch(target, { headers: bearer(token) });
    return [response.headers.get('content-security-policy'), response.headers.get('x-content-type-options')];
  };
  expect(await received(`${baseUrl}/api/customers`, apiToken)).toEqual(expected);
  expect(await received(`${url}/api/customers`, 'server-token')).toEqual(expected);
  expect(await received(`${url}/api/products`, 'wrong')).toEqual(expected);
  expect(await received(`${url}/sandboxes/unknown/api/products`, 'wrong')).toEqual(expected);
  const foreign = await sendRaw(
    port,
    'GET /api/customers HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\nConnection: close\r\n\r\n',
  );
  expect(foreign).toMatch(/^HTTP\/1\.1 403[\s\S]*content-security-policy: default-src 'none'; sandbox/);
});

detail('masterdata-sdk mock creates sandboxes of its seed, options and token', async () => {
  const { url } = await start(
    '--token',
    'secret',
    '--seed',
    'demo',
    '--policy',
    'createdStatus=200',
    '--sandboxes',
    'on-demand',
  );
  const client = new MasterDataClient({ baseUrl: `${url}/sandboxes/one`, apiToken: 'secret' });
  const created = await client.customers.create({ name: 'Acme', type: 'company' }).withResponse();
  expect(created.response.status).toBe(200);
  const { body } = await send(`${url}/__mock/sandboxes`, 'POST');
  const { baseUrl, apiToken } = body as ControlSandbox;
  const other = await new MasterDataClient({ baseUrl, apiToken }).customers.list();
  const own = await new MasterDataClient({ baseUrl: url, apiToken: 'secret' }).customers.list();
  expect(other.map(({ name }) => name)).toEqual(own.map(({ name }) => name));
  expect(await client.customers.list()).toHaveLength(own.length + 1);
});

detail('masterdata-sdk mock creates sandboxes with the settings of its seed', async () => {
  const recorded = createMockServer({ policies: { notFoundStatus: 410 } });
  recorded.faults.add({ on: 'catalogs.get', status: 503 });
  recorded.faults.add({ on: 'customers.list', status: 503, headers: { 'x-own': '1' } });
  const file = join(await temporaryDirectory(), 'state.json');
  await writeFile(file, JSON.stringify(recorded.snapshot({ settings: true })));
  const server = await start('--seed', file, '--token', 'secret', '--sandboxes', 'on-demand');
  for (const baseUrl of [server.url, `${server.url}/sandboxes/one`]) {
    const client = new MasterDataClient({ baseUrl, apiToken: 'secret', maxRetries: 0 });
    await expect(client.customers.get(crypto.randomUUID())).rejects.toMatchObject({ status: 410 });
    await expect(client.catalogs.get(crypto.randomUUID())).rejects.toMatchObject({ status: 503 });
    const response = await fetch(`${baseUrl}/api/customers`, { headers: bearer('secret') });
    expect(response.headers.get('x-own')).toBe(baseUrl === server.url ? '1' : null);
  }
  expect(server.printed.err).toMatch(/"x-own":"1".*: sandboxes do not get this fault\. /);
});

detail('masterdata-sdk mock stores sandboxes in the file of its own mock', async () => {
  const file = join(await temporaryDirectory(), 'state.db');
  const first = await start('--persist', file, '--sandboxes', 'on-demand', '--token', 'one');
  const client = new MasterDataClient({ baseUrl: `${first.url}/sandboxes/kept`, apiToken: 'one' });
  const { id } = await client.customers.create({ name: 'Acme', type: 'company' });
  await create(`${first.url}/__mock/`, { name: 'deleted' });
  await send(`${first.url}/__mock/sandboxes/deleted`, 'DELETE');
  first.child.kill('SIGTERM');
  await first.closed;

  const second = await start('--persist', file, '--sandboxes', 'on-demand', '--token', 'two');
  const { body } = await send(`${second.url}/__mock/sandboxes`, 'GET');
  expect(body).toMatchObject({ sandboxes: [{ name: 'kept', isLoaded: false, lastUsedAt: null }] });
  const restarted = new MasterDataClient({ baseUrl: `${second.url}/sandboxes/kept`, apiToken: 'two' });
  await expect(restarted.customers.get(id)).resolves.toMatchObject({ name: 'Acme' });
  const own = new MasterDataClient({ baseUrl: second.url, apiToken: 'two' });
  await expect(own.customers.get(id)).rejects.toMatchObject({ status: 404 });
});

test("a sandbox's control token opens only the sandbox", async () => {
  const { controlUrl } = await serveSandboxes();
  const [one, two] = [await create(controlUrl), await create(controlUrl)];
  const status = async (url: string, token: string) => (await send(url, 'GET', undefined, bearer(token))).status;
  expect(await status(`${one.controlUrl}state`, one.controlToken)).toBe(200);
  expect(await status(`${one.controlUrl}state`, two.controlToken)).toBe(401);
  expect(await status(`${controlUrl}state`, one.controlToken)).toBe(401);
});
