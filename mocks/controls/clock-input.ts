import { tagOf } from '../../src/contract/printable.ts';
import { parseTimestamp } from '../../src/contract/timestamp.ts';
import { maxTime, minTime } from '../shared/time.ts';

/**
 * A point in time: a `Date`, an ISO 8601 string, or milliseconds since 1970. A string without an offset is in UTC, like
 * the timestamps of records.
 */
export type DateInput = Date | string | number;

/**
 * Converts a point in time to milliseconds since 1970.
 *
 * @throws A TypeError if the value is not a date, or not in the years 0 to 9999.
 */
export function toMilliseconds(moment: DateInput): number {
  // JavaScript programs may pass null, true or an array, which `Date` would convert to numbers.
  const isDateInput = ['string', 'number'].includes(typeof moment) || isDate(moment);
  const time = isDateInput && isCalendarDay(moment) ? timeOf(moment) : Number.NaN;
  if (Number.isNaN(time)) throw new TypeError(`clock: must be a date, received ${String(moment)}`);
  if (time < minTime || time > maxTime) {
    throw new TypeError(`clock: must be in the years 0 to 9999, received ${new Date(time).toISOString()}`);
  }
  return time;
}

/** Whether a value is a date, also one of another realm. */
export function isDate(value: unknown): value is Date {
  return tagOf(value) === 'Date';
}

/** `Date` reads some notations of ISO 8601 in the time zone of the machine, and others not at all. */
function timeOf(moment: DateInput): number {
  const time = typeof moment === 'string' ? parseTimestamp(moment) : undefined;
  return time ?? new Date(moment).getTime();
}

/** Whether the day of an ISO 8601 string exists. `Date` reads February 30 as March 2. */
function isCalendarDay(moment: DateInput): boolean {
  const day = /\d{4}-\d\d-\d\d/.exec(String(moment))?.[0];
  if (day === undefined || typeof moment !== 'string') return true;
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** @throws A TypeError if the clock cannot advance by the value. */
export function assertMilliseconds(by: number): void {
  if (!Number.isFinite(by)) throw new TypeError(`clock.advance: must be a number of milliseconds, received ${by}`);
}
