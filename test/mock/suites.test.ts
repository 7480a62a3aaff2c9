import { createServer } from 'node:http';
import { HttpResponse, http } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { demo, type MockServer } from '../../mocks/index.ts';
import { mockHandlers } from '../../mocks/msw.ts';
import { setupMockServer } from '../../mocks/node.ts';
import { MasterDataClient, NotFoundError, ServerError } from '../../src/index.ts';
import { listenOnFreePort } from '../listen-on-free-port.ts';
import { call, noon, startMock } from './helpers.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function intercept(server: SetupServer, options?: Parameters<SetupServer['listen']>[0]): SetupServer {
  server.listen(options);
  closing.push(() => server.close());
  return server;
}

/** Creates a client that calls a mock with the given `fetch`, or with the global `fetch`, which MSW intercepts. */
const connect = ({ baseUrl, token }: MockServer, fetch?: MockServer['fetch']) =>
  new MasterDataClient({ baseUrl, apiToken: token, maxRetries: 0, ...(fetch && { fetch }) });

test('a hundred mocks in parallel are independent', async () => {
  const suite = async (number: number) => {
    const mock = startMock({
      ...(number % 3 === 0 && { seed: demo }),
      randomSeed: (number % 7) + 1,
      clock: noon + number,
      rateLimit: { limit: 20 },
    });
    const client = connect(mock, mock.fetch);
    const before = mock.db.customers.size;
    if (number % 5 === 0) mock.faults.add({ on: 'catalogs.*', status: 503 });
    for (let made = 0; made < number % 4; made += 1)
      await client.customers.create({ name: `${number}`, type: 'company' });
    const catalog = await client.catalogs.create({ name: `Catalog ${number}` }).result();
    expect(catalog).toMatchObject(
      number % 5 === 0 ? { ok: false, error: { status: 503 } } : { ok: true, data: { name: `Catalog ${number}` } },
    );
    if (catalog.ok) expect(catalog.data.created_at).toBe(new Date(noon + number).toISOString());
    expect((await client.customers.list()).slice(before).map(({ name }) => name)).toEqual(
      Array.from({ length: number % 4 }, () => `${number}`),
    );
    expect(mock.journal.size).toBe((number % 4) + 2);
    const left = await mock.fetch(`${mock.baseUrl}/api/customers`, {
      headers: { authorization: `Bearer ${mock.token}` },
    });
    expect(left.headers.get('ratelimit-remaining')).toBe(`${20 - (number % 4) - 2 - (number % 5 === 0 ? 0 : 1)}`);
    mock.reset();
    expect(mock.db.customers.size).toBe(before);
  };
  await Promise.all(Array.from({ length: 100 }, (_, number) => suite(number)));
});

