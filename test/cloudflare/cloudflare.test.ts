import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createWorker, type WorkerEnvironment } from '../../mocks/cloudflare.ts';
import { createMock } from '../../mocks/engine/create-mock-server.ts';
import { resolveOptions } from '../../mocks/engine/options.ts';
import { demo } from '../../mocks/index.ts';
import { connectMock } from '../../mocks/remote.ts';
import { sandboxTokenProblem } from '../../mocks/sandboxes/sandbox-name.ts';
import { Session } from '../../mocks/workbench/state/session.ts';
import { MasterDataClient } from '../../src/index.ts';
import { send } from '../http/serve.ts';
import { type CapturedResponse, converse } from '../same-responses/conversation.ts';
import { detail } from '../sample.ts';
import {
  bearer,
  controlToken,
  createSandbox,
  type HostedDescription,
  type HostedWorker,
  maxSandboxes,
  startWorker,
} from './hosted.ts';
import { createNote, type notes } from './notes.ts';

let worker: HostedWorker;
let url: string;
beforeAll(async () => {
  worker = await startWorker();
  ({ url } = worker);
});
afterAll(() => worker.stop());

/** Leaves no idle connection, which a later request of any kind would use while the runtime closes it. */
const fetchOnce: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  request.headers.set('connection', 'close');
  return fetch(request);
};

const clientOf = ({ baseUrl, apiToken }: HostedDescription) =>
  new MasterDataClient({ baseUrl, apiToken, fetch: fetchOnce, maxRetries: 0, timeout: false });

/** Runs a function for all items, 20 at a time: a busy machine resets some of 200 connections that arrive at once. */
async function inBatches<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += 20) results.push(...(await Promise.all(items.slice(at, at + 20).map(run))));
  return results;
}

/** Sends a request to the control API of a sandbox. */
function control(
  sandbox: HostedDescription,
  method: string,
  path: string,
  body?: unknown,
  token = sandbox.controlToken,
) {
  return send(sandbox.controlUrl + path, method, body, bearer(token));
}

test('the Worker returns the same bytes as the other adapters', async () => {
  const { body } = await send(`${url}/conversation`, 'GET');
  const { mock } = createMock(
    resolveOptions({
      baseUrl: 'https://api.example.com/sandboxes/talk',
      seed: demo,
      clock: '2026-03-02T12:00:00.000Z',
      maxBodyBytes: 2000,
    }),
    { idStream: 'talk', tokenProblem: sandboxTokenProblem },
  );
  const expected = await converse(mock, mock.fetch, mock.baseUrl, true);
  const added = {
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': '*',
    'x-robots-tag': 'noindex',
  };
  expect(body).toEqual(
    expected.map((response: CapturedResponse) =>
      response.status === 0 ? response : { ...response, headers: { ...response.headers, ...added } },
    ),
  );
});

detail('anyone can ask whether the Worker is up, and learns nothing else', async () => {
  const { name } = await createSandbox(url);
  for (const path of ['/__mock/health', `/sandboxes/${name}/__mock/health`, '/sandboxes/no-such-name/__mock/health']) {
    expect(await send(url + path, 'GET')).toMatchObject({ status: 200, body: { status: 'up' } });
    expect((await send(url + path, 'POST')).status).not.toBe(200);
  }
});

detail('a sandbox is created, described, listed and deleted with the control token', async () => {
  const sandbox = await createSandbox(url, { name: 'life', token: 'own-token-of-a-sandbox' });
  expect(sandbox).toEqual({
    name: 'life',
    baseUrl: `${url}/sandboxes/life`,
    apiToken: 'own-token-of-a-sandbox',
    controlUrl: `${url}/sandboxes/life/__mock/`,
    controlToken: expect.stringMatching(/^mdcontrol_/),
  });
  const manage = (method: string, path = '', body?: unknown) =>
    send(`${url}/__mock/sandboxes${path}`, method, body, bearer(controlToken));
  expect((await manage('GET', '/life')).body).toEqual(sandbox);
  expect((await manage('GET')).body).toMatchObject({
    sandboxes: expect.arrayContaining([{ name: 'life', baseUrl: sandbox.baseUrl }]),
  });
  expect((await manage('POST', '', { name: 'life' })).status).toBe(409);
  expect((await manage('POST', '', { name: 'Life' })).status).toBe(400);
  expect((await manage('POST', '', { name: 'other', token: 'a b' })).body).toEqual({
    error: expect.not.stringContaining('a b'),
    name: 'TypeError',
  });
  expect((await manage('DELETE', '/life')).body).toEqual({ deleted: true });
  expect((await manage('GET', '/life')).status).toBe(404);
  await expect(clientOf(sandbox).customers.list()).rejects.toMatchObject({ status: 401 });
  const again = await createSandbox(url, { name: 'life' });
  expect(again.controlToken).not.toBe(sandbox.controlToken);
  await expect(clientOf(sandbox).customers.list()).rejects.toMatchObject({ status: 401 });
});

