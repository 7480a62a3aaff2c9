import { accessSync, constants, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './errors.ts';

/**
 * Checks that {@link replaceFile} can write a file later: its directory exists and can be written, and it is not a
 * directory itself.
 *
 * @throws An Error if it cannot.
 */
export function assertReplaceable(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`${file}: must be a file, received a directory. Add the name of a file.`);
  }
  const directory = dirname(file);
  try {
    accessSync(directory, constants.W_OK);
  } catch (error) {
    const reason = errorCode(error) === 'ENOENT' ? 'does not exist. Create it.' : 'cannot be written to.';
    throw new Error(`the directory ${directory} ${reason}`, { cause: error });
  }
}

/**
 * Writes a file that is complete or unchanged at every moment, because it is written under another name first.
 *
 * @param mode The permissions of a new file, which the user's mask limits.
 */
export function replaceFile(file: string, text: string | Uint8Array, mode = 0o666): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    // A process with the same id may have been killed before it renamed the file.
    rmSync(temporary, { force: true });
    writeFileSync(temporary, text, { mode, flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
