import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RunCooldown } from '../../src/helpers/cooldown.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a late response to a request sent before the cooldown counts as the same round', () => {
  const cooldown = new RunCooldown(60_000);
  const early = Array.from({ length: 20 }, () => cooldown.forTask());
  for (const task of early) {
    expect(task.remaining()).toBe(0);
  }
  for (const task of early) {
    expect(task.start(0)).toBeGreaterThan(350);
    vi.advanceTimersByTime(2000);
  }
  expect(cooldown.exhausted).toBeUndefined();
});

test('ten rounds without progress are accepted, not eleven', () => {
  const cooldown = new RunCooldown(60_000);
  const task = cooldown.forTask();
  for (let round = 1; round <= 10; round += 1) {
    expect(task.remaining()).toBe(0);
    expect(task.start(undefined)).toBeGreaterThan(0);
    vi.advanceTimersByTime(10_000);
  }
  expect(task.remaining()).toBe(0);
  expect(task.start(undefined)).toBeUndefined();
  expect(cooldown.exhausted).toBe('no-progress');
});

test('progress resets the count and the backoff', () => {
  const cooldown = new RunCooldown(60_000);
  const task = cooldown.forTask();
  for (let round = 1; round <= 30; round += 1) {
    expect(task.remaining()).toBe(0);
    expect(task.start(undefined)).toBeLessThanOrEqual(500);
    vi.advanceTimersByTime(10_000);
    cooldown.reset();
  }
});

test('a shorter wait does not shorten the cooldown', () => {
  const cooldown = new RunCooldown(60_000);
  const [one, other] = [cooldown.forTask(), cooldown.forTask()];
  expect(one.start(30)).toBeGreaterThan(29_000);
  expect(other.start(1)).toBeGreaterThan(29_000);
  vi.advanceTimersByTime(29_000);
  expect(one.remaining()).toBeGreaterThan(0);
  vi.advanceTimersByTime(1000);
  expect(one.remaining()).toBe(0);
});

test('a wait longer than the maximum exhausts the cooldown', () => {
  const cooldown = new RunCooldown(5000);
  expect(cooldown.forTask().start(6)).toBeUndefined();
  expect(cooldown.exhausted).toBe('wait-too-long');
});

test.each([undefined, 0])('a wait of the client itself can be longer than the maximum: %s seconds', (seconds) => {
  const cooldown = new RunCooldown(100);
  const task = cooldown.forTask();
  for (let round = 1; round <= 10; round += 1) {
    expect(task.remaining()).toBe(0);
    expect(task.start(seconds)).toBeGreaterThan(100);
    expect(cooldown.exhausted).toBeUndefined();
    vi.advanceTimersByTime(10_000);
  }
  task.remaining();
  task.start(seconds);
  expect(cooldown.exhausted).toBe('no-progress');
});

test.each([2 ** 31 / 1000, 3_000_000, 40_000_000])('a wait of %d seconds can be longer than a timer', (seconds) => {
  const cooldown = new RunCooldown(Number.POSITIVE_INFINITY);
  const task = cooldown.forTask();
  task.start(seconds);
  vi.advanceTimersByTime(seconds * 1000 - 1);
  expect(task.remaining()).toBeGreaterThan(0);
  vi.advanceTimersByTime(1);
  expect(task.remaining()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a wait without an end exhausts the cooldown', () => {
  const cooldown = new RunCooldown(Number.POSITIVE_INFINITY);
  expect(cooldown.forTask().start(Number.POSITIVE_INFINITY)).toBeUndefined();
  expect(cooldown.exhausted).toBe('wait-too-long');
});

test('a wait is that of the service, however many rounds there are', () => {
  const cooldown = new RunCooldown(60_000);
  const task = cooldown.forTask();
  for (let round = 1; round <= 10; round += 1) {
    expect(task.remaining()).toBe(0);
    expect(task.start(1)).toBeLessThanOrEqual(1000);
    expect(task.remaining()).toBeGreaterThan(990);
    vi.advanceTimersByTime(1000);
  }
});
