/** Returns the current time in milliseconds since 1970, like `Date.now`. */
export type TimeSource = () => number;

/** Formats a time as records write it. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Returns the `updated_at` of a row that changes now. It is later than the previous one, even if the clock is stopped. */
export function nextUpdatedAt(previous: string, now: number): string {
  return iso(Math.max(now, Date.parse(previous) + 1));
}
