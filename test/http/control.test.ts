import { describe, expect, test } from 'vitest';
import { createMockServer, demo, type MockServer } from '../../mocks/index.ts';
import { setupMockServer } from '../../mocks/node.ts';
import { unknownId } from '../mock/helpers.ts';
import { send, serve } from './serve.ts';

/** Starts a server. Returns functions that call its control API and the API. */
async function open(mock: MockServer = createMockServer({ seed: demo })) {
  const server = await serve({}, mock);
  const control = (method: string, path: string, body?: unknown) =>
    send(`http://127.0.0.1:${server.port}/__mock${path}`, method, body);
  const api = (method: string, path: string, body?: unknown, token = mock.token) =>
    send(server.url + path, method, body, { authorization: `Bearer ${token}` });
  return { ...server, control, api };
}

describe('the routes', () => {
  test('GET / lists them', async () => {
    const { control, controlUrl, port } = await open();
    expect(controlUrl).toBe(`http://127.0.0.1:${port}/__mock/`);
    for (const path of ['', '/']) {
      expect(await control('GET', path)).toMatchObject({
        status: 200,
        body: {
          paths: expect.arrayContaining([
            'GET /__mock/',
            'GET /__mock/journal?operation&after&limit&summary',
            'GET /__mock/db/{table}?{field}',
          ]),
        },
      });
    }
  });

  test('state has the tables, the token, the workspace and the clock', async () => {
    const { control, mock } = await open();
    mock.clock.set('2026-03-02T12:00:00Z');
    const { status, body } = await control('GET', '/state');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      workspace: mock.workspace,
      token: mock.token,
      tables: { customers: mock.db.customers.size, discounts: 2 },
      journal: 0,
      faults: 0,
      clock: '2026-03-02T12:00:00.000Z',
    });
  });

  test('reset restores the seed', async () => {
    const { control, api, mock } = await open();
    const before = mock.db.customers.size;
    await api('POST', '/api/customers', { name: 'Halm', type: 'company' });
    await control('PATCH', '/policies', { notFoundStatus: 410 });
    expect(await control('POST', '/reset')).toMatchObject({ status: 200, body: { tables: { customers: before } } });
    expect(mock.policies.notFoundStatus).toBe(404);
  });

  test('a snapshot is read and restored as JSON', async () => {
    const { control, api, mock } = await open();
    const before = mock.db.customers.size;
    const { body: snapshot } = await control('GET', '/snapshot');
    await api('POST', '/api/customers', { name: 'Halm', type: 'company' });
    expect(await control('POST', '/snapshot', snapshot)).toMatchObject({ status: 200 });
    expect(mock.db.customers.size).toBe(before);
    expect((await api('GET', '/api/customers')).status).toBe(200);
  });

  test('a snapshot contains tokens only if the query asks for them', async () => {
    const { control, mock } = await open();
    const { body: withoutTokens } = await control('GET', '/snapshot');
    expect(JSON.stringify(withoutTokens)).not.toContain(mock.token);
    expect((await control('GET', '/snapshot?tokens=false')).body).toEqual(withoutTokens);
    const { body } = await control('GET', '/snapshot?tokens=true');
    expect(body).toMatchObject({ token: mock.token, tokens: { [mock.token]: { permissions: ['*'] } } });
  });

  test('an invalid snapshot changes nothing', async () => {
    const { control, mock } = await open();
    const before = mock.snapshot().rows.customers;
    for (const wrong of [
      {},
      [],
      { version: 99 },
      { ...JSON.parse(JSON.stringify(mock.snapshot())), tables: { x: [] } },
    ]) {
      expect(await control('POST', '/snapshot', wrong)).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^snapshot/) },
      });
    }
    expect([...mock.snapshot().rows.customers]).toEqual([...before]);
  });

  test('faults are added, listed and removed', async () => {
    const { control, api } = await open();
    const { status, body } = await control('POST', '/faults', { on: 'customers.list', status: 503 });
    expect([status, body]).toEqual([201, { id: '1' }]);
    expect((await api('GET', '/api/customers')).status).toBe(503);
    await control('POST', '/faults', { preset: 'maintenance' });
    expect((await control('GET', '/faults')).body).toMatchObject({
      faults: [
        { id: '1', on: 'customers.list', status: 503 },
        { id: '2', status: 503 },
      ],
    });
    expect((await control('DELETE', '/faults/1')).body).toMatchObject({ faults: [{ id: '2' }] });
    expect((await control('DELETE', '/faults/1')).status).toBe(404);
    expect((await control('DELETE', '/faults')).body).toEqual({ faults: [] });
    expect((await api('GET', '/api/customers')).status).toBe(200);
  });

  test('the clock is set, advanced and resumed', async () => {
    const { control, mock } = await open();
    const at = (now: string) => ({ status: 200, body: { now, milliseconds: Date.parse(now), isStopped: true } });
    expect(await control('POST', '/clock', { set: '2030-01-01T00:00:00Z' })).toMatchObject(
      at('2030-01-01T00:00:00.000Z'),
    );
    expect(await control('POST', '/clock', { advance: 1000 })).toMatchObject(at('2030-01-01T00:00:01.000Z'));
    expect(await control('GET', '/clock')).toMatchObject(at('2030-01-01T00:00:01.000Z'));
    expect(await control('POST', '/clock', { resume: true })).toMatchObject({ body: { isStopped: false } });
    expect(Math.abs(mock.clock.now() - Date.now())).toBeLessThan(60_000);
  });

  test('the journal is filtered, limited, exported as HAR and cleared', async () => {
    const { control, api, url, mock } = await open();
    await api('GET', '/api/customers');
    await api('POST', '/api/products', {
      api_name: 'rack',
      recurrence_type: 'one_off',
      name: 'Rack',
      'shipping[weight]': 2,
    });
    await api('GET', '/api/payment-terms');
    expect((await control('GET', '/journal?operation=products.create')).body).toMatchObject({
      entries: [{ operation: 'products.create', body: { shipping: { weight: 2 } }, response: { status: 201 } }],
    });
    expect((await control('GET', '/journal?limit=1')).body).toMatchObject({
      entries: [{ operation: 'paymentTerms.list' }],
    });
    const { body: har } = await control('GET', '/journal.har');
    expect(har).toMatchObject({
      log: { version: '1.2', entries: [{ request: { url: `${url}/api/customers` } }, {}, {}] },
    });
    expect(JSON.stringify(har)).not.toContain(mock.token);
    expect(await control('DELETE', '/journal')).toMatchObject({ status: 200 });
    expect(mock.journal.size).toBe(0);
  });

  test('tokens are issued, listed and revoked', async () => {
    const { control, api, mock } = await open();
    const { status, body } = await control('POST', '/tokens', { token: 'read-only', permissions: ['*:read'] });
    expect([status, body]).toEqual([201, { token: 'read-only' }]);
    expect((await api('GET', '/api/customers', undefined, 'read-only')).status).toBe(200);
    expect((await api('POST', '/api/customers', {}, 'read-only')).status).toBe(403);
    expect((await control('GET', '/tokens')).body).toMatchObject({
      tokens: [
        { token: mock.token, permissions: ['*'], workspace: mock.workspace },
        { token: 'read-only', permissions: ['*:read'], workspace: mock.workspace },
      ],
    });
    expect((await control('DELETE', '/tokens/read-only')).body).toEqual({ revoked: true });
    expect((await api('GET', '/api/customers', undefined, 'read-only')).status).toBe(401);
    expect((await control('DELETE', '/tokens/read-only')).status).toBe(404);
  });

  test('a token that is issued without a body permits all operations', async () => {
    const { control, api } = await open();
    const { status, body } = await control('POST', '/tokens');
    expect(status).toBe(201);
    const { token } = Object(body);
    expect((await api('POST', '/api/customers', { name: 'Halm', type: 'company' }, token)).status).toBe(201);
  });

  test('policies are read, and changed one by one', async () => {
    const { control, api } = await open();
    await control('PATCH', '/policies', { notFoundStatus: 410 });
    const { body } = await control('PATCH', '/policies', { rateLimit: { limit: 100 } });
    expect(body).toMatchObject({ notFoundStatus: 410, createdStatus: 201, rateLimit: { limit: 100 } });
    expect((await control('GET', '/policies')).body).toEqual(body);
    expect((await api('GET', `/api/customers/${unknownId}`)).status).toBe(410);
  });

  test('records without an endpoint are inserted, found, changed and deleted', async () => {
    const { control, api } = await open();
    const { status, body } = await control('POST', '/db/categories', { name: 'Rugs', api_name: 'rugs' });
    expect(status).toBe(201);
    const { id } = Object(body);
    expect((await api('GET', `/api/categories/${id}`)).body).toMatchObject({ data: { name: 'Rugs' } });
    expect((await control('GET', '/db/categories?api_name=rugs')).body).toEqual({ rows: [body] });
    expect((await control('PATCH', `/db/categories/${id}`, { name: 'Carpets' })).body).toMatchObject({
      name: 'Carpets',
    });
    expect((await control('GET', `/db/categories/${id}`)).body).toMatchObject({ name: 'Carpets', api_name: 'rugs' });
    expect((await control('DELETE', `/db/categories/${id}`)).body).toEqual({ deleted: true });
    expect((await control('GET', `/db/categories/${id}`)).status).toBe(404);
    expect((await control('GET', '/db')).body).toMatchObject({ tables: { categories: 6 } });
  });
});

