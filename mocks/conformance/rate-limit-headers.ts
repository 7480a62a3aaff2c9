/** The rate limit that a response states. */
export interface StatedLimit {
  readonly limit: number;
  /** Requests that are left until the reset. */
  readonly remaining: number;
  /** Seconds until the reset. */
  readonly reset: number;
}

/** The smallest reset that is a time. As seconds until the reset, it is more than 30 years. */
const minTime = 1_000_000_000;

/**
 * Reads the headers `RateLimit-*` or `X-RateLimit-*` of a response that has just arrived. Some servers state the reset
 * as a Unix time in seconds.
 */
export function readLimit(headers: Readonly<Record<string, string>>): StatedLimit | undefined {
  const [limit, remaining, stated] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`] ?? Number.NaN),
  );
  if (limit === undefined || remaining === undefined || stated === undefined) return undefined;
  const reset = stated < minTime ? stated : Math.max(0, Math.ceil(stated - Date.now() / 1000));
  return [limit, remaining, reset].every(Number.isInteger) ? { limit, remaining, reset } : undefined;
}
