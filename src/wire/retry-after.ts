/** The largest number of seconds to wait: more than 30 years. Larger numbers are times, in seconds since 1970. */
const maxSeconds = 1e9;

/**
 * Returns the seconds that a `Retry-After` header asks to wait: a number, or an HTTP date. Some services send a Unix
 * time.
 *
 * @param date The `Date` header. Times are those of the clock of the service, and the local clock may differ.
 */
export function parseRetryAfter(value: string, date: string): number | undefined {
  if (/^\d+$/.test(value)) return secondsUntil(Number(value), date);
  const time = parseDate(value);
  return time === undefined ? undefined : remaining(time, date);
}

/** Returns a number of seconds unchanged, and the seconds until a Unix time. */
export function secondsUntil(stated: number, date: string): number {
  return stated > maxSeconds ? remaining(stated * 1000, date) : stated;
}

function remaining(time: number, date: string): number {
  return Math.max(0, Math.ceil((time - (parseDate(date) ?? Date.now())) / 1000));
}

/** Parses an HTTP date to milliseconds since 1970. `Date.parse` would also accept other formats. */
function parseDate(text: string): number | undefined {
  const time = /^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
