import * as z from 'zod/mini';
import { readField } from '../shared/json.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { type Cell, type CellDefinition, jsonForm } from '../state/cell.ts';
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

const stateSchema = z.strictObject({
  /** The limit that the buckets belong to. */
  rate: z.unknown(),
  /** The start of the window of each workspace, or the last refill of its bucket, and its remaining calls. */
  buckets: z.record(z.string(), z.strictObject({ windowStart: z.number(), remaining: z.number() })),
});

type RateLimitState = z.output<typeof stateSchema>;

/** The value of the rate limits in the state of a mock. */
export const rateLimitCell: CellDefinition<RateLimitState> = {
  initial: { rate: 'off', buckets: {} },
  json: jsonForm(stateSchema, 'rateLimits'),
};

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
  readonly #cell: Cell<RateLimitState>;

  constructor(cell: Cell<RateLimitState>) {
    this.#cell = cell;
  }

  /**
   * Counts a call. Returns undefined if there is no limit. If the limit has changed since the previous call, all
   * windows start again.
   */
  take(
    { rateLimit: rate, rateLimitHeaders: prefix }: RateLimitPolicies,
    workspace: string,
    clock: Pick<MockClock, 'now'>,
  ): RateLimitDecision | undefined {
    if (rate === 'off') return undefined;
    const { buckets } = this.#windowsOf(rate);
    const now = clock.now();
    const { limit, window = 60_000, algorithm = 'fixed-window' } = rate;
    const refills = algorithm === 'token-bucket';
    let { windowStart, remaining } = readField(buckets, workspace) ?? { windowStart: now, remaining: limit };
    const elapsed = now - windowStart;
    if (refills) {
      remaining = Math.min(limit, remaining + (Math.max(0, elapsed) * limit) / window);
      windowStart = now;
    } else if (elapsed >= window || elapsed < 0) {
      // A clock that was set back starts a new window. Otherwise callers would wait too long.
      remaining = limit;
      windowStart = elapsed < 0 ? now : now - (elapsed % window);
    }

    const allowed = remaining >= 1 - tolerance;
    if (allowed) remaining = Math.max(0, remaining - 1);
    this.#cell.keep({ rate, buckets: { ...buckets, [workspace]: { windowStart, remaining } } });
    // The time until a call is allowed again, or until the window ends.
    const wait = refills ? ((1 - Math.min(1, remaining)) * window) / limit : windowStart + window - now;
    const reset = String(Math.max(1, Math.ceil(wait / 1000 - tolerance)));
    const headers: Record<string, string> =
      prefix === 'none'
        ? {}
        : {
            [`${prefix}-limit`]: String(limit),
            [`${prefix}-remaining`]: String(Math.floor(remaining + tolerance)),
            [`${prefix}-reset`]: reset,
          };
    return { allowed, headers: allowed ? headers : { ...headers, 'retry-after': reset } };
  }

  /** Starts new windows. */
  reset(): void {
    this.#cell.set(rateLimitCell.initial);
  }

  /** Returns the windows that are open, unless they belong to another limit. */
  #windowsOf(rate: RateLimit): RateLimitState {
    const state = this.#cell.get();
    const isSame = state.rate === rate || JSON.stringify(state.rate) === JSON.stringify(rate);
    return isSame ? state : { rate, buckets: {} };
  }
}
