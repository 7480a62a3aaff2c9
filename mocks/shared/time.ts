import { parseTimestamp } from '../../src/contract/timestamp.ts';

/** Returns the current time in milliseconds since 1970, like `Date.now`. */
export type TimeSource = () => number;

/** The first and the last time that timestamps can represent: they write the year with four digits. */
export const minTime = Date.parse('0000-01-01T00:00:00.000Z');
export const maxTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Formats a time as records write it. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** A timestamp as records write it: in UTC, with milliseconds. */
const stored = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Converts a timestamp to UTC with milliseconds, as records write it, so that timestamps can be compared as text.
 * Returns undefined for a time outside the years 0 to 9999, and for other texts.
 */
export function toStoredTimestamp(text: string): string | undefined {
  if (stored.test(text)) return text;
  const time = parseTimestamp(text);
  return time !== undefined && time >= minTime && time <= maxTime ? iso(time) : undefined;
}

/** Returns the `updated_at` of a row that changes now: later than the previous one, even if the clock is stopped. */
export function nextUpdatedAt(previous: string, now: number): string {
  return iso(Math.min(Math.max(now, Date.parse(previous) + 1), maxTime));
}

/** The longest delay of a timer, in milliseconds. A timer with a longer one would fire immediately. */
export const maxDelay = 2 ** 31 - 1;

/** Resolves after a number of milliseconds, or as soon as the signal is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}

/** Lets the process end although a timer is running. In browsers, timers are numbers and never keep a process alive. */
export function unref(timer: ReturnType<typeof setTimeout>): void {
  if (typeof timer === 'object') timer.unref();
}
