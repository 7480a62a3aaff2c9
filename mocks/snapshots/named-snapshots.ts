import * as z from 'zod/mini';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { errorMessage } from '../shared/errors.ts';
import { HttpError } from '../shared/http-error.ts';
import { byteLength } from '../shared/text-bytes.ts';
import { iso } from '../shared/time.ts';
import { joinChanges, recordChange } from '../state/commit.ts';
import type { HiddenRow } from '../state/hidden-tables.ts';
import { type Change, type Persistence, type StoredRecord, snapshotCollection } from '../state/persistence.ts';
import type { State } from '../state/state.ts';
import type { TableName } from '../store/row-types.ts';
import type { Table } from '../store/table.ts';
import type { TableSchema } from '../store/table-schema.ts';
import { shareRows } from '../store/tables.ts';
import { type MockSnapshot, Snapshot } from './snapshot.ts';
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

type Summary = z.output<typeof summarySchema>;

interface Content {
  readonly snapshot: MockSnapshot;
  /** The number of parts as which it was stored by this process. */
  parts?: number;
}

const maxSnapshots = 100;

/** Bytes of a part with several records. A Durable Object stores values of at most 2 MB. */
const partSize = 256 * 1024;

/** The mock that named snapshots belong to. */
interface SnapshotSources {
  readonly state: State;
  readonly take: () => MockSnapshot;
  readonly restore: (snapshot: MockSnapshot, options: RestoreOptions) => void;
}

/**
 * The named snapshots of a mock: a view of the hidden table `snapshots`. Those of this process share their rows with
 * the mock. The content of a stored one is loaded when it is needed.
 */
export class NamedSnapshotStore implements NamedSnapshots {
  readonly #sources: SnapshotSources;
  readonly #schema: TableSchema;
  /** The content of snapshots, if it is in memory. */
  readonly #contents = new WeakMap<HiddenRow, Content>();
  /** Stores the snapshots. Undefined without persistence, or if it stores none. */
  #persistence: Persistence | undefined;

  constructor(sources: SnapshotSources) {
    const { state } = sources;
    this.#sources = sources;
    this.#schema = state.database.schema;
    state.define('snapshots', {
      load: (_, saved) => summarySchema.safeParse(saved).data,
      toChange: (key, before, after) => this.#toChange(key, before, after),
    });
  }

  /** Created on first use: most sandboxes have no snapshots. */
  get #rows(): Table<HiddenRow<Summary>> {
    return this.#sources.state.hidden('snapshots');
  }

  list(): readonly SnapshotSummary[] {
    const summaries = Array.from(this.#rows.values(), (row) => this.#summarize(row));
    return summaries.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  }

  save(name: string): SnapshotSummary {
    assertSnapshotName(name);
    const { state, take } = this.#sources;
    if (state.database.writes) {
      throw new Error('snapshots: cannot be saved during a call, which may still be undone. Save after the call.');
    }
    if (!this.#rows.get(name) && this.#rows.size >= maxSnapshots) {
      throw new HttpError(409, `snapshots: at most ${maxSnapshots} can be kept. Delete one first.`);
    }
    const snapshot = take();
    const tables = this.#schema.map<Summary['tables']>((table) => snapshot.rows[table].size);
    const row = { id: name, value: { createdAt: iso(Date.now()), tables, parts: 0 } };
    this.#contents.set(row, { snapshot });
    state.write(() => {
      // Its new position makes it differ from a snapshot with an equal summary.
      this.#rows.delete(name);
      this.#rows.put(row);
    });
    return this.#summarize(row);
  }

  async restore(name: string, options: RestoreOptions = {}): Promise<void> {
    assertOptionNames('restore', options, restoreOptionNames);
    const snapshot = await this.get(name);
    if (!snapshot) throw new Error(describeMissingSnapshot(name, this));
    this.#sources.restore(snapshot, options);
  }

  async get(name: string): Promise<MockSnapshot | undefined> {
    const row = this.#rows.get(name);
    if (!row) return undefined;
    const content = this.#contents.get(row) ?? { snapshot: await this.#load(name) };
    this.#contents.set(row, content);
    return content.snapshot;
  }

  delete(name: string): boolean {
    const exists = this.#rows.get(name) !== undefined;
    if (exists) this.#sources.state.write(() => this.#rows.delete(name));
    return exists;
  }

  /** Begins to store snapshots. */
  attach(persistence: Persistence): void {
    this.#persistence = persistence.loadCollection && persistence;
  }

  /** Stops storing snapshots, and forgets those that are only stored. */
  detach(): void {
    this.#persistence = undefined;
    this.#remove((row) => !this.#contents.has(row));
  }

  /** Replaces the snapshots by stored ones. */
  load(records: readonly StoredRecord[]): void {
    this.#remove(() => true);
    for (const record of records) this.#sources.state.applyRecord(record);
  }

  #remove(isRemoved: (row: HiddenRow) => boolean): void {
    this.#sources.state.database.unrecorded(() => {
      for (const row of [...this.#rows.values()]) if (isRemoved(row)) this.#rows.delete(row.id);
    });
  }

  #summarize({ id, value: { createdAt, tables } }: HiddenRow<Summary>): SnapshotSummary {
    // An older version, or a mock that lacks one of your own tables, has stored no number for it.
    return { name: id, createdAt, tables: { ...this.#schema.map(() => 0), ...tables } };
  }

  /** Returns the records of a snapshot: its summary, and its parts if they are in memory. */
  #toChange(key: string, before: HiddenRow | undefined, after: HiddenRow | undefined): Change {
    const [former, summary] = [before, after].map((row) => row?.value as Summary | undefined);
    const content = after && this.#contents.get(after);
    const parts = this.#persistence && content ? splitRecords(snapshotRecords(this.#schema, content.snapshot)) : [];
    if (content) content.parts = parts.length;
    const formerParts = (before && this.#contents.get(before)?.parts) ?? former?.parts ?? 0;
    const changePart = (index: number) => {
      const records = parts[index];
      const value = { parts: parts.length, records };
      return recordChange(snapshotCollection(key), String(index), records && index, value);
    };
    return joinChanges([
      recordChange('snapshots', key, summary && 0, { ...summary, parts: parts.length }),
      ...Array.from({ length: Math.max(parts.length, formerParts) }, (_, index) => changePart(index)),
    ]);
  }

  /** @throws An {@link HttpError} if the mock cannot use the snapshot. */
  async #load(name: string): Promise<MockSnapshot> {
    const schema = this.#schema;
    try {
      const stored = (await this.#persistence?.loadCollection?.(snapshotCollection(name))) ?? [];
      const parts = stored.toSorted((a, b) => a.position - b.position).map(({ value }) => partSchema.parse(value));
      const missing = (parts[0]?.parts ?? 1) - parts.length;
      if (missing !== 0) throw new Error(`${missing} of its stored parts are missing. Delete it.`);
      const { snapshot, unusedRowWarnings } = readStoredState(
        { records: parts.flatMap(({ records }) => records) },
        schema,
      );
      if (unusedRowWarnings.length > 0) throw new Error(unusedRowWarnings.join(' '));
      const rows = shareRows(schema, snapshot.rows, this.#sources.state.database.snapshot());
      return new Snapshot(schema, { ...snapshot, rows });
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
