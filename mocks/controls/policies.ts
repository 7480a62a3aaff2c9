import { describeSchema } from '../../src/contract/describe-schema.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { apiErrors } from '../../src/contract/errors.ts';
import { preview } from '../../src/contract/printable.ts';
import { listValid } from '../../src/contract/suggest-name.ts';
import { definePolicy, defineTextPolicy, type FixedPolicy, type OpenPolicy } from './define-policy.ts';
import { parseRateLimit, type RateLimit, type RateLimitHeaders } from './rate-limit.ts';

/** Whether lists are divided into pages: not at all, or with the given number of records on each. */
export type Pagination = 'off' | 'link' | `link:${number}`;

/** The text fields that no creation requires and that the specification does not declare as nullable. */
export const optionalTexts: ReadonlySet<string> = new Set([
  'reference',
  'description',
  'product_type',
  'language_code',
  'language_id',
  'unit_of_measure',
  'sku',
  'crm',
  'erp',
  'accounting',
  'ledger_account',
]);

/** All policies. The types, the command line, the documentation and the workbench derive from them. */
export const policyDefinitions = {
  createdStatus: definePolicy({
    values: [200, 201],
    default: 201,
    description: 'The status of a successful creation.',
    affects: { response: ({ method }) => method === 'POST' },
  }),
  notFoundStatus: definePolicy({
    values: [400, 404, 410],
    default: 404,
    description: 'The status of `<Resource> not found`.',
    affects: { errors: ['notFound'] },
  }),
  malformedIdStatus: definePolicy({
    values: [400, 404, 422],
    default: 400,
    description: 'The status of an id that is not a UUID.',
    affects: { errors: ['invalidId'] },
  }),
  validationStatus: definePolicy({
    values: [400, 422],
    default: 400,
    description: 'The status of `Validation error`, except for the product PATCH, where 400 is specified.',
    affects: { errors: ['validation'] },
  }),
  validationDetails: definePolicy({
    values: ['issues', 'strings', 'fields', 'none'],
    default: 'issues',
    description:
      'The shape of `details` in validation errors: `issues` (a list of paths and messages), `strings` (a list of texts), `fields` (an object of messages by field) or `none`. The product PATCH uses `issues` instead of `none`.',
    affects: { errors: ['validation', 'productPatchValidation'] },
  }),
  validationOmitsSuccess: definePolicy({
    values: [false, true],
    default: false,
    description: 'Whether validation errors omit `success`, like some errors in the specification.',
    affects: { errors: ['validation', 'productPatchValidation'] },
  }),
  unknownFields: definePolicy({
    values: ['reject', 'ignore'],
    default: 'reject',
    description: 'Whether a body may contain unknown fields. The product PATCH always rejects them.',
    affects: { body: (endpoint) => endpoint.body !== undefined && !isProductPatch(endpoint) },
  }),
  immutableFields: definePolicy({
    values: ['reject', 'ignore'],
    default: 'reject',
    description:
      'Whether an update may contain fields of the record that it cannot change. The product PATCH always rejects them.',
    affects: { body: (endpoint) => endpoint.method === 'PATCH' && !isProductPatch(endpoint) },
  }),
  nullOnCreate: definePolicy({
    values: ['reject', 'accept'],
    default: 'reject',
    description:
      'Whether the body of a creation may contain `null` in a field that the created record returns as `null`, for example `segment_id` and `shipping[weight]`. `accept` treats it like an omitted field.',
    affects: { body: ({ method }) => method === 'POST' },
  }),
  duplicateApiName: definePolicy({
    values: [400, 409],
    default: 409,
    description: 'The status of an `api_name` that is already in use.',
    affects: { errors: ['duplicateApiName'] },
  }),
  inheritedDescription: definePolicy({
    values: ['parent', 'own'],
    default: 'parent',
    description:
      "The `description` that is returned for a product with `description_inherit_from_product`: that of the product parent, or the product's own.",
    affects: { response: returnsProduct },
  }),
  listOrder: definePolicy({
    values: ['oldest-first', 'newest-first'],
    default: 'oldest-first',
    description: 'The order of lists.',
    affects: { response: returnsList },
  }),
  unsetText: definePolicy({
    values: ['empty', 'null'],
    default: 'empty',
    description:
      'The value of an optional text field that was never set, for example `reference` and `inventory[sku]`: `""` or `null`. Fields that are nullable in the specification are always `null`. With `null`, responses have `null` in fields whose type is `string`.',
    affects: { response: (endpoint) => returnsProduct(endpoint) || returnsField(endpoint, 'amount', ...optionalTexts) },
  }),
  unsetAmount: definePolicy({
    values: ['null', 'zero'],
    default: 'null',
    description: 'The `amount` of a price that was never set: `null` or `0`.',
    affects: { response: (endpoint) => returnsProduct(endpoint) || returnsField(endpoint, 'amount') },
  }),
  emptyUpdate: definePolicy({
    values: ['touch', 'ignore', 'reject'],
    default: 'touch',
    description:
      'The handling of an update without fields: `touch` only changes `updated_at`, `ignore` changes nothing, `reject` returns a validation error.',
    affects: { body: ({ method }) => method === 'PATCH' },
  }),
  unknownParameters: definePolicy({
    values: ['ignore', 'reject'],
    default: 'ignore',
    description: 'Whether a query may contain unknown parameters.',
    affects: 'every operation',
  }),
  trailingSlash: definePolicy({
    values: ['reject', 'accept'],
    default: 'reject',
    description: 'Whether a path may end with a slash. `reject` returns 404.',
    affects: 'every operation',
  }),
  otherCaseIds: definePolicy({
    values: ['accept', 'not-found', 'malformed'],
    default: 'accept',
    description:
      'The handling of an id in a path that has another letter case than in responses: it is accepted, or leads to the error for an unknown or a malformed id.',
    affects: { errors: ['invalidId'] },
  }),
  deletedCategory: definePolicy({
    values: ['hidden', 'shown'],
    default: 'hidden',
    description: 'Whether `GET /api/categories/{id}` returns a deleted category, with its `deleted_at`.',
    affects: { response: ({ name }) => name === 'categories.get' },
  }),
  timestampFormat: definePolicy({
    values: ['milliseconds', 'seconds', 'microseconds'],
    default: 'milliseconds',
    description:
      'The format of timestamps: `2026-01-31T09:00:00.000Z`, `2026-01-31T09:00:00Z` or `2026-01-31T09:00:00.000000+00:00`.',
    affects: 'every operation',
  }),
  idCase: definePolicy({
    values: ['lower', 'upper'],
    default: 'lower',
    description: 'The letter case of ids in responses.',
    affects: 'every operation',
  }),
  rateLimitHeaders: definePolicy<RateLimitHeaders>({
    values: ['ratelimit', 'x-ratelimit', 'none'],
    default: 'ratelimit',
    description:
      'The names of the headers with the rate limit: `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`, the same with `X-`, or none. Every 429 has `Retry-After`.',
    affects: 'every operation',
  }),
  missingTokenText: defineTextPolicy({
    default: 'Missing API token: send the header Authorization: Bearer <API_TOKEN>',
    description: 'The `error` text for a request without a token.',
    affects: { errors: ['unauthorized'] },
  }),
  invalidTokenText: defineTextPolicy({
    default: 'Invalid API token',
    description: 'The `error` text for a token that is not valid.',
    affects: { errors: ['unauthorized'] },
  }),
  pagination: definePolicy<Pagination>({
    format: 'off|link|link:<page size>',
    parse: parsePagination,
    default: 'off',
    description:
      'Whether lists are divided into pages. `link` returns 50 records at a time, `link:20` 20 records. The `Link` header leads to the next page: `</api/customers?page=2>; rel="next"`.',
    affects: { response: returnsList },
  }),
  rateLimit: definePolicy<RateLimit | 'off'>({
    format: 'off|{ limit, window, algorithm }',
    parse: parseRateLimit,
    default: 'off',
    description: 'The number of calls that a workspace may make. A call over the limit gets 429 with `Retry-After`.',
    affects: 'every operation',
  }),
};

