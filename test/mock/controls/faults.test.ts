import { setupServer } from 'msw/node';
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import {
  type Fault,
  type FaultPreset,
  faultPresets,
  type MockServer,
  type OperationPattern,
} from '../../../mocks/index.ts';
import { mockHandlers } from '../../../mocks/msw.ts';
import {
  ConnectionError,
  MasterDataClient,
  RateLimitError,
  ServerError,
  UnexpectedResponseError,
} from '../../../src/index.ts';
import { call, contents, startMock } from '../helpers.ts';

const maintenance = { success: false, error: 'Maintenance' };

afterEach(() => {
  vi.useRealTimers();
});

function withToken(mock: MockServer) {
  return { headers: { authorization: `Bearer ${mock.token}` } };
}

/** Returns the statuses of a number of calls. */
async function statuses(mock: MockServer, count: number, path = '/api/customers'): Promise<number[]> {
  const all: number[] = [];
  while (all.length < count) all.push((await call(mock, 'GET', path)).status);
  return all;
}

/** Returns the status of a request, or the message of its error. */
async function outcome(mock: MockServer, path = '/api/customers'): Promise<unknown> {
  return await call(mock, 'GET', path).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof Error ? error.message : error),
  );
}

const customer = { name: 'Halm', type: 'company' } as const;

describe('a call without a valid token', () => {
  const effects: Record<string, Fault> = {
    status: { status: 503 },
    'a 401 of its own': { status: 401, body: 'another text' },
    'drop-connection': { fault: 'drop-connection' },
    'drop-response': { fault: 'drop-response' },
    'truncate-response': { fault: 'truncate-response' },
    'invalid-json': { fault: 'invalid-json' },
    delay: { delay: 600_000 },
    hold: { hold: true },
  };
  const calls: [name: string, headers: Record<string, string>][] = [
    ['without a token', {}],
    ['with a wrong token', { authorization: 'Bearer wrong' }],
    ['with another scheme', { authorization: 'Basic wrong' }],
  ];

  test.each(Object.keys(effects).flatMap((fault) => calls.map(([name, headers]) => [fault, name, headers] as const)))(
    'gets 401 before the fault %s and does not use it up: %s',
    async (fault, _, headers) => {
      const mock = startMock();
      mock.faults.add({ ...effects[fault], times: 1, after: 1 } as Fault);
      const before = mock.faults.list();
      for (let calls = 0; calls < 3; calls += 1) {
        const response = await mock.fetch(`${mock.baseUrl}/api/customers`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: '{"name":"secret name"}',
        });
        expect([response.status, await response.json()]).toEqual([
          401,
          { success: false, error: expect.stringMatching(/^(?:Missing|Invalid) API token/) },
        ]);
      }
      expect(mock.faults.list()).toEqual(before);
      for (const entry of mock.journal.list()) {
        expect([entry.fault, entry.body, entry.rawBody]).toEqual([undefined, undefined, undefined]);
      }
      expect(JSON.stringify(mock.journal.list())).not.toContain('secret name');
    },
  );

  test.each([{ status: 503, delay: 600_000 }, { delay: 600_000 }, { fault: 'drop-response', delay: 600_000 }] as const)(
    'gets 401 if the token is revoked while the call waits for the fault %j',
    async (fault) => {
      const mock = startMock();
      const token = mock.tokens.issue();
      const { id, remove } = mock.faults.add({ ...fault, times: 1 });
      const response = call(mock, 'POST', '/api/customers', { name: 'secret name', type: 'company' }, { token });
      await mock.faults.reached(id);
      mock.tokens.revoke(token);
      remove();
      expect((await response).status).toBe(401);
      expect(JSON.stringify(mock.journal.list())).not.toContain('secret name');
    },
  );

  test.each([{ delay: 600_000 }, { hold: true }, { hold: 'response' }] as const)(
    'gets 401 if a listener revokes the token when the call begins to wait for the fault %j',
    async (fault) => {
      const mock = startMock();
      const token = mock.tokens.issue();
      mock.faults.add({ ...fault, times: 1 });
      mock.faults.onWaiting(() => {
        mock.tokens.revoke(token);
        mock.faults.clear();
      });
      expect((await call(mock, 'GET', '/api/customers', undefined, { token })).status).toBe(401);
      expect(mock.faults.waiting()).toEqual([]);
    },
  );

  test('gets the same counters of faults, random numbers and responses for the calls that follow', async () => {
    const run = async (strangers: number) => {
      const mock = startMock({ randomSeed: 3 });
      mock.faults.add({ status: 503, probability: 0.5 });
      const all: number[] = [];
      for (let calls = 0; calls < 12; calls += 1) {
        for (let n = 0; n < strangers; n += 1)
          await mock.fetch(`${mock.baseUrl}/api/${n === 0 ? 'customers' : 'none'}`);
        all.push((await call(mock, 'GET', '/api/customers')).status);
      }
      return all;
    };
    expect(await run(2)).toEqual(await run(0));
  });
});

