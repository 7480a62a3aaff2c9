import { operationNames } from '../../src/contract/operations.ts';
import { preview } from '../../src/contract/printable.ts';
import type { JournalEntry } from '../controls/journal-entry.ts';
import { defaultTimeout } from '../controls/mock-journal.ts';
import { type OperationReference, operationName } from '../shared/operation-reference.ts';
import { assertOperation } from '../shared/parse-options.ts';
import { sleep } from '../shared/time.ts';
import {
  checkReceived,
  checkReceivedNothing,
  type ExpectedRequests,
  type JournalCheck,
  type MatcherResult,
} from './check-received.ts';

/** The part of a mock that the matchers read: a local mock, or one that `connectMock` returned. */
export interface InspectableMock {
  /** The journal. */
  readonly journal: {
    /** Returns all entries, oldest first, or a promise of them. */
    list(): readonly JournalEntry[] | Promise<readonly JournalEntry[]>;
  };
}

interface RemoteJournal {
  readonly journal: { list(): Promise<readonly JournalEntry[]> };
}

/** `Result`, or a promise if the mock is a remote one. */
export type ResultOf<Mock, Result = void> = Mock extends RemoteJournal ? Promise<void> : Result;

/**
 * The matchers, as `expect` has them. On a mock of another process they return a promise, and wait until the requests
 * are as expected or the time limit of 4 seconds ends.
 *
 * @typeParam Result The return type on a local mock.
 * @typeParam Mock The type of the mock.
 */
export interface MockMatchers<Result, Mock> {
  /**
   * Passes if the mock received requests of the operation that match all conditions: at least one, or exactly `times`.
   *
   * @throws A TypeError if the operation or a condition is unknown, or the journal is turned off.
   * @example
   * ```ts
   * expect(mock).toHaveReceived('products.update', { times: 1, body: { shipping: { weight: 2 } } });
   * ```
   */
  toHaveReceived<Operation extends OperationReference>(
    operation: Operation,
    expected?: ExpectedRequests<Operation>,
  ): ResultOf<Mock, Result>;
  /**
   * Passes if the mock received no requests.
   *
   * @throws A TypeError if the journal is turned off.
   * @example
   * ```ts
   * expect(mock).toHaveReceivedNothing();
   * ```
   */
  toHaveReceivedNothing(): ResultOf<Mock, Result>;
}

/** The context that test runners call a matcher with. */
export interface MatcherContext {
  /** Whether the matcher follows `not`. */
  readonly isNot?: boolean | undefined;
}

// Playwright cannot read the types of matchers with a conditional return type, and Bun those with a type of the mock.
type Outcome = MatcherResult | Promise<MatcherResult>;

/**
 * The matchers for `expect.extend` of Vitest, Jest, Playwright, Bun and others. `masterdata-sdk/mock/matchers/vitest`
 * and `masterdata-sdk/mock/matchers/jest` register them with their types.
 *
 * @example
 * ```ts
 * expect.extend(matchers);
 * ```
 */
export const matchers = {
  /** See {@link MockMatchers.toHaveReceived}. */
  toHaveReceived<Operation extends OperationReference>(
    this: MatcherContext | undefined,
    mock: unknown,
    operation: Operation,
    expected?: ExpectedRequests<Operation>,
  ): Outcome {
    return checkOperation(mock, 'toHaveReceived', operation, expected, this?.isNot ?? false);
  },
  /** See {@link MockMatchers.toHaveReceivedNothing}. */
  toHaveReceivedNothing(this: MatcherContext | undefined, mock: unknown): Outcome {
    return checkEntries(mock, 'toHaveReceivedNothing', checkReceivedNothing, { isNot: this?.isNot ?? false });
  },
};

/**
 * Asserts that a mock received requests of an operation, as `expect(mock).toHaveReceived` does. For `node:test` and
 * other runners without `expect`. On a mock of another process it returns a promise, and waits like the matcher.
 *
 * @throws An AssertionError if the requests are not as expected.
 * @example
 * ```ts
 * assertReceived(mock, 'products.update', { times: 1, body: { shipping: { weight: 2 } } });
 * ```
 */
