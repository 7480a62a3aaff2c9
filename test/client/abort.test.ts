import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { AbortedError } from '../../src/errors/index.ts';
import { isShort, runs } from '../sample.ts';
import { customer, ids } from './records.ts';
import { connect, rejection, type ScriptedResponse, serve } from './server.ts';

const ok = { json: { success: true, data: customer } };

describe('aborting', () => {
  test('before the request sends nothing', async () => {
    const server = await serve(ok);
    const reason = new Error('changed my mind');
    const error = await rejection(connect(server).customers.get(ids.customer, { signal: AbortSignal.abort(reason) }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ message: `GET /api/customers/${ids.customer} was aborted`, cause: reason });
    expect(server.requests).toEqual([]);
  });

  test.each<[string, ScriptedResponse]>([
    ['in flight', { ...ok, delay: Number.POSITIVE_INFINITY }],
    ['in the body', { ...ok, pause: Number.POSITIVE_INFINITY }],
    ['in the wait for a retry', { status: 503, headers: { 'retry-after': '5' } }],
  ])('%s rejects at once, and nothing is retried', async (_, response) => {
    const server = await serve(response);
    const controller = new AbortController();
    const call = rejection(connect(server).customers.get(ids.customer, { signal: controller.signal }));
    await vi.waitUntil(() => server.requests.length, 60_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const start = performance.now();
    controller.abort();
    expect(await call).toBeInstanceOf(AbortedError);
    // Long before the timeout of 30 s.
    expect(performance.now() - start).toBeLessThan(15_000);
    server.only();
  });

  test('works if a custom fetch ignores the signal', async () => {
    const client = connect(await serve(), { fetch: () => new Promise(() => {}) });
    const call = client.customers.get(ids.customer, { signal: AbortSignal.timeout(20) });
    expect(await rejection(call)).toBeInstanceOf(AbortedError);
  });

  test('rejects at once during the wait for a token', async () => {
    const server = await serve(ok);
    const controller = new AbortController();
    const client = connect(server, { apiToken: () => new Promise(() => {}) });
    const call = rejection(client.customers.get(ids.customer, { signal: controller.signal }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort();
    expect(await call).toBeInstanceOf(AbortedError);
    expect(server.requests).toEqual([]);
  });

  test.skipIf(isShort)('thousands of calls on one signal leave no listener and cause no warning', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    const { signal } = new AbortController();
    const fetch = async () => Response.json(ok.json);
    const client = connect(await serve(), { fetch, validation: { responses: 'off' } });
    // Half of them one after another, half of them at once.
    const half = runs(5000);
    for (let i = 0; i < half; i += 1) await client.customers.get(ids.customer, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await Promise.all(Array.from({ length: half }, () => client.customers.get(ids.customer, { signal })));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    // Retries as well: each waits with a listener of its own.
    const busy = connect(await serve({ status: 503, headers: { 'retry-after': '0' } }), { maxRetries: 3 });
    await Promise.all(Array.from({ length: 50 }, () => rejection(busy.customers.get(ids.customer, { signal }))));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('warning', warned);
    expect(warned).not.toHaveBeenCalled();
  });

  test('after the response changes nothing and leaves no listener', async () => {
    const server = await serve(ok);
    const controller = new AbortController();
    const client = connect(server);
    for (let i = 0; i < 20; i += 1) await client.customers.get(ids.customer, { signal: controller.signal });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    controller.abort();
  });
});
