import { redactJson } from '../../src/wire/redact-token.ts';
import type { Journal } from '../controls/journal.ts';
import type { RecordChange } from '../controls/journal-entry.ts';
import type { Tokens } from '../controls/tokens.ts';
import { assertListOptions, assertWholeNumber } from '../shared/assert-option-names.ts';
import { parseOptions } from '../shared/parse-options.ts';
import { byteLength } from '../shared/text-bytes.ts';
import type { Commit, Origin } from '../state/commit.ts';
import type { State } from '../state/state.ts';
import type { Database } from '../store/database.ts';
import { InvalidRecordError } from '../store/errors.ts';
import { column, type FindRow, hasSameFields, idIn, isSameRow, labelOf, omit } from '../store/fields.ts';
import { findPrice } from '../store/product-rules.ts';
import { dependentsOf } from '../store/references.ts';
import type { Row } from '../store/row-map.ts';
import { positionOf } from '../store/row-order.ts';
import type { TableName } from '../store/row-types.ts';
import {
  assertKeepsWorkspace,
  type ChangedRow,
  changedRows,
  firstWrites,
  inverseOf,
  keyText,
  type RowKey,
  type RowWrite,
} from '../store/row-writes.ts';
import {
  type HistoryChange,
  type HistoryOptions,
  type HistoryRecord,
  type MockHistory,
  type RestoreBeforeOptions,
  restoreBeforeOptions,
  type UndoOptions,
  undoOptions,
} from './mock-history.ts';

interface Entry {
  readonly id: number;
  readonly origin: Origin;
  /** Identifies the commit. */
  readonly writes: readonly RowWrite[];
  readonly changedAt: number;
  readonly rows: readonly ChangedRow[];
  /** The bytes of the JSON of the rows if their bytes are limited, otherwise about the characters in them. */
  readonly size: number;
}

/** The parts of the mock that the history belongs to. */
interface HistorySources {
  readonly state: State;
  readonly tokens: Tokens;
  readonly journal: Journal;
  /** The bytes that all changes may take. Default: {@link maxCharacters}. */
  readonly maxBytes: number | undefined;
}

const maxEntries = 1000;
const maxRows = 20_000;
/** The limit for the texts of all changes. A caller of the API could fill the memory otherwise. */
const maxCharacters = 64_000_000;
const maxListed = 10;

/** The history of one mock. Rows are immutable, so keeping the former ones copies nothing. */
export class History implements MockHistory {
  readonly #sources: HistorySources;
  /** The changes, oldest first. Their ids increase, with gaps for changes that could not be stored. */
  #entries: Entry[] = [];
  #rows = 0;
  #size = 0;
  #lastId = 0;
  /** The id of the newest change that was removed. */
  #lastRemoved = 0;

