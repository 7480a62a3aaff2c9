import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../shared/error-code.ts';

const locks = new Set<string>();

/**
 * Locks a file until this process exits. `FILE.lock` contains the process id and start time; a lock left by a dead
 * process is ignored.
 *
 * @throws An Error if another running process holds the lock, or if the directory cannot be written.
 */
export function acquireLock(file: string): void {
  const lock = `${file}.lock`;
  if (locks.has(lock)) return;
  while (!createLock(lock)) {
    const [holder = '', startTime] = readLock(lock).split(' ');
    const id = Number(holder);
    if (id !== process.pid && isRunning(id, startTime)) {
      throw new Error(
        `the file is locked by process ${id}. Stop that process or choose another file. ` +
          `If it is not a mock server, delete ${lock}.`,
      );
    }
    rmSync(lock, { force: true });
  }
  if (locks.size === 0) process.once('exit', releaseLocks);
  locks.add(lock);
}

/** Creates a lock, or returns false if it exists. */
function createLock(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid} ${processStartTime(process.pid) ?? ''}`.trim(), { flag: 'wx' });
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return false;
    const directory = dirname(lock);
    if (code === 'ENOENT') {
      throw new Error(`the directory ${directory} does not exist. Create it first.`, { cause: error });
    }
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error;
    throw new Error(`the directory ${directory} is not writable (${code}). Choose another file.`, { cause: error });
  }
}

function readLock(lock: string): string {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    // Released after this process failed to create it.
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

function releaseLocks(): void {
  for (const lock of locks) rmSync(lock, { force: true });
}

function isRunning(id: number, startTime: string | undefined): boolean {
  if (!Number.isSafeInteger(id) || id <= 0) return false;
  try {
    process.kill(id, 0);
  } catch (error) {
    // EPERM: the process runs as another user.
    if (errorCode(error) !== 'EPERM') return false;
  }
  const actual = processStartTime(id);
  return actual !== 'ended' && (actual === undefined || startTime === undefined || actual === startTime);
}

/**
 * Returns the start time of a process in clock ticks on Linux, and undefined on other systems. A killed process keeps
 * its id until its parent reaps it, which in a container may never happen, and ids are reused after a restart.
 */
function processStartTime(id: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name in parentheses may contain any character. The state is field 3, the start time field 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : fields[19];
}
