import { setupServer } from 'msw/node';
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import {
  type Fault,
  type FaultPreset,
  faultPresets,
  type MockServer,
  type OperationPattern,
} from '../../mocks/index.ts';
import { mockHandlers } from '../../mocks/msw.ts';
import {
  ConnectionError,
  MasterDataClient,
  RateLimitError,
  ServerError,
  UnexpectedResponseError,
} from '../../src/index.ts';
import { call, contents, startMock } from './helpers.ts';

const maintenance = { success: false, error: 'Maintenance' };

afterEach(() => {
  vi.useRealTimers();
});

/** The statuses of a few calls of one operation. */
async function statuses(mock: MockServer, count: number, path = '/api/customers'): Promise<number[]> {
  const all: number[] = [];
  while (all.length < count) all.push((await call(mock, 'GET', path)).status);
  return all;
}

/** What a request comes to: its status, or the message of what it rejects with. */
async function outcome(mock: MockServer, path = '/api/customers'): Promise<unknown> {
  return await call(mock, 'GET', path).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof Error ? error.message : error),
  );
}

const customer = { name: 'Halm', type: 'company' } as const;

describe('status', () => {
  test('answers with the status, and does nothing', async () => {
    const mock = startMock();
    mock.faults.add({ status: 503 });
    const before = contents(mock);
    const answer = await call(mock, 'POST', '/api/customers', customer);
    expect(answer).toEqual({
      status: 503,
      headers: { 'content-type': 'application/json' },
      body: { success: false, error: 'Fault: the mock was told to answer 503' },
    });
    expect(contents(mock)).toEqual(before);
  });

  test('strikes before the token is looked at, as what stands before a service does', async () => {
    const mock = startMock();
    mock.faults.add({ status: 502 });
    expect((await mock.fetch(`${mock.baseUrl}/api/customers`)).status).toBe(502);
  });

  test.each([
    [{ any: ['thing'] }, '{"any":["thing"]}', 'application/json'],
    [null, 'null', 'application/json'],
    ['<h1>Bad gateway</h1>', '<h1>Bad gateway</h1>', 'text/plain;charset=UTF-8'],
    ['', '', 'text/plain;charset=UTF-8'],
  ])('answers with the body %j', async (body, text, type) => {
    const mock = startMock();
    mock.faults.add({ status: 502, body });
    const response = await mock.fetch(`${mock.baseUrl}/api/customers`);
    expect([await response.text(), response.headers.get('content-type')]).toEqual([text, type]);
  });

  test('answers with the headers, whatever their case', async () => {
    const mock = startMock();
    mock.faults.add({
      status: 503,
      headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '7' },
      body: {},
    });
    const response = await mock.fetch(`${mock.baseUrl}/api/customers`);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/problem+json',
      'retry-after': '7',
    });
  });

  test('answers with the body as it was when the fault was added', async () => {
    const mock = startMock();
    const body = { error: 'first' };
    mock.faults.add({ status: 500, body });
    body.error = 'second';
    expect((await call(mock, 'GET', '/api/customers')).body).toEqual({ error: 'first' });
  });

  test.each([204, 205, 304])('%d has no body', async (status) => {
    const mock = startMock();
    mock.faults.add({ status });
    const response = await mock.fetch(`${mock.baseUrl}/api/customers`);
    expect([response.status, await response.text()]).toEqual([status, '']);
  });

  test('stands in for a successful answer, too', async () => {
    const mock = startMock();
    mock.faults.add({ on: 'customers.list', status: 200, body: { success: true, data: [] } });
    mock.db.customers.insert(customer);
    expect((await call(mock, 'GET', '/api/customers')).body).toEqual({ success: true, data: [] });
  });
});

describe('drop', () => {
  test('rejects as fetch does, and does nothing', async () => {
    const mock = startMock();
    mock.faults.add({ drop: true });
    const error: unknown = await call(mock, 'POST', '/api/customers', customer).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } });
    expect(mock.db.customers.size).toBe(0);
  });
});

describe('lose', () => {
  test('rejects as fetch does, and the write stands', async () => {
    const mock = startMock();
    mock.faults.add({ lose: true });
    await expect(call(mock, 'POST', '/api/customers', customer)).rejects.toThrow('fetch failed');
    expect(mock.db.customers.list()).toMatchObject([customer]);
  });
});