detail('connectMock creates sandboxes with the control token of the server', async () => {
  const server = await connectMock(`${url}/__mock/`, { controlToken, fetch: fetchOnce });
  const created = await server.sandboxes.create({ name: 'connected' });
  const mock = await created.connect();
  await mock.create.customer({ name: 'Acme' });
  expect(mock.baseUrl).toBe(`${url}/sandboxes/connected`);
  expect((await new MasterDataClient(mock.clientOptions).customers.list()).map(({ name }) => name)).toContain('Acme');
  expect(await server.sandboxes.delete('connected')).toBe(true);

  expect(() => server.journal).toThrow('journal: this server has no mock of its own. Create a sandbox: ');
  const connect = (options: object, root = '') =>
    connectMock(`${url}${root}/__mock/`, { fetch: fetchOnce, ...options });
  await expect(connect({ controlToken: 'wrong-token-of-the-server' })).rejects.toMatchObject({ status: 401 });
  await expect(connect({ controlToken }, '/sandboxes/no-such-name')).rejects.toMatchObject({ status: 404 });
});

detail('a sandbox has your own operations and tables, whose rows survive an eviction', async () => {
  const server = await connectMock(`${url}/__mock/`, { controlToken, fetch: fetchOnce });
  const mock = await (await server.sandboxes.create()).connect<[typeof notes]>();
  const client = new MasterDataClient({ ...mock.clientOptions, maxRetries: 0, timeout: false });
  const [customer] = await client.customers.list();
  const customer_id = customer?.id ?? '';
  const note = await client.call(createNote, { body: { text: 'Call back', customer_id } });
  await expect(client.call(createNote, { body: { text: 'No', customer_id: note.id } })).rejects.toMatchObject({
    status: 400,
  });
  await mock.faults.add({ on: createNote, times: 1, status: 503 });
  await expect(client.call(createNote, { body: { text: 'No', customer_id } })).rejects.toMatchObject({ status: 503 });
  expect((await mock.snapshots.save('noted')).tables).toMatchObject({ notes: 1 });

  const evicted = await fetchOnce(`${mock.baseUrl}/api/customers`, { headers: { 'x-test-evict': 'yes' } });
  expect(evicted.status).toBe(500);
  expect(await mock.db.notes.list()).toMatchObject([{ id: note.id, text: 'Call back', customer_id }]);
  await mock.reset();
  expect(await mock.db.notes.size).toBe(0);
  await mock.snapshots.restore('noted');
  expect(await mock.db.notes.list()).toMatchObject([{ id: note.id }]);
});

detail('operations without code need the control token, survive an eviction, and count toward the bytes', async () => {
  const sandbox = await createSandbox(url, { name: 'operations' });
  const report = { method: 'GET', path: '/api/reports', data: { total: 12 } };
  const denied = await send(`${sandbox.controlUrl}operations`, 'POST', report, bearer(sandbox.apiToken));
  expect(denied.status).toBe(401);
  expect((await control(sandbox, 'POST', 'operations', report)).body).toMatchObject({ name: 'reports.get' });
  const large = { ...report, data: 'x'.repeat(250_000) };
  expect(await control(sandbox, 'POST', 'operations', large)).toMatchObject({
    status: 507,
    body: { error: expect.stringContaining('Sandbox full: the limit is 200000 bytes') },
  });
  const read = async () =>
    (await fetchOnce(`${sandbox.baseUrl}/api/reports`, { headers: bearer(sandbox.apiToken) })).json();
  expect(await read()).toEqual({ success: true, data: { total: 12 } });
  const evicted = await fetchOnce(`${sandbox.baseUrl}/api/customers`, { headers: { 'x-test-evict': 'yes' } });
  expect(evicted.status).toBe(500);
  expect(await read()).toEqual({ success: true, data: { total: 12 } });
  expect((await control(sandbox, 'DELETE', 'operations/reports.get')).status).toBe(200);
  expect(await read()).toMatchObject({ success: false });
  await send(`${url}/__mock/sandboxes/operations`, 'DELETE', undefined, bearer(controlToken));
});

