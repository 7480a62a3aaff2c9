import { describe, expect, test, vi } from 'vitest';
import type { Logger } from '../../src/types/logger.ts';
import { unhandledRejections } from '../unhandled-rejections.ts';
import { customer, ids } from './records.ts';
import { connect, listen, rejection, serve } from './server.ts';

const ok = { json: { success: true, data: customer } };
const fail = (): never => {
  throw new Error('disk full');
};
const logger = (write: () => void): Logger => ({ debug: write, info: write, warn: write, error: write });

describe('a logger', () => {
  test.each<[string, Logger]>([
    ['throws', logger(fail)],
    ['rejects', logger(() => Promise.reject(new Error('disk full')))],
    ['never resolves', logger(() => new Promise(() => {}))],
  ])('that %s does not change the outcome of a call', async (_, broken) => {
    const server = await serve(ok, { status: 404, json: { success: false, error: 'Customer not found' } });
    const hooks = { onResponse: fail };
    const client = connect(server, { logger: broken, logLevel: 'debug', hooks });
    const reasons = await unhandledRejections(async () => {
      expect(await client.customers.get(ids.customer)).toEqual(customer);
      expect(await rejection(client.customers.get(ids.customer))).toMatchObject({ name: 'NotFoundError' });
    });
    expect(reasons).toEqual([]);
  });

  test('receives the fields of each message', async () => {
    const server = await serve({ ...ok, headers: { 'x-request-id': 'req_1' } });
    const info = vi.fn();
    await connect(server, { logger: { ...logger(() => {}), info }, logLevel: 'info' }).customers.get(ids.customer);
    expect(info).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('returned 200'), {
      operation: 'customers.get',
      method: 'GET',
      path: `/api/customers/${ids.customer}`,
      attempt: 1,
      status: 200,
      duration: expect.any(Number),
      requestId: 'req_1',
    });
  });

  test('that is the default prints the message only', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => {});
    await connect(await serve(ok), { logLevel: 'info' }).customers.get(ids.customer);
    expect(info.mock.calls).toEqual([[expect.stringContaining('returned 200')]]);
    info.mockRestore();
  });
});

test.each<[string, () => unknown]>([
  ['throws', fail],
  ['rejects', () => Promise.reject(new Error('disk full'))],
  ['returns nothing', () => undefined],
])('a stream of a custom fetch whose cancel %s does not change the outcome of a call', async (_, cancel) => {
  const body = { getReader: () => ({ read: () => new Promise(() => {}), cancel }) };
  const fetch = async () => ({ ...pick(new Response()), body });
  const client = connect(await serve(), { fetch, timeout: 20, maxRetries: 0 });
  const reasons = await unhandledRejections(async () => {
    expect(await rejection(client.customers.get(ids.customer))).toMatchObject({ name: 'TimeoutError' });
  });
  expect(reasons).toEqual([]);
});

/** Returns the parts of a response that the client reads. */
function pick({ status, statusText, headers, url }: Response) {
  return { status, statusText, headers, url, arrayBuffer: async () => new ArrayBuffer(0) };
}

test('a hook can throw anything', async () => {
  const { logger: listening, lines } = listen();
  const onResponse = () => {
    throw Object.create(null);
  };
  const client = connect(await serve(ok), { hooks: { onResponse }, logger: listening });
  expect(await client.customers.get(ids.customer)).toEqual(customer);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(lines).toEqual(['error [masterdata-sdk] onResponse failed: unknown error']);
});

test('a schema that throws rejects with a MasterDataError', async () => {
  const schema = { '~standard': { validate: fail } };
  const error = await rejection(connect(await serve(ok)).request({ method: 'GET', path: '/api/x', schema }));
  expect(error).toMatchObject({ name: 'ConfigurationError' });
  expect(String(error)).toContain('could not be validated: disk full');
});

