/** Faults that hold a response after the operation has run, so that a test or a person can edit it. */
import { describe, expect, test } from 'vitest';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { assertSandboxFault } from '../../../mocks/controls/faults/sandbox-fault.ts';
import { createMock } from '../../../mocks/engine/create-mock-server.ts';
import { resolveOptions } from '../../../mocks/engine/options.ts';
import { listen } from '../../../mocks/http.ts';
import { createMemoryStore, demo, type MockServer, type ResponseEdit } from '../../../mocks/index.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { MasterDataClient, MasterDataError } from '../../../src/index.ts';
import { fc } from '../../fast-check.ts';
import { runs } from '../../sample.ts';
import { call, startMock } from '../helpers.ts';

const halm = { name: 'Halm', type: 'company' } as const;
const gone = { success: false, error: 'Gone' };

/** Starts a call whose response is held. Returns the call, and the id of the waiting call. */
async function holdCreate(mock: MockServer) {
  const held = mock.faults.holdResponse('customers.create', { times: 1 });
  const response = call(mock, 'POST', '/api/customers', halm);
  await held.reached();
  const id = mock.faults.waiting()[0]?.id ?? 0;
  return { held, response, id };
}

test('the operation runs, and its response waits', async () => {
  const mock = startMock();
  const { held, response } = await holdCreate(mock);
  expect(mock.db.customers.list()).toMatchObject([halm]);
  expect(mock.journal.size).toBe(0);
  expect(mock.faults.waiting()).toMatchObject([
    {
      faults: [held.id],
      isHeld: true,
      operation: 'customers.create',
      method: 'POST',
      response: { status: 201, headers: { 'content-type': 'application/json' }, body: { data: halm } },
    },
  ]);
  expect(held.waiting).toBe(1);
  // Other calls go on.
  expect((await call(mock, 'GET', '/api/customers')).status).toBe(200);
  held.release();
  expect(await response).toMatchObject({ status: 201, body: { data: halm } });
  expect(mock.journal.last('customers.create')).toMatchObject({ fault: 'hold', originalResponse: undefined });
  expect(mock.faults.waiting()).toEqual([]);
  expect(mock.faults.list()).toEqual([]);
});

test('an edited response reaches the caller, and the journal has both', async () => {
  const mock = startMock();
  const { response, id } = await holdCreate(mock);
  expect(
    mock.faults.release(id, { status: 409, body: gone, headers: { 'X-Edited': '1', 'content-length': '7' } }),
  ).toBe(true);
  expect(await response).toEqual({
    status: 409,
    headers: { 'content-type': 'application/json', 'x-edited': '1' },
    body: gone,
  });
  expect(mock.journal.last()).toMatchObject({
    response: { status: 409, body: gone },
    originalResponse: { status: 201, body: { data: halm } },
  });
  expect(mock.journal.changes(mock.journal.last().id)).toHaveLength(1);
  expect(mock.faults.release(id)).toBe(false);
});

test('parts that are not edited stay', async () => {
  const mock = startMock({ policies: { rateLimit: { limit: 9, window: 1000 } } });
  const { response, id } = await holdCreate(mock);
  mock.faults.release(id, { status: 202 });
  const { status, headers, body } = await response;
  expect({ status, body }).toMatchObject({ status: 202, body: { data: halm } });
  expect(Object.keys(headers).length).toBeGreaterThan(1);
});

test.each<[name: string, edit: ResponseEdit, text: string, type: string | null]>([
  ['text', { body: '<b>x' }, '<b>x', 'text/plain;charset=UTF-8'],
  ['text of a given type', { body: '<b>x', headers: { 'content-type': 'text/html' } }, '<b>x', 'text/html'],
  ['null', { body: null }, 'null', 'application/json'],
  ['no body', { status: 204 }, '', null],
])('a body can become %s', async (_, edit, text, type) => {
  const mock = startMock();
  const held = mock.faults.holdResponse('customers.list');
  const pending = mock.fetch(`${mock.baseUrl}/api/customers`, { headers: { authorization: `Bearer ${mock.token}` } });
  await held.reached();
  mock.faults.release(mock.faults.waiting()[0]?.id ?? 0, edit);
  const response = await pending;
  expect(await response.text()).toBe(text);
  expect(response.headers.get('content-type')).toBe(type);
});