detail('short tokens are rejected, because anybody could guess them', async () => {
  const problem = 'must have at least 16 characters, because others can reach the server';
  const short = await send(`${url}/__mock/sandboxes`, 'POST', { token: 'dev' }, bearer(controlToken));
  expect([short.status, short.body]).toMatchObject([
    400,
    { error: `token: ${problem}, received 3. Choose a longer token.` },
  ]);
  const sandbox = await createSandbox(url);
  const issued = await control(sandbox, 'POST', 'tokens', { token: 'dev' });
  expect([issued.status, issued.body]).toMatchObject([400, { error: expect.stringContaining(problem) }]);
  const sent = await send(`${sandbox.baseUrl}/api/customers`, 'GET', undefined, bearer('dev'));
  expect([sent.status, sent.body]).toMatchObject([401, { error: `Invalid API token: ${problem}` }]);
  for (const path of [`${sandbox.baseUrl}/api/customers`, `${sandbox.controlUrl}state`, `${url}/__mock/sandboxes`]) {
    expect((await send(path, 'GET', undefined, bearer('a-wrong-token-of-a-stranger'))).status).toBe(401);
  }
  const environment = { CONTROL_TOKEN: 'short' } as WorkerEnvironment;
  const request = new Request('https://example.com/__mock/sandboxes', { headers: { authorization: 'Bearer short' } });
  const response = await createWorker().fetch(request, { ...environment, SANDBOXES: {} as never });
  expect([response.status, await response.json()]).toMatchObject([
    503,
    { error: `CONTROL_TOKEN: ${problem}. Run npx wrangler secret put CONTROL_TOKEN.` },
  ]);
});

test('the URLs of a sandbox are those of each client, and not of the first one', async () => {
  const sandbox = await createSandbox(url);
  const path = `/sandboxes/${sandbox.name}/__mock/state`;
  const stateAt = async (host: string) => {
    // `fetch` cannot set the header.
    const request = get(url + path, { headers: { ...bearer(sandbox.controlToken), host } });
    const [response]: IncomingMessage[] = await once(request, 'response');
    return response && json(response);
  };
  // One request of anybody could load the sandbox with another address, for example without TLS.
  expect(await stateAt('other.example')).toMatchObject({ baseUrl: `http://other.example/sandboxes/${sandbox.name}` });
  expect((await control(sandbox, 'GET', 'state')).body).toMatchObject({ baseUrl: sandbox.baseUrl });
  await send(`${url}/__mock/sandboxes/${sandbox.name}`, 'DELETE', undefined, bearer(controlToken));
});

detail('nothing works without a token', async () => {
  const [one, two] = [await createSandbox(url), await createSandbox(url)];
  const status = async (target: string, headers = {}) => (await send(target, 'GET', undefined, headers)).status;
  expect(await status(`${url}/__mock/sandboxes`)).toBe(401);
  expect(await status(`${url}/__mock/sandboxes`, bearer(one.controlToken))).toBe(401);
  expect(await status(`${one.controlUrl}state`)).toBe(401);
  expect(await status(`${one.controlUrl}state`, bearer(two.controlToken))).toBe(401);
  expect(await status(`${one.controlUrl}state`, bearer(one.apiToken))).toBe(401);
  expect(await status(`${one.controlUrl}state`, bearer(one.controlToken))).toBe(200);
  expect(await status(`${one.controlUrl}state`, bearer(controlToken))).toBe(200);
  expect(await status(`${one.baseUrl}/api/customers`, bearer(two.apiToken))).toBe(401);
  expect(await status(`${url}/sandboxes/never/api/customers`, bearer(controlToken))).toBe(404);
  expect(await status(`${url}/names/life`)).toBe(404);
  expect(await status(`${url}/sandboxes/:directory/api/x`)).toBe(404);
});

