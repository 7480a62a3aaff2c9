import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import { type ConcurrentResults, forEachConcurrent, type Progress } from '../../src/helpers/for-each-concurrent.ts';
import type { ApiPromise } from '../../src/transport/api-promise.ts';
import { isShort, runs } from '../sample.ts';
import { serveUntilTestEnds } from '../serve-until-test-ends.ts';
import { createdCustomer } from './records.ts';
import { connect, rejection, serve, serveWith, token } from './server.ts';

const created = { status: 201, json: { success: true, data: createdCustomer } };
const row = (index: number) => ({ name: `Customer ${index}`, type: 'company' as const, id_erp: `K-${index}` });
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index));
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Starts a service that accepts `perWindow` requests, then returns 429 for the given seconds, and so on. The seconds
 * begin with the first rejection: on a busy machine, they could otherwise be over before the next request.
 */
async function startRateLimited(perWindow: number, seconds: number) {
  const payload = JSON.stringify(created.json);
  const counts = { created: new Set<string>(), requests: 0, rejections: 0, pauses: 0, inFlight: 0, maxInFlight: 0 };
  let remaining = perWindow;
  let rejectedAt: number | undefined;
  const server = createServer(async (request, response) => {
    counts.requests += 1;
    counts.inFlight += 1;
    counts.maxInFlight = Math.max(counts.maxInFlight, counts.inFlight);
    const { id_erp } = JSON.parse(await text(request));
    counts.inFlight -= 1;
    if (rejectedAt !== undefined && performance.now() > rejectedAt + seconds * 1000) {
      remaining = perWindow;
      rejectedAt = undefined;
    }
    if (remaining === 0) {
      counts.rejections += 1;
      rejectedAt ??= performance.now();
      response.writeHead(429, { 'retry-after': String(seconds) }).end('{"success":false,"error":"Too many requests"}');
      return;
    }
    remaining -= 1;
    if (remaining === 0) counts.pauses += 1;
    if (counts.created.has(id_erp)) throw new Error(`${id_erp} came twice`);
    counts.created.add(id_erp);
    response.writeHead(201, { 'content-type': 'application/json' }).end(payload);
  });
  const client = new MasterDataClient({
    baseUrl: await serveUntilTestEnds(server),
    apiToken: token,
    validation: { responses: 'off' },
  });
  return { client, counts };
}

