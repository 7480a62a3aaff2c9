import { expect, test } from 'vitest';
import { ControlApi } from '../../../mocks/control-api/control-api.ts';
import type { ControlRoute } from '../../../mocks/control-api/define-routes.ts';
import { type ControlRoutes, controlRoutes } from '../../../mocks/control-api/routes/index.ts';
import { handleSandboxes } from '../../../mocks/control-api/routes/sandboxes.ts';
import { FetchRequest, toResponse } from '../../../mocks/engine/fetch.ts';
import { demo } from '../../../mocks/index.ts';
import { ControlClient, type OptionsOf } from '../../../mocks/remote/control-client.ts';
import { createSandboxes } from '../../../mocks/sandboxes/create-sandboxes.ts';
import { startMock } from '../helpers.ts';

const customers = { table: 'customers' } as const;
const before = { params: { name: 'before' } };
const first = { params: { id: '1' } };

/** A valid request to each route. A route without one does not compile. */
const samples = (customerId: string): { readonly [Path in keyof ControlRoutes]: OptionsOf<Path> } => ({
  'GET /': {},
  'GET /health': {},
  'GET /openapi.json': {},
  'GET /state': {},
  'POST /reset': {},
  'GET /snapshot': { query: { tokens: true, settings: true } },
  'POST /snapshot': { body: startMock({ seed: demo }).snapshot({ tokens: true }), query: { keepCalls: true } },
  'GET /snapshots': {},
  'GET /snapshots/{name}': before,
  'PUT /snapshots/{name}': before,
  'POST /snapshots/{name}': before,
  'DELETE /snapshots/{name}': before,
  'GET /events': {},
  'GET /faults': {},
  'GET /faults/waiting': {},
  'POST /faults/waiting/{call}/release': { params: { call: '2' }, body: { status: 404 } },
  'POST /faults': { body: { preset: 'slow-3g' } },
  'DELETE /faults': {},
  'DELETE /faults/{id}': first,
  'POST /faults/{id}/reset': first,
  'GET /faults/{id}/reached': { ...first, query: { timeout: 0 } },
  'GET /journal': { query: { operation: 'customers.create' } },
  'GET /journal/{id}': first,
  'GET /journal/{id}/changes': first,
  'GET /journal/last': {},
  'GET /journal/wait': { query: { operation: 'customers.create' } },
  'GET /journal.har': {},
  'DELETE /journal': {},
  'GET /history': { query: { after: 0, limit: 5 } },
  'GET /history/{id}': first,
  'POST /history/{id}/restore': { ...first, body: { last: 2 } },
  'POST /history/{id}/undo': first,
  'GET /clock': {},
  'POST /clock': { body: { advance: 1_000 } },
  'GET /tokens': {},
  'POST /tokens': { body: { permissions: ['*:read'] } },
  'DELETE /tokens/{token}': { params: { token: 'other' } },
  'GET /operations': {},
  'POST /operations': { body: { method: 'POST', path: '/api/reports/{id}', data: { total: 1 }, status: 202 } },
  'DELETE /operations/{name}': { params: { name: 'reports.get' } },
  'GET /tables': {},
  'GET /policies': {},
  'GET /policies/describe': {},
  'PATCH /policies': { body: { rateLimit: { limit: 5, window: 1_000 }, pagination: 'link:20' } },
  'GET /db': {},
  'GET /db/{table}': { params: customers, query: { type: 'company' } },
  'POST /db/{table}': { params: { table: 'categories' }, body: { name: 'Rugs', api_name: 'rugs' } },
  'POST /db/{table}/query': { params: customers, body: { search: 'a', sort: { column: 'name' }, limit: 1 } },
  'GET /db/{table}/{id}': { params: { ...customers, id: customerId } },
  'GET /db/{table}/{id}/references': { params: { ...customers, id: customerId } },
  'PATCH /db/{table}/{id}': { params: { ...customers, id: customerId }, body: { name: 'Halm' } },
  'PATCH /db/{table}': { params: customers, body: { ids: [customerId], fields: { name: 'Halm' } } },
  'DELETE /db/{table}/{id}': { params: { ...customers, id: customerId } },
  'GET /search': { query: { q: 'a', limit: 500 } },
  'POST /import': { body: { rows: { taxes: [{ name: 'A', rate: 19 }] }, existing: 'update' } },
  'GET /export': { query: { table: 'taxes', search: 'B' } },
  'DELETE /import/{id}': { params: { id: '0-2' } },
  'GET /create': {},
  'POST /create/{table}': { params: { table: 'products' }, body: { count: 2 } },
  'POST /build/{table}': { params: customers, body: { fields: { name: 'Halm' } } },
  'GET /fixtures': {},
  'POST /sandboxes': { body: { name: 'worker-2' } },
  'GET /sandboxes': {},
  'GET /sandboxes/{name}': { params: { name: 'worker-1' } },
  'DELETE /sandboxes/{name}': { params: { name: 'worker-1' } },
});

