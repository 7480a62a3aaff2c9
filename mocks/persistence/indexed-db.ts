import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type {
  Change,
  ExclusiveResult,
  Persistence,
  PersistenceStore,
  RecordKey,
  SnapshotCollection,
  StoredRecord,
  StoredState,
} from '../state/persistence.ts';

/** The stored data of one mock, which several tabs may use at once. */
export interface SharedPersistence extends Persistence {
  /** Calls a function after another tab has stored changes. */
  onRemoteChange(listener: () => void): void;
}

/** A store in IndexedDB. */
export interface IndexedDbStore extends PersistenceStore {
  open(name: string): Promise<SharedPersistence>;
}

/** The version of the object stores. The records have a version of their own. */
const schemaVersion = 1;

/** Each mock has its own database, so that an app with another version of this package cannot lock its data. */
const prefix = 'masterdata-mock:';

/** Milliseconds for which the deletion of a record is remembered. A page that sleeps longer must be reloaded. */
const tombstoneLifetime = 30 * 24 * 60 * 60 * 1000;

interface Tombstone extends RecordKey {
  readonly deletedAt: number;
}

interface Meta {
  /** A random number. It differs if the database was deleted and created again. */
  readonly epoch: number;
  /** The number of stored changes. An entry has the number of the change that wrote it. */
  readonly revision: number;
  /** The highest revision of a tombstone that was removed. */
  readonly removedRevision: number;
}

interface Schema extends DBSchema {
  readonly entries: {
    readonly key: [collection: string, key: string];
    readonly value: (StoredRecord | Tombstone) & { readonly revision: number };
    readonly indexes: { readonly revision: number; readonly deletedAt: number };
  };
  readonly meta: { readonly key: 'meta'; readonly value: Meta };
}

type Entry = Schema['entries']['value'];
type StoreNames = ('entries' | 'meta')[];
type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<Schema, StoreNames, Mode>;

/** Returns the changes to store. */
type Execute<T> = (transaction: Transaction<'readwrite'>, meta: Meta) => Promise<ExclusiveResult<T>>;

const storeNames: StoreNames = ['entries', 'meta'];

/** Creates a store in the IndexedDB of the page's origin. Tabs that open the same mock share its data. */
export function createIndexedDbStore(): IndexedDbStore {
  const opened: IndexedDbPersistence[] = [];
  let isClosed = false;
  const assertOpen = () => {
    if (isClosed) throw new Error('the store is closed');
  };
  return {
    async open(name) {
      assertOpen();
      const persistence = new IndexedDbPersistence(prefix + name);
      opened.push(persistence);
      await persistence.connect();
      return persistence;
    },
    async list() {
      assertOpen();
      const databases = await indexedDB.databases();
      const names = databases.map(({ name = '' }) => name).filter((name) => name.startsWith(prefix));
      return names.map((name) => name.slice(prefix.length)).sort();
    },
    async delete(name) {
      assertOpen();
      await deleteDB(prefix + name);
    },
    async close() {
      isClosed = true;
      await Promise.all(opened.map((persistence) => persistence.close()));
    },
  };
}

/**
 * The database of one mock. Browsers run its `readwrite` transactions one after another, also those of several tabs. A
 * transaction ends as soon as no request is in progress, so the code inside awaits nothing but its requests.
 */
class IndexedDbPersistence implements SharedPersistence {
  readonly isShared = true;
  readonly #databaseName: string;
  readonly #channel: BroadcastChannel;
  #connection: Promise<IDBPDatabase<Schema>> | undefined;
  #isClosed = false;
  /** The end of the last write. Browsers end them in order. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** The epoch of the data that the mock has. Undefined before there is any. */
  #epoch: number | undefined;
  /** The revision of the data that the mock has. */
  #revision = 0;

  constructor(databaseName: string) {
    this.#databaseName = databaseName;
    this.#channel = new BroadcastChannel(databaseName);
  }

  onRemoteChange(listener: () => void): void {
    this.#channel.onmessage = listener;
  }