test('a wrong edit is rejected, and the call waits on', async () => {
  const mock = startMock();
  const { held, response, id } = await holdCreate(mock);
  const wrong: readonly [edit: object, message: string][] = [
    [{ status: 199 }, 'response.status: must be a whole number from 200 to 599, received 199'],
    [{ status: '404' }, 'response.status: must be a whole number from 200 to 599'],
    [{ body: 1n }, 'response.body: must be a string or a value that JSON can represent'],
    [
      { headers: { a: 'b', 'a b': '' } },
      'response.headers.a b: must be a header with a name and a value that HTTP allows',
    ],
    [{ headers: { a: 'b\r\nc' } }, 'response.headers.a: must be a header'],
    [{ status: 204, body: {} }, 'response.body: must be absent, since responses with the status 204 have no body'],
    [{ stauts: 404 }, 'response: unknown property "stauts"'],
  ];
  for (const [edit, message] of wrong) {
    expect(() => mock.faults.release(id, edit)).toThrow(TypeError);
    expect(() => mock.faults.release(id, edit)).toThrow(message);
  }
  expect(held.waiting).toBe(1);
  held.release();
  expect((await response).status).toBe(201);
});

test('a response that another fault drops cannot be edited', async () => {
  const mock = startMock();
  mock.faults.add({ on: 'customers.create', fault: 'drop-response' });
  const { response, id } = await holdCreate(mock);
  expect(() => mock.faults.release(id, { status: 404 })).toThrow('drops the response of call');
  expect(mock.faults.release(id)).toBe(true);
  await expect(response).rejects.toThrow();
});

test('a call that is held before its operation can be released by itself, but not edited', async () => {
  const mock = startMock({ seed: demo });
  const held = mock.faults.hold('customers.list');
  const [first, second] = [call(mock, 'GET', '/api/customers'), call(mock, 'GET', '/api/customers')];
  await held.reached();
  await Promise.resolve();
  const [one, two] = mock.faults.waiting();
  expect(() => mock.faults.release(one?.id ?? 0, { status: 404 })).toThrow('has no response to edit');
  expect(mock.faults.release(one?.id ?? 0)).toBe(true);
  expect((await first).status).toBe(200);
  expect(mock.faults.waiting()).toMatchObject([{ id: two?.id }]);
  held.release();
  expect((await second).status).toBe(200);
});

test('the response of another fault can be edited too, but not a broken connection', async () => {
  const mock = startMock();
  mock.faults.add({ on: 'customers.create', status: 503 });
  const { response, id } = await holdCreate(mock);
  expect(mock.db.customers.size).toBe(0);
  mock.faults.release(id, { status: 502 });
  expect((await response).status).toBe(502);
  mock.faults.clear();
  mock.faults.add({ on: '*', fault: 'drop-connection' });
  const held = mock.faults.holdResponse('*', { times: 1 });
  await expect(call(mock, 'GET', '/api/customers')).rejects.toThrow();
  expect(held.waiting).toBe(0);
  expect(mock.faults.list()).toHaveLength(1);
});

test('a token is shown as [token], and stays in a body that is not edited', async () => {
  const mock = startMock();
  const held = mock.faults.holdResponse('customers.create', { times: 1 });
  const response = call(mock, 'POST', '/api/customers', { ...halm, name: mock.token });
  await held.reached();
  expect(JSON.stringify(mock.faults.waiting())).not.toContain(mock.token);
  mock.faults.release(mock.faults.waiting()[0]?.id ?? 0, { status: 200 });
  expect(await response).toMatchObject({ status: 200, body: { data: { name: mock.token } } });
});

