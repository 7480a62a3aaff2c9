import { describe, expect, test } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import { customer, ids } from './records.ts';
import { connect, rejection, serve, token } from './server.ts';

const ok = { json: { success: true, data: customer } };
const listed = { json: { success: true, data: [] } };
const baseUrl = 'https://api.example.com';

/** An object whose text is a valid value. */
const like = (text: string) => ({ toString: () => text, valueOf: () => text });

/** Values that no option of a kind may have. Many have the text of a valid value. */
const notText = [null, 7, true, ['warn'], Object('warn'), like('warn'), () => 'warn', Symbol('warn')];
const notBoolean = [null, 0, 1, '', 'true', 'false', [true], Object(true), like('true')];
const notMilliseconds = [null, true, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 31 - 0.5, '5', [5], 5n];
const notFunction = [null, false, 'x', {}, [() => true]];
const notObject = [null, false, 7, 'off', ['off'], Object('off'), new Map(), new Date(0), () => 'off'];
const notMode = [...notText, true, false, 'WARN', 'on', '', ['throw'], Object('off'), like('throw')];
const notHeaders = [null, 7, '', 'x-a', [], [['x-a', '1']], new Map([['x-a', '1']]), () => {}, new Date(0)];
const notHeaderValue = [null, 7, undefined, ['1'], Object('1'), like('1'), 'a\nb'];

/** The options of clients and requests. */
const shared: readonly (readonly [string, readonly unknown[]])[] = [
  ['apiToken', [7, false, ['token'], Object('token'), like('token'), '', 'a b', 'ü']],
  ['timeout', notMilliseconds],
  ['totalTimeout', notMilliseconds],
  ['maxRetries', [null, -1, 1.5, '2', [2], Object(2), Number.NaN, Number.POSITIVE_INFINITY, like('2')]],
  ['maxResponseBytes', [null, true, 0, -1, Number.NaN, '5', [5], 5n]],
  ['retryPosts', notBoolean],
  ['shouldRetry', notFunction],
  ['headers', [...notHeaders, ...notHeaderValue.map((value) => ({ 'x-a': value })), { 'x a': '1' }, { te: '1' }]],
  ['validation', [...notObject, { request: 'off' }]],
  ['validation.requests', notMode],
  ['validation.responses', notMode],
];

const clientOnly: readonly (readonly [string, readonly unknown[]])[] = [
  ['baseUrl', [null, 7, [baseUrl], Object(baseUrl), new URL(baseUrl), like(baseUrl), '', 'example.com', 'ftp://a.b']],
  ['fetch', notFunction],
  ['ky', [...notFunction, () => {}, { extend() {} }]],
  ['hooks', [...notObject, { onRequests() {} }]],
  ...['onRequest', 'onResponse', 'onRetry', 'onError'].map((name) => [`hooks.${name}`, notFunction] as const),
  ['logger', [null, 'console', {}, () => {}, { debug() {}, info() {}, warn() {}, error: 'x' }]],
  ['logLevel', [...notText, 'WARN', 'verbose', '']],
  ['redactedFields', [null, 'name', { name: true }, new Set(['name']), [7], [Object('name')]]],
  ['appInfo', notObject],
  ...['name', 'version', 'url'].map((name) => [`appInfo.${name}`, notText] as const),
  ['allowTokenInBrowser', notBoolean],
  ['callHeaders', notBoolean],
];

const requestOnly: readonly (readonly [string, readonly unknown[]])[] = [
  ['signal', [null, false, {}, 'abort', new AbortController(), ['signal']]],
  ['cooldown', [null, 5, {}, { remaining: () => 0 }, { remaining: 0, start: 0 }]],
];

/** Returns options with a value at a path such as `hooks.onError`. */
function optionsWith(path: string, value: unknown): object {
  const [name = '', inner] = path.split('.');
  return { [name]: inner === undefined ? value : { ...(name === 'appInfo' && { name: 'a' }), [inner]: value } };
}

/** An object with the same properties, which it inherits from its class. */
function inherit(options: object): object {
  const getters = Object.entries(options).map(([name, value]) => [name, { get: (): unknown => value }] as const);
  return Object.create(Object.defineProperties({}, Object.fromEntries(getters)));
}

describe.each([...shared, ...clientOnly])('the wrong option %s is a ConfigurationError', (path, values) => {
  test('of the constructor', () => {
    for (const value of values) {
      const given = { baseUrl, apiToken: token, ...optionsWith(path, value) };
      for (const options of [given, inherit(given)]) {
        expect(() => Reflect.construct(MasterDataClient, [options]), String(typeof value)).toThrow(
          expect.objectContaining({
            name: 'ConfigurationError',
            message: expect.stringContaining(path.replace(/\..*/, '')),
          }),
        );
      }
    }
  });

  test('of withOptions', () => {
    const client = new MasterDataClient({ baseUrl, apiToken: token });
    for (const value of values) {
      for (const options of [optionsWith(path, value), inherit(optionsWith(path, value))]) {
        expect(() => Reflect.apply(client.withOptions, client, [options])).toThrow(
          expect.objectContaining({ name: 'ConfigurationError' }),
        );
      }
    }
  });
});