describe('a service with a rate limit', () => {
  test.skipIf(isShort)('imports thousands of records without further rejections', async () => {
    const { client, counts } = await startRateLimited(1100, 1);
    const count = runs(10_000);
    const { results } = await forEachConcurrent(
      rows(count),
      (body, options) => client.customers.create(body, options),
      { concurrency: 16 },
    );
    expect(results).toHaveLength(count);
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    expect(counts.created.size).toBe(count);
    expect(counts.maxInFlight).toBeLessThanOrEqual(16);
    expect(counts.pauses).toBe(Math.floor(count / 1100));
    expect(counts.requests).toBe(count + counts.rejections);
    // Only requests in flight are rejected.
    expect(counts.rejections).toBeGreaterThan(0);
    expect(counts.rejections).toBeLessThanOrEqual(counts.pauses * 16);
  });

  test('gets no request during the cooldown, not even a retry', async () => {
    let closed = 0;
    const early: string[] = [];
    const server = await serveWith(({ url, at }, count) => {
      if (closed && at > closed + 50 && at < closed + 1900) early.push(String(url));
      if (url === '/api/limited' && !closed) {
        closed = performance.now();
        return { status: 429, headers: { 'retry-after': '2' } };
      }
      // The backoff would end in the middle of the cooldown.
      if (url === '/api/failing' && count <= 2) return { status: 503 };
      return created;
    });
    const client = connect(server);
    const { results } = await forEachConcurrent(
      ['/api/failing', '/api/limited', '/api/other', '/api/last'],
      (path, options) => client.request({ method: 'GET', path }, options),
      { concurrency: 2 },
    );
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    expect(early).toEqual([]);
    expect(server.requests).toHaveLength(6);
  });

  test('makes a call wait, not its task, so that no other call of the task is repeated', async () => {
    const server = await serveWith(({ url }, count) =>
      url === '/api/second' && count < 5 ? { status: 429, headers: { 'retry-after': '0' } } : created,
    );
    const client = connect(server);
    const { results } = await forEachConcurrent([1], async (_, options) => {
      await client.request({ method: 'POST', path: '/api/first', body: {} }, options);
      return client.request({ method: 'POST', path: '/api/second', body: {} }, { ...options, maxRetries: 0 });
    });
    expect(results[0]?.ok).toBe(true);
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/first', ...Array(4).fill('/api/second')]);
  });

  test('stops the run if it asks for a longer wait than `maxCooldown`', async () => {
    const server = await serveWith((_, count) =>
      count > 3 ? { status: 429, headers: { 'retry-after': '90' } } : created,
    );
    const client = connect(server);
    const { results, stopped } = await forEachConcurrent(
      rows(100),
      (body, options) => client.customers.create(body, options),
      { concurrency: 1 },
    );
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect(results[3]).toMatchObject({ error: { name: 'RateLimitError', retryAfter: 90 } });
    expect(stopped).toEqual({
      reason: 'wait-too-long',
      notStarted: 96,
      error: expect.objectContaining({ retryAfter: 90 }),
    });
    expect(server.requests).toHaveLength(4);
  });

  test('retries after a longer backoff than `maxCooldown` if the service asks for no wait', async () => {
    const server = await serveWith((_, count) => (count < 3 ? { status: 429 } : created));
    const client = connect(server);
    const { results, stopped } = await forEachConcurrent(
      rows(2),
      (body, options) => client.customers.create(body, options),
      { concurrency: 1, maxCooldown: 0 },
    );
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    expect(stopped).toBeUndefined();
  });

  test.each<[string, <T>(call: ApiPromise<T>) => PromiseLike<unknown>, object | undefined]>([
    ['returns its error as a result', (call) => call.result(), expect.objectContaining({ retryAfter: 3600 })],
    ['catches its error', (call) => call.catch(() => undefined), undefined],
  ])('stops a run whose task %s', async (_, handle, error) => {
    const server = await serve({ status: 429, headers: { 'retry-after': '3600' } });
    const client = connect(server);
    const { results, stopped } = await forEachConcurrent(
      rows(20),
      (body, options) => handle(client.customers.create(body, options)),
      { concurrency: 2 },
    );
    expect(results).toHaveLength(2);
    expect(stopped).toEqual({ reason: 'wait-too-long', notStarted: 18, error });
    expect(server.requests).toHaveLength(2);
  });

  test('gets no more calls of the tasks in progress when a run has stopped', async () => {
    const server = await serve({ status: 429, headers: { 'retry-after': '3600' } });
    const client = connect(server);
    const { results } = await forEachConcurrent([1], async (_, options) => {
      await client.customers.create(row(1), options).result();
      return client.customers.create(row(2), options);
    });
    expect(results[0]).toMatchObject({
      error: { message: 'POST /api/customers failed: the run has stopped (wait-too-long) and sends no more calls' },
    });
    expect(server.requests).toHaveLength(1);
  });

  test('stops a run before the next item is read, and with its own error', async () => {
    const server = await serve({ status: 429, headers: { 'retry-after': '3600' } });
    const client = connect(server);
    let hasStopped = () => {};
    const stoppedRun = new Promise<void>((resolve) => (hasStopped = resolve));
    async function* read() {
      yield* ['limited', 'in parallel'];
      await stoppedRun;
      await wait(50);
      yield 'too late';
    }
    const { results, stopped } = await forEachConcurrent(read(), async (item, options) => {
      if (item !== 'limited') return stoppedRun;
      await client.customers.create(row(1), options).result().finally(hasStopped);
      await wait(200);
      throw new Error('the limited item');
    });
    expect(results).toHaveLength(2);
    expect(stopped).toMatchObject({ reason: 'wait-too-long', error: new Error('the limited item') });
  });

  test.each(['0', '', 'Thu, 01 Jan 2026 00:00:00 GMT'])(
    'is not flooded if it sends Retry-After: %j, and parallel calls count as one round',
    async (retryAfter) => {
      let rejected = 0;
      const server = await serveWith(() => {
        rejected += 1;
        return rejected <= 16 ? { status: 429, headers: { 'retry-after': retryAfter } } : created;
      });
      const client = connect(server);
      const { results, stopped } = await forEachConcurrent(
        rows(30),
        (body, options) => client.customers.create(body, options),
        { concurrency: 16 },
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(30);
      expect(stopped).toBeUndefined();
      expect(server.requests).toHaveLength(46);
      const [first, second] = [server.requests[0]?.at ?? 0, server.requests[16]?.at ?? 0];
      expect(second - first).toBeGreaterThan(350);
    },
  );

  test('starts a cooldown with 503 and Retry-After; a POST is not resent', async () => {
    const server = await serveWith((_, count) =>
      count === 1 ? { status: 503, headers: { 'retry-after': '1' } } : created,
    );
    const client = connect(server);
    const { results, stopped } = await forEachConcurrent(
      rows(3),
      (body, options) => client.customers.create(body, options),
      { concurrency: 1 },
    );
    expect(results.map(({ ok }) => ok)).toEqual([false, true, true]);
    expect(results[0]).toMatchObject({ error: { name: 'ServerError', status: 503 } });
    expect(stopped).toBeUndefined();
    expect(server.requests.map(({ json }) => json)).toEqual(rows(3));
    const [first, second] = server.requests.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(950);
  });

  test('resends a GET after the cooldown of a 503', async () => {
    const server = await serveWith((_, count) =>
      count === 1 ? { status: 503, headers: { 'retry-after': '1' } } : created,
    );
    const client = connect(server, { validation: { responses: 'off' } });
    const { results } = await forEachConcurrent(['a', 'b'], (id, options) => client.customers.get(id, options), {
      concurrency: 1,
    });
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/customers/a', '/api/customers/a', '/api/customers/b']);
  });

  test('stops the run after ten cooldowns without a completed item', async () => {
    vi.useFakeTimers({ now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    const sent: number[] = [];
    const fetch = async () => {
      sent.push(Date.now());
      return Response.json({ success: false, error: 'Too many requests' }, { status: 429 });
    };
    const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: token, fetch });
    const run = forEachConcurrent(rows(100), (body, options) => client.customers.create(body, options), {
      concurrency: 1,
    });
    await vi.advanceTimersByTimeAsync(100_000);
    const { results, stopped } = await run;
    expect(results).toHaveLength(1);
    expect(stopped).toEqual({ reason: 'no-progress', notStarted: 99, error: expect.objectContaining({ status: 429 }) });
    expect(sent).toHaveLength(11);
    const waits = sent.slice(1).map((time, index) => time - (sent[index] ?? 0));
    for (const [index, delay] of waits.entries()) {
      expect(delay).toBeGreaterThanOrEqual(Math.min(500 * 2 ** index, 8000) * 0.75 - 1);
    }
  });

  test('ends its cooldown under fake timers that do not replace `performance`', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    let count = 0;
    const fetch = async () =>
      count++ === 0
        ? Response.json(
            { success: false, error: 'Too many requests' },
            { status: 429, headers: { 'retry-after': '30' } },
          )
        : Response.json(created.json, { status: 201 });
    const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: token, fetch });
    const run = forEachConcurrent(rows(2), (body, options) => client.customers.create(body, options));
    await vi.advanceTimersByTimeAsync(61_000);
    const { results } = await run;
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a run goes on as long as calls succeed, even if no item completes', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let requests = 0;
  // Every other request is rejected.
  const fetch = async () =>
    requests++ % 2 ? Response.json({ success: false }, { status: 429 }) : Response.json(created.json, { status: 201 });
  const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: token, fetch });
  const run = forEachConcurrent([1], async (_, options) => {
    for (const body of rows(25)) await client.customers.create(body, options);
  });
  await vi.advanceTimersByTimeAsync(200_000);
  expect(await run).toMatchObject({ results: [{ ok: true }], stopped: undefined });
  expect(requests).toBe(49);
});