describe('status', () => {
  test('responds with the status, and the operation does not run', async () => {
    const mock = startMock();
    mock.faults.add({ status: 503 });
    const before = contents(mock);
    const response = await call(mock, 'POST', '/api/customers', customer);
    expect(response).toEqual({
      status: 503,
      headers: { 'content-type': 'application/json' },
      body: { success: false, error: 'Injected fault: status 503' },
    });
    expect(contents(mock)).toEqual(before);
  });

  test.each([
    [{ any: ['thing'] }, '{"any":["thing"]}', 'application/json'],
    [null, 'null', 'application/json'],
    ['<h1>Bad gateway</h1>', '<h1>Bad gateway</h1>', 'text/plain;charset=UTF-8'],
    ['', '', 'text/plain;charset=UTF-8'],
  ])('responds with the body %j', async (body, text, type) => {
    const mock = startMock();
    mock.faults.add({ status: 502, body });
    const response = await mock.fetch(`${mock.baseUrl}/api/customers`, withToken(mock));
    expect([await response.text(), response.headers.get('content-type')]).toEqual([text, type]);
  });

  test('responds with the headers, in any case', async () => {
    const mock = startMock();
    mock.faults.add({
      status: 503,
      headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '7' },
      body: {},
    });
    const response = await mock.fetch(`${mock.baseUrl}/api/customers`, withToken(mock));
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/problem+json',
      'retry-after': '7',
    });
  });

  test('responds with the body as it was when the fault was added', async () => {
    const mock = startMock();
    const body = { error: 'first' };
    mock.faults.add({ status: 500, body });
    body.error = 'second';
    expect((await call(mock, 'GET', '/api/customers')).body).toEqual({ error: 'first' });
  });

  test('ignores headers of a real response that frame its body', async () => {
    const mock = startMock();
    const headers = {
      'content-length': '3',
      'Transfer-Encoding': 'chunked',
      'content-encoding': 'gzip',
      'x-served-by': 'a',
    };
    mock.faults.add({ status: 503, headers });
    const response = await mock.fetch(`${mock.baseUrl}/api/customers`, withToken(mock));
    expect(Object.fromEntries(response.headers)).toEqual({ 'content-type': 'application/json', 'x-served-by': 'a' });
  });

  test.each([204, 205, 304])('%d has no body', async (status) => {
    const mock = startMock();
    mock.faults.add({ status });
    const response = await mock.fetch(`${mock.baseUrl}/api/customers`, withToken(mock));
    expect([response.status, await response.text()]).toEqual([status, '']);
  });

  test('can replace a successful response', async () => {
    const mock = startMock();
    mock.faults.add({ on: 'customers.list', status: 200, body: { success: true, data: [] } });
    mock.db.customers.insert(customer);
    expect((await call(mock, 'GET', '/api/customers')).body).toEqual({ success: true, data: [] });
  });
});

describe('drop-connection', () => {
  test('rejects like fetch, and the operation does not run', async () => {
    const mock = startMock();
    mock.faults.add({ fault: 'drop-connection' });
    const error: unknown = await call(mock, 'POST', '/api/customers', customer).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } });
    expect(mock.db.customers.size).toBe(0);
  });
});

describe('drop-response', () => {
  test('rejects like fetch, and written data stays', async () => {
    const mock = startMock();
    mock.faults.add({ fault: 'drop-response' });
    await expect(call(mock, 'POST', '/api/customers', customer)).rejects.toThrow('fetch failed');
    expect(mock.db.customers.list()).toMatchObject([customer]);
  });
});

