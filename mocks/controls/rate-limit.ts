/** Rate limits: so many calls of a workspace in a window. */
import type { MockClock } from './clock.ts';

const algorithms = ['fixed-window', 'token-bucket'] as const;

/** How many calls a workspace may make. The specification says that there are limits, and shows none. */
export interface RateLimit {
  /** Calls in a window. */
  readonly limit: number;
  /** The length of the window in milliseconds. Default 60,000. */
  readonly window?: number;
  /**
   * `fixed-window` counts calls from one full window to the next, the first of which begins with the first call;
   * `token-bucket` holds up to `limit` tokens, which refill evenly over the window. Default `fixed-window`.
   */
  readonly algorithm?: (typeof algorithms)[number];
}

interface Bucket {
  /** When the window began, or the bucket was last refilled. */
  since: number;
  /** Calls that are remaining. */
  left: number;
}

/** Parts of a call that a refilled bucket may lack by rounding. */
const tolerance = 1e-6;

/** Whether a call is allowed, and the headers of its response. */
export interface RateLimitDecision {
  readonly allowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** What is remaining to the workspaces of a mock. */
export class RateLimiter {
  #buckets = new Map<string, Bucket>();
  #rate: RateLimit | 'off' = 'off';

  /**
   * Counts a call. Returns undefined if there is no limit. A limit that differs from the previous call's starts again.
   */
  take(rate: RateLimit | 'off', workspace: string, clock: Pick<MockClock, 'now'>): RateLimitDecision | undefined {
    if (rate !== this.#rate) {
      // It may have been set at any time, by whoever; a wrong one fails the call that meets it.
      assertRateLimit(rate);
      this.#rate = rate;
      this.reset();
    }
    if (rate === 'off') return undefined;
    const now = clock.now();
    const { limit, window = 60_000, algorithm = 'fixed-window' } = rate;
    const refills = algorithm === 'token-bucket';
    const bucket = this.#buckets.get(workspace) ?? { since: now, left: limit };
    this.#buckets.set(workspace, bucket);
    const passed = now - bucket.since;
    if (refills) {
      bucket.left = Math.min(limit, bucket.left + (Math.max(0, passed) * limit) / window);
      bucket.since = now;
    } else if (passed >= window || passed < 0) {
      // A clock that was set back begins a window, too: nobody is to delay for what is past.
      bucket.left = limit;
      bucket.since = passed < 0 ? now : now - (passed % window);
    }

    const allowed = bucket.left >= 1 - tolerance;
    if (allowed) bucket.left = Math.max(0, bucket.left - 1);
    // Until a call is allowed again, or the window ends.
    const wait = refills ? ((1 - Math.min(1, bucket.left)) * window) / limit : bucket.since + window - now;
    const reset = String(Math.max(1, Math.ceil(wait / 1000 - tolerance)));
    const headers = {
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(Math.floor(bucket.left + tolerance)),
      'ratelimit-reset': reset,
    };
    return { allowed, headers: allowed ? headers : { ...headers, 'retry-after': reset } };
  }

  /** Forgets every call. */
  reset(): void {
    this.#buckets.clear();
  }
}

/** @throws TypeError for a limit that no call could keep, or none could break. */
export function assertRateLimit(rate: RateLimit | 'off'): void {
  if (rate === 'off') return;
  const { limit, window = 60_000, algorithm = 'fixed-window' } = rate;
  if (!(Number.isInteger(limit) && limit > 0)) {
    throw new TypeError(`rateLimit: limit expected a count above 0, received ${limit}`);
  }
  if (!(Number.isFinite(window) && window > 0)) {
    throw new TypeError(`rateLimit: window expected milliseconds above 0, received ${window}`);
  }
  if (!algorithms.includes(algorithm)) {
    throw new TypeError(`rateLimit: algorithm expected one of ${algorithms.join(', ')}, received ${String(algorithm)}`);
  }
}
