import { describe, expect, test, vi } from 'vitest';
import { encodeBrackets } from '../../src/index.ts';
import { ids, price } from './records.ts';
import { connect, rejection, serve } from './server.ts';

const ok = { json: { success: true, data: price } };

/** An amount whose digits are private, as in libraries of decimal numbers. */
class Money {
  readonly #amount: string;
  constructor(amount: string) {
    this.#amount = amount;
  }
  format() {
    return this.#amount;
  }
}
class Decimal extends Money {
  toJSON() {
    return Number(this.format());
  }
}
class Measures {
  readonly #weight = 2;
  readonly internal = 'not sent';
  toJSON() {
    return { weight: this.#weight, weight_unit: 'kg', height: undefined };
  }
}

/** Returns the JSON that an operation and `client.request` send. */
async function sent(body: unknown): Promise<{ update: unknown; request: unknown }> {
  const server = await serve(ok);
  const client = connect(server, { validation: { responses: 'off' } });
  await Reflect.apply(client.prices.update, undefined, [ids.price, body]);
  await client.request({ method: 'POST', path: '/api/x', body });
  return { update: server.requests[0]?.json, request: server.requests[1]?.json };
}

describe('toJSON is respected', () => {
  test('in values', async () => {
    const body = {
      percent: new Decimal('12.5'),
      at: new Date(0),
      url: new URL('https://a.b/c'),
      n: { toJSON: () => null },
    };
    const json = { percent: 12.5, at: '1970-01-01T00:00:00.000Z', url: 'https://a.b/c', n: null };
    expect(await sent(body)).toEqual({ update: json, request: json });
  });

  test('in lists', async () => {
    const body = { tiers: [new Decimal('1'), { amount: new Decimal('2') }, [new Date(0)]] };
    const json = { tiers: [1, { amount: 2 }, ['1970-01-01T00:00:00.000Z']] };
    expect(await sent(body)).toEqual({ update: json, request: json });
  });

  test('in groups and as a group', async () => {
    const body = {
      shipping: new Measures(),
      a: { b: { toJSON: () => ({ c: new Decimal('3') }) }, d: new Decimal('4') },
    };
    expect(await sent(body)).toEqual({
      update: { 'shipping[weight]': 2, 'shipping[weight_unit]': 'kg', 'a[b][c]': 3, 'a[d]': 4 },
      request: { shipping: { weight: 2, weight_unit: 'kg' }, a: { b: { c: 3 }, d: 4 } },
    });
  });

  test('in the whole body', async () => {
    const json = { weight: 2, weight_unit: 'kg' };
    expect(await sent(new Measures())).toEqual({ update: json, request: json });
    expect(await sent({ secret: 1, toJSON: () => json })).toEqual({ update: json, request: json });
  });

  test('as JSON.stringify calls it: once, with the key, also for functions and bigint', async () => {
    const calls: unknown[] = [];
    const value = { toJSON: (...keys: unknown[]) => calls.push(keys) };
    const callable = Object.assign(() => {}, { toJSON: () => 'f' });
    const body = { a: value, b: { c: value }, d: [0, value], callable, omitted: { toJSON: () => undefined } };
    const server = await serve(ok);
    await Reflect.apply(connect(server).prices.update, undefined, [ids.price, body]);
    expect(calls).toEqual([['a'], ['c'], ['1']]);
    expect(server.only().json).toEqual({ a: 1, 'b[c]': 2, d: [0, 3], callable: 'f' });

    Reflect.set(BigInt.prototype, 'toJSON', function (this: bigint) {
      return String(this);
    });
    try {
      expect(await sent({ a: 12n })).toEqual({ update: { a: '12' }, request: { a: '12' } });
    } finally {
      Reflect.deleteProperty(BigInt.prototype, 'toJSON');
    }
  });

  test('by encodeBrackets, if it returns a group', () => {
    const date = new Date(0);
    const decimal = new Decimal('5');
    expect(encodeBrackets({ shipping: new Measures(), date, decimal })).toEqual({
      'shipping[weight]': 2,
      'shipping[weight_unit]': 'kg',
      date,
      decimal,
    });
    expect(encodeBrackets(new Measures())).toEqual({ weight: 2, weight_unit: 'kg' });
  });

  test('by the validation of requests', async () => {
    const server = await serve(ok);
    const client = connect(server, { validation: { requests: 'throw', responses: 'off' } });
    await Reflect.apply(client.prices.update, undefined, [ids.price, { amount: new Decimal('5') }]);
    expect(server.only().json).toEqual({ amount: 5 });
    const wrong: unknown = { amount: { toJSON: () => 'five' } };
    const error = await rejection(Reflect.apply(client.prices.update, undefined, [ids.price, wrong]));
    expect(error).toMatchObject({ name: 'InvalidRequestError', issues: [{ path: 'amount' }] });
  });
});

const withoutFields: readonly (readonly [string, unknown])[] = [
  ['Map', new Map([['a', 1]])],
  ['Set', new Set([1])],
  ['WeakMap', new WeakMap()],
  ['RegExp', /x/],
  ['Error', new TypeError('x')],
  ['ArrayBuffer', new ArrayBuffer(2)],
  ['Uint8Array', new Uint8Array(2)],
  ['Number', Object(5)],
  ['String', Object('x')],
  ['Boolean', Object(true)],
  ['Symbol', Object(Symbol('x'))],
  ['Promise', Promise.resolve(1)],
  ['FormData', new FormData()],
  ['Headers', new Headers({ a: '1' })],
  ['URLSearchParams', new URLSearchParams('a=1')],
  ['Blob', new Blob(['x'])],
  ['Generator', (function* () {})()],
  ['an instance of a class without fields', new Money('5')],
  ['an instance of a class without fields', Object.create({ inherited: 1 })],
  [
    'an instance of a class without fields',
    new (class {
      get [Symbol.toStringTag]() {
        return 'Object';
      }
    })(),
  ],
];

describe.each(withoutFields)('%s is never sent as {}', (received, value) => {
  test.each<[string, unknown, string]>([
    ['amount', { amount: value }, 'amount'],
    ['shipping[weight]', { shipping: { weight: value } }, 'shipping.weight'],
    ['tiers.0', { tiers: [value] }, 'tiers.0'],
    ['tiers.1.amount', { tiers: [0, { amount: value }] }, 'tiers.1.amount'],
    ['a', { a: { toJSON: () => value } }, 'a'],
  ])('at %s', async (path, body, plainPath) => {
    const server = await serve(ok);
    const client = connect(server);
    const problem = `must be a plain object, received ${received}. Convert it, for example with a toJSON method.`;
    const update = await rejection(Reflect.apply(client.prices.update, undefined, [ids.price, body]));
    expect(update).toMatchObject({
      name: 'InvalidRequestError',
      message: `prices.update was not sent: ${path}: ${problem}`,
      issues: [{ path, message: problem }],
    });
    const request = await rejection(client.request({ method: 'POST', path: '/api/x', body }));
    expect(request).toMatchObject({ name: 'InvalidRequestError', issues: [{ path: plainPath, message: problem }] });
    expect(server.requests).toEqual([]);
  });

  test('as the whole body', async () => {
    const server = await serve(ok);
    const error = await rejection(connect(server).request({ method: 'POST', path: '/api/x', body: value }));
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      message: expect.stringContaining(`the body must be a plain object, received ${received}.`),
    });
    expect(server.requests).toEqual([]);
  });
});

