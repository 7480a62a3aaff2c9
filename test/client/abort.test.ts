import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { AbortedError } from '../../src/errors.ts';
import { customer, ids } from './records.ts';
import { type Answer, connect, rejection, serve } from './server.ts';

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

  test.each<[string, Answer]>([
    ['in flight', { ...ok, delay: 1000 }],
    ['in the body', { ...ok, pause: 1000 }],
    ['in the wait for a retry', { status: 503, headers: { 'retry-after': '5' } }],
  ])('%s returns at once, and nothing is sent again', async (_, answer) => {
    const server = await serve(answer);
    const controller = new AbortController();
    const call = rejection(connect(server).customers.get(ids.customer, { signal: controller.signal }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const start = performance.now();
    controller.abort();
    expect(await call).toBeInstanceOf(AbortedError);
    expect(performance.now() - start).toBeLessThan(100);
    server.only();
  });

  test('works where the given fetch does not heed the signal', async () => {
    const client = connect(await serve(), { fetch: () => new Promise(() => {}) });
    const call = client.customers.get(ids.customer, { signal: AbortSignal.timeout(20) });
    expect(await rejection(call)).toBeInstanceOf(AbortedError);
  });

  test('after the answer changes nothing, and no listener stays', async () => {
    const server = await serve(ok);
    const controller = new AbortController();
    const client = connect(server);
    for (let i = 0; i < 20; i += 1) await client.customers.get(ids.customer, { signal: controller.signal });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    controller.abort();
  });
});
