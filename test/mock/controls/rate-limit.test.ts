import { describe, expect, test } from 'vitest';
import { RateLimiter, rateLimitCell } from '../../../mocks/controls/rate-limit.ts';
import type { MockServer, MockServerOptions, RateLimit } from '../../../mocks/index.ts';
import type { Cell } from '../../../mocks/state/cell.ts';
import { MasterDataClient, RateLimitError } from '../../../src/index.ts';
import { fc } from '../../fast-check.ts';
import { runs } from '../../sample.ts';
import { call, contents, noon, startMock } from '../helpers.ts';

/** A mock whose clock only tests move. */
const start = (rateLimit: RateLimit, options: MockServerOptions = {}) =>
  startMock({ rateLimit, clock: noon, ...options });

async function list(mock: MockServer, token = mock.token) {
  const { status, headers } = await call(mock, 'GET', '/api/customers', undefined, { token });
  return {
    status,
    limit: headers['ratelimit-limit'],
    remaining: headers['ratelimit-remaining'],
    reset: headers['ratelimit-reset'],
    retryAfter: headers['retry-after'],
  };
}

test('is off by default: no headers, no limit', async () => {
  const mock = startMock();
  for (let count = 0; count < 200; count += 1) await list(mock);
  expect(await list(mock)).toEqual({ status: 200 });
});

describe('a fixed window', () => {
  const rate = { limit: 2, window: 10_000 };

  test('admits calls up to the limit, returns the rest of it, and rejects calls until it ends', async () => {
    const mock = start(rate);
    expect(await list(mock)).toEqual({ status: 200, limit: '2', remaining: '1', reset: '10' });
    mock.clock.advance(3999);
    expect(await list(mock)).toEqual({ status: 200, limit: '2', remaining: '0', reset: '7' });
    mock.clock.advance(6000);
    expect(await list(mock)).toEqual({ status: 429, limit: '2', remaining: '0', reset: '1', retryAfter: '1' });
    mock.clock.advance(1);
    expect(await list(mock)).toEqual({ status: 200, limit: '2', remaining: '1', reset: '10' });
  });

  test('is followed by windows of the same length, with or without calls', async () => {
    const mock = start(rate);
    await list(mock);
    mock.clock.advance(34_000);
    expect(await list(mock)).toMatchObject({ remaining: '1', reset: '6' });
  });

  test('starts again if the clock is set back', async () => {
    const mock = start(rate);
    await list(mock);
    await list(mock);
    mock.clock.set('2020-01-01');
    expect(await list(mock)).toMatchObject({ status: 200, remaining: '1', reset: '10' });
  });

  test('is a minute long by default', async () => {
    const mock = start({ limit: 1 });
    await list(mock);
    expect(await list(mock)).toMatchObject({ status: 429, retryAfter: '60' });
    mock.clock.advance(60_000);
    expect(await list(mock)).toMatchObject({ status: 200 });
  });
});

describe('a token bucket', () => {
  const rate = { limit: 4, window: 10_000, algorithm: 'token-bucket' } as const;

  test('admits a burst, then as many calls as it refills', async () => {
    const mock = start(rate);
    for (const remaining of ['3', '2', '1', '0']) expect(await list(mock)).toMatchObject({ status: 200, remaining });
    expect(await list(mock)).toEqual({ status: 429, limit: '4', remaining: '0', reset: '3', retryAfter: '3' });
    mock.clock.advance(2499);
    expect((await list(mock)).status).toBe(429);
    mock.clock.advance(1);
    expect((await list(mock)).status).toBe(200);
    expect((await list(mock)).status).toBe(429);
  });

  test('holds no more than its limit', async () => {
    const mock = start(rate);
    await list(mock);
    mock.clock.advance(1_000_000);
    expect(await list(mock)).toMatchObject({ remaining: '3' });
  });

  test('refills nothing if the clock is set back', async () => {
    const mock = start({ ...rate, limit: 1 });
    await list(mock);
    mock.clock.advance(-60_000);
    expect(await list(mock)).toMatchObject({ status: 429, retryAfter: '10' });
    mock.clock.advance(10_000);
    expect((await list(mock)).status).toBe(200);
  });
});