detail('nobody can find out names without a token', async () => {
  const { name, apiToken } = await createSandbox(url);
  const responseOf = async (sandbox: string, path: string, method: string, headers: Record<string, string>) => {
    const response = await fetchOnce(`${url}/sandboxes/${sandbox}/${path}`, { method, headers });
    const shown = [...response.headers].filter(([header]) => header !== 'date');
    return { status: response.status, headers: shown, text: await response.text() };
  };
  const given = [{}, bearer('wrong'), bearer(`${apiToken}x`)];
  for (const path of ['api/customers', 'api/unknown', 'x', '__mock/state', '__mock/x'])
    for (const method of ['GET', 'POST', 'HEAD'])
      for (const headers of given) {
        const found = await responseOf(name, path, method, headers);
        expect(found).toEqual(await responseOf('never', path, method, headers));
        expect(found.status).toBe(401);
      }
});

detail('a request for a sandbox that does not exist loads no Durable Object', async () => {
  const { name, baseUrl } = await createSandbox(url);
  const deleted = `${url}/__mock/sandboxes/${name}`;
  expect((await send(deleted, 'DELETE', undefined, bearer(controlToken))).status).toBe(200);
  const loaded = async () => (await send(`${url}/loaded-objects`, 'GET')).body;
  const before = await loaded();
  for (const base of [`${url}/sandboxes/never`, baseUrl]) {
    for (const path of [
      '/api/customers',
      '/api/',
      '/__mock/state',
      '/__mock/events',
      '/__mock/snapshots/a',
      '/__mock/x',
    ]) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
        const response = await fetchOnce(base + path, { method, headers: { authorization: `Bearer ${controlToken}` } });
        expect([path, method, response.status]).toEqual([path, method, 404]);
        const text = await response.text();
        if (method !== 'HEAD') expect(JSON.parse(text).error).toContain('Unknown sandbox');
        expect(response.headers.get('x-unknown-sandbox')).toBeNull();
        expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      }
    }
    const page = await fetchOnce(`${base}/__mock/`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    await page.text();
  }
  for (const method of ['GET', 'DELETE']) {
    for (const each of ['never', name]) {
      const managed = await send(`${url}/__mock/sandboxes/${each}`, method, undefined, bearer(controlToken));
      expect(managed.status).toBe(404);
    }
  }
  expect(await loaded()).toBe(before);
  // It is there at once when it is created again.
  const again = await createSandbox(url, { name });
  await expect(clientOf(again).customers.list()).resolves.not.toEqual([]);
  await send(deleted, 'DELETE', undefined, bearer(controlToken));
});

detail('only the path of a sandbox itself manages it', async () => {
  const { name } = await createSandbox(url);
  const manage = (method: string, path: string) =>
    send(`${url}/__mock/sandboxes/${path}`, method, undefined, bearer(controlToken));
  for (const method of ['GET', 'DELETE']) {
    for (const path of [`${name}/other`, `${name}//other`, `/${name}`]) {
      expect([method, path, (await manage(method, path)).status]).toEqual([method, path, 404]);
    }
    expect((await manage(method, '%E0%A4%A')).status).toBe(400);
  }
  expect((await manage('GET', `${name}/`)).status).toBe(200);
  expect((await manage('DELETE', name)).status).toBe(200);
});

detail('creations and deletions of one name in parallel leave a sandbox that works, or none', async () => {
  const one = `${url}/__mock/sandboxes/race`;
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(
      ['POST', 'DELETE', 'POST', 'DELETE', 'POST'].map((method) =>
        method === 'POST'
          ? send(`${url}/__mock/sandboxes`, 'POST', { name: 'race' }, bearer(controlToken))
          : send(one, 'DELETE', undefined, bearer(controlToken)),
      ),
    );
    const { status, body } = await send(one, 'GET', undefined, bearer(controlToken));
    const { body: list } = await send(`${url}/__mock/sandboxes`, 'GET', undefined, bearer(controlToken));
    const isListed = (list as { sandboxes: { name: string }[] }).sandboxes.some(({ name }) => name === 'race');
    expect([status, isListed]).toEqual(isListed ? [200, true] : [404, false]);
    if (isListed) await clientOf(body as HostedDescription).customers.create({ name: 'Acme', type: 'company' });
    else await createSandbox(url, { name: 'race' });
    expect((await send(one, 'DELETE', undefined, bearer(controlToken))).status).toBe(200);
  }
});

