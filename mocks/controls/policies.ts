import type { Endpoint } from '../../src/contract/endpoint.ts';
import { apiErrors } from '../../src/contract/errors.ts';
import { preview } from '../../src/contract/validate.ts';
import { parseRateLimit, type RateLimit, type RateLimitHeaders } from './rate-limit.ts';

/**
 * Behavior that the specification leaves open. Set the policies to match your server. Policies do not apply to the
 * errors of the product PATCH if the specification defines them.
 */
export interface MockPolicies {
  /** Status of a successful creation. Default: 201. */
  createdStatus: 200 | 201;
  /** Status of the error `<Resource> not found`. Default: 404. */
  notFoundStatus: 400 | 404 | 410;
  /** Status of the error for an id that is not a UUID. Default: 400. */
  malformedIdStatus: 400 | 404 | 422;
  /** Status of the error `Validation error`. For the product PATCH it is always 400. Default: 400. */
  validationStatus: 400 | 422;
  /**
   * Shape of `details` in validation errors: `issues` (a list of paths and messages), `strings` (a list of texts),
   * `fields` (an object of messages by field) or `none`. The product PATCH uses `issues` instead of `none`. Default:
   * `issues`.
   */
  validationDetails: 'issues' | 'strings' | 'fields' | 'none';
  /** Whether validation errors omit `success`, like some errors in the specification. Default: false. */
  validationOmitsSuccess: boolean;
  /** Handling of unknown fields in a body. The product PATCH always rejects them. Default: `reject`. */
  unknownFields: 'reject' | 'ignore';
  /**
   * Handling of fields in an update that exist in the record but cannot be changed. The product PATCH always rejects
   * them. Default: `reject`.
   */
  immutableFields: 'reject' | 'ignore';
  /**
   * Whether the body of a creation may contain `null` in a field that the created record returns as `null`, for example
   * `segment_id` and `shipping[weight]`. `accept` treats it like an omitted field. Default: `reject`.
   */
  nullOnCreate: 'reject' | 'accept';
  /** Status of the error for an `api_name` that another record has. Default: 409. */
  duplicateApiName: 400 | 409;
  /**
   * The `description` that is returned for a product with `description_inherit_from_product`: that of the product
   * parent, or the product's own. Default: `parent`.
   */
  inheritedDescription: 'parent' | 'own';
  /** The order of lists. Default: `oldest-first`. */
  listOrder: 'oldest-first' | 'newest-first';
  /**
   * The value of an optional text field that was never set and that the specification does not declare as nullable, for
   * example `reference` and `inventory[sku]`. With `null`, responses have `null` in fields whose type is `string`.
   * Default: `empty`.
   */
  unsetText: 'empty' | 'null';
  /** The `amount` of a price that was never set. Default: `null`. */
  unsetAmount: 'null' | 'zero';
  /**
   * Handling of an update without fields: `touch` only changes `updated_at`, `ignore` changes nothing, and `reject`
   * returns a validation error. Default: `touch`.
   */
  emptyUpdate: 'touch' | 'ignore' | 'reject';
  /** Handling of unknown query parameters. Default: `ignore`. */
  unknownParameters: 'ignore' | 'reject';
  /** Handling of a slash at the end of a path. `reject` returns 404. Default: `reject`. */
  trailingSlash: 'reject' | 'accept';
  /**
   * Handling of an id in a path that has another letter case than in responses: `accept`, `not-found` or `malformed`.
   * Default: `accept`.
   */
  otherCaseIds: 'accept' | 'not-found' | 'malformed';
  /** Whether `GET /api/categories/{id}` returns a deleted category, with its `deleted_at`. Default: `hidden`. */
  deletedCategory: 'hidden' | 'shown';
  /**
   * Format of timestamps: `milliseconds` is `2026-01-31T09:00:00.000Z`, `seconds` is `2026-01-31T09:00:00Z`, and
   * `microseconds` is `2026-01-31T09:00:00.000000+00:00`. Default: `milliseconds`.
   */
  timestampFormat: 'milliseconds' | 'seconds' | 'microseconds';
  /** Letter case of ids in responses. Default: `lower`. */
  idCase: 'lower' | 'upper';
  /**
   * Names of the headers with the rate limit: `ratelimit` is `RateLimit-Limit`, `RateLimit-Remaining` and
   * `RateLimit-Reset`, `x-ratelimit` the same with the prefix `X-`. Every 429 has `Retry-After`. Default: `ratelimit`.
   */
  rateLimitHeaders: RateLimitHeaders;
  /** The `error` text for a request without a token. Default: a text that explains the header. */
  missingTokenText: string;
  /** The `error` text for a token that is not valid. Default: `Invalid API token`. */
  invalidTokenText: string;
  /**
   * Whether lists are divided into pages. `link` returns 50 records at a time, and `link:20` the given number, with the
   * path of the next page in a `Link` header. The query parameter `page` selects a page. Default: `off`.
   */
  pagination: Pagination;
  /** Limit on the number of calls of each workspace. Default: `off`. */
  rateLimit: RateLimit | 'off';
}

/** Whether lists are divided into pages: not at all, or with the given number of records on each. */
export type Pagination = 'off' | 'link' | `link:${number}`;

/**
 * A policy with a fixed set of values.
 *
 * @inline
 */
type EnumPolicy = Exclude<keyof MockPolicies, keyof typeof openPolicies>;

