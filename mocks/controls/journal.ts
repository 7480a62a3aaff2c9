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
import { JournalRing } from './journal-ring.ts';
import {
  describeMissingEntry,
  type JournalListener,
  type MockJournal,
  parseWaitOptions,
  type SummariesOptions,
  summariesOptionNames,
  type WaitOptions,
} from './mock-journal.ts';

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