export function assertReceived<Mock extends InspectableMock, Operation extends OperationReference>(
  mock: Mock,
  operation: Operation,
  expected?: ExpectedRequests<Operation>,
): ResultOf<Mock> {
  return assertOutcome(checkOperation(mock, 'assertReceived', operation, expected, false));
}

/**
 * Asserts that a mock received no requests. On a mock of another process it returns a promise.
 *
 * @throws An AssertionError if there were requests.
 */
export function assertReceivedNothing<Mock extends InspectableMock>(mock: Mock): ResultOf<Mock> {
  return assertOutcome(checkEntries(mock, 'assertReceivedNothing', checkReceivedNothing, { isNot: false }));
}

function checkOperation<Operation extends OperationReference>(
  mock: unknown,
  caller: string,
  operation: Operation,
  expected: ExpectedRequests<Operation> | undefined,
  isNot: boolean,
): Outcome {
  const name = operationName(operation);
  const check = (entries: readonly JournalEntry[]) => checkReceived(entries, String(name), expected, isNot);
  return checkEntries(mock, caller, check, { isNot, timeout: expected?.timeout }, { name });
}

/** The outcome to wait for, and the time limit in milliseconds. */
interface Wait {
  readonly isNot: boolean;
  readonly timeout?: number | undefined;
}

/** Checks the journal: at once for a local mock, and until the outcome is as expected for a remote one. */
function checkEntries(
  mock: unknown,
  caller: string,
  check: (entries: readonly JournalEntry[]) => JournalCheck,
  wait: Wait,
  operation?: { readonly name: unknown },
): Outcome {
  const journal = Object(mock).journal as InspectableMock['journal'] | undefined;
  if (typeof journal?.list !== 'function') {
    throw new TypeError(`${caller}: must be called with a mock, received ${preview(mock)}`);
  }
  const known = operation && findOperation(journal, operation.name);
  const entries = journal.list();
  // A promise, if the mock is a remote one.
  const limit = 'limit' in journal ? journal.limit : undefined;
  if ('then' in entries) {
    const first = Promise.all([entries, limit, known]).then(([list, found]) => {
      assertJournal(found, caller);
      return list;
    });
    return pollEntries(journal, first, check, wait);
  }
  assertJournal(limit, caller);
  return check(entries);
}

/** @throws A TypeError if the journal keeps no entries. */
function assertJournal(limit: unknown, caller: string): void {
  if (limit !== 0) return;
  throw new TypeError(`${caller}: the option journal of the mock is 0, which turns it off`);
}

/** Throws or rejects with a TypeError if a mock does not have an operation. Only the mock knows its own ones. */
function findOperation(journal: InspectableMock['journal'], operation: unknown): unknown {
  if (operationNames.some((name) => name === operation)) return undefined;
  if (typeof operation !== 'string') assertOperation(operation);
  const list: (operation: unknown) => unknown = journal.list;
  return Reflect.apply(list, journal, [operation]);
}

/** Milliseconds between the first looks at the journal of a remote mock. The last one is repeated. */
const pollIntervals = [50, 100, 250, 500];

async function pollEntries(
  journal: InspectableMock['journal'],
  first: ReturnType<InspectableMock['journal']['list']>,
  check: (entries: readonly JournalEntry[]) => JournalCheck,
  { isNot, timeout = defaultTimeout }: Wait,
): Promise<JournalCheck> {
  let result = check(await first);
  const end = performance.now() + timeout;
  for (let count = 0; result.pass === isNot && result.canChange; count += 1) {
    const left = end - performance.now();
    if (left <= 0) break;
    await sleep(Math.min(left, pollIntervals[count] ?? 500), undefined);
    result = check(await journal.list());
  }
  return result;
}

/** Throws or rejects with an AssertionError if an outcome is not the expected one. */
function assertOutcome<Result>(outcome: Outcome): Result {
  const result = 'then' in outcome ? outcome.then(assertPass) : assertPass(outcome);
  // Whether the mock is a remote one determines the type, which TypeScript cannot see here.
  return result as Result;
}

function assertPass({ pass, message }: MatcherResult): undefined {
  if (!pass) throw new AssertionError(message());
}

/** Has the name and code of Node's AssertionError, by which test runners recognize a failed assertion. */
class AssertionError extends Error {
  override readonly name = 'AssertionError';
  readonly code = 'ERR_ASSERTION';
}
