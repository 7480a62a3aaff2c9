import { expect, test } from 'vitest';
import { type RateLimit, RateLimiter, rateLimitCell } from '../../mocks/controls/rate-limit.ts';
import { rateLimitUse } from '../../mocks/workbench/state/rate-limit-use.ts';

/** Returns the headers of the responses to calls at some times, in milliseconds. */
function headersAt(rate: RateLimit, times: readonly number[], prefix: 'ratelimit' | 'x-ratelimit' = 'ratelimit') {
  let state = rateLimitCell.initial;
  const cell = { get: () => state, set: keep, keep };
  function keep(changed: typeof state) {
    state = changed;
  }
  const limiter = new RateLimiter(cell as unknown as ConstructorParameters<typeof RateLimiter>[0]);
  const policies = { rateLimit: rate, rateLimitHeaders: prefix };
  const all = times.map((time) => limiter.take(policies, 'workspace', { now: () => time })?.headers ?? {});
  return { headers: all.at(-1) ?? {}, time: times.at(-1) ?? 0 };
}

test('counts the calls of a window until it ends', () => {
  const rate = { limit: 3, window: 60_000 };
  const last = headersAt(rate, [0, 10_000, 20_000]);
  expect(rateLimitUse(rate, last, 20_000)).toEqual({ used: 3, wait: 40_000 });
  expect(rateLimitUse(rate, last, 59_000)).toEqual({ used: 3, wait: 1_000 });
  expect(rateLimitUse(rate, last, 60_000)).toEqual({ used: 0, wait: 0 });
  expect(rateLimitUse(rate, headersAt(rate, [0], 'x-ratelimit'), 1_000)).toEqual({ used: 1, wait: 0 });
});

test('counts the calls that a bucket lacks', () => {
  const rate = { limit: 6, window: 60_000, algorithm: 'token-bucket' } as const;
  const last = headersAt(rate, [0, 0, 0, 0, 0, 0]);
  expect(rateLimitUse(rate, last, 0)).toEqual({ used: 6, wait: 10_000 });
  expect(rateLimitUse(rate, last, 9_000)).toEqual({ used: 6, wait: 1_000 });
  expect(rateLimitUse(rate, last, 25_000)).toEqual({ used: 4, wait: 0 });
  expect(rateLimitUse(rate, last, 100_000)).toEqual({ used: 0, wait: 0 });
});

test('does not count the calls of another limit, or of a clock that was set back', () => {
  const rate = { limit: 3, window: 60_000 };
  const last = headersAt(rate, [10_000]);
  expect(rateLimitUse({ limit: 5 }, last, 10_000)).toBeUndefined();
  expect(rateLimitUse(rate, { headers: {}, time: 0 }, 0)).toBeUndefined();
  expect(rateLimitUse(rate, last, 5_000)).toEqual({ used: 0, wait: 0 });
});
