import { accessSync, constants, realpathSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './errors.ts';

/**
 * Checks that {@link replaceFile} can write a file later: its directory exists and can be written, and it is not a
 * directory itself.
 *
 * @throws An Error if it cannot.
 */
export function assertReplaceable(file: string): void {
  // A variable of a script that is not set.
  if (file === '') throw new Error('the name of the file must not be empty.');
  const existing = statSync(file, { throwIfNoEntry: false });
  if (existing?.isDirectory()) {
    throw new Error(`${file}: must be a file, received a directory. Add the name of a file.`);
  }
  if (isDevice(existing)) {
    accessSync(file, constants.W_OK);
    return;
  }
  const directory = dirname(targetOf(file));
  try {
    accessSync(directory, constants.W_OK);
  } catch (error) {
    const reason = errorCode(error) === 'ENOENT' ? 'does not exist. Create it.' : 'cannot be written to.';
    throw new Error(`the directory ${directory} ${reason}`, { cause: error });
  }
}

/**
 * Writes a file that is complete or unchanged at every moment, because it is written under another name first. A file
 * that exists gets no permissions that it did not have. A pipe or a device is written to, not replaced.
 *
 * @param mode The permissions of a new file, which the user's mask limits.
 */
export function replaceFile(file: string, text: string | Uint8Array, mode = 0o666): void {
  const existing = statSync(file, { throwIfNoEntry: false });
  if (isDevice(existing)) {
    writeFileSync(file, text);
    return;
  }
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    // A process with the same id may have been killed before it renamed the file.
    rmSync(temporary, { force: true });
    writeFileSync(temporary, text, { mode: mode & (existing?.mode ?? mode), flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Returns the file that a link leads to, or the path itself. {@link replaceFile} would replace the link. */
export function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Whether a path names something to write to that is no file, for example `/dev/stdout`. */
function isDevice(existing: Stats | undefined): boolean {
  return existing !== undefined && !existing.isFile() && !existing.isDirectory();
}