describe('onRetry', () => {
  test('is not called for a retry that is aborted during its wait, nor after onError', async () => {
    const server = await serve({ status: 503, headers: { 'retry-after': '2' } });
    const called: string[] = [];
    const hooks = { onRetry: () => called.push('onRetry'), onError: () => called.push('onError') };
    const controller = new AbortController();
    const call = rejection(connect(server, { hooks }).customers.get(ids.customer, { signal: controller.signal }));
    await vi.waitUntil(() => server.requests.length, 60_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort();
    expect(await call).toMatchObject({ name: 'AbortError' });
    await new Promise((resolve) => setTimeout(resolve, 2300));
    expect(called).toEqual(['onError']);
  });

  test('is not called if a token function returns the rejected token again', async () => {
    const server = await serve({ status: 401, json: { success: false, error: 'Invalid API token' } });
    const onRetry = vi.fn();
    await rejection(connect(server, { apiToken: () => 'same-token', hooks: { onRetry } }).customers.get(ids.customer));
    expect(onRetry).not.toHaveBeenCalled();
  });

  test('is called when a new token is tried', async () => {
    const server = await serve({ status: 401 }, ok);
    const onRetry = vi.fn();
    const tokens = ['old-token', 'new-token'];
    const apiToken = () => tokens.shift() ?? '';
    await connect(server, { apiToken, hooks: { onRetry } }).customers.get(ids.customer);
    expect(onRetry).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ attempt: 1, delay: 0, status: 401 }));
  });

  test('is not called for an attempt that ends after the call has failed', async () => {
    const onRetry = vi.fn();
    const onResponse = vi.fn();
    const slow = () =>
      new Promise<Response>((resolve) => setTimeout(() => resolve(Response.json({}, { status: 503 })), 60));
    const client = connect(await serve(), { fetch: slow, timeout: 20, maxRetries: 0, hooks: { onRetry, onResponse } });
    expect(await rejection(client.customers.get(ids.customer))).toMatchObject({ name: 'TimeoutError' });
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(onRetry).not.toHaveBeenCalled();
    expect(onResponse).not.toHaveBeenCalled();
  });
});

describe('shouldRetry', () => {
  test('vetoes a retry, with the error that the call would reject with', async () => {
    const server = await serve({ status: 503 });
    const shouldRetry = vi.fn(() => false);
    const error = await rejection(connect(server, { shouldRetry }).customers.get(ids.customer));
    expect(error).toMatchObject({ name: 'ServerError', attempts: 1 });
    server.only();
    expect(shouldRetry).toHaveBeenCalledExactlyOnceWith({
      call: expect.objectContaining({ operation: 'customers.get' }),
      attempt: 1,
      delay: expect.any(Number),
      error: expect.objectContaining({ name: 'ServerError', status: 503 }),
    });
  });

  test('cannot cause one', async () => {
    const server = await serve({ status: 404, json: { success: false, error: 'Customer not found' } });
    const shouldRetry = vi.fn(async () => true);
    await rejection(connect(server, { shouldRetry }).customers.get(ids.customer));
    server.only();
    expect(shouldRetry).not.toHaveBeenCalled();
  });

  test('is not called if no time is left for a retry', async () => {
    const server = await serve({ status: 503, headers: { 'retry-after': '30' } });
    const shouldRetry = vi.fn(() => true);
    await rejection(connect(server, { shouldRetry, totalTimeout: 20_000 }).customers.get(ids.customer));
    server.only();
    expect(shouldRetry).not.toHaveBeenCalled();
  });

  test('that does not end cannot exceed the total timeout, and ends when the call is aborted', async () => {
    const fetch = async () => new Response(null, { status: 500 });
    const { logger: listening, lines } = listen();
    const shouldRetry = () => new Promise<never>(() => {});
    const client = connect(await serve(), { fetch, logger: listening, shouldRetry });
    const error = await rejection(client.customers.get(ids.customer, { totalTimeout: 1500 }));
    expect(error).toMatchObject({ name: 'ServerError', attempts: 1 });
    const controller = new AbortController();
    const aborted = rejection(client.customers.get(ids.customer, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 50);
    expect(await aborted).toHaveProperty('name', 'AbortError');
    expect(lines).toEqual([]);
  });

  test('that throws stops the retries, and is logged', async () => {
    const server = await serve({ status: 503 });
    const { logger: listening, lines } = listen();
    const error = await rejection(
      connect(server, { logger: listening }).customers.get(ids.customer, { shouldRetry: fail }),
    );
    expect(error).toMatchObject({ name: 'ServerError' });
    server.only();
    expect(lines).toEqual(['error [masterdata-sdk] shouldRetry failed: disk full']);
  });
});

test('a cooldown whose `succeeded` throws does not hide the response, and is logged', async () => {
  const server = await serve(ok);
  const { logger: listening, lines } = listen();
  const cooldown = { remaining: () => 0, start: () => 0, succeeded: fail };
  const client = connect(server, { logger: listening });
  expect(await client.customers.get(ids.customer, { cooldown })).toEqual(customer);
  expect(lines).toEqual(['error [masterdata-sdk] cooldown.succeeded failed: disk full']);
  await client.customers.get(ids.customer, { cooldown: { remaining: () => 0, start: () => 0 } });
  expect(lines).toHaveLength(1);
});
