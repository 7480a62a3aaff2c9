import type { MockPolicies } from '../../controls/policies.ts';
import type { RateLimit } from '../../controls/rate-limit.ts';
import { count } from '../text.ts';
import { policyDefaults } from './constants.ts';

/** Returns the policies that differ from their defaults. */
export function changedPolicies(policies: MockPolicies | undefined): readonly [string, unknown][] {
  const defaults: Readonly<Record<string, unknown>> = policyDefaults;
  return Object.entries(policies ?? {}).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
}

/** Describes a rate limit: `10 calls in 60 s`. */
export function describeRateLimit({ limit, window = 60_000 }: RateLimit): string {
  return `${count(limit, 'call')} in ${(window / 1_000).toLocaleString('en-US')} s`;
}
