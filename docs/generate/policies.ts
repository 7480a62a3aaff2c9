import * as z from 'zod/mini';
import { type MockPolicies, policyValues } from '../../mocks/controls/policies.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type ApiErrorName, type ApiErrorSpec, apiErrors } from '../../src/contract/errors.ts';

/** The name of a policy. */
export type PolicyName = keyof MockPolicies;

/** The policies for each error condition. If the specification does not state the status, its policy is first. */
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

/** Returns the policies that determine an error response. */
export function policiesOfCondition(condition: ApiErrorName): readonly PolicyName[] {
  return conditionPolicies[condition];
}

/** Returns the status of an error: the one in the specification, or the default of its policy. */
export function statusOf(condition: ApiErrorName): { readonly status: number; readonly stated: boolean } {
  const { status }: ApiErrorSpec = apiErrors[condition];
  if (status !== undefined) return { status, stated: true };
  const [policy] = policiesOfCondition(condition);
  const value = policy && policy !== 'pagination' && policy !== 'rateLimit' ? policyValues[policy][0] : undefined;
  if (typeof value !== 'number') throw new Error(`no policy decides the status of ${condition}`);
  return { status: value, stated: false };
}

/** Returns the status of a success, which the specification never states: a policy for POST, 200 for the rest. */
export function successOf({ method }: Endpoint): { readonly status: number; readonly policies: PolicyName[] } {
  return method === 'POST'
    ? { status: policyValues.createdStatus[0] ?? 201, policies: ['createdStatus'] }
    : { status: 200, policies: [] };
}

/** Returns the policies for unknown fields. The specification describes them only for the product PATCH. */
export function policiesOfBody({ body, errors, method }: Endpoint): PolicyName[] {
  if (!body || errors.includes('productPatchValidation')) return [];
  return method === 'PATCH' ? ['unknownFields', 'immutableFields'] : ['unknownFields', 'nullOnCreate'];
}

/** Returns the policies that change the records of a response. */
function policiesOfRecord({ name, response }: Endpoint): PolicyName[] {
  const shown = response instanceof z.ZodMiniObject && 'description_inherit_from_product' in response.shape;
  // The specification does not show the response of `getProduct`. The mock returns the same as `products.get`.
  return shown || name === 'productParents.getProduct' ? ['inheritedDescription'] : [];
}

/** Returns every policy that affects an operation. */
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