describe('under fully faked timers', () => {
  /** Everything that vitest can fake, except `nextTick`, which it rejects in child processes. */
  const fakeAll = (...also: 'queueMicrotask'[]) =>
    vi.useFakeTimers({
      now: noon,
      toFake: [
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'clearInterval',
        'setImmediate',
        'clearImmediate',
        'Date',
        'performance',
        ...also,
      ],
    });

  test('the client and mock.fetch work without advancing timers', async () => {
    fakeAll();
    const mock = startMock({ clock: Date.now });
    const client = connect(mock, mock.fetch);
    const created = await client.customers.create({ name: 'Halm', type: 'company' });
    expect(created.created_at).toBe('2026-03-02T12:00:00.000Z');
    vi.setSystemTime('2026-04-01T00:00:00Z');
    const { id } = await client.catalogs.create({ name: 'Spring' });
    expect(await client.catalogs.get(id)).toMatchObject({ created_at: '2026-04-01T00:00:00.000Z' });
    expect(await client.customers.get('x').result()).toMatchObject({ ok: false, error: { code: 'invalid_id' } });
  });

  test('retries wait in fake time', async () => {
    fakeAll();
    const mock = startMock({ faults: [{ times: 2, status: 503, headers: { 'retry-after': '30' } }] });
    const listed = connect(mock, mock.fetch).customers.list({}, { maxRetries: 2 });
    let isDone = false;
    const done = listed.then(() => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(59_000);
    expect([isDone, mock.journal.size]).toEqual([false, 2]);
    await vi.advanceTimersByTimeAsync(1500);
    await done;
    expect(mock.journal.size).toBe(3);
  });

  test('timeouts happen when the time advances', async () => {
    fakeAll();
    const mock = startMock({ faults: [{ delay: 60_000 }] });
    const result = connect(mock, mock.fetch).customers.list({}, { timeout: 5000 }).result();
    await vi.advanceTimersByTimeAsync(5001);
    expect(await result).toMatchObject({ ok: false, error: { name: 'TimeoutError' } });
  });

  test('the mock itself needs no microtask of a queue that is faked as well', async () => {
    const mock = startMock();
    fakeAll('queueMicrotask');
    const response = await mock.fetch(`${mock.baseUrl}/api/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
      body: '{"name":"Halm","type":"company"}',
    });
    expect(response.status).toBe(201);
    expect(mock.db.customers.size).toBe(1);
  });
});

describe('setupMockServer', () => {
  test('handles the global fetch from listen to close', async () => {
    const mock = startMock({ seed: demo });
    const server = setupMockServer(mock);
    server.listen();
    try {
      expect(await connect(mock).customers.list()).toHaveLength(mock.db.customers.size);
    } finally {
      server.close();
    }
    expect(server.listHandlers()).toHaveLength(1);
  });

  test('handlers of the user take precedence until they are reset', async () => {
    const mock = startMock();
    const server = intercept(setupMockServer(mock));
    const client = connect(mock);
    server.use(
      http.get(`${mock.baseUrl}/api/customers`, () =>
        HttpResponse.json({ success: false, error: 'Overridden' }, { status: 503 }),
      ),
    );
    expect(await client.customers.list().result()).toMatchObject({ ok: false, error: { error: 'Overridden' } });
    expect(await client.addresses.list()).toEqual([]);
    expect(mock.journal.list().map(({ operation }) => operation)).toEqual(['addresses.list']);
    server.resetHandlers();
    expect(await client.customers.list()).toEqual([]);
  });

  test('a handler may observe a request and let the mock respond', async () => {
    const mock = startMock();
    const server = intercept(setupMockServer(mock));
    const seen: string[] = [];
    server.use(
      http.all('*', ({ request }) => {
        seen.push(request.method);
      }),
    );
    expect(await connect(mock).customers.list()).toEqual([]);
    expect(seen).toEqual(['GET']);
  });

  test('after a one-time handler, the mock responds again', async () => {
    const mock = startMock();
    const server = intercept(setupMockServer(mock));
    server.use(http.get('*/api/customers', () => HttpResponse.error(), { once: true }));
    expect(await connect(mock).customers.list().result()).toMatchObject({
      ok: false,
      error: { name: 'ConnectionError' },
    });
    expect(await connect(mock).customers.list()).toEqual([]);
  });

  test.each(['/', '/health', '/customers', '/apiary', '/api/unknown', '/api/customers/'])(
    'no request below the base URL reaches the network, and an unknown path gets an error that says what to do: %s',
    async (path) => {
      const mock = startMock();
      intercept(setupMockServer(mock));
      const error: unknown = await connect(mock)
        .request({ method: 'GET', path })
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(NotFoundError);
      expect(error).toMatchObject({
        message: expect.stringMatching(/No such endpoint: GET .*(?:Did you mean \/api\/customers\?|Check the path)/),
      });
    },
  );

  test.each(['https://api.example.com.evil.example/api/customers', 'https://api.example.co/api/customers'])(
    'does not respond at another host: %s',
    async (url) => {
      const mock = startMock();
      intercept(setupMockServer(mock), { onUnhandledFrame: 'error' });
      vi.spyOn(console, 'error').mockReturnValue();
      await expect(fetch(url)).rejects.toThrow();
      expect(mock.journal.size).toBe(0);
    },
  );

  test('by default a request elsewhere goes there, after a warning', async () => {
    const other = createServer((_, response) => response.end('reached'));
    closing.push(() => other.close());
    const url = `http://127.0.0.1:${await listenOnFreePort(other)}/api/customers`;
    const mock = startMock();
    intercept(setupMockServer(mock));
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    expect(await (await fetch(url, { headers: { connection: 'close' } })).text()).toBe('reached');
    expect(warn.mock.calls.flat().join()).toContain(url);
  });
});

describe("the user's own setupServer with mockHandlers", () => {
  test('responds only below /api of its base URL', async () => {
    const mock = startMock({ baseUrl: 'https://example.com/masterdata' });
    intercept(
      setupServer(
        ...mockHandlers(mock),
        http.get('https://example.com/*', () => HttpResponse.text('page')),
      ),
    );
    expect(await connect(mock).customers.list()).toEqual([]);
    for (const path of ['/', '/masterdata', '/masterdata/', '/masterdata/apiary', '/api/customers']) {
      expect(await (await fetch(`https://example.com${path}`)).text()).toBe('page');
    }
    for (const path of ['/masterdata/api', '/masterdata/api/', '/masterdata/api/unknown?x=1']) {
      expect((await fetch(`https://example.com${path}`)).status).toBe(404);
    }
  });

  test('responds below another path on request', async () => {
    const mock = startMock();
    intercept(setupServer(...mockHandlers(mock, { pathPrefix: '/api/customers' })), { onUnhandledFrame: 'error' });
    vi.spyOn(console, 'error').mockReturnValue();
    expect(await connect(mock).customers.list()).toEqual([]);
    await expect(connect(mock).addresses.list()).rejects.toThrow();
  });

  test('server.boundary: each concurrent test has its own mock', async () => {
    const server = intercept(setupServer(), { onUnhandledFrame: 'error' });
    const suite = server.boundary(async (number: number) => {
      const mock = startMock();
      server.use(...mockHandlers(mock));
      const client = connect(mock);
      for (let made = 0; made < number; made += 1)
        await client.customers.create({ name: `${number}`, type: 'company' });
      const customers = await client.customers.list();
      expect(customers.map(({ name }) => name)).toEqual(Array.from({ length: number }, () => `${number}`));
      expect(mock.journal.size).toBe(number + 1);
    });
    await Promise.all([1, 2, 3, 4, 5].map((number) => suite(number)));
  });

  test('server.boundary: a handler of one does not affect another', async () => {
    const mock = startMock();
    const server = intercept(setupMockServer(mock));
    const failing = server.boundary(async () => {
      server.use(http.get(`${mock.baseUrl}/api/customers`, () => HttpResponse.json({}, { status: 503 })));
      return await connect(mock).customers.list().result();
    });
    const passing = server.boundary(() => connect(mock).customers.list().result());
    const [failed, passed, outside] = await Promise.all([
      failing(),
      passing(),
      connect(mock).customers.list().result(),
    ]);
    expect(failed).toMatchObject({ ok: false, error: expect.any(ServerError) });
    expect([passed, outside]).toMatchObject([{ ok: true }, { ok: true }]);
  });
});

describe('mock.fetch', () => {
  test('is a function that works unbound', async () => {
    const mock = startMock();
    const { fetch, token, baseUrl } = mock;
    expect(
      (await fetch(new URL(`${baseUrl}/api/customers`), { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(200);
  });

  test('takes a Request, or one with changes', async () => {
    const mock = startMock();
    const request = new Request(`${mock.baseUrl}/api/customers`, {
      headers: { authorization: `Bearer ${mock.token}` },
    });
    expect((await mock.fetch(request)).status).toBe(200);
    expect((await mock.fetch(request, { headers: {} })).status).toBe(401);
  });

  test.each([
    ['a text', () => '{"name":"Ä"}'],
    ['bytes', () => new TextEncoder().encode('{"name":"Ä"}')],
    ['a Blob', () => new Blob(['{"name":"Ä"}'])],
    ['a stream', () => new Blob(['{"name":"Ä"}']).stream()],
  ])('takes a body that is %s', async (_, body) => {
    const mock = startMock();
    const response = await mock.fetch(`${mock.baseUrl}/api/catalogs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
      body: body(),
      ...{ duplex: 'half' },
    });
    expect(await response.json()).toMatchObject({ data: { name: 'Ä' } });
  });

  test.each(['/api/customers', 'no URL'])('rejects, and does not throw, if %j is not a URL', async (url) => {
    const response = startMock().fetch(url);
    await expect(response).rejects.toThrow(TypeError);
  });

  test('rejects a Request whose body was read', async () => {
    const mock = startMock();
    const request = new Request(`${mock.baseUrl}/api/catalogs`, { method: 'POST', body: '{}' });
    await request.text();
    await expect(mock.fetch(request)).rejects.toThrow(TypeError);
  });

  test('works with any host', async () => {
    const mock = startMock();
    const path = 'http://localhost:3000/api/customers';
    expect((await mock.fetch(path, { headers: { authorization: `Bearer ${mock.token}` } })).status).toBe(200);
    expect((await call(mock, 'GET', '/api/customers')).status).toBe(200);
  });
});
