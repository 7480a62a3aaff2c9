import type { RateLimit } from '../../controls/rate-limit.ts';

/** The use of a rate limit by a workspace. */
export interface RateLimitUse {
  readonly used: number;
  /** Milliseconds until another call is free. 0 if one is free now. */
  readonly wait: number;
}

/**
 * Returns the use of a rate limit now, or undefined if the last response does not say it.
 *
 * @param headers The headers of the last response, and `time` its time, by the clock of the mock.
 * @param now The time of the clock of the mock.
 */
export function rateLimitUse(
  { limit, window = 60_000, algorithm = 'fixed-window' }: RateLimit,
  { headers, time }: { readonly headers: Readonly<Record<string, string>>; readonly time: number },
  now: number,
): RateLimitUse | undefined {
  const read = (name: string) => Number(headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`]);
  // Windows of another limit ended when the limit changed.
  if (read('limit') !== limit) return undefined;
  const elapsed = now - time;
  const wait = Math.max(0, read('reset') * 1_000 - elapsed);
  if (algorithm === 'token-bucket') {
    const remaining = Math.min(limit, read('remaining') + Math.floor((Math.max(0, elapsed) * limit) / window));
    return { used: limit - remaining, wait: remaining > 0 ? 0 : wait };
  }
  if (wait === 0 || elapsed < 0) return { used: 0, wait: 0 };
  const used = limit - read('remaining');
  return { used, wait: used < limit ? 0 : wait };
}
