import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseRetryAfter, secondsUntil } from '../../src/wire/retry-after.ts';

const date = 'Fri, 27 Nov 2026 12:00:00 GMT';
const time = Date.parse(date) / 1000;

beforeEach(() => void vi.useFakeTimers({ now: time * 1000 }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['90', 90],
  [String(time + 90), 90],
  ['1000000000', 1_000_000_000],
  ['1000000001', 0],
  ['Fri, 27 Nov 2026 12:01:30 GMT', 90],
  ['Sat, 01 Jan 2000 00:00:00 GMT', 0],
  // The obsolete forms of RFC 9110, which recipients accept.
  ['Friday, 27-Nov-26 12:01:30 GMT', 90],
  ['Fri Nov 27 12:01:30 2026', 90],
  ['Tue Dec  1 12:00:00 2026', 4 * 86_400],
  // A year of two digits that is more than 50 years ahead is in the past.
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Sunday, 27-Nov-77 12:01:30 GMT', 0],
  ['Thursday, 26-Nov-76 12:01:30 GMT', Date.UTC(2076, 10, 26, 12, 1, 30) / 1000 - time],
  ['', undefined],
  ['Fri, 27 Nov 2026 12:01:30', undefined],
  ['Fri, 27 Nov 2026 12:01:30 CET', undefined],
  ['Fri, 27 Nov 2026 noon GMT', undefined],
  ['Fri Nov 27 12:01:30 2026 GMT', undefined],
  ['Friday, 27-Foo-26 12:01:30 GMT', undefined],
  ['0.5', undefined],
  ['soon', undefined],
])('"%s" asks for a wait of %s seconds, by the clock of the service', (value, seconds) => {
  expect(parseRetryAfter(value, date)).toBe(seconds);
});

test('the date of a response can have each of the forms', () => {
  const dates = ['Friday, 27-Nov-26 12:00:00 GMT', 'Fri Nov 27 12:00:00 2026'];
  expect(dates.map((text) => parseRetryAfter('Fri, 27 Nov 2026 12:01:30 GMT', text))).toEqual([90, 90]);
});

test('without a date, the wait is by the local clock, and rounded up', () => {
  vi.setSystemTime(time * 1000 + 500);
  expect(parseRetryAfter('Fri, 27 Nov 2026 12:01:30 GMT', '')).toBe(90);
});

test('a stated number is a number of seconds or a Unix time', () => {
  expect([30, time + 30, Number.NaN].map((stated) => secondsUntil(stated, date))).toEqual([30, 30, Number.NaN]);
});
