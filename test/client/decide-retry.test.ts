import { describe, expect, test, vi } from 'vitest';
import { ConnectionError, TimeoutError } from '../../src/errors/index.ts';
import { type AttemptResult, backoff, decideRetry, type RetryState } from '../../src/transport/retry.ts';

const state: RetryState = {
  retries: 0,
  maxRetries: 2,
  isRepeatable: true,
  hasPlainFetch: true,
  backoff: 400,
  remaining: Number.POSITIVE_INFINITY,
  cooldown: undefined,
};
const post: Partial<RetryState> = { isRepeatable: false };

/** A response without a body. */
function responseWith(status: number, headers: Record<string, string> = {}): AttemptResult {
  return Object({ response: new Response(null, { status, headers }), json: () => undefined });
}

const lost = new ConnectionError('lost', 'ECONNRESET');
const refused = new ConnectionError('refused', 'ECONNREFUSED');

describe('decideRetry', () => {
  test.each<[string, AttemptResult, Partial<RetryState>, ReturnType<typeof decideRetry>]>([
    ['a 503', responseWith(503), {}, { delay: 400, counts: true }],
    ['a 404', responseWith(404), {}, undefined],
    ['a 503 after the last retry', responseWith(503), { retries: 2 }, undefined],
    ['a timeout', new TimeoutError('late'), {}, { delay: 400, counts: true }],
    ['a lost connection', lost, {}, { delay: 400, counts: true }],
    ['a lost POST', lost, post, undefined],
    ['a POST that was not sent', refused, post, { delay: 400, counts: true }],
    ['a POST that a ky instance may have sent', refused, { ...post, hasPlainFetch: false }, undefined],
    ['a POST after 429', responseWith(429), post, { delay: 400, counts: true }],
    ['a wait of the service', responseWith(503, { 'retry-after': '2' }), {}, { delay: 2000, counts: true }],
    ['a wait below the backoff', responseWith(503, { 'retry-after': '0' }), {}, { delay: 400, counts: true }],
    ['a wait above a minute', responseWith(503, { 'retry-after': '61' }), {}, undefined],
    ['a wait that exceeds the total timeout', responseWith(503), { remaining: 400 }, undefined],
    [
      'a 429 in a cooldown',
      responseWith(429),
      { retries: 2, cooldown: { delay: 90_000 } },
      { delay: 90_000, counts: false },
    ],
    ['a 503 in a cooldown', responseWith(503), { cooldown: { delay: 900 } }, { delay: 900, counts: true }],
    ['a 503 in a cooldown, without retries', responseWith(503), { retries: 2, cooldown: { delay: 900 } }, undefined],
    ['a cooldown that is too long', responseWith(429), { cooldown: { delay: undefined } }, undefined],
    ['a cooldown that is not a number', responseWith(429), { cooldown: { delay: Number.NaN } }, undefined],
    ['a cooldown below 0', responseWith(429), { cooldown: { delay: -5 } }, { delay: 0, counts: false }],
    ['a cooldown below 0, without time', responseWith(429), { cooldown: { delay: -5 }, remaining: 0 }, undefined],
  ])('after %s', (_, result, changes, expected) => {
    expect(decideRetry(result, { ...state, ...changes })).toEqual(expected);
  });
});

test('the backoff doubles from 0.5 to 8 seconds, or is up to a quarter shorter', () => {
  const delays = () => [1, 2, 3, 4, 5, 6, 100].map(backoff);
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  expect(delays()).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  random.mockReturnValue(1);
  expect(delays()).toEqual([375, 750, 1500, 3000, 6000, 6000, 6000]);
  random.mockRestore();
});
