import { expect, test } from 'vitest';
import { parseRetryAfter, secondsUntil } from '../../src/wire/retry-after.ts';

const date = 'Fri, 27 Nov 2026 12:00:00 GMT';
const time = Date.parse(date) / 1000;

test.each([
  ['90', 90],
  [String(time + 90), 90],
  ['Fri, 27 Nov 2026 12:01:30 GMT', 90],
  ['Sat, 01 Jan 2000 00:00:00 GMT', 0],
  ['', undefined],
  ['0.5', undefined],
  ['soon', undefined],
])('"%s" asks for a wait of %s seconds, by the clock of the service', (value, seconds) => {
  expect(parseRetryAfter(value, date)).toBe(seconds);
});

test('a stated number is a number of seconds or a Unix time', () => {
  expect([30, time + 30, Number.NaN].map((stated) => secondsUntil(stated, date))).toEqual([30, 30, Number.NaN]);
});
