import type { OperationName } from '../../src/contract/operations.ts';
import type { MockPolicies } from '../controls/policies.ts';
import type { PoliciesFile } from '../controls/policies-file.ts';
import type { ContractProblem } from './check-response.ts';
import type { ConformanceRecording } from './recording.ts';
import type { CreatedRecord } from './records.ts';
import type { Sentence } from './sentences.ts';

/** A request and its response in a report. It contains no token; values of records are replaced by their types. */
export interface ExampleExchange {
  readonly method: string;
  /** Path and query, relative to the base URL. */
  readonly url: string;
  readonly requestBody?: unknown;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly responseBody?: unknown;
}

/** A difference between the server and the specification, the policies file, the calibrated mock or a recording. */
export interface ConformanceDifference {
  readonly kind: 'contract' | 'rule' | 'policy' | 'walk' | 'recording';
  /** The operation and the field, the rule, or the policy: `customers.get logo`, `auth.missing-token`. */
  readonly subject: string;
  readonly operation?: OperationName;
  readonly field?: string;
  readonly problem?: ContractProblem;
  readonly message: string;
  readonly sentence?: Sentence;
  /** The number of occurrences. */
  readonly count: number;
  readonly example?: ExampleExchange;
  /** Commands that reproduce it. */
  readonly curl?: readonly string[];
}

/** The state of a check. */
export interface CheckResult {
  readonly id: string;
  readonly status: 'passed' | 'failed' | 'not run';
  /** Why the check did not run. */
  readonly reason?: string;
  readonly sentences: readonly Sentence[];
}

/** The result of the probe of a policy. */
export interface PolicyResult {
  readonly policy: keyof MockPolicies;
  readonly status: 'found' | 'undetermined' | 'unknown';
  /** The value, if it was found. */
  readonly value?: unknown;
  /** The default of the mock. */
  readonly default: unknown;
  /** Why the value is undetermined, or the behavior that the mock does not know. */
  readonly reason?: string;
  readonly sentence: Sentence;
  readonly example?: ExampleExchange;
}

/** The calls of an operation. */
export interface OperationResult {
  readonly operation: OperationName;
  readonly method: string;
  readonly path: string;
  readonly calls: number;
  /** The number of responses for each status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly status: CheckResult['status'];
  readonly reason?: string;
}

/** The comparison of random sequences of calls. */
export interface WalksResult {
  readonly walks: number;
  readonly randomSeed: number;
  readonly calls: number;
  readonly failed: number;
  /** Why the walks did not run. */
  readonly notRun?: string;
}

/** The result of a run of the conformance kit. */
export interface ConformanceReport {
  readonly version: 1;
  /** The version of the package. */
  readonly kit: string;
  /** When the run started, ISO 8601. */
  readonly date: string;
  readonly baseUrl: string;
  readonly mode: 'read-only' | 'writes';
  /** `conforms`, `differs`, or the reason why not everything ran. */
  readonly outcome: 'conforms' | 'differs' | 'could not run' | 'interrupted';
  /** Why the run stopped early. */
  readonly stopped?: string;
  readonly differences: readonly ConformanceDifference[];
  readonly operations: readonly OperationResult[];
  readonly rules: readonly CheckResult[];
  readonly policies: readonly PolicyResult[];
  readonly walks?: WalksResult;
  /** Records that the run created. The API cannot delete most of them. */
  readonly created: readonly CreatedRecord[];
  readonly requests: { readonly sent: number; readonly retried: number; readonly duration: number };
  /** The exchanges of the run, with the option `record`. */
  readonly recording?: ConformanceRecording;
  /** The policies that reproduce this server. */
  readonly policiesFile: PoliciesFile;
}

/** Exit code of the command for a report. */
export function exitCodeOf({ outcome }: ConformanceReport): number {
  return { conforms: 0, differs: 1, 'could not run': 2, interrupted: 130 }[outcome];
}