/** A value that belongs to no mock. */
function createCell<T>(initial: T): Cell<T> {
  let value = initial;
  const set = (next: T) => {
    value = next;
  };
  return { get: () => value, set, keep: set };
}

test('with either algorithm, a caller who waits as long as Retry-After says is admitted', () => {
  const algorithm = fc.constantFrom('fixed-window' as const, 'token-bucket' as const);
  const rate = fc.record({
    algorithm,
    limit: fc.integer({ min: 1, max: 1000 }),
    window: fc.integer({ min: 1, max: 1e6 }),
  });
  const passing = fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 60 });
  let rejections = 0;
  fc.assert(
    fc.property(rate, passing, (rateLimit, passed) => {
      const limiter = new RateLimiter(createCell(rateLimitCell.initial));
      let now = noon;
      const take = () => limiter.take({ rateLimit, rateLimitHeaders: 'ratelimit' }, 'w', { now: () => now });
      for (const milliseconds of passed) {
        now += milliseconds;
        for (let burst = 0; burst < 5; burst += 1) take();
      }
      let decision = take();
      for (let burst = 0; burst < 1000 && decision?.allowed; burst += 1) decision = take();
      expect(decision?.allowed).toBe(false);
      rejections += 1;
      const wait = Number(decision?.headers['retry-after']);
      expect(wait).toBeGreaterThanOrEqual(1);
      now += wait * 1000;
      expect(take()?.allowed).toBe(true);
    }),
    { numRuns: runs(500) },
  );
  expect(rejections).toBe(runs(500));
});

