import { type MockPolicies, type PolicyName, policyDefaults } from '../controls/policies.ts';
import type { PoliciesFile } from '../controls/policies-file.ts';
import type { PolicyResult } from './reports/report.ts';

/** Returns the policies that reproduce a server. */
export function createPoliciesFile(results: readonly PolicyResult[], kit: string, date: string): PoliciesFile {
  const isFound = ({ status }: PolicyResult) => status === 'found';
  return {
    version: 1,
    kit,
    date,
    // Each probe returns a value of its own policy.
    policies: Object.fromEntries(
      results.filter(isFound).map(({ policy, value }) => [policy, value]),
    ) as Partial<MockPolicies>,
    undetermined: results.filter((result) => !isFound(result)).map(({ policy }) => policy),
  };
}

/** Returns the default of a policy. */
export function defaultOf(policy: PolicyName): unknown {
  return policyDefaults[policy];
}
