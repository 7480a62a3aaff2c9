/** The largest number of seconds to wait: more than 30 years. Larger numbers are times, in seconds since 1970. */
const maxSeconds = 1e9;

/** Returns the seconds to wait according to a response: `Retry-After`, or `RateLimit-Reset` after a 429. */
export function retryAfter(status: number, headers: Pick<Headers, 'get'>): number | undefined {
  const value = headerOf(headers, 'retry-after') || (status === 429 ? headerOf(headers, 'ratelimit-reset') : '');
  return parseRetryAfter(value, headerOf(headers, 'date'));
}

/** Some runtimes keep the white space around a header. */
function headerOf(headers: Pick<Headers, 'get'>, name: string): string {
  return (headers.get(name) ?? '').trim();
}

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

/**
 * Parses an HTTP date to milliseconds since 1970, in each form that RFC 9110 demands: `Sun, 06 Nov 1994 08:49:37 GMT`,
 * `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. `Date.parse` would also accept other formats.
 */
function parseDate(text: string): number | undefined {
  const date = text.replace(/^([A-Z][a-z]{2}) ([A-Z][a-z]{2}) +(\d+) ([\d:]{8}) (\d{4})$/, '$1, $3 $2 $5 $4 GMT');
  const [, day, month, year, clock] =
    /^[A-Z][a-z]+, (\d+)[- ]([A-Z][a-z]{2})[- ](\d+) ([\d:]{8} GMT)$/.exec(date) ?? [];
  // A year of two digits is at most 50 years ahead.
  const latest = new Date().getUTCFullYear() + 50;
  const time = Date.parse(
    `${day} ${month} ${Number(year) < 100 ? latest - ((latest - Number(year)) % 100) : year} ${clock}`,
  );
  return Number.isNaN(time) ? undefined : time;
}
