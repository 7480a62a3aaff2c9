import type { OperationName } from '../../../src/contract/operations.ts';
import type { MockPolicies } from '../../controls/policies.ts';
import type { PoliciesFile } from '../../controls/policies-file.ts';
import type { ContractProblem } from '../check-response.ts';
import type { TokenName } from '../exchange.ts';
import type { UnrestoredFixture } from '../fixtures/saved-fixtures.ts';
import type { ConformanceRecording } from '../recording/recording.ts';
import type { CreatedRecord } from '../records.ts';
import type { Sentence } from '../specification/specified-fields.ts';

/** A request and its response in a report. It contains no token; values of records are replaced by their types. */
export interface ExampleExchange {
  /** The HTTP method. */
  readonly method: string;
  /** Path and query, relative to the base URL. */
  readonly url: string;
  /** The token of the request. Default `main`. */
  readonly token?: TokenName;
  /** The body of the request, if it has one. */
  readonly requestBody?: unknown;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The body of the response: parsed if it is JSON, otherwise the text. */
  readonly responseBody?: unknown;
}

/** A place where a finding shows: an operation with a field, a rule, or a policy. */
export interface FindingPlace {
  /** The operation and the field, the rule, or the policy: `customers.get logo`, `auth.missing-token`. */
  readonly subject: string;
  /** The operation, if the place is one. */
  readonly operation?: OperationName;
  /** The field as it is sent, if a field differs. */
  readonly field?: string;
  /** The kind of difference between a response and its schema. */
  readonly problem?: ContractProblem;
  /** A sentence about the difference. */
  readonly message: string;
  /** The sentence that the place contradicts. In `others`, only if it is another one. */
  readonly sentence?: Sentence;
  /** The number of occurrences. */
  readonly count: number;
  /** The first exchange that shows it. In `others`, only the first places have one. */
  readonly example?: ExampleExchange;
  /** Commands that reproduce it, with the tokens as variables. */
  readonly curl?: readonly string[];
}

/**
 * Something that a run found, with its first place. Its list in the report says how much it proves. Places with the
 * same cause are one finding.
 */
export interface ConformanceFinding extends FindingPlace {
  /** The part of the run that found it. */
  readonly kind: 'contract' | 'rule' | 'policy' | 'walk' | 'recording';
  /** The number of occurrences at all places. */
  readonly count: number;
  /** The number of places. */
  readonly places: number;
  /** The other places, at most 49. */
  readonly others?: readonly FindingPlace[];
}

/** A difference between the server and the specification, the policies file, the calibrated mock or a recording. */
export type ConformanceDifference = ConformanceFinding;

/** The state of a check. */
export interface CheckResult {
  /** The id of the rule. */
  readonly id: string;
  /** Whether the server follows the rule, if it was checked. */
  readonly status: 'passed' | 'failed' | 'not run';
  /** Why the check did not run. */
  readonly reason?: string;
  /** The sentences of the specification that the rule checks. */
  readonly sentences: readonly Sentence[];
}

/** The result of the probe of a policy. */
export interface PolicyResult {
  /** The name of the policy. */
  readonly policy: keyof MockPolicies;
  /** `found`: the mock has the value. `unknown`: it does not. `undetermined`: the run could not find the value. */
  readonly status: 'found' | 'undetermined' | 'unknown';
  /** The value, if it was found. */
  readonly value?: MockPolicies[keyof MockPolicies];
  /** The default of the mock. */
  readonly default: MockPolicies[keyof MockPolicies];
  /** Why the value is undetermined, or the behavior that the mock does not know. */
  readonly reason?: string;
  /** The sentence of the specification that leaves the behavior open. */
  readonly sentence: Sentence;
  /** An exchange that shows the value. */
  readonly example?: ExampleExchange;
}

/** The calls of an operation. */
export interface OperationResult {
  /** The name of the operation. */
  readonly operation: OperationName;
  /** The HTTP method. */
  readonly method: string;
  /** The path with parameters in braces. */
  readonly path: string;
  /** The number of calls. */
  readonly calls: number;
  /** The number of responses for each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Whether all responses match the contract, if there were any. */
  readonly status: CheckResult['status'];
  /** The reason why it was not called. */
  readonly reason?: string;
}

