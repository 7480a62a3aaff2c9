import { createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import { listenOnFreePort } from '../listen-on-free-port.ts';
import { createdCustomer } from './records.ts';
import { busy, connect, rejection, type ScriptedResponse, serve, token } from './server.ts';

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