detail('named snapshots count toward the bytes of a sandbox', async () => {
  const sandbox = await createSandbox(url, { name: 'snapshots' });
  const put = (number: number) => control(sandbox, 'PUT', `snapshots/${number}`);
  let saved = 0;
  let full = await put(0);
  for (; full.status === 200; full = await put(saved)) saved += 1;
  expect(saved).toBeGreaterThan(0);
  expect([full.status, full.body]).toEqual([
    507,
    {
      error:
        'Sandbox full: the limit is 200000 bytes for records, named snapshots, operations and other settings. ' +
        'Delete records, named snapshots or operations first.',
    },
  ]);
  // Replacing a snapshot by an equal one takes no more room. A write does.
  expect((await put(0)).status).toBe(200);
  const name = 'x'.repeat(100_000);
  await expect(clientOf(sandbox).customers.create({ name, type: 'company' })).rejects.toMatchObject({ status: 507 });
  // The mock is loaded again after a direct write that cannot be stored. Its snapshots stay.
  expect((await control(sandbox, 'POST', 'db/customers', { name, type: 'company' })).status).toBe(507);
  expect((await control(sandbox, 'GET', 'snapshots')).body).toMatchObject({ snapshots: { length: saved } });
  expect((await control(sandbox, 'POST', 'snapshots/0')).status).toBe(200);
  for (let number = 0; number < saved; number += 1) await control(sandbox, 'DELETE', `snapshots/${number}`);
  await expect(clientOf(sandbox).customers.create({ name, type: 'company' })).resolves.toMatchObject({ name });
  await send(`${url}/__mock/sandboxes/snapshots`, 'DELETE', undefined, bearer(controlToken));
  const again = await createSandbox(url, { name: 'snapshots' });
  expect((await control(again, 'GET', 'snapshots')).body).toEqual({ snapshots: [] });
  await send(`${url}/__mock/sandboxes/snapshots`, 'DELETE', undefined, bearer(controlToken));
});

detail('the journal takes half of the bytes that the records may take, and loses its oldest entries', async () => {
  const sandbox = await createSandbox(url, { name: 'journal' });
  const client = clientOf(sandbox);
  const entries = async () => {
    const { body } = await control(sandbox, 'GET', 'journal');
    return (body as { entries: { id: number }[] }).entries;
  };
  for (let call = 0; call < 10; call += 1) {
    await expect(
      client.request({ method: 'POST', path: '/api/customers', body: { name: call, email: 'x'.repeat(40_000) } }),
    ).rejects.toMatchObject({ status: 400 });
  }
  const kept = await entries();
  expect(JSON.stringify(kept).length).toBeLessThan(400_000);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(5);
  expect(kept.at(-1)?.id).toBe(10);
  // Headers count as well.
  for (let call = 0; call < 20; call += 1) {
    const response = await fetchOnce(`${sandbox.baseUrl}/api/x`, { headers: { 'x-long': 'x'.repeat(14_000) } });
    await response.text();
  }
  expect((await entries()).length).toBeLessThan(15);
  // It never takes room from records, and always has the newest request.
  const name = 'x'.repeat(120_000);
  await expect(client.customers.create({ name, type: 'company' })).resolves.toMatchObject({ name });
  expect(await entries()).toMatchObject([{ operation: 'customers.create' }]);
  await send(`${url}/__mock/sandboxes/journal`, 'DELETE', undefined, bearer(controlToken));
});

detail('data, faults, clock and tokens survive an eviction and a restart', async () => {
  const sandbox = await createSandbox(url, { name: 'durable' });
  const { id } = await clientOf(sandbox).customers.create({ name: 'Acme', type: 'company' });
  await control(sandbox, 'POST', 'faults', { on: 'customers.list', times: 2, status: 503 });
  await control(sandbox, 'POST', 'clock', { set: '2026-01-02T03:04:05.000Z' });
  await expect(clientOf(sandbox).customers.list()).rejects.toMatchObject({ status: 503 });
  const { body: saved } = await control(sandbox, 'PUT', 'snapshots/before');
  const evicted = await fetchOnce(`${sandbox.baseUrl}/api/customers`, { headers: { 'x-test-evict': 'yes' } });
  await evicted.text();
  expect(evicted.status).toBe(500);

  await expect(clientOf(sandbox).customers.get(id)).resolves.toMatchObject({ name: 'Acme' });
  await expect(clientOf(sandbox).customers.list()).rejects.toMatchObject({ status: 503 });
  await expect(clientOf(sandbox).customers.list()).resolves.not.toEqual([]);
  const next = await clientOf(sandbox).customers.create({ name: 'Next', type: 'company' });
  expect(next.created_at).toBe('2026-01-02T03:04:05.000Z');

  url = await worker.restart();
  const moved = { ...sandbox, baseUrl: `${url}/sandboxes/durable`, controlUrl: `${url}/sandboxes/durable/__mock/` };
  await expect(clientOf(moved).customers.get(next.id)).resolves.toMatchObject(next);
  expect((await control(moved, 'GET', 'clock')).body).toMatchObject({ now: '2026-01-02T03:04:05.000Z' });
  expect((await control(moved, 'GET', 'snapshots')).body).toEqual({ snapshots: [saved] });
  expect((await control(moved, 'POST', 'snapshots/before')).status).toBe(200);
  await expect(clientOf(moved).customers.get(id)).resolves.toMatchObject({ name: 'Acme' });
  await expect(clientOf(moved).customers.get(next.id)).rejects.toMatchObject({ status: 404 });
});

