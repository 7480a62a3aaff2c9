import { printableJson } from '../../shared/escape.ts';
import type { CheckResult, ConformanceFinding, ConformanceReport, ExampleExchange, FindingPlace } from '../report.ts';

/** Returns a report as text for a terminal. */
export function renderText(report: ConformanceReport): string {
  const { kit, baseUrl, mode, policies, rules, operations, created, unrestored, requests } = report;
  const sections = [
    `masterdata-sdk conformance ${kit}: ${baseUrl} (${mode})`,
    ...(unrestored.length > 0 ? [section('Not restored', unrestored.map(unrestoredLine))] : []),
    ...findingLists(report).map(({ title, findings }) =>
      section(`${title}: ${findings.length}`, findings.flatMap(findingLines)),
    ),
    section('Policies', columns(policies.map((policy) => [policy.policy, policyValue(policy), policyState(policy)]))),
    section(countOf('Operations', operations), notRun(operations.map((each) => ({ ...each, id: each.operation })))),
    section(countOf('Rules', rules), notRun(rules)),
    ...(report.walks ? [walksLine(report.walks)] : []),
    ...(created.length > 0
      ? [section(`Records created: ${created.length}. The API cannot delete most of them.`, created.map(createdLine))]
      : []),
    `Requests: ${requests.sent} in ${(requests.duration / 1000).toFixed(1)} s (${requests.retried} sent again)`,
    ...(requests.unstable > 0
      ? [`Instability: ${requests.unstable} requests failed, and succeeded when they were sent again.`]
      : []),
    resultLine(report),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Returns the result of a run in one sentence. */
export function resultLine({ outcome, stopped, strict, differences, unknownValues }: ConformanceReport): string {
  const count = countIn(differences, 'difference');
  const unknown = countIn(unknownValues, 'unknown value');
  if (outcome === 'conforms') {
    const rest = unknownValues.length > 0 ? `, and ${unknown}` : '';
    return `Result: the server conforms, with the policies above${rest}.`;
  }
  if (outcome === 'differs') return `Result: ${count}${strict ? `, ${unknown}` : ''}.`;
  return `Result: the run is incomplete, ${stopped ?? outcome}. ${count} so far.`;
}

/** The lists of findings with their titles. An empty list is shown only if its emptiness is a result. */
export function findingLists({ differences, unknownValues, observations }: ConformanceReport): readonly {
  readonly title: string;
  readonly findings: readonly ConformanceFinding[];
}[] {
  return [
    { title: 'Differences', findings: differences },
    ...(unknownValues.length > 0 ? [{ title: 'Unknown values', findings: unknownValues }] : []),
    ...(observations.length > 0 ? [{ title: 'Observations', findings: observations }] : []),
  ];
}

function countIn(items: readonly unknown[], noun: string): string {
  return `${items.length} ${noun}${items.length === 1 ? '' : 's'}`;
}

/** Returns the state of a policy in words. */
export function policyState({ status, reason, value, default: preset }: ConformanceReport['policies'][number]): string {
  if (status === 'undetermined') return `could not tell: ${reason ?? ''}`;
  if (status === 'unknown') return `a value that the mock does not have: ${reason ?? ''}`;
  return value === preset ? 'found (the default)' : `found (the default is ${textOf(preset)})`;
}

/** Returns the value of a policy, or a dash. */
export function policyValue({ status, value }: ConformanceReport['policies'][number]): string {
  return status === 'found' ? textOf(value) : '-';
}

/** Describes a fixture that does not have its original fields. */
export function unrestoredLine({ operation, id, fields, reason }: ConformanceReport['unrestored'][number]): string {
  return `${operation.split('.')[0]} ${id}: ${fields.join(', ')} (${reason})`;
}

/** Describes a record that the run created. */
export function createdLine({ operation, id, name, parentId }: ConformanceReport['created'][number]): string {
  const parent = operation === 'products.create' ? 'product parent' : 'customer';
  const state = id === '' ? 'may exist: the response was lost' : id;
  return `${operation} ${name} (${state}${parentId === undefined ? '' : `, ${parent} ${parentId}`})`;
}

/** Returns the first lines of an exchange. */
export function exampleText({ method, url, requestBody, status, responseBody }: ExampleExchange): string {
  const request = requestBody === undefined ? '' : ` ${printableJson(requestBody)}`;
  const response = responseBody === undefined ? '' : ` ${printableJson(responseBody)}`;
  return `${method} ${url}${request}\n${status === 0 ? 'no response' : status}${response}`;
}

function findingLines(finding: ConformanceFinding): string[] {
  const { subject, message, sentence, example, curl } = finding;
  return [
    `${subject}: ${message}${extentOf(finding)}`,
    ...(finding.others ? [`    also: ${otherPlaces(finding)}`] : []),
    ...(sentence ? [`    Specification, ${sentence.section}: ${sentence.text}`] : []),
    ...(example
      ? exampleText(example)
          .split('\n')
          .map((line) => `    ${shorten(line)}`)
      : []),
    ...(curl ?? []).map((line) => `    ${line}`),
  ];
}

/** Returns how often a finding occurs, in parentheses. */
export function extentOf({ count, places }: ConformanceFinding): string {
  const times = count > places ? [`${count} times`] : [];
  const all = [...times, ...(places > 1 ? [`${places} places`] : [])];
  return all.length > 0 ? ` (${all.join(', ')})` : '';
}

/** The other places that a line names. */
const maxNamed = 8;

/** Names the other places of a finding: each by its operation or field, if that distinguishes it. */
function otherPlaces(finding: ConformanceFinding): string {
  const { others = [], places } = finding;
  const all = [finding, ...others];
  const label = labels.find((nameOf) => new Set(all.map(nameOf)).size === all.length) ?? (({ subject }) => subject);
  const named = [...new Set(others.map(label))].slice(0, maxNamed);
  const rest = places - 1 - named.length;
  return [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

/** Names of a place, the shortest one first. */
const labels: readonly ((place: FindingPlace) => string)[] = [
  ({ operation, message }) => operation ?? /^[a-zA-Z]+\.[a-zA-Z]+/.exec(message)?.[0] ?? '',
  ({ field, message }) => field ?? /`[^`]*`/.exec(message)?.[0] ?? '',
  ({ subject }) => subject,
  ({ subject, message }) => `${subject} ${/`[^`]*`/.exec(message)?.[0] ?? ''}`,
];

function walksLine({ walks, calls, failed, randomSeed, notRun }: NonNullable<ConformanceReport['walks']>): string {
  if (notRun !== undefined) return `Walks: not run, ${notRun}`;
  return `Walks: ${walks} with ${calls} calls, ${failed} with differences (random seed ${randomSeed})`;
}

/** Groups the checks that did not run by their reason. */
function notRun(checks: readonly Pick<CheckResult, 'id' | 'status' | 'reason'>[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { id, status, reason = '' } of checks) {
    if (status === 'not run') byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  }
  return [...byReason].map(([reason, ids]) => `not run: ${ids.join(', ')} (${reason})`);
}

function countOf(title: string, checks: readonly { status: CheckResult['status'] }[]): string {
  const count = (wanted: CheckResult['status']) => checks.filter(({ status }) => status === wanted).length;
  return `${title}: ${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run`;
}

function section(title: string, lines: readonly string[]): string {
  return [title, ...lines.map((line) => `  ${line}`)].join('\n');
}

function columns(rows: readonly (readonly [string, string, string])[]): string[] {
  const width = (index: 0 | 1) => Math.max(...rows.map((row) => row[index].length));
  return rows.map(([a, b, c]) => `${a.padEnd(width(0))}  ${b.padEnd(width(1))}  ${c}`);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shorten(line: string): string {
  return line.length > 400 ? `${line.slice(0, 397)}...` : line;
}
