import type { RateLimit } from '../../controls/rate-limit.ts';

/** Describes a rate limit: `10 calls in 60 s`. */
export function describeRateLimit({ limit, window = 60_000 }: RateLimit): string {
  const calls = limit === 1 ? '1 call' : `${limit.toLocaleString('en-US')} calls`;
  return `${calls} in ${(window / 1_000).toLocaleString('en-US')} s`;
}
