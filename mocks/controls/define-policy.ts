import { preview } from '../../src/contract/printable.ts';

/** A policy with a fixed set of values. */
export interface FixedPolicy<Value> {
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
export interface OpenPolicy<Value> {
  readonly default: Value;
  /** The form of the values, for example `off|link|link:<page size>`. */
  readonly format: string;
  /** Returns a valid value. See {@link FixedPolicy.parse}. */
  readonly parse: (value: unknown, name: string) => Value;
}

/** Defines a policy by its values, the default first. */
export function definePolicy<const Value extends string | number | boolean>(
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
export function defineTextPolicy(text: string): OpenPolicy<string> {
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
