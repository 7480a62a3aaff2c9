import * as z from 'zod/mini';
import { createSnapshot, type MockSnapshot } from '../controls/snapshot.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { errorMessage } from '../shared/errors.ts';
import { HttpError } from '../shared/http-error.ts';
import { iso } from '../shared/time.ts';
import { byteLength } from '../shared/utf8.ts';
import type { TableName } from '../store/row-types.ts';
import { shareRows } from '../store/tables.ts';
import type { Engine } from './engine.ts';
import { directWrite } from './history.ts';
import { type Persistence, type RecordKey, type StoredRecord, snapshotCollection } from './persistence.ts';
import { assertSnapshotName, type RestoreOptions, restoreOptionNames } from './snapshot-arguments.ts';
import { readStoredState, snapshotRecords } from './stored-state.ts';

/** A snapshot that is kept under a name. */
export interface SnapshotSummary {
  /** The name of the snapshot. */
  readonly name: string;
  /** The time at which it was taken, by the system clock, as an ISO 8601 string. */
  readonly createdAt: string;
  /** The number of rows in each table. */
  readonly tables: Readonly<Record<TableName, number>> & Readonly<Record<string, number>>;
}

/** Snapshots under names. A reset keeps them. With persistence, they are stored with the mock. */
export interface NamedSnapshots {
  /** Returns all snapshots, oldest first. */
  list(): readonly SnapshotSummary[];
  /**
   * Keeps the current records, ids and tokens under a name, without settings. Replaces an earlier snapshot with this
   * name.
   *
   * @throws A TypeError if the name is empty, longer than 100 characters, or has a slash or a control character, or an
   * Error if there are 100 snapshots, or if the handler of an operation calls this.
   */
  save(name: string): SnapshotSummary;
  /**
   * Restores a snapshot, with its tokens.
   *
   * @throws An Error if there is no snapshot with this name, or if the mock cannot use it. Nothing changes then.
   */
  restore(name: string, options?: RestoreOptions): Promise<void>;
  /**
   * Returns a snapshot, or undefined if there is none with this name.
   *
   * @throws An Error if the mock cannot use it.
   */
  get(name: string): Promise<MockSnapshot | undefined>;
  /** Deletes a snapshot. Returns whether it existed. */
  delete(name: string): boolean;
}

/** The record of a named snapshot. Records of another collection contain its parts. */
const summarySchema = z.object({
  createdAt: z.string(),
  tables: z.record(z.string(), z.int()),
  parts: z.int().check(z.nonnegative()),
});

/** A part knows the number of parts, because another tab may write a snapshot between two reads. */
const partSchema = z.object({ parts: z.int(), records: z.array(z.custom<StoredRecord>()) });

interface Entry extends z.output<typeof summarySchema> {
  /** Undefined if it is only stored. */
  snapshot: MockSnapshot | undefined;
}

const maxSnapshots = 100;

/** Bytes of a part with several records. A Durable Object stores values of at most 2 MB. */
const partSize = 256 * 1024;

/** The named snapshots of a mock. Those of this process share their rows with the mock. */
export class NamedSnapshotStore implements NamedSnapshots {
  readonly #engine: Engine;
  readonly #entries = new Map<string, Entry>();
  /** Stores the snapshots. Undefined without persistence, or if it stores none. */
  #persistence: Persistence | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  list(): readonly SnapshotSummary[] {
    const summaries = Array.from(this.#entries, ([name, entry]) => this.#summarize(name, entry));
    return summaries.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  }

  save(name: string): SnapshotSummary {
    assertSnapshotName(name);
    if (this.#engine.database.writes) {
      throw new Error('snapshots: cannot be saved during a call, which may still be undone. Save after the call.');
    }
    if (!this.#entries.has(name) && this.#entries.size >= maxSnapshots) {
      throw new HttpError(409, `snapshots: at most ${maxSnapshots} can be kept. Delete one first.`);
    }
    const snapshot = this.#engine.snapshot();
    const tables = this.#engine.options.tables.map<Entry['tables']>((table) => snapshot.rows[table].size);
    const entry = { createdAt: iso(Date.now()), tables, parts: 0, snapshot };
    this.#put(name, entry);
    return this.#summarize(name, entry);
  }

  async restore(name: string, options: RestoreOptions = {}): Promise<void> {
    assertOptionNames('restore', options, restoreOptionNames);
    const snapshot = await this.get(name);
    if (!snapshot) throw new Error(describeMissingSnapshot(name, this));
    this.#engine.restore(snapshot);
    this.#engine.useOptionToken();
    if (!options.keepCalls) this.#engine.dropCalls();
  }

  async get(name: string): Promise<MockSnapshot | undefined> {
    const entry = this.#entries.get(name);
    if (entry) entry.snapshot ??= await this.#load(name);
    return entry?.snapshot;
  }

  delete(name: string): boolean {
    const exists = this.#entries.has(name);
    if (exists) this.#put(name, undefined);
    return exists;
  }

