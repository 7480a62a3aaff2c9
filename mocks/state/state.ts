import { callSafely, errorMessage, warn } from '../shared/errors.ts';
import { wholeNumber } from '../shared/parse-options.ts';
import type { TimeSource } from '../shared/time.ts';
import { Database } from '../store/database.ts';
import { isSameRow } from '../store/fields.ts';
import { IdGenerator } from '../store/ids.ts';
import type { Row } from '../store/row-map.ts';
import { positionOf } from '../store/row-order.ts';
import type { TableName } from '../store/row-types.ts';
import { firstWrites, type RowKey, type RowWrite } from '../store/row-writes.ts';
import type { Table } from '../store/table.ts';
import type { TableSchema } from '../store/table-schema.ts';
import type { DatabaseSnapshot } from '../store/tables.ts';
import { type Cell, type CellDefinition, jsonForm, SettingCell } from './cell.ts';
import type { ChangeQueue } from './change-queue.ts';
import {
  type Commit,
  type CommitObserver,
  directWrite,
  emptyChange,
  isEmpty,
  joinChanges,
  type Origin,
  recordChange,
} from './commit.ts';
import {
  type HiddenRow,
  type HiddenTable,
  type HiddenTableDefinition,
  hiddenTables,
  isHidden,
} from './hidden-tables.ts';
import type { Change, RecordKey, StoredRecord } from './persistence.ts';

/** The rows of all tables at one moment, except the named snapshots. */
export interface StateSnapshot {
  readonly rows: DatabaseSnapshot;
  readonly tokens: ReadonlyMap<string, Row>;
  readonly settings: ReadonlyMap<string, HiddenRow>;
}

/**
 * All state of a mock: its records, and the tokens, settings and named snapshots in hidden tables. Each transaction is
 * one change, which is undone, stored, restored and repeated in the same way, whatever tables it has written to.
 */
export class State {
  readonly ids: IdGenerator;
  readonly database: Database;
  /** Stores the changes. Undefined without persistence. */
  queue: ChangeQueue | undefined;
  /** Set after {@link close}. */
  #closed: Error | undefined;
  readonly #cells = new Map<string, CellDefinition<unknown>>();
  readonly #hidden = new Map<HiddenTable, HiddenTableDefinition>();
  readonly #observers: CommitObserver[] = [];
  #listeners: readonly ((change: Change) => void)[] = [];
  /** Writes that the next change contains, and that stay if a call fails. */
  #kept: RowWrite[] = [];
  #origin = directWrite;
  #isApplying = false;

