import * as z from 'zod/mini';
import { type MockPolicies, policyDefaults, policyValues } from '../../mocks/controls/policies.ts';
import { optionalTexts } from '../../mocks/resources/format-data.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type ApiErrorName, type ApiErrorSpec, apiErrors } from '../../src/contract/errors.ts';

/** The name of a policy. */
export type PolicyName = keyof MockPolicies;

/** The policies for each error condition. If the specification does not state the status, its policy is first. */
const conditionPolicies = {
  unauthorized: ['missingTokenText', 'invalidTokenText'],
  forbidden: [],
  validation: ['validationStatus', 'validationDetails', 'validationOmitsSuccess'],
  productPatchValidation: ['validationDetails', 'validationOmitsSuccess'],
  invalidId: ['malformedIdStatus', 'otherCaseIds'],
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
  const value = policy && policyDefaults[policy];
  if (typeof value !== 'number') throw new Error(`no policy decides the status of ${condition}`);
  return { status: value, stated: false };
}

/** Returns the status of a success, which the specification never states: a policy for POST, 200 for the rest. */
export function successOf({ method }: Endpoint): { readonly status: number; readonly policies: PolicyName[] } {
  return method === 'POST'
    ? { status: policyValues.createdStatus[0] ?? 201, policies: ['createdStatus'] }
    : { status: 200, policies: [] };
}

/** Returns the policies for the fields of a body. The specification describes unknown fields for the product PATCH. */
export function policiesOfBody({ body, errors, method }: Endpoint): PolicyName[] {
  if (!body) return [];
  if (errors.includes('productPatchValidation')) return ['emptyUpdate'];
  return method === 'PATCH' ? ['unknownFields', 'immutableFields', 'emptyUpdate'] : ['unknownFields', 'nullOnCreate'];
}

/** Returns the policies that change the records of a response. */
function policiesOfRecord({ name, response }: Endpoint): PolicyName[] {
  const record = response instanceof z.ZodMiniArray ? response.def.element : response;
  const fields = record instanceof z.ZodMiniObject ? Object.keys(record.shape) : [];
  // The specification does not show the response of `getProduct`. The mock returns the same as `products.get`.
  const isProduct = fields.includes('description_inherit_from_product') || name === 'productParents.getProduct';
  return [
    ...(isProduct ? (['inheritedDescription', 'unsetText', 'unsetAmount'] as const) : []),
    ...(fields.some((field) => optionalTexts.has(field)) ? (['unsetText'] as const) : []),
    ...(fields.includes('amount') ? (['unsetText', 'unsetAmount'] as const) : []),
    ...(response instanceof z.ZodMiniArray ? (['listOrder', 'pagination'] as const) : []),
    ...(name === 'categories.get' ? (['deletedCategory'] as const) : []),
  ];
}

/** The policies that affect every operation. */
export const generalPolicies: readonly PolicyName[] = [
  ...conditionPolicies.unauthorized,
  'unknownParameters',
  'trailingSlash',
  'timestampFormat',
  'idCase',
  'rateLimit',
  'rateLimitHeaders',
];

/** Returns the policies that affect an operation, apart from those that affect all. */
export function policiesOf(endpoint: Endpoint): PolicyName[] {
  return [
    ...new Set([
      ...successOf(endpoint).policies,
      ...policiesOfBody(endpoint),
      ...endpoint.errors.flatMap(policiesOfCondition),
      ...policiesOfRecord(endpoint),
    ]),
  ];
}
