import { type MockPolicies, policyValues } from '../controls/policies.ts';
import { isObject } from '../shared/is-object.ts';
import type { PolicyName } from './probe.ts';
import type { PoliciesFile, PolicyResult } from './report.ts';

/** Returns the policies that reproduce a server. */
export function createPoliciesFile(results: readonly PolicyResult[], kit: string, date: string): PoliciesFile {
  const isFound = ({ status }: PolicyResult) => status === 'found';
  return {
    version: 1,
    kit,
    date,
    policies: Object.fromEntries(results.filter(isFound).map(({ policy, value }) => [policy, value])),
    undetermined: results.filter((result) => !isFound(result)).map(({ policy }) => policy),
  };
}

/** Returns the policies of a file, or the policies themselves. */
export function policiesIn(given: PoliciesFile | Partial<MockPolicies>): Readonly<Record<string, unknown>> {
  return 'policies' in given && isObject(given.policies) ? given.policies : { ...given };
}

/** Returns the default of a policy. */
export function defaultOf(policy: PolicyName): unknown {
  const values: unknown = Reflect.get(policyValues, policy);
  return Array.isArray(values) ? values[0] : 'off';
}
