import type { MockPolicies, PolicyName } from '../controls/policies.ts';
import type { Exchange } from './exchange.ts';
import type { ConformanceFixtures, Records } from './records.ts';
import type { Service } from './service.ts';
import type { Session } from './session.ts';
import type { Sentence } from './specification/sentences.ts';

/** The result of a probe. */
export type Finding<Value = unknown> =
  | { readonly status: 'found'; readonly value: Value; readonly exchange: Exchange }
  | { readonly status: 'undetermined'; readonly reason: string }
  | { readonly status: 'unknown'; readonly observed: string; readonly exchange: Exchange };

/** Finds the value of a policy that reproduces a server. */
export interface Probe<Name extends PolicyName = PolicyName> {
  readonly policy: Name;
  /** The statement of the specification, or its gap. */
  readonly sentence: Sentence;
  /** Whether the probe needs records that the kit may change. */
  readonly needsWrites: boolean;
  readonly find: (context: ProbeContext) => Promise<Finding<MockPolicies[Name]>>;
}

/** The server as probes see it. */
export interface ProbeContext {
  readonly service: Service;
  readonly session: Session;
  readonly records: Records;
  readonly fixtures: ConformanceFixtures;
  readonly allowWrites: boolean;
  /** All exchanges so far. */
  readonly exchanges: readonly Exchange[];
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

/** Returns one of the values of a policy that the mock knows, or an unknown value. */
function oneOf<Value>(values: readonly Value[], observed: unknown, exchange: Exchange): Finding<Value> {
  const value = values.find((each) => each === observed);
  return value === undefined ? unknownValue(String(observed), exchange) : found(value, exchange);
}

/** Returns the common finding of several exchanges, or an unknown value if they differ. */
export function findCommonValue<Value>(
  exchanges: readonly Exchange[],
  observe: (exchange: Exchange) => string | number | boolean,
  values: readonly Value[],
): Finding<Value> {
  const [first] = exchanges;
  if (!first) return undetermined('no response shows it');
  const other = exchanges.find((exchange) => observe(exchange) !== observe(first));
  if (!other) return oneOf(values, observe(first), first);
  const [one, two] = [first, other].map((exchange) => `${observe(exchange)} for ${exchange.call.operation}`);
  return unknownValue(`${one}, ${two}`, other);
}
