import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { setupServer } from 'msw/node';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { Journal } from '../../../mocks/controls/journal.ts';
import type { JournalRecord } from '../../../mocks/controls/journal-entry.ts';
import type { JournalEntry, MockServer, OperationName } from '../../../mocks/index.ts';
import { mockHandlers } from '../../../mocks/msw.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { type CustomerCreate, MasterDataClient, type ProductUpdate } from '../../../src/index.ts';
import { call, noon, startMock, unknownId } from '../helpers.ts';

const rack = { api_name: 'rack', recurrence_type: 'one_off', name: 'Rack', shipping: { weight: 18.5 } } as const;

const deepKey = `a${'[a]'.repeat(100_000)}`;

const connect = (mock: MockServer) => new MasterDataClient({ ...mock.clientOptions, maxRetries: 0 });

describe('an entry', () => {
  test('has the request and its response', async () => {
    const mock = startMock();
    await call(mock, 'POST', '/api/customers?x=1', { name: 'Halm', type: 'company' }, { headers: { 'x-trace': '7' } });
    const [entry, ...others] = mock.journal.list();
    expect(others).toEqual([]);
    expect(entry).toEqual({
      id: 1,
      nextChange: 1,
      operation: 'customers.create',
      method: 'POST',
      url: '/api/customers?x=1',
      params: {},
      workspace: mock.workspace,
      user: mock.tokens.list()[0]?.user,
      headers: { 'content-type': 'application/json', 'x-trace': '7' },
      rawBody: '{"name":"Halm","type":"company"}',
      body: { name: 'Halm', type: 'company' },
      response: {
        status: 201,
        headers: { 'content-type': 'application/json' },
        body: { success: true, data: expect.objectContaining({ name: 'Halm' }) },
      },
      time: noon,
      duration: expect.any(Number),
      fault: undefined,
    });
    expect(entry?.duration).toBeGreaterThanOrEqual(0);
  });

  test('has the body of the request with its groups nested, as the client wrote it', async () => {
    const mock = startMock();
    const client = connect(mock);
    const { id } = await client.products.create(rack);
    await client.products.update(id, { name: 'Rack 2', shipping: { weight: 2, weight_unit: 'kg' } });
    expect(mock.journal.last('products.create').body).toEqual(rack);
    expect(mock.journal.last('products.update').body.shipping?.weight).toBe(2);
    expect(mock.journal.last('products.update').rawBody).toBe(
      '{"name":"Rack 2","shipping[weight]":2,"shipping[weight_unit]":"kg"}',
    );
  });

  test('has no body if the operation takes none', async () => {
    const mock = startMock();
    await call(mock, 'DELETE', `/api/categories/${unknownId}`);
    expect(mock.journal.last()).toMatchObject({ operation: 'categories.delete', body: undefined, rawBody: undefined });
  });

  test.each([
    ['of the wrong types', '{"name":5,"shipping[weight]":"2"}', { name: 5, shipping: { weight: '2' } }],
    ['with unknown fields', '{"color":"red"}', { color: 'red' }],
    ['with a nested group', '{"shipping":{"weight":2}}', { shipping: { weight: 2 } }],
    ['with a key of 100,000 levels', JSON.stringify({ [deepKey]: 1 }), { [deepKey]: 1 }],
    ['with a prototype key', '{"constructor[prototype][a]":1}', { 'constructor[prototype][a]': 1 }],
    ['whose keys contradict', '{"shipping":1,"shipping[weight]":2}', { shipping: 1, 'shipping[weight]': 2 }],
    ['that is no object', '[1]', [1]],
    ['that is not JSON', '{"name":', undefined],
    ['that is empty', '', undefined],
  ])('of a body %s has the body, nested if possible, and the text', async (_, text, body) => {
    const mock = startMock();
    const product = mock.create.product();
    const { status } = await call(mock, 'PATCH', `/api/products/${product.id}`, text);
    expect(status).toBe(400);
    expect(mock.journal.last()).toMatchObject({ rawBody: text, body, response: { status: 400 } });
  });

  test('has fields that a policy ignores', async () => {
    const mock = startMock({ policies: { unknownFields: 'ignore' } });
    await call(mock, 'POST', '/api/catalogs', { name: 'Spring', color: 'red' });
    expect(mock.journal.last('catalogs.create').body).toEqual({ name: 'Spring', color: 'red' });
  });

  test.each([
    ['a token does not permit', 403, () => startMock({ permissions: [] })],
    ['the rate limit rejects', 429, () => limited()],
    ['a fault replaces', 503, () => startMock({ faults: [{ status: 503 }] })],
  ] as const)('has the body of a call that %s', async (_, status, make) => {
    const mock = make();
    expect((await call(mock, 'POST', '/api/catalogs', { name: 'Spring' })).status).toBe(status);
    expect(mock.journal.last('catalogs.create').body).toEqual({ name: 'Spring' });
  });

  /** Creates a mock that has reached its rate limit. */
  function limited(): MockServer {
    const mock = startMock({ rateLimit: { limit: 1 } });
    void call(mock, 'GET', '/api/customers');
    return mock;
  }

  test.each([
    ['its token is not valid', {}, { authorization: 'Bearer wrong' }, 401],
    ['it is too large', { maxBodyBytes: 3 }, {}, 413],
  ])('has no body if it was not read: %s', async (_, options, headers, status) => {
    const mock = startMock(options);
    expect((await call(mock, 'POST', '/api/catalogs', { name: 'Spring' }, { headers })).status).toBe(status);
    expect(mock.journal.last()).toMatchObject({ operation: 'catalogs.create', rawBody: undefined, body: undefined });
  });

  test.each([
    ['GET', '/api/unknown', 404],
    ['GET', '/api/categories', 501],
    ['PUT', '/api/customers', 405],
  ])('has no operation if the request matches none: %s %s', async (method, url, status) => {
    const mock = startMock();
    await call(mock, method, url);
    expect(mock.journal.last()).toMatchObject({ operation: undefined, method, url, response: { status } });
  });

  test('has the workspace and the user of a valid token only', async () => {
    const mock = startMock();
    const workspace = mock.db.workspaces.insert({ name: 'Second' }).id;
    await call(mock, 'GET', '/api/customers', undefined, { token: mock.tokens.issue({ workspace, user: 'ida' }) });
    await call(mock, 'GET', '/api/customers', undefined, { token: 'wrong' });
    const seen = mock.journal.list().map((entry) => [entry.workspace, entry.user]);
    expect(seen).toEqual([
      [workspace, 'ida'],
      [undefined, undefined],
    ]);
  });

  test('has the time of the mock and the duration by the system clock', async () => {
    const mock = startMock({ clock: '2030-01-01', faults: [{ delay: 20 }] });
    await call(mock, 'GET', '/api/customers');
    expect(mock.journal.last().time).toBe(Date.UTC(2030, 0));
    expect(mock.journal.last().duration).toBeGreaterThan(15);
  });

  test('is a new object on each read', async () => {
    const mock = startMock();
    await call(mock, 'POST', '/api/customers', { name: 'Halm', type: 'company' });
    Object.assign(mock.journal.last('customers.create').body, { name: 'Changed' });
    expect(mock.journal.last('customers.create').body.name).toBe('Halm');
  });
});

