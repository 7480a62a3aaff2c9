import type { OperationName } from '../../src/contract/operations.ts';
import { preview } from '../../src/contract/printable.ts';
import type { Redact } from '../../src/wire/redact-token.ts';
import { assertListOptions } from '../shared/assert-option-names.ts';
import { callSafely } from '../shared/errors.ts';
import { type OperationReference, type OwnOperation, operationName } from '../shared/operation-reference.ts';
import { assertOperation, parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { synchronous } from '../shared/synchronous.ts';
import { byteLength } from '../shared/text-bytes.ts';
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

/** The limit for the characters of all bodies: lists of large stores are long. */
const maxCharacters = 64_000_000;

/** Rules of the mock that a journal belongs to. */
interface JournalRules {
  /** The bytes that all entries may take. Default: {@link maxCharacters}. */
  readonly maxBytes?: number | undefined;
  /** Returns the operations that the specification does not document. */
  readonly operations?: () => readonly OwnOperation[];
  /** Returns the rows of a change in the history of the mock. */
  readonly rowsOf?: (change: number) => readonly ChangedRow[];
}

interface NumberedRecord {
  readonly id: number;
  readonly record: JournalRecord;
  /** The characters of its bodies or, if the bytes are limited, the bytes of the record. */
  readonly weight: number;
}

/** The journal of one mock. */
export class Journal implements MockJournal {
  readonly limit: number;
  readonly #maxBytes: number | undefined;
  /** The newest records, oldest first. Their ids count from 1, without gaps. */
  #records: NumberedRecord[] = [];
  /** The weight of all records. */
  #weight = 0;
  readonly #baseUrl: string;
  readonly #redact: Redact;
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
    this.limit = parseOptions(limitSchema, limit, 'journal');
    this.#maxBytes = maxBytes;
    this.#baseUrl = baseUrl;
    this.#redact = redact;
    this.#operations = operations;
    this.#rowsOf = rowsOf;
  }

  get size(): number {
    return this.#records.length;
  }

  list(): readonly JournalEntry[];
  list<Name extends OperationReference>(operation: Name): readonly JournalEntry<Name>[];
  list(operation?: OperationReference): readonly JournalEntry[] {
    return this.#recordsOf(operation).map((found) => this.#toEntry(found));
  }

  get(id: number): JournalEntry | undefined {
    const found = this.#find(id);
    return found && this.#toEntry(found);
  }

  changes(id: number): readonly RecordChange[] {
    const record = this.#find(id)?.record;
    return record?.hasChange ? toChanges(record, this.#rowsOf(record.nextChange), this.#redact) : [];
  }

  find(matches: (entry: JournalEntry) => boolean): JournalEntry | undefined {
    const accepts = synchronous('journal.find', matches);
    for (const record of this.#records.toReversed()) {
      const entry = this.#toEntry(record);
      if (accepts(entry)) return entry;
    }
    return undefined;
  }

  last(): JournalEntry;
  last<Name extends OperationReference>(operation: Name): JournalEntry<Name>;
  last(operation?: OperationReference): JournalEntry {
    const found = this.#recordsOf(operation).at(-1);
    if (found) return this.#toEntry(found);
    throw new RangeError(
      `The journal has no entry${operation === undefined ? '' : ` of ${operationName(operation)}`}. ${this.#contents()}`,
    );
  }

  waitFor<Name extends OperationReference>(operation: Name, options?: WaitOptions<Name>): Promise<JournalEntry<Name>>;
  async waitFor(reference: OperationReference, options: WaitOptions<OperationName> = {}): Promise<JournalEntry> {
    const operation = operationName(reference);
    assertOperation(operation, this.#operations());
    const { accepts, timeout, after, signal } = parseWaitOptions(options);
    const entryOf = (found: NumberedRecord | undefined): JournalEntry<OperationName> | undefined => {
      if (found?.record.operation !== operation) return undefined;
      const entry = this.#toEntry(found) as JournalEntry<OperationName>;
      return accepts(entry) ? entry : undefined;
    };
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      let isSettled = false;
      const settle = (run: () => void) => {
        isSettled = true;
        unsubscribe();
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        run();
      };
      const onAbort = () => settle(() => reject(toError(signal?.reason)));
      const onRecord = (found: NumberedRecord | undefined) => {
        try {
          const entry = entryOf(found);
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
      const unsubscribe = this.subscribe({ onEntry: (id) => onRecord(this.#find(id)) });
      // An id after the last one is that of an entry before `clear()`, so that all entries are later.
      const ignored = after > this.#lastId ? 0 : after;
      for (const record of this.#records) if (record.id > ignored && !isSettled) onRecord(record);
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
    const found = this.#recordsOf(operation).filter(({ id }) => id > after);
    // Before `map`: describing all records would take long.
    const newest = found.slice(Math.max(0, found.length - limit));
    return newest.map(({ id, record }) => toSummary(id, record, this.#redact));
  }

  clear(): void {
    this.#records = [];
    this.#weight = 0;
    for (const { onClear } of this.#subscribers) callSafely(listenerName, () => onClear?.());
  }

  toHar(baseUrl: string = this.#baseUrl): HarLog {
    const byArrival = this.#records.toSorted((one, other) => one.record.arrival - other.record.arrival);
    const entries = byArrival.map((found) => {
      const { outsideBaseUrl } = found.record;
      return { ...this.#toEntry(found), outsideBaseUrl };
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
    const id = this.#lastId + 1;
    const weight = this.#maxBytes === undefined ? charactersIn(record) : bytesOf(record);
    this.#records.push({ id, record, weight });
    this.#weight += weight;
    this.#fit();
    for (const { onEntry } of this.#subscribers) callSafely(listenerName, () => onEntry(id));
  }

  /** Returns the id of each request by the change that it made in the history of the mock. */
  requestsByChange(): ReadonlyMap<number, number> {
    const changed = this.#records.filter(({ record }) => record.hasChange);
    return new Map(changed.map(({ id, record }) => [record.nextChange, id]));
  }

  /** The id of the newest record. 0 if there is none. */
  get #lastId(): number {
    return this.#records.at(-1)?.id ?? 0;
  }

  #find(id: number): NumberedRecord | undefined {
    return this.#records[id - this.#lastId + this.size - 1];
  }

  #recordsOf(reference?: OperationReference | string): readonly NumberedRecord[] {
    const operation = operationName(reference);
    if (operation === undefined) return this.#records;
    assertOperation(operation, this.#operations());
    return this.#records.filter(({ record }) => record.operation === operation);
  }

  /** Removes the oldest records until the others fit. The newest one stays, however large it is. */
  #fit(): void {
    const isFull = () => this.size > this.limit || this.#weight > (this.#maxBytes ?? maxCharacters);
    while (this.size > 1 && isFull()) this.#weight -= this.#records.shift()?.weight ?? 0;
  }

  #toEntry({ id, record }: NumberedRecord): JournalEntry {
    return toEntry(id, record, this.#redact);
  }

  #contents(): string {
    if (this.limit === 0) return 'The option journal is 0, which turns it off.';
    const names = this.#records.map(({ record }) => {
      const { operation, method, url } = toSummary(0, record, this.#redact);
      return operation ?? `${method} ${url}`;
    });
    return names.length === 0 ? 'It is empty.' : `It has ${[...new Set(names)].join(', ')}.`;
  }
}

function charactersIn({ rawBody = '', response, originalResponse }: JournalRecord): number {
  return rawBody.length + response.body.length + (originalResponse?.body.length ?? 0);
}

/** The bytes of the small values of a record. */
const recordOverhead = 200;

function bytesOf({ url, headers, rawBody = '', response, originalResponse, closestFault }: JournalRecord): number {
  const texts = [
    url,
    rawBody,
    response.body,
    originalResponse?.body ?? '',
    ...Array.from(headers).flat(),
    ...Object.entries(response.headers).flat(),
    ...(closestFault?.differences ?? []),
  ];
  return texts.reduce((sum, text) => sum + byteLength(text), recordOverhead);
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
