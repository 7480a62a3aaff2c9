/** Operations with a fixed response, which a mock gets at run time. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { describeOperations } from '../../../mocks/control-api/openapi-own-operations.ts';
import { listen, sqlite } from '../../../mocks/http.ts';
import { createMockServer, type MockServer, mockOperation } from '../../../mocks/index.ts';
import { assertReceived } from '../../../mocks/matchers.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { defineOperation, MasterDataClient } from '../../../src/index.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { call, startMock } from '../helpers.ts';

const report = { method: 'GET', path: '/api/reports/{day}', data: { total: 12, rows: [{ id: 1 }] } } as const;

const contacts = defineOperation({
  name: 'contacts.list',
  method: 'GET',
  path: '/api/contacts',
  response: z.array(z.object({ id: z.string() })),
});

const status = async (mock: MockServer, path = '/api/reports/today', method = 'GET') =>
  (await call(mock, method, path)).status;

/** Sends a request to the control API of a mock. */
async function control(mock: MockServer, method: string, path: string, body?: unknown) {
  const response = await createControlFetch(mock)(`https://mock.example/__mock/${path}`, {
    method,
    ...(body !== undefined && {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  return { status: response.status, body: await response.json() };
}

describe('an added operation', () => {
  test('is its own definition: the client, faults, matchers and the journal take it', async () => {
    const mock = startMock();
    const added = mock.operations.add(report);
    const client = new MasterDataClient({ ...mock.clientOptions, maxRetries: 0 });
    const { total } = await client.call(added, { params: { day: 'today' } });
    expect(total).toBe(12);
    mock.faults.add({ on: added, match: { params: { day: 'today' } }, times: 1, status: 503 });
    await expect(client.call(added, { params: { day: 'today' } })).rejects.toMatchObject({ status: 503 });
    assertReceived(mock, added, { params: { day: 'today' }, times: 2 });
    expect(mock.journal.last(added)).toMatchObject({ operation: 'reports.getByDay', fault: 'status' });
    expect(mock.journal.list(added)).toHaveLength(2);
    added.remove();
    await expect(client.call(added, { params: { day: 'today' } })).rejects.toMatchObject({ status: 404 });
  });

  test('has the status, the name and the permission that it was given', async () => {
    const mock = startMock();
    const { permission, name } = mock.operations.add({
      method: 'POST',
      path: '/api/reports',
      status: 202,
      name: 'reports.start',
      permission: 'jobs:write',
      data: null,
    });
    const response = await call(mock, 'POST', '/api/reports', { day: 'today' });
    expect(response).toMatchObject({ status: 202, body: { success: true, data: null } });
    expect(mock.journal.last()).toMatchObject({ operation: name, body: { day: 'today' } });
    const [readers, jobs] = [
      mock.tokens.issue({ permissions: ['*:read'] }),
      mock.tokens.issue({ permissions: [permission] }),
    ];
    const statuses = [readers, jobs, 'unknown'].map(
      async (token) => (await call(mock, 'POST', '/api/reports', {}, { token })).status,
    );
    expect(await Promise.all(statuses)).toEqual([403, 202, 401]);
  });

  test('has the defaults of other operations', async () => {
    const mock = startMock();
    expect(mock.operations.add(report)).toMatchObject({ name: 'reports.getByDay', permission: 'reports:read' });
    const created = mock.operations.add({ method: 'POST', path: '/api/daily-reports/{id}/runs', data: [] });
    expect(created).toMatchObject({ name: 'dailyReports.postByIdRuns', permission: 'daily-reports:write' });
    expect(await status(mock, `/api/daily-reports/${mock.workspace}/runs`, 'POST')).toBe(201);
    expect(await status(mock, '/api/daily-reports/no-uuid/runs', 'POST')).toBe(400);
    // The name `catalogs.get` belongs to the specification.
    expect(mock.operations.add({ method: 'GET', path: '/api/catalogs', data: [] }).name).toBe('catalogs.get2');
    expect(mock.operations.add({ method: 'GET', path: '/api/2fa', data: [] }).name).toBe('api2fa.get');
    expect(mock.operations.add({ method: 'GET', path: '/api/2-fa', data: [] }).name).toBe('api2Fa.get');
    expect(mock.operations.add({ method: 'GET', path: '/api/2_fa', data: [] }).name).toBe('api2Fa.get2');
  });

  test('serves all workspaces, and takes calls of the rate limit', async () => {
    const mock = startMock({ policies: { rateLimit: { limit: 1 } } });
    mock.operations.add(report);
    const workspace = mock.db.workspaces.insert({ name: 'Second' }).id;
    const token = mock.tokens.issue({ workspace });
    expect((await call(mock, 'GET', '/api/reports/today', undefined, { token })).status).toBe(200);
    expect((await call(mock, 'GET', '/api/reports/today', undefined, { token })).status).toBe(429);
  });

  test('replaces the added one with the same name or path, in its place', async () => {
    const mock = startMock();
    mock.operations.add(report);
    mock.operations.add({ method: 'GET', path: '/api/later', data: 1 });
    mock.operations.add({ ...report, path: '/api/reports/{date}', data: 'new' });
    expect((await call(mock, 'GET', '/api/reports/today')).body).toEqual({ success: true, data: 'new' });
    mock.operations.add({ method: 'GET', path: '/api/moved', name: 'reports.getByDay', data: 'moved' });
    expect(mock.operations.list().map(({ name, path }) => [name, path])).toEqual([
      ['reports.getByDay', '/api/moved'],
      ['later.get', '/api/later'],
    ]);
    expect(await status(mock)).toBe(404);
  });

  test('is a copy of what was given, and its list is another one', () => {
    const mock = startMock();
    const data = { total: 1 };
    mock.operations.add({ method: 'GET', path: '/api/reports', data });
    data.total = 2;
    const [listed] = mock.operations.list();
    expect(listed).toEqual({
      name: 'reports.get',
      method: 'GET',
      path: '/api/reports',
      permission: 'reports:read',
      hasQuery: false,
      hasBody: false,
      hasBrackets: false,
      isRemovable: true,
      data: { total: 1 },
    });
    Object.assign(Object(listed).data, { total: 3 });
    expect(mock.operations.list()[0]).toMatchObject({ data: { total: 1 } });
  });
});

describe('an operation is rejected, and nothing changes,', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  const cycle: { self?: object } = {};
  cycle.self = cycle;
  test.each<[string, unknown, string]>([
    ['null', null, 'operation: must be an object, received null'],
    ['another method', { ...report, method: 'HEAD' }, 'operation.method: must be one of "GET", "POST"'],
    ['an unknown property', { ...report, body: {} }, 'operation: unknown property "body".'],
    ['a path of another API', { ...report, path: '/reports' }, 'path: must be a path below /api/ with parameters'],
    [
      'a parameter twice',
      { ...report, path: '/api/{id}/{id}' },
      'each with a name of its own, received "/api/{id}/{id}"',
    ],
    ['no path', { method: 'GET', data: 1 }, 'operation.path: must be a string, received undefined'],
    ['a failure', { ...report, status: 503 }, 'operation.status: must be a whole number from 200 to 299, received 503'],
    [
      'a status without a body',
      { ...report, status: 204 },
      'status must be a status from 200 to 299 with a body, received 204',
    ],
    [
      'a name',
      { ...report, name: 'reports' },
      'name: must be a resource and an operation, for example contacts.create',
    ],
    ['a permission', { ...report, permission: 'reports' }, 'permission must be a resource and read or write'],
    ['no data', { method: 'GET', path: '/api/reports' }, 'data: must be JSON, received undefined'],
    ['NaN', { ...report, data: { a: [Number.NaN] } }, 'data.a.0: must be JSON, received NaN'],
    ['a function', { ...report, data: { a: () => 1 } }, 'data.a: must be JSON, received a function'],
    ['a cycle', { ...report, data: cycle }, 'data.self: must be JSON, received a value that contains itself'],
    ['deep data', { ...report, data: deep(101) }, 'received a value nested more than 100 levels deep'],
    [
      'an operation of the specification',
      { method: 'PATCH', path: '/api/products/{sku}', data: 1 },
      'the specification documents products.update (PATCH /api/products/{id})',
    ],
    ['its name', { ...report, name: 'products.update' }, 'the specification documents products.update'],
    [
      'the path of an operation of code',
      { method: 'GET', path: '/api/contacts', data: [] },
      'contacts.get2 (GET /api/contacts) has the name or the path of another operation, contacts.list (GET /api/contacts)',
    ],
    ['its name', { ...report, name: 'contacts.list' }, 'another operation, contacts.list (GET /api/contacts)'],
    [
      'the path of an added operation with another name',
      { method: 'GET', path: '/api/added', name: 'another.get', data: 1 },
      'another.get (GET /api/added) has the name or the path of another operation, added.get (GET /api/added)',
    ],
  ])('%s', async (_, operation, message) => {
    const mock = startMock({ operations: [mockOperation(contacts, { response: [] })] });
    mock.operations.add({ method: 'GET', path: '/api/added', data: 1 });
    const before = mock.operations.list();
    const changes = vi.fn();
    mock.onChange(changes);
    expect(() => mock.operations.add(operation as never)).toThrow(TypeError);
    expect(() => mock.operations.add(operation as never)).toThrow(message);
    const remote = await connectMock('https://mock.example/__mock/', { fetch: createControlFetch(mock) });
    await expect(remote.operations.add(operation as never)).rejects.toThrow(message);
    expect(mock.operations.list()).toEqual(before);
    expect(changes).not.toHaveBeenCalled();
  });

  test.each<[string, string]>([
    ['JSON that is too deep', `{"method":"GET","path":"/api/x","data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['a prototype', '{"method":"GET","path":"/api/x","data":1,"__proto__":{"status":201}}'],
    ['a prototype in place of a property', '{"method":"GET","data":1,"__proto__":{"path":"/api/x"}}'],
    ['a list', '[]'],
    ['a text', '"GET"'],
    ['nothing', ''],
  ])('%s over the control API', async (_, body) => {
    const mock = startMock();
    expect((await control(mock, 'POST', 'operations', body)).status).toBe(400);
    expect(mock.operations.list()).toEqual([]);
  });

  test('unless only its data has a field __proto__, which stays data', async () => {
    const mock = startMock();
    const sent = '{"method":"GET","path":"/api/x","data":{"__proto__":{"polluted":true}}}';
    expect((await control(mock, 'POST', 'operations', sent)).status).toBe(201);
    const response = await mock.fetch(`${mock.baseUrl}/api/x`, { headers: { authorization: `Bearer ${mock.token}` } });
    expect(await response.text()).toBe('{"success":true,"data":{"__proto__":{"polluted":true}}}');
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

test('remove returns whether there was one, and rejects those of code', () => {
  const mock = startMock({ operations: [mockOperation(contacts, { response: [] })] });
  const { name } = mock.operations.add(report);
  expect([mock.operations.remove(name), mock.operations.remove(name)]).toEqual([true, false]);
  expect(() => mock.operations.remove('contacts.list')).toThrow(
    'operations.remove: contacts.list comes from the option `operations`. Remove it there.',
  );
  expect(mock.operations.list()).toMatchObject([{ name: 'contacts.list', isRemovable: false }]);
});

test('a reset keeps added operations, and their faults do not survive it', async () => {
  const mock = startMock();
  mock.operations.add(report);
  mock.faults.add({ on: 'reports.getByDay' as never, status: 503 });
  mock.reset();
  expect(mock.faults.list()).toEqual([]);
  expect(await status(mock)).toBe(200);
});

describe('a snapshot', () => {
  test('with settings contains them, with the faults on them', async () => {
    const mock = startMock();
    const added = mock.operations.add(report);
    mock.faults.add({ on: added, times: 1, status: 503 });
    const json = JSON.parse(JSON.stringify(mock.snapshot({ settings: true })));
    const other = startMock();
    other.restore(json);
    expect([await status(other), await status(other)]).toEqual([503, 200]);
    // One of the specification is in the way.
    json.settings.operations[0].path = '/api/products/{id}';
    expect(() => other.restore(json)).toThrow('the specification documents products.get');
    expect(() =>
      startMock({ operations: [mockOperation({ ...contacts, path: '/api/reports/{day}' }, { response: [] })] }).restore(
        mock.snapshot({ settings: true }),
      ),
    ).toThrow('reports.getByDay (GET /api/reports/{day}) has the name or the path of another operation, contacts.list');
    expect(await status(other)).toBe(200);
  });

  test('without settings, or of a version without operations, leaves them as they are', async () => {
    const mock = startMock();
    const [records, settings] = [mock.snapshot(), JSON.parse(JSON.stringify(mock.snapshot({ settings: true })))];
    delete settings.settings.operations;
    mock.operations.add(report);
    mock.restore(records);
    mock.restore(settings);
    expect(await status(mock)).toBe(200);
    mock.restore(startMock().snapshot({ settings: true }));
    expect(await status(mock)).toBe(404);
  });

  test('can be restored after the operation of a fault was removed', () => {
    const mock = startMock();
    const added = mock.operations.add(report);
    mock.faults.add({ on: added, match: { params: { day: 'x' } }, status: 503 });
    added.remove();
    const json = JSON.parse(JSON.stringify(mock.snapshot({ settings: true })));
    const other = startMock();
    for (const each of [mock, other]) each.restore(json);
    expect([mock.faults.list(), other.faults.list()]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });
});

describe('persistence', () => {
  /** Opens a mock with the stored state of a file. Closing it ends the use of the file. */
  async function open(file: string, mock = startMock()) {
    const store = await sqlite(file);
    const { warnings } = await mock.persist(await store.open('a'));
    const close = async () => {
      await mock.flush();
      await store.close();
    };
    return { mock, warnings, close };
  }

  test('stores them: a restart, a removal and another restart', async () => {
    const file = `${await temporaryDirectory()}/mock.db`;
    const first = await open(file);
    const added = first.mock.operations.add(report);
    first.mock.operations.add({ method: 'GET', path: '/api/kept', data: null });
    first.mock.faults.add({ on: added, times: 1, status: 503 });
    await first.close();
    const second = await open(file);
    expect(second.warnings).toEqual([]);
    expect([await status(second.mock), await status(second.mock)]).toEqual([503, 200]);
    second.mock.operations.remove(added.name);
    await second.close();
    const third = await open(file);
    expect(third.mock.operations.list().map(({ name }) => name)).toEqual(['kept.get']);
    third.mock.reset();
    expect(await status(third.mock, '/api/kept')).toBe(200);
    await third.close();
  });

  test('lets code win at a restart, with a warning that names both', async () => {
    const file = `${await temporaryDirectory()}/mock.db`;
    const first = await open(file);
    first.mock.operations.add({ method: 'GET', path: '/api/contacts', name: 'people.list', data: [] });
    first.mock.faults.add({ on: first.mock.operations.add(report), status: 503 });
    await first.close();
    const operations = [mockOperation(contacts, { response: [{ id: 'of code' }] })];
    const second = await open(file, startMock({ operations }));
    expect(second.warnings).toEqual([
      'A stored operation was dropped: people.list (GET /api/contacts) has the name or the path of another operation, ' +
        'contacts.list (GET /api/contacts)',
    ]);
    expect((await call(second.mock, 'GET', '/api/contacts')).body).toEqual({
      success: true,
      data: [{ id: 'of code' }],
    });
    expect(await status(second.mock)).toBe(503);
    await second.close();
  });
});

test('a call that fails undoes the operation that it has added', async () => {
  const mock: MockServer = startMock({
    operations: [
      mockOperation(contacts, {
        handle({ reject }) {
          mock.operations.add(report);
          return reject(409, 'No');
        },
      }),
    ],
  });
  expect(await status(mock, '/api/contacts')).toBe(409);
  expect(await status(mock)).toBe(404);
});

describe('remote control', () => {
  async function start() {
    const mock = startMock();
    const server = await listen(mock, { port: 0, controlToken: 'token-of-the-control-api' });
    onTestFinished(() => server.close());
    const url = server.controlUrl ?? '';
    return { mock, url, remote: await connectMock(url, { controlToken: 'token-of-the-control-api' }) };
  }

  test('has the same methods', async () => {
    const { mock, remote } = await start();
    const added = await remote.operations.add(report);
    const client = new MasterDataClient(remote.clientOptions);
    const { rows } = await client.call(added, { params: { day: 'today' } });
    expect(rows).toEqual([{ id: 1 }]);
    await assertReceived(remote, added, { params: { day: 'today' } });
    expect(await remote.operations.list()).toEqual(mock.operations.list());
    expect(await remote.tokens.issue({ permissions: [added.permission] })).toEqual(expect.any(String));
    await added.remove();
    expect(await remote.operations.remove(added.name)).toBe(false);
    expect(mock.operations.list()).toEqual([]);
  });

  test('needs the control token', async () => {
    const { mock, url } = await start();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${mock.token}` };
    for (const method of ['POST', 'DELETE'])
      expect((await fetch(`${url}operations${method === 'DELETE' ? '/a.b' : ''}`, { method, headers })).status).toBe(
        401,
      );
  });

  test('responds to what is missing, and tells that operations have changed', async () => {
    const { mock, remote } = await start();
    expect(await control(mock, 'DELETE', 'operations/reports.get')).toMatchObject({
      status: 404,
      body: { error: 'Operation reports.get not found', name: 'NotFoundError' },
    });
    for await (const event of remote.events()) {
      if (event.type === 'open') await remote.operations.add(report);
      if (event.type !== 'settings') continue;
      expect(event.names).toEqual(['operations']);
      break;
    }
  });
});

test('the OpenAPI document describes them', () => {
  const mock = createMockServer();
  mock.operations.add(report);
  mock.operations.add({ method: 'POST', path: '/api/reports/{day}', status: 202, data: null });
  expect(describeOperations('https://api.example.com', mock)).toMatchObject({
    '/api/reports/{day}': {
      get: {
        operationId: 'reports.getByDay',
        parameters: [{ name: 'day', in: 'path' }],
        responses: {
          200: { content: { 'application/json': { schema: { properties: { data: { examples: [report.data] } } } } } },
        },
      },
      post: { operationId: 'reports.postByDay', requestBody: { required: false }, responses: { 202: {} } },
    },
  });
});
