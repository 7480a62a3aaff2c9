import { policiesFrom } from '../controls/policies-file.ts';
import { isEqual } from './compare-values.ts';
import type { RunStoppedError } from './errors.ts';
import type { FixtureGuard } from './fixtures/fixture-guard.ts';
import { describeUnmetOperation } from './not-run-reasons.ts';
import { describeUnknown, type PolicyFinder } from './policy-finder.ts';
import type { Recorder } from './recording/recording.ts';
import type { CreatedRecord } from './records.ts';
import { escapeTexts } from './reports/printable-report.ts';
import type { ConformanceReport, PolicyResult, WalksResult } from './reports/report.ts';
import { findTrend } from './reports/trend.ts';
import type { RequestSender } from './request-sender.ts';
import type { RuleChecker } from './rule-checker.ts';
import type { RunContext } from './run-step.ts';
import type { Service } from './service.ts';
import { isOptionalText } from './specification/sentences.ts';

/** The parts of a run that a report is created from. */
interface ReportParts extends RunContext {
  /** The members that a report, a recording and a policies file begin with. */
  readonly origin: Pick<ConformanceReport, 'version' | 'kit' | 'date'>;
  readonly started: Date;
  readonly sender: RequestSender;
  readonly service: Service;
  readonly guard: FixtureGuard;
  readonly recorder: Recorder;
  readonly policies: PolicyFinder;
  readonly rules: RuleChecker;
  readonly created: readonly CreatedRecord[];
  readonly walks: WalksResult | undefined;
  readonly stopped: RunStoppedError | undefined;
}

/** Adds what did not run, compares with the expected policies and with earlier runs, and returns the report. */
export function createReport(parts: ReportParts): ConformanceReport {
  const { options, collector, origin, sender, stopped, walks } = parts;
  const mode = options.allowWrites ? 'writes' : 'read-only';
  const reason = stopped?.message ?? 'the run stopped';
  const policies = parts.policies.results(reason);
  // A policy explains these findings of the contract.
  if (policies.some(({ policy, value }) => policy === 'unsetText' && value === 'null')) {
    collector.remove(({ problem, field = '' }) => problem === 'null' && isOptionalText(field));
  }
  comparePolicies(parts, policies);
  compareRecording(parts);
  const differences = collector.findings('difference');
  const unknownValues = collector.findings('unknown value');
  const failures = differences.length + (options.strict ? unknownValues.length : 0);
  const report: ConformanceReport = {
    ...origin,
    baseUrl: options.baseUrl,
    mode,
    tokens: [
      'main',
      ...(options.secondToken === undefined ? [] : (['second'] as const)),
      ...(options.limitedToken === undefined ? [] : (['limited'] as const)),
    ],
    outcome: outcomeOf(stopped, failures),
    ...(options.strict && { strict: true }),
    ...(stopped && { stopped: stopped.message }),
    differences,
    unknownValues,
    observations: collector.findings('observation'),
    operations: collector.operations((operation, calls) =>
      parts.service.includes(operation) ? describeUnmetOperation(operation, calls, parts.unmet) : '`only` excludes it',
    ),
    rules: parts.rules.results(reason),
    policies,
    ...(walks && { walks: walks }),
    created: parts.created,
    unrestored: parts.guard.unrestored,
    requests: {
      sent: sender.requests,
      retried: sender.retries,
      unstable: sender.unstable,
      duration: Date.now() - parts.started.getTime(),
    },
    ...(options.record && {
      recording: { ...origin, mode, exchanges: parts.recorder.exchanges },
    }),
    policiesFile: { ...origin, ...parts.policies.file() },
  };
  const escaped = escapeTexts(report, sender.redact);
  const { lastReport, compare } = options;
  if (!lastReport) return escaped;
  const trend = findTrend(lastReport, escaped, compare !== undefined);
  return escapeTexts({ ...escaped, trend }, sender.redact);
}

function comparePolicies({ options, collector }: ReportParts, policies: readonly PolicyResult[]): void {
  if (!options.policies) return;
  for (const [name, expected] of Object.entries(policiesFrom(options.policies))) {
    const result = policies.find(({ policy }) => policy === name);
    if (!result || result.status === 'undetermined' || isEqual(result.value, expected)) continue;
    const { status, value, reason = '', sentence } = result;
    const received = status === 'found' ? JSON.stringify(value) : describeUnknown(reason);
    const message = `must be ${JSON.stringify(expected)}, received ${received}`;
    collector.add('difference', { kind: 'policy', subject: name, message, sentence });
  }
}

function compareRecording({ options, collector, recorder }: ReportParts): void {
  const { compare } = options;
  if (!compare) return;
  recorder.compare(compare, (subject, message, exchange) =>
    collector.add('difference', { kind: 'recording', subject, message }, exchange),
  );
}

function outcomeOf(stopped: RunStoppedError | undefined, failures: number): ConformanceReport['outcome'] {
  if (stopped) return stopped.isInterrupted ? 'interrupted' : 'could not run';
  return failures > 0 ? 'differs' : 'conforms';
}