test('entries are typed by their operation', async () => {
  const { journal } = startMock();
  const last = () => journal.last('products.update');
  expectTypeOf<ReturnType<typeof last>['body']>().toExtend<ProductUpdate>();
  expectTypeOf<ReturnType<typeof last>['operation']>().toEqualTypeOf<'products.update'>();
  expectTypeOf<JournalEntry<'customers.list'>['body']>().toEqualTypeOf<undefined>();
  expectTypeOf(journal.list('customers.create')).toEqualTypeOf<readonly JournalEntry<'customers.create'>[]>();
  expectTypeOf(journal.list()).toEqualTypeOf<readonly JournalEntry[]>();
  expectTypeOf<JournalEntry['operation']>().toEqualTypeOf<OperationName | undefined>();
  // @ts-expect-error There is no such operation.
  expect(() => journal.last('product.update')).toThrow(TypeError);

  for (const entry of journal.list()) {
    if (entry.operation === 'customers.create') expectTypeOf(entry.body).toExtend<CustomerCreate>();
    if (entry.operation === undefined) expectTypeOf(entry.body).toEqualTypeOf<undefined>();
  }
  expectTypeOf<JournalEntry<'customers.create' | 'customers.get'>['body']>().toEqualTypeOf<
    JournalEntry<'customers.create'>['body'] | undefined
  >();
});