/** Starts a mock with one or more of everything that routes return. */
async function start() {
  const mock = startMock({ seed: demo });
  const sandboxes = createSandboxes({ seed: demo });
  await sandboxes.create({ name: 'worker-1' });
  const host = { authorize: () => undefined, baseUrl: () => mock.baseUrl };
  const api = new ControlApi(
    mock,
    host,
    handleSandboxes(sandboxes, (name) => `${mock.baseUrl}/sandboxes/${name}`),
  );
  const control = new ControlClient('http://mock.example/__mock/', undefined, async (input, init) =>
    toResponse(await api.handle(new FetchRequest(new Request(input, init), init?.body)), init?.method ?? 'GET'),
  );
  const body = JSON.stringify({ name: 'Halm', type: 'company' });
  for (const faults of [[], [{ on: 'customers.create', status: 503, delay: { min: 0, max: 1 } } as const]]) {
    for (const fault of faults) mock.faults.add(fault);
    const headers = { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' };
    await mock.fetch(`${mock.baseUrl}/api/customers`, { method: 'POST', headers, body });
  }
  const held = mock.faults.holdResponse('customers.list');
  const headers = { authorization: `Bearer ${mock.token}` };
  // A reset drops the call.
  mock.fetch(`${mock.baseUrl}/api/customers`, { headers }).catch(() => undefined);
  await held.reached();
  mock.tokens.issue({ token: 'other' });
  mock.operations.add({ method: 'GET', path: '/api/reports', data: [null] });
  await control.call('PUT /snapshots/{name}', before);
  await control.call('POST /import', { body: { rows: { taxes: [{ name: 'B', rate: 7 }] } } });
  return { control, customerId: mock.db.customers.find({ name: 'Halm' })?.id ?? '', token: mock.token };
}

const routes = Object.entries<ControlRoute>(controlRoutes);

test.each(routes)('%s responds as its schema describes', async (path, route) => {
  const { control, customerId } = await start();
  const sample = samples(customerId)[path as keyof ControlRoutes];
  const response = await control.send(path, sample);
  expect(response.status).toBe(route.status ?? 200);
  if (route.isStream) return response.body?.cancel();
  const json: unknown = await response.json();
  // Parsing removes fields that the schema does not have.
  expect(route.response.parse(json)).toEqual(json);
});

test.each(routes.filter(([path]) => path.startsWith('GET ')))('HEAD has the headers of %s', async (path) => {
  const { control, customerId } = await start();
  const sample = samples(customerId)[path as keyof ControlRoutes];
  const [got, head] = await Promise.all([
    control.send(path, sample),
    control.send(path.replace('GET', 'HEAD'), sample),
  ]);
  // It has the duration.
  for (const { headers } of [got, head]) headers.delete('server-timing');
  expect([head.status, [...head.headers]]).toEqual([got.status, [...got.headers]]);
  expect(await head.text()).toBe('');
  await got.body?.cancel();
});

/** The routes whose purpose is to return a token, or a state of which it is a part. */
const routesWithToken = ['GET /state', 'POST /reset', 'GET /snapshot', 'POST /snapshots/{name}', 'GET /tokens'];

test('no other route returns a token', async () => {
  const returning: string[] = [];
  for (const [path, { isStream }] of routes) {
    const { control, customerId, token } = await start();
    const response = await control.send(path, samples(customerId)[path as keyof ControlRoutes]);
    if (isStream) await response.body?.cancel();
    else if ((await response.text()).includes(token)) returning.push(path);
  }
  expect(returning.sort()).toEqual(routesWithToken.sort());
});

test('a journal of summaries responds as its schema describes', async () => {
  const { control } = await start();
  const json = await control.call('GET /journal', { query: { summary: true } });
  expect(controlRoutes['GET /journal'].response.parse(json)).toEqual(json);
  expect(json.entries).toMatchObject([{ status: 201 }, { status: 503, fault: 'status' }]);
});

test('each route has a name of its own and one sentence', () => {
  expect(new Set(routes.map(([, { name }]) => name)).size).toBe(routes.length);
  for (const [path, { name, description }] of routes) {
    expect(name, path).toMatch(/^[a-z]+(?:\.[a-zA-Z]+)?$/);
    expect(description, path).toMatch(/^[A-Z][a-z]+s [^.]+\.$/);
  }
});
