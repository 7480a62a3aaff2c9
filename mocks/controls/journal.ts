import type { OperationName } from '../../src/contract/operations.ts';
import { preview } from '../../src/contract/printable.ts';
import type { Redact } from '../../src/wire/redact-token.ts';
import { assertListOptions } from '../shared/assert-option-names.ts';
import { callSafely } from '../shared/errors.ts';
import { type OperationReference, type OwnOperation, operationName } from '../shared/operation-reference.ts';
import { assertOperation, parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { synchronous } from '../shared/synchronous.ts';
import type { ChangedRow } from '../store/row-writes.ts';
import { type HarLog, toHarLog } from './har.ts';
import {
  type JournalEntry,
  type JournalRecord,
  type JournalSummary,
  type RecordChange,
  toChanges,
  toEntry,
  toSummary,
} from './journal-entry.ts';
import { describeMissingEntry, parseWaitOptions, summariesOptionNames } from './journal-options.ts';
import { JournalRing } from './journal-ring.ts';

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
  readonly operation?: OperationName | undefined;
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

const listenerName = 'A listener of the journal';

const limitSchema = wholeNumber(0);

/** Rules of the mock that a journal belongs to. */
interface JournalRules {
  /** The bytes that all entries may take. Default: a limit of the characters in their bodies. */
  readonly maxBytes?: number | undefined;
  /** Returns the operations that the specification does not document. */
  readonly operations?: () => readonly OwnOperation[];
  /** Returns the rows of a change in the history of the mock. */
  readonly rowsOf?: (change: number) => readonly ChangedRow[];
}

/** The journal of one mock. */
export class Journal implements MockJournal {
  readonly #records: JournalRing;
  readonly #baseUrl: string;
  readonly #redact: Redact;
  readonly #listeners = new Set<(id: number, record: JournalRecord) => void>();
  readonly #subscribers = new Set<JournalListener>();
  readonly #operations: () => readonly OwnOperation[];
  readonly #rowsOf: (change: number) => readonly ChangedRow[];
  #arrivals = 0;

  /** @param redact Replaces the tokens that no entry may show. */
  constructor(
    limit: number,
    baseUrl: string,
    redact: Redact = (text) => text,
    { maxBytes, operations = () => [], rowsOf = () => [] }: JournalRules = {},
  ) {
    this.#records = new JournalRing(parseOptions(limitSchema, limit, 'journal'), maxBytes);
    this.#baseUrl = baseUrl;
    this.#redact = redact;
    this.#operations = operations;
    this.#rowsOf = rowsOf;
  }

  get limit(): number {
    return this.#records.limit;
  }

  get size(): number {
    return this.#records.size;
  }

  list(): readonly JournalEntry[];
  list<Name extends OperationReference>(operation: Name): readonly JournalEntry<Name>[];
  list(operation?: OperationReference): readonly JournalEntry[] {
    return this.#recordsOf(operation).map(([id, record]) => this.#toEntry(id, record));
  }

  get(id: number): JournalEntry | undefined {
    const record = this.#records.get(id);
    return record && this.#toEntry(id, record);
  }

  changes(id: number): readonly RecordChange[] {
    const record = this.#records.get(id);
    return record?.hasChange ? toChanges(record, this.#rowsOf(record.nextChange), this.#redact) : [];
  }

  find(matches: (entry: JournalEntry) => boolean): JournalEntry | undefined {
    const accepts = synchronous('journal.find', matches);
    for (const [id, record] of this.#recordsOf().reverse()) {
      const entry = this.#toEntry(id, record);
      if (accepts(entry)) return entry;
    }
    return undefined;
  }

  last(): JournalEntry;
  last<Name extends OperationReference>(operation: Name): JournalEntry<Name>;
  last(operation?: OperationReference): JournalEntry {
    const found = this.#recordsOf(operation).at(-1);
    if (found) return this.#toEntry(...found);
    throw new RangeError(
      `The journal has no entry${operation === undefined ? '' : ` of ${operationName(operation)}`}. ${this.#contents()}`,
    );
  }

  waitFor<Name extends OperationReference>(operation: Name, options?: WaitOptions<Name>): Promise<JournalEntry<Name>>;
  async waitFor(reference: OperationReference, options: WaitOptions<OperationName> = {}): Promise<JournalEntry> {
    const operation = operationName(reference);
    assertOperation(operation, this.#operations());
    const { accepts, timeout, after, signal } = parseWaitOptions(options);
    const entryOf = (id: number, record: JournalRecord): JournalEntry<OperationName> | undefined => {
      if (record.operation !== operation) return undefined;
      const entry = this.#toEntry(id, record) as JournalEntry<OperationName>;
      return accepts(entry) ? entry : undefined;
    };
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const settle = (run: () => void) => {
        this.#listeners.delete(onRecord);
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        run();
      };
      const onAbort = () => settle(() => reject(toError(signal?.reason)));
      const onRecord = (id: number, record: JournalRecord) => {
        try {
          const entry = entryOf(id, record);
          if (entry) settle(() => resolve(entry));
        } catch (error) {
          // An error of `where` must not affect the request.
          settle(() => reject(toError(error)));
        }
      };
      const timer = setTimeout(() => {
        settle(() => reject(new RangeError(`${describeMissingEntry(operation, options)} ${this.#contents()}`)));
      }, timeout);
      signal?.addEventListener('abort', onAbort);
      this.#listeners.add(onRecord);
      // An id after the last one is that of an entry before `clear()`, so that all entries are later.
      const ignored = after > this.#records.lastId ? 0 : after;
      for (const [id, record] of this.#recordsOf()) {
        if (id > ignored && this.#listeners.has(onRecord)) onRecord(id, record);
      }
    });
  }

  subscribe(listener: JournalListener): () => void {
    if (typeof Object(listener).onEntry !== 'function') {
      throw new TypeError(`journal.subscribe: must be called with { onEntry }, received ${preview(listener)}`);
    }
    this.#subscribers.add(listener);
    return () => void this.#subscribers.delete(listener);
  }

  summaries(options: SummariesOptions = {}): readonly JournalSummary[] {
    assertListOptions('summaries', options, summariesOptionNames);
    const { operation, after = 0, limit = this.size } = options;
    if (operation !== undefined) assertOperation(operation, this.#operations());
    const found: JournalSummary[] = [];
    // Newest first: reading all records would take long.
    for (let id = this.#records.lastId; id > after && found.length < limit; id -= 1) {
      const record = this.#records.get(id);
      if (!record) break;
      if (operation === undefined || record.operation === operation) found.push(toSummary(id, record, this.#redact));
    }
    return found.reverse();
  }

  clear(): void {
    this.#records.clear();
    for (const { onClear } of this.#subscribers) callSafely(listenerName, () => onClear?.());
  }

  toHar(baseUrl: string = this.#baseUrl): HarLog {
    const byArrival = this.#recordsOf().toSorted(([, one], [, other]) => one.arrival - other.arrival);
    const entries = byArrival.map(([id, record]) => {
      const { outsideBaseUrl } = record;
      return { ...this.#toEntry(id, record), outsideBaseUrl };
    });
    return toHarLog(entries, baseUrl);
  }

  /** Counts a request that has arrived. Returns its number. */
  countArrival(): number {
    this.#arrivals += 1;
    return this.#arrivals;
  }

  add(record: JournalRecord): void {
    if (this.limit === 0) return;
    const id = this.#records.add(record);
    for (const listener of this.#listeners) listener(id, record);
    for (const { onEntry } of this.#subscribers) callSafely(listenerName, () => onEntry(id));
  }

  /** Returns the id of each request by the change that it made in the history of the mock. */
  requestsByChange(): ReadonlyMap<number, number> {
    const changed = this.#recordsOf().filter(([, { hasChange }]) => hasChange);
    return new Map(changed.map(([id, { nextChange }]) => [nextChange, id]));
  }

  #recordsOf(reference?: OperationReference): [id: number, record: JournalRecord][] {
    const operation = operationName(reference);
    const entries = this.#records.entries();
    if (operation === undefined) return entries;
    assertOperation(operation, this.#operations());
    return entries.filter(([, record]) => record.operation === operation);
  }

  #toEntry(id: number, record: JournalRecord): JournalEntry {
    return toEntry(id, record, this.#redact);
  }

  #contents(): string {
    if (this.limit === 0) return 'The option journal is 0, which turns it off.';
    const names = this.#recordsOf().map(([, record]) => {
      const { operation, method, url } = toSummary(0, record, this.#redact);
      return operation ?? `${method} ${url}`;
    });
    return names.length === 0 ? 'It is empty.' : `It has ${[...new Set(names)].join(', ')}.`;
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