describe('list, find, last and clear', () => {
  async function startWithEntries() {
    const mock = startMock();
    await call(mock, 'GET', '/api/customers');
    await call(mock, 'POST', '/api/catalogs', { name: 'Spring' });
    await call(mock, 'GET', '/api/unknown?page=2');
    await call(mock, 'POST', '/api/catalogs', { name: 'Autumn' });
    return mock.journal;
  }

  test('list returns all entries or those of an operation, oldest first', async () => {
    const journal = await startWithEntries();
    expect(journal.size).toBe(4);
    expect(journal.list().map(({ id, url }) => [id, url])).toEqual([
      [1, '/api/customers'],
      [2, '/api/catalogs'],
      [3, '/api/unknown?page=2'],
      [4, '/api/catalogs'],
    ]);
    expect(journal.list('catalogs.create').map(({ body }) => body.name)).toEqual(['Spring', 'Autumn']);
    expect(journal.list('prices.update')).toEqual([]);
  });

  test('find returns the last match', async () => {
    const journal = await startWithEntries();
    expect(journal.find(({ method }) => method === 'POST')?.id).toBe(4);
    expect(journal.find(({ response }) => response.status === 404)?.url).toBe('/api/unknown?page=2');
    expect(journal.find(() => false)).toBeUndefined();
  });

  test('last returns the last entry, or the last of an operation', async () => {
    const journal = await startWithEntries();
    expect(journal.last().id).toBe(4);
    expect(journal.last('customers.list').id).toBe(1);
  });

  test('last lists the operations in the journal if there is no match', async () => {
    const journal = await startWithEntries();
    expect(() => journal.last('products.update')).toThrow(
      new RangeError(
        'The journal has no entry of products.update. It has customers.list, catalogs.create, GET /api/unknown?page=2.',
      ),
    );
    journal.clear();
    expect(() => journal.last('products.update')).toThrow('no entry of products.update. It is empty.');
    expect(() => journal.last()).toThrow(new RangeError('The journal has no entry. It is empty.'));
  });

  test('clear removes all entries and restarts the ids', async () => {
    const journal = await startWithEntries();
    journal.clear();
    expect([journal.size, journal.list(), journal.toHar().log.entries]).toEqual([0, [], []]);
    const mock = startMock();
    await call(mock, 'GET', '/api/customers');
    mock.journal.clear();
    await call(mock, 'GET', '/api/customers');
    expect(mock.journal.list().map(({ id }) => id)).toEqual([1]);
  });

  test('reset removes all entries', async () => {
    const mock = startMock();
    await call(mock, 'GET', '/api/customers');
    mock.reset();
    expect(mock.journal.size).toBe(0);
  });
});

