/** One process at a time: two that write the same file would each undo what the other wrote. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const held = new Set<string>();

/**
 * Claims a file for this process, until it ends. The claim is `FILE.lock`, with the id of the process; that of a
 * process that was killed counts for nothing.
 *
 * @throws Error if another process that is running has claimed it.
 */
export function claim(file: string): void {
  const lock = `${file}.lock`;
  if (held.has(lock)) return;
  if (!create(lock)) {
    const holder = Number(readFileSync(lock, 'utf8'));
    if (holder !== process.pid && isRunning(holder)) {
      throw new Error(
        `it is in use by process ${holder}. Stop that one, or choose another file; if it is no mock, delete ${lock}`,
      );
    }
    rmSync(lock, { force: true });
    create(lock);
  }
  if (held.size === 0) process.once('exit', releaseAll);
  held.add(lock);
}

function create(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function releaseAll(): void {
  for (const lock of held) rmSync(lock, { force: true });
}

function isRunning(id: number): boolean {
  if (!Number.isSafeInteger(id) || id <= 0) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    // It runs, for another user.
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