/** The comparison of random sequences of calls. */
export interface WalksResult {
  /** The number of sequences. */
  readonly walks: number;
  /** The number that the sequences derive from. The same number repeats them. */
  readonly randomSeed: number;
  /** The number of calls in all sequences. */
  readonly calls: number;
  /** The number of sequences in which the server differs from the mock. */
  readonly failed: number;
  /** Why the walks, or the rest of them, did not run. */
  readonly notRun?: string;
}

/** A cause that appeared or disappeared. */
export type TrendEntry = Pick<ConformanceFinding, 'kind' | 'subject' | 'message'>;

/** The changes of differences and unknown values since an earlier report. */
export interface ConformanceTrend {
  /** The date of the earlier report. */
  readonly since: string;
  /** Causes that the earlier report does not have. */
  readonly added: readonly TrendEntry[];
  /** Causes of the earlier report that are gone. */
  readonly fixed: readonly TrendEntry[];
  /** Causes of the earlier report that this run did not check. */
  readonly unchecked: readonly TrendEntry[];
  /** The number of causes that both reports have. */
  readonly remaining: number;
}

/** The result of a run of the conformance kit. */
export interface ConformanceReport {
  /** The version of the format. */
  readonly version: 1;
  /** The version of the package. */
  readonly kit: string;
  /** When the run started, ISO 8601. */
  readonly date: string;
  /** The base URL of the server. */
  readonly baseUrl: string;
  /** Whether the run created and changed records. */
  readonly mode: 'read-only' | 'writes';
  /** The tokens that the run had. */
  readonly tokens: readonly ('main' | 'second' | 'limited')[];
  /**
   * `differs` if there are differences or, with the option `strict`, unknown values. `could not run` if the token, the
   * path or the kind of content is wrong, or the server stopped responding.
   */
  readonly outcome: 'conforms' | 'differs' | 'could not run' | 'interrupted';
  /** Whether unknown values count as differences. */
  readonly strict?: boolean;
  /** Why the run stopped early. */
  readonly stopped?: string;
  /**
   * Behavior that contradicts a sentence of the specification, the policies file, or the recording. Each cause is one
   * entry, the worst one first.
   */
  readonly differences: readonly ConformanceDifference[];
  /** Behavior on a point that the specification leaves open, with a value that the mock does not have. */
  readonly unknownValues: readonly ConformanceFinding[];
  /** Behavior that contradicts no sentence and may surprise a client: additional fields, lists that lag. */
  readonly observations: readonly ConformanceFinding[];
  /** The changes since an earlier report, with the option `lastReport`. */
  readonly trend?: ConformanceTrend;
  /** All operations, with the number of their calls. */
  readonly operations: readonly OperationResult[];
  /** All rules, with their results. */
  readonly rules: readonly CheckResult[];
  /** All policies, with the values of the server. */
  readonly policies: readonly PolicyResult[];
  /** The comparison of random sequences of calls, with the option `walks`. */
  readonly walks?: WalksResult;
  /** Fixtures that do not have their original fields, by id and without values. */
  readonly unrestored: readonly UnrestoredFixture[];
  /** Records that the run created. The API cannot delete most of them. */
  readonly created: readonly CreatedRecord[];
  /** The numbers of requests, and their duration. */
  readonly requests: {
    /** All requests, with those that were sent again. */
    readonly sent: number;
    /** Requests that were sent again. */
    readonly retried: number;
    /** Requests that failed, and succeeded when they were sent again. They are no differences. */
    readonly unstable: number;
    /** Milliseconds. */
    readonly duration: number;
  };
  /** The exchanges of the run, with the option `record`. */
  readonly recording?: ConformanceRecording;
  /** The policies that reproduce this server. */
  readonly policiesFile: PoliciesFile;
}

/** Exit code of the command for a report. */
export function exitCodeOf({ outcome }: ConformanceReport): number {
  return { conforms: 0, differs: 1, 'could not run': 2, interrupted: 130 }[outcome];
}