describe('waitFor', () => {
  const create = (mock: MockServer, name: string) => call(mock, 'POST', '/api/catalogs', { name });

  test('resolves with the first entry that is already there', async () => {
    const mock = startMock();
    await create(mock, 'Spring');
    await create(mock, 'Autumn');
    expect((await mock.journal.waitFor('catalogs.create')).body.name).toBe('Spring');
    const { id } = await mock.journal.waitFor('catalogs.create', { where: ({ body }) => body.name === 'Autumn' });
    expect(id).toBe(2);
  });

  test('resolves when a matching entry is added', async () => {
    const mock = startMock();
    await create(mock, 'Spring');
    const entry = mock.journal.waitFor('catalogs.create', {
      after: mock.journal.last().id,
      where: ({ body }) => body.name !== 'Autumn',
    });
    await call(mock, 'GET', '/api/customers');
    await create(mock, 'Autumn');
    await create(mock, 'Winter');
    expect(await entry).toMatchObject({ id: 4, body: { name: 'Winter' } });
  });

  test('counts entries after clear(), although their ids start again', async () => {
    const mock = startMock();
    await create(mock, 'Spring');
    await create(mock, 'Summer');
    const after = mock.journal.last().id;
    const entry = mock.journal.waitFor('catalogs.create', { after });
    mock.journal.clear();
    await create(mock, 'Autumn');
    expect(await entry).toMatchObject({ id: 1, body: { name: 'Autumn' } });
    expect(await mock.journal.waitFor('catalogs.create', { after })).toMatchObject({ id: 1 });
  });

  test('rejects after the timeout, and lists the operations in the journal', async () => {
    vi.useFakeTimers();
    try {
      const mock = startMock();
      await call(mock, 'GET', '/api/customers');
      const failure = expect(mock.journal.waitFor('catalogs.create', { after: 1, where: () => true })).rejects.toThrow(
        new RangeError(
          'The journal has no entry of catalogs.create that matches after 1 within 4000 ms. It has customers.list.',
        ),
      );
      await vi.advanceTimersByTimeAsync(4000);
      await failure;
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('rejects when the signal is aborted, and leaves no listener', async () => {
    const mock = startMock();
    const controller = new AbortController();
    const { signal } = controller;
    const entry = mock.journal.waitFor('catalogs.create', { signal });
    await create(mock, 'Spring');
    expect(await entry).toMatchObject({ id: 1 });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const next = mock.journal.waitFor('catalogs.create', { signal, after: 1 });
    controller.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
    await expect(mock.journal.waitFor('catalogs.create', { signal, after: 1 })).rejects.toThrow('enough');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('an error of where rejects the wait and does not change the call', async () => {
    const mock = startMock();
    const failure = expect(
      mock.journal.waitFor('catalogs.create', {
        where: () => {
          throw new Error('mine');
        },
      }),
    ).rejects.toThrow('mine');
    expect((await create(mock, 'Spring')).status).toBe(201);
    await failure;
  });

  test('is typed by the operation', async () => {
    const { journal } = startMock();
    type Waiting = ReturnType<typeof journal.waitFor<'products.update'>>;
    expectTypeOf<Awaited<Waiting>['body']>().toExtend<ProductUpdate>();
  });
});

describe('is bounded', () => {
  const fill = async (mock: MockServer, count: number) => {
    for (let made = 0; made < count; made += 1) await call(mock, 'GET', '/api/customers');
  };

  test.each([1, 3, 10])('to %d: the oldest entries are removed', async (limit) => {
    const mock = startMock({ journal: limit });
    for (let made = 1; made <= 35; made += 1) {
      await fill(mock, 1);
      const first = Math.max(1, made - limit + 1);
      const kept = Array.from({ length: made - first + 1 }, (_, at) => first + at);
      expect(mock.journal.list().map(({ id }) => id)).toEqual(kept);
      expect(mock.journal.size).toBe(kept.length);
      expect([first - 1, first, made, made + 1].map((id) => mock.journal.get(id)?.id)).toEqual([
        undefined,
        first,
        made,
        undefined,
      ]);
    }
  });

  test('to 1000 by default', async () => {
    const mock = startMock();
    await fill(mock, 1100);
    expect(mock.journal.size).toBe(1000);
    expect(mock.journal.list()[0]?.id).toBe(101);
  });

  test('to none if the limit is 0', async () => {
    const mock = startMock({ journal: 0 });
    await fill(mock, 3);
    expect([mock.journal.size, mock.journal.list()]).toEqual([0, []]);
    expect(() => mock.journal.last()).toThrow(RangeError);
  });

  test('in characters', () => {
    const journal = new Journal(1000, 'https://api.example.com');
    const fill = (count: number, half: string) => {
      for (let made = 0; made < count; made += 1) journal.add(recordOf(half));
    };
    const recordOf = (half: string): JournalRecord => ({
      operation: 'customers.create',
      method: 'POST',
      url: '/api/customers',
      workspace: undefined,
      user: undefined,
      outsideBaseUrl: false,
      headers: [],
      rawBody: half,
      hasBrackets: true,
      response: { status: 400, headers: {}, body: half },
      time: noon,
      arrivedAt: noon,
      duration: 0,
      arrival: 1,
      fault: undefined,
      nextChange: 1,
      hasChange: false,
    });
    fill(8, 'x'.repeat(8_000_000));
    expect([journal.size, journal.last().id]).toEqual([4, 8]);
    fill(1, 'x'.repeat(33_000_000));
    expect([journal.size, journal.last().id]).toEqual([1, 9]);
    journal.clear();
    fill(4, 'x'.repeat(8_000_000));
    expect([journal.size, journal.last().id]).toEqual([4, 4]);
  });

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('a limit of %d is rejected', (journal) => {
    expect(() => startMock({ journal })).toThrow(/^journal: must be a whole number from 0, received /);
  });
});

describe('contains no token', () => {
  const everything = (mock: MockServer) => [
    JSON.stringify(mock.journal.list()),
    JSON.stringify(mock.journal.toHar()),
    inspect(mock.journal, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    inspect(mock.journal.list(), { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    inspect(mock.journal.toHar(), { depth: Number.POSITIVE_INFINITY }),
    JSON.stringify(mock.journal),
  ];

  test.each([
    ['where it belongs', {}],
    ['with another scheme', { scheme: 'Basic' }],
    ['in another header', { headers: (token: string) => ({ 'x-api-key': token, Cookie: `t=${token}` }) }],
    ['in the query', { path: (token: string) => `/api/customers?token=${token}` }],
    ['in the path of a record', { path: (token: string) => `/api/customers/${token}` }],
    ['in a path that is not known', { path: (token: string) => `/api/${token}` }],
    ['in the body', { body: (token: string) => ({ name: token, type: token, [token]: 1 }) }],
  ])('sent %s', async (_, how: Misuse) => {
    for (const token of [startMock().token, 'some-other-token-that-is-wrong']) {
      const mock = startMock();
      const body = how.body?.(token);
      const response = await mock.fetch(`${mock.baseUrl}${how.path?.(token) ?? '/api/customers'}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          ...how.headers?.(token),
          ...(body && { 'content-type': 'application/json' }),
          AUTHORIZATION: `${how.scheme ?? 'Bearer'} ${token}`,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      await response.text();
      expect(mock.journal.size).toBe(1);
      for (const shown of everything(mock)) expect(shown).not.toContain(token);
    }
  });

  interface Misuse {
    readonly scheme?: string;
    readonly path?: (token: string) => string;
    readonly headers?: (token: string) => Record<string, string>;
    readonly body?: (token: string) => object;
  }

  test.each([
    ['another header', {}, { 'x-api-key': 'TOKEN', 'x-forwarded': 'a=TOKEN' }],
    ['the query of a 401', { query: '?access_token=TOKEN' }, {}],
    ['an encoded query', { query: '?x=ENCODED' }, {}],
    ['the path of a 401', { query: '/TOKEN' }, {}],
  ])('a valid token in %s, without an authorization header', async (_, { query = '' }: { query?: string }, headers) => {
    for (const token of ['mdmock_valid/token+with=signs', 'a-valid-token-that-is-revoked-later']) {
      const mock = startMock({ token });
      const fill = (text: string) => text.replace('TOKEN', token).replace('ENCODED', encodeURIComponent(token));
      await mock.fetch(mock.baseUrl + fill(`/api/customers${query}`), {
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])),
      });
      mock.tokens.revoke(token);
      for (const text of everything(mock)) {
        expect(text).not.toContain(token);
        expect(text).not.toContain(encodeURIComponent(token));
      }
    }
  });

  test('a value of a query parameter that is named like a token, valid or not', async () => {
    const mock = startMock({ token: 'dev' });
    for (const query of ['access_token=secret1', 'api-key=secret2&x=1', 'Token=secret3']) {
      await mock.fetch(`${mock.baseUrl}/api/customers?${query}`);
    }
    expect(mock.journal.list().map(({ url }) => url.slice('/api/customers?'.length))).toEqual([
      'access_token=[token]',
      'api-key=[token]&x=1',
      'Token=[token]',
    ]);
    await mock.fetch(`${mock.baseUrl}/api/customers`, { headers: { 'x-api-key': 'dev' } });
    expect(mock.journal.last().headers).toEqual({ 'x-api-key': '[token]' });
  });

  test.each([
    ['as sent', (token: string) => token],
    ['URL-encoded', encodeURIComponent],
    ['URL-encoded in lower case', (token: string) => encodeURIComponent(token).toLowerCase()],
    ['form-encoded', (token: string) => new URLSearchParams({ t: token }).toString().slice(2)],
    ['JSON-escaped', (token: string) => JSON.stringify(token).slice(1, -1)],
  ])('in any form: %s', async (_, encode) => {
    for (const token of ['mdmock_"quoted"\\(token)+/=!', 'x'.repeat(8), 'k-'.repeat(4000)]) {
      for (const isValid of [true, false]) {
        const mock = startMock(isValid ? { token: token.toLowerCase() } : {});
        const shown = encode(token.toLowerCase());
        await mock.fetch(`${mock.baseUrl}/api/customers?x=${encode === encodeURIComponent ? shown : ''}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token.toLowerCase()}`,
            'x-echo': shown,
          },
          body: JSON.stringify({ name: shown, type: 'company', [shown]: 1 }),
        });
        for (const text of everything(mock)) expect(text).not.toContain(shown);
        expect(mock.journal.last().headers['x-echo']).toBe('[token]');
      }
    }
  });

  test('issued after the request, and in headers of the response', async () => {
    const mock = startMock();
    const token = 'issued-later-or-wrong';
    mock.faults.add({ status: 503, headers: { 'x-echo': token, 'x-api-key': 'short' }, times: 2 });
    const authorization = `Bearer ${mock.token}`;
    await mock.fetch(`${mock.baseUrl}/api/customers`, { headers: { authorization, 'x-auth-token': token } });
    expect(mock.journal.last().response.headers).toMatchObject({ 'x-echo': '[token]', 'x-api-key': '[token]' });
    await mock.fetch(`${mock.baseUrl}/api/customers`, { headers: { authorization } });
    expect(mock.journal.last().response.headers).toMatchObject({ 'x-echo': token });
    mock.tokens.issue({ token });
    for (const text of everything(mock)) expect(text).not.toContain(token);
  });

  test('also the longer of two with the same start, and the shortest at the end', async () => {
    const mock = startMock({ token: 'mdmock_one' });
    mock.tokens.issue({ token: 'mdmock_one_and_more' });
    mock.tokens.issue({ token: 'sesame78' });
    await mock.fetch(`${mock.baseUrl}/api/mdmock_one_and_more/mdmock_one/mdmock_on/sesame78`);
    expect(mock.journal.last().url).toBe('/api/[token]/[token]/mdmock_on/[token]');
  });

  test('a short token does not redact words in bodies', async () => {
    const mock = startMock({ token: 'company' });
    await call(mock, 'POST', '/api/customers', { name: 'Halm', type: 'company' });
    expect(mock.journal.last('customers.create').body).toEqual({ name: 'Halm', type: 'company' });
    expect(mock.journal.last().headers).not.toHaveProperty('authorization');
  });
});

test('shows the injected fault', async () => {
  const mock = startMock();
  const post = async () => {
    const response = call(mock, 'POST', '/api/catalogs', { name: 'Spring' });
    await response.catch(() => undefined);
  };
  mock.faults.add({ times: 1, status: 503 });
  mock.faults.add({ times: 1, fault: 'drop-connection' });
  mock.faults.add({ times: 1, fault: 'drop-response' });
  mock.faults.add({ times: 1, fault: 'truncate-response' });
  mock.faults.add({ times: 1, fault: 'invalid-json' });
  for (let made = 0; made < 5; made += 1) await post();
  mock.faults.add({ times: 1, delay: 1 });
  await post();
  await post();
  const body = { success: true, data: expect.objectContaining({ name: 'Spring' }) };
  expect(mock.journal.list().map(({ fault, response }) => [fault, response.status, response.body])).toEqual([
    ['status', 503, { success: false, error: 'Injected fault: status 503' }],
    // The first call has no response. For the others, the journal has the response that the caller did not get.
    ['drop-connection', 0, ''],
    ['drop-response', 201, body],
    ['truncate-response', 201, body],
    ['invalid-json', 201, expect.stringMatching(/^\{"success":true,.*<$/)],
    ['delay', 201, body],
    [undefined, 201, body],
  ]);
});

test('works over msw', async () => {
  const mock = startMock();
  const server = setupServer(...mockHandlers(mock));
  server.listen({ onUnhandledFrame: 'error' });
  try {
    const client = new MasterDataClient({ baseUrl: mock.baseUrl, apiToken: mock.token });
    await client.products.create(rack);
  } finally {
    server.close();
  }
  expect(mock.journal.last('products.create').body).toEqual(rack);
  expect(JSON.stringify(mock.journal.list())).not.toContain(mock.token);
});

describe('toHar', () => {
  const pair = z.strictObject({ name: z.string(), value: z.string() });
  const size = z.int().check(z.gte(-1));
  /** Strict schemas of https://w3c.github.io/web-performance/specs/HAR/Overview.html. */
  const har = z.strictObject({
    log: z.strictObject({
      version: z.literal('1.2'),
      creator: z.strictObject({ name: z.string(), version: z.string() }),
      entries: z.array(
        z.strictObject({
          startedDateTime: z.iso.datetime(),
          time: z.number().check(z.gte(0)),
          request: z.strictObject({
            method: z.string(),
            url: z.url(),
            httpVersion: z.string(),
            cookies: z.array(z.never()),
            headers: z.array(pair),
            queryString: z.array(pair),
            postData: z.optional(z.strictObject({ mimeType: z.string(), text: z.string() })),
            headersSize: size,
            bodySize: size,
          }),
          response: z.strictObject({
            status: z.int(),
            statusText: z.string(),
            httpVersion: z.string(),
            cookies: z.array(z.never()),
            headers: z.array(pair),
            content: z.strictObject({ size, mimeType: z.string(), text: z.string() }),
            redirectURL: z.string(),
            headersSize: size,
            bodySize: size,
          }),
          cache: z.strictObject({}),
          timings: z.strictObject({ send: z.number(), wait: z.number(), receive: z.number() }),
          comment: z.optional(z.string()),
        }),
      ),
    }),
  });

  test('is a HAR 1.2 log of all requests and responses', async () => {
    const mock = startMock({ baseUrl: 'https://example.com/v2', journal: 10 });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    await call(mock, 'POST', '/api/catalogs', { name: 'Spring Ä' }, { headers });
    await call(mock, 'GET', `/api/addresses?customer_id=${unknownId}&x=a%20b`);
    mock.faults.add({ fault: 'drop-connection', times: 1 });
    await call(mock, 'GET', '/api/customers').catch(() => undefined);
    await mock.handle({ method: 'GET', url: '*', header: () => undefined, headers: () => [], text: async () => '' });

    const { log } = har.parse(JSON.parse(JSON.stringify(mock.journal.toHar())));
    const [created, listed, dropped] = log.entries;
    expect(log.entries).toHaveLength(4);
    expect(created).toMatchObject({
      startedDateTime: '2026-03-02T12:00:00.000Z',
      request: {
        method: 'POST',
        url: 'https://example.com/v2/api/catalogs',
        headers: [{ name: 'content-type', value: 'application/json; charset=utf-8' }],
        postData: { mimeType: 'application/json; charset=utf-8', text: '{"name":"Spring Ä"}' },
        bodySize: 20,
      },
      response: { status: 201, content: { mimeType: 'application/json' } },
      comment: 'catalogs.create',
    });
    expect(created?.response.content.text).toContain('"name":"Spring Ä"');
    expect(created?.response.content.size).toBe(Buffer.byteLength(created?.response.content.text ?? ''));
    expect(listed?.request).toMatchObject({
      url: `https://example.com/v2/api/addresses?customer_id=${unknownId}&x=a%20b`,
      queryString: [
        { name: 'customer_id', value: unknownId },
        { name: 'x', value: 'a b' },
      ],
      bodySize: 0,
    });
    expect(listed?.request.postData).toBeUndefined();
    expect(dropped).toMatchObject({ response: { status: 0 }, comment: 'customers.list, fault: drop-connection' });
    expect(log.entries[3]).not.toHaveProperty('comment');
    for (const { time, timings } of log.entries) expect(timings.send + timings.wait + timings.receive).toBe(time);
  });

  test('has the content type of the response, and no query if there is none', async () => {
    const mock = startMock({ faults: [{ status: 503, body: 'busy', headers: { 'a-first': 'x' } }] });
    await mock.fetch(`${mock.baseUrl}/api/customers`, { headers: { authorization: `Bearer ${mock.token}` } });
    const [entry] = mock.journal.toHar().log.entries;
    const content = { size: 4, mimeType: 'text/plain;charset=UTF-8', text: 'busy' };
    expect(entry).toMatchObject({ request: { queryString: [] }, response: { content } });
  });

  test.each(['stopped', 'set back'])('is in the order of the requests if the clock is %s', async (clock) => {
    const mock = startMock();
    const held = mock.faults.hold('customers.list', { times: 1 });
    const slow = call(mock, 'GET', '/api/customers');
    await held.reached();
    mock.clock.set(clock === 'stopped' ? noon : noon - 1000);
    await call(mock, 'GET', '/api/addresses');
    held.release();
    await slow;
    await call(mock, 'GET', '/api/catalogs');
    const paths = har
      .parse(mock.journal.toHar('http://x.test'))
      .log.entries.map(({ request }) => request.url.slice(13));
    expect(paths).toEqual(['/api/customers', '/api/addresses', '/api/catalogs']);
  });

  test('is sorted by the time of arrival, and uses the given base URL', async () => {
    const mock = startMock({ clock: noon, faults: [{ delay: 20, times: 1 }] });
    const slow = call(mock, 'GET', '/api/customers');
    mock.clock.advance(1);
    await call(mock, 'GET', '/api/addresses');
    await slow;
    expect(mock.journal.list().map(({ url }) => url)).toEqual(['/api/addresses', '/api/customers']);
    for (const baseUrl of ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/']) {
      const { log } = har.parse(mock.journal.toHar(baseUrl));
      expect(log.entries.map(({ request }) => request.url)).toEqual([
        'http://127.0.0.1:4010/api/customers',
        'http://127.0.0.1:4010/api/addresses',
      ]);
    }
    expect(() => mock.journal.toHar('127.0.0.1:4010')).toThrow(/^baseUrl: must /);
  });
});

describe('a body that is nested 10,000 levels deep', () => {
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  const bodies: readonly (readonly [string, string])[] = [
    ['objects', deep],
    ['arrays', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['a field', `{"name":"Halm","type":"company","tax_ids":${deep}}`],
    ['a bracketed key', `{"name":"Halm","tax_ids[${Array.from({ length: 10_000 }, () => 'a').join('][')}]":${deep}}`],
  ];

  test.each(bodies)('leaves the journal readable: %s', async (_, body) => {
    const mock = startMock();
    const remote = await connectMock(`${mock.baseUrl}/__mock/`, { fetch: createControlFetch(mock) });
    const waiting = mock.journal.waitFor('customers.create');
    const response = await call(mock, 'POST', '/api/customers', body);
    expect(response.status).toBe(400);
    mock.faults.add({ status: 500, body, headers: { 'content-type': 'application/json' }, times: 1 });
    await call(mock, 'POST', '/api/customers', body);
    await call(mock, 'GET', '/api/customers');
    const entry = await waiting;
    expect(entry).toMatchObject({ id: 1, rawBody: body });
    for (const entries of [mock.journal.list(), await remote.journal.list()]) {
      expect(entries).toHaveLength(3);
      const written = JSON.stringify(entries, undefined, 2);
      expect(written).toContain('[nested too deeply]');
      expect(written.length).toBeLessThan(2_000_000);
      expect(structuredClone(entries)).toEqual(entries);
    }
    expect(JSON.stringify(mock.journal.toHar())).toEqual(JSON.stringify(await remote.journal.toHar()));
    expect(mock.journal.summaries()).toEqual(await remote.journal.summaries());
    expect(mock.journal.find(({ id }) => id === 2)).toBeDefined();
    expect(await remote.journal.waitFor('customers.list')).toMatchObject({ id: 3 });
    expect(inspect(mock.journal.list())).toContain('customers.create');
    expect(() => mock.journal.last('paymentTerms.list')).toThrow(RangeError);
  });
});

test('reading costs the same however many tokens there were', async () => {
  const mock = startMock();
  for (let made = 0; made < 20_000; made += 1) mock.tokens.revoke(mock.tokens.issue());
  const revoked = mock.tokens.issue();
  mock.tokens.revoke(revoked);
  for (let made = 0; made < 200; made += 1) {
    await call(mock, 'POST', '/api/customers', { name: `Halm ${revoked}`, type: 'company' });
  }
  // With a search for each token, each of these calls takes seconds, and the test exceeds its limit.
  for (let read = 0; read < 20; read += 1) {
    expect(JSON.stringify(mock.journal.list())).not.toContain(revoked);
    expect(JSON.stringify(mock.journal.toHar())).not.toContain(revoked);
    expect(mock.journal.summaries()).toHaveLength(200);
  }
});

test('the id of a call is a field, and no header, so that headers are equal from run to run', async () => {
  const run = async () => {
    const mock = startMock();
    mock.faults.add({ on: 'customers.list', times: 1, status: 503, headers: { 'retry-after': '0' } });
    await new MasterDataClient(mock.clientOptions).customers.list();
    return mock;
  };
  const [mock, other] = [await run(), await run()];
  const entries = mock.journal.list();
  const [id] = entries.map(({ callId }) => callId);
  expect(id).toMatch(/^[\da-f]{24}$/);
  expect(entries.map(({ callId }) => callId)).toEqual([id, id]);
  expect(mock.journal.summaries().map(({ callId }) => callId)).toEqual([id, id]);
  expect(mock.journal.get(1)?.callId).toBe(id);
  expect(entries.map(({ headers }) => headers)).toEqual(other.journal.list().map(({ headers }) => headers));
  expect(entries[1]?.headers).toHaveProperty('x-retry-count', '1');
  expect(JSON.stringify(entries.map(({ headers }) => headers))).not.toContain('x-call-id');
  expect(JSON.stringify(mock.journal.toHar())).not.toContain('x-call-id');
  expect(other.journal.last()?.callId).not.toBe(id);
});

test('an entry of a request without the header has no call id, and a token in it is replaced', async () => {
  const mock = startMock();
  const send = (headers: Record<string, string>) =>
    mock.fetch(`${mock.baseUrl}/api/customers`, { headers: { authorization: `Bearer ${mock.token}`, ...headers } });
  await send({});
  await send({ 'X-Call-Id': `job ${mock.token}` });
  expect(mock.journal.list().map(({ callId }) => callId)).toEqual([undefined, 'job [token]']);
  expect(mock.journal.summaries().map(({ callId }) => callId)).toEqual([undefined, 'job [token]']);
});

test('summaries count retries and have the system time, even while the clock is stopped', async () => {
  const mock = startMock({ clock: noon });
  const before = Date.now();
  const send = (headers: Record<string, string>) =>
    mock.fetch(`${mock.baseUrl}/api/customers`, { headers: { authorization: `Bearer ${mock.token}`, ...headers } });
  await send({});
  await send({ 'x-retry-count': '2' });
  await send({ 'x-retry-count': 'many' });
  const summaries = mock.journal.summaries();
  expect(summaries.map(({ retryCount }) => retryCount)).toEqual([undefined, 2, undefined]);
  for (const { time, arrivedAt } of summaries) {
    expect(time).toBe(noon);
    expect(arrivedAt).toBeGreaterThanOrEqual(before - 1);
    expect(arrivedAt).toBeLessThanOrEqual(Date.now() + 1);
  }
});

describe('the records that a request changed', () => {
  test('have their values before and after', async () => {
    const mock = startMock();
    await call(mock, 'POST', '/api/customers', { name: 'Halm', type: 'company' });
    const { id } = mock.db.customers.list()[0] ?? { id: '' };
    await call(mock, 'GET', `/api/customers/${id}`);
    await call(mock, 'POST', '/api/customers', { name: 7 });
    const parent = mock.create.productParent();
    const product = mock.create.product({ product_parent_id: parent.id, name: 'Lamp' });
    await call(mock, 'PATCH', `/api/products/${product.id}`, { name: 'Desk lamp' });
    expect(mock.journal.changes(1)).toEqual([
      { table: 'customers', id, after: expect.objectContaining({ id, name: 'Halm' }) },
    ]);
    expect(mock.journal.changes(2)).toEqual([]);
    expect(mock.journal.changes(3)).toEqual([]);
    const [change] = mock.journal.changes(4);
    expect(change).toMatchObject({ table: 'products', before: { name: 'Lamp' }, after: { name: 'Desk lamp' } });
    expect(mock.journal.changes(99)).toEqual([]);
  });

  test('include those of a call whose response is lost, but not of one that a fault prevents', async () => {
    const mock = startMock();
    const body = { name: 'Halm', type: 'company' };
    mock.faults.add({ times: 1, fault: 'drop-response' });
    await call(mock, 'POST', '/api/customers', body).catch(() => undefined);
    mock.faults.add({ times: 1, status: 503 });
    await call(mock, 'POST', '/api/customers', body);
    expect(mock.journal.changes(1)).toHaveLength(1);
    expect(mock.journal.changes(2)).toEqual([]);
  });

  test('are copies without tokens, also of a remote mock', async () => {
    const mock = startMock();
    await call(mock, 'POST', '/api/customers', { name: `Halm ${mock.token}`, type: 'company' });
    const remote = await connectMock('http://mock/__mock/', { fetch: createControlFetch(mock) });
    const changes = mock.journal.changes(1);
    expect(changes).toMatchObject([{ after: { name: 'Halm [token]' } }]);
    expect(await remote.journal.changes(1)).toEqual(changes);
    Object.assign(changes[0]?.after ?? {}, { name: 'changed' });
    expect(mock.journal.changes(1)).toMatchObject([{ after: { name: 'Halm [token]' } }]);
    expect(mock.db.customers.list()[0]?.name).toBe(`Halm ${mock.token}`);
  });
});
