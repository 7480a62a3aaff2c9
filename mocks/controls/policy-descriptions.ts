import { type MockPolicies, policyDefinitions, policyNames } from './policies.ts';

/** A policy, as a program shows it. */
export interface PolicyDescription {
  /** The name of the policy. */
  readonly name: keyof MockPolicies;
  /** The current value. */
  readonly value: MockPolicies[keyof MockPolicies];
  /** The default value. */
  readonly default: MockPolicies[keyof MockPolicies];
  /** All values that the policy can have, the default first. Undefined if they are not a fixed set. */
  readonly values?: readonly MockPolicies[keyof MockPolicies][];
  /** The form of the values if they are not a fixed set, for example `off|link|link:<page size>`. */
  readonly format?: string;
  /** One or more sentences about the behavior that the policy controls, in Markdown. */
  readonly description: string;
}

/** Describes all policies, with their current values. */
export function describePolicies(policies: MockPolicies): readonly PolicyDescription[] {
  return policyNames.map((name) => {
    const { affects: _, parse: __, ...description } = policyDefinitions[name];
    return { name, value: policies[name], ...description };
  });
}