test('a run waits as long as the service asks for, without a busy loop', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const month = 30 * 24 * 3600;
  let requests = 0;
  const fetch = async () =>
    requests++ === 0
      ? Response.json({ success: false }, { status: 429, headers: { 'retry-after': String(month) } })
      : Response.json(created.json, { status: 201 });
  const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: token, fetch });
  const delays: number[] = [];
  const fakeTimeout = setTimeout;
  // Not a spy: a later `vi.restoreAllMocks()` would bring the fake timers back.
  Reflect.set(globalThis, 'setTimeout', (...parameters: Parameters<typeof setTimeout>) => {
    delays.push(parameters[1] ?? 0);
    return fakeTimeout(...parameters);
  });
  const run = forEachConcurrent(rows(3), (body, options) => client.customers.create(body, options), {
    maxCooldown: Number.POSITIVE_INFINITY,
  });
  await vi.advanceTimersByTimeAsync(month * 1000 - 1000);
  expect(requests).toBeLessThanOrEqual(3);
  expect(delays.length).toBeLessThan(30);
  for (const delay of delays) expect(delay).toBeLessThan(2 ** 31);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await run).results.map(({ ok }) => ok)).toEqual([true, true, true]);
});

describe('the results', () => {
  test('are in the order of the items, and a failure does not stop the run', async () => {
    const { results, stopped } = await forEachConcurrent([50, 10, 30, 0], async (milliseconds, _, index) => {
      await wait(milliseconds);
      if (index === 1) throw new TypeError('odd one');
      return `${index}: ${milliseconds}`;
    });
    expect(stopped).toBeUndefined();
    expect(results).toEqual([
      { ok: true, data: '0: 50' },
      { ok: false, error: new TypeError('odd one') },
      { ok: true, data: '2: 30' },
      { ok: true, data: '3: 0' },
    ]);
  });

  test('are reported in the order of completion', async () => {
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
      { done: 1, failed: 1, total: 2, index: 1, result: { ok: false, error: new Error('no') } },
      { done: 2, failed: 1, total: 2, index: 0, result: { ok: true, data: 30 } },
    ]);
  });

  test('are empty if there are no items', async () => {
    expect(await forEachConcurrent([], () => 1)).toEqual({ results: [], stopped: undefined });
  });

  test('are kept if onProgress throws', async () => {
    const { results, stopped } = await forEachConcurrent([1, 2, 3], (item) => item, {
      concurrency: 1,
      onProgress({ index }) {
        if (index === 1) throw new Error('no more paper');
      },
    });
    expect(results).toEqual([
      { ok: true, data: 1 },
      { ok: true, data: 2 },
    ]);
    expect(stopped).toEqual({ reason: 'callback-error', notStarted: 1, error: new Error('no more paper') });
  });
});