test.each([...shared, ...requestOnly])(
  'the wrong option %s of a call is a ConfigurationError',
  async (path, values) => {
    const server = await serve(ok);
    const client = connect(server);
    for (const value of values) {
      for (const options of [optionsWith(path, value), inherit(optionsWith(path, value))]) {
        const calls: Promise<unknown>[] = [
          Reflect.apply(client.customers.get, undefined, [ids.customer, options]),
          Reflect.apply(client.customers.list, undefined, [{}, options]),
          Reflect.apply(client.request, undefined, [{ method: 'GET', path: '/api/x' }, options]),
        ];
        for (const call of calls) expect(await rejection(call)).toHaveProperty('name', 'ConfigurationError');
      }
    }
    expect(server.requests).toEqual([]);
  },
);

test.each([undefined, null, 7, 'x', [], () => {}, new Map(), new Date(0)])(
  'options that are %s are a ConfigurationError',
  (options) => {
    const client = new MasterDataClient({ baseUrl, apiToken: token });
    expect(() => Reflect.apply(client.withOptions, client, [options])).toThrow('options: must be an object');
    if (options !== undefined) {
      expect(() => Reflect.construct(MasterDataClient, [options])).toThrow('options: must be an object');
    }
  },
);

test('options that a class inherits or computes are used', async () => {
  const server = await serve({ status: 503 });
  class Options {
    readonly #retries = 0;
    get maxRetries() {
      return this.#retries;
    }
  }
  const client = connect(server);
  await rejection(client.customers.get(ids.customer, new Options()));
  await rejection(client.withOptions(new Options()).customers.get(ids.customer));
  expect(server.requests).toHaveLength(2);
});

test('each option of a call is read once', async () => {
  const server = await serve(ok);
  const reads: string[] = [];
  const options = {
    timeout: 5000,
    headers: { 'x-a': '1' },
    signal: new AbortController().signal,
    cooldown: { remaining: () => 0, start: () => 0 },
  };
  const counted = new Proxy(options, {
    get(target, name) {
      reads.push(String(name));
      return Reflect.get(target, name);
    },
  });
  await connect(server).customers.get(ids.customer, counted);
  expect(reads.filter((name) => name in options).sort()).toEqual(Object.keys(options).sort());
});

test('hooks can be an instance of a class with fields of its own', async () => {
  class Metrics {
    readonly statuses: number[] = [];
    onResponse({ status }: { status: number }) {
      this.statuses.push(status);
    }
  }
  const hooks = new Metrics();
  await connect(await serve(ok), { hooks }).customers.get(ids.customer);
  expect(hooks.statuses).toEqual([200]);
});

test.each([['POST'], 'post', 'HEAD', '', 'GET, POST', Object('POST'), like('POST'), null, undefined, 7, [['POST']]])(
  'client.request rejects the method %j, and sends nothing',
  async (method) => {
    const server = await serve({ status: 503 });
    const methods = Array.isArray(method) ? [method, method[0]].filter((value) => value !== 'POST') : [method];
    for (const wrong of methods) {
      const call = Reflect.apply(connect(server).request, undefined, [{ method: wrong, path: '/api/x', body: {} }]);
      expect(await rejection(call)).toMatchObject({
        name: expect.stringMatching(/^(?:Configuration|InvalidRequest)Error$/),
      });
    }
    expect(server.requests).toEqual([]);
  },
);

test.each([[['/api/x']], [Object('/api/x')], [like('/api/x')], [null], [undefined], [7]])(
  'client.request rejects the path %j',
  async (path) => {
    const server = await serve(ok);
    const error = await rejection(Reflect.apply(connect(server).request, undefined, [{ method: 'GET', path }]));
    expect(error).toHaveProperty('name', 'InvalidRequestError');
    expect(server.requests).toEqual([]);
  },
);

test.each([
  'timeout',
  'totalTimeout',
  'maxRetries',
  'retryPosts',
  'headers',
  'validation',
  'signal',
  'apiToken',
  'cooldown',
])('a list rejects the option %s as its query: nothing is sent, and a token is not shown', async (name) => {
  const server = await serve(listed);
  const error = await rejection(Reflect.apply(connect(server).addresses.list, undefined, [{ [name]: token }]));
  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    message: expect.stringContaining(
      `must be a query, received options (${name}). Pass options as the second parameter`,
    ),
  });
  expect(String(error)).not.toContain(token);
  expect(server.requests).toEqual([]);
});

describe('withOptions merges validation, as a call does', () => {
  const odd = { json: { success: true, data: { ...customer, name: 7 } } };

  test.each<[object, object]>([
    [{ responses: 'throw' }, { requests: 'throw' }],
    [
      { responses: 'throw', requests: 'off' },
      { requests: 'throw', responses: undefined },
    ],
    [{ responses: 'off', requests: 'throw' }, { responses: 'throw' }],
  ])('%j and %j', async (first, second) => {
    const server = await serve(odd);
    const client = connect(server, { validation: first }).withOptions({ validation: second });
    const { customers } = client.withOptions({ validation: {} }).withOptions({ timeout: 5000 });
    expect(await rejection(customers.get(ids.customer))).toHaveProperty('name', 'UnexpectedResponseError');
    expect(await rejection(Reflect.apply(customers.create, undefined, [{ name: 7 }]))).toHaveProperty(
      'name',
      'InvalidRequestError',
    );
    expect(server.requests).toHaveLength(1);
  });
});