/** The name of a policy. */
export type PolicyName = keyof typeof policyDefinitions;

/**
 * Behavior that the specification leaves open. Set the policies to match your server. Policies do not apply to the
 * errors of the product PATCH if the specification defines them.
 *
 * @interface
 */
export type MockPolicies = {
  -readonly [Name in keyof typeof policyDefinitions]: (typeof policyDefinitions)[Name]['default'];
};

/**
 * A policy with a fixed set of values.
 *
 * @inline
 */
type FixedPolicyName = {
  [Name in PolicyName]: 'values' extends keyof (typeof policyDefinitions)[Name] ? Name : never;
}[PolicyName];

/** The names of all policies. */
export const policyNames = Object.keys(policyDefinitions) as readonly PolicyName[];

/** The values of each policy with a fixed set, the default first. The assertion restores the names of the policies. */
export const policyValues = Object.fromEntries(
  Object.entries(policyDefinitions).flatMap(([name, policy]) => ('values' in policy ? [[name, policy.values]] : [])),
) as { readonly [Name in FixedPolicyName]: readonly MockPolicies[Name][] };

/** The default of each policy. */
export const policyDefaults = Object.freeze(
  Object.fromEntries(Object.entries(policyDefinitions).map(([name, policy]) => [name, policy.default])),
) as Readonly<MockPolicies>;

