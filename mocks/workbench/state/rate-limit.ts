import type { RateLimit } from '../../controls/rate-limit.ts';
import { count } from '../text.ts';

/** Describes a rate limit: `10 calls in 60 s`. */
export function describeRateLimit({ limit, window = 60_000 }: RateLimit): string {
  return `${count(limit, 'call')} in ${(window / 1_000).toLocaleString('en-US')} s`;
}