detail('sandboxes in parallel stay apart, and no more than the limit are created', async () => {
  // The other tests need the rest.
  const numbers = Array.from({ length: maxSandboxes - 10 }, (_, number) => number);
  const sandboxes = await inBatches(numbers, async (number) => {
    const sandbox = await createSandbox(url, { name: `parallel-${number}` });
    await clientOf(sandbox).customers.create({ name: `Only ${number}`, type: 'company' });
    return sandbox;
  });
  const found = await inBatches(sandboxes, async (sandbox) => {
    const customers = await clientOf(sandbox).customers.list();
    return customers.flatMap(({ name }) => (name?.startsWith('Only') ? [name] : []));
  });
  expect(found).toEqual(sandboxes.map((_, number) => [`Only ${number}`]));
  const names = Array.from({ length: 20 }, (_, number) => `extra-${number}`);
  const { body } = await send(`${url}/__mock/sandboxes`, 'GET', undefined, bearer(controlToken));
  const room = maxSandboxes - (body as { sandboxes: unknown[] }).sandboxes.length;
  const statuses = await Promise.all(
    names.map(async (name) => (await send(`${url}/__mock/sandboxes`, 'POST', { name }, bearer(controlToken))).status),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(room);
  expect(statuses.filter((status) => status === 503)).toHaveLength(20 - room);
  for (const [index, name] of names.entries()) {
    if (statuses[index] === 201)
      await send(`${url}/__mock/sandboxes/${name}`, 'DELETE', undefined, bearer(controlToken));
  }
});

detail('a sandbox cannot exceed its limits', async () => {
  const sandbox = await createSandbox(url, { name: 'limited' });
  const client = clientOf(sandbox);
  const { body } = await control(sandbox, 'GET', 'db');
  const { tables } = body as { tables: Record<string, number> };
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  // A snapshot takes bytes, and no rows.
  expect((await control(sandbox, 'PUT', 'snapshots/before')).status).toBe(200);
  for (let row = rows; row < 200; row += 1) await client.customers.create({ name: `C${row}`, type: 'company' });
  await expect(client.customers.create({ name: 'One too many', type: 'company' })).rejects.toMatchObject({
    status: 507,
    message: expect.stringContaining('Sandbox full: the limit is 200 rows. Delete records first.'),
  });
  const full = await control(sandbox, 'POST', 'db/customers', { name: 'Direct', type: 'company' });
  expect(full.status).toBe(507);
  const state = await control(sandbox, 'GET', 'state');
  expect(state.body).toMatchObject({ tables: { customers: (tables['customers'] ?? 0) + 200 - rows } });

  await control(sandbox, 'DELETE', 'snapshots/before');
  await control(sandbox, 'POST', 'reset');
  await expect(client.customers.create({ name: 'x'.repeat(250_000), type: 'company' })).rejects.toMatchObject({
    status: 507,
    message: expect.stringContaining('bytes'),
  });
  await expect(client.customers.create({ name: 'Fits', type: 'company' })).resolves.toMatchObject({ name: 'Fits' });
  await expect(client.customers.create({ name: 'x'.repeat(2_000_000), type: 'company' })).rejects.toMatchObject({
    status: 413,
  });
});

const saved = (fault: object) => ({ id: '1', fault, skipped: 0, hits: 0 });

test.each([
  [{ status: 200, headers: { 'Set-Cookie': 'a=b' } }, 'fault.headers.set-cookie: must be absent'],
  [{ status: 200, headers: { 'service-worker-allowed': '/' } }, 'fault.headers.service-worker-allowed'],
  [{ status: 200, headers: { 'clear-site-data': '"*"' } }, 'fault.headers.clear-site-data'],
  [{ status: 200, headers: { location: 'https://evil.example' } }, 'Allowed headers: cache-control, content-type,'],
  [{ status: 200, headers: { 'content-type': 'text/html' } }, 'must be JSON or text/plain'],
  [{ delay: 30_001 }, 'fault.delay: must be at most 30000'],
  [{ delay: { min: 0, max: 1e9 } }, 'fault.delay: must be at most 30000'],
  [{ hold: true }, 'fault.hold: must be absent'],
])('the fault %j is rejected', async (fault, message) => {
  const sandbox = await createSandbox(url);
  const { status, body } = await control(sandbox, 'POST', 'faults', fault);
  expect([status, (body as { error: string }).error]).toEqual([400, expect.stringContaining(message)]);
  const { body: snapshot } = await control(sandbox, 'GET', 'snapshot?settings=true');
  const settings = { ...Object(snapshot).settings, faults: { random: 1, lastId: 1, faults: [saved(fault)] } };
  const restored = await control(sandbox, 'POST', 'snapshot', { ...Object(snapshot), settings });
  expect([restored.status, restored.body]).toMatchObject([400, { error: expect.stringContaining(message) }]);
  await send(`${url}/__mock/sandboxes/${sandbox.name}`, 'DELETE', undefined, bearer(controlToken));
});

detail('a sandbox serves the workbench to browsers, with a strict policy and no data', async () => {
  const { name, controlUrl, controlToken: token } = await createSandbox(url);
  const page = await fetchOnce(controlUrl, { headers: { accept: 'text/html' } });
  const html = await page.text();
  expect([page.status, html]).toEqual([200, expect.stringContaining('<title>Mock workbench</title>')]);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self'/),
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  });
  const bare = await fetchOnce(controlUrl.slice(0, -1), { headers: { accept: 'text/html' }, redirect: 'manual' });
  expect([bare.status, bare.headers.get('location')]).toEqual([308, '__mock/']);
  const [, script = ''] = /src="\.\/(workbench\/page-[^"]+\.js)"/.exec(html) ?? [];
  const code = await fetchOnce(controlUrl + script);
  expect([code.status, code.headers.get('content-type'), code.headers.get('cache-control')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
  ]);
  await code.text();
  for (const path of ['workbench/unknown.js', 'workbench/..%2findex.html']) {
    expect((await send(controlUrl + path, 'GET', undefined, bearer(token))).status).toBe(404);
  }
  // Programs get the list of routes, and files are only at the paths of the workbench.
  expect((await send(controlUrl, 'GET', undefined, bearer(token))).body).toHaveProperty('paths');
  expect((await send(controlUrl, 'GET', undefined, bearer(''))).status).toBe(401);
  expect((await send(`${url}/index.html`, 'GET', undefined, bearer(token))).status).toBe(404);
  await send(`${url}/__mock/sandboxes/${name}`, 'DELETE', undefined, bearer(controlToken));
});

