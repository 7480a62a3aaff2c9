import { createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import { ConnectionError, RateLimitError, ServerError, TimeoutError } from '../../src/errors/index.ts';
import { listenOnFreePort } from '../listen-on-free-port.ts';
import { createdCustomer, customer, ids } from './records.ts';
import { connect, rejection, type ScriptedResponse, serve, token } from './server.ts';

const ok = { json: { success: true, data: customer } };
/** An error response that allows an immediate retry. */
const busy = (status: number): ScriptedResponse => ({
  status,
  headers: { 'retry-after': '0' },
  json: { success: false, error: 'Busy' },
});

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

describe('a POST', () => {
  const create = { name: 'Acme', type: 'company' } as const;
  const created = { status: 201, json: { success: true, data: createdCustomer } };

  test('is retried after 429, because the service did nothing', async () => {
    const server = await serve(busy(429), created);
    expect(await connect(server).customers.create(create)).toEqual(createdCustomer);
    expect(server.requests.map(({ json }) => json)).toEqual([create, create]);
  });

  test.each<[string, ScriptedResponse]>([
    ['500', { status: 500 }],
    ['503', busy(503)],
    ['a cut connection', { cut: 'before' }],
    ['a cut response', { ...created, cut: 'within' }],
    ['a timeout', { ...created, delay: Number.POSITIVE_INFINITY }],
  ])('is not retried after %s', async (_, response) => {
    const server = await serve(response);
    await rejection(connect(server, { timeout: 5000 }).customers.create(create));
    server.only();
  });

  test.each<[string, ScriptedResponse]>([
    ['503', busy(503)],
    ['a cut connection', { cut: 'before' }],
  ])('is retried after %s with retryPosts', async (_, response) => {
    const server = await serve(response, created);
    expect(await connect(server).customers.create(create, { retryPosts: true })).toEqual(createdCustomer);
    expect(server.requests).toHaveLength(2);
  });
});

describe('the wait that the server asks for', () => {
  test('is respected', async () => {
    const server = await serve({ status: 429, headers: { 'retry-after': '1' } }, ok);
    await connect(server).customers.get(ids.customer);
    const [first, second] = server.requests.map(({ at }) => at);
    expect(Number(second) - Number(first)).toBeGreaterThan(990);
  });

  test.each<[string, () => Record<string, string>, number]>([
    ['seconds', () => ({ 'retry-after': '3600' }), 3600],
    ['a date', () => ({ 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }), 3600],
    ['seconds until the rate is reset', () => ({ 'ratelimit-reset': '120' }), 120],
    ['the time of the reset', () => ({ 'ratelimit-reset': String(Math.round(Date.now() / 1000) + 3600) }), 3600],
  ])('rejects the call at once if it is longer than a minute: %s', async (_, headers, seconds) => {
    const server = await serve({
      status: 429,
      headers: headers(),
      json: { success: false, error: 'Too many requests' },
    });
    const error = await rejection(connect(server).customers.get(ids.customer));
    server.only();
    expect(error).toBeInstanceOf(RateLimitError);
    if (!(error instanceof RateLimitError)) throw error;
    // Less than the full time, if the response took a while.
    expect(error.retryAfter).toBeGreaterThan(seconds - 60);
    expect(error.retryAfter).toBeLessThanOrEqual(seconds + 1);
  });

  test('is unknown if the header is malformed', async () => {
    const server = await serve({ status: 429, headers: { 'retry-after': 'soon' } });
    const error = await rejection(connect(server, { maxRetries: 0 }).customers.get(ids.customer));
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: undefined });
  });
});

describe('a timeout', () => {
  test('limits the wait for a response', async () => {
    const server = await serve({ ...ok, delay: Number.POSITIVE_INFINITY });
    const error = await rejection(connect(server, { timeout: 50, maxRetries: 0 }).customers.get(ids.customer));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toHaveProperty('message', `GET /api/customers/${ids.customer} timed out after 50 ms (1 attempt)`);
  });

  test('limits the time to read the body', async () => {
    const server = await serve({ ...ok, pause: Number.POSITIVE_INFINITY });
    const error = await rejection(connect(server, { maxRetries: 0 }).customers.get(ids.customer, { timeout: 100 }));
    expect(error).toBeInstanceOf(TimeoutError);
  });

  test('can limit all attempts together', async () => {
    const server = await serve({ ...ok, delay: Number.POSITIVE_INFINITY });
    const error = await rejection(connect(server, { totalTimeout: 300, maxRetries: 5 }).customers.get(ids.customer));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(String(error)).toContain('timed out after 300 ms in total');
  });

  test('prevents a retry for which no time is left', async () => {
    const server = await serve({ status: 503, headers: { 'retry-after': '55' } });
    const start = performance.now();
    const error = await rejection(connect(server, { totalTimeout: 50_000 }).customers.get(ids.customer));
    expect(error).toBeInstanceOf(ServerError);
    // Long before the total timeout.
    expect(performance.now() - start).toBeLessThan(40_000);
  });

  test('can be turned off', async () => {
    const server = await serve({ ...ok, delay: 50 });
    expect(await connect(server, { timeout: 10 }).customers.get(ids.customer, { timeout: false })).toEqual(customer);
  });

  test('applies if a custom fetch ignores the signal', async () => {
    const server = await serve();
    const client = connect(server, { timeout: 50, maxRetries: 1, fetch: () => new Promise(() => {}) });
    expect(await rejection(client.customers.get(ids.customer))).toMatchObject({ name: 'TimeoutError' });
  });
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
});

