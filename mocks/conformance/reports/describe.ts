import { operationNames } from '../../../src/contract/operations.ts';
import { printableJson } from '../../shared/escape.ts';
import type { CheckResult, ConformanceFinding, ConformanceReport, ExampleExchange, FindingPlace } from './report.ts';

/** The lists of findings with their titles. An empty list is shown only if its emptiness is a result. */
export function findingLists({ differences, unknownValues, observations }: ConformanceReport): FindingList[] {
  const lists: readonly FindingList[] = [
    { title: 'Differences', findings: differences },
    { title: 'Unknown values', findings: unknownValues },
    { title: 'Observations', findings: observations },
  ];
  return lists.filter(({ title, findings }) => title === 'Differences' || findings.length > 0);
}

interface FindingList {
  readonly title: 'Differences' | 'Unknown values' | 'Observations';
  readonly findings: readonly ConformanceFinding[];
}

/** Returns a count with its noun. */
export function countIn(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns the numbers of checks in each state, after a title. */
export function countOf(title: string, checks: readonly Pick<CheckResult, 'status'>[]): string {
  const count = (wanted: CheckResult['status']) => checks.filter(({ status }) => status === wanted).length;
  return `${title}: ${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run`;
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

/** Returns an exchange in two lines: the request and the response. */
export function exampleLines({ method, url, requestBody, status, responseBody }: ExampleExchange): [string, string] {
  const request = requestBody === undefined ? '' : ` ${printableJson(requestBody)}`;
  const response = responseBody === undefined ? '' : ` ${printableJson(responseBody)}`;
  return [`${method} ${url}${request}`, `${status === 0 ? 'no response' : status}${response}`];
}

/** Returns a finding in one line. */
export function titleOf(finding: ConformanceFinding): string {
  return `${finding.subject}: ${finding.message}${extentOf(finding)}`;
}

/** Returns the resources of all places of a finding: `customers`, `products`. */
export function resourcesOf(finding: ConformanceFinding): string[] {
  const texts = [finding, ...(finding.others ?? [])].map(({ subject, message }) => `${subject} ${message}`);
  return resources.filter((resource) => texts.some((text) => text.includes(`${resource}.`)));
}

const resources = [...new Set(operationNames.map((name) => name.replace(/\..*/, '')))];

/** Returns how often a finding occurs, in parentheses. */
export function extentOf({ count, places }: ConformanceFinding): string {
  const times = count > places ? [`${count} times`] : [];
  const all = [...times, ...(places > 1 ? [`${places} places`] : [])];
  return all.length > 0 ? ` (${all.join(', ')})` : '';
}

/** The other places that a line names. */
const maxNamed = 8;

/** Names the other places of a finding: each by its operation or field, if that distinguishes it. */
export function otherPlaces(finding: ConformanceFinding): string {
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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