test.each([
  ['POST', '', 'GET, HEAD'],
  ['PUT', 'health', 'GET, HEAD'],
  ['PATCH', 'sandboxes', 'POST, GET, HEAD'],
  ['POST', 'sandboxes/one', 'GET, HEAD, DELETE'],
])('the Worker names the methods of a path: %s /__mock/%s', async (method, path, allow) => {
  const { status, headers, body } = await send(`${url}/__mock/${path}`, method, undefined, bearer(controlToken));
  expect([status, headers.get('allow')]).toEqual([405, allow]);
  expect(body).toEqual({ error: expect.stringContaining(`does not accept ${method}. Valid methods: ${allow}.`) });
});

detail('the Worker rejects parameters that a path does not have', async () => {
  const { status, body } = await send(`${url}/__mock/sandboxes?name=one`, 'GET', undefined, bearer(controlToken));
  expect([status, body]).toMatchObject([400, { error: 'Unknown parameter "name". Valid parameters: none.' }]);
});

detail('the Worker creates a sandbox only from JSON', async () => {
  const created = await send(`${url}/__mock/sandboxes`, 'POST', '{"name":"form"}', {
    ...bearer(controlToken),
    'content-type': 'text/plain',
  });
  expect([created.status, created.body]).toEqual([415, { error: expect.stringContaining('application/json') }]);
});

