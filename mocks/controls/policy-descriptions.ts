import { describeSchema } from '../../src/contract/describe-schema.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { ApiErrorName } from '../../src/contract/errors.ts';
import {
  isProductPatch,
  type MockPolicies,
  optionalTexts,
  type PolicyName,
  policyDefinitions,
  policyNames,
  returnsList,
} from './policies.ts';

/** The operations that a policy affects, by the part of the conversation. */
export type PolicyScope =
  | 'every operation'
  | {
      /** The errors whose response it changes. The policy for a status comes before the other policies of the error. */
      readonly errors?: readonly ApiErrorName[];
      /** Whether it changes the bodies that an operation accepts. */
      readonly body?: (endpoint: Endpoint) => boolean;
      /** Whether it changes the successful responses of an operation. */
      readonly response?: (endpoint: Endpoint) => boolean;
    };

interface PolicyTexts {
  /** The behavior that the policy controls, in Markdown: for the documentation, editors and the workbench. */
  readonly description: string;
  readonly affects: PolicyScope;
}

/** The texts of all policies. Not part of their definitions, because a mock in a page does not need them. */
export const policyTexts: Readonly<Record<PolicyName, PolicyTexts>> = {
  createdStatus: {
    description: 'The status of a successful creation.',
    affects: { response: ({ method }) => method === 'POST' },
  },
  notFoundStatus: {
    description: 'The status of `<Resource> not found`.',
    affects: { errors: ['notFound'] },
  },
  malformedIdStatus: {
    description: 'The status of an id that is not a UUID.',
    affects: { errors: ['invalidId'] },
  },
  validationStatus: {
    description: 'The status of `Validation error`, except for the product PATCH, where 400 is specified.',
    affects: { errors: ['validation'] },
  },
  validationDetails: {
    description:
      'The shape of `details` in validation errors: `issues` (a list of paths and messages), `strings` (a list of texts), `fields` (an object of messages by field) or `none`. The product PATCH uses `issues` instead of `none`.',
    affects: { errors: ['validation', 'productPatchValidation'] },
  },
  validationOmitsSuccess: {
    description: 'Whether validation errors omit `success`, like some errors in the specification.',
    affects: { errors: ['validation', 'productPatchValidation'] },
  },
  unknownFields: {
    description: 'Whether a body may contain unknown fields. The product PATCH always rejects them.',
    affects: { body: (endpoint) => endpoint.body !== undefined && !isProductPatch(endpoint) },
  },
  immutableFields: {
    description:
      'Whether an update may contain fields of the record that it cannot change. The product PATCH always rejects them.',
    affects: { body: (endpoint) => endpoint.method === 'PATCH' && !isProductPatch(endpoint) },
  },
  nullOnCreate: {
    description:
      'Whether the body of a creation may contain `null` in a field that the created record returns as `null`, for example `segment_id` and `shipping[weight]`. `accept` treats it like an omitted field.',
    affects: { body: ({ method }) => method === 'POST' },
  },
  duplicateApiName: {
    description: 'The status of an `api_name` that is already in use.',
    affects: { errors: ['duplicateApiName'] },
  },
  inheritedDescription: {
    description:
      "The `description` that is returned for a product with `description_inherit_from_product`: that of the product parent, or the product's own.",
    affects: { response: returnsProduct },
  },
  listOrder: {
    description: 'The order of lists that GET returns.',
    affects: { response: returnsList },
  },
  unsetText: {
    description:
      'The value of an optional text field that was never set, for example `reference` and `inventory[sku]`: `""` or `null`. Fields that are nullable in the specification are always `null`. With `null`, responses have `null` in fields whose type is `string`.',
    affects: { response: (endpoint) => returnsProduct(endpoint) || returnsField(endpoint, 'amount', ...optionalTexts) },
  },
  unsetAmount: {
    description:
      'The `amount` of a price that was never set: `null` or `0`. In a product, it is `null` unless the price is flat.',
    affects: { response: (endpoint) => returnsProduct(endpoint) || returnsField(endpoint, 'amount') },
  },
  emptyUpdate: {
    description:
      'The handling of an update without fields: `touch` only changes `updated_at`, `ignore` changes nothing, `reject` returns a validation error.',
    affects: { body: ({ method }) => method === 'PATCH' },
  },
  unknownParameters: {
    description: 'Whether a query may contain unknown parameters.',
    affects: 'every operation',
  },
  trailingSlash: {
    description: 'Whether a path may end with a slash. `reject` returns 404.',
    affects: 'every operation',
  },
  otherCaseIds: {
    description:
      'The handling of an id in a path that has another letter case than in responses: it is accepted, or leads to the error for an unknown or a malformed id.',
    affects: { errors: ['invalidId'] },
  },
  deletedCategory: {
    description: 'Whether `GET /api/categories/{id}` returns a deleted category, with its `deleted_at`.',
    affects: { response: ({ name }) => name === 'categories.get' },
  },
  timestampFormat: {
    description:
      'The format of timestamps: `2026-01-31T09:00:00.000Z`, `2026-01-31T09:00:00Z` or `2026-01-31T09:00:00.000000+00:00`.',
    affects: 'every operation',
  },
  idCase: {
    description: 'The letter case of ids in responses.',
    affects: 'every operation',
  },
  rateLimitHeaders: {
    description:
      'The names of the headers with the rate limit: `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`, the same with `X-`, or none. Every 429 has `Retry-After`.',
    affects: 'every operation',
  },
  missingTokenText: {
    description: 'The `error` text for a request without a token.',
    affects: { errors: ['unauthorized'] },
  },
  invalidTokenText: {
    description: 'The `error` text for a token that is not valid.',
    affects: { errors: ['unauthorized'] },
  },
  pagination: {
    description:
      'Whether lists that GET returns are divided into pages. `link` returns 50 records at a time, `link:20` 20 records. The `Link` header leads to the next page: `</api/customers?page=2>; rel="next"`.',
    affects: { response: returnsList },
  },
  rateLimit: {
    description: 'The number of calls that a workspace may make. A call over the limit gets 429 with `Retry-After`.',
    affects: 'every operation',
  },
};

/** Whether an operation returns records with one of the fields. */
function returnsField({ response }: Endpoint, ...names: readonly string[]): boolean {
  const { kind } = describeSchema(response);
  const record = kind.type === 'list' ? kind.element.kind : kind;
  return record.type === 'group' && names.some((name) => Object.hasOwn(record.fields, name));
}

/** Whether an operation returns products. The specification does not show the response of `getProduct`. */
function returnsProduct(endpoint: Endpoint): boolean {
  return returnsField(endpoint, 'description_inherit_from_product') || endpoint.name === 'productParents.getProduct';
}

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
    const { parse: _, ...definition } = policyDefinitions[name];
    return { name, value: policies[name], ...definition, description: policyTexts[name].description };
  });
}
