/** The headers of a response, their names in lower case. */
type ResponseHeaders = Readonly<Record<string, string>>;

/** The rate limit that a response states. */
export interface StatedLimit {
  readonly limit: number;
  /** Requests that are left until the reset. */
  readonly remaining: number;
  /** Seconds until the reset. */
  readonly reset: number;
}

/** Reads the headers `RateLimit-*` or `X-RateLimit-*` of a response that has just arrived. */
export function readLimit(headers: ResponseHeaders): StatedLimit | undefined {
  const [limit, remaining, stated] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`] ?? Number.NaN),
  );
  if (limit === undefined || remaining === undefined || stated === undefined) return undefined;
  const reset = secondsUntil(stated, headers);
  return [limit, remaining, reset].every(Number.isInteger) ? { limit, remaining, reset } : undefined;
}

/** Returns the milliseconds that `Retry-After` asks to wait, which is a number of seconds or a date. */
export function readRetryAfter(headers: ResponseHeaders): number | undefined {
  const value = headers['retry-after'] ?? '';
  const stated = /^\d+$/.test(value) ? Number(value) : (parseDate(value) ?? Number.NaN) / 1000;
  return Number.isNaN(stated) ? undefined : secondsUntil(stated, headers) * 1000;
}

/** The smallest number that is a time. As a number of seconds to wait, it is more than 30 years. */
const minTime = 1_000_000_000;

/** Returns a number of seconds unchanged. Some servers state a Unix time instead, by their own clock. */
function secondsUntil(stated: number, headers: ResponseHeaders): number {
  if (stated < minTime) return stated;
  const now = parseDate(headers['date'] ?? '') ?? Date.now();
  return Math.max(0, Math.ceil(stated - now / 1000));
}

/** Parses an HTTP date to milliseconds. `Date.parse` also accepts other texts, for example `0.5`. */
function parseDate(text: string): number | undefined {
  const time = /^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