  constructor(schema: TableSchema, randomSeed: number, now: TimeSource) {
    this.ids = new IdGenerator(randomSeed, () => this.queue?.isSharedDirectWrite === true);
    this.database = new Database(schema, now, this.ids);
    this.define('settings', {
      toChange: (id, _, row) => recordChange('settings', id, 0, this.#storedForm(id)?.save(row?.value)),
      load: (id, saved) => this.#storedForm(id)?.load(saved, this.hidden('settings').get(id)?.value),
      onWrite: ({ id, value }) => this.#cells.get(id)?.onWrite?.(value),
    });
    const idState = this.cell('ids', {
      initial: this.ids.state,
      json: jsonForm(wholeNumber(0), 'ids'),
      onWrite: (state) => {
        this.ids.state = state;
      },
    });
    this.database.listeners = {
      onBegin: () => {
        if (this.#closed) throw this.#closed;
      },
      onEnd: () => {
        this.database.addPrices();
        // A number while ids are drawn, and a row once they are part of a change.
        const isChanged = this.ids.state !== idState.get() && this.database.writes?.length !== 0;
        if (isChanged && !this.#isApplying) idState.set(this.ids.state);
      },
      onCommit: (writes) => this.commit(writes),
      onWrite: ({ table }, after) => {
        if (after && isHidden(table)) this.#hidden.get(table)?.onWrite?.(after as HiddenRow);
      },
    };
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** Makes each later write of records throw an error. Undefined ends this. */
  close(error: Error | undefined): void {
    this.#closed = error;
  }

  /** Defines how a hidden table is stored. */
  define(name: HiddenTable, definition: HiddenTableDefinition): void {
    this.#hidden.set(name, definition);
  }

  /** Returns a hidden table. */
  hidden<Value>(name: HiddenTable): Table<HiddenRow<Value>> {
    // The types of the store know only the tables of the specification.
    const table: unknown = this.database.table(name as string as TableName);
    return table as Table<HiddenRow<Value>>;
  }

  /** Creates a cell, which is a row of the settings. */
  cell<T>(name: string, definition: CellDefinition<T>): Cell<T> {
    // Only values of this cell are passed to its functions.
    this.#cells.set(name, definition as CellDefinition<unknown>);
    const table = this.hidden<T>('settings');
    this.database.unrecorded(() => table.put({ id: name, value: definition.initial }));
    return new SettingCell(this, table, name, definition.initial);
  }

  /** Replaces a counter. See {@link Cell.keep}. */
  keep(row: HiddenRow): void {
    const table = this.hidden('settings');
    const before = table.get(row.id);
    this.database.unrecorded(() => table.put(row));
    this.#kept.push({ table: 'settings' as string as TableName, id: row.id, before });
  }

  /** Returns values of cells, as a snapshot contains them. */
  saveCells<Name extends string>(names: readonly Name[]): Readonly<Record<Name, unknown>> {
    const table = this.hidden('settings');
    const saved = names.map((name) => [name, this.#cells.get(name)?.json.save(table.get(name)?.value)]);
    return Object.fromEntries(saved);
  }

  /**
   * Sets the values of cells as a snapshot contains them.
   *
   * @throws A TypeError if this version cannot use one of them. Nothing changes then.
   */
  loadCells(saved: Readonly<Record<string, unknown>>): void {
    const table = this.hidden('settings');
    this.database.transaction(() => {
      for (const [id, value] of Object.entries(saved)) {
        const definition = this.#cells.get(id);
        if (definition) table.put({ id, value: definition.json.load(value, table.get(id)?.value) });
      }
    });
  }

  /** Runs writes of hidden tables as a transaction. After {@link close}, they change nothing but the memory. */
  write(run: () => void): void {
    if (this.isClosed) this.database.unrecorded(run);
    else this.database.transaction(run);
  }

  /** Runs a function whose changes have an origin. */
  runAs<T>(origin: Origin, run: () => T): T {
    const former = this.#origin;
    this.#origin = origin;
    try {
      return run();
    } finally {
      this.#origin = former;
    }
  }

  /** Calls an observer with each change of rows, before the change is stored. */
  observe(observer: CommitObserver): void {
    this.#observers.push(observer);
  }

  /** Calls a function with each change, once it is stored. Returns a function that stops this. */
  onChange(listener: (change: Change) => void): () => void {
    if (typeof listener !== 'function') throw new TypeError('onChange: listener must be a function');
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((each) => each !== listener);
    };
  }

  /** Calls the listeners. */
  notify(change: Change): void {
    for (const listener of this.#listeners) callSafely('A listener of onChange()', () => listener(change));
  }

  /** Makes a change of the writes of a transaction and of the counters before it, if there are any. */
  commit(writes: readonly RowWrite[] = []): void {
    const kept = this.#isApplying ? [] : this.#kept;
    if (writes.length + kept.length === 0) return;
    if (kept === this.#kept) this.#kept = [];
    const needsChange = !this.#isApplying && (this.queue !== undefined || this.#listeners.length > 0);
    const change = needsChange ? this.#toChange([...kept, ...writes]) : emptyChange;
    const commit: Commit = { origin: this.#origin, writes, kept, change };
    for (const observer of this.#observers) observer.onCommit(commit);
    if (isEmpty(change)) return;
    if (this.queue) this.queue.add(commit);
    else this.notify(change);
  }

  /** Undoes the newest change. Its counters stay, and join the next change. */
  revert(commit: Commit): void {
    this.undo(commit, commit.writes, commit.kept);
  }

  /** Undoes writes of the newest change. The others are kept, and join the next change. */
  undo(commit: Commit, writes: readonly RowWrite[], kept: readonly RowWrite[]): void {
    this.database.revert(writes);
    this.#kept.unshift(...kept);
    for (const observer of this.#observers) observer.onRevert(commit);
  }

  /** Returns the rows of all tables but the named snapshots. They are shared until the next write. */
  snapshot(): StateSnapshot {
    return {
      rows: this.database.snapshot(),
      tokens: this.hidden('tokens').snapshot(),
      settings: this.hidden('settings').snapshot(),
    };
  }

  /**
   * Restores the rows of a snapshot. Only those that differ are written.
   *
   * @param unchanged The names of the cells that keep their values.
   */
  restore({ rows, tokens, settings }: StateSnapshot, unchanged: readonly string[]): void {
    this.database.transaction(() => {
      this.database.restore(rows);
      this.database.restoreTable('tokens' as string as TableName, tokens);
      for (const row of settings.values()) if (!unchanged.includes(row.id)) this.hidden('settings').put(row);
    });
  }

  /** Returns a change that writes all records of the mock. */
  createFull(): Change {
    const names = [...this.database.schema.names, ...hiddenTables] as readonly TableName[];
    const changes = names.flatMap((table) =>
      Array.from(this.database.rowsOf(table).values(), (row) => this.#recordsOf({ table, id: row.id }, undefined)),
    );
    return joinChanges(changes);
  }

  /** Stores all records of the mock. */
  commitFull(): void {
    this.queue?.add({ origin: directWrite, writes: [], kept: [], change: this.createFull() });
  }

  /** Returns the change of writes, with the records of tables before all others. */
  #toChange(writes: readonly RowWrite[]): Change {
    const inOrder = firstWrites(writes).toSorted((a, b) => Number(isHidden(a.table)) - Number(isHidden(b.table)));
    return joinChanges(inOrder.map((write) => this.#recordsOf(write, write.before)));
  }

  /** Returns the change of the records of a row. */
  #recordsOf({ table, id }: RowKey, before: Row | undefined): Change {
    const after = this.database.rowOf({ table, id });
    // A snapshot can bring back an equal row.
    if (isSameRow(before, after)) return emptyChange;
    if (!isHidden(table)) return recordChange(table, id, after && positionOf(after), after);
    // The rows of a hidden table.
    const [former, row] = [before, after] as (HiddenRow | undefined)[];
    return this.#definition(table).toChange?.(id, former, row) ?? recordChange(table, id, row && 0, row?.value);
  }

  /** Applies changes of others, except to rows of hidden tables that this mock has changed later. */
  apply(changes: readonly Change[]): void {
    const applyChange = ({ written, deleted }: Change) => {
      for (const record of [...deleted, ...written]) this.#applyOrSkip(record);
    };
    this.#isApplying = true;
    try {
      for (const change of changes) this.database.transaction(() => applyChange(change));
    } finally {
      this.#isApplying = false;
    }
  }

  /** Another tab may have another version of the application, with another definition of a table. */
  #applyOrSkip(record: RecordKey & Partial<StoredRecord>): void {
    try {
      this.applyRecord(record);
    } catch (error) {
      if (!this.database.schema.own.some(({ name }) => name === record.collection)) throw error;
      warn(
        `A change of another tab was skipped, because this tab cannot use it. Reload this tab. Reason: ${errorMessage(error)}`,
      );
    }
  }

  /** Applies a stored record, or the deletion of one. */
  applyRecord({ collection, key: id, ...stored }: RecordKey & Partial<StoredRecord>): void {
    const isDeleted = !('value' in stored);
    const { value: saved, position = 0 } = stored;
    if (this.database.schema.has(collection)) {
      this.database.apply(collection, id, isDeleted ? undefined : { position, value: saved });
    } else if (isHidden(collection)) {
      const value = isDeleted ? undefined : this.#definition(collection).load(id, saved);
      const row = value === undefined ? undefined : { id, value };
      const table = collection as string as TableName;
      const kept = this.#kept.findIndex((write) => write.table === table && write.id === id);
      if (kept >= 0) this.#kept[kept] = { table, id, before: row };
      else if (row) this.hidden(collection).put(row);
      // A setting that this version does not know.
      else if (collection !== 'settings') this.hidden(collection).delete(id);
    }
  }

  #definition(name: HiddenTable): HiddenTableDefinition {
    const definition = this.#hidden.get(name);
    if (!definition) throw new Error(`The table ${name} has no definition.`);
    return definition;
  }

  #storedForm(name: string) {
    const definition = this.#cells.get(name);
    return definition?.stored ?? definition?.json;
  }
}
