import { renameSync, rmSync, writeFileSync } from 'node:fs';

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