  constructor(sources: HistorySources) {
    this.#sources = sources;
    sources.state.observe({ onCommit: (commit) => this.#add(commit), onRevert: (commit) => this.#drop(commit) });
  }

  get first(): number {
    return this.#entries[0]?.id ?? this.nextId;
  }

  /** The id of the next change. */
  get nextId(): number {
    return this.#lastId + 1;
  }

  list(options: HistoryOptions = {}): readonly HistoryChange[] {
    assertListOptions('history.list', options, { after: true, limit: true });
    const { after = 0, limit = maxEntries } = options;
    const found = this.#entries.filter(({ id }) => id > after);
    const requests = this.#sources.journal.requestsByChange();
    return found.slice(Math.max(0, found.length - limit)).map((entry) => this.#describe(entry, requests));
  }

  changes(id: number): readonly RecordChange[] {
    assertWholeNumber('history.changes', id, 1);
    return redactJson(this.rowsOf(id), (text) => this.#sources.tokens.redact(text)) as readonly RecordChange[];
  }

  /** Returns the rows of a change. */
  rowsOf(id: number): readonly ChangedRow[] {
    return this.#entries.find((entry) => entry.id === id)?.rows ?? [];
  }

  restoreBefore(id: number, options: RestoreBeforeOptions = {}): HistoryChange | undefined {
    const { last = this.#lastId } = parseOptions(restoreBeforeOptions, options, 'history.restoreBefore');
    this.#assertKnown('restoreBefore', id);
    const newest = this.#entries.at(-1);
    if (newest && newest.id > last) {
      throw new RangeError(
        `history.restoreBefore: there are changes after ${last}, up to ${newest.id}. List the changes again first.`,
      );
    }
    const undone = this.#entries.filter((entry) => entry.id >= id);
    const rows = firstWrites(undone.flatMap((entry) => entry.rows));
    const { state, tokens } = this.#sources;
    assertKeepsWorkspace(inverseOf(rows).deleted, tokens.workspace);
    // Each state between two changes was valid, so restoring one needs no check.
    return this.#record({ origin: 'restore', undone: undone[0]?.id }, undone, () => state.database.undoAll(rows));
  }

  undo(id: number, options: UndoOptions = {}): HistoryChange | undefined {
    const { changed = 'reject' } = parseOptions(undoOptions, options, 'history.undo');
    this.#assertKnown('undo', id);
    const entry = this.#entries.find((each) => each.id === id);
    if (!entry) throw new RangeError(`history.undo: there is no change ${id}. history.list() returns the changes.`);
    const { state, tokens } = this.#sources;
    const { database } = state;
    const rows = entry.rows.filter((row) => isAsLeft(row, database.rowOf(row)));
    if (changed === 'reject') {
      const later = entry.rows.find((row) => !rows.includes(row));
      if (later) throw this.#conflict(later, id);
    }
    const { written, deleted } = inverseOf(rows.filter((row) => !staysDeleted(row, rows, database)));
    assertKeepsWorkspace(deleted, tokens.workspace);
    // Prices are deleted with their product, also those that a later change has added.
    const own = new Set(rows.map(keyText));
    const others = deleted.flatMap((row) => dependentsOf(row, database)).filter((row) => !own.has(keyText(row)));
    if (changed === 'reject')
      for (const row of [...others, ...this.#laterRows(written, id)]) throw this.#conflict(row, id);
    // The JSON of a snapshot can have moved the rows.
    const placed = written.map((row) => {
      const now = database.rowOf(row);
      return now ? { ...row, position: positionOf(now) } : row;
    });
    return this.#record({ origin: 'undo', undone: id }, [entry], () => database.writeAll(placed, deleted));
  }

  /** Whether a change was undone. */
  isUndone(id: number): boolean {
    return this.#entries.some(({ origin }) => origin.origin === 'undo' && origin.undone === id);
  }

  #add(commit: Commit): void {
    const { state, maxBytes } = this.#sources;
    const records = commit.writes.filter(({ table }) => state.database.schema.has(table));
    const rows = changedRows(records, state.database).filter(({ before, after }) => !isSameRow(before, after));
    if (rows.length === 0) return;
    this.#lastId += 1;
    // The row before a change is the row after an earlier one.
    const size =
      maxBytes === undefined
        ? charactersIn(rows.map(({ before, after }) => after ?? before))
        : byteLength(JSON.stringify(rows));
    this.#entries.push({
      id: this.#lastId,
      origin: commit.origin,
      writes: commit.writes,
      changedAt: Date.now(),
      rows,
      size,
    });
    this.#rows += rows.length;
    this.#size += size;
    this.#fit();
  }

  #drop(commit: Commit): void {
    const index = this.#entries.findLastIndex(({ writes }) => writes === commit.writes);
    if (index >= 0) this.#removed(this.#entries.splice(index, 1));
  }

  /** Removes all changes. The next one gets the first id, so that the same calls have the same ids after a reset. */
  clear(): void {
    this.#removed(this.#entries.splice(0));
    this.#lastId = 0;
    this.#lastRemoved = 0;
  }

  /** Removes the oldest changes until the others fit. The newest change can be undone, however large it is. */
  #fit(): void {
    const { maxBytes = maxCharacters } = this.#sources;
    const isFull = () => this.#entries.length > maxEntries || this.#rows > maxRows || this.#size > maxBytes;
    while (this.#entries.length > 1 && isFull()) {
      // Not `splice`, which takes 6 µs with 1,000 changes.
      const oldest = this.#entries.shift();
      if (!oldest) return;
      this.#lastRemoved = oldest.id;
      this.#removed([oldest]);
    }
  }

  #removed(entries: readonly Entry[]): void {
    this.#rows -= entries.reduce((sum, { rows }) => sum + rows.length, 0);
    this.#size -= entries.reduce((sum, { size }) => sum + size, 0);
  }

  /** Writes rows in a transaction, and returns the change that this makes. */
  #record(origin: Origin, undone: readonly Entry[], write: () => void): HistoryChange | undefined {
    const { state, tokens } = this.#sources;
    const before = this.#lastId;
    // The rows that come back have the ids that would be drawn next.
    const ids = undone.find((entry) => entry.origin.ids !== undefined)?.origin.ids;
    const run = () => {
      write();
      tokens.revokeOrphans();
      if (ids !== undefined) state.ids.state = ids;
    };
    state.runAs(origin, () => state.database.transaction(run));
    const added = this.#entries.findLast(({ id }) => id > before);
    return added && this.#describe(added, new Map());
  }

