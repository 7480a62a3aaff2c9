import { shortenText } from '../shorten.ts';
import {
  countIn,
  countOf,
  createdLine,
  exampleLines,
  findingLists,
  otherPlaces,
  policyState,
  policyValue,
  titleOf,
  unrestoredLine,
} from './describe.ts';
import type { CheckResult, ConformanceFinding, ConformanceReport, ConformanceTrend } from './report.ts';
import { resultText, summaryOf, trendLine, trendLists } from './summary.ts';

/** The findings of a list that are shown with an example, and those in one line. The other formats show more. */
const shown = {
  Differences: { details: 8, lines: 20 },
  'Unknown values': { details: 0, lines: 15 },
  Observations: { details: 0, lines: 15 },
};

/** The longest line of an example. Commands are not shortened. */
const maxLine = 240;

/** Returns a report as text for a terminal. */
export function renderText(report: ConformanceReport): string {
  const { kit, baseUrl, mode, policies, rules, operations, created, unrestored, requests, trend } = report;
  const sections = [
    `masterdata-sdk conformance ${kit}: ${baseUrl} (${mode})`,
    ...(unrestored.length > 0 ? [section('Not restored', unrestored.map(unrestoredLine))] : []),
    section(
      'Summary',
      summaryOf(report).map(([label, text]) => `${label.padEnd(9)} ${text}`),
    ),
    ...(trend ? [section(`Trend: ${trendLine(trend)}`, trendLines(trend))] : []),
    ...findingLists(report).map(({ title, findings }) =>
      section(`${title}: ${findings.length}`, listLines(findings, shown[title])),
    ),
    section('Policies', columns(policies.map((policy) => [policy.policy, policyValue(policy), policyState(policy)]))),
    section(countOf('Operations', operations), notRun(operations.map((each) => ({ ...each, id: each.operation })))),
    section(countOf('Rules', rules), notRun(rules)),
    ...(report.walks ? [walksLine(report.walks)] : []),
    ...(created.length > 0
      ? [section(`Records created: ${created.length}. The API cannot delete most of them.`, created.map(createdLine))]
      : []),
    ...(requests.unstable > 0
      ? [`Instability: ${requests.unstable} requests failed, and succeeded when they were sent again.`]
      : []),
    `Result: ${resultText(report)}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

/** The causes of a trend that are listed. */
const maxTrend = 10;

function trendLines(trend: ConformanceTrend): string[] {
  return trendLists(trend).flatMap(([title, entries]) => [
    ...entries
      .slice(0, maxTrend)
      .map(({ subject, message }) => shortenText(`${title.toLowerCase()}: ${subject}: ${message}`, maxLine)),
    ...(entries.length > maxTrend ? [`${title.toLowerCase()}: ${entries.length - maxTrend} more`] : []),
  ]);
}

function listLines(findings: readonly ConformanceFinding[], limits: { details: number; lines: number }): string[] {
  const end = limits.details + limits.lines;
  const rest = findings.slice(end);
  return [
    ...findings.slice(0, limits.details).flatMap(findingLines),
    ...findings.slice(limits.details, end).map((finding) => shortenText(titleOf(finding), maxLine)),
    ...(rest.length > 0 ? [`and ${countIn(rest.length, 'more cause')}: see --report html=FILE or json=FILE`] : []),
  ];
}

function findingLines(finding: ConformanceFinding): string[] {
  const { sentence, example, curl = [], others } = finding;
  const details = [
    ...(others ? [`also: ${otherPlaces(finding)}`] : []),
    ...(sentence ? [`Specification, ${sentence.section}: ${sentence.text}`] : []),
    ...(example ? exampleLines(example) : []),
  ];
  return [
    titleOf(finding),
    ...[...details.map((line) => shortenText(line, maxLine)), ...curl].map((line) => `    ${line}`),
  ];
}

function walksLine({ walks, calls, failed, randomSeed, notRun }: NonNullable<ConformanceReport['walks']>): string {
  if (walks === 0 && notRun !== undefined) return `Walks: not run, ${notRun}`;
  const rest = notRun === undefined ? '' : `. The others did not run: ${notRun}`;
  return `Walks: ${walks} with ${calls} calls, ${failed} with differences (random seed ${randomSeed})${rest}`;
}

/** Groups the checks that did not run by their reason. */
function notRun(checks: readonly Pick<CheckResult, 'id' | 'status' | 'reason'>[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { id, status, reason = '' } of checks) {
    if (status === 'not run') byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  }
  return [...byReason].map(([reason, ids]) => `not run: ${ids.join(', ')} (${reason})`);
}

function section(title: string, lines: readonly string[]): string {
  return [title, ...lines.map((line) => `  ${line}`)].join('\n');
}

function columns(rows: readonly (readonly [string, string, string])[]): string[] {
  const width = (index: 0 | 1) => Math.max(...rows.map((row) => row[index].length));
  return rows.map(([a, b, c]) => `${a.padEnd(width(0))}  ${b.padEnd(width(1))}  ${c}`);
}
