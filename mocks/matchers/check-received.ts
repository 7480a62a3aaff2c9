import type { JournalEntry } from '../controls/journal-entry.ts';
import { describeValue } from '../shared/describe-value.ts';
import { type Conditions, parseConditions, unmetConditions } from './expected-requests.ts';

/** The outcome of a matcher. */
export interface MatcherResult {
  /** Whether the requests are as expected, without `not`. */
  readonly pass: boolean;
  /** Describes the expectation and the received requests. */
  readonly message: () => string;
}

/** The outcome of a matcher, and whether further requests can change it to the expected one. */
export interface JournalCheck extends MatcherResult {
  readonly canChange: boolean;
}

/** The number of requests that a message describes. */
const maxShown = 5;

/** Compares the journal with the requests that a test expects. */
export function checkReceived(
  entries: readonly JournalEntry[],
  operation: string,
  expected: unknown,
  isNot: boolean,
): JournalCheck {
  const conditions = parseConditions(expected ?? {});
  const { times } = conditions;
  // A removed request could be one that must not, or must, be counted.
  if (isNot || times !== undefined) checkComplete(entries);

  const candidates = entries
    .filter((entry) => entry.operation === operation)
    .map((entry) => ({ entry, unmet: unmetConditions(entry, conditions) }));
  const matches = candidates.filter(({ unmet }) => unmet.length === 0);
  return {
    pass: times === undefined ? matches.length > 0 : matches.length === times,
    canChange: isNot ? times !== undefined : matches.length < (times ?? 1),
    message: () =>
      [
        `Expected: ${isNot ? 'not ' : ''}${describeExpected(operation, conditions)}`,
        `Received: ${describeReceived(operation, candidates.length, matches.length, entries)}`,
        ...candidates.slice(-maxShown).flatMap(({ entry, unmet }) => ['', ...describeEntry(entry, unmet)]),
      ].join('\n'),
  };
}

/** Checks that the journal is empty. */
export function checkReceivedNothing(entries: readonly JournalEntry[]): JournalCheck {
  return {
    pass: entries.length === 0,
    canChange: entries.length === 0,
    message: () =>
      entries.length === 0
        ? 'Expected: at least one request\nReceived: no requests'
        : [
            'Expected: no requests',
            `Received: ${summarize(entries)}`,
            ...entries.slice(-maxShown).flatMap((entry) => ['', ...describeEntry(entry, [])]),
          ].join('\n'),
  };
}

/** @throws A RangeError if the journal has removed entries. Their ids are consecutive, from 1. */
function checkComplete([first]: readonly JournalEntry[]): void {
  if (first === undefined || first.id === 1) return;
  throw new RangeError(
    `The journal has removed its first ${first.id - 1} entries, so requests cannot be counted. ` +
      'Clear it before the code under test with mock.journal.clear(), or raise the option journal.',
  );
}

function describeExpected(operation: string, { times, where, ...conditions }: Conditions): string {
  const parts = Object.entries(conditions)
    .filter(([, pattern]) => pattern !== undefined)
    .map(([name, pattern]) => `${name} ${describeValue(pattern)}`);
  const accepted = [...parts, ...(where ? ['where() true'] : [])].join(', ');
  return `${operation}${times === undefined ? '' : ` ${count(times)}`}${accepted && `, with ${accepted}`}`;
}

function describeReceived(
  operation: string,
  candidates: number,
  matches: number,
  entries: readonly JournalEntry[],
): string {
  if (candidates === 0) return entries.length === 0 ? 'no requests' : summarize(entries);
  if (matches === candidates) return `${operation} ${count(candidates)}`;
  return `${operation} ${count(candidates)}, ${describeMatches(candidates, matches)}`;
}

function describeMatches(candidates: number, matches: number): string {
  if (candidates === 1) return 'which does not match';
  return matches === 1 ? 'one of which matches' : `${matches === 0 ? 'none' : matches} of which match`;
}

/** Returns the operations of the entries and their number: `customers.list (2 times), GET /unknown (once)`. */
function summarize(entries: readonly JournalEntry[]): string {
  const counts = new Map<string, number>();
  for (const { operation, method, url } of entries) {
    const name = operation ?? `${method} ${url}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Array.from(counts, ([name, number]) => `${name} (${count(number)})`).join(', ');
}

function describeEntry(entry: JournalEntry, unmet: readonly string[]): string[] {
  const { id, method, url, rawBody, response, fault } = entry;
  const outcome = response.status === 0 ? 'no response' : `status ${response.status}`;
  return [
    `  #${id} ${method} ${url}, ${outcome}${fault === undefined ? '' : ` (fault: ${fault})`}`,
    ...(unmet.length === 0 && rawBody !== undefined ? [`    body: ${describeValue(entry.body ?? rawBody)}`] : []),
    ...unmet.map((line) => `    ${line}`),
  ];
}

function count(times: number): string {
  return ['never', 'once', 'twice'][times] ?? `${times} times`;
}