test('the rows of a table with open fields are filtered by any field', async () => {
  const { control } = await open();
  const { body } = await control('POST', '/db/paymentTerms', { name: 'Net 45', days: 45 });
  expect((await control('GET', '/db/paymentTerms?name=Net%2045&days=45')).body).toEqual({ rows: [body] });
  expect((await control('GET', '/db/paymentTerms?name=Net%2046')).body).toEqual({ rows: [] });
  // Columns that no row has, also with the texts that JavaScript has for them.
  expect((await control('GET', '/db/paymentTerms?color=undefined')).body).toEqual({ rows: [] });
  expect((await control('GET', '/db/paymentTerms?__proto__=[object%20Object]')).body).toEqual({ rows: [] });
});

test.each([
  ['GET', `/db/customers/${unknownId}/references`],
  ['GET', '/journal/7'],
  ['GET', '/faults/7/reached'],
  ['POST', '/snapshots/before'],
  ['DELETE', '/tokens/x'],
])('404 with the name NotFoundError: %s %s', async (method, path) => {
  const { control } = await open();
  expect(await control(method, path)).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
});

test('a program in another language creates records, holds a call and keeps a snapshot', async () => {
  const { control, api, mock } = await open();
  expect(await control('PUT', '/snapshots/before')).toMatchObject({ status: 200, body: { name: 'before' } });
  const created = await control('POST', '/create/customers', { fields: { name: 'Acme' }, traits: ['with-contact'] });
  expect(created).toMatchObject({ status: 201, body: { name: 'Acme' } });
  expect(await control('POST', '/create/products', { count: 3 })).toMatchObject({ body: { rows: [{}, {}, {}] } });
  expect((await control('GET', '/create')).body).toMatchObject({
    factories: expect.arrayContaining([
      { name: 'customer', table: 'customers', traits: ['individual', 'with-contact', 'with-address'] },
    ]),
  });
  const { body } = await control('POST', '/faults', { on: 'customers.list', hold: true });
  const list = api('GET', '/api/customers');
  const { id } = body as { id: string };
  expect((await control('GET', `/faults/${id}/reached`)).body).toEqual({ waiting: 1 });
  await control('DELETE', `/faults/${id}`);
  expect((await list).status).toBe(200);
  expect(await control('GET', '/journal/wait?operation=customers.list')).toMatchObject({ body: { id: 1 } });
  expect((await control('POST', '/snapshots/before')).status).toBe(200);
  expect(mock.db.customers.find({ name: 'Acme' })).toBeUndefined();
});

