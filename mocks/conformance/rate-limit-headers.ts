import { parseRetryAfter, secondsUntil } from '../../src/wire/retry-after.ts';

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
  const reset = secondsUntil(stated, headers['date'] ?? '');
  return [limit, remaining, reset].every(Number.isInteger) ? { limit, remaining, reset } : undefined;
}

/** Returns the milliseconds that `Retry-After` asks to wait. */
export function readRetryAfter(headers: ResponseHeaders): number | undefined {
  const seconds = parseRetryAfter(headers['retry-after'] ?? '', headers['date'] ?? '');
  return seconds === undefined ? undefined : seconds * 1000;
}
