import * as z from 'zod/mini';
import type { OperationName } from '../../src/contract/operations.ts';
import { tagOf } from '../../src/contract/printable.ts';
import { withArticle } from '../../src/contract/validate.ts';
import type { JournalEntry } from '../controls/journal-entry.ts';
import { differences, type Pattern } from '../controls/match-pattern.ts';
import { describeValue, isMatcher } from '../shared/describe-value.ts';
import { queryOf } from '../shared/http-messages.ts';
import type { OperationReference, ParametersOf } from '../shared/operation-reference.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { synchronous } from '../shared/synchronous.ts';
import { maxDelay } from '../shared/time.ts';

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

/** A description of the requests that a test expects of an operation. All conditions must be met. */
export interface ExpectedRequests<Operation extends OperationReference> {
  /** The exact number of requests that match the other conditions. Default: at least one. */
  readonly times?: number | undefined;
  /** The parameters of the path, for example `{ id }`. */
  readonly params?:
    | (keyof ParametersOf<Operation> extends never ? undefined : Pattern<ParametersOf<Operation>>)
    | undefined;
  /** Query parameters. The request may have others. A parameter that occurs several times is an array. */
  readonly query?: { readonly [Parameter: string]: Pattern<string | readonly string[]> | undefined } | undefined;
  /** A part of the body, nested as you pass it to the client. Fields that you omit may have any value. */
  readonly body?: Pattern<JournalEntry<Operation>['body']> | undefined;
  /** The status of the response. */
  readonly status?: number | undefined;
  /**
   * Milliseconds to wait on a mock of another process until the requests are as expected. Default: 4000. A local mock
   * is checked at once.
   */
  readonly timeout?: number | undefined;
  /** Returns whether to accept a request. */
  readonly where?: ((entry: JournalEntry<Operation>) => boolean) | undefined;
}

/** The conditions of any operation. */
type Conditions = Omit<ExpectedRequests<OperationName>, 'where' | 'params' | 'body'> & {
  readonly params?: unknown;
  readonly body?: unknown;
  readonly where?: ((entry: JournalEntry) => boolean) | undefined;
};

const record = z.custom<object>((value) => typeof value === 'object' && value !== null, 'must be an object');

const schema: z.ZodMiniType<Conditions> = z.strictObject({
  times: z.optional(wholeNumber(0)),
  params: z.optional(record),
  query: z.optional(z.custom<Conditions['query']>((value) => record.safeParse(value).success, 'must be an object')),
  body: z.optional(z.unknown()),
  status: z.optional(wholeNumber(0, 599)),
  timeout: z.optional(wholeNumber(0, maxDelay)),
  where: z.optional(
    z.custom<(entry: JournalEntry) => boolean>((value) => typeof value === 'function', 'must be a function'),
  ),
});

/** @throws A TypeError if the conditions have an unknown name or a value that is not valid. */
function parseConditions(given: unknown): Conditions {
  const { where, ...conditions } = parseOptions(schema, given, 'expected');
  for (const name of ['params', 'query', 'body'] as const) assertPattern(conditions[name], name);
  return { ...conditions, where: where && synchronous('expected.where', where) };
}

/** A regular expression or a date has no fields, so as a pattern it would match every object. */
function assertPattern(pattern: unknown, path: string, parents: readonly unknown[] = []): void {
  const parts = Object(pattern);
  if (pattern !== parts || isMatcher(pattern)) return;
  const isCyclic = parents.includes(pattern);
  if (isCyclic || !/^(?:Object|Array)$/.test(tagOf(pattern))) {
    const received = isCyclic ? 'a value that contains itself' : withArticle(tagOf(pattern));
    throw new TypeError(`${path}: must be JSON or a matcher such as expect.any(String), received ${received}`);
  }
  for (const [name, part] of Object.entries(parts)) assertPattern(part, `${path}.${name}`, [...parents, pattern]);
}

/** Returns a line for each condition that an entry does not meet. */
function unmetConditions(entry: JournalEntry, { params, query, body, status, where }: Conditions): string[] {
  return [
    ...(params === undefined ? [] : differences(entry.params ?? {}, params, 'params')),
    ...(query === undefined ? [] : differences(queryOf(entry.url), query, 'query')),
    ...(body === undefined ? [] : differences(entry.body, body, 'body')),
    ...(status === undefined ? [] : differences(entry.response.status, status, 'status')),
    ...(where === undefined || where(entry) ? [] : ['where: returned false']),
  ];
}
