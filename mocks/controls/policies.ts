import { describeSchema } from '../../src/contract/describe-schema.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { apiErrors } from '../../src/contract/errors.ts';
import { preview } from '../../src/contract/printable.ts';
import { listValid } from '../../src/contract/unknown-name.ts';
import { isObject, readField } from '../shared/json.ts';
import type { Cell } from '../state/cell.ts';
import type { State } from '../state/state.ts';
import { column } from '../store/fields.ts';
import type { Changes } from '../store/row-types.ts';
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

const pagination: OpenPolicy<Pagination> = {
  default: 'off',
  format: 'off|link|link:<page size>',
  parse: parsePagination,
};

const rateLimit: OpenPolicy<RateLimit | 'off'> = {
  default: 'off',
  format: 'off|{ limit, window, algorithm }',
  parse: parseRateLimit,
};

/**
 * All policies. The types, the command line and the documentation derive from them. {@link policyTexts} describes each
 * of them.
 */
export const policyDefinitions = {
  createdStatus: definePolicy(201, 200),
  notFoundStatus: definePolicy(404, 400, 410),
  malformedIdStatus: definePolicy(400, 404, 422),
  validationStatus: definePolicy(400, 422),
  validationDetails: definePolicy('issues', 'strings', 'fields', 'none'),
  validationOmitsSuccess: definePolicy(false, true),
  unknownFields: definePolicy('reject', 'ignore'),
  immutableFields: definePolicy('reject', 'ignore'),
  nullOnCreate: definePolicy('reject', 'accept'),
  duplicateApiName: definePolicy(409, 400),
  inheritedDescription: definePolicy('parent', 'own'),
  listOrder: definePolicy('oldest-first', 'newest-first'),
  unsetText: definePolicy('empty', 'null'),
  unsetAmount: definePolicy('null', 'zero'),
  emptyUpdate: definePolicy('touch', 'ignore', 'reject'),
  unknownParameters: definePolicy('ignore', 'reject'),
  trailingSlash: definePolicy('reject', 'accept'),
  otherCaseIds: definePolicy('accept', 'not-found', 'malformed'),
  deletedCategory: definePolicy('hidden', 'shown'),
  timestampFormat: definePolicy('milliseconds', 'seconds', 'microseconds'),
  idCase: definePolicy('lower', 'upper'),
  rateLimitHeaders: definePolicy<RateLimitHeaders>('ratelimit', 'x-ratelimit', 'none'),
  missingTokenText: defineTextPolicy('Missing API token: send the header Authorization: Bearer <API_TOKEN>'),
  invalidTokenText: defineTextPolicy('Invalid API token'),
  pagination,
  rateLimit,
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

/** The values of each policy with a fixed set of values, the default first. */
export const policyValues = Object.fromEntries(
  Object.entries(policyDefinitions).flatMap(([name, policy]) => ('values' in policy ? [[name, policy.values]] : [])),
) as { readonly [Name in FixedPolicyName]: readonly MockPolicies[Name][] };

/** The default of each policy. */
export const policyDefaults = Object.freeze(
  Object.fromEntries(Object.entries(policyDefinitions).map(([name, policy]) => [name, policy.default])),
) as Readonly<MockPolicies>;

/** Returns a policy by its name, which may be unknown. */
export function findPolicy(name: string): FixedPolicy<unknown> | OpenPolicy<unknown> | undefined {
  return readField<FixedPolicy<unknown> | OpenPolicy<unknown>>(policyDefinitions, name);
}

/** Returns the message about an unknown policy, with the valid names. */
export function unknownPolicy(name: string, source = ''): string {
  return `Unknown policy "${name}"${source}.${listValid('policies', name, policyNames)}`;
}

/** @throws A TypeError if there is no policy with the name. */
function requirePolicy(name: string): FixedPolicy<unknown> | OpenPolicy<unknown> {
  const policy = findPolicy(name);
  if (policy) return policy;
  throw new TypeError(unknownPolicy(name));
}

/**
 * Returns the default policies with the given ones. Policies that are undefined keep their default.
 *
 * @throws A TypeError if there is no such policy, or if it cannot have the value.
 */
export function resolvePolicies(given: Changes<MockPolicies>): MockPolicies {
  const policies: MockPolicies = { ...policyDefaults };
  for (const [name, value] of Object.entries(given)) {
    const policy = requirePolicy(name);
    if (value !== undefined) Reflect.set(policies, name, policy.parse(value, name));
  }
  return policies;
}

/** The policies of one mock. */
export interface PolicyCell {
  readonly cell: Cell<MockPolicies>;
  /** The current policies as an object to assign to. A wrong name or value throws a TypeError. */
  readonly assignable: MockPolicies;
}

/**
 * Creates the policies of a mock.
 *
 * @param onRateLimit Called after the rate limit was assigned.
 */
export function createPolicies(state: State, option: MockPolicies, onRateLimit: () => void): PolicyCell {
  const current = { ...option };
  const load = (saved: unknown): MockPolicies => {
    if (!isObject(saved)) throw new TypeError('snapshot.settings.policies: must be an object');
    return resolvePolicies(saved);
  };
  const cell = state.cell<MockPolicies>('policies', {
    initial: option,
    json: { save: (value) => value, load },
    stored: {
      save: (value) => ({ option, value }),
      load(saved) {
        const { option: formerOption, value } = Object(saved);
        // Each policy by itself: a later version has other policies.
        const unchanged = Object.entries(Object(value)).filter(([name]) => {
          const [before, now] = [Object(formerOption), option].map((each) => JSON.stringify(column(each, name)));
          return now !== undefined && before === now;
        });
        return load({ ...option, ...Object.fromEntries(unchanged) });
      },
    },
    onWrite: (value) => void Object.assign(current, value),
  });
  const assignable = new Proxy(current, {
    set(_, name, value) {
      const policy = String(name);
      const parsed = requirePolicy(policy).parse(value, policy);
      state.write(() => {
        cell.set({ ...cell.get(), [policy]: parsed });
        if (policy === 'rateLimit') onRateLimit();
      });
      return true;
    },
    deleteProperty(_, name) {
      throw new TypeError(`policies.${String(name)}: must have a value. Assign the default instead of deleting it.`);
    },
    defineProperty(_, name) {
      throw new TypeError(`policies.${String(name)}: must be set by assignment`);
    },
  });
  return { cell, assignable };
}

/**
 * Returns the policies for an operation. They do not change the errors that the specification defines for the product
 * PATCH.
 */
export function policiesForEndpoint(endpoint: Pick<Endpoint, 'errors'>, policies: MockPolicies): MockPolicies {
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
export function isProductPatch({ errors }: Pick<Endpoint, 'errors'>): boolean {
  return errors.includes('productPatchValidation');
}

/** Whether an operation returns a list. */
export function returnsList({ response }: Endpoint): boolean {
  return describeSchema(response).kind.type === 'list';
}

function parsePagination(value: unknown, name: string): Pagination {
  if (isPagination(value)) return value;
  throw new TypeError(`policies.${name}: must be off, link or link:<page size>, received ${preview(value)}`);
}

function isPagination(value: unknown): value is Pagination {
  return typeof value === 'string' && /^(?:off|link|link:[1-9]\d{0,8})$/.test(value);
}

/** A policy with a fixed set of values. */
interface FixedPolicy<Value> {
  readonly default: Value;
  /** The values, the default first. */
  readonly values: readonly Value[];
  /**
   * Returns a valid value.
   *
   * @throws A TypeError that begins with `policies.<name>` if the value is not valid.
   */
  readonly parse: (value: unknown, name: string) => Value;
}

/** A policy whose values are not a fixed set. */
interface OpenPolicy<Value> {
  readonly default: Value;
  /** The form of the values, for example `off|link|link:<page size>`. */
  readonly format: string;
  /** Returns a valid value. See {@link FixedPolicy.parse}. */
  readonly parse: (value: unknown, name: string) => Value;
}

/** Defines a policy by its values, the default first. */
function definePolicy<const Value extends string | number | boolean>(
  ...values: readonly [Value, ...Value[]]
): FixedPolicy<Value> {
  return {
    default: values[0],
    values,
    parse(given, name) {
      const value = values.find((each) => each === given);
      if (value !== undefined) return value;
      throw new TypeError(`policies.${name}: must be one of ${values.join(', ')}, received ${preview(given)}`);
    },
  };
}

/** Defines a policy for a text in responses. */
function defineTextPolicy(text: string): OpenPolicy<string> {
  return {
    default: text,
    format: '<text>',
    parse(value, name) {
      if (typeof value === 'string' && /^[^\p{Cc}]{1,200}$/u.test(value)) return value;
      throw new TypeError(
        `policies.${name}: must be 1 to 200 characters without control characters, received ${preview(value)}`,
      );
    },
  };
}
