import { describe, expect, test } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import { customer, ids, price } from './records.ts';
import { connect, rejection, serve, token } from './server.ts';

const ok = { json: { success: true, data: customer } };

describe('wrong options', () => {
  test.each<[object, string]>([
    [{ timout: 5 }, 'Unknown option "timout". Did you mean "timeout"?'],
    [{ baseURL: 'x' }, 'Unknown option "baseURL". Did you mean "baseUrl"?'],
    [{ retries: 3 }, 'Unknown option "retries". Did you mean "maxRetries"?'],
    [{ token: 'x' }, 'Unknown option "token". Did you mean "apiToken"?'],
    [{ middleware: [] }, 'Unknown option "middleware". Valid options: '],
    [{ hooks: { onReqest() {} } }, 'Unknown option "hooks.onReqest". Did you mean "onRequest"?'],
    [{ validation: 'throw' }, 'validation: must be an object, received a string'],
    [
      { validation: { responses: 'thorw' } },
      "validation.responses: must be 'off', 'warn' or 'throw', received \"thorw\"",
    ],
    [{ redactedFields: 'email' }, 'redactedFields: must be an array of strings, received "email"'],
    [{ timeout: '5000' }, 'timeout: must be false or milliseconds above 0 and below 2^31, received "5000"'],
    [{ maxRetries: '2' }, 'maxRetries: must be a whole number from 0, received "2"'],
    [{ retryPosts: 'no' }, 'retryPosts: must be true or false, received "no"'],
    [{ fetch: 'x' }, 'fetch: must be a function, received "x"'],
    [{ shouldRetry: false }, 'shouldRetry: must be a function, received false'],
    [{ logger: { warn() {} } }, 'logger: must be an object with debug, info, warn and error'],
    [{ headers: [['x-a', '1']] }, 'headers: must be an object of header names and values, received an array'],
    [
      { headers: { 'x-a': '1', 'x-b': undefined } },
      'headers.x-b: must be a header name with one line of Latin-1 characters',
    ],
    [
      { headers: { 'x-a': '1', 'x-b': 'Łódź' } },
      'headers.x-b: must be a header name with one line of Latin-1 characters',
    ],
    [{ headers: { 'x a': '1' } }, 'headers.x a: must be a header name'],
    [{ appInfo: { name: '', version: '1.4.0' } }, 'appInfo.name: is missing. Pass the name of your application.'],
    [{ appInfo: { name: 'Łódź sync' } }, 'appInfo: must be one line of Latin-1 characters'],
    [{ apiToken: '' }, 'apiToken: must not be empty'],
    [{ headers: { 'Transfer-Encoding': 'chunked' } }, 'headers: transfer-encoding is set by the connection'],
    [{ apiToken: 7 }, 'apiToken: must be a string, received number'],
  ])('%j', (options, message) => {
    const given = { baseUrl: 'https://api.example.com', apiToken: token, ...options };
    expect(() => new MasterDataClient(given)).toThrow(message);
  });

  test.each<[unknown, string]>([
    [{ cooldown: {} }, 'cooldown: must be an object with remaining and start, received an object'],
    [{ signal: 'abort' }, 'signal: must be an AbortSignal, received "abort"'],
    [{ baseUrl: 'https://elsewhere.example' }, 'Unknown option "baseUrl". Valid options: '],
    [null, 'options: must be an object, received null'],
    [5, 'options: must be an object, received 5'],
    [{ queryKey: ['x'], signal: undefined, meta: undefined }, 'Unknown option "queryKey"'],
  ])('of a request: %j', async (options, message) => {
    const server = await serve(ok);
    const call = Reflect.apply(connect(server).customers.get, undefined, [ids.customer, options]);
    expect(await rejection(call)).toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining(message),
    });
    expect(server.requests).toEqual([]);
  });

  test('are not shown if they are a token', async () => {
    const message = 'options: must be an object, received a string';
    expect(() => Reflect.construct(MasterDataClient, [token])).toThrow(message);
    const client = connect(await serve(ok));
    expect(() => Reflect.apply(client.withOptions, undefined, [token])).toThrow(message);
    const call = Reflect.apply(client.customers.get, undefined, [ids.customer, token]);
    expect(await rejection(call)).toHaveProperty('message', message);
  });

  test('reject a token or headers without showing them', () => {
    for (const options of [{ headers: { 'x-key': 'hun\nter2' } }, { apiToken: 'hunter2 x' }, { headers: 'hunter2' }]) {
      const given: object = { baseUrl: 'https://api.example.com', apiToken: token, ...options };
      expect(() => new MasterDataClient(given)).toThrow(expect.not.stringContaining('ter2'));
    }
  });
});

