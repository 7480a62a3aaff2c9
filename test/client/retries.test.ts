import { describe, expect, test, vi } from 'vitest';
import { ConnectionError, ServerError } from '../../src/errors/index.ts';
import { customer, ids } from './records.ts';
import { busy, connect, rejection, type ScriptedResponse, serve } from './server.ts';

const ok = { json: { success: true, data: customer } };

describe('a GET', () => {
  test.each([429, 503])('is retried after %i, and sends the retry count', async (status) => {
    const server = await serve(busy(status), busy(status), ok);
    expect(await connect(server).customers.get(ids.customer)).toEqual(customer);
    expect(server.requests.map(({ headers }) => headers['x-retry-count'])).toEqual([undefined, '1', '2']);
  });

  test.each([408, 500, 502, 504])('is retried half a second after %i without Retry-After', async (status) => {
    const server = await serve({ status }, ok);
    const delays: number[] = [];
    const client = connect(server, { hooks: { onRetry: ({ delay }) => void delays.push(delay) } });
    expect(await client.customers.get(ids.customer)).toEqual(customer);
    const [first, second] = server.requests.map(({ at }) => at);
    expect(Number(second) - Number(first)).toBeGreaterThan(370);
    expect(delays).toEqual([expect.toSatisfy((delay: number) => delay >= 375 && delay <= 500)]);
  });

  test.each(['before', 'within'] as const)('is retried if the connection is cut %s the response', async (cut) => {
    const server = await serve({ ...ok, cut }, ok);
    expect(await connect(server).customers.get(ids.customer)).toEqual(customer);
    expect(server.requests).toHaveLength(2);
  });

  test('is retried after a timeout', async () => {
    const server = await serve({ ...ok, delay: Number.POSITIVE_INFINITY }, ok);
    expect(await connect(server, { timeout: 5000 }).customers.get(ids.customer)).toEqual(customer);
    expect(server.requests).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 409, 422, 501])('is not retried after %i', async (status) => {
    const server = await serve({ status });
    await rejection(connect(server).customers.get(ids.customer));
    server.only();
  });

  test('rejects with the last error if no retries are left', async () => {
    const server = await serve(busy(503));
    const error = await rejection(connect(server).customers.get(ids.customer));
    expect(error).toBeInstanceOf(ServerError);
    expect(server.requests).toHaveLength(3);
  });

  test('respects maxRetries of the client and of the request', async () => {
    const server = await serve(busy(503));
    await rejection(connect(server, { maxRetries: 1 }).customers.get(ids.customer));
    expect(server.requests).toHaveLength(2);
    await rejection(connect(server, { maxRetries: 1 }).customers.get(ids.customer, { maxRetries: 0 }));
    expect(server.requests).toHaveLength(3);
  });
});

test.each([
  ['a PATCH', (client: ReturnType<typeof connect>) => client.contacts.update(ids.contact, { phone: null })],
  ['a DELETE', (client: ReturnType<typeof connect>) => client.categories.delete(ids.category)],
])('%s is retried like a GET, with its body', async (_, call) => {
  const server = await serve(busy(503), { json: { success: true, data: {} } });
  await call(connect(server, { validation: { responses: 'off' } }));
  const [first, second] = server.requests;
  expect(second?.body).toBe(first?.body);
  expect(second?.method).toBe(first?.method);
});

describe('a connection that fails', () => {
  test('rejects with the root cause', async () => {
    const server = await serve({ cut: 'before' });
    const error = await rejection(connect(server, { maxRetries: 0 }).customers.list());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toHaveProperty('code', expect.any(String));
    expect(error).toHaveProperty('message', expect.stringMatching(/^GET \/api\/customers failed: \w+/));
    expect(String(error)).not.toContain('fetch failed');
  });

  test('shows an address if the host has several', async () => {
    const refused = ['::1', '127.0.0.1'].map((host) => new Error(`connect ECONNREFUSED ${host}:4010`));
    // Node's error has no message.
    const cause = Object.assign(new AggregateError(refused, 'refused'), { code: 'ECONNREFUSED', message: '' });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const error = await rejection(connect(await serve(), { fetch, maxRetries: 0 }).customers.list());
    expect(error).toMatchObject({ code: 'ECONNREFUSED', message: expect.stringMatching(/ECONNREFUSED ::1:4010$/) });
  });
});

describe('a DELETE that gets 404', () => {
  const missing = { status: 404, json: { success: false, error: 'Category not found' } };
  const hint = 'may have deleted the record';

  test.each<[string, ScriptedResponse]>([
    ['a lost response', { cut: 'within', json: { success: true } }],
    ['a 502', { status: 502 }],
  ])('has a hint after %s that an earlier attempt may have deleted the record', async (_, lost) => {
    const error = await rejection(connect(await serve(lost, missing)).categories.delete(ids.category));
    expect(error).toMatchObject({ name: 'NotFoundError', attempts: 2 });
    expect(String(error)).toContain(hint);
  });

  test.each<[string, ScriptedResponse[]]>([
    ['at once', [missing]],
    ['after 429', [busy(429), missing]],
  ])('has no hint if it comes %s', async (_, responses) => {
    const error = await rejection(connect(await serve(...responses)).categories.delete(ids.category));
    expect(error).toMatchObject({ name: 'NotFoundError' });
    expect(String(error)).not.toContain(hint);
  });
});

test('a DELETE that gets 404 after a token function was too slow has no hint', async () => {
  let calls = 0;
  const apiToken = () => (calls++ ? 'token' : new Promise<string>(() => {}));
  const server = await serve({ status: 404, json: { success: false, error: 'Category not found' } });
  const call = connect(server, { apiToken, timeout: 200 }).categories.delete(ids.category);
  expect(await rejection(call)).toMatchObject({ attempts: 1, message: expect.stringMatching(/not found$/) });
});

test.each(['Customer not found', 'Validation error', 'Forbidden'])(
  'a request is not retried after a 500 with the error "%s"',
  async (error) => {
    const server = await serve({ status: 500, json: { success: false, error } });
    expect(await rejection(connect(server).customers.get(ids.customer))).not.toMatchObject({ name: 'ServerError' });
    server.only();
  },
);

test('a GET that gets 404 after a lost response has no hint', async () => {
  const server = await serve({ status: 503 }, { status: 404, json: { success: false, error: 'Customer not found' } });
  const error = await rejection(connect(server).customers.get(ids.customer));
  expect(error).toMatchObject({ name: 'NotFoundError', attempts: 2 });
  expect(String(error)).toMatch(/failed with 404: Customer not found$/);
});

test.each<[string, ScriptedResponse, unknown[]]>([
  ['429', { status: 429 }, [[undefined]]],
  ['503 with Retry-After', { status: 503, headers: { 'retry-after': '7' } }, [[7]]],
  ['503 without it', { status: 503 }, []],
  ['500 with Retry-After', { status: 500, headers: { 'retry-after': '7' } }, []],
])('a shared cooldown starts only after a response that asks for a wait: %s', async (_, response, starts) => {
  const server = await serve(response);
  const start = vi.fn(() => undefined);
  const cooldown = { remaining: () => 0, start };
  await rejection(connect(server, { maxRetries: 0 }).customers.get(ids.customer, { cooldown }));
  expect(start.mock.calls).toEqual(starts);
});
