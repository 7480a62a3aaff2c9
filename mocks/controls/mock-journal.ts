import type { OpenEnum } from '../../src/contract/fields.ts';
import type { OperationName } from '../../src/contract/operations.ts';
import { preview } from '../../src/contract/printable.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import type { OperationReference } from '../shared/operation-reference.ts';
import { synchronous } from '../shared/synchronous.ts';
import { maxDelay } from '../shared/time.ts';
import type { HarLog } from './har.ts';
import type { JournalEntry, JournalSummary, RecordChange } from './journal-entry.ts';

/** Options of {@link MockJournal.waitFor}. */
export interface WaitOptions<Name extends OperationReference> {
  /** Returns whether to accept an entry. Default: accepts all entries of the operation. */
  readonly where?: ((entry: JournalEntry<Name>) => boolean) | undefined;
  /** Milliseconds after which to reject, by the system clock. Default: 4,000. */
  readonly timeout?: number | undefined;
  /** Ignores the entry with this id, and earlier ones. After `clear()`, no entry is earlier. Default: 0. */
  readonly after?: number | undefined;
  /** Rejects with the reason of this signal when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Functions that a journal calls. An error that they throw is printed and otherwise ignored. */
export interface JournalListener {
  /** Called with the id of each new entry. */
  readonly onEntry: (id: number) => void;
  /** Called when all entries are removed. */
  readonly onClear?: (() => void) | undefined;
}

/** Options of {@link MockJournal.summaries}. */
export interface SummariesOptions {
  /** The operation of the entries. */
  readonly operation?: OpenEnum<OperationName> | undefined;
  /** Only entries after the one with this id. */
  readonly after?: number | undefined;
  /** The largest number of entries. If there are more, the newest are returned. */
  readonly limit?: number | undefined;
}

/**
 * The requests that a mock received and its responses, in the order of the responses. If there are more than the limit,
 * or more than 64 million characters of bodies, the oldest are removed.
 */
export interface MockJournal {
  /** The number of entries that the journal keeps; 0 if it is turned off. */
  readonly limit: number;
  /** The number of entries. */
  readonly size: number;
  /** Returns all entries, oldest first. */
  list(): readonly JournalEntry[];
  /** Returns the entries of an operation, oldest first. */
  list<Name extends OperationReference>(operation: Name): readonly JournalEntry<Name>[];
  /** Returns the entry with an id. */
  get(id: number): JournalEntry | undefined;
  /**
   * Returns the records that the request of an entry changed, with their values before and after. Empty if it changed
   * nothing, or if the journal or {@link MockServer.history} no longer has it.
   *
   * @example
   * ```ts
   * const [change] = mock.journal.changes(mock.journal.last('products.update').id);
   * console.log(change?.before?.name, change?.after?.name);
   * ```
   */
  changes(id: number): readonly RecordChange[];
  /**
   * Returns the last entry for which the function returns true.
   *
   * @throws A TypeError if the function is asynchronous.
   */
  find(matches: (entry: JournalEntry) => boolean): JournalEntry | undefined;
  /**
   * Returns the last entry.
   *
   * @throws A RangeError if the journal is empty.
   */
  last(): JournalEntry;
  /**
   * Returns the last entry of an operation.
   *
   * @throws A RangeError if there is none. The message lists the operations in the journal.
   * @example
   * ```ts
   * expect(mock.journal.last('products.update').body.shipping?.weight).toBe(2);
   * ```
   */
  last<Name extends OperationReference>(operation: Name): JournalEntry<Name>;
  /**
   * Resolves with the first entry of an operation, as soon as there is one. Entries that are already in the journal
   * count, unless you pass `after`.
   *
   * @throws A RangeError if there is no such entry in time.
   * @throws A TypeError if the operation is unknown or an option is not valid.
   * @example
   * ```ts
   * const { body } = await mock.journal.waitFor('customers.create');
   * const next = await mock.journal.waitFor('products.update', { after: mock.journal.last().id, timeout: 1_000 });
   * ```
   */
  waitFor<Name extends OperationReference>(operation: Name, options?: WaitOptions<Name>): Promise<JournalEntry<Name>>;
  /**
   * Calls the listener from now on. Returns a function that stops this.
   *
   * @throws A TypeError if the listener has no function `onEntry`.
   */
  subscribe(listener: JournalListener): () => void;
  /** Returns entries without headers and bodies, oldest first. Default: all. */
  summaries(options?: SummariesOptions): readonly JournalSummary[];
  /** Removes all entries. The next entry has the id 1. */
  clear(): void;
  /**
   * Returns a HAR 1.2 log for the developer tools of browsers. The default for `baseUrl` is the mock's.
   *
   * @throws A TypeError if `baseUrl` is not an absolute URL with http or https.
   */
  toHar(baseUrl?: string): HarLog;
}

/** The names of the options of `summaries`. */
export const summariesOptionNames = { operation: true, after: true, limit: true } as const;

/** Milliseconds that `waitFor` waits by default. */
export const defaultTimeout = 4000;

/**
 * Returns the options of `waitFor` with their defaults.
 *
 * @throws A TypeError if an option is not valid.
 */
export function parseWaitOptions<Name extends OperationReference>(options: WaitOptions<Name>) {
  assertOptionNames('waitFor', options, { where: true, timeout: true, after: true, signal: true });
  const { where, timeout = defaultTimeout, after = 0, signal } = options;
  if (!Number.isFinite(timeout) || timeout < 0 || timeout > maxDelay) {
    throw new TypeError(`waitFor.timeout: must be milliseconds from 0 and below 2^31, received ${preview(timeout)}`);
  }
  if (!Number.isFinite(after)) throw new TypeError(`waitFor.after: must be a number, received ${preview(after)}`);
  const accepts = where === undefined ? () => true : synchronous('waitFor.where', where);
  return { accepts, timeout, after, signal };
}

/** Says which entry of the journal did not arrive in time. */
export function describeMissingEntry(
  operation: string,
  { where, after = 0, timeout = defaultTimeout }: Omit<WaitOptions<never>, 'where'> & { readonly where?: unknown },
): string {
  const conditions = [where && 'that matches', after > 0 && `after ${after}`].filter(Boolean).join(' ');
  return `The journal has no entry of ${operation}${conditions && ` ${conditions}`} within ${timeout} ms.`;
}
