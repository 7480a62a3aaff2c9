import { type MockPolicies, openPolicies, policyDefaults, policyValues } from './policies.ts';

/** Says what each policy controls, in Markdown. `docs/policies.md` has the same sentences. */
const descriptions: { readonly [Name in keyof MockPolicies]: string } = {
  createdStatus: 'The status of a successful creation.',
  notFoundStatus: 'The status of `<Resource> not found`.',
  malformedIdStatus: 'The status of an id that is not a UUID.',
  validationStatus: 'The status of `Validation error`, except for the product PATCH, where 400 is specified.',
  validationDetails: 'Which of the three specified shapes `details` has.',
  validationOmitsSuccess: 'Whether validation errors omit `success`.',
  unknownFields: 'Whether a body may contain unknown fields. The product PATCH always rejects them.',
  immutableFields: 'Whether an update may contain fields that it cannot change. The product PATCH always rejects them.',
  nullOnCreate:
    'Whether the body of a creation may contain `null` in a field that the created record returns as `null`, for example `segment_id` and `shipping[weight]`. `accept` treats it like an omitted field.',
  duplicateApiName: 'The status of an `api_name` that is already in use.',
  inheritedDescription: 'Which `description` a product with `description_inherit_from_product` shows.',
  listOrder: 'The order of lists.',
  unsetText:
    'The value of an optional text field that was never set, for example `reference` and `inventory[sku]`: `""` or `null`. Fields that are nullable in the specification are always `null`. With `null`, responses have `null` in fields whose type is `string`.',
  unsetAmount: 'The `amount` of a price that was never set: `null` or `0`.',
  emptyUpdate:
    'An update without fields: `touch` only changes `updated_at`, `ignore` changes nothing, `reject` returns a validation error.',
  unknownParameters: 'Whether a query may contain unknown parameters.',
  trailingSlash: 'Whether a path may end with a slash. `reject` returns 404.',
  otherCaseIds:
    'An id in a path that has another letter case than in responses: it is accepted, or leads to the error for an unknown or a malformed id.',
  deletedCategory: 'Whether `GET /api/categories/{id}` returns a deleted category, with its `deleted_at`.',
  timestampFormat: '`2026-01-31T09:00:00.000Z`, `2026-01-31T09:00:00Z` or `2026-01-31T09:00:00.000000+00:00`.',
  idCase: 'The letter case of ids in responses.',
  rateLimitHeaders:
    'The names of the headers with the rate limit: `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`, the same with `X-`, or none.',
  missingTokenText: 'The `error` text for a request without a token.',
  invalidTokenText: 'The `error` text for a token that is not valid.',
  pagination:
    'Whether lists are divided into pages. `link` returns 50 records at a time, `link:20` 20 records. The `Link` header leads to the next page: `</api/customers?page=2>; rel="next"`.',
  rateLimit: 'How many calls a workspace may make. A call over the limit gets 429 with `Retry-After`.',
};

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
  const fixed: Readonly<Record<string, PolicyDescription['values']>> = policyValues;
  const open: Readonly<Record<string, { readonly values: string }>> = openPolicies;
  const names = Object.keys(policyDefaults) as (keyof MockPolicies)[];
  return names.map((name) => {
    const [values, format] = [fixed[name], open[name]?.values];
    return {
      name,
      value: policies[name],
      default: policyDefaults[name],
      ...(values && { values }),
      ...(format !== undefined && { format }),
      description: descriptions[name],
    };
  });
}
