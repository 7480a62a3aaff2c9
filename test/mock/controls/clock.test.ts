import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMockServer, type DateInput, type MockServer } from '../../../mocks/index.ts';
import { noon } from '../helpers.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** The `created_at` of a record that is created now. */
const createdAt = ({ db }: MockServer) => db.customers.insert({ name: 'Halm', type: 'company' }).created_at;

const moments: readonly DateInput[] = [noon, new Date(noon), '2026-03-02T12:00:00Z', '2026-03-02T13:00:00+01:00'];

test.each(moments)('stops at the time that is set: %s', (moment) => {
  const mock = createMockServer();
  mock.clock.set(moment);
  expect(mock.clock.now()).toBe(noon);
  expect(createdAt(mock)).toBe('2026-03-02T12:00:00.000Z');
});

test.each(moments)('can be stopped from the start: %s', (clock) => {
  expect(createdAt(createMockServer({ clock }))).toBe('2026-03-02T12:00:00.000Z');
});

test('follows the system clock until it is set', () => {
  vi.useFakeTimers({ now: noon });
  const mock = createMockServer();
  vi.advanceTimersByTime(1500);
  expect(createdAt(mock)).toBe('2026-03-02T12:00:01.500Z');
});

test('follows timers that are faked after the mock is created', () => {
  const mock = createMockServer();
  vi.useFakeTimers({ now: noon });
  expect(mock.clock.now()).toBe(noon);
  vi.setSystemTime('2027-01-01T00:00:00Z');
  expect(createdAt(mock)).toBe('2027-01-01T00:00:00.000Z');
});

test('follows the given function', () => {
  let now = noon;
  const mock = createMockServer({ clock: () => now });
  now += 1;
  expect(mock.clock.now()).toBe(noon + 1);
});

describe('advance', () => {
  test('moves a stopped clock, which stays stopped', () => {
    const { clock } = createMockServer({ clock: noon });
    clock.advance(60_000);
    clock.advance(500);
    expect(clock.now()).toBe(noon + 60_500);
  });

  test('moves a running clock, which continues to run', () => {
    let now = noon;
    const { clock } = createMockServer({ clock: () => now });
    clock.advance(1000);
    now += 5;
    expect(clock.now()).toBe(noon + 1005);
  });

  test('accepts a negative duration', () => {
    const { clock } = createMockServer({ clock: noon });
    clock.advance(-1);
    expect(clock.now()).toBe(noon - 1);
  });
});

test('resume follows the time source again, without earlier changes', () => {
  let now = noon;
  const { clock } = createMockServer({ clock: () => now });
  clock.advance(1000);
  clock.set('2030-01-01');
  clock.resume();
  now += 5;
  expect(clock.now()).toBe(noon + 5);
});

describe('reset', () => {
  test('restores the initial time', () => {
    const mock = createMockServer({ clock: noon });
    mock.clock.advance(1000);
    mock.reset();
    expect(mock.clock.now()).toBe(noon);
    mock.clock.resume();
    mock.reset();
    expect(mock.clock.now()).toBe(noon);
  });

  test('follows its function again', () => {
    const mock = createMockServer({ clock: () => noon });
    mock.clock.set('2030-01-01');
    mock.clock.advance(1);
    mock.reset();
    expect(mock.clock.now()).toBe(noon);
  });
});

describe('an invalid time is rejected and changes nothing', () => {
  test.each(['', 'noon', Number.NaN, 8.64e15 + 1, new Date('noon')])('set(%s)', (moment) => {
    const { clock } = createMockServer({ clock: noon });
    expect(() => clock.set(moment)).toThrow(/^clock: must be a date, received /);
    expect(clock.now()).toBe(noon);
  });

  test.each([null, true, [2030]])('set(%j) of a JavaScript program', (moment) => {
    const { clock } = createMockServer({ clock: noon });
    expect(() => clock.set(moment as never)).toThrow(/^clock: must be a date, received /);
    expect(clock.now()).toBe(noon);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15])('advance(%s)', (milliseconds) => {
    const { clock } = createMockServer({ clock: noon });
    expect(() => clock.advance(milliseconds)).toThrow(TypeError);
    expect(clock.now()).toBe(noon);
  });

  test.each([() => Number.NaN, () => new Date(0), () => '0', () => undefined])('by a time source: %s', (clock) => {
    expect(() => createMockServer({ clock: clock as never })).toThrow(/^clock: must return milliseconds since 1970/);
  });

  test('by a time source that fails later, the call gets 500', async () => {
    let now = noon;
    const mock = createMockServer({ clock: () => now });
    now = Number.NaN;
    const response = await mock.fetch(`${mock.baseUrl}/api/customers`);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      success: false,
      error: 'The mock failed: clock: must return milliseconds since 1970, received NaN',
    });
  });

  test('at the start', () => {
    expect(() => createMockServer({ clock: 'noon' })).toThrow(TypeError);
  });
});