describe('the wait', () => {
  test.each<[string, Record<string, string>]>([
    ['0', { 'retry-after': '0' }],
    ['a past date', { 'retry-after': new Date(0).toUTCString() }],
    ['RateLimit-Reset: 0', { 'ratelimit-reset': '0' }],
    ['an empty header', { 'retry-after': '' }],
  ])('is never shorter than the backoff: %s', async (_, headers) => {
    const server = await serve({ status: 429, headers }, ok);
    await connect(server).customers.get(ids.customer);
    const [first, second] = server.requests.map(({ at }) => at);
    expect(Number(second) - Number(first)).toBeGreaterThan(370);
  });

  test.each([
    '-1',
    '1.5',
    '0x10',
    '1e3',
    ' ',
    'tomorrow',
    '2030-01-01',
    '120 seconds',
    'Infinity',
    'Fri, 01 Jan 2100 00:00:00 GMT+1',
    '1 Fri, 01 Jan 2100 00:00:00 GMT',
  ])('ignores Retry-After: %s', async (value) => {
    const server = await serve({ status: 429, headers: { 'retry-after': value } });
    const error = await rejection(connect(server, { maxRetries: 0 }).customers.get(ids.customer));
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: undefined });
  });

  test('comes from RateLimit-Reset only after a 429', async () => {
    const headers = { 'ratelimit-reset': '70' };
    const limited = await serve({ status: 429, headers });
    expect(await rejection(connect(limited).customers.get(ids.customer))).toHaveProperty('retryAfter', 70);
    const busy = await serve({ status: 503, headers });
    const error = await rejection(connect(busy, { maxRetries: 0 }).customers.get(ids.customer));
    expect(error).toHaveProperty('retryAfter', undefined);
  });

  test.each([
    ['60', 60_000],
    ['61', undefined],
  ])('can be up to a minute: %s', async (value, delay) => {
    const server = await serve({ status: 503, headers: { 'retry-after': value } });
    const shouldRetry = vi.fn(() => false);
    await rejection(connect(server, { shouldRetry, totalTimeout: false }).customers.get(ids.customer));
    expect(shouldRetry.mock.calls).toEqual(delay ? [[expect.objectContaining({ delay })]] : []);
  });

  test('may have white space around the header', async () => {
    const server = await serve({ status: 503, headers: { 'retry-after': '  70  ' } });
    expect(await rejection(connect(server).customers.get(ids.customer))).toMatchObject({ retryAfter: 70, attempts: 1 });
  });

  test.each([429, 503])('corrects a date by the clock of the service under %i', async (status) => {
    const clock = Date.UTC(2031, 0, 1);
    const server = await serve({
      status,
      headers: { date: new Date(clock).toUTCString(), 'retry-after': new Date(clock + 90_000).toUTCString() },
    });
    const error = await rejection(connect(server).customers.get(ids.customer));
    expect(error).toMatchObject({ retryAfter: 90, attempts: 1 });
    server.only();
  });
});

describe('a POST of which nothing was sent', () => {
  const create = { name: 'Acme', type: 'company' } as const;

  const connectError = (runtimeError: Error): Error => new TypeError('fetch failed', { cause: runtimeError });
  const codes = [
    'ENOTFOUND',
    'EAI_AGAIN',
    'ECONNREFUSED',
    'UND_ERR_CONNECT_TIMEOUT',
    'ConnectionRefused',
    'FailedToOpenSocket',
  ];
  const denoError = 'error sending request for url (http://localhost:1/): client error';

  test.each<[string, Error]>([
    ...codes.map((code): [string, Error] => [code, Object.assign(new Error(code), { code })]),
    [
      "Deno's connection error",
      new Error(`${denoError} (Connect): tcp connect error: Connection refused (os error 111)`),
    ],
  ])('is retried after %s', async (_, runtimeError) => {
    const created = Response.json({ success: true, data: createdCustomer }, { status: 201 });
    const fetch = vi
      .fn<() => Promise<Response>>()
      .mockRejectedValueOnce(connectError(runtimeError))
      .mockResolvedValue(created);
    expect(await connect(await serve(), { fetch }).customers.create(create)).toEqual(createdCustomer);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('is not retried if the connection closed after Deno sent it', async () => {
    const runtimeError = new Error(`${denoError} (SendRequest): connection closed before message completed`);
    const fetch = vi.fn<() => Promise<Response>>().mockRejectedValue(connectError(runtimeError));
    const error = await rejection(connect(await serve(), { fetch }).customers.create(create));
    expect(error).toMatchObject({ name: 'ConnectionError' });
    expect(fetch).toHaveBeenCalledOnce();
  });

  test('is retried if it could not connect', async () => {
    const server = createServer();
    const port = await listenOnFreePort(server);
    await new Promise((resolve) => server.close(resolve));
    const client = new MasterDataClient({ baseUrl: `http://127.0.0.1:${port}`, apiToken: token, maxRetries: 1 });
    const onRetry = vi.fn();
    const error = await rejection(client.withOptions({ hooks: { onRetry } }).customers.create(create));
    expect(error).toMatchObject({ name: 'ConnectionError', code: 'ECONNREFUSED' });
    expect(onRetry).toHaveBeenCalledOnce();
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
