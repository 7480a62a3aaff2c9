/** The mock's time. */

/** What tells the time: the milliseconds since 1970, as `Date.now()` does. */
export type Now = () => number;

/** The time as the service writes it. */
export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** When a row that last changed at `before` changes now: later than that, even if the clock stands still. */
export function after(before: string, now: number): string {
  return iso(Math.max(now, Date.parse(before) + 1));
}