/** The values of each policy with a fixed set, the default first. */
export const policyValues: { readonly [Name in EnumPolicy]: readonly MockPolicies[Name][] } = {
  createdStatus: [201, 200],
  notFoundStatus: [404, 400, 410],
  malformedIdStatus: [400, 404, 422],
  validationStatus: [400, 422],
  validationDetails: ['issues', 'strings', 'fields', 'none'],
  validationOmitsSuccess: [false, true],
  unknownFields: ['reject', 'ignore'],
  immutableFields: ['reject', 'ignore'],
  nullOnCreate: ['reject', 'accept'],
  duplicateApiName: [409, 400],
  inheritedDescription: ['parent', 'own'],
  listOrder: ['oldest-first', 'newest-first'],
  unsetText: ['empty', 'null'],
  unsetAmount: ['null', 'zero'],
  emptyUpdate: ['touch', 'ignore', 'reject'],
  unknownParameters: ['ignore', 'reject'],
  trailingSlash: ['reject', 'accept'],
  otherCaseIds: ['accept', 'not-found', 'malformed'],
  deletedCategory: ['hidden', 'shown'],
  timestampFormat: ['milliseconds', 'seconds', 'microseconds'],
  idCase: ['lower', 'upper'],
  rateLimitHeaders: ['ratelimit', 'x-ratelimit', 'none'],
};

/** A policy whose values are not a fixed set. */
interface OpenPolicy<Value> {
  readonly default: Value;
  /** Describes the values in help texts. */
  readonly values: string;
  /** Returns a valid value. Throws a TypeError if it is not valid. */
  readonly parse: (value: unknown) => Value;
}

/** The policies whose values are not a fixed set. */
export const openPolicies = {
  missingTokenText: textPolicy(
    'missingTokenText',
    'Missing API token: send the header Authorization: Bearer <API_TOKEN>',
  ),
  invalidTokenText: textPolicy('invalidTokenText', 'Invalid API token'),
  pagination: { default: 'off', values: 'off|link|link:<page size>', parse: parsePagination },
  rateLimit: { default: 'off', values: 'off|<limit>', parse: parseRateLimit },
} satisfies { readonly [Name in keyof MockPolicies]?: OpenPolicy<MockPolicies[Name]> };

/** The default of each policy. The assertion restores the types of the values, which `Object.fromEntries` loses. */
export const policyDefaults = Object.freeze(
  Object.fromEntries([
    ...Object.entries(policyValues).map(([name, [first]]) => [name, first]),
    ...Object.entries(openPolicies).map(([name, policy]) => [name, policy.default]),
  ]),
) as Readonly<MockPolicies>;

/**
 * Returns the values that a policy can have, the default first.
 *
 * @throws A TypeError if there is no such policy, or if it has no fixed set of values.
 */
export function policyValuesOf(name: string): readonly MockPolicies[EnumPolicy][] {
  if (isEnumPolicy(name)) return policyValues[name];
  throw new TypeError(`Unknown policy "${name}". Valid policies: ${Object.keys(policyDefaults).join(', ')}.`);
}

function isEnumPolicy(name: string): name is EnumPolicy {
  return Object.hasOwn(policyValues, name);
}

/** Whether the values of a policy are not a fixed set. */
export function isOpenPolicy(name: string): name is keyof typeof openPolicies {
  return Object.hasOwn(openPolicies, name);
}

/**
 * Validates the value of a policy.
 *
 * @throws A TypeError if there is no such policy, or if it cannot have the value.
 */
function parsePolicy(name: string, value: unknown): unknown {
  if (isOpenPolicy(name)) return openPolicies[name].parse(value);
  const values: readonly unknown[] = policyValuesOf(name);
  if (values.includes(value)) return value;
  throw new TypeError(`policies.${name}: must be one of ${values.join(', ')}, received ${preview(value)}`);
}

/**
 * Returns the default policies with the given ones. Policies that are undefined keep their default.
 *
 * @throws A TypeError if there is no such policy, or if it cannot have the value.
 */
export function resolvePolicies(given: Partial<MockPolicies>): MockPolicies {
  const policies: MockPolicies = { ...policyDefaults };
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) Reflect.set(policies, name, parsePolicy(name, value));
    else if (!isOpenPolicy(name)) policyValuesOf(name);
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
      const isSet = Reflect.set(target, name, parsePolicy(String(name), value));
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
export function policiesForEndpoint({ errors }: Endpoint, policies: MockPolicies): MockPolicies {
  if (!errors.includes('productPatchValidation')) return policies;
  return {
    ...policies,
    validationStatus: apiErrors.productPatchValidation.status,
    // The specification says that the details name the field.
    validationDetails: policies.validationDetails === 'none' ? 'issues' : policies.validationDetails,
    unknownFields: 'reject',
    immutableFields: 'reject',
  };
}

function parsePagination(value: unknown): Pagination {
  if (isPagination(value)) return value;
  throw new TypeError(`policies.pagination: must be off, link or link:<page size>, received ${preview(value)}`);
}

function isPagination(value: unknown): value is Pagination {
  return typeof value === 'string' && /^(?:off|link|link:[1-9]\d{0,8})$/.test(value);
}

/** A policy for a text in responses. */
function textPolicy(name: keyof MockPolicies, text: string): OpenPolicy<string> {
  return {
    default: text,
    values: '<text>',
    parse(value) {
      if (typeof value === 'string' && /^[^\p{Cc}]{1,200}$/u.test(value)) return value;
      throw new TypeError(
        `policies.${name}: must be 1 to 200 characters without control characters, received ${preview(value)}`,
      );
    },
  };
}
