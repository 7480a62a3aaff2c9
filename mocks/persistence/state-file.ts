/** The state of a mock in a file: what was acknowledged is in it, whatever becomes of the process. */
import { open, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readSnapshot, type SnapshotJson } from '../controls/snapshot.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import { errorCode } from '../shared/error-code.ts';
import { acquireLock } from './file-lock.ts';

/** A file that holds the records, tokens and ids of a mock, as the JSON of a snapshot. */
export interface StateFile {
  /** Its path. */
  readonly file: string;
  /** What was loaded in it when it was opened. */
  readonly loaded: 'state' | 'nothing' | CorruptState;
  /**
   * Waits for the changes so far. Each change is written at once, or, if there is a write under way, together with all
   * others in the next.
   *
   * @returns a promise that is fulfilled once they are on the disk, and rejected if they could not be written.
   */
  flush(): Promise<void>;
}

/** A file that held no state that could be read, and was kept aside. */
export interface CorruptState {
  /** What is wrong with it. */
  readonly reason: string;
  /** Where it is now. */
  readonly backupPath: string;
}

/**
 * Opens the state file of a mock: restores what it holds, and from then on writes there what changes, whoever changes
 * it. Give it to `listen` as `state`, and a change that is made over HTTP is in the file before it is acknowledged.
 *
 * A file that cannot be understood is renamed to `FILE.damaged-<time>`, and the mock stays as it is. Until this process
 * ends the file is its own: beside it stands `FILE.lock`.
 *
 * @throws Error if another process has it, or the error of `node:fs` where it can be neither read nor written.
 * @example
 * ```ts
 * const mock = createMockServer({ seed: demo });
 * const state = await openStateFile(mock, 'masterdata.json');
 * const server = await listen(mock, { port: 4010, state });
 * ```
 */
export async function openStateFile(mock: MockServer, file: string): Promise<StateFile> {
  const path = await placeOf(file);
  acquireLock(path);
  const found = await restore(mock, path);
  const state = new WrittenState(mock, path, found);
  await state.flush();
  return state;
}

/** Where a file is, or is to be. A symbolic link stays one: it is what it leads to that is replaced. */
async function placeOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    const target = await readlink(file).catch(() => undefined);
    return target === undefined ? resolve(file) : placeOf(resolve(dirname(file), target));
  }
}

async function restore(mock: MockServer, path: string): Promise<StateFile['loaded']> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'nothing';
    throw error;
  }
  if (text.trim() === '') return 'nothing';
  try {
    mock.restore(readSnapshot(JSON.parse(text)));
    return 'state';
  } catch (error) {
    const backupPath = `${path}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
    await rename(path, backupPath);
    return { reason: error instanceof Error ? error.message : String(error), backupPath: backupPath };
  }
}

class WrittenState implements StateFile {
  readonly file: string;
  readonly loaded: StateFile['loaded'];
  readonly #mock: MockServer;
  #changed = true;
  /** The write that is under way, or was the last. */
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(mock: MockServer, file: string, found: StateFile['loaded']) {
    this.#mock = mock;
    this.file = file;
    this.loaded = found;
    mock.onChange(() => {
      this.#changed = true;
      // Whoever is to know whether it could be written asks for it; the next change tries again.
      this.flush().catch(() => undefined);
    });
  }

  flush(): Promise<void> {
    if (!this.#changed) return this.#last;
    // A write that has begun lacks this change: it is in the next, with all that come meanwhile.
    this.#next ??= this.#last
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        this.#last = this.#write();
        return this.#last;
      });
    return this.#next;
  }

  async #write(): Promise<void> {
    this.#changed = false;
    try {
      await replace(this.file, this.#mock.snapshot().toJSON());
    } catch (error) {
      this.#changed = true;
      throw error;
    }
  }
}

/** Puts a snapshot in place of a file, so that at any moment there is the old one or the new one, whole. */
async function replace(file: string, snapshot: SnapshotJson): Promise<void> {
  const temporary = `${file}.tmp`;
  // What a killed process left behind.
  await rm(temporary, { force: true });
  // The file holds tokens: for its owner only.
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(partsOf(snapshot));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(dirname(file));
}

/** That the file has its new name is on the disk when its folder is. Windows can neither do that nor need to. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const rowsInPart = 500;

/** A snapshot as JSON, a row a line, in parts: requests are answered between one part and the next. */
function* partsOf({ tables, ...head }: SnapshotJson): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"tables":{`;
  let separator = '\n';
  for (const [name, rows] of Object.entries(tables)) {
    yield `${separator}"${name}":[`;
    for (let from = 0; from < rows.length; from += rowsInPart) {
      const lines = rows.slice(from, from + rowsInPart).map((row) => JSON.stringify(row));
      yield `${from === 0 ? '\n' : ',\n'}${lines.join(',\n')}`;
    }
    yield ']';
    separator = ',\n';
  }
  yield '\n}}\n';
}
