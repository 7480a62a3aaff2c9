import { preview } from '../../src/contract/printable.ts';
import { isObject } from '../shared/json.ts';
import type { Changes } from '../store/row-types.ts';
import { type MockPolicies, policyNames, unknownPolicy } from './policies.ts';

/** The policies of a server, as `masterdata-sdk conformance` found them. */
export interface PoliciesFile {
  /** The version of the format. */
  readonly version: 1;
  /** The version of the package that wrote the file. */
  readonly kit: string;
  /** The time of the comparison, as an ISO 8601 string. */
  readonly date: string;
  /** The values that were found. */
  readonly policies: Partial<MockPolicies>;
  /** Policies whose value was not found or is unknown to the mock. They keep their default. */
  readonly undetermined: readonly string[];
}

/**
 * Returns the policies of a policies file, or the given policies if they are not a file.
 *
 * @throws A TypeError if the file has another version, or contains an unknown policy.
 */
export function policiesFrom(given: PoliciesFile | Changes<MockPolicies>): Changes<MockPolicies> {
  const value: unknown = given;
  if (!isObject(value)) {
    throw new TypeError(`policies: must be an object of policies by name, received ${preview(value)}`);
  }
  if (!('policies' in given)) return given;
  const { version, kit, policies }: { [Key in keyof PoliciesFile]: unknown } = given;
  if (version !== 1) throw new TypeError(`policies: version must be 1, received ${JSON.stringify(version)}`);
  if (!isObject(policies)) throw new TypeError('policies: must be an object of policies by name');
  const names: readonly string[] = policyNames;
  const unknown = Object.keys(policies).find((name) => !names.includes(name));
  if (unknown === undefined) return policies;
  const file = `a policies file of masterdata-sdk ${typeof kit === 'string' ? kit : 'without a version'}`;
  throw new TypeError(unknownPolicy(unknown, ` in ${file}`));
}