test('an async onProgress that rejects stops the run', async () => {
  const { results, stopped } = await forEachConcurrent([1, 2, 3, 4], (item) => item, {
    concurrency: 1,
    async onProgress({ index }) {
      if (index === 1) throw new Error('no more paper');
    },
  });
  expect(results.length).toBeLessThan(4);
  expect(stopped).toMatchObject({ reason: 'callback-error', error: new Error('no more paper') });
});

test('an async onProgress that rejects after the last item is reported', async () => {
  const run = forEachConcurrent([1], (item) => item, {
    async onProgress() {
      await wait(10);
      throw new Error('disk full');
    },
  });
  expect(await run).toEqual({
    results: [{ ok: true, data: 1 }],
    stopped: { reason: 'callback-error', notStarted: 0, error: new Error('disk full') },
  });
});

test.each<[string, unknown[], string]>([
  [
    'an unknown option',
    [(item: unknown) => item, { concurency: 2 }],
    'Unknown option "concurency". Did you mean "concurrency"?',
  ],
  ['a signal', [(item: unknown) => item, { signal: {} }], 'signal: must be an AbortSignal, received an object'],
  ['onProgress', [(item: unknown) => item, { onProgress: 5 }], 'onProgress: must be a function, received 5'],
  [
    'maxCooldown',
    [(item: unknown) => item, { maxCooldown: '5' }],
    'maxCooldown: must be a number of milliseconds from 0',
  ],
  ['the options', [(item: unknown) => item, 8], 'options: must be an object, received 8'],
  ['the task', [undefined], 'task: must be a function, received undefined'],
])('wrong input is rejected before an item is read: %s', async (_, parameters, message) => {
  const items = { [Symbol.iterator]: vi.fn() };
  const run: Promise<unknown> = Reflect.apply(forEachConcurrent, undefined, [items, ...parameters]);
  expect(await rejection(run)).toMatchObject({ name: 'ConfigurationError', message: expect.stringContaining(message) });
  expect(items[Symbol.iterator]).not.toHaveBeenCalled();
});