describe('a body that cannot be read is an InvalidRequestError', () => {
  const cycle: { list: unknown[]; self?: unknown } = { list: [] };
  cycle.list.push({ cycle });
  const group: { group?: unknown } = {};
  group.group = group;
  const nest = (levels: number, wrap: (inner: unknown) => unknown) => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level += 1) value = wrap(value);
    return value;
  };
  const endless: { toJSON(): unknown } = { toJSON: () => ({ next: { ...endless } }) };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const failing = vi.fn(() => {
    throw new Error('no');
  });

  test.each<[string, unknown, string]>([
    ['a cycle', cycle, 'must not contain itself'],
    ['a cycle of groups', group, 'must not contain itself'],
    ['deep objects', nest(20_000, (a) => ({ a })), 'levels deep'],
    ['101 levels of groups', nest(1001, (a) => ({ a })), 'levels deep'],
    ['deep lists', { a: nest(20_000, (a) => [a]) }, 'levels deep'],
    ['an endless toJSON', endless, 'levels deep'],
    ['a getter that throws', Object.defineProperty({}, 'a', { enumerable: true, get: failing }), 'no'],
    ['a toJSON that throws', { a: { toJSON: failing } }, 'no'],
    ['a revoked proxy', { a: proxy }, 'proxy'],
    ['a proxy that throws', new Proxy({}, { ownKeys: failing }), 'no'],
    ['a moment that is invalid', { a: { toJSON: () => null, valueOf: () => Number.NaN } }, 'a: must be a valid date'],
    ['a toJSON that returns NaN', { a: { toJSON: () => Number.NaN } }, 'a: must be a finite number'],
  ])('%s', async (_, body, message) => {
    const server = await serve(ok);
    const client = connect(server);
    for (const call of [
      Reflect.apply(client.prices.update, undefined, [ids.price, body]),
      client.request({ method: 'POST', path: '/api/x', body }),
    ]) {
      const error = await rejection(call);
      expect(error).toMatchObject({ name: 'InvalidRequestError', message: expect.stringContaining(message) });
      expect(String(error).length).toBeLessThan(300);
    }
    expect(server.requests).toEqual([]);
  });
});

describe('a body is sent as JSON.stringify writes it', () => {
  test.each<[string, unknown]>([
    ['undefined is omitted', { a: undefined, b: null, c: [null] }],
    ['keys keep their order', { b: 1, a: 2, 10: 3, 9: 4 }],
    ['symbols and hidden properties are omitted', Object.defineProperty({ [Symbol('a')]: 1 }, 'b', { value: 2 })],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['a proxy', new Proxy({ a: [1] }, {})],
    ['a repeated object', ((a) => ({ a: [a, a], b: [a] }))({ x: 1 })],
    ['a list with properties', { a: Object.assign([1], { x: 2 }) }],
    ['halves of surrogate pairs', { a: '\ud800' }],
    ['a key like __proto__', JSON.parse('{"a":[{"__proto__":{"b":1}}]}')],
  ])('%s', async (_, body) => {
    const server = await serve(ok);
    const client = connect(server, { validation: { responses: 'off' } });
    await client.request({ method: 'POST', path: '/api/x', body });
    await Reflect.apply(client.prices.update, undefined, [ids.price, body]);
    expect(server.requests.map((request) => request.body)).toEqual([JSON.stringify(body), JSON.stringify(body)]);
  });

  test('with the digits of JSON.rawJSON', async () => {
    const rawJson: unknown = Reflect.get(JSON, 'rawJSON');
    if (typeof rawJson !== 'function') throw new Error('Node 22 has JSON.rawJSON');
    const server = await serve(ok);
    await Reflect.apply(connect(server).prices.update, undefined, [
      ids.price,
      { percent: rawJson('12.50'), l: [rawJson('1.0')] },
    ]);
    expect(server.only().body).toBe('{"percent":12.50,"l":[1.0]}');
  });
});
