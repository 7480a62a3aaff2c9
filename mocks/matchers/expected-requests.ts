import * as z from 'zod/mini';
import type { OperationName } from '../../src/contract/operations.ts';
import { tagOf } from '../../src/contract/printable.ts';
import { withArticle } from '../../src/contract/validate.ts';
import type { JournalEntry } from '../controls/journal-entry.ts';
import { isMatcher } from '../shared/describe-value.ts';
import { queryOf } from '../shared/http-messages.ts';
import { differences, type Pattern } from '../shared/match-pattern.ts';
import type { OperationReference, ParametersOf } from '../shared/own-operation.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { synchronous } from '../shared/synchronous.ts';
import { maxDelay } from '../shared/timers.ts';

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
export type Conditions = Omit<ExpectedRequests<OperationName>, 'where' | 'params' | 'body'> & {
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
export function parseConditions(given: unknown): Conditions {
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
export function unmetConditions(entry: JournalEntry, { params, query, body, status, where }: Conditions): string[] {
  return [
    ...(params === undefined ? [] : differences(entry.params ?? {}, params, 'params')),
    ...(query === undefined ? [] : differences(queryOf(entry.url), query, 'query')),
    ...(body === undefined ? [] : differences(entry.body, body, 'body')),
    ...(status === undefined ? [] : differences(entry.response.status, status, 'status')),
    ...(where === undefined || where(entry) ? [] : ['where: returned false']),
  ];
}
