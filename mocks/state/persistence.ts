import type { TableName } from '../store/row-types.ts';

/** The name of a server's own mock in its store. Sandboxes cannot have it. */
export const defaultMockName = '_default';

/** The collection of the parts of a named snapshot. {@link Persistence.load} leaves it out. */
export type SnapshotCollection = `snapshots/${string}`;

/**
 * Identifies a record: a row by its table and id, a token, a setting by its name, a named snapshot, or a part of the
 * content of a named snapshot.
 */
export interface RecordKey {
  /** The table of a row, or the kind of another record. Your own tables have their names. */
  readonly collection: TableName | 'tokens' | 'settings' | 'snapshots' | SnapshotCollection;
  /** The id of a row, or another key that is unique in the collection. */
  readonly key: string;
}

/** A record as it is stored. */
export interface StoredRecord extends RecordKey {
  /** The place of a row in its table, or of a part in its snapshot. Lists keep insertion order. 0 for other records. */
  readonly position: number;
  /** A value that JSON can represent. Rows are frozen. */
  readonly value: unknown;
}

/**
 * The records that one call, or one direct write, changed together.
 *
 * A setting is everything of a mock that is not a row or a token: its policies, faults with their counters, clock,
 * rate-limit windows, and the state of ids and sequences. The journal is not stored.
 */
export interface Change {
  /** The new values of records that were added or changed. */
  readonly written: readonly StoredRecord[];
  /** The records that no longer exist. */
  readonly deleted: readonly RecordKey[];
}

/** The stored state of a mock. */
export interface StoredState {
  /** The records, except for parts of named snapshots. Those of a collection are in the order of their positions. */
  readonly records: readonly StoredRecord[];
}

/** The result of a function that {@link Persistence.runExclusive} calls. */
export interface ExclusiveResult<T> {
  /** The value that `runExclusive` resolves with. */
  readonly result: T;
  /** The changes to store, oldest first. */
  readonly changes: readonly Change[];
}

/** The stored data of one mock. */
export interface Persistence {
  /**
   * Whether others may store changes at the same time, for example other tabs. Direct writes, which do not wait for
   * {@link runExclusive}, then draw random ids. Default: false.
   */
  readonly isShared?: boolean;
  /**
   * Returns the stored state, or undefined if nothing was stored yet. Leaves out the collections of named snapshots, so
   * that a start does not take longer because of them.
   */
  load(): Promise<StoredState | undefined>;
  /** Returns the records of the collection of a named snapshot. Without this method, named snapshots are not stored. */
  loadCollection?(collection: SnapshotCollection): Promise<readonly StoredRecord[]>;
  /**
   * Stores changes, oldest first: all of them or none. Once the promise is fulfilled, they survive a crash.
   *
   * @throws An Error if the changes could not be stored.
   */
  append(changes: readonly Change[]): Promise<void>;
  /** Returns the changes that others, for example other tabs, stored since this object last returned any. */
  pull(): Promise<readonly Change[]>;
  /**
   * Calls a function while no one else can store changes, then stores the changes that it returns: all of them or none.
   *
   * @param run Called at most once, with the result of {@link pull}. It is synchronous.
   * @throws An Error if the function was not called, or if its changes could not be stored.
   */
  runExclusive<T>(run: (others: readonly Change[]) => ExclusiveResult<T>): Promise<T>;
}

/** Stores the data of mocks by name. */
export interface PersistenceStore {
  /** Opens the data of a mock, which may not exist yet. */
  open(name: string): Promise<Persistence>;
  /** Returns the names of all stored mocks, sorted. */
  list(): Promise<readonly string[]>;
  /** Deletes the data of a mock. */
  delete(name: string): Promise<void>;
  /** Releases the store, after all changes are stored. Later calls reject. */
  close(): Promise<void>;
}

/** A mock that stores its changes. */
export interface AttachedPersistence {
  /** Whether a stored state was restored, or there was none and the state of the mock was stored. */
  readonly loaded: 'restored' | 'empty';
  /** Whether the stored state began with another seed than that of the mock, which `reset()` restores. */
  readonly isSeedChanged: boolean;
  /** The stored values that the mock dropped, and the stored rows that it cannot use and that stay stored. */
  readonly warnings: readonly string[];
  /** Applies the changes that others stored, for example other tabs. */
  refresh(): Promise<void>;
  /** Waits until all changes so far are stored, then stops storing changes. */
  detach(): Promise<void>;
  /** Stops storing changes at once. Those that are not stored yet are lost, for example because the mock is deleted. */
  abandon(): void;
}

/** Begins the names of the collections that `load()` leaves out. */
export const snapshotPrefix = 'snapshots/';

/** Returns the collection of the parts of a named snapshot. */
export function snapshotCollection(name: string): SnapshotCollection {
  return `${snapshotPrefix}${name}`;
}

/** Whether a collection contains the parts of a named snapshot. */
export function isSnapshotCollection(collection: string): collection is SnapshotCollection {
  return collection.startsWith(snapshotPrefix);
}

/** Converts the values of a row with the columns `collection`, `key`, `position` and `json`. */
export function toStoredRecord([collection, key, position, json]: readonly unknown[]): StoredRecord {
  return {
    collection: collection as StoredRecord['collection'],
    key: String(key),
    position: Number(position),
    value: JSON.parse(String(json)),
  };
}
