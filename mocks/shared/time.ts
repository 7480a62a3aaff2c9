/** Returns the current time in milliseconds since 1970, like `Date.now`. */
export type TimeSource = () => number;

/** The first and the last time that timestamps can represent: they write the year with four digits. */
export const minTime = Date.parse('0000-01-01T00:00:00.000Z');
export const maxTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Formats a time as records write it. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Returns the `updated_at` of a row that changes now: later than the previous one, even if the clock is stopped. */
export function nextUpdatedAt(previous: string, now: number): string {
  return iso(Math.min(Math.max(now, Date.parse(previous) + 1), maxTime));
}