  /** Opens the database, unless it is open. */
  async connect(): Promise<IDBPDatabase<Schema>> {
    if (this.#isClosed) throw new Error('the store is closed');
    this.#connection ??= this.#open();
    return this.#connection;
  }

  async load(): Promise<StoredState | undefined> {
    const transaction = (await this.connect()).transaction(storeNames, 'readwrite');
    const meta = await transaction.objectStore('meta').get('meta');
    if (meta) await removeTombstones(transaction, meta);
    const store = transaction.objectStore('entries');
    // Without the collections of named snapshots. "0" follows "/".
    const [before, after] = await Promise.all([
      store.getAll(IDBKeyRange.upperBound(['snapshots/'], true)),
      store.getAll(IDBKeyRange.lowerBound(['snapshots0'])),
    ]);
    await transaction.done;
    this.#epoch = meta?.epoch;
    this.#revision = meta?.revision ?? 0;
    return meta && { records: toRecords([...before, ...after]).sort((a, b) => a.position - b.position) };
  }

  async loadCollection(collection: SnapshotCollection): Promise<readonly StoredRecord[]> {
    const transaction = (await this.connect()).transaction(storeNames);
    await this.#readMeta(transaction);
    // A list follows all texts.
    const entries = await transaction.objectStore('entries').getAll(IDBKeyRange.bound([collection], [collection, []]));
    return toRecords(entries);
  }

  append(changes: readonly Change[]): Promise<void> {
    return this.#startWrite(async () => ({ result: undefined, changes }));
  }

  async pull(): Promise<readonly Change[]> {
    const transaction = (await this.connect()).transaction(storeNames);
    const meta = await this.#readMeta(transaction);
    const others = await this.#readOthers(transaction, meta);
    this.#revision = meta.revision;
    return others;
  }

  runExclusive<T>(run: (others: readonly Change[]) => ExclusiveResult<T>): Promise<T> {
    return this.#startWrite(async (transaction, meta) => {
      const executed = run(await this.#readOthers(transaction, meta));
      // The mock has the changes of others from now on, even if its own cannot be stored.
      this.#revision = meta.revision;
      return executed;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lastWrite.catch(() => undefined);
    const connection = await this.#connection?.catch(() => undefined);
    connection?.close();
    this.#channel.close();
  }

  async #open(): Promise<IDBPDatabase<Schema>> {
    const disconnect = () => {
      this.#connection = undefined;
    };
    try {
      return await openDB<Schema>(this.#databaseName, schemaVersion, {
        upgrade(database) {
          const entries = database.createObjectStore('entries', { keyPath: ['collection', 'key'] });
          entries.createIndex('revision', 'revision');
          entries.createIndex('deletedAt', 'deletedAt');
          database.createObjectStore('meta');
        },
        // Another tab deletes the database, or has a newer version of this package.
        blocking(_currentVersion, _blockedVersion, { target }) {
          disconnect();
          if (target instanceof IDBDatabase) target.close();
        },
        terminated: disconnect,
      });
    } catch (error) {
      disconnect();
      if (!(error instanceof DOMException && error.name === 'VersionError')) throw error;
      throw new Error('the stored data comes from a newer version of masterdata-sdk', { cause: error });
    }
  }

  #startWrite<T>(execute: Execute<T>): Promise<T> {
    const written = this.#write(execute);
    this.#lastWrite = written;
    return written;
  }

  /** Runs a function in a transaction, and stores the changes that it returns: all of them or none. */
  async #write<T>(execute: Execute<T>): Promise<T> {
    const transaction = (await this.connect()).transaction(storeNames, 'readwrite');
    // If a request fails, `done` rejects too.
    transaction.done.catch(() => undefined);
    try {
      const meta = await this.#readMeta(transaction);
      const { result, changes } = await execute(transaction, meta);
      const revision = putChanges(transaction, meta, changes);
      transaction.commit();
      await transaction.done;
      if (revision > meta.revision) {
        this.#epoch = meta.epoch;
        // Otherwise there are changes of others that `pull` has not returned.
        if (this.#revision === meta.revision) this.#revision = revision;
        this.#channel.postMessage('changed');
      }
      return result;
    } catch (error) {
      abort(transaction);
      throw transaction.error ?? error;
    }
  }

  async #readMeta(transaction: Transaction<'readonly' | 'readwrite'>): Promise<Meta> {
    const meta = await transaction.objectStore('meta').get('meta');
    if (this.#epoch !== undefined && meta?.epoch !== this.#epoch) throw new Error('the stored data was deleted');
    if (!meta) return { epoch: Math.random(), revision: 0, removedRevision: 0 };
    if (this.#revision >= meta.removedRevision) return meta;
    throw new Error('this page was suspended for too long. Reload it.');
  }

  async #readOthers(transaction: Transaction<'readonly' | 'readwrite'>, meta: Meta): Promise<readonly Change[]> {
    if (meta.revision === this.#revision) return [];
    const isNew = IDBKeyRange.lowerBound(this.#revision, true);
    const entries = await transaction.objectStore('entries').index('revision').getAll(isNew);
    return [{ written: toRecords(entries), deleted: toDeletedKeys(entries) }];
  }
}

/** Puts changes into the database as one revision. Returns the revision. */
function putChanges(transaction: Transaction<'readwrite'>, meta: Meta, changes: readonly Change[]): number {
  if (changes.length === 0) return meta.revision;
  const revision = meta.revision + 1;
  // Requests run in order. The transaction waits for all of them, and fails if one does.
  const put = (entry: Entry) => void transaction.objectStore('entries').put(entry);
  for (const { written, deleted } of changes) {
    for (const { collection, key } of deleted) put({ collection, key, revision, deletedAt: Date.now() });
    for (const { collection, key, position, value } of written) put({ collection, key, position, value, revision });
  }
  void transaction.objectStore('meta').put({ ...meta, revision }, 'meta');
  return revision;
}

async function removeTombstones(transaction: Transaction<'readwrite'>, meta: Meta): Promise<void> {
  const isOld = IDBKeyRange.upperBound(Date.now() - tombstoneLifetime);
  let cursor = await transaction.objectStore('entries').index('deletedAt').openCursor(isOld);
  let { removedRevision } = meta;
  while (cursor) {
    removedRevision = Math.max(removedRevision, cursor.value.revision);
    void cursor.delete();
    cursor = await cursor.continue();
  }
  if (removedRevision > meta.removedRevision) {
    void transaction.objectStore('meta').put({ ...meta, removedRevision }, 'meta');
  }
}

function abort(transaction: Transaction<'readwrite'>): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

function isTombstone(entry: Entry): entry is Entry & Tombstone {
  return 'deletedAt' in entry;
}

function toDeletedKeys(entries: readonly Entry[]): RecordKey[] {
  return entries.filter(isTombstone).map(({ collection, key }) => ({ collection, key }));
}

function toRecords(entries: readonly Entry[]): StoredRecord[] {
  return entries.flatMap((entry) => {
    if (isTombstone(entry)) return [];
    const { collection, key, position, value } = entry;
    return [{ collection, key, position, value }];
  });
}