  /** @throws A RangeError if a change was removed, or is not a number of a change. */
  #assertKnown(method: string, id: number): void {
    assertWholeNumber(`history.${method}`, id, 1);
    if (id > this.nextId) {
      throw new RangeError(`history.${method}: there is no change ${id}. history.list() returns the changes.`);
    }
    if (id > this.#lastRemoved) return;
    throw new RangeError(
      `history.${method}: change ${id} is too far back. The history has the changes from ${this.first} on. Restore a snapshot instead.`,
    );
  }

  /** Returns the rows that were inserted after a change and have the id of a row that the change has deleted. */
  #laterRows(deleted: readonly RowKey[], change: number): readonly RowKey[] {
    const { database } = this.#sources.state;
    const ids = new Set(deleted.filter((row) => !database.rowOf(row)).map(({ id }) => id));
    const later = this.#entries.filter((entry) => entry.id > change).flatMap(({ rows }) => rows);
    return later.filter((row) => !row.before && ids.has(row.id) && database.rowOf(row));
  }

  #conflict({ table, id }: RowKey, undone: number): InvalidRecordError {
    const later = this.#entries.findLast(
      (entry) => entry.id > undone && entry.rows.some((row) => keyText(row) === keyText({ table, id })),
    );
    const by = later ? `by change ${later.id}. Undo that change first` : 'since';
    return new InvalidRecordError(table, [{ path: 'id', message: `${id} was changed ${by}` }]);
  }

  #describe({ id, origin, changedAt, rows }: Entry, requests: ReadonlyMap<number, number>): HistoryChange {
    // A product may be deleted together with its prices.
    const find: FindRow = (table, wanted) =>
      this.#sources.state.database.table(table).get(wanted) ??
      rows.find((each) => each.table === table && each.id === wanted)?.before;
    const records = rows.slice(0, maxListed).map(({ table, id: row, before, after }): HistoryRecord => {
      const kind = before ? (after ? 'updated' : 'deleted') : 'inserted';
      const label = labelOf({ id: row, ...(after ?? before) }, find);
      return { table, id: row, label: this.#sources.tokens.redact(label), kind };
    });
    return { id, ...omit(origin, 'ids'), request: requests.get(id), changedAt, records, count: rows.length };
  }
}

/** Whether a row is as a change has left it. */
function isAsLeft({ after }: ChangedRow, now: Row | undefined): boolean {
  if (!after || !now) return after === now;
  return hasSameFields(after, now);
}

/** Whether a deleted price must not come back: because another one has replaced it, or its product is gone. */
function staysDeleted(row: ChangedRow, undone: readonly ChangedRow[], database: Database): boolean {
  const { table, before, after } = row;
  if (table !== 'prices' || !before || after) return false;
  const isUndone = (name: TableName, id: string) => undone.some((each) => each.table === name && each.id === id);
  const [product, pricebook] = [idIn(before, 'product_id'), idIn(before, 'pricebook_id')];
  const other = findPrice(database, product, pricebook);
  if (other) return !isUndone('prices', other.id);
  const exists = (name: TableName, id: string) => database.rowOf({ table: name, id }) ?? isUndone(name, id);
  return !exists('products', product) || !exists('pricebooks', pricebook);
}

/** The characters that a value takes in addition to its text. A long list of empty texts fills the memory as well. */
const valueOverhead = 20;

/** Estimates the memory of a value in characters. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return valueOverhead + value.length;
  let sum = valueOverhead;
  if (typeof value !== 'object' || value === null) return sum;
  // Not `Object.values`, which creates an array for each row. Values of JSON inherit no properties.
  for (const name in value) sum += charactersIn(column(value, name));
  return sum;
}