test('a bracketed key rejects the call, and the error says what to pass', async () => {
  const server = await serve(ok);
  const call = Reflect.apply(connect(server).products.update, undefined, [ids.product, { 'shipping[weight]': 2 }]);
  expect(await rejection(call)).toMatchObject({
    name: 'BracketKeyError',
    message: 'products.update was not sent: "shipping[weight]" has brackets. Pass a nested object.',
    stack: expect.stringContaining('BracketKeyError: products.update was not sent'),
  });
  expect(server.requests).toEqual([]);
});

test.each<[string, readonly unknown[]]>([
  ['the query', [Object.defineProperty({}, 'customer_id', { enumerable: true, get: fail })]],
  ['an option', [{}, Object.defineProperty({}, 'timeout', { enumerable: true, get: fail })]],
])('a getter of %s that throws rejects the call with an InvalidRequestError', async (_, given) => {
  const server = await serve(ok);
  const call = Reflect.apply(connect(server).addresses.list, undefined, given);
  expect(await rejection(call)).toMatchObject({
    name: 'InvalidRequestError',
    message: 'addresses.list was not sent: the getter failed',
  });
  expect(server.requests).toEqual([]);
});

function fail(): never {
  throw new Error('the getter failed');
}

describe('a body that JSON cannot represent', () => {
  class Shipping {
    weight = 2;
  }
  test.each<[string, object, string]>([
    ['NaN', { percent: Number('12,5') }, 'percent: must be a finite number, received NaN'],
    ['Infinity', { percent: Number.POSITIVE_INFINITY }, 'percent: must be a finite number'],
    ['in a group', { shipping: { weight: Number.NaN } }, 'shipping[weight]: must be a finite number'],
    ['in a list', { volume_tiers: [{ amount: Number.NaN }] }, 'volume_tiers.0.amount: must be a finite number'],
    ['a bigint', { amount: 1n }, 'amount: must be a JSON value, received bigint'],
    ['a function', { amount: () => 1 }, 'amount: must be a JSON value, received function'],
    ['a symbol', { amount: Symbol('x') }, 'amount: must be a JSON value, received symbol'],
    ['undefined in a list', { volume_tiers: [undefined] }, 'volume_tiers.0: must be a JSON value'],
    ['a hole in a list', { volume_tiers: new Array(1) }, 'volume_tiers.0: must be a JSON value'],
    ['a Map', { identifiers: new Map([['erp', 'x']]) }, 'identifiers: must be a plain object, received Map'],
    ['a Set in a list', { volume_tiers: [new Set()] }, 'volume_tiers.0: must be a plain object, received Set'],
    ['an instance as a group', { shipping: new Shipping() }, 'shipping: must be a plain object, received an instance'],
    ['an invalid date', { from: new Date(Number.NaN) }, 'from: must be a valid date'],
  ])('is rejected before sending: %s', async (_, body, message) => {
    const server = await serve(ok);
    const error = await rejection(Reflect.apply(connect(server).prices.update, undefined, [ids.price, body]));
    expect(error).toMatchObject({ name: 'InvalidRequestError', issues: [{ path: message.split(':')[0] }] });
    expect(String(error)).toContain(`prices.update was not sent: ${message}`);
    expect(server.requests).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['a FormData', new FormData(), 'FormData'],
    ['a URLSearchParams', new URLSearchParams('name=x'), 'URLSearchParams'],
    ['a Map', new Map([['name', 'x']]), 'Map'],
    ['a date', new Date(0), 'Date'],
    ['an array', [{ name: 'x' }], 'an array'],
    ['a text', '{"name":"x"}', 'a string'],
    ['null', null, 'null'],
    ['nothing', undefined, 'undefined'],
  ])('is rejected before sending: %s as the whole body', async (_, body, received) => {
    const server = await serve(ok);
    const { prices, customers } = connect(server);
    const update = await rejection(Reflect.apply(prices.update, undefined, [ids.price, body]));
    expect(update).toMatchObject({
      name: 'InvalidRequestError',
      message: expect.stringContaining(
        `prices.update was not sent: the body must be a plain object, received ${received}`,
      ),
    });
    expect(await rejection(Reflect.apply(customers.create, undefined, [body]))).toHaveProperty(
      'message',
      expect.stringContaining(`customers.create was not sent: the body must be a plain object, received ${received}`),
    );
    expect(server.requests).toEqual([]);
  });

  test('an instance of a class with fields is sent', async () => {
    const server = await serve({ json: { success: true, data: price } });
    await connect(server).prices.update(
      ids.price,
      new (class {
        percent = 5;
      })(),
    );
    expect(server.only().json).toEqual({ percent: 5 });
  });

  test('is rejected by client.request as well', async () => {
    const server = await serve(ok);
    const client = connect(server);
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const thrower = {
      get x(): never {
        throw new Error('no');
      },
    };
    for (const body of [{ a: { b: Number.NaN } }, Number.NaN, [1n], circular, thrower]) {
      const error = await rejection(client.request({ method: 'POST', path: '/api/x', body }));
      expect(error).toMatchObject({ name: 'InvalidRequestError' });
    }
    expect(server.requests).toEqual([]);
  });

  test('values that JSON can represent are sent', async () => {
    const server = await serve({ json: { success: true, data: price } });
    const date = new Date(0);
    await connect(server).request({
      method: 'POST',
      path: '/api/x',
      body: { date, n: null, u: undefined, z: -0, l: [{}] },
    });
    expect(server.only().json).toEqual({ date: date.toISOString(), n: null, z: 0, l: [{}] });
  });

  test.each([
    [Number.NaN, 'NaN'],
    [null, 'null'],
    [{}, 'an object'],
    [[null], 'null'],
  ])('a query with %j is rejected', async (page, received) => {
    const server = await serve(ok);
    const call = Reflect.apply(connect(server).request, undefined, [
      { method: 'GET', path: '/api/x', query: { page } },
    ]);
    expect(await rejection(call)).toMatchObject({
      name: 'InvalidRequestError',
      message: `query.page: must be a string, a finite number or a boolean, received ${received}`,
    });
    expect(server.requests).toEqual([]);
  });
});

describe('a request that can never be sent', () => {
  test('a GET with a body is a ConfigurationError', async () => {
    const server = await serve(ok);
    const error = await rejection(connect(server).request({ method: 'GET', path: '/api/x', body: {} }));
    expect(error).toMatchObject({ name: 'ConfigurationError' });
    expect(server.requests).toEqual([]);
  });

  test('a fetch without a response is a ConfigurationError, without retries', async () => {
    const calls: string[] = [];
    const fetch = async (url: string) => {
      calls.push(url);
      return JSON.parse('{}');
    };
    const error = await rejection(connect(await serve(), { fetch }).customers.list());
    expect(error).toMatchObject({ name: 'ConfigurationError', message: 'fetch: must return a Response' });
    expect(calls).toHaveLength(1);
  });

  test('a port that fetch blocks is a ConfigurationError, without retries', async () => {
    const client = new MasterDataClient({ baseUrl: 'http://127.0.0.1:6000', apiToken: token });
    expect(await rejection(client.customers.list())).toMatchObject({ name: 'ConfigurationError' });
  });
});
