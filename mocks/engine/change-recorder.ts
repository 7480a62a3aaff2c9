import type { TokenStore } from '../controls/tokens.ts';
import { callSafely, errorMessage } from '../shared/errors.ts';
import type { Database } from '../store/database.ts';
import { firstWrites, type RowWrite } from '../store/row-writes.ts';
import { isSameRow } from '../store/same-row.ts';
import type { ChangeQueue, PendingChange } from './change-queue.ts';
import { directWrite, type History, type Origin } from './history.ts';
import type { NamedSnapshotStore } from './named-snapshots.ts';
import { type Change, isTable, type RecordKey, type StoredRecord } from './persistence.ts';
import { isSettingName, type SettingName, type Settings, settingNames } from './settings.ts';
import { record, rowRecord } from './stored-state.ts';

/** The parts of a mock whose changes are stored. */
interface Sources {
  readonly database: Database;
  readonly tokens: TokenStore;
  readonly settings: Settings;
  readonly snapshots: NamedSnapshotStore;
}

type FormerSettings = { readonly [Name in 'ids' | 'mock']: string | undefined };

/** Collects what each call or direct write changes, and passes it to the persistence and the listeners of a mock. */
export class ChangeRecorder {
  /** Stores the changes. Undefined without persistence. */
  queue: ChangeQueue | undefined;
  /** Keeps the changes of rows. Undefined until the mock has its initial rows. */
  history: History | undefined;
  readonly #sources: Sources;
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #settings = new Set<SettingName>();
  readonly #tokens = new Set<string>();
  /** The JSON of each setting in the last change that had it. */
  readonly #savedSettings = new Map<SettingName, string>();
  #isApplying = false;
  #origin = directWrite;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Calls a function with each change. Returns a function that stops this. */
  onChange(listener: (change: Change) => void): () => void {
    if (typeof listener !== 'function') throw new TypeError('onChange: listener must be a function');
    // The ids may have changed while no one listened.
    if (!this.#isObserved) this.#settingRecords('ids');
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Adds a setting to the next change. */
  addSetting(name: SettingName): void {
    if (!this.#isApplying) this.#settings.add(name);
  }

  /** Adds a token to the next change. */
  addToken(token: string): void {
    if (!this.#isApplying) this.#tokens.add(token);
  }

  /** Runs a function whose changes have an origin in the history. */
  runAs<T>(origin: Origin, run: () => T): T {
    const former = this.#origin;
    this.#origin = origin;
    try {
      return run();
    } finally {
      this.#origin = former;
    }
  }

  /** Creates the change of a call or a direct write, if anything has changed, and passes it on. */
  commit(writes: readonly RowWrite[] = []): void {
    const origin = this.#origin;
    const added = this.history?.add(writes, origin);
    if (this.#isApplying) return;
    // Most calls only read. Ids that a call drew in vain are part of the next change.
    if (writes.length === 0 && this.#settings.size === 0 && this.#tokens.size === 0) return;
    const former = { ids: this.#savedSettings.get('ids'), mock: this.#savedSettings.get('mock') };
    const change = this.#isObserved ? this.#create(writes) : undefined;
    this.#settings.clear();
    this.#tokens.clear();
    if (!change) return;
    const undo = () => {
      if (added !== undefined) this.history?.drop(added);
      this.#undo(writes, change, former);
    };
    this.pass({ change, undo, origin });
  }

  /** Stores a change that has happened in memory. Without persistence, calls the listeners at once. */
  pass(pending: PendingChange): void {
    if (this.queue) this.queue.add(pending);
    else this.notify(pending.change);
  }

  /** Calls the listeners. */
  notify(change: Change): void {
    for (const listener of this.#listeners) callSafely('A listener of onChange()', () => listener(change));
  }

  /** Returns a change that writes all records of the mock. */
  createFull(): Change {
    const { database, tokens } = this.#sources;
    this.#savedSettings.clear();
    return {
      written: [
        ...database.schema.names.flatMap((name) =>
          Array.from(database.table(name).values(), (row) => rowRecord(name, row)),
        ),
        ...Array.from(tokens.snapshot(), ([key, value]) => record('tokens', key, value)),
        ...settingNames.flatMap((name) => this.#settingRecords(name)),
      ],
      deleted: [],
    };
  }

  /** Stores all records of the mock. */
  commitFull(): void {
    this.queue?.add({ change: this.createFull(), undo: () => undefined, origin: directWrite });
  }

  /**
   * Applies changes that others stored, and repeats on top of them the direct writes that are not stored yet. A write
   * that is no longer valid, for example because a row that it refers to was deleted, is dropped with a warning, as is
   * a row of others that a table of your own rejects.
   */
  rebase(others: readonly Change[], pending: readonly PendingChange[]): void {
    for (const { undo } of pending.toReversed()) undo();
    this.runAs({ origin: 'other-tab' }, () => this.#apply(others));
    for (const { change, origin, repeat } of pending) {
      this.runAs(origin, repeat ?? (() => this.#repeat(change)));
    }
    this.#sources.tokens.revokeOrphans();
    others.forEach(this.notify, this);
  }

  get #isObserved(): boolean {
    return this.queue !== undefined || this.#listeners.size > 0;
  }

  #create(writes: readonly RowWrite[]): Change | undefined {
    const { database, tokens } = this.#sources;
    const written: StoredRecord[] = [];
    const deleted: RecordKey[] = [];
    for (const { table, id, before } of firstWrites(writes)) {
      const row = database.rowOf({ table, id });
      if (!row) deleted.push({ collection: table, key: id });
      // A snapshot can bring back an equal row.
      else if (!before || !isSameRow(row, before)) written.push(rowRecord(table, row));
    }
    for (const token of this.#tokens) {
      const principal = tokens.get(token);
      if (principal) written.push(record('tokens', token, principal));
      else deleted.push({ collection: 'tokens', key: token });
    }
    for (const name of this.#settings) written.push(...this.#settingRecords(name));
    // Updates draw no ids, and saving them would take longer than the rest of this function.
    const isUpdate = this.#tokens.size === 0 && this.#settings.size === 0 && writes.every(({ before }) => before);
    if (!isUpdate) written.push(...this.#settingRecords('ids'));
    return written.length + deleted.length > 0 ? { written, deleted } : undefined;
  }

  /** Returns the record of a setting, unless its value is that of the last change. */
  #settingRecords(name: SettingName): readonly StoredRecord[] {
    const value = this.#sources.settings[name].save();
    const json = JSON.stringify(value);
    if (this.#savedSettings.get(name) === json) return [];
    this.#savedSettings.set(name, json);
    return [record('settings', name, value)];
  }

  /**
   * Undoes a change that could not be stored. Tokens and most settings keep their new values, and are part of the next
   * change.
   *
   * @param former The JSON of the settings that change together with rows, as they were before.
   */
  #undo(writes: readonly RowWrite[], { written, deleted }: Change, former: FormerSettings): void {
    const { database, settings } = this.#sources;
    database.revert(writes);
    for (const name of ['ids', 'mock'] as const) {
      const json = former[name];
      if (json !== undefined) settings[name].load(JSON.parse(json));
    }
    for (const { collection, key } of [...written, ...deleted]) {
      if (collection === 'tokens') this.#tokens.add(key);
      if (collection !== 'settings' || !isSettingName(key)) continue;
      this.#savedSettings.delete(key);
      this.#settings.add(key);
    }
  }

  /** Applies changes of others, except to tokens and settings that this mock has changed later. */
  #apply(changes: readonly Change[]): void {
    const isPending = ({ collection, key }: RecordKey) => {
      if (collection === 'tokens') return this.#tokens.has(key);
      return collection === 'settings' && isSettingName(key) && this.#settings.has(key);
    };
    this.#isApplying = true;
    const applyChange = ({ written, deleted }: Change) => {
      for (const each of [...deleted, ...written]) if (!isPending(each)) this.#applyOrSkip(each);
    };
    try {
      for (const change of changes) this.#sources.database.transaction(() => applyChange(change));
    } finally {
      this.#isApplying = false;
    }
  }

  /** Repeats a change that was undone. */
  #repeat({ written, deleted }: Change): void {
    const { database, settings } = this.#sources;
    try {
      database.transaction(() => {
        database.writeAll(written.flatMap(placedRow), deleted.flatMap(rowKey));
        const mock = written.find(({ collection, key }) => collection === 'settings' && key === 'mock');
        if (mock) settings.mock.load(mock.value);
      });
    } catch (error) {
      console.warn(
        `[masterdata-sdk] A direct write was undone, because another tab has changed the same records: ${errorMessage(error)}`,
      );
      // Its tokens and settings are stored all the same.
      this.commit();
    }
  }

  /** Another tab may have another version of the application, with another definition of a table. */
  #applyOrSkip(record: RecordKey & Partial<StoredRecord>): void {
    try {
      this.#applyRecord(record);
    } catch (error) {
      if (!this.#sources.database.schema.own.some(({ name }) => name === record.collection)) throw error;
      console.warn(
        `[masterdata-sdk] A change of another tab was skipped, because this tab cannot use it. Reload this tab. Reason: ${errorMessage(error)}`,
      );
    }
  }

  #applyRecord({ collection, key, ...stored }: RecordKey & Partial<StoredRecord>): void {
    const { database, tokens, settings, snapshots } = this.#sources;
    const isDeleted = !('value' in stored);
    const { value, position = 0 } = stored;
    if (database.schema.has(collection)) database.apply(collection, key, isDeleted ? undefined : { position, value });
    else if (collection === 'tokens') {
      if (isDeleted) tokens.revoke(key);
      else tokens.load(key, value);
    } else if (collection === 'snapshots') snapshots.apply(key, value);
    else if (collection === 'settings' && isSettingName(key)) {
      settings[key].load(value);
      this.#savedSettings.set(key, JSON.stringify(value));
    }
  }
}

function rowKey({ collection, key }: RecordKey) {
  return isTable(collection) ? [{ table: collection, id: key }] : [];
}

function placedRow(stored: StoredRecord) {
  return rowKey(stored).map((key) => ({ ...key, position: stored.position, value: stored.value }));
}
