import * as z from 'zod/mini';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import type { MockClock } from './clock.ts';

const algorithms = ['fixed-window', 'token-bucket'] as const;

/** The number of calls that a workspace may make. The specification says that there are limits, but not which. */
export interface RateLimit {
  /** The number of calls in a window. */
  readonly limit: number;
  /** The length of the window in milliseconds. Default: 60,000. */
  readonly window?: number | undefined;
  /**
   * `fixed-window` counts the calls of one window after another; the first window begins with the first call.
   * `token-bucket` holds up to `limit` calls, which refill evenly over the window. Default: `fixed-window`.
   */
  readonly algorithm?: (typeof algorithms)[number] | undefined;
}

const windowText = 'must be milliseconds above 0 and below 2^53';
export const rateLimitSchema = z.strictObject({
  limit: wholeNumber(1),
  window: z.optional(z.number(windowText).check(z.gt(0, windowText), z.maximum(Number.MAX_SAFE_INTEGER, windowText))),
  algorithm: z.optional(z.enum(algorithms)),
});

/**
 * Validates a rate limit.
 *
 * @throws A TypeError if no call could keep the limit, or none could exceed it.
 */
export function parseRateLimit(value: unknown): RateLimit | 'off' {
  return value === 'off' ? value : Object.freeze(parseOptions(rateLimitSchema, value, 'rateLimit'));
}

interface Bucket {
  /** The start of the window, or the last refill of the bucket. */
  windowStart: number;
  remaining: number;
}

const stateSchema = z.strictObject({
  rate: z.unknown(),
  buckets: z.record(z.string(), z.strictObject({ windowStart: z.number(), remaining: z.number() })),
});

/** The part of a call that a refilled bucket may lack because of rounding. */
const tolerance = 1e-6;

/** Whether a call is allowed, and the headers of its response. */
export interface RateLimitDecision {
  readonly allowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** The names of the headers with the rate limit. `Retry-After` is not one of them. */
export type RateLimitHeaders = 'ratelimit' | 'x-ratelimit' | 'none';

/** The policies that a rate limiter follows. */
interface RateLimitPolicies {
  readonly rateLimit: RateLimit | 'off';
  readonly rateLimitHeaders: RateLimitHeaders;
}

/** The remaining calls of the workspaces of one mock. */
export class RateLimiter {
  #buckets = new Map<string, Bucket>();
  #rate: RateLimit | 'off' = 'off';

  /**
   * Counts a call. Returns undefined if there is no limit. If the limit has changed since the previous call, all
   * windows start again.
   */
  take(
    { rateLimit: rate, rateLimitHeaders: prefix }: RateLimitPolicies,
    workspace: string,
    clock: Pick<MockClock, 'now'>,
  ): RateLimitDecision | undefined {
    if (rate !== this.#rate) {
      this.#rate = rate;
      this.reset();
    }
    if (rate === 'off') return undefined;
    const now = clock.now();
    const { limit, window = 60_000, algorithm = 'fixed-window' } = rate;
    const refills = algorithm === 'token-bucket';
    const bucket = this.#buckets.get(workspace) ?? { windowStart: now, remaining: limit };
    this.#buckets.set(workspace, bucket);
    const elapsed = now - bucket.windowStart;
    if (refills) {
      bucket.remaining = Math.min(limit, bucket.remaining + (Math.max(0, elapsed) * limit) / window);
      bucket.windowStart = now;
    } else if (elapsed >= window || elapsed < 0) {
      // A clock that was set back starts a new window. Otherwise callers would wait too long.
      bucket.remaining = limit;
      bucket.windowStart = elapsed < 0 ? now : now - (elapsed % window);
    }

    const allowed = bucket.remaining >= 1 - tolerance;
    if (allowed) bucket.remaining = Math.max(0, bucket.remaining - 1);
    // The time until a call is allowed again, or until the window ends.
    const wait = refills ? ((1 - Math.min(1, bucket.remaining)) * window) / limit : bucket.windowStart + window - now;
    const reset = String(Math.max(1, Math.ceil(wait / 1000 - tolerance)));
    const headers: Record<string, string> =
      prefix === 'none'
        ? {}
        : {
            [`${prefix}-limit`]: String(limit),
            [`${prefix}-remaining`]: String(Math.floor(bucket.remaining + tolerance)),
            [`${prefix}-reset`]: reset,
          };
    return { allowed, headers: allowed ? headers : { ...headers, 'retry-after': reset } };
  }

  /** Returns the windows that are open, with the limit that they belong to. */
  save(): unknown {
    return { rate: this.#rate, buckets: Object.fromEntries(this.#buckets) };
  }

  /**
   * Opens saved windows, unless they belong to another limit.
   *
   * @throws A TypeError if the value is not a saved state.
   */
  load(saved: unknown, rate: RateLimit | 'off'): void {
    const { rate: savedRate, buckets } = parseOptions(stateSchema, saved, 'rateLimits');
    if (JSON.stringify(savedRate) !== JSON.stringify(rate)) return;
    this.#rate = rate;
    this.#buckets = new Map(Object.entries(buckets));
  }

  /** Starts new windows. */
  reset(): void {
    this.#buckets.clear();
  }
}