  /** Begins to store snapshots. */
  attach(persistence: Persistence): void {
    this.#persistence = persistence.loadCollection && persistence;
  }

  /** Stops storing snapshots, and forgets those that are only stored. */
  detach(): void {
    this.#persistence = undefined;
    for (const [name, { snapshot }] of this.#entries) if (!snapshot) this.#entries.delete(name);
  }

  /** Replaces the snapshots by stored ones. */
  load(records: readonly StoredRecord[]): void {
    this.#entries.clear();
    for (const { key, value } of records) this.apply(key, value);
  }

  /** Applies the record of a snapshot that another tab has stored, or undefined if another tab has deleted it. */
  apply(name: string, value: unknown): void {
    const summary = summarySchema.safeParse(value);
    this.#set(name, summary.success ? { ...summary.data, snapshot: undefined } : undefined);
  }

  /** Returns the records of all snapshots, to store them for the first time. */
  toRecords(): readonly StoredRecord[] {
    return this.#persistence ? Array.from(this.#entries, ([name, entry]) => this.#records(name, entry)).flat() : [];
  }

  #summarize(name: string, { createdAt, tables }: Entry): SnapshotSummary {
    // An older version, or a mock without a table of your own, has stored no number for it.
    return { name, createdAt, tables: { ...this.#engine.options.tables.map(() => 0), ...tables } };
  }

  #set(name: string, entry: Entry | undefined): void {
    if (entry) this.#entries.set(name, entry);
    else this.#entries.delete(name);
  }

  /** Adds, replaces or deletes a snapshot, and stores that. */
  #put(name: string, entry: Entry | undefined): void {
    const former = this.#entries.get(name);
    this.#set(name, entry);
    const written = entry ? this.#records(name, entry) : [];
    const deleted: RecordKey[] = entry ? [] : [{ collection: 'snapshots', key: name }];
    for (let part = entry?.parts ?? 0; part < (former?.parts ?? 0); part += 1) {
      deleted.push({ collection: snapshotCollection(name), key: String(part) });
    }
    const change = { written, deleted };
    // Nobody could restore a stored snapshot without its parts.
    if (!this.#persistence) {
      this.#engine.changes.notify(change);
      return;
    }
    this.#engine.changes.pass({
      change,
      undo: () => this.#set(name, former),
      // Another tab may have stored more parts.
      repeat: () => this.#put(name, entry),
      origin: directWrite,
    });
  }

  /** Returns the record of a snapshot and its parts, and remembers their number. */
  #records(name: string, entry: Entry): readonly StoredRecord[] {
    const { createdAt, tables, snapshot } = entry;
    const { tables: schema } = this.#engine.options;
    const parts = this.#persistence && snapshot ? splitRecords(snapshotRecords(schema, snapshot)) : [];
    entry.parts = parts.length;
    return [
      { collection: 'snapshots', key: name, position: 0, value: { createdAt, tables, parts: parts.length } },
      ...parts.map((records, index) => ({
        collection: snapshotCollection(name),
        key: String(index),
        position: index,
        value: { parts: parts.length, records },
      })),
    ];
  }

  /** @throws An {@link HttpError} if the mock cannot use the snapshot. */
  async #load(name: string): Promise<MockSnapshot> {
    const { database, options } = this.#engine;
    try {
      const stored = (await this.#persistence?.loadCollection?.(snapshotCollection(name))) ?? [];
      const parts = stored.toSorted((a, b) => a.position - b.position).map(({ value }) => partSchema.parse(value));
      const missing = (parts[0]?.parts ?? 1) - parts.length;
      if (missing !== 0) throw new Error(`${missing} of its stored parts are missing. Delete it.`);
      const { snapshot, unusedRows } = readStoredState(
        { records: parts.flatMap(({ records }) => records) },
        options.tables,
      );
      if (unusedRows.length > 0) throw new Error(unusedRows.join(' '));
      return createSnapshot(options.tables, {
        ...snapshot,
        rows: shareRows(options.tables, snapshot.rows, database.snapshot()),
      });
    } catch (error) {
      throw new HttpError(409, `Snapshot "${name}" cannot be used: ${errorMessage(error)}`);
    }
  }
}

/** Returns the message of the error for a name that no snapshot has. */
export function describeMissingSnapshot(name: string, snapshots: NamedSnapshots): string {
  const names = snapshots.list().map((snapshot) => snapshot.name);
  return `Snapshot "${name}" not found. Saved snapshots: ${names.join(', ') || 'none'}.`;
}

/** Splits records into parts of at most {@link partSize}. A larger record has a part of its own. */
function splitRecords(records: readonly StoredRecord[]): readonly (readonly StoredRecord[])[] {
  const parts: StoredRecord[][] = [];
  let left = 0;
  for (const record of records) {
    const size = byteLength(JSON.stringify(record));
    if (parts.length === 0 || size > left) {
      parts.push([]);
      left = partSize;
    }
    parts.at(-1)?.push(record);
    left -= size;
  }
  return parts;
}
