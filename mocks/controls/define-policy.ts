import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { ApiErrorName } from '../../src/contract/errors.ts';
import { preview } from '../../src/contract/printable.ts';

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

/** A policy with a fixed set of values. */
export interface FixedPolicy<Value> extends PolicyTexts {
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
export interface OpenPolicy<Value> extends PolicyTexts {
  readonly default: Value;
  /** The form of the values, for example `off|link|link:<page size>`. */
  readonly format: string;
  /** Returns a valid value. See {@link FixedPolicy.parse}. */
  readonly parse: (value: unknown, name: string) => Value;
}

/** Defines a policy by its values, or by their form and a function that validates them. */
export function definePolicy<const Value extends string | number | boolean>(
  policy: Omit<FixedPolicy<Value>, 'parse'>,
): FixedPolicy<Value>;
export function definePolicy<Value>(policy: OpenPolicy<Value>): OpenPolicy<Value>;
export function definePolicy<Value>(
  policy: Omit<FixedPolicy<Value>, 'parse'> | OpenPolicy<Value>,
): FixedPolicy<Value> | OpenPolicy<Value> {
  if ('format' in policy) return policy;
  const values = [policy.default, ...policy.values.filter((value) => value !== policy.default)];
  return {
    ...policy,
    values,
    parse(given, name) {
      const value = values.find((each) => each === given);
      if (value !== undefined) return value;
      throw new TypeError(`policies.${name}: must be one of ${values.join(', ')}, received ${preview(given)}`);
    },
  };
}

/** Defines a policy for a text in responses. */
export function defineTextPolicy(policy: Omit<OpenPolicy<string>, 'format' | 'parse'>): OpenPolicy<string> {
  return {
    ...policy,
    format: '<text>',
    parse(value, name) {
      if (typeof value === 'string' && /^[^\p{Cc}]{1,200}$/u.test(value)) return value;
      throw new TypeError(
        `policies.${name}: must be 1 to 200 characters without control characters, received ${preview(value)}`,
      );
    },
  };
}