describe('truncate', () => {
  test('gives the status and the first half of the body, then breaks off; the write stands', async () => {
    const mock = startMock();
    mock.faults.add({ truncate: true });
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

describe('malform', () => {
  test('gives the status and a body that is not JSON; the write stands', async () => {
    const mock = startMock();
    mock.faults.add({ malform: true });
    const response = await mock.fetch(`${mock.baseUrl}/api/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(customer),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/json']);
    await expect(response.json()).rejects.toThrow(SyntaxError);
    expect(mock.db.customers.size).toBe(1);
  });
});

describe('delay', () => {
  /** The milliseconds that a request waits, in faked time. */
  async function wait(mock: MockServer): Promise<number | undefined> {
    vi.useFakeTimers();
    const timer = vi.spyOn(globalThis, 'setTimeout');
    const answer = outcome(mock);
    await vi.runAllTimersAsync();
    await answer;
    const [, milliseconds] = timer.mock.lastCall ?? [];
    timer.mockRestore();
    return milliseconds;
  }

  async function waits(mock: MockServer, count: number): Promise<(number | undefined)[]> {
    const all: (number | undefined)[] = [];
    while (all.length < count) all.push(await wait(mock));
    return all;
  }

  test('is as long as it says, and the answer is not there before', async () => {
    vi.useFakeTimers();
    const mock = startMock({ faults: [{ delay: 40 }] });
    let answered: unknown;
    const answer = outcome(mock).then((result) => {
      answered = result;
    });
    await vi.advanceTimersByTimeAsync(39);
    expect(answered).toBeUndefined();
    expect(mock.journal.size).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    expect(answered).toBe(200);
  });

  test('is spread between two, by the seed', async () => {
    const make = (ids: number) => startMock({ randomSeed: ids, faults: [{ delay: { min: 20, max: 200 } }] });
    const mock = make(7);
    const first = await waits(mock, 20);
    expect(Math.min(...first.map(Number))).toBeGreaterThanOrEqual(20);
    expect(Math.max(...first.map(Number))).toBeLessThanOrEqual(200);
    expect(new Set(first).size).toBe(20);
    mock.reset();
    expect(await waits(mock, 20)).toEqual(first);
    expect(await waits(make(7), 20)).toEqual(first);
    expect(await waits(make(8), 20)).not.toEqual(first);
  });

  test('goes with any other kind, and several add up', async () => {
    const mock = startMock({ faults: [{ delay: 30, status: 503 }, { delay: 20 }] });
    expect(await wait(mock)).toBe(50);
    expect(mock.journal.last()).toMatchObject({ fault: 'status', response: { status: 503 } });
  });

  test('ends when the caller gives up, whose call is made all the same, as by a slow server', async () => {
    const mock = startMock({ faults: [{ delay: 60_000 }] });
    const giveUp = new AbortController();
    const answer = mock.fetch(`${mock.baseUrl}/api/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(customer),
      signal: giveUp.signal,
    });
    setTimeout(() => giveUp.abort(), 5);
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(mock.db.customers.size).toBe(1);
  });

  test('a call that waits while the mock is reset is cut off, and changes nothing', async () => {
    vi.useFakeTimers();
    const mock = startMock({ faults: [{ delay: 1000, times: 1 }] });
    const answer = call(mock, 'POST', '/api/customers', customer);
    const settled = expect(answer).rejects.toThrow('fetch failed');
    await vi.advanceTimersByTimeAsync(500);
    mock.reset();
    await vi.advanceTimersByTimeAsync(500);
    await settled;
    expect(mock.db.customers.size).toBe(0);
    expect(mock.journal.size).toBe(0);
  });
});

describe('on', () => {
  test('an operation: that one, by whatever path', async () => {
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

  test('a list of them', async () => {
    const mock = startMock();
    mock.faults.add({ on: ['addresses.list', 'productParents.*'], status: 503 });
    expect(await statuses(mock, 1, '/api/addresses')).toEqual([503]);
    expect(await statuses(mock, 1, '/api/product-parents')).toEqual([503]);
    expect(await statuses(mock, 1)).toEqual([200]);
  });

  test.each([undefined, '*'] as const)('%s: everything, with what is no operation', async (on) => {
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
  });
});

describe('when', () => {
  test('times: so often, and then it is gone', async () => {
    const mock = startMock();
    mock.faults.add({ times: 2, status: 503 });
    expect(mock.faults.list()).toHaveLength(1);
    expect(await statuses(mock, 4)).toEqual([503, 503, 200, 200]);
    expect(mock.faults.list()).toEqual([]);
  });

  test('after: not the first so many', async () => {
    const mock = startMock();
    mock.faults.add({ after: 2, times: 1, status: 503 });
    expect(await statuses(mock, 5)).toEqual([200, 200, 503, 200, 200]);
  });

  test('after counts the calls that another fault struck', async () => {
    const mock = startMock();
    mock.faults.add({ times: 2, status: 503 });
    mock.faults.add({ after: 1, times: 1, status: 502 });
    expect(await statuses(mock, 4)).toEqual([503, 503, 502, 200]);
  });

  test('times and after count calls of its own operations', async () => {
    const mock = startMock();
    mock.faults.add({ on: 'customers.list', after: 1, times: 1, status: 503 });
    await statuses(mock, 3, '/api/addresses');
    expect(await statuses(mock, 3)).toEqual([200, 503, 200]);
  });

  test('probability: so many of all, the same ones for the same seed, and again after a reset', async () => {
    const struck = async (mock: MockServer) => (await statuses(mock, 400)).map((status) => status === 503);
    const make = (ids: number) => startMock({ randomSeed: ids, faults: [{ probability: 0.25, status: 503 }] });
    const mock = make(3);
    const first = await struck(mock);
    expect(first.filter(Boolean).length).toBeGreaterThan(70);
    expect(first.filter(Boolean).length).toBeLessThan(130);
    mock.reset();
    expect(await struck(mock)).toEqual(first);
    expect(await struck(make(3))).toEqual(first);
    expect(await struck(make(4))).not.toEqual(first);
  });

  test('probability 0 never strikes, and 1 always', async () => {
    const mock = startMock();
    const remove = mock.faults.add({ probability: 0, status: 503 });
    expect(new Set(await statuses(mock, 50))).toEqual(new Set([200]));
    remove();
    mock.faults.add({ probability: 1, status: 503 });
    expect(new Set(await statuses(mock, 50))).toEqual(new Set([503]));
  });

  test('chance takes nothing from the ids', async () => {
    const [plain, faulty] = [startMock(), startMock({ faults: [{ probability: 0, drop: true }] })];
    const created = (mock: MockServer) => call(mock, 'POST', '/api/customers', customer);
    expect(await created(faulty)).toEqual(await created(plain));
  });

  test('of several kinds, the first strikes', async () => {
    const mock = startMock({
      faults: [
        { times: 1, status: 503 },
        { times: 2, status: 502 },
      ],
    });
    expect(await statuses(mock, 4)).toEqual([503, 502, 502, 200]);
  });
});

describe('faults come and go', () => {
  test('add returns what removes them', async () => {
    const mock = startMock();
    const remove = mock.faults.add({ status: 503 });
    mock.faults.add({ on: 'addresses.list', status: 502 });
    remove();
    remove();
    expect(mock.faults.list()).toEqual([{ on: 'addresses.list', status: 502 }]);
    expect(await statuses(mock, 1)).toEqual([200]);
  });

  test('clear removes all', async () => {
    const mock = startMock({ faults: [{ status: 503 }, 'flaky-network'] });
    mock.faults.clear();
    expect(mock.faults.list()).toEqual([]);
    expect(await statuses(mock, 3)).toEqual([200, 200, 200]);
  });

  test('reset goes back to those that the mock was made with', async () => {
    const mock = startMock({ faults: [{ times: 1, status: 503 }] });
    expect(await statuses(mock, 2)).toEqual([503, 200]);
    mock.faults.add({ status: 502 });
    mock.reset();
    expect(await statuses(mock, 2)).toEqual([503, 200]);
  });

  test('a fault that is changed after it was added is not', async () => {
    const mock = startMock();
    const fault: { status: number } = { status: 503 };
    mock.faults.add(fault);
    fault.status = 502;
    expect(await statuses(mock, 1)).toEqual([503]);
    expect(mock.faults.list()).toEqual([{ status: 503 }]);
  });
});

describe('presets', () => {
  test.each(Object.keys(faultPresets))('%s is one of valid faults', (name) => {
    const preset = Object.keys(faultPresets).find((each): each is FaultPreset => each === name);
    const mock = startMock();
    const remove = mock.faults.add(preset ?? 'maintenance');
    expect(mock.faults.list()).toEqual(Reflect.get(faultPresets, name));
    remove();
    expect(mock.faults.list()).toEqual([]);
  });

  test('maintenance answers everything 503, and asks for half a minute', async () => {
    const mock = startMock({ faults: ['maintenance'] });
    expect(await call(mock, 'GET', '/api/customers')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '30' },
      body: maintenance,
    });
  });

  test('rate-limit-storm answers everything 429', async () => {
    const mock = startMock({ faults: ['rate-limit-storm'] });
    expect(await call(mock, 'GET', '/api/customers')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  });

  test('flaky-network breaks some calls, the same ones each time', async () => {
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
    expect(new Set(first.faults)).toEqual(new Set(['delay', 'drop', 'lose']));
    expect(await run()).toEqual(first);
  });

  test('slow-3g takes its time', async () => {
    vi.useFakeTimers();
    const mock = startMock({ faults: ['slow-3g'] });
    let answered = false;
    const answer = call(mock, 'GET', '/api/customers').then(() => {
      answered = true;
    });
    await vi.advanceTimersByTimeAsync(399);
    expect(answered).toBe(false);
    await vi.advanceTimersByTimeAsync(502);
    await answer;
    expect(answered).toBe(true);
  });

  test('there is no other', () => {
    const name: FaultPreset = JSON.parse('"bad-day"');
    expect(() => startMock().faults.add(name)).toThrow(
      'no fault preset bad-day; there are flaky-network, maintenance, slow-3g, rate-limit-storm',
    );
    expect(() => startMock({ faults: [JSON.parse('"constructor"')] })).toThrow(TypeError);
  });
});

describe('a fault that can do nothing, or that no call can meet, is refused', () => {
  test.each([
    ['{}', 'expected one of status, drop, lose, truncate, malform or delay, received none'],
    ['{"drop":false}', 'expected one of status, drop'],
    ['{"drop":true,"lose":true}', 'drop and lose exclude one another'],
    ['{"status":503,"malform":true}', 'status and malform exclude one another'],
    ['{"malformed":true,"delay":5}', 'no property malformed; there are on, times,'],
    ['{"status":199}', 'status expected 200 to 599, received 199'],
    ['{"status":600}', 'status expected 200 to 599'],
    ['{"status":"503"}', 'status expected 200 to 599'],
    ['{"status":503.5}', 'status expected 200 to 599'],
    ['{"status":204,"body":{}}', 'an answer with status 204 has no body'],
    ['{"drop":true,"body":"x"}', 'body and headers go with a status'],
    ['{"delay":5,"headers":{}}', 'body and headers go with a status'],
    ['{"drop":true,"probability":1.1}', 'probability expected 0 to 1, received 1.1'],
    ['{"drop":true,"probability":-1}', 'probability expected 0 to 1'],
    ['{"drop":true,"probability":"0.5"}', 'probability expected 0 to 1'],
    ['{"drop":true,"times":0}', 'times expected a count, received 0'],
    ['{"drop":true,"times":1.5}', 'times expected a count'],
    ['{"drop":true,"after":-1}', 'after expected a count, received -1'],
    ['{"delay":-1}', 'delay expected milliseconds'],
    ['{"delay":"50"}', 'delay expected milliseconds'],
    ['{"delay":3000000000}', 'delay expected milliseconds'],
    ['{"delay":{"min":5,"max":4}}', 'delay expected milliseconds, or a min and a larger max'],
    ['{"delay":{"max":4}}', 'delay expected milliseconds, or a min'],
    ['{"delay":null}', 'delay expected milliseconds'],
    [
      '{"drop":true,"on":"product.update"}',
      "on expected '*', a resource such as 'products.*', or one of customers.create,",
    ],
    ['{"drop":true,"on":"product.*"}', 'received product.*'],
    ['{"drop":true,"on":"products*"}', 'received products*'],
    ['{"drop":true,"on":["products.*","x"]}', 'received x'],
    ['{"drop":true,"on":[]}', 'on expected at least one operation, received none'],
    ['{"drop":true,"on":5}', "on expected '*'"],
    ['null', 'expected an object, received null'],
  ])('%s', (json, message) => {
    const mock = startMock();
    const fault: Fault = JSON.parse(json);
    expect(() => mock.faults.add(fault)).toThrow(message);
    expect(() => mock.faults.add(fault)).toThrow(TypeError);
    expect(mock.faults.list()).toEqual([]);
    expect(() => startMock({ faults: [fault] })).toThrow(TypeError);
  });

  test.each([{ bigint: 1n }, () => 'text', Symbol('text')])('a body that has no form in JSON', (body) => {
    expect(() => startMock().faults.add({ status: 500, body })).toThrow(TypeError);
  });

  test('headers that no answer can have', () => {
    expect(() => startMock().faults.add({ status: 500, headers: { 'a b': 'c' } })).toThrow(TypeError);
  });
});

/** A client with as little waiting as can be, by the mock's own fetch or by the global one, which msw catches. */
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

  test('raises ServerError for a status 5xx, with what the body says', async () => {
    const { mock, client } = start();
    mock.faults.add('maintenance');
    const error = await failure(client.customers.list());
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ status: 503, error: 'Maintenance' });
  });

  test('raises ServerError for a page in HTML', async () => {
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

  test('raises ConnectionError for a dropped call, which did nothing', async () => {
    const { mock, client } = start();
    mock.faults.add({ drop: true });
    expect(await failure(client.customers.create(customer))).toBeInstanceOf(ConnectionError);
    expect(mock.db.customers.size).toBe(0);
  });

  test('raises ConnectionError for a lost answer, and the write stands', async () => {
    const { mock, client } = start();
    mock.faults.add({ lose: true });
    expect(await failure(client.customers.create(customer))).toBeInstanceOf(ConnectionError);
    expect(mock.db.customers.size).toBe(1);
  });

  test('raises ConnectionError for a truncated answer, and the write stands', async () => {
    const { mock, client } = start();
    mock.faults.add({ truncate: true });
    expect(await failure(client.customers.create(customer))).toBeInstanceOf(ConnectionError);
    expect(mock.db.customers.size).toBe(1);
  });

  test('raises UnexpectedResponseError for a malformed answer', async () => {
    const { mock, client } = start();
    mock.faults.add({ malform: true });
    expect(await failure(client.customers.list())).toBeInstanceOf(UnexpectedResponseError);
  });

  test('gets by what happens once by trying again', async () => {
    const { mock, client } = start();
    mock.faults.add({ on: 'customers.list', times: 1, status: 503 });
    mock.faults.add({ on: 'addresses.list', times: 1, drop: true });
    mock.faults.add({ on: 'productParents.list', times: 1, lose: true });
    mock.faults.add({ on: 'paymentTerms.list', times: 1, truncate: true });
    const options = { maxRetries: 1 };
    const { customers, addresses, productParents, paymentTerms } = client;
    expect(
      await Promise.all([
        customers.list(options),
        addresses.list({}, options),
        productParents.list(options),
        paymentTerms.list(options),
      ]),
    ).toEqual([[], [], [], []]);
    expect(mock.journal.list('customers.list').map(({ fault }) => fault)).toEqual(['status', undefined]);
    expect(mock.journal.list('paymentTerms.list').map(({ fault }) => fault)).toEqual(['truncate', undefined]);
    expect(mock.journal.size).toBe(8);
  });

  test('does not try to create again what may have been created', async () => {
    const { mock, client } = start();
    mock.faults.add({ times: 1, lose: true });
    expect(await failure(client.customers.create(customer, { maxRetries: 2 }))).toBeInstanceOf(ConnectionError);
    expect(mock.db.customers.size).toBe(1);
  });
});
