import { HttpError } from '../shared/http-error.ts';
import { byteLength } from '../shared/text-bytes.ts';
import { isTable } from '../state/hidden-tables.ts';
import {
  type Change,
  type ExclusiveResult,
  type Persistence,
  type SnapshotCollection,
  type StoredRecord,
  type StoredState,
  snapshotPrefix,
  toStoredRecord,
} from '../state/persistence.ts';

/** The SQLite database of a Durable Object. */
export interface SqlStorage {
  /** Executes SQL statements, and returns the rows of the last one. */
  exec(query: string, ...bindings: (string | number | null)[]): Iterable<Readonly<Record<string, unknown>>>;
}

/** The SQLite storage of a Durable Object. */
export interface SqliteStorage {
  /** The database. */
  readonly sql: SqlStorage;
  /** Runs a function in a transaction, which an error rolls back. */
  transactionSync<T>(run: () => T): T;
}

/** The stored data of one mock, in numbers. */
interface Usage {
  readonly rows: number;
  /** Bytes of keys and JSON. */
  readonly bytes: number;
}

const schema = `
  CREATE TABLE IF NOT EXISTS records (
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    position INTEGER NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (collection, key)
  ) STRICT, WITHOUT ROWID`;

/** One written row each. The platform counts them. */
const put = `
  INSERT INTO records VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET position = excluded.position, json = excluded.json`;

/**
 * Stores a mock in a Durable Object. Its storage is synchronous, and the platform sends a response only once the writes
 * before it are stored.
 */
export class DurableObjectPersistence implements Persistence {
  readonly #storage: SqliteStorage;
  readonly #max: Usage;

  /** @param max The number of rows in all tables, and the bytes of all records, which include named snapshots. */
  constructor(storage: SqliteStorage, max: Usage) {
    this.#storage = storage;
    this.#max = max;
  }

  async load(): Promise<StoredState | undefined> {
    this.#storage.sql.exec(schema);
    const records = Array.from(
      this.#storage.sql.exec(`
        SELECT collection, key, position, json FROM records
        WHERE collection NOT GLOB '${snapshotPrefix}*' ORDER BY collection, position`),
      (row) => toStoredRecord(Object.values(row)),
    );
    return records.length > 0 ? { records } : undefined;
  }

  async loadCollection(collection: SnapshotCollection): Promise<readonly StoredRecord[]> {
    const query = 'SELECT collection, key, position, json FROM records WHERE collection = ?';
    return Array.from(this.#storage.sql.exec(query, collection), (row) => toStoredRecord(Object.values(row)));
  }

  async append(changes: readonly Change[]): Promise<void> {
    this.#append(changes);
  }

  async pull(): Promise<readonly Change[]> {
    return [];
  }

  async runExclusive<T>(run: (others: readonly Change[]) => ExclusiveResult<T>): Promise<T> {
    const { result, changes } = run([]);
    if (changes.length > 0) this.#append(changes);
    return result;
  }

  #append(changes: readonly Change[]): void {
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      const before = this.#usage();
      const now = { ...before };
      const sizeOf = (collection: string, key: string) => {
        const [old] = sql.exec(
          // The key of a token is the token, which can be long.
          'SELECT octet_length(key) + octet_length(json) AS bytes FROM records WHERE collection = ? AND key = ?',
          collection,
          key,
        );
        return old && Number(old['bytes']);
      };
      for (const { written, deleted } of changes) {
        for (const { collection, key } of deleted) {
          const size = sizeOf(collection, key);
          if (size === undefined) continue;
          now.bytes -= size;
          if (isTable(collection)) now.rows -= 1;
          sql.exec('DELETE FROM records WHERE collection = ? AND key = ?', collection, key);
        }
        for (const { collection, key, position, value } of written) {
          const json = JSON.stringify(value);
          const size = sizeOf(collection, key);
          now.bytes += byteLength(key) + byteLength(json) - (size ?? 0);
          if (isTable(collection) && size === undefined) now.rows += 1;
          sql.exec(put, collection, key, position, json);
        }
      }
      this.#assertLimits(before, now);
      sql.exec(
        'INSERT INTO usage VALUES (0, ?, ?) ON CONFLICT DO UPDATE SET rows = excluded.rows, bytes = excluded.bytes',
        now.rows,
        now.bytes,
      );
    });
  }

  /** Only a change that adds something can exceed a limit: otherwise nobody could delete rows. */
  #assertLimits(before: Usage, now: Usage): void {
    const { rows, bytes } = this.#max;
    if (now.rows > rows && now.rows > before.rows) throw sandboxFull(`${rows} rows`, 'records');
    if (now.bytes > bytes && now.bytes > before.bytes) {
      const limit = `${bytes} bytes for records, named snapshots, operations and other settings`;
      throw sandboxFull(limit, 'records, named snapshots or operations');
    }
  }

  #usage(): Usage {
    this.#storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS usage (id INTEGER PRIMARY KEY, rows INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT',
    );
    const [stored] = this.#storage.sql.exec('SELECT rows, bytes FROM usage');
    return { rows: Number(stored?.['rows'] ?? 0), bytes: Number(stored?.['bytes'] ?? 0) };
  }
}

/** Creates the error of a write for which there is no room. */
function sandboxFull(limit: string, counted: string): HttpError {
  return new HttpError(507, `Sandbox full: the limit is ${limit}. Delete ${counted} first.`);
}
