/** One process at a time: two that write the same file would each undo what the other wrote. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../shared/error-code.ts';

const held = new Set<string>();

/**
 * Claims a file for this process, until it ends. The acquireLock is `FILE.lock`, with the id of the process and when it was
 * started; that of a process that was killed counts for nothing.
 *
 * @throws Error if another process that is running has claimed it, or its folder cannot be written.
 */
export function acquireLock(file: string): void {
  const lock = `${file}.lock`;
  if (held.has(lock)) return;
  while (!create(lock)) {
    const [holder = '', since] = read(lock).split(' ');
    const id = Number(holder);
    if (id !== process.pid && isRunning(id, since)) {
      throw new Error(
        `it is in use by process ${id}. Stop that one, or choose another file; if it is no mock, delete ${lock}`,
      );
    }
    rmSync(lock, { force: true });
  }
  if (held.size === 0) process.once('exit', releaseAll);
  held.add(lock);
}

function create(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid} ${startOf(process.pid) ?? ''}`.trim(), { flag: 'wx' });
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return false;
    const folder = dirname(lock);
    if (code === 'ENOENT') throw new Error(`there is no folder ${folder}: make it first`, { cause: error });
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error;
    throw new Error(`nothing can be written in ${folder} (${code}): allow it, or choose another`, { cause: error });
  }
}

/** What a lock says; nothing, where it was released in this moment. */
function read(lock: string): string {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

function releaseAll(): void {
  for (const lock of held) rmSync(lock, { force: true });
}

function isRunning(id: number, since: string | undefined): boolean {
  if (!Number.isSafeInteger(id) || id <= 0) return false;
  try {
    process.kill(id, 0);
  } catch (error) {
    // It runs, for another user.
    if (errorCode(error) !== 'EPERM') return false;
  }
  const start = startOf(id);
  return start !== 'ended' && (start === undefined || since === undefined || start === since);
}

/**
 * When a process was started, in Linux's ticks; elsewhere undefined. A killed one has an id until its parent takes notice
 * of its end, which in a container may be never, and a restarted machine gives the ids anew.
 */
function startOf(id: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name, in brackets, may hold anything. State is the third field, the start the twenty-second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : fields[19];
}
