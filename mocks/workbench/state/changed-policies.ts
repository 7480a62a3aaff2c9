import type { MockPolicies } from '../../controls/policies.ts';
import { policyDefaults } from './inlined-values.ts';

/** Returns the policies that differ from their defaults. */
export function changedPolicies(policies: MockPolicies | undefined): readonly [string, unknown][] {
  const defaults: Readonly<Record<string, unknown>> = policyDefaults;
  return Object.entries(policies ?? {}).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
}
