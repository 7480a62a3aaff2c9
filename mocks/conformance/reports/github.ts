import { shortenText } from '../shorten.ts';
import { countIn, extentOf, otherPlaces, titleOf, unrestoredLine } from './describe.ts';
import type { ConformanceFinding, ConformanceReport } from './report.ts';
import { resultText, trendLine } from './summary.ts';

/** GitHub shows ten annotations of each level for a step. */
const maxAnnotations = 10;

type Level = 'error' | 'warning' | 'notice';

/** Returns a report as workflow commands of GitHub Actions: an annotation for each cause, after one with the result. */
export function renderGithub(report: ConformanceReport): string {
  const { baseUrl, outcome, strict, differences, unknownValues, observations, unrestored, trend } = report;
  const errors = strict ? [...differences, ...unknownValues] : differences;
  const left = unrestored.map(unrestoredLine);
  const lines = [
    annotation(outcome === 'conforms' ? 'notice' : 'error', `Conformance of ${baseUrl}`, [
      resultText(report),
      ...(trend ? [trendLine(trend)] : []),
    ]),
    ...(left.length > 0 ? [annotation('error', 'Fixtures are not restored', left)] : []),
    ...annotations('error', errors, maxAnnotations - 1 - Math.min(left.length, 1)),
    ...annotations('warning', strict ? [] : unknownValues, maxAnnotations),
    ...(observations.length > 0
      ? [annotation('notice', countIn(observations.length, 'observation'), observations.map(lineOf))]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns an annotation for each finding. The last one lists those that GitHub would not show. */
function annotations(level: Level, findings: readonly ConformanceFinding[], limit: number): string[] {
  const isTooLong = findings.length > limit;
  const shown = findings.slice(0, isTooLong ? limit - 1 : limit);
  const rest = findings.slice(shown.length);
  return [
    ...shown.map((finding) => findingAnnotation(level, finding)),
    ...(isTooLong ? [annotation(level, countIn(rest.length, 'more cause'), rest.map(lineOf))] : []),
  ];
}

function findingAnnotation(level: Level, finding: ConformanceFinding): string {
  const { subject, message, sentence, curl = [], others } = finding;
  return annotation(level, subject, [
    `${message}${extentOf(finding)}`,
    ...(others ? [`also: ${otherPlaces(finding)}`] : []),
    ...(sentence ? [`Specification, ${sentence.section}: ${sentence.text}`] : []),
    ...curl.slice(0, 12),
  ]);
}

function lineOf(finding: ConformanceFinding): string {
  return shortenText(titleOf(finding), 200);
}

/** The longest message. GitHub cuts off longer ones. */
const maxMessage = 3000;

/** Returns a command. A text of the server cannot end it, because line breaks and separators are escaped. */
function annotation(level: Level, title: string, lines: readonly string[]): string {
  const message = escapeData(shortenText(lines.join('\n'), maxMessage));
  return `::${level} title=${escapeProperty(shortenText(title, 200))}::${message}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
