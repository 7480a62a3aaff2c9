/** Limits of a call: each error names the limit that ended the call, with its value. */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import type { RequestOptions } from '../../src/types/options.ts';
import { serveUntilTestEnds } from '../serve-until-test-ends.ts';
import { customer, ids } from './records.ts';
import { connect, rejection, serve, serveWith, token } from './server.ts';

const never = { delay: Number.POSITIVE_INFINITY };
const text = async (call: PromiseLike<unknown>) => String(await rejection(call));

describe('a timeout error names', () => {
  test.each([
    [{ timeout: 60, maxRetries: 0 }, 'timed out after 60 ms (1 attempt)'],
    [{ timeout: 60, totalTimeout: 20_000, maxRetries: 0 }, 'timed out after 60 ms (1 attempt)'],
    [{ totalTimeout: 70 }, 'timed out after 70 ms in total (totalTimeout, 1 attempt)'],
    [{ timeout: false, totalTimeout: 80 }, 'timed out after 80 ms in total (totalTimeout, 1 attempt)'],
    [{ timeout: 90, totalTimeout: 90 }, 'timed out after 90 ms in total (totalTimeout, 1 attempt)'],
    [{ timeout: 5000, totalTimeout: 75.5 }, 'timed out after 75.5 ms in total (totalTimeout, 1 attempt)'],
  ] as const)('the limit of %j', async (options, message) => {
    // A timer may fire early: repeat the case.
    const server = await serve(never);
    const messages = await Promise.all(
      Array.from({ length: 10 }, () => text(connect(server, options).customers.get(ids.customer))),
    );
    for (const each of messages) expect(each).toContain(message);
  });

  test('the total after several attempts', async () => {
    const server = await serve({ status: 503, headers: { 'retry-after': '0' } }, never);
    expect(await text(connect(server, { totalTimeout: 2500 }).customers.get(ids.customer))).toContain(
      'timed out after 2500 ms in total (totalTimeout, 2 attempts)',
    );
  });

  test.each([
    [{ timeout: 60 }, 'timed out: apiToken() returned no token within 60 ms (timeout)'],
    [{ totalTimeout: 70 }, 'timed out: apiToken() returned no token within 70 ms (totalTimeout)'],
    [{ timeout: false, totalTimeout: 80 }, 'timed out: apiToken() returned no token within 80 ms (totalTimeout)'],
  ] as const)('the limit of a token function with %j', async (options, message) => {
    const client = connect(await serve(), { apiToken: () => new Promise(() => {}), maxRetries: 0, ...options });
    expect(await text(client.customers.get(ids.customer))).toContain(message);
  });

  test('no attempt if a hook took all the time', async () => {
    const server = await serve();
    const hooks = { onRequest: () => new Promise<never>(() => {}) };
    const onError = vi.fn();
    const client = connect(server, { hooks: { ...hooks, onError }, timeout: 50, maxRetries: 0 });
    expect(await text(client.customers.get(ids.customer))).toContain('timed out after 50 ms (0 attempts)');
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ attempts: 0 }));
    expect(server.requests).toEqual([]);
  });

  test.each<[RequestOptions, string]>([
    [{}, 'timed out: the shared cooldown has no end (cooldown.remaining() is Infinity)'],
    [{ totalTimeout: 70 }, 'timed out after 70 ms in total (totalTimeout, 0 attempts)'],
  ])('of a shared cooldown without an end, without waiting: %j', async (options, message) => {
    const server = await serve();
    const cooldown = { remaining: () => Number.POSITIVE_INFINITY, start: () => undefined };
    const error = await rejection(connect(server).customers.get(ids.customer, { cooldown, ...options }));
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: 0, message: expect.stringContaining(message) });
    expect(server.requests).toEqual([]);
  });

  test('the total if a shared cooldown is longer, without waiting', async () => {
    const server = await serve();
    const cooldown = { remaining: () => 60_000, start: () => 60_000 };
    const start = performance.now();
    const client = connect(server, { totalTimeout: 20_000 });
    expect(await text(client.customers.get(ids.customer, { cooldown }))).toContain(
      'timed out after 20000 ms in total (totalTimeout, 0 attempts)',
    );
    expect(performance.now() - start).toBeLessThan(15_000);
    expect(server.requests).toEqual([]);
  });
});

describe('an abort', () => {
  test('by AbortSignal.timeout is not reported as a timeout of the client', async () => {
    const server = await serve(never);
    const error = await rejection(
      connect(server).customers.get(ids.customer, { signal: AbortSignal.timeout(50), timeout: 30_000 }),
    );
    expect(error).toMatchObject({ name: 'AbortError', message: expect.stringMatching(/ was aborted$/) });
  });
});

