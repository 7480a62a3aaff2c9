/** What the specification does not show and the mock still has to decide. */
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { apiErrors } from '../../src/contract/errors.ts';
import { preview } from '../../src/contract/validate.ts';
import { parseRateLimit, type RateLimit } from './rate-limit.ts';

/** The mock's answers to questions that the specification leaves open. Each can be set to match your server. */
export interface MockPolicies {
  /** Status of a successful creation. Default 201. */
  createdStatus: 200 | 201;
  /** Status of `<Resource> not found`. Default 404. */
  notFoundStatus: 400 | 404 | 410;
  /** Status of an id that is not a UUID. Default 400. */
  malformedIdStatus: 400 | 404 | 422;
  /** Status of `Validation error`, but for the product PATCH, for which 400 is stated. Default 400. */
  validationStatus: 400 | 422;
  /**
   * Which of the three stated shapes `details` has: `issues` (a list of path and message), `strings`,
   * `fields` (a map of field to message), or `none`, but for the product PATCH, whose details name the field.
   * Default `issues`.
   */
  validationDetails: 'issues' | 'strings' | 'fields' | 'none';
  /** Whether validation errors leave `success` out, as some are stated to. Default false. */
  validationOmitsSuccess: boolean;
  /** What becomes of fields that a body does not have, but for the product PATCH, which rejects them. Default `reject`. */
  unknownFields: 'reject' | 'ignore';
  /**
   * What becomes of fields that a record has and an update cannot change, but for the product PATCH, which rejects
   * them. Default `reject`.
   */
  immutableFields: 'reject' | 'ignore';
  /**
   * Whether the body of a creation may contain `null` in a field that the created record returns as `null`, for example
   * `segment_id` and `shipping[weight]`. `accept` treats it like an omitted field. Default: `reject`.
   */
  nullOnCreate: 'reject' | 'accept';
  /** Status of an `api_name` that is taken. Default 409. */
  duplicateApiName: 400 | 409;
  /**
   * What `description` reads as in a product with `description_inherit_from_product`: the parent's, or its own.
   * Default `parent`.
   */
  inheritedDescription: 'parent' | 'own';
  /**
   * Whether lists are divided into pages. `link` returns 50 records at a time, and `link:20` the given number, with the
   * path of the next page in a `Link` header. The query parameter `page` selects a page. Default: `off`.
   */
  pagination: Pagination;
  /** How many calls each workspace may make. Default `off`. */
  rateLimit: RateLimit | 'off';
}

/** Whether lists are divided into pages: not at all, or with the given number of records on each. */
export type Pagination = 'off' | 'link' | `link:${number}`;

/**
 * A policy with a fixed set of values.
 *
 * @inline
 */
type EnumPolicy = Exclude<keyof MockPolicies, 'pagination' | 'rateLimit'>;

/** Every value that each policy can have, the default first; `rateLimit` has no fixed set. */
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
};

/** The first value of each. `Object.fromEntries` forgets which key has which value, so the type is given here. */
const defaults = Object.fromEntries(Object.entries(policyValues).map(([name, [first]]) => [name, first])) as Pick<
  MockPolicies,
  EnumPolicy
>;

/**
 * Returns the values that a policy can have, the default first.
 *
 * @throws A TypeError if there is no such policy, or if it has no fixed set of values.
 */
export function policyValuesOf(name: string): readonly MockPolicies[EnumPolicy][] {
  if (isEnumPolicy(name)) return policyValues[name];
  throw new TypeError(
    `Unknown policy "${name}". Valid policies: ${Object.keys(policyValues).join(', ')}, pagination, rateLimit.`,
  );
}

function isEnumPolicy(name: string): name is EnumPolicy {
  return Object.hasOwn(policyValues, name);
}

/**
 * Validates the value of a policy.
 *
 * @throws A TypeError if there is no such policy, or if it cannot have the value.
 */
function parsePolicy(name: string, value: unknown): unknown {
  if (name === 'rateLimit') return parseRateLimit(value);
  if (name === 'pagination') {
    assertPagination(value);
    return value;
  }
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
  const policies: MockPolicies = { ...defaults, pagination: 'off', rateLimit: 'off' };
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) Reflect.set(policies, name, parsePolicy(name, value));
    else if (name !== 'rateLimit' && name !== 'pagination') policyValuesOf(name);
  }
  return policies;
}

/** Returns the policies with a check of each assignment: a wrong name or value throws a TypeError. */
export function guardPolicies(policies: MockPolicies): MockPolicies {
  return new Proxy(policies, {
    set: (target, name, value) => Reflect.set(target, name, parsePolicy(String(name), value)),
    deleteProperty(_, name) {
      throw new TypeError(`policies.${String(name)}: must have a value. Assign the default instead of deleting it.`);
    },
    defineProperty(_, name) {
      throw new TypeError(`policies.${String(name)}: must be set by assignment`);
    },
  });
}

/** The policies as they hold for an operation: none moves what the specification states of the product PATCH. */
export function policiesForEndpoint({ errors }: Endpoint, policies: MockPolicies): MockPolicies {
  if (!errors.includes('productPatchValidation')) return policies;
  return {
    ...policies,
    validationStatus: apiErrors.productPatchValidation.status,
    // The details are stated to name the field.
    validationDetails: policies.validationDetails === 'none' ? 'issues' : policies.validationDetails,
    unknownFields: 'reject',
    immutableFields: 'reject',
  };
}

/** @throws A TypeError if a value is not a {@link Pagination}. */
export function assertPagination(value: unknown): asserts value is Pagination {
  if (typeof value === 'string' && /^(?:off|link|link:[1-9]\d{0,8})$/.test(value)) return;
  throw new TypeError(`policies.pagination: must be off, link or link:<page size>, received ${String(value)}`);
}
