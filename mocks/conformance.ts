/**
 * The conformance kit: compares a server with the specification, and finds the policies that make the mock behave like
 * the server. Needs only `fetch`.
 *
 * @module masterdata-sdk/conformance
 */

export type { ContractProblem } from './conformance/check-response.ts';
export type { TokenName } from './conformance/exchange.ts';
export { type RestoreOptions, restoreFixtures } from './conformance/fixtures/restore-fixtures.ts';
export type {
  FixtureOperation,
  SavedFixture,
  SavedFixtures,
  UnrestoredFixture,
} from './conformance/fixtures/saved-fixtures.ts';
export type { ConformanceOptions, ConformanceProgress } from './conformance/options.ts';
export { parseFixtures } from './conformance/options.ts';
export type { RecordedExchange } from './conformance/recording/compare-recordings.ts';
export { type ConformanceRecording, parseRecording } from './conformance/recording/recording.ts';
export type { ConformanceFixtures, CreatedRecord } from './conformance/records.ts';
export { formatReport, type ReportFormat } from './conformance/reports/format-report.ts';
export type { ConformanceTrend, TrendEntry } from './conformance/reports/report.ts';
export {
  type CheckResult,
  type ConformanceDifference,
  type ConformanceFinding,
  type ConformanceReport,
  type ExampleExchange,
  exitCodeOf,
  type FindingPlace,
  type OperationResult,
  type PolicyResult,
  type WalksResult,
} from './conformance/reports/report.ts';
export { type LastFinding, type LastReport, parseReport } from './conformance/reports/trend.ts';
export { runConformance } from './conformance/run-conformance.ts';
export type { Sentence } from './conformance/specification/specified-fields.ts';
export type { PoliciesFile } from './controls/policies-file.ts';
