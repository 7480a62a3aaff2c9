import { open, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readSnapshot, type SnapshotJson } from '../controls/snapshot.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import { errorCode } from '../shared/error-code.ts';
import { acquireLock } from './file-lock.ts';

/** A file with the records, tokens and ids of a mock, as the JSON of a snapshot. */
export interface StateFile {
  /** The path of the file. Symbolic links are resolved. */
  readonly file: string;
  /** The result of loading the file: its state was restored, or there was none, or it was corrupt. */
  readonly loaded: 'restored' | 'empty' | CorruptState;
  /**
   * Waits until all changes so far are written. Changes made during a write are written together afterwards.
   *
   * @returns A promise that rejects if the changes could not be written.
   */
  flush(): Promise<void>;
}

/** A file whose state could not be read. */
export interface CorruptState {
  /** Explains why the file could not be read. */
  readonly reason: string;
  /** The path that the file was renamed to. */
  readonly backupPath: string;
}

/**
 * Restores the state of a mock from a file, and writes every later change to it. Pass the result to `listen` as
 * `state`: a change over HTTP is then written before it is acknowledged.
 *
 * A corrupt state file is renamed to `FILE.damaged-<time>`, and the mock stays as it is. A file that is not a state
 * file is left untouched. The file is locked by `FILE.lock` until this process exits.
 *
 * @throws An Error if another process holds the lock, if the file is not a state file, or if it cannot be read or
 * written.
 * @example
 * ```ts
 * const mock = createMockServer({ seed: demo });
 * const state = await openStateFile(mock, 'masterdata.json');
 * const server = await listen(mock, { port: 4010, state });
 * ```
 */
export async function openStateFile(mock: MockServer, file: string): Promise<StateFile> {
  const path = await resolveTarget(file);
  acquireLock(path);
  const loaded = await load(mock, path);
  const state = new FileBackedState(mock, path, loaded);
  await state.flush();
  return state;
}

/** Follows symbolic links, so that writing does not replace them. The target may not exist yet. */
async function resolveTarget(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    const target = await readlink(file).catch(() => undefined);
    return target === undefined ? resolve(file) : resolveTarget(resolve(dirname(file), target));
  }
}

async function load(mock: MockServer, path: string): Promise<StateFile['loaded']> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'empty';
    throw error;
  }
  if (text.trim() === '') return 'empty';
  // Snapshots begin with their version. Anything else is some other file of the user.
  if (!/^\s*\{\s*"version"/.test(text)) {
    throw new Error('must be a state file or a new file, received some other file. To load records, use --seed FILE.');
  }
  try {
    mock.restore(readSnapshot(JSON.parse(text)));
    return 'restored';
  } catch (error) {
    const backupPath = `${path}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
    await rename(path, backupPath);
    return { reason: error instanceof Error ? error.message : String(error), backupPath };
  }
}

class FileBackedState implements StateFile {
  readonly file: string;
  readonly loaded: StateFile['loaded'];
  readonly #mock: MockServer;
  #hasChanges = true;
  /** The current write, or the last one. */
  #write: Promise<void> = Promise.resolve();
  #nextWrite: Promise<void> | undefined;

  constructor(mock: MockServer, file: string, loaded: StateFile['loaded']) {
    this.#mock = mock;
    this.file = file;
    this.loaded = loaded;
    mock.onChange(() => {
      this.#hasChanges = true;
      // Callers of flush() see the error. The next change tries again.
      this.flush().catch(() => undefined);
    });
  }

  flush(): Promise<void> {
    if (!this.#hasChanges) return this.#write;
    // A write that has started lacks the latest change.
    this.#nextWrite ??= this.#write
      .catch(() => undefined)
      .then(() => {
        this.#nextWrite = undefined;
        this.#write = this.#writeSnapshot();
        return this.#write;
      });
    return this.#nextWrite;
  }

  async #writeSnapshot(): Promise<void> {
    this.#hasChanges = false;
    try {
      await writeAtomically(this.file, this.#mock.snapshot({ tokens: true }).toJSON());
    } catch (error) {
      this.#hasChanges = true;
      throw error;
    }
  }
}

/** Replaces a file, so that it always contains one complete snapshot: the old one or the new one. */
async function writeAtomically(file: string, snapshot: SnapshotJson): Promise<void> {
  const temporary = `${file}.tmp`;
  // A killed process may have left one.
  await rm(temporary, { force: true });
  // The file contains tokens, so only its owner may read it.
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(serialize(snapshot));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncDirectory(dirname(file));
}

/** The new name is durable once the directory is synced. Windows does not support this and does not need it. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const rowsPerChunk = 500;

/** Serializes a snapshot in chunks, one row per line. Requests are handled between two chunks. */
function* serialize({ tables, ...head }: SnapshotJson): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"tables":{`;
  let separator = '\n';
  for (const [name, rows] of Object.entries(tables)) {
    yield `${separator}"${name}":[`;
    for (let from = 0; from < rows.length; from += rowsPerChunk) {
      const lines = rows.slice(from, from + rowsPerChunk).map((row) => JSON.stringify(row));
      yield `${from === 0 ? '\n' : ',\n'}${lines.join(',\n')}`;
    }
    yield ']';
    separator = ',\n';
  }
  yield '\n}}\n';
}
