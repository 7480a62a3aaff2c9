import type { MockPolicies, PolicyName } from '../controls/policies.ts';
import { ifAny } from './errors.ts';
import { describeResponse, type Exchange, isSuccess } from './exchange.ts';
import type { CreateOperation } from './operations.ts';
import type { ConformanceFixtures, Records } from './records.ts';
import type { RequestSender } from './request-sender.ts';
import { isValidationError } from './rule.ts';
import type { Service } from './service.ts';
import type { Sentence } from './specification/specified-fields.ts';

/** The result of a probe. */
export type Finding<Value = MockPolicies[PolicyName]> =
  | { readonly status: 'found'; readonly value: Value; readonly exchange: Exchange }
  | { readonly status: 'undetermined'; readonly reason: string }
  | { readonly status: 'unknown'; readonly observed: string; readonly exchange: Exchange };

/** Finds the value of a policy that reproduces a server. */
export interface Probe<Name extends PolicyName = PolicyName> {
  /** The statement of the specification, or its gap. */
  readonly sentence: Sentence;
  /** Whether the probe needs records that the kit may change. */
  readonly needsWrites?: true;
  readonly find: (context: ProbeContext) => Promise<Finding<MockPolicies[Name]>>;
}

/** The server as probes see it. */
export interface ProbeContext {
  readonly service: Service;
  readonly sender: RequestSender;
  readonly records: Records;
  readonly fixtures: ConformanceFixtures;
  readonly allowWrites: boolean;
  /** All exchanges so far. */
  readonly exchanges: readonly Exchange[];
  /**
   * Returns the responses without those for which the token may lack permission. Throws a `NotRunError` if no response
   * is left.
   */
  requirePermitted(responses: readonly Exchange[]): Exchange[];
}

/** Returns what a server did with a part of a request that it need not accept. */
export function describeReaction(exchange: Exchange): string {
  if (isSuccess(exchange)) return 'ignore';
  return isValidationError(exchange) ? 'reject' : describeResponse(exchange);
}

export function found<Value>(value: Value, exchange: Exchange): Finding<Value> {
  return { status: 'found', value, exchange };
}

export function undetermined(reason: string): Finding<never> {
  return { status: 'undetermined', reason };
}

export function unknownValue(observed: string, exchange: Exchange): Finding<never> {
  return { status: 'unknown', observed, exchange };
}

/** Whether two runs of a probe have the same result, apart from the ids and names in an error text. */
export function isSameFinding(first: Finding, second: Finding): boolean {
  const [one, two] = [first, second].map((finding) =>
    describeFinding(finding).replace(/".*"/s, (text) => text.replaceAll(/[\da-f]{8}[\da-f-]*|\d+/gi, '')),
  );
  return first.status === second.status && one === two;
}

/** Describes the result of a probe. */
export function describeFinding(finding: Finding): string {
  if (finding.status === 'found') return JSON.stringify(finding.value);
  return finding.status === 'unknown' ? finding.observed : finding.reason;
}

/** Returns the responses that created records of the run, without those that failed. */
export async function findCreations(records: Records, operations: readonly CreateOperation[]): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const operation of operations) {
    const created = await ifAny(records.own(operation));
    if (created) exchanges.push(created.exchange);
  }
  return exchanges;
}

/** Returns the common value of several exchanges, or an unknown value if they differ or the mock does not have it. */
export function findCommonValue<Value>(
  exchanges: readonly Exchange[],
  observe: (exchange: Exchange) => string | number | boolean,
  values: readonly Value[],
): Finding<Value> {
  const [first] = exchanges;
  if (!first) return undetermined('no response shows it');
  const other = exchanges.find((exchange) => observe(exchange) !== observe(first));
  if (!other) {
    const value = values.find((each) => each === observe(first));
    return value === undefined ? unknownValue(String(observe(first)), first) : found(value, first);
  }
  const [one, two] = [first, other].map((exchange) => `${observe(exchange)} for ${exchange.call.operation}`);
  return unknownValue(`${one}, ${two}`, other);
}