describe('the items', () => {
  test('of an async generator are read one by one, and only if there is room', async () => {
    let readItems = 0;
    let isReading = false;
    async function* read() {
      for (let index = 0; index < 20; index += 1) {
        expect(isReading).toBe(false);
        isReading = true;
        await wait(1);
        isReading = false;
        readItems += 1;
        yield index;
      }
    }
    let done = 0;
    let ahead = 0;
    const { results } = await forEachConcurrent(
      read(),
      async (item) => {
        await wait(5);
        ahead = Math.max(ahead, readItems - done);
        done += 1;
        return item * 2;
      },
      { concurrency: 3 },
    );
    expect(results.map((result) => result.ok && result.data)).toEqual(Array.from({ length: 20 }, (_, i) => i * 2));
    expect(ahead).toBeLessThanOrEqual(4);
  });

  test('that cannot be read stop the run, and the results are kept', async () => {
    function* read() {
      yield 1;
      yield 2;
      throw new Error('line 3 is no JSON');
    }
    const { results, stopped } = await forEachConcurrent(read(), async (item) => {
      await wait(20);
      return item;
    });
    expect(results).toEqual([
      { ok: true, data: 1 },
      { ok: true, data: 2 },
    ]);
    expect(stopped).toEqual({ reason: 'source-error', notStarted: undefined, error: new Error('line 3 is no JSON') });
  });

  test('are not read more often than needed, whatever the concurrency', async () => {
    const left = [1, 2, 3];
    const next = vi.fn(async () => {
      const value = left.shift();
      return value === undefined ? { done: true as const, value } : { done: false as const, value };
    });
    const items: AsyncIterable<number> = { [Symbol.asyncIterator]: () => ({ next }) };
    expect((await forEachConcurrent(items, (item) => item, { concurrency: 200_000 })).results).toHaveLength(3);
    expect(next).toHaveBeenCalledTimes(4);
  });

  test.each([
    ['is aborted', undefined],
    ['stops', { retryAfter: '90' }],
  ])('of a generator are closed when a run %s', async (_, limited) => {
    const controller = new AbortController();
    const events: string[] = [];
    async function* read() {
      try {
        for (let index = 0; ; index += 1) yield row(index);
      } finally {
        await wait(50);
        events.push('closed');
      }
    }
    const server = await serveWith((_request, count) =>
      limited && count > 3 ? { status: 429, headers: { 'retry-after': limited.retryAfter } } : created,
    );
    const client = connect(server);
    const { results, stopped } = await forEachConcurrent(
      read(),
      (body, options) => client.customers.create(body, options),
      {
        concurrency: 2,
        signal: controller.signal,
        onProgress: ({ done }) => (limited || done < 3 ? undefined : controller.abort('enough')),
      },
    );
    events.push('returned');
    expect(events).toEqual(['closed', 'returned']);
    expect(results.length).toBeGreaterThanOrEqual(3);
    expect(stopped).toMatchObject({ reason: limited ? 'wait-too-long' : 'aborted', notStarted: undefined });
    if (!limited) expect(stopped?.error).toBe('enough');
  });

  test.each([
    ['is closed after its read', 50, ['closed', 'returned']],
    ['is not awaited if its read never ends', Number.POSITIVE_INFINITY, ['returned']],
  ])('of a generator that reads during an abort: it %s', async (_, duration, expected) => {
    const controller = new AbortController();
    const events: string[] = [];
    async function* read() {
      try {
        yield 1;
        await (Number.isFinite(duration) ? wait(duration) : new Promise(() => {}));
      } finally {
        events.push('closed');
      }
    }
    const onProgress = () => void setTimeout(() => controller.abort(), 10);
    const { results, stopped } = await forEachConcurrent(read(), (item) => item, {
      signal: controller.signal,
      onProgress,
    });
    events.push('returned');
    expect(events).toEqual(expected);
    expect(results).toEqual([{ ok: true, data: 1 }]);
    expect(stopped?.reason).toBe('aborted');
  });

  test('that return no iterator results are an error of the source, not an infinite number of items', async () => {
    const items = { [Symbol.asyncIterator]: () => ({ next: () => 5 }) };
    const { results, stopped } = await Reflect.apply(forEachConcurrent, undefined, [items, () => 1]);
    expect(results).toEqual([]);
    expect(stopped).toMatchObject({
      reason: 'source-error',
      error: new TypeError('items: next() must return an object, received 5'),
    });
  });

  test.each([undefined, null, 7, {}, { [Symbol.iterator]: 5 }])('cannot be %j', async (items) => {
    const run: Promise<unknown> = Reflect.apply(forEachConcurrent, undefined, [items, () => 1]);
    expect(await rejection(run)).toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringMatching(/^items: must be iterable, received/),
    });
  });

  test.each([0, -1, 1.5, Number.NaN])('cannot be processed with concurrency %d', async (concurrency) => {
    expect(await rejection(forEachConcurrent([1], () => 1, { concurrency }))).toMatchObject({
      name: 'ConfigurationError',
    });
  });
});