describe('a held response ends with', () => {
  test('a reset, which drops the call', async () => {
    const mock = startMock();
    const { response } = await holdCreate(mock);
    mock.reset();
    await expect(response).rejects.toThrow();
    expect(mock.journal.size).toBe(0);
    expect(mock.faults.waiting()).toEqual([]);
  });

  test('a caller that gives up', async () => {
    const mock = startMock();
    const held = mock.faults.holdResponse('customers.list', { times: 1 });
    const controller = new AbortController();
    const headers = { authorization: `Bearer ${mock.token}` };
    const pending = mock.fetch(`${mock.baseUrl}/api/customers`, { headers, signal: controller.signal });
    await held.reached();
    expect(mock.faults.waiting()).toHaveLength(1);
    controller.abort();
    await expect(pending).rejects.toThrow();
    await mock.journal.waitFor('customers.list');
    expect(mock.faults.waiting()).toEqual([]);
    expect(mock.faults.list()).toEqual([]);
  });

  test('the end of its server', async () => {
    const mock = startMock();
    const server = await listen(mock);
    const held = mock.faults.holdResponse('customers.list');
    const pending = fetch(`${server.url}/api/customers`, { headers: { authorization: `Bearer ${mock.token}` } });
    await held.reached();
    await Promise.all([expect(pending).rejects.toThrow(), server.close()]);
  });
});

test('with persistence, the change is stored before the wait, and other calls go on', async () => {
  const store = createMemoryStore();
  const mock = startMock();
  await mock.persist(await store.open('default'));
  const { held, response } = await holdCreate(mock);
  expect((await call(mock, 'POST', '/api/customers', { ...halm, name: 'Other' })).status).toBe(201);
  const other = startMock();
  await other.persist(await store.open('default'));
  expect(other.db.customers.list().map(({ name }) => name)).toEqual(['Halm', 'Other']);
  held.release();
  expect((await response).status).toBe(201);
});

test('a mock that shares its origin sets only harmless headers', async () => {
  const { mock } = createMock(resolveOptions({}), { assertFault: assertSandboxFault });
  const { response, id } = await holdCreate(mock);
  const edit = { headers: { 'set-cookie': 'a=b' } };
  expect(() => mock.faults.release(id, edit)).toThrow('must be absent, because sandboxes share one origin');
  expect(() => mock.faults.release(id, { headers: { 'content-type': 'text/html' } })).toThrow(TypeError);
  mock.faults.release(id, { headers: { 'retry-after': '1' } });
  expect((await response).headers).toMatchObject({ 'retry-after': '1' });
});

test('a remote mock edits responses, with the same errors', async () => {
  const mock = startMock();
  const remote = await connectMock('http://mock/__mock/', { fetch: createControlFetch(mock) });
  const held = await remote.faults.holdResponse('customers.create', { times: 1 });
  const response = call(mock, 'POST', '/api/customers', halm);
  await held.reached();
  const [waiting] = await remote.faults.waiting();
  expect(waiting).toEqual(mock.faults.waiting()[0]);
  const id = waiting?.id ?? 0;
  for (const edit of [{ status: 99 }, { status: 204, body: 1 }, { stauts: 404 }]) {
    const local = await Promise.resolve()
      .then(() => mock.faults.release(id, edit))
      .catch((error: unknown) => error);
    expect(await remote.faults.release(id, edit).catch((error: unknown) => error)).toEqual(local);
  }
  expect(await remote.faults.release(99)).toBe(false);
  expect(await remote.faults.release(id, { status: 404, body: gone })).toBe(true);
  expect(await response).toMatchObject({ status: 404, body: gone });
  expect(await remote.journal.last()).toEqual(mock.journal.last());
});

test('the client handles every edited response', async () => {
  const value = fc.oneof(fc.jsonValue(), fc.string(), fc.constant({ success: true, data: [] }));
  const edit = fc.record({ status: fc.integer({ min: 200, max: 599 }), body: value }, { requiredKeys: ['status'] });
  await fc.assert(
    fc.asyncProperty(edit, async (given) => {
      const mock = startMock();
      const held = mock.faults.holdResponse('customers.list');
      const client = new MasterDataClient({ ...mock.clientOptions, maxRetries: 0 });
      const outcome = client.customers.list().then(Array.isArray, (error: unknown) => error instanceof MasterDataError);
      await held.reached();
      const id = mock.faults.waiting()[0]?.id ?? 0;
      const hasBody = given.status !== 204 && given.status !== 205 && given.status !== 304;
      mock.faults.release(id, hasBody ? given : { status: given.status });
      held.release();
      expect(await outcome).toBe(true);
    }),
    { numRuns: runs(200) },
  );
});
