import { chmodSync, closeSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { preview } from '../../src/contract/printable.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { errorCode, errorMessage } from '../shared/errors.ts';
import {
  type Change,
  type ExclusiveResult,
  type Persistence,
  type PersistenceStore,
  type StoredRecord,
  type StoredState,
  snapshotPrefix,
  toStoredRecord,
} from '../state/persistence.ts';

/** Options of `sqlite()`. */
export interface SqliteOptions {
  /**
   * `normal`: a stored change survives a crash of the process. `full`: it also survives a crash of the machine or a
   * power failure, and each change waits for the disk. Default: `normal`.
   */
  readonly durability?: 'normal' | 'full' | undefined;
}

/** Identifies the databases of this package in the header of the file ("mdsd"). */
const applicationId = 0x6d_64_73_64;

/** The version of the schema below. The records in it have a version of their own. */
const schemaVersion = 1;

const schema = `
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
  CREATE TABLE records (
    mock TEXT NOT NULL,
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    position INTEGER NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (mock, collection, key)
  ) STRICT, WITHOUT ROWID;
`;

/**
 * Opens a SQLite database that stores mocks, or creates it. Only one mock server can use a file at a time, and the file
 * must not be on a network file system. The file contains the tokens of the mocks, so only its owner can read it and
 * its log afterwards. Revoked tokens are removed from both.
 *
 * `listen` with the option `persistence` closes the database. Otherwise, call `close()`, so that one file remains.
 *
 * @throws An Error if the file is in use, is not a database of this package or has a newer version, or if it cannot be
 * written. The file is then unchanged.
 * @example
 * ```ts
 * const mock = createMockServer({ seed: demo });
 * const server = await listen(mock, { port: 4010, persistence: await sqlite('state.db') });
 * ```
 */
export async function sqlite(file: string, options: SqliteOptions = {}): Promise<PersistenceStore> {
  assertOptionNames('sqlite', options, { durability: true });
  const { durability = 'normal' } = options;
  if (durability !== 'normal' && durability !== 'full') {
    throw new TypeError(`durability: must be "normal" or "full", received ${String(durability)}`);
  }
  // SQLite's name of a database in memory would become the name of a file.
  if (typeof file !== 'string' || file === '' || file === ':memory:') {
    throw new TypeError(`file: must be the path of a file, received ${preview(file)}`);
  }
  let database: DatabaseSync | undefined;
  try {
    createIfMissing(file);
    const { DatabaseSync } = loadModule();
    database = new DatabaseSync(resolve(file));
    // Before WAL mode: without an exclusive lock, a second process could write too.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    if (isNew(database)) database.exec(schema);
    assertVersion(database);
    restrictAccess(file);
    // Overwrites what is deleted: SQLite would keep revoked tokens in free parts of the file.
    database.exec(`COMMIT; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durability}; PRAGMA secure_delete = ON`);
    return new SqliteStore(database);
  } catch (error) {
    database?.close();
    throw new Error(`${file}: ${describeError(error, file)}`, { cause: error });
  }
}

class SqliteStore implements PersistenceStore {
  readonly #database: DatabaseSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  #isClosed = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#put = database.prepare(
      `INSERT INTO records (mock, collection, key, position, json) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET position = excluded.position, json = excluded.json`,
    );
    this.#delete = database.prepare('DELETE FROM records WHERE mock = ? AND collection = ? AND key = ?');
  }

  async open(name: string): Promise<Persistence> {
    this.#assertOpen();
    return {
      load: async () => this.#run(() => this.#load(name)),
      loadCollection: async (collection) => this.#run(() => this.#loadCollection(name, collection)),
      append: async (changes) => this.#run(() => this.#append(name, changes)),
      // The file belongs to one process, so there are no changes of others.
      pull: async () => [],
      runExclusive: async <T>(run: (others: readonly Change[]) => ExclusiveResult<T>) => {
        this.#assertOpen();
        const { result, changes } = run([]);
        if (changes.length > 0) this.#run(() => this.#append(name, changes));
        return result;
      },
    };
  }

  async list(): Promise<readonly string[]> {
    // Looks up one name after another. DISTINCT would read all records.
    const select = `
      WITH RECURSIVE names (name) AS (
        SELECT min(mock) FROM records
        UNION ALL
        SELECT (SELECT min(mock) FROM records WHERE mock > name) FROM names WHERE name IS NOT NULL
      )
      SELECT name FROM names WHERE name IS NOT NULL
    `;
    const names = this.#run(() => this.#database.prepare(select).all());
    return names.map(({ name }) => String(name));
  }

  async delete(name: string): Promise<void> {
    this.#run(() => this.#database.prepare('DELETE FROM records WHERE mock = ?').run(name));
    this.#emptyLog();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // SQLite moves the log into the file and deletes it, so that one file remains.
    this.#database.close();
  }

  /** Moves the log into the file. It would keep deleted tokens otherwise. */
  #emptyLog(): void {
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // For example, the disk is full. The change is stored, and the next time empties the log.
    }
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new Error('The database is closed.');
  }

  /** Runs a function of SQLite, and throws errors that a user can understand. */
  #run<T>(run: () => T): T {
    this.#assertOpen();
    try {
      return run();
    } catch (error) {
      throw new Error(describeError(error), { cause: error });
    }
  }

  #rollBack(): void {
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // SQLite itself rolled back, as it does after some errors, for example if the disk is full.
    }
  }

  #load(name: string): StoredState | undefined {
    const select = this.#database.prepare(`
      SELECT collection, key, position, json FROM records
      WHERE mock = ? AND collection NOT GLOB '${snapshotPrefix}*'`);
    // Reading 100,000 rows as arrays takes 0.1 s, and 0.3 s as objects. Node before 22.16 has only objects.
    select.setReturnArrays?.(true);
    const records = select.all(name).map((row) => toStoredRecord(Array.isArray(row) ? row : Object.values(row)));
    // SQLite would copy all records to sort them.
    records.sort((a, b) => a.position - b.position);
    return records.length > 0 ? { records } : undefined;
  }

  #loadCollection(name: string, collection: string): StoredRecord[] {
    const select = this.#database.prepare(
      'SELECT collection, key, position, json FROM records WHERE mock = ? AND collection = ?',
    );
    return select.all(name, collection).map((row) => toStoredRecord(Object.values(row)));
  }

  #append(name: string, changes: readonly Change[]): void {
    this.#database.exec('BEGIN');
    try {
      for (const { written, deleted } of changes) {
        for (const { collection, key } of deleted) this.#delete.run(name, collection, key);
        for (const { collection, key, position, value } of written) {
          this.#put.run(name, collection, key, position, JSON.stringify(value));
        }
      }
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#rollBack();
      throw error;
    }
    // A snapshot contains tokens as well, and may replace another one.
    const removesTokens = ({ written, deleted }: Change) =>
      deleted.some(({ collection }) => collection === 'tokens') ||
      [...written, ...deleted].some(({ collection }) => collection === 'snapshots');
    if (changes.some(removesTokens)) this.#emptyLog();
  }
}

/** Loads `node:sqlite` on demand, because Node 22 and 24 print a warning then. Jest cannot run `import()`. */
function loadModule(): typeof import('node:sqlite') {
  const loaded = process.getBuiltinModule('node:sqlite');
  if (!loaded) throw new Error('SQLite needs Node.js 22.13 or newer, or Deno.');
  return loaded;
}

/**
 * Creates the file, readable only by its owner. An existing file is not opened: POSIX releases the locks of a process
 * on a file when any part of the process closes it.
 */
function createIfMissing(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) {
    // SQLite cannot use a device, but this user may be able to take it away from all others.
    const received = found.isDirectory() ? 'a directory' : 'a device or a pipe';
    throw new Error(`must be a file, received ${received}. Choose another file.`);
  }
  // SQLite takes a file of one byte for an empty one. No database is smaller than a page.
  if (found && found.size > 0 && found.size < 512) throw new Error(notDatabase(file));
  if (found) return;
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (cause) {
    const code = errorCode(cause);
    throw new Error(
      code === 'ENOENT'
        ? `the directory ${dirname(resolve(file))} does not exist. Create it first.`
        : `the file cannot be created (${code}). Choose another file.`,
      { cause },
    );
  }
}

/**
 * Takes the access of other users to the file and its logs away. SQLite gives new logs the mode of the file.
 *
 * @throws An Error if others can read the file and this user cannot change that.
 */
function restrictAccess(file: string): void {
  // The modes of Windows say nothing about other users.
  if (process.platform === 'win32') return;
  const path = realpathSync(file);
  for (const each of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) {
    const mode = statSync(each, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & 0o077) === 0) continue;
    try {
      chmodSync(each, mode & 0o700);
    } catch (cause) {
      const reason = `other users can read the file, and its mode cannot be changed (${errorCode(cause)})`;
      throw new Error(`${reason}. Choose another file.`, { cause });
    }
  }
}

function isNew(database: DatabaseSync): boolean {
  return pragma(database, 'user_version') === 0 && !database.prepare('SELECT 1 FROM sqlite_schema').get();
}

function assertVersion(database: DatabaseSync): void {
  if (pragma(database, 'application_id') !== applicationId) {
    throw new Error('must be a database of masterdata-sdk, received one of another program. Choose another file.');
  }
  const version = pragma(database, 'user_version');
  if (version === schemaVersion) return;
  throw new Error(`must have version ${schemaVersion}, received version ${version}. Update masterdata-sdk.`);
}

function pragma(database: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

function notDatabase(file: string): string {
  return `must be a database or a new file, received another file. To start from a JSON file, use --seed ${file} --persist state.db.`;
}

/** Explains the result codes of SQLite that a user can do something about. */
function describeError(error: unknown, file = 'FILE'): string {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  switch (code) {
    case 5:
      return 'the file is in use by another mock server. Stop that server or choose another file.';
    case 8:
      return 'the file is read-only. Choose another file.';
    case 11:
      return 'the database is damaged. Restore a backup or choose another file.';
    case 13:
      return 'the disk is full. Free some space.';
    case 14:
      return 'the file cannot be opened. Choose another file.';
    case 26:
      return notDatabase(file);
    default:
      return errorMessage(error);
  }
}
