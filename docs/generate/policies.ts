/** Which of the mock's policies bear on which operation. */
import * as z from 'zod/mini';
import { type MockPolicies, policyValues } from '../../mocks/controls/policies.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type ApiErrorName, type ApiErrorSpec, apiErrors } from '../../src/contract/errors.ts';

/** The name of a policy. */
export type PolicyName = keyof MockPolicies;

/** What decides a refusal where the specification does not state it; a status first, where it is not stated. */
const conditionPolicies = {
  unauthorized: [],
  forbidden: [],
  validation: ['validationStatus', 'validationDetails', 'validationOmitsSuccess'],
  productPatchValidation: ['validationDetails', 'validationOmitsSuccess'],
  invalidId: ['malformedIdStatus'],
  notFound: ['notFoundStatus'],
  duplicateApiName: ['duplicateApiName'],
  categoryReferenced: [],
} as const satisfies Record<ApiErrorName, readonly PolicyName[]>;

/** The policies that decide what a refusal looks like. */
export function policiesOfCondition(condition: ApiErrorName): readonly PolicyName[] {
  return conditionPolicies[condition];
}

/** The status of a refusal: the stated one, or the default of the policy that decides it. */
export function statusOf(condition: ApiErrorName): { readonly status: number; readonly stated: boolean } {
  const { status }: ApiErrorSpec = apiErrors[condition];
  if (status !== undefined) return { status, stated: true };
  const [policy] = policiesOfCondition(condition);
  const value = policy && policy !== 'rateLimit' ? policyValues[policy][0] : undefined;
  if (typeof value !== 'number') throw new Error(`no policy decides the status of ${condition}`);
  return { status: value, stated: false };
}

/** The status of a success, which the specification never states: the policy for a creation, 200 for the rest. */
export function successOf({ method }: Endpoint): { readonly status: number; readonly policies: PolicyName[] } {
  return method === 'POST'
    ? { status: policyValues.createdStatus[0] ?? 201, policies: ['createdStatus'] }
    : { status: 200, policies: [] };
}

/** What becomes of fields that a body does not have. The specification states it of the product PATCH alone. */
export function policiesOfBody({ body, errors, method }: Endpoint): PolicyName[] {
  if (!body || errors.includes('productPatchValidation')) return [];
  return method === 'PATCH' ? ['unknownFields', 'immutableFields'] : ['unknownFields'];
}

/** What a record reads as. */
function policiesOfRecord({ name, response }: Endpoint): PolicyName[] {
  if (name.startsWith('categories.')) return ['deletedCategory'];
  const shown = response instanceof z.ZodMiniObject && 'description_inherit_from_product' in response.shape;
  // What `getProduct` returns is not shown; the mock's choice is the product as `products.get` shows it.
  return shown || name === 'productParents.getProduct' ? ['inheritedDescription'] : [];
}

/** Every policy that bears on an operation. */
export function policiesOf(endpoint: Endpoint): PolicyName[] {
  return [
    ...new Set([
      ...successOf(endpoint).policies,
      ...policiesOfBody(endpoint),
      ...endpoint.errors.flatMap(policiesOfCondition),
      ...policiesOfRecord(endpoint),
      'rateLimit' as const,
    ]),
  ];
}
