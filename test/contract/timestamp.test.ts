import { beforeEach, expect, test, vi } from 'vitest';
import { isTimestamp, parseTimestamp } from '../../src/contract/timestamp.ts';

// `Date.parse` reads a time without an offset in the time zone of the machine.
beforeEach(() => {
  vi.stubEnv('TZ', 'America/New_York');
});

test.each([
  ['2024-01-01T10:00:00', '2024-01-01T10:00:00.000Z'],
  ['2024-01-01T10:00', '2024-01-01T10:00:00.000Z'],
  ['2024-01-01T10', '2024-01-01T10:00:00.000Z'],
  ['2024-01-01T10:00Z', '2024-01-01T10:00:00.000Z'],
  ['2024-01-01t10:00:00z', '2024-01-01T10:00:00.000Z'],
  ['2024-01-01T10:00:00+02', '2024-01-01T08:00:00.000Z'],
  ['2024-01-01T10:00:00+0200', '2024-01-01T08:00:00.000Z'],
  ['2024-01-01T10:00:00-03:30', '2024-01-01T13:30:00.000Z'],
  ['2024-01-01T10:00:00.5Z', '2024-01-01T10:00:00.500Z'],
  ['2024-01-01T10:00:00,1239999+00:00', '2024-01-01T10:00:00.123Z'],
  ['20240101T100000.25Z', '2024-01-01T10:00:00.250Z'],
  ['20240101T1000-0330', '2024-01-01T13:30:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['0000-02-29T00:00:00Z', '0000-02-29T00:00:00.000Z'],
  ['0099-12-31T23:59:59Z', '0099-12-31T23:59:59.000Z'],
])('%s is %s', (text, utc) => {
  expect(isTimestamp(text)).toBe(true);
  expect(new Date(parseTimestamp(text) ?? Number.NaN).toISOString()).toBe(utc);
});

test.each([
  '',
  '5',
  'tomorrow',
  '2024-01-01',
  '2024-01-01 10:00:00Z',
  '2024-0101T10:00:00Z',
  '2024-13-01T10:00:00Z',
  '2024-04-31T10:00:00Z',
  '2024-02-30T10:00:00Z',
  '20240230T10Z',
  '2023-02-29T10:00:00Z',
  '1900-02-29T10:00:00Z',
  '2024-01-01T25:00:00Z',
  '2024-01-01T24:00:00Z',
  '2024-01-01T10:60:00Z',
  '2024-01-01T10:00:60Z',
  '2024-01-01T10:00:00.Z',
  '2024-01-01T10:00.5Z',
  '2024-01-01T10:00:00+24:00',
  '2024-01-01T10:00:00Z\n',
  '2024-W01-1T10:00:00Z',
  '2024-001T10:00:00Z',
  '+002024-01-01T10:00:00Z',
])('%j is not a date and time', (text) => {
  expect(isTimestamp(text)).toBe(false);
  expect(parseTimestamp(text)).toBeUndefined();
});

test('the days of each month of the Gregorian calendar are valid, and no others', () => {
  for (let year = 0; year < 800; year += 1) {
    for (const [month, days] of [
      ['02', ['28', '29', '30']],
      ['04', ['30', '31']],
      ['12', ['31']],
    ] as const) {
      for (const day of days) {
        const text = `${String(year).padStart(4, '0')}-${month}-${day}T00:00:00.000Z`;
        const exists = new Date(text).toISOString() === text;
        if (isTimestamp(text) !== exists || isTimestamp(text.replaceAll('-', '')) !== exists) expect.fail(text);
      }
    }
  }
});