test.each([
  ['ratelimit', ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']],
  ['x-ratelimit', ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']],
  ['none', []],
] as const)('rateLimitHeaders %s sets %j, and a 429 has Retry-After', async (rateLimitHeaders, names) => {
  const mock = start({ limit: 1 }, { policies: { rateLimitHeaders } });
  const limitNames = (headers: object) =>
    Object.keys(headers).filter((name) => /-(?:limit|remaining|reset)$/.test(name));
  const admitted = await call(mock, 'GET', '/api/customers');
  expect(limitNames(admitted.headers)).toEqual(names);
  const rejected = await call(mock, 'GET', '/api/customers');
  expect(rejected.status).toBe(429);
  expect(limitNames(rejected.headers)).toEqual(names);
  expect(rejected.headers['retry-after']).toBe('60');
});

test('the response is a 429 with an error body, and nothing changes', async () => {
  const mock = start({ limit: 1 });
  await list(mock);
  const before = contents(mock);
  const response = await call(mock, 'POST', '/api/customers', { name: 'Late', type: 'company' });
  expect(response.status).toBe(429);
  expect(response.body).toEqual({ success: false, error: 'Too many requests' });
  expect(contents(mock)).toEqual(before);
});

test('each workspace has its own limit, which its tokens share', async () => {
  const mock = start({ limit: 2 });
  const workspace = mock.db.workspaces.insert({ name: 'Second' }).id;
  const [one, other] = [mock.tokens.issue(), mock.tokens.issue({ workspace })];
  expect((await list(mock)).status).toBe(200);
  expect((await list(mock, one)).status).toBe(200);
  expect((await list(mock, one)).status).toBe(429);
  expect((await list(mock)).status).toBe(429);
  expect(await list(mock, other)).toMatchObject({ status: 200, remaining: '1' });
});

describe('a call counts', () => {
  test('with a valid token, whatever its response', async () => {
    const mock = start({ limit: 100 });
    const token = mock.tokens.issue({ permissions: [] });
    const responses = [
      await call(mock, 'GET', '/api/customers', undefined, { token }),
      await call(mock, 'POST', '/api/customers', '{'),
      await call(mock, 'GET', '/api/customers/x'),
      await call(mock, 'PATCH', '/api/products/00000000-0000-4000-8000-000000000000', {}),
    ];
    expect(responses.map(({ status, headers }) => [status, headers['ratelimit-remaining']])).toEqual([
      [403, '99'],
      [400, '98'],
      [400, '97'],
      [404, '96'],
    ]);
  });

  test('not without a token, and gets no headers of the limit', async () => {
    const mock = start({ limit: 1 });
    expect(await list(mock, 'wrong')).toEqual({ status: 401 });
    expect(await list(mock)).toMatchObject({ status: 200, remaining: '0' });
    expect(await list(mock, 'wrong')).toEqual({ status: 401 });
  });

  test('not if its path is unknown', async () => {
    const mock = start({ limit: 1 });
    await call(mock, 'GET', '/api/unknown');
    await call(mock, 'GET', '/api/categories');
    await call(mock, 'PUT', '/api/customers');
    expect((await list(mock)).status).toBe(200);
  });
});

describe('changed at run time', () => {
  test('it starts again with the new limit', async () => {
    const mock = start({ limit: 100 });
    await list(mock);
    mock.policies.rateLimit = { limit: 2, window: 1000 };
    expect(await list(mock)).toEqual({ status: 200, limit: '2', remaining: '1', reset: '1' });
    await list(mock);
    expect((await list(mock)).status).toBe(429);
    mock.policies.rateLimit = { limit: 2, window: 1000 };
    expect(await list(mock)).toMatchObject({ status: 200, remaining: '1' });
  });

  test('it can be turned off and on', async () => {
    const mock = start({ limit: 1 });
    await list(mock);
    mock.policies.rateLimit = 'off';
    expect(await list(mock)).toEqual({ status: 200 });
    mock.policies.rateLimit = { limit: 1 };
    expect((await list(mock)).status).toBe(200);
    expect((await list(mock)).status).toBe(429);
  });

  test('an invalid limit is rejected when it is assigned', async () => {
    const mock = startMock();
    expect(() => {
      mock.policies.rateLimit = { limit: 0 };
    }).toThrow(new TypeError('rateLimit.limit: must be a whole number from 1, received 0'));
    expect(mock.policies.rateLimit).toBe('off');
  });
});

test('reset clears the calls and restores the first limit', async () => {
  const mock = start({ limit: 1 });
  await list(mock);
  mock.policies.rateLimit = { limit: 5 };
  mock.reset();
  expect(await list(mock)).toMatchObject({ status: 200, limit: '1' });
  mock.reset();
  expect((await list(mock)).status).toBe(200);
});

test('the policy of that name is the same setting', async () => {
  const mock = startMock({ policies: { rateLimit: { limit: 1 } } });
  await list(mock);
  expect((await list(mock)).status).toBe(429);
});

test.each([
  [{ limit: 0 }, /^rateLimit\.limit: must be a whole number from 1, received 0$/],
  [{ limit: 1.5 }, /^rateLimit\.limit: must be a whole number from 1, received 1.5$/],
  [{ limit: 1, window: 0 }, /^rateLimit\.window: must be milliseconds above 0 and below 2\^53, received 0$/],
  [
    { limit: 1, window: Number.POSITIVE_INFINITY },
    /^rateLimit\.window: must be milliseconds above 0 and below 2\^53, received Infinity$/,
  ],
  [{ limit: 1, window: 1e300 }, /^rateLimit\.window: must be milliseconds above 0 and below 2\^53, received 1e\+300$/],
  [
    JSON.parse('{"limit":1,"algorithm":"leaky-bucket"}'),
    /^rateLimit\.algorithm: must be one of "fixed-window", "token-bucket", received "leaky-bucket"$/,
  ],
])('%j is rejected', (rateLimit: RateLimit, message) => {
  expect(() => startMock({ rateLimit })).toThrow(message);
  expect(() => startMock({ policies: { rateLimit } })).toThrow(TypeError);
});

test('the client raises RateLimitError with the wait, or waits and tries again', async () => {
  const mock = start({ limit: 1, window: 100_000 });
  const client = new MasterDataClient(mock.clientOptions);
  await client.customers.list();
  const error = await client.customers.list({}, { maxRetries: 0 }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RateLimitError);
  expect(error).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 100 });

  // A window of real time, for a client that really waits.
  mock.clock.resume();
  mock.policies.rateLimit = { limit: 1, window: 50 };
  await client.customers.list();
  expect(await client.customers.create({ name: 'Halm', type: 'company' })).toMatchObject({ name: 'Halm' });
});