describe('truncate-response', () => {
  test('sends the status and the first half of the body, and written data stays', async () => {
    const mock = startMock();
    mock.faults.add({ fault: 'truncate-response' });
    const response = await mock.fetch(`${mock.baseUrl}/api/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(customer),
    });
    expect(response.status).toBe(201);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toMatch(/^\{"success":true,"data":\{/);
    await expect(reader?.read()).rejects.toMatchObject({ message: 'terminated', cause: { code: 'ECONNRESET' } });
    expect(mock.db.customers.size).toBe(1);
  });
});

describe('invalid-json', () => {
  test('sends the status and a body that is not JSON, and written data stays', async () => {
    const mock = startMock();
    mock.faults.add({ fault: 'invalid-json' });
    const response = await mock.fetch(`${mock.baseUrl}/api/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(customer),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/json']);
    const body = await response.text();
    for (const text of [body, body.slice(0, -1)]) expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(mock.db.customers.size).toBe(1);
  });
});

describe('delay', () => {
  /** Returns the milliseconds that a request waits, in faked time. */
  /** Returns the milliseconds that a call takes. */
  async function durationOf(mock: MockServer): Promise<number> {
    vi.useFakeTimers();
    const start = performance.now();
    const response = outcome(mock);
    await vi.runAllTimersAsync();
    await response;
    return performance.now() - start;
  }

  async function durations(mock: MockServer, count: number): Promise<number[]> {
    const all: number[] = [];
    while (all.length < count) all.push(await durationOf(mock));
    return all;
  }

  test('lasts the given time, and there is no response before', async () => {
    vi.useFakeTimers();
    const mock = startMock({ faults: [{ delay: 40 }] });
    let status: unknown;
    const call = outcome(mock).then((result) => {
      status = result;
    });
    await vi.advanceTimersByTimeAsync(39);
    expect(status).toBeUndefined();
    expect(mock.journal.size).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(status).toBe(200);
  });

  test('is drawn from a range by the seed', async () => {
    const startWithDelay = (randomSeed: number) =>
      startMock({ randomSeed, faults: [{ delay: { min: 20, max: 200 } }] });
    const mock = startWithDelay(7);
    const first = await durations(mock, 20);
    expect(Math.min(...first)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...first)).toBeLessThanOrEqual(200);
    expect(new Set(first).size).toBeGreaterThan(15);
    mock.reset();
    expect(await durations(mock, 20)).toEqual(first);
    expect(await durations(startWithDelay(7), 20)).toEqual(first);
    expect(await durations(startWithDelay(8), 20)).not.toEqual(first);
  });

  test('goes with a status, and several delays add up', async () => {
    const mock = startMock({ faults: [{ delay: 30, status: 503 }, { delay: 20 }] });
    expect(await durationOf(mock)).toBe(50);
    expect(mock.journal.last()).toMatchObject({ fault: 'status', response: { status: 503 } });
  });

  test('ends when the caller gives up, and the operation runs, as on a slow server', async () => {
    const mock = startMock({ faults: [{ delay: 60_000 }] });
    const giveUp = new AbortController();
    const response = mock.fetch(`${mock.baseUrl}/api/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(customer),
      signal: giveUp.signal,
    });
    setTimeout(() => giveUp.abort(), 5);
    await expect(response).rejects.toMatchObject({ name: 'AbortError' });
    expect(mock.db.customers.size).toBe(1);
  });

  test.each(['delayed', 'held'])('reset drops a %s call at once, and it changes nothing', async (how) => {
    const mock = startMock(how === 'held' ? {} : { faults: [{ delay: 2 ** 31 - 1, times: 1 }, { delay: 1000 }] });
    if (how === 'held') mock.faults.hold('customers.create');
    const dropped = expect(call(mock, 'POST', '/api/customers', customer)).rejects.toThrow('fetch failed');
    mock.reset();
    await dropped;
    expect(mock.db.customers.size).toBe(0);
    expect(mock.journal.size).toBe(0);
  });

  test('removing the fault lets the delayed calls continue', async () => {
    const mock = startMock();
    const delay = 2 ** 31 - 1;
    const added = mock.faults.add({ delay, times: 1 });
    const response = call(mock, 'POST', '/api/customers', customer);
    expect(mock.faults.list()).toEqual([{ id: added.id, delay, times: 1, hits: 1, waiting: 1 }]);
    added.remove();
    expect((await response).status).toBe(201);
    expect(mock.faults.list()).toEqual([]);
  });

  test.each([
    ['remove', (mock: MockServer) => mock.faults.remove('1')],
    ['clear', (mock: MockServer) => mock.faults.clear()],
  ])('%s lets the delayed calls continue', async (_, end) => {
    const mock = startMock({ faults: [{ delay: 2 ** 31 - 1 }, { delay: 1 }] });
    const response = call(mock, 'GET', '/api/customers');
    end(mock);
    expect((await response).status).toBe(200);
  });
});

describe('hold', () => {
  test('lists the calls that wait, without the tokens of their URLs', async () => {
    const mock = startMock();
    const held = mock.faults.hold('customers.list');
    const delayed = mock.faults.add({ name: 'slow', on: 'customers.*', delay: 600_000 });
    const others = mock.faults.add({ on: 'paymentTerms.list', delay: 600_000 });
    const before = Date.now();
    const response = call(mock, 'GET', `/api/customers?key=${mock.token}`);
    const other = call(mock, 'GET', '/api/payment-terms');
    await Promise.all([held.reached(), mock.faults.reached(others.id)]);
    const [first, second, ...more] = mock.faults.waiting();
    expect(first).toEqual({
      id: 1,
      faults: [held.id, 'slow'],
      isHeld: true,
      operation: 'customers.list',
      method: 'GET',
      url: '/api/customers?key=[token]',
      workspace: mock.workspace,
      since: expect.any(Number),
    });
    expect(first?.since).toBeGreaterThanOrEqual(before);
    expect(second).toMatchObject({ faults: [others.id], isHeld: false, url: '/api/payment-terms' });
    expect(more).toEqual([]);
    for (const fault of [others, delayed, held]) fault.remove();
    await Promise.all([response, other]);
    expect(mock.faults.waiting()).toEqual([]);
  });

  test('reached() resolves for a call that waits for this fault', async () => {
    const mock = startMock();
    const faults = [mock.faults.hold('customers.list'), mock.faults.hold('paymentTerms.list')];
    const reached: number[] = [];
    for (const [index, { id }] of faults.entries()) void mock.faults.reached(id)?.then(() => reached.push(index));
    const response = call(mock, 'GET', '/api/payment-terms');
    await expect.poll(() => reached).toEqual([1]);
    mock.faults.clear();
    await response;
  });

  test('calls wait until they are released, and then run', async () => {
    const mock = startMock();
    const held = mock.faults.hold('customers.create');
    const responses = [call(mock, 'POST', '/api/customers', customer), call(mock, 'POST', '/api/customers', customer)];
    await held.reached();
    expect(held.waiting).toBe(2);
    expect((await call(mock, 'GET', '/api/customers')).body).toEqual({ success: true, data: [] });
    held.release();
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([201, 201]);
    expect(held.waiting).toBe(0);
    expect((await call(mock, 'POST', '/api/customers', customer)).status).toBe(201);
    expect(mock.journal.list('customers.create').map(({ fault }) => fault)).toEqual(['hold', 'hold', undefined]);
  });

  test('reached resolves when the call arrives', async () => {
    const mock = startMock();
    const held = mock.faults.hold(['customers.*', 'addresses.list']);
    let isReached = false;
    const reached = held.reached().then(() => {
      isReached = true;
    });
    await Promise.resolve();
    expect(isReached).toBe(false);
    const response = call(mock, 'GET', '/api/customers');
    await reached;
    expect(held.waiting).toBe(1);
    held.remove();
    expect((await response).status).toBe(200);
  });

  test('onWaiting reports calls that begin and stop to wait, and cannot break them', async () => {
    const mock = startMock();
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const seen: number[] = [];
    const stop = mock.faults.onWaiting(() => {
      seen.push(mock.faults.list().reduce((sum, { waiting }) => sum + waiting, 0));
      throw new Error('of the listener');
    });
    const held = mock.faults.hold('customers.list');
    const response = call(mock, 'GET', '/api/customers');
    await held.reached();
    expect(seen).toEqual([1]);
    held.release();
    expect((await response).status).toBe(200);
    expect(seen).toEqual([1, 0]);
    expect(error).toHaveBeenCalledWith('A listener of the faults threw an error:', expect.any(Error));
    error.mockRestore();
    stop();
    mock.faults.add({ delay: 1 });
    await call(mock, 'GET', '/api/customers');
    expect(seen).toEqual([1, 0]);
  });

  test('is listed until no call waits for it, and can be removed by its id', async () => {
    const mock = startMock();
    const { id } = mock.faults.hold('customers.list', { times: 1 });
    const response = call(mock, 'GET', '/api/customers');
    expect((await call(mock, 'GET', '/api/customers')).status).toBe(200);
    expect(mock.faults.list()).toEqual([{ id, on: 'customers.list', times: 1, hold: true, hits: 1, waiting: 1 }]);
    expect(mock.faults.remove(id)).toBe(true);
    expect(mock.faults.remove(id)).toBe(false);
    expect((await response).status).toBe(200);
    expect(mock.faults.list()).toEqual([]);
  });

  /** Sends a call whose body arrives when the test says so. */
  function send(mock: MockServer, method: string, text: () => Promise<string>, signal?: AbortSignal) {
    const headers = { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' };
    return mock.handle({
      method,
      url: method === 'GET' ? '/api/customers' : '/api/catalogs',
      header: (name) => new Headers(headers).get(name) ?? undefined,
      headers: () => Object.entries(headers),
      text,
      ...(signal && { signal }),
    });
  }

  test('does not hold a call whose caller gave up while the body arrived', async () => {
    const mock = startMock();
    const held = mock.faults.hold('catalogs.create');
    const giveUp = new AbortController();
    const text = async () => {
      giveUp.abort();
      return '{"name":"Spring"}';
    };
    await send(mock, 'POST', text, giveUp.signal);
    expect(held.waiting).toBe(0);
  });

  test('lists calls in the order in which they begin to wait', async () => {
    const mock = startMock();
    mock.faults.holdResponse('*');
    let finish: (body: string) => void = () => {};
    const body = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const calls = [send(mock, 'POST', () => body), send(mock, 'GET', async () => '')];
    await vi.waitUntil(() => mock.faults.waiting().length === 1);
    finish('{"name":"Spring"}');
    await vi.waitUntil(() => mock.faults.waiting().length === 2);
    expect(mock.faults.waiting().map(({ method }) => method)).toEqual(['GET', 'POST']);
    mock.faults.clear();
    await Promise.all(calls);
  });

  test('continues after the fault is restored', async () => {
    const mock = startMock();
    const held = mock.faults.hold('customers.list');
    const response = call(mock, 'GET', '/api/customers');
    await held.reached();
    mock.restore(JSON.parse(JSON.stringify(mock.snapshot({ settings: true }))), { keepCalls: true });
    expect(held.waiting).toBe(1);
    held.release();
    expect((await response).status).toBe(200);
  });

  test('ends when the caller gives up', async () => {
    const mock = startMock();
    const held = mock.faults.hold('*', { times: 1 });
    const giveUp = new AbortController();
    const response = mock.fetch(`${mock.baseUrl}/api/customers`, { ...withToken(mock), signal: giveUp.signal });
    await held.reached();
    giveUp.abort();
    await expect(response).rejects.toMatchObject({ name: 'AbortError' });
    expect(held.waiting).toBe(0);
    expect(mock.faults.list()).toEqual([]);
  });

  test('an unknown operation is an error', () => {
    const unknown: 'products.get' = JSON.parse('"product.get"');
    expect(() => startMock().faults.hold(unknown)).toThrow('fault.on: must be "*"');
  });
});

describe('on', () => {
  test('an operation: that operation, with any path', async () => {
    const mock = startMock();
    const { id } = mock.db.customers.insert(customer);
    mock.faults.add({ on: 'customers.get', status: 503 });
    expect(await statuses(mock, 1, `/api/customers/${id}`)).toEqual([503]);
    expect(await statuses(mock, 1, '/api/customers/malformed')).toEqual([503]);
    expect(await statuses(mock, 1)).toEqual([200]);
    expect((await call(mock, 'POST', '/api/customers', customer)).status).toBe(201);
  });

  test('a pattern: all operations of the resource, and no other', async () => {
    const mock = startMock();
    mock.faults.add({ on: 'products.*', status: 503 });
    expect(await statuses(mock, 1, '/api/products/x')).toEqual([503]);
    expect((await call(mock, 'POST', '/api/products', {})).status).toBe(503);
    expect(await statuses(mock, 1, '/api/product-parents')).toEqual([200]);
  });

  test('a list of operations and patterns', async () => {
    const mock = startMock();
    mock.faults.add({ on: ['addresses.list', 'productParents.*'], status: 503 });
    expect(await statuses(mock, 1, '/api/addresses')).toEqual([503]);
    expect(await statuses(mock, 1, '/api/product-parents')).toEqual([503]);
    expect(await statuses(mock, 1)).toEqual([200]);
  });

  test.each([undefined, '*'] as const)('%s: every request, including those that are not an operation', async (on) => {
    const mock = startMock();
    mock.faults.add({ ...(on && { on }), status: 503 });
    for (const path of ['/api/customers', '/api/categories', '/api/unknown']) {
      expect(await statuses(mock, 1, path)).toEqual([503]);
    }
  });

  test('is typed', () => {
    expectTypeOf<'products.update'>().toExtend<OperationPattern>();
    expectTypeOf<'productParents.*'>().toExtend<OperationPattern>();
    expectTypeOf<'product.update'>().not.toExtend<OperationPattern>();
    expectTypeOf<'product.*'>().not.toExtend<OperationPattern>();
    expectTypeOf<{ status: 503; delay: 5 }>().toExtend<Fault>();
    expectTypeOf<{ status: 503; fault: 'invalid-json' }>().not.toExtend<Fault>();
    expectTypeOf<{ delay: 5; body: 'x' }>().not.toExtend<Fault>();
    expectTypeOf<{ times: 1 }>().not.toExtend<Fault>();
  });
});

describe('times, after and probability', () => {
  test('times: applies to the given number of calls', async () => {
    const mock = startMock();
    mock.faults.add({ times: 2, status: 503 });
    expect(mock.faults.list()).toHaveLength(1);
    expect(await statuses(mock, 4)).toEqual([503, 503, 200, 200]);
    expect(mock.faults.list()).toEqual([]);
  });

  test('after: skips the given number of calls', async () => {
    const mock = startMock();
    mock.faults.add({ after: 2, times: 1, status: 503 });
    expect(await statuses(mock, 5)).toEqual([200, 200, 503, 200, 200]);
  });

  test('after counts the calls that another fault applies to', async () => {
    const mock = startMock();
    mock.faults.add({ times: 2, status: 503 });
    mock.faults.add({ after: 1, times: 1, status: 502 });
    expect(await statuses(mock, 4)).toEqual([503, 503, 502, 200]);
  });

  test('times and after count only matching calls', async () => {
    const mock = startMock();
    mock.faults.add({ on: 'customers.list', after: 1, times: 1, status: 503 });
    await statuses(mock, 3, '/api/addresses');
    expect(await statuses(mock, 3)).toEqual([200, 503, 200]);
  });

  test('probability: applies to the given share, to the same calls for the same seed and after a reset', async () => {
    const applied = async (mock: MockServer) => (await statuses(mock, 400)).map((status) => status === 503);
    const startWithFault = (randomSeed: number) =>
      startMock({ randomSeed, faults: [{ probability: 0.25, status: 503 }] });
    const mock = startWithFault(3);
    const first = await applied(mock);
    expect(first.filter(Boolean).length).toBeGreaterThan(70);
    expect(first.filter(Boolean).length).toBeLessThan(130);
    mock.reset();
    expect(await applied(mock)).toEqual(first);
    expect(await applied(startWithFault(3))).toEqual(first);
    expect(await applied(startWithFault(4))).not.toEqual(first);
  });

  test('probability 0 never applies, and 1 always does', async () => {
    const mock = startMock();
    const added = mock.faults.add({ probability: 0, status: 503 });
    expect(new Set(await statuses(mock, 50))).toEqual(new Set([200]));
    added.remove();
    mock.faults.add({ probability: 1, status: 503 });
    expect(new Set(await statuses(mock, 50))).toEqual(new Set([503]));
  });

  test('probabilities do not change ids', async () => {
    const [plain, faulty] = [startMock(), startMock({ faults: [{ probability: 0, fault: 'drop-connection' }] })];
    const created = (mock: MockServer) => call(mock, 'POST', '/api/customers', customer);
    expect(await created(faulty)).toEqual(await created(plain));
  });

  test('the first of several failures applies', async () => {
    const mock = startMock({
      faults: [
        { times: 1, status: 503 },
        { times: 2, status: 502 },
      ],
    });
    expect(await statuses(mock, 4)).toEqual([503, 502, 502, 200]);
  });
});

describe('adding and removing', () => {
  test('a name is an id, and uses up no number', () => {
    const { faults } = startMock();
    const added = [
      { name: 'slow', delay: 5 },
      { status: 503 },
      { name: 'gone', status: 410 },
      { status: 500 },
    ] as const;
    expect(added.map((fault) => faults.add(fault).id)).toEqual(['slow', '1', 'gone', '2']);
  });

  test('a fault that is used up is not part of a snapshot', async () => {
    const mock = startMock();
    mock.faults.add({ times: 1, status: 503 });
    const saved = () => JSON.stringify(mock.snapshot({ settings: true }));
    expect(saved()).toContain('"status":503');
    await call(mock, 'GET', '/api/customers');
    expect(saved()).not.toContain('"status":503');
  });

  test('add returns an id and a function that removes the fault', async () => {
    const mock = startMock();
    const added = mock.faults.add({ status: 503 });
    mock.faults.add({ on: 'addresses.list', status: 502 });
    added.remove();
    added.remove();
    expect(mock.faults.list()).toEqual([{ id: '2', on: 'addresses.list', status: 502, hits: 0, waiting: 0 }]);
    expect(await statuses(mock, 1)).toEqual([200]);
  });

  test('clear removes all faults', async () => {
    const mock = startMock({ faults: [{ status: 503 }, 'flaky-network'] });
    mock.faults.clear();
    expect(mock.faults.list()).toEqual([]);
    expect(await statuses(mock, 3)).toEqual([200, 200, 200]);
  });

  test('reset restores the faults of the options', async () => {
    const mock = startMock({ faults: [{ times: 1, status: 503 }] });
    expect(await statuses(mock, 2)).toEqual([503, 200]);
    mock.faults.add({ status: 502 });
    mock.reset();
    expect(await statuses(mock, 2)).toEqual([503, 200]);
  });

  test('changing the object later does not change the fault', async () => {
    const mock = startMock();
    const fault: { status: number } = { status: 503 };
    mock.faults.add(fault);
    fault.status = 502;
    expect(await statuses(mock, 1)).toEqual([503]);
    expect(mock.faults.list()).toEqual([{ id: '1', status: 503, hits: 1, waiting: 0 }]);
  });
});

describe('presets', () => {
  test.each(Object.keys(faultPresets))('%s has valid faults', (name) => {
    const preset = Object.keys(faultPresets).find((each): each is FaultPreset => each === name);
    const mock = startMock();
    const added = mock.faults.add(preset ?? 'maintenance');
    expect(mock.faults.list().map(({ id, hits, waiting, ...fault }) => fault)).toEqual(Reflect.get(faultPresets, name));
    expect(new Set(mock.faults.list().map(({ id }) => id))).toEqual(new Set([added.id]));
    added.remove();
    expect(mock.faults.list()).toEqual([]);
  });

  test('maintenance responds to every request with 503 and a Retry-After of 30 s', async () => {
    const mock = startMock({ faults: ['maintenance'] });
    expect(await call(mock, 'GET', '/api/customers')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '30' },
      body: maintenance,
    });
  });

  test('rate-limit-storm responds to every request with 429', async () => {
    const mock = startMock({ faults: ['rate-limit-storm'] });
    expect(await call(mock, 'GET', '/api/customers')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  });

  test('flaky-network breaks some calls, the same ones on each run', async () => {
    vi.useFakeTimers();
    const run = async () => {
      const mock = startMock({ faults: ['flaky-network'] });
      const outcomes: unknown[] = [];
      while (outcomes.length < 60) {
        const one = outcome(mock);
        await vi.advanceTimersByTimeAsync(250);
        outcomes.push(await one);
      }
      return { outcomes, faults: mock.journal.list().map(({ fault }) => fault) };
    };
    const first = await run();
    expect(new Set(first.outcomes)).toEqual(new Set([200, 'fetch failed']));
    expect(new Set(first.faults)).toEqual(new Set(['delay', 'drop-connection', 'drop-response']));
    expect(await run()).toEqual(first);
  });

  test('slow-3g delays calls', async () => {
    vi.useFakeTimers();
    const mock = startMock({ faults: ['slow-3g'] });
    let hasResponse = false;
    const response = call(mock, 'GET', '/api/customers').then(() => {
      hasResponse = true;
    });
    await vi.advanceTimersByTimeAsync(399);
    expect(hasResponse).toBe(false);
    await vi.advanceTimersByTimeAsync(502);
    await response;
    expect(hasResponse).toBe(true);
  });

  test('an unknown name is an error that lists the presets', () => {
    const name: FaultPreset = JSON.parse('"bad-day"');
    expect(() => startMock().faults.add(name)).toThrow(
      'Unknown fault preset "bad-day". Valid presets: flaky-network, maintenance, slow-3g, rate-limit-storm.',
    );
    expect(() => startMock({ faults: [JSON.parse('"constructor"')] })).toThrow(TypeError);
  });
});

describe('an unusable fault is an error', () => {
  test.each([
    ['{}', 'fault.delay: must be given if there is no status, fault or hold, received undefined'],
    [
      '{"fault":"drop"}',
      'fault.fault: must be one of "drop-connection", "drop-response", "truncate-response", "invalid-json"',
    ],
    ['{"fault":"drop-connection","hold":true}', 'fault.hold: must be absent if there is a fault, received true'],
    ['{"hold":true,"delay":5}', 'fault.delay: must be absent if there is a hold, received 5'],
    ['{"hold":false}', 'fault.hold: must be true'],
    [
      '{"status":503,"fault":"invalid-json"}',
      'fault.fault: must be absent if there is a status, received "invalid-json"',
    ],
    [
      '{"malformed":true,"delay":5}',
      'fault: unknown property "malformed". Valid properties: name, on, match, times, after, probability,',
    ],
    ['{"status":199}', 'fault.status: must be a whole number from 200 to 599, received 199'],
    ['{"status":600}', 'fault.status: must be a whole number from 200 to 599'],
    ['{"status":"503"}', 'fault.status: must be a whole number from 200 to 599, received "503"'],
    ['{"status":503.5}', 'fault.status: must be a whole number from 200 to 599'],
    ['{"status":204,"body":{}}', 'fault.body: must be absent, since responses with this status have no body'],
    ['{"fault":"drop-response","body":"x"}', 'fault.body: must be absent without a status, received "x"'],
    ['{"delay":5,"headers":{}}', 'fault.headers: must be absent without a status, received an object'],
    ['{"delay":5,"probability":1.1}', 'fault.probability: must be a number from 0 to 1, received 1.1'],
    ['{"delay":5,"probability":-1}', 'fault.probability: must be a number from 0 to 1'],
    ['{"delay":5,"probability":"0.5"}', 'fault.probability: must be a number from 0 to 1'],
    ['{"delay":5,"times":0}', 'fault.times: must be a whole number from 1, received 0'],
    ['{"delay":5,"times":1.5}', 'fault.times: must be a whole number from 1'],
    ['{"delay":5,"after":-1}', 'fault.after: must be a whole number from 0, received -1'],
    ['{"delay":-1}', 'fault.delay: must be milliseconds below 2^31, or a range {min, max} of them, received -1'],
    ['{"delay":"50"}', 'fault.delay: must be milliseconds'],
    ['{"delay":3000000000}', 'fault.delay: must be milliseconds'],
    ['{"delay":{"min":5,"max":4}}', 'fault.delay: must be milliseconds below 2^31, or a range'],
    ['{"delay":{"max":4}}', 'fault.delay: must be milliseconds below 2^31, or a range'],
    ['{"delay":null}', 'fault.delay: must be milliseconds'],
    [
      '{"delay":5,"on":"product.update"}',
      'fault.on: must be "*", a resource like "products.*", an operation (customers.create,',
    ],
    ['{"delay":5,"on":"product.*"}', 'received "product.*"'],
    ['{"delay":5,"on":"products*"}', 'received "products*"'],
    ['{"delay":5,"on":["products.*","x"]}', 'fault.on: must be "*"'],
    ['{"delay":5,"on":[]}', 'fault.on: must be "*"'],
    ['{"delay":5,"on":5}', 'fault.on: must be "*"'],
    ['null', 'fault: must be an object, received null'],
  ])('%s', (json, message) => {
    const mock = startMock();
    const fault: Fault = JSON.parse(json);
    expect(() => mock.faults.add(fault)).toThrow(message);
    expect(() => mock.faults.add(fault)).toThrow(TypeError);
    expect(mock.faults.list()).toEqual([]);
    expect(() => startMock({ faults: [fault] })).toThrow(TypeError);
  });

  test.each([{ bigint: 1n }, () => 'text', Symbol('text')])('a body that JSON cannot represent', (body) => {
    expect(() => startMock().faults.add({ status: 500, body })).toThrow(TypeError);
  });

  test('headers that HTTP does not allow', () => {
    expect(() => startMock().faults.add({ status: 500, headers: { 'a b': 'c' } })).toThrow(TypeError);
  });
});

/** A client without retries that uses the given fetch, or the global one, which msw intercepts. */
function connect(mock: MockServer, fetch?: MockServer['fetch']): MasterDataClient {
  return new MasterDataClient({ baseUrl: mock.baseUrl, apiToken: mock.token, maxRetries: 0, ...(fetch && { fetch }) });
}

const ways = ['mock.fetch', 'msw'] as const;

describe.each(ways)('the client over %s', (way) => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  function start() {
    const mock = startMock();
    if (way === 'mock.fetch') return { mock, client: connect(mock, mock.fetch) };
    const server = setupServer(...mockHandlers(mock));
    server.listen({ onUnhandledFrame: 'error' });
    closing.push(() => server.close());
    return { mock, client: connect(mock) };
  }

  const failure = (call: PromiseLike<unknown>) =>
    Promise.resolve(call).then(
      () => 'none',
      (error: unknown) => error,
    );

  test('raises ServerError for a 5xx status, with the error of the body', async () => {
    const { mock, client } = start();
    mock.faults.add('maintenance');
    const error = await failure(client.customers.list());
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ status: 503, error: 'Maintenance' });
  });

  test('raises ServerError for an HTML page', async () => {
    const { mock, client } = start();
    mock.faults.add({ status: 502, body: '<h1>Bad gateway</h1>', headers: { 'content-type': 'text/html' } });
    const error = await failure(client.customers.list());
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ status: 502, message: expect.stringContaining('Bad gateway') });
  });

  test('raises RateLimitError for a 429 storm', async () => {
    const { mock, client } = start();
    mock.faults.add('rate-limit-storm');
    const error = await failure(client.customers.list());
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: 1 });
  });

  test('raises ConnectionError for a dropped connection, and the operation does not run', async () => {
    const { mock, client } = start();
    mock.faults.add({ fault: 'drop-connection' });
    expect(await failure(client.customers.create(customer))).toBeInstanceOf(ConnectionError);
    expect(mock.db.customers.size).toBe(0);
  });

  test('raises ConnectionError for a dropped response, and written data stays', async () => {
    const { mock, client } = start();
    mock.faults.add({ fault: 'drop-response' });
    expect(await failure(client.customers.create(customer))).toBeInstanceOf(ConnectionError);
    expect(mock.db.customers.size).toBe(1);
  });

  test('raises ConnectionError for a truncated response, and written data stays', async () => {
    const { mock, client } = start();
    mock.faults.add({ fault: 'truncate-response' });
    expect(await failure(client.customers.create(customer))).toBeInstanceOf(ConnectionError);
    expect(mock.db.customers.size).toBe(1);
  });

  test('raises UnexpectedResponseError for invalid JSON', async () => {
    const { mock, client } = start();
    mock.faults.add({ fault: 'invalid-json' });
    expect(await failure(client.customers.list())).toBeInstanceOf(UnexpectedResponseError);
  });

  test('recovers from a failure that happens once by retrying', async () => {
    const { mock, client } = start();
    mock.faults.add({ on: 'customers.list', times: 1, status: 503 });
    mock.faults.add({ on: 'addresses.list', times: 1, fault: 'drop-connection' });
    mock.faults.add({ on: 'productParents.list', times: 1, fault: 'drop-response' });
    mock.faults.add({ on: 'paymentTerms.list', times: 1, fault: 'truncate-response' });
    const options = { maxRetries: 1 };
    const { customers, addresses, productParents, paymentTerms } = client;
    expect(
      await Promise.all([
        customers.list({}, options),
        addresses.list({}, options),
        productParents.list({}, options),
        paymentTerms.list({}, options),
      ]),
    ).toEqual([[], [], [], []]);
    expect(mock.journal.list('customers.list').map(({ fault }) => fault)).toEqual(['status', undefined]);
    expect(mock.journal.list('paymentTerms.list').map(({ fault }) => fault)).toEqual(['truncate-response', undefined]);
    expect(mock.journal.size).toBe(8);
  });

  test('does not retry a creation that may have succeeded', async () => {
    const { mock, client } = start();
    mock.faults.add({ times: 1, fault: 'drop-response' });
    expect(await failure(client.customers.create(customer, { maxRetries: 2 }))).toBeInstanceOf(ConnectionError);
    expect(mock.db.customers.size).toBe(1);
  });
});