detail('the Worker and a sandbox respond to HEAD as to GET', async () => {
  const { name, controlUrl } = await createSandbox(url);
  const html = { accept: 'text/html' };
  const requests: [string, Record<string, string>][] = [
    [url, html],
    [`${url}/__mock/`, html],
    [controlUrl, html],
    [`${url}/__mock/`, bearer(controlToken)],
    [`${url}/__mock/health`, {}],
    [`${url}/__mock/sandboxes`, bearer(controlToken)],
    [`${url}/__mock/sandboxes/${name}`, bearer(controlToken)],
    [`${url}/__mock/sandboxes/never`, bearer(controlToken)],
    [`${controlUrl}state`, bearer(controlToken)],
    [`${controlUrl}events`, bearer(controlToken)],
  ];
  for (const [address, headers] of requests) {
    const [got, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => fetchOnce(address, { method, headers, redirect: 'manual' })),
    );
    const header = got?.status === 302 ? 'location' : 'content-type';
    const value = got?.headers.get(header);
    expect([address, head?.status, head?.headers.get(header)]).toEqual([address, got?.status, value]);
    expect(await head?.text()).toBe('');
    await got?.body?.cancel();
  }
  await send(`${url}/__mock/sandboxes/${name}`, 'DELETE', undefined, bearer(controlToken));
});

detail('the Worker serves a workbench that manages its sandboxes', async () => {
  const root = await fetchOnce(url, { headers: { accept: 'text/html' }, redirect: 'manual' });
  expect([root.status, root.headers.get('location')]).toEqual([302, '__mock/']);
  const page = await fetchOnce(`${url}/__mock/`, { headers: { accept: 'text/html' } });
  const html = await page.text();
  expect([page.status, html]).toEqual([200, expect.stringContaining('<title>Mock workbench</title>')]);
  const [, script = ''] = /src="\.\/(workbench\/page-[^"]+\.js)"/.exec(html) ?? [];
  const code = await fetchOnce(`${url}/__mock/${script}`);
  expect(code.status).toBe(200);
  await code.text();
  expect((await send(`${url}/__mock/`, 'GET', undefined, bearer(''))).status).toBe(401);
  expect((await send(`${url}/__mock/events`, 'GET', undefined, bearer(''))).status).toBe(401);
  const session = new Session({ controlUrl: `${url}/__mock/`, controlToken, fetch: fetchOnce });
  onTestFinished(session.start({ visibilityState: 'visible', addEventListener() {}, removeEventListener() {} }));
  await expect.poll(() => session.connection.value).toBe('live');
  expect([session.hasMock.value, session.hasSandboxes.value]).toEqual([false, true]);
});

detail('a sandbox that nobody uses is deleted after its ttl', async () => {
  const short = { ...bearer(controlToken), 'x-test-short': 'yes' };
  const created = await send(`${url}/__mock/sandboxes`, 'POST', { name: 'short' }, short);
  expect(created.status).toBe(201);
  const list = async () => (await send(`${url}/__mock/sandboxes`, 'GET', undefined, short)).body;
  // Requests without a valid token do not keep it.
  const ignored = async () => {
    for (const [path, token] of [
      ['api/customers', ''],
      ['api/customers', 'wrong'],
      ['__mock/state', 'wrong'],
    ]) {
      await send(`${url}/sandboxes/short/${path}`, 'GET', undefined, { ...short, authorization: `Bearer ${token}` });
    }
    return list();
  };
  await expect.poll(ignored).toEqual({ sandboxes: [] });
  expect((await send(`${url}/__mock/sandboxes/short`, 'GET', undefined, short)).status).toBe(404);
});

detail('pages of any origin may call a sandbox, and search engines may not index it', async () => {
  const sandbox = await createSandbox(url);
  const preflight = await fetchOnce(`${sandbox.baseUrl}/api/customers`, {
    method: 'OPTIONS',
    headers: { origin: 'https://preview.example', 'access-control-request-method': 'GET' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  const { headers } = await send(`${sandbox.baseUrl}/api/customers`, 'GET', undefined, bearer(sandbox.apiToken));
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(await (await fetchOnce(`${url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n');
});
