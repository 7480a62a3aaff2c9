/** Rate limits: so many calls of a workspace in a window. */
import { Refusal } from './refusal.ts';

/** How many calls a workspace may make. The specification says that there are limits, and shows none. */
export interface RateLimit {
  /** Calls in a window. */
  readonly limit: number;
  /** The length of the window in milliseconds. Default 60,000. */
  readonly window?: number;
  /**
   * `fixed-window` counts calls from one full window to the next; `token-bucket` holds up to `limit` tokens, which
   * refill evenly over the window. Default `fixed-window`.
   */
  readonly algorithm?: 'fixed-window' | 'token-bucket';
}

interface Bucket {
  /** When the window began, or the bucket was last refilled. */
  since: number;
  /** Calls that are left. */
  left: number;
}

/** What is left to the workspaces of a mock. */
export class RateLimiter {
  #buckets = new Map<string, Bucket>();

  /** Counts a call. Returns the headers that go with its answer, or refuses it with 429. */
  take(rate: RateLimit | 'off', workspace: string, now: number): Readonly<Record<string, string>> {
    if (rate === 'off') return {};
    const { limit, window = 60_000, algorithm = 'fixed-window' } = rate;
    const refills = algorithm === 'token-bucket';
    const bucket = this.#buckets.get(workspace) ?? { since: now, left: limit };
    this.#buckets.set(workspace, bucket);
    const passed = Math.max(0, now - bucket.since);
    if (refills) {
      bucket.left = Math.min(limit, bucket.left + (passed * limit) / window);
      bucket.since = now;
    } else if (passed >= window) {
      bucket.left = limit;
      bucket.since = now - (passed % window);
    }

    const allowed = bucket.left >= 1;
    if (allowed) bucket.left -= 1;
    // Until a call is allowed again, or the window ends.
    const wait = refills ? ((1 - Math.min(1, bucket.left)) * window) / limit : bucket.since + window - now;
    const reset = String(Math.max(1, Math.ceil(wait / 1000)));
    const headers = {
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(Math.floor(bucket.left)),
      'ratelimit-reset': reset,
    };
    if (!allowed) throw new Refusal(429, 'Too many requests', { headers: { ...headers, 'retry-after': reset } });
    return headers;
  }

  /** Forgets every call. */
  reset(): void {
    this.#buckets.clear();
  }
}

/** @throws TypeError for a limit that no call could keep, or none could break. */
export function checkRateLimit(rate: RateLimit | 'off'): void {
  if (rate === 'off') return;
  const { limit, window = 60_000 } = rate;
  if (!(Number.isInteger(limit) && limit > 0)) {
    throw new TypeError(`rateLimit: limit expected a count above 0, received ${limit}`);
  }
  if (!(window > 0)) throw new TypeError(`rateLimit: window expected milliseconds above 0, received ${window}`);
}
