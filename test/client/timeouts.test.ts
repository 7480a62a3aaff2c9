import { describe, expect, test } from 'vitest';
import { ServerError, TimeoutError } from '../../src/errors/index.ts';
import { customer, ids } from './records.ts';
import { connect, rejection, serve } from './server.ts';

const ok = { json: { success: true, data: customer } };

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
