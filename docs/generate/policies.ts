import { type PolicyName, policyDefaults, policyDefinitions, policyNames } from '../../mocks/controls/policies.ts';
import { type PolicyScope, policyTexts } from '../../mocks/controls/policy-descriptions.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type ApiErrorName, type ApiErrorSpec, apiErrors } from '../../src/contract/errors.ts';
import { code, table, withGenerated } from './markdown.ts';

/** Returns the policies for a part of the conversation. */
function policiesIn(isAffected: (scope: Exclude<PolicyScope, string>) => boolean | undefined): PolicyName[] {
  return policyNames.filter((name) => {
    const { affects } = policyTexts[name];
    return affects !== 'every operation' && isAffected(affects);
  });
}

/** Returns the policies that determine an error response. The policy for its status is first, if there is one. */
export function policiesOfCondition(condition: ApiErrorName): PolicyName[] {
  return policiesIn(({ errors }) => errors?.includes(condition));
}

/** Returns the policies that change the bodies that an operation accepts. */
export function policiesOfBody(endpoint: Endpoint): PolicyName[] {
  return policiesIn(({ body }) => body?.(endpoint));
}

/** Returns the policies that change the successful responses of an operation. */
export function policiesOfResponse(endpoint: Endpoint): PolicyName[] {
  return policiesIn(({ response }) => response?.(endpoint));
}

/** The policies that affect every operation. */
export const generalPolicies: readonly PolicyName[] = [
  ...policiesOfCondition('unauthorized'),
  ...policyNames.filter((name) => policyTexts[name].affects === 'every operation'),
];

/** Returns the policies that affect an operation, apart from those that affect all. */
export function policiesOf(endpoint: Endpoint): PolicyName[] {
  const names = [
    ...policiesOfResponse(endpoint),
    ...policiesOfBody(endpoint),
    ...endpoint.errors.flatMap(policiesOfCondition),
  ];
  return policyNames.filter((name) => names.includes(name));
}

/** Returns the status of an error: the one in the specification, or the default of its policy. */
export function statusOf(condition: ApiErrorName): { readonly status: number; readonly stated: boolean } {
  const { status }: ApiErrorSpec = apiErrors[condition];
  if (status !== undefined) return { status, stated: true };
  const [policy] = policiesOfCondition(condition);
  const value = policy && policyDefaults[policy];
  if (typeof value !== 'number') throw new Error(`no policy decides the status of ${condition}`);
  return { status: value, stated: false };
}

/** Returns the status of a success, which the specification never states: a policy for POST, 200 for the rest. */
export function successStatusOf({ method }: Endpoint): number {
  return method === 'POST' ? policyDefaults.createdStatus : 200;
}

/** Returns the description of a policy for an editor, with its default. */
export function describePolicy(name: PolicyName): string {
  return `${policyTexts[name].description} Default: ${code(String(policyDefaults[name]))}.`;
}

/** Returns docs/policies.md with its table replaced. */
export function withPolicies(page: string): string {
  return withGenerated(page, policyTable());
}

function policyTable(): string {
  return table(
    ['policy', 'default', 'others', 'controls'],
    policyNames.map((name) => {
      const policy = policyDefinitions[name];
      const values = 'values' in policy ? policy.values.map(String) : policy.format.split('|');
      const others = values.filter((value) => value !== String(policy.default));
      return [code(name), code(String(policy.default)), others.map(code).join(', '), policyTexts[name].description];
    }),
  );
}
