import type { Exchange } from './exchange.ts';

/** The rate limit that a response states. */
export interface StatedLimit {
  readonly limit: number;
  /** Requests that are left until the reset. */
  readonly remaining: number;
  /** Seconds until the reset. */
  readonly reset: number;
}

/** Reads the headers `RateLimit-*` or `X-RateLimit-*`. */
export function readLimit(headers: Exchange['headers']): StatedLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`] ?? Number.NaN),
  );
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  return [limit, remaining, reset].every(Number.isInteger) ? { limit, remaining, reset } : undefined;
}