/** Serves an endless JSON body, as it is or compressed, and counts the bytes that were accepted. */
async function serveEndless(compressed: boolean) {
  let sent = 0;
  let isClosed = false;
  let requests = 0;
  // A gzip stream may have several members.
  const chunk = compressed ? gzipSync(Buffer.alloc(1_000_000, 0x20)) : Buffer.alloc(65_536, 0x20);
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(compressed && { 'content-encoding': 'gzip' }),
    });
    const write = (): void => {
      while (!response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
    };
    response.on('close', () => {
      isClosed = true;
    });
    write();
  });
  const url = await serveUntilTestEnds(server);
  return { url, state: () => ({ sent, isClosed, requests }) };
}

describe('maxResponseBytes', () => {
  test.each([false, true])('stops reading an endless body (compressed: %s), without a retry', async (compressed) => {
    const { url, state } = await serveEndless(compressed);
    const client = new MasterDataClient({ baseUrl: url, apiToken: token, maxResponseBytes: 10_000_000 });
    const error = await rejection(client.customers.get(ids.customer));
    expect(error).toMatchObject({
      name: 'UnexpectedResponseError',
      status: 200,
      message: expect.stringContaining('the body has more than 10,000,000 bytes (maxResponseBytes)'),
    });
    await vi.waitUntil(() => state().isClosed, 60_000);
    expect(state().requests).toBe(1);
  });

  test.each([200, 404, 503])('applies to each status and each form of a call: %i', async (status) => {
    const body = JSON.stringify({ success: status === 200, data: customer, error: 'x'.repeat(1000) });
    const server = await serve({ status, body, headers: { 'content-type': 'application/json' } });
    for (const form of ['then', 'asResponse', 'withResponse'] as const) {
      const call = connect(server).customers.get(ids.customer, { maxResponseBytes: 1000 });
      expect(await rejection(form === 'then' ? call : call[form]())).toMatchObject({
        name: 'UnexpectedResponseError',
        status,
      });
    }
    expect(server.requests).toHaveLength(3);
  });

  test('accepts a body of exactly this size, counts bytes, and can be turned off', async () => {
    const json = { success: true, data: { name: 'ä'.repeat(500) } };
    const size = Buffer.byteLength(JSON.stringify(json));
    const server = await serve({ json });
    const call = (maxResponseBytes: number | false) =>
      connect(server, { maxResponseBytes, validation: { responses: 'off' } }).customers.get(ids.customer);
    expect(await call(size)).toEqual(json.data);
    expect(await call(false)).toEqual(json.data);
    expect(await rejection(call(size - 1))).toMatchObject({ name: 'UnexpectedResponseError' });
    // The call replaces the limit of the client.
    expect(
      await connect(server, { maxResponseBytes: 1, validation: { responses: 'off' } }).customers.get(ids.customer, {
        maxResponseBytes: size,
      }),
    ).toEqual(json.data);
  });

  test('applies to a custom fetch without a stream', async () => {
    const response = {
      status: 200,
      statusText: '',
      url: '',
      headers: new Headers({ 'content-type': 'application/json' }),
      text: async () => ' '.repeat(2000),
      arrayBuffer: async () => new ArrayBuffer(2000),
    };
    const client = connect(await serve(), { fetch: async () => response, maxResponseBytes: 1000 });
    expect(await rejection(client.customers.get(ids.customer))).toMatchObject({ name: 'UnexpectedResponseError' });
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '1', true, null])('must be a size: %s', (value) => {
    const options = { baseUrl: 'http://localhost', apiToken: token, maxResponseBytes: value };
    expect(() => Reflect.construct(MasterDataClient, [options])).toThrow(
      'maxResponseBytes: must be false or a whole number of bytes above 0',
    );
  });
});

describe('empty pages', () => {
  const collect = async (list: AsyncIterable<unknown>) => {
    const records: unknown[] = [];
    for await (const record of list) records.push(record);
    return records;
  };
  const page = (count: number, data: readonly unknown[], isLast = false) => ({
    json: { success: true, data },
    ...(!isLast && { headers: { link: `<?page=${count + 1}>; rel="next"` } }),
  });

  test('end the list with an error after a hundred in a row', async () => {
    const server = await serveWith((_, count) => page(count, count === 1 ? [{ id: 'a' }] : []));
    const onError = vi.fn();
    const error = await rejection(collect(connect(server, { hooks: { onError } }).paymentTerms.list()));
    expect(error).toMatchObject({
      name: 'UnexpectedResponseError',
      message: expect.stringContaining('100 pages in a row have no records'),
    });
    expect(server.requests).toHaveLength(101);
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ error, attempts: 1 }));
  });

  test('are accepted up to a hundred, and do not add up', async () => {
    const server = await serveWith((_, count) =>
      page(count, count % 90 === 0 ? [{ id: `${count}` }] : [], count === 270),
    );
    expect(await collect(connect(server).paymentTerms.list())).toHaveLength(3);
    const empty = await serveWith((_, count) => page(count, [], count === 100));
    expect(await collect(connect(empty).paymentTerms.list())).toEqual([]);
  });
});
