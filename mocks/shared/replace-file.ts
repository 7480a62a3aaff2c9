import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file that is complete or unchanged at every moment, because it is written under another name first.
 *
 * @param mode The permissions of a new file, which the user's mask limits.
 */
export async function replaceFile(file: string, text: string | Uint8Array, mode = 0o666): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    // A process with the same id may have been killed before it renamed the file.
    await rm(temporary, { force: true });
    await writeFile(temporary, text, { mode, flag: 'wx' });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