describe('aborting', () => {
  test('returns the results of the started items and leaves no listener', async () => {
    const server = await serveWith((_, count) =>
      count > 5 ? { ...created, delay: Number.POSITIVE_INFINITY } : created,
    );
    const client = connect(server);
    const controller = new AbortController();
    const work = forEachConcurrent(rows(100), (body, options) => client.customers.create(body, options), {
      concurrency: 4,
      signal: controller.signal,
    });
    await vi.waitUntil(() => server.requests.length === 9, 60_000);
    controller.abort();
    const { results, stopped } = await work;
    expect(results).toHaveLength(9);
    expect(stopped).toMatchObject({ reason: 'aborted', notStarted: 91 });
    const failures = results.filter(({ ok }) => !ok);
    expect(failures).toHaveLength(4);
    for (const failure of failures) expect(failure).toMatchObject({ error: { name: 'AbortError' } });
    await wait(50);
    expect(server.requests).toHaveLength(9);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test.each<[string, (signal: AbortSignal) => Promise<ConcurrentResults<unknown>>]>([
    [
      'in a cooldown',
      async (signal) => {
        const client = connect(await serve({ status: 429, headers: { 'retry-after': '30' } }));
        return forEachConcurrent(rows(3), (body, options) => client.customers.create(body, options), { signal });
      },
    ],
    [
      'in a task that ignores the signal',
      (signal) => forEachConcurrent([1, 2], () => new Promise(() => {}), { signal }),
    ],
    [
      'while an item is read',
      (signal) => {
        const source = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
        return forEachConcurrent(source, () => 1, { signal });
      },
    ],
  ])('%s returns immediately', async (_, work) => {
    const controller = new AbortController();
    const ended = work(controller.signal);
    await wait(100);
    const start = performance.now();
    controller.abort();
    const { results, stopped } = await ended;
    for (const result of results) expect(result.ok).toBe(false);
    expect(stopped?.reason).toBe('aborted');
    // Long before the cooldown of 30 s ends.
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  test.each([1, 8])('after the last item has no effect: concurrency %d', async (concurrency) => {
    const controller = new AbortController();
    const { results, stopped } = await forEachConcurrent([1, 2], (item) => item, {
      concurrency,
      signal: controller.signal,
      onProgress: ({ done }) => (done === 2 ? controller.abort() : undefined),
    });
    expect(results).toHaveLength(2);
    expect(stopped).toBeUndefined();
  });

  test('ends the wait for onProgress', async () => {
    const controller = new AbortController();
    const run = forEachConcurrent([1], (item) => item, {
      signal: controller.signal,
      async onProgress() {
        await new Promise(() => {});
      },
    });
    await wait(20);
    controller.abort();
    expect(await run).toEqual({ results: [{ ok: true, data: 1 }], stopped: undefined });
  });

  test('beforehand starts nothing', async () => {
    const task = vi.fn();
    const { results, stopped } = await forEachConcurrent([1], task, { signal: AbortSignal.abort() });
    expect(results).toEqual([]);
    expect(stopped).toMatchObject({ reason: 'aborted', notStarted: 1 });
    expect(task).not.toHaveBeenCalled();
  });
});
