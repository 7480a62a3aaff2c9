import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import { forEachConcurrent, type Outcome, type Progress } from '../../src/helpers/for-each-concurrent.ts';
import { createdCustomer } from './records.ts';
import { connect, rejection, serve, serveWith, token } from './server.ts';

const created = { status: 201, json: { success: true, data: createdCustomer } };
const row = (index: number) => ({ name: `Customer ${index}`, type: 'company' as const, id_erp: `K-${index}` });
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index));
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A service that takes so many requests, then refuses all for so many seconds, then takes as many again. */
async function limit(perWindow: number, seconds: number) {
  const answer = JSON.stringify(created.json);
  const seen = { taken: new Set<string>(), requests: 0, refusals: 0, pauses: 0, early: 0, underWay: 0, most: 0 };
  let left = perWindow;
  let closed = Number.NEGATIVE_INFINITY;
  let told = Number.NEGATIVE_INFINITY;
  const server = createServer(async (request, response) => {
    seen.requests += 1;
    seen.underWay += 1;
    seen.most = Math.max(seen.most, seen.underWay);
    const { id_erp } = JSON.parse(await text(request));
    seen.underWay -= 1;
    if (left === 0 && performance.now() > closed + seconds * 1000) left = perWindow;
    if (left === 0) {
      seen.refusals += 1;
      response.writeHead(429, { 'retry-after': String(seconds) }).end('{"success":false,"error":"Too many requests"}');
      return;
    }
    left -= 1;
    if (left === 0) {
      closed = performance.now();
      seen.pauses += 1;
    }
    if (seen.taken.has(id_erp)) throw new Error(`${id_erp} came twice`);
    seen.taken.add(id_erp);
    response.writeHead(201, { 'content-type': 'application/json' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const client = new MasterDataClient({
    baseUrl: `http://127.0.0.1:${address.port}`,
    apiToken: token,
    validation: { responses: 'off' },
    hooks: {
      onResponse({ status }) {
        if (status === 429) told = performance.now();
      },
      onRequest() {
        // Not at once: a request may be about to be sent when another one is told.
        const since = performance.now() - told;
        if (since > 20 && since < seconds * 1000) seen.early += 1;
      },
    },
  });
  return { client, seen };
}

describe('an import into a service that limits its rate', () => {
  test('of 10,000 records neither dies nor hammers', { timeout: 300_000 }, async () => {
    const { client, seen } = await limit(2400, 1);
    const outcomes = await forEachConcurrent(rows(10_000), (body, options) => client.customers.create(body, options), {
      concurrency: 16,
    });
    expect(outcomes).toHaveLength(10_000);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(seen.taken.size).toBe(10_000);
    expect(seen.most).toBeLessThanOrEqual(16);
    expect(seen.pauses).toBe(4);
    expect(seen.requests).toBe(10_000 + seen.refusals);
    // Of each pause only those learn that were under way.
    expect(seen.refusals).toBeGreaterThan(0);
    expect(seen.refusals).toBeLessThanOrEqual(4 * 16);
    expect(seen.early).toBe(0);
  });

  test('sends nothing in the pause, not even what is to be sent again for another reason', async () => {
    let closed = 0;
    const early: string[] = [];
    const server = await serveWith(({ url, at }, count) => {
      if (closed && at > closed + 50 && at < closed + 1900) early.push(String(url));
      if (url === '/api/limited' && !closed) {
        closed = performance.now();
        return { status: 429, headers: { 'retry-after': '2' } };
      }
      // Its backoff would end in the middle of the pause.
      if (url === '/api/failing' && count <= 2) return { status: 503 };
      return created;
    });
    const client = connect(server);
    const outcomes = await forEachConcurrent(
      ['/api/failing', '/api/limited', '/api/other', '/api/last'],
      (path, options) => client.request({ method: 'GET', path }, options),
      { concurrency: 2 },
    );
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    expect(early).toEqual([]);
    expect(server.requests).toHaveLength(6);
  });

  test('waits within a call, so that a task of several calls does none of them twice', async () => {
    const server = await serveWith(({ url }, count) =>
      url === '/api/second' && count < 5 ? { status: 429, headers: { 'retry-after': '0' } } : created,
    );
    const client = connect(server);
    const [outcome] = await forEachConcurrent([1], async (_, options) => {
      await client.request({ method: 'POST', path: '/api/first', body: {} }, options);
      return client.request({ method: 'POST', path: '/api/second', body: {} }, { ...options, maxRetries: 0 });
    });
    expect(outcome?.ok).toBe(true);
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/first', ...Array(4).fill('/api/second')]);
  });

  test('ends where the service asks for a longer wait than the caller wants', async () => {
    const server = await serveWith((_, count) =>
      count > 3 ? { status: 429, headers: { 'retry-after': '90' } } : created,
    );
    const client = connect(server);
    const outcomes = await forEachConcurrent(rows(100), (body, options) => client.customers.create(body, options), {
      concurrency: 1,
    });
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect(outcomes[3]).toMatchObject({ error: { name: 'RateLimitError', retryAfter: 90 } });
    expect(server.requests).toHaveLength(4);
  });

  test('ends where the service refuses again and again', { timeout: 20_000 }, async () => {
    const server = await serve({ status: 429, headers: { 'retry-after': '0' } });
    const client = connect(server);
    const outcomes = await forEachConcurrent(rows(100), (body, options) => client.customers.create(body, options), {
      concurrency: 1,
    });
    expect(outcomes).toHaveLength(1);
    expect(server.requests).toHaveLength(11);
  });
});

describe('the outcomes', () => {
  test('are in the order of the items, whatever order they come in, and one failure ends nothing', async () => {
    const outcomes = await forEachConcurrent([50, 10, 30, 0], async (milliseconds, _, index) => {
      await wait(milliseconds);
      if (index === 1) throw new TypeError('odd one');
      return `${index}: ${milliseconds}`;
    });
    expect(outcomes).toEqual([
      { ok: true, data: '0: 50' },
      { ok: false, error: new TypeError('odd one') },
      { ok: true, data: '2: 30' },
      { ok: true, data: '3: 0' },
    ]);
  });

  test('are told of as they come', async () => {
    const seen: Progress<number>[] = [];
    await forEachConcurrent(
      new Set([30, 0]),
      async (milliseconds) => {
        await wait(milliseconds);
        if (milliseconds === 0) throw new Error('no');
        return milliseconds;
      },
      { onProgress: (progress) => seen.push(progress) },
    );
    expect(seen).toEqual([
      { done: 1, failed: 1, total: 2, index: 1, outcome: { ok: false, error: new Error('no') } },
      { done: 2, failed: 1, total: 2, index: 0, outcome: { ok: true, data: 30 } },
    ]);
  });

  test('are none where there are no items', async () => {
    expect(await forEachConcurrent([], () => 1)).toEqual([]);
  });
});

describe('the items', () => {
  test('of an async generator are asked for one by one, and only as there is room', async () => {
    let asked = 0;
    let isAsking = false;
    async function* read() {
      for (let index = 0; index < 20; index += 1) {
        expect(isAsking).toBe(false);
        isAsking = true;
        await wait(1);
        isAsking = false;
        asked += 1;
        yield index;
      }
    }
    let done = 0;
    let ahead = 0;
    const outcomes = await forEachConcurrent(
      read(),
      async (item) => {
        await wait(5);
        ahead = Math.max(ahead, asked - done);
        done += 1;
        return item * 2;
      },
      { concurrency: 3 },
    );
    expect(outcomes.map((outcome) => outcome.ok && outcome.data)).toEqual(Array.from({ length: 20 }, (_, i) => i * 2));
    expect(ahead).toBeLessThanOrEqual(4);
  });

  test('that cannot be read end the work with what was thrown, once all under way has ended', async () => {
    let ended = 0;
    function* read() {
      yield 1;
      yield 2;
      throw new Error('line 3 is no JSON');
    }
    const error = await rejection(
      forEachConcurrent(read(), async () => {
        await wait(20);
        ended += 1;
      }),
    );
    expect(error).toMatchObject({ message: 'line 3 is no JSON' });
    expect(ended).toBe(2);
  });

  test.each([0, -1, 1.5, Number.NaN])('cannot be worked on %d at a time', async (concurrency) => {
    expect(await rejection(forEachConcurrent([1], () => 1, { concurrency }))).toMatchObject({
      name: 'ConfigurationError',
    });
  });
});

describe('aborting', () => {
  test('returns within milliseconds, with the outcomes of what was begun, and leaves nothing behind', async () => {
    const server = await serveWith((_, count) => (count > 5 ? { ...created, delay: 5000 } : created));
    const client = connect(server);
    const controller = new AbortController();
    const work = forEachConcurrent(rows(100), (body, options) => client.customers.create(body, options), {
      concurrency: 4,
      signal: controller.signal,
    });
    await vi.waitUntil(() => server.requests.length === 9);
    const start = performance.now();
    controller.abort();
    const outcomes = await work;
    expect(performance.now() - start).toBeLessThan(150);
    expect(outcomes).toHaveLength(9);
    const failures = outcomes.filter(({ ok }) => !ok);
    expect(failures).toHaveLength(4);
    for (const failure of failures) expect(failure).toMatchObject({ error: { name: 'AbortedError' } });
    await wait(50);
    expect(server.requests).toHaveLength(9);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test.each<[string, (signal: AbortSignal) => Promise<Outcome<unknown>[]>]>([
    [
      'in the pause',
      async (signal) => {
        const client = connect(await serve({ status: 429, headers: { 'retry-after': '30' } }));
        return forEachConcurrent(rows(3), (body, options) => client.customers.create(body, options), { signal });
      },
    ],
    ['in a task that does not heed it', (signal) => forEachConcurrent([1, 2], () => wait(5000), { signal })],
    [
      'while an item is waited for',
      (signal) => {
        const source = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
        return forEachConcurrent(source, () => 1, { signal });
      },
    ],
  ])('%s returns at once as well', async (_, work) => {
    const controller = new AbortController();
    const ended = work(controller.signal);
    await wait(100);
    const start = performance.now();
    controller.abort();
    for (const outcome of await ended) expect(outcome.ok).toBe(false);
    expect(performance.now() - start).toBeLessThan(150);
  });

  test('beforehand begins nothing', async () => {
    const task = vi.fn();
    expect(await forEachConcurrent([1], task, { signal: AbortSignal.abort() })).toEqual([]);
    expect(task).not.toHaveBeenCalled();
  });
});