describe('invalid requests are rejected with a reason', () => {
  test.each([
    ['POST', '/faults', { status: 99 }, 'fault.status: must be a whole number from 200 to 599, received 99'],
    ['POST', '/faults', { on: 'products.updat', status: 503 }, 'products.update'],
    ['POST', '/faults', { on: 'products.update', status: 503, stats: 1 }, 'fault: unknown property \\"stats\\"'],
    ['POST', '/faults', { preset: 'bad-day' }, 'flaky-network'],
    ['POST', '/faults', { preset: 'maintenance', times: 1 }, 'unknown property \\"times\\"'],
    ['POST', '/faults', undefined, 'fault: '],
    ['POST', '/clock', {}, 'clock: must be {\\"set\\": date}'],
    ['POST', '/clock', undefined, 'clock: must be'],
    ['POST', '/clock', { run: true }, 'Valid properties: set, advance, resume.'],
    ['POST', '/clock', { set: true }, 'clock.set: must be an ISO 8601 text or milliseconds since 1970, received true'],
    ['POST', '/clock', { set: 'noon' }, 'must be a date'],
    ['POST', '/clock', { advance: 1, resume: true }, 'clock: must be {\\"set\\": date}'],
    ['GET', '/journal?operation=products.updat', undefined, 'products.update'],
    ['GET', '/journal?limit=0', undefined, 'limit: must be a whole number from 1, received 0'],
    ['POST', '/tokens', { permissions: ['customer:read'] }, 'resources are customers, '],
    ['POST', '/tokens', { workspace: 'x' }, 'must be the id of a workspace, received x'],
    ['POST', '/tokens', { token: 'a b' }, 'token'],
    [
      'PATCH',
      '/policies',
      { notFoundStatus: 418 },
      'policies.notFoundStatus: must be one of 404, 400, 410, received 418',
    ],
    ['PATCH', '/policies', { notFound: 404 }, 'notFoundStatus'],
    ['PATCH', '/policies', { rateLimit: { limit: 0 } }, 'rateLimit'],
    ['PATCH', '/policies', { rateLimit: null }, 'rateLimit'],
    ['POST', '/db/categories', { name: 'Rugs', api_name: 'rugs', color: 'red' }, 'color is not a known field'],
    ['POST', '/db/categories', { name: 'Rugs' }, 'api_name is required'],
    [
      'POST',
      '/db/categories',
      '{"__proto__": {"x": 1}, "name": "Rugs", "api_name": "rugs"}',
      '__proto__ is not a known field',
    ],
    ['POST', '/db/discounts', { name: 'X', category_ids: [unknownId] }, 'must be the id of a Category'],
    ['POST', '/db/categories', [], 'must be an object'],
    ['GET', '/db/categories?color=red', undefined, 'Unknown parameter \\"color\\". Valid parameters: id, '],
    [
      'GET',
      '/journal?operatoin=products.update',
      undefined,
      'Unknown parameter \\"operatoin\\". Did you mean \\"operation\\"? Valid parameters: operation, after, limit, summary.',
    ],
    [
      'GET',
      '/snapshot?token=true',
      undefined,
      'Unknown parameter \\"token\\". Did you mean \\"tokens\\"? Valid parameters: tokens, settings.',
    ],
    ['GET', '/snapshot?tokens=yes', undefined, 'tokens: must be true or false, received yes'],
    ['GET', '/journal/wait', undefined, 'operation: must be given. Valid operations: customers.create, '],
    [
      'GET',
      '/journal/wait?operation=customers.list&timeout=60001',
      undefined,
      'timeout: must be a whole number from 0 to',
    ],
    ['GET', '/journal/wait?operation=customers.list&timeout=1', undefined, 'within 1 ms. It is empty.'],
    ['GET', '/search?q=', undefined, 'q: must be a text to search for'],
    ['PUT', '/snapshots/%00', undefined, 'snapshot name: must be 1 to 100 characters'],
    ['POST', '/create/customers', { count: 100_001 }, 'create.count: must be a whole number from 0 to 100000'],
    ['POST', '/create/customers', { fields: [1] }, 'create.fields: must be an object with fields, or a list of them'],
    ['POST', '/create/customers', { name: 'A' }, 'Valid properties: fields, traits, count.'],
    ['POST', '/create/customers', { traits: ['constructor'] }, 'Unknown trait \\"constructor\\" of customers'],
    ['POST', '/db/customers/query', { limit: 0 }, 'query.limit: must be a whole number from 1, received 0'],
    ['POST', '/db/customers/query', { where: [] }, 'query.where: must be an object of values by column'],
    ['POST', '/db/customers/query', { sort: { column: 'x' } }, 'Unknown column \\"x\\" of customers'],
    ['GET', '/journal?operation=customers.list&operation=customers.get', undefined, 'operation: must be given once'],
    ['GET', '/db/customers?name=a&name=b', undefined, 'name: must be given once'],
    ['GET', '/search?q=a&q=b', undefined, 'q: must be given once'],
    ['GET', '/events?x=1', undefined, 'Unknown parameter \\"x\\". Valid parameters: none.'],
    ['POST', '/reset?hard', undefined, 'Unknown parameter \\"hard\\". Valid parameters: none.'],
    ['POST', '/reset', { keepCalls: true }, 'body: must be absent, received an object'],
    ['POST', '/snapshots/before', [], 'body: must be absent, received an array'],
    ['DELETE', '/journal', 7, 'body: must be absent, received 7'],
    ['POST', '/history/1e0/undo', undefined, 'history.undo: must be a whole number from 1, received NaN'],
    ['PATCH', '/policies', [], 'policies: must be an object, received an array","name":"TypeError"'],
  ])('400: %s %s %j', async (method, path, body, reason) => {
    const { control, mock } = await open();
    const before = JSON.stringify(mock.snapshot().toJSON().tables);
    const response = await control(method, path, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).toContain(reason);
    expect(JSON.stringify(mock.snapshot().toJSON().tables)).toBe(before);
    expect(mock.faults.list()).toEqual([]);
  });

  test.each([
    [404, 'GET', '/nothing'],
    [404, 'GET', '/db/customer'],
    [404, 'GET', '/journal/1e0/changes'],
    [404, 'PATCH', `/db/customers/${unknownId}`],
  ])('%i: %s %s', async (status, method, path) => {
    const { control } = await open();
    expect(await control(method, path)).toMatchObject({ status, body: { error: expect.any(String) } });
  });

  test.each([
    ['DELETE', '/state', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
    ['DELETE', '/health', 'GET, HEAD'],
    ['PUT', '/reset', 'POST'],
    ['OPTIONS', '/db/customers', 'GET, HEAD, POST, PATCH'],
    ['PUT', '/journal/last', 'GET, HEAD'],
  ])('405: %s %s', async (method, path, allow) => {
    const { control } = await open();
    const { status, body, headers } = await control(method, path);
    expect([status, headers.get('allow')]).toEqual([405, allow]);
    expect(body).toEqual({ error: `/__mock${path} does not accept ${method}. Valid methods: ${allow}.` });
  });

  test('a row that others refer to cannot be deleted', async () => {
    const { control, mock } = await open();
    const customer = mock.db.contacts.list()[0]?.customer_id;
    const { status, body } = await control('DELETE', `/db/customers/${customer}`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('contacts');
  });

  test('a body must be JSON and have its content type', async () => {
    const { control, port } = await open();
    expect((await control('POST', '/faults', '{')).status).toBe(400);
    const form = await send(`http://127.0.0.1:${port}/__mock/faults`, 'POST', '{"fault":"drop-connection"}', {
      'content-type': 'text/plain',
    });
    expect(form).toMatchObject({ status: 415, body: { error: expect.stringContaining('application/json') } });
    for (const [name, value] of [
      ['content-type', 'application/json; charset=utf-16'],
      ['content-encoding', 'gzip'],
    ] as const) {
      const response = await send(`http://127.0.0.1:${port}/__mock/faults`, 'POST', { status: 503 }, { [name]: value });
      expect(response).toMatchObject({
        status: 415,
        body: { error: expect.stringMatching(/^Unsupported media type: /) },
      });
    }
  });

  test('a request without parts may have an empty object as its body', async () => {
    const { control } = await open();
    expect((await control('POST', '/reset', {})).status).toBe(200);
  });
});

describe('the paths of the control API', () => {
  test('exist over HTTP, and not in mock.fetch or MSW', async () => {
    const mock = createMockServer({ seed: demo });
    expect((await mock.fetch(`${mock.baseUrl}/__mock/state`)).status).toBe(404);
    const server = setupMockServer(mock);
    server.listen({ onUnhandledFrame: 'bypass' });
    try {
      const response = await fetch(`${mock.baseUrl}/api/__mock/state`);
      expect(await response.json()).toMatchObject({ success: false });
      await expect(fetch('http://127.0.0.1:1/__mock/state')).rejects.toThrow();
    } finally {
      server.close();
    }
  });

  test('do not exist if the control API is off', async () => {
    const { url, controlUrl } = await serve({ control: false });
    expect(controlUrl).toBeUndefined();
    expect(await send(`${url}/__mock/state`, 'GET')).toMatchObject({ status: 404, body: { success: false } });
  });

  test('are outside the path of the base URL, and never hide the API', async () => {
    const { api, control, url } = await open(createMockServer({ seed: demo, baseUrl: 'https://example.com/__mock' }));
    expect(url).toMatch(/\/__mock$/);
    expect((await api('GET', '/api/customers')).body).toMatchObject({ success: true });
    expect((await control('GET', '/state')).body).toMatchObject({ journal: 1 });
    const other = await open();
    expect((await other.api('GET', '/__mocks')).body).toMatchObject({ success: false });
    expect((await other.api('GET', '/api/__mock/state')).body).toMatchObject({ success: false });
  });

  test('are not in the journal', async () => {
    const { control } = await open();
    await control('GET', '/state');
    expect((await control('GET', '/journal')).body).toEqual({ entries: [] });
  });
});
