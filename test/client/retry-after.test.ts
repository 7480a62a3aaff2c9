import { describe, expect, test, vi } from 'vitest';
import { RateLimitError } from '../../src/errors/index.ts';
import { customer, ids } from './records.ts';
import { connect, rejection, serve } from './server.ts';

const ok = { json: { success: true, data: customer } };

describe('the wait that the server asks for', () => {
  test('is respected', async () => {
    const server = await serve({ status: 429, headers: { 'retry-after': '1' } }, ok);
    await connect(server).customers.get(ids.customer);
    const [first, second] = server.requests.map(({ at }) => at);
    expect(Number(second) - Number(first)).toBeGreaterThan(990);
  });

  test.each<[string, () => Record<string, string>, number]>([
    ['seconds', () => ({ 'retry-after': '3600' }), 3600],
    ['a date', () => ({ 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }), 3600],
    ['seconds until the rate is reset', () => ({ 'ratelimit-reset': '120' }), 120],
    ['the time of the reset', () => ({ 'ratelimit-reset': String(Math.round(Date.now() / 1000) + 3600) }), 3600],
  ])('rejects the call at once if it is longer than a minute: %s', async (_, headers, seconds) => {
    const server = await serve({
      status: 429,
      headers: headers(),
      json: { success: false, error: 'Too many requests' },
    });
    const error = await rejection(connect(server).customers.get(ids.customer));
    server.only();
    expect(error).toBeInstanceOf(RateLimitError);
    if (!(error instanceof RateLimitError)) throw error;
    // Less than the full time, if the response took a while.
    expect(error.retryAfter).toBeGreaterThan(seconds - 60);
    expect(error.retryAfter).toBeLessThanOrEqual(seconds + 1);
  });

  test('is unknown if the header is malformed', async () => {
    const server = await serve({ status: 429, headers: { 'retry-after': 'soon' } });
    const error = await rejection(connect(server, { maxRetries: 0 }).customers.get(ids.customer));
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: undefined });
  });
});

describe('the wait', () => {
  test.each<[string, Record<string, string>]>([
    ['0', { 'retry-after': '0' }],
    ['a past date', { 'retry-after': new Date(0).toUTCString() }],
    ['RateLimit-Reset: 0', { 'ratelimit-reset': '0' }],
    ['an empty header', { 'retry-after': '' }],
  ])('is never shorter than the backoff: %s', async (_, headers) => {
    const server = await serve({ status: 429, headers }, ok);
    await connect(server).customers.get(ids.customer);
    const [first, second] = server.requests.map(({ at }) => at);
    expect(Number(second) - Number(first)).toBeGreaterThan(370);
  });

  test.each([
    '-1',
    '1.5',
    '0x10',
    '1e3',
    ' ',
    'tomorrow',
    '2030-01-01',
    '120 seconds',
    'Infinity',
    'Fri, 01 Jan 2100 00:00:00 GMT+1',
    '1 Fri, 01 Jan 2100 00:00:00 GMT',
  ])('ignores Retry-After: %s', async (value) => {
    const server = await serve({ status: 429, headers: { 'retry-after': value } });
    const error = await rejection(connect(server, { maxRetries: 0 }).customers.get(ids.customer));
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: undefined });
  });

  test('comes from RateLimit-Reset only after a 429', async () => {
    const headers = { 'ratelimit-reset': '70' };
    const limited = await serve({ status: 429, headers });
    expect(await rejection(connect(limited).customers.get(ids.customer))).toHaveProperty('retryAfter', 70);
    const busy = await serve({ status: 503, headers });
    const error = await rejection(connect(busy, { maxRetries: 0 }).customers.get(ids.customer));
    expect(error).toHaveProperty('retryAfter', undefined);
  });

  test.each([
    ['60', 60_000],
    ['61', undefined],
  ])('can be up to a minute: %s', async (value, delay) => {
    const server = await serve({ status: 503, headers: { 'retry-after': value } });
    const shouldRetry = vi.fn(() => false);
    await rejection(connect(server, { shouldRetry, totalTimeout: false }).customers.get(ids.customer));
    expect(shouldRetry.mock.calls).toEqual(delay ? [[expect.objectContaining({ delay })]] : []);
  });

  test('may have white space around the header', async () => {
    const server = await serve({ status: 503, headers: { 'retry-after': '  70  ' } });
    expect(await rejection(connect(server).customers.get(ids.customer))).toMatchObject({ retryAfter: 70, attempts: 1 });
  });

  test.each([429, 503])('corrects a date by the clock of the service under %i', async (status) => {
    const clock = Date.UTC(2031, 0, 1);
    const server = await serve({
      status,
      headers: { date: new Date(clock).toUTCString(), 'retry-after': new Date(clock + 90_000).toUTCString() },
    });
    const error = await rejection(connect(server).customers.get(ids.customer));
    expect(error).toMatchObject({ retryAfter: 90, attempts: 1 });
    server.only();
  });
});