/** Returns a policy by its name, which may be unknown. */
export function findPolicy(name: string): FixedPolicy<unknown> | OpenPolicy<unknown> | undefined {
  return Object.hasOwn(policyDefinitions, name) ? policyDefinitions[name as PolicyName] : undefined;
}

/** Returns a policy by its name, which may be unknown. */
function requirePolicy(name: string): FixedPolicy<unknown> | OpenPolicy<unknown> {
  const policy = findPolicy(name);
  if (policy) return policy;
  throw new TypeError(`Unknown policy "${name}".${listValid('policies', name, policyNames)}`);
}

/**
 * Returns the default policies with the given ones. Policies that are undefined keep their default.
 *
 * @throws A TypeError if there is no such policy, or if it cannot have the value.
 */
export function resolvePolicies(given: Partial<MockPolicies>): MockPolicies {
  const policies: MockPolicies = { ...policyDefaults };
  for (const [name, value] of Object.entries(given)) {
    const policy = requirePolicy(name);
    if (value !== undefined) Reflect.set(policies, name, policy.parse(value, name));
  }
  return policies;
}

/**
 * Returns the policies with a check of each assignment: a wrong name or value throws a TypeError.
 *
 * @param changed Called after an assignment.
 */
export function guardPolicies(policies: MockPolicies, changed: () => void): MockPolicies {
  return new Proxy(policies, {
    set(target, name, value) {
      const isSet = Reflect.set(target, name, requirePolicy(String(name)).parse(value, String(name)));
      changed();
      return isSet;
    },
    deleteProperty(_, name) {
      throw new TypeError(`policies.${String(name)}: must have a value. Assign the default instead of deleting it.`);
    },
    defineProperty(_, name) {
      throw new TypeError(`policies.${String(name)}: must be set by assignment`);
    },
  });
}

/**
 * Returns the policies for an operation. They do not change the errors that the specification defines for the product
 * PATCH.
 */
export function policiesForEndpoint(endpoint: Endpoint, policies: MockPolicies): MockPolicies {
  if (!isProductPatch(endpoint)) return policies;
  return {
    ...policies,
    validationStatus: apiErrors.productPatchValidation.status,
    // The specification says that the details name the field.
    validationDetails: policies.validationDetails === 'none' ? 'issues' : policies.validationDetails,
    unknownFields: 'reject',
    immutableFields: 'reject',
  };
}

/** Whether the specification describes the validation errors of an operation. */
function isProductPatch({ errors }: Endpoint): boolean {
  return errors.includes('productPatchValidation');
}

/** Whether an operation returns a list. */
export function returnsList({ response }: Endpoint): boolean {
  return describeSchema(response).kind.type === 'list';
}

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

function parsePagination(value: unknown, name: string): Pagination {
  if (isPagination(value)) return value;
  throw new TypeError(`policies.${name}: must be off, link or link:<page size>, received ${preview(value)}`);
}

function isPagination(value: unknown): value is Pagination {
  return typeof value === 'string' && /^(?:off|link|link:[1-9]\d{0,8})$/.test(value);
}
