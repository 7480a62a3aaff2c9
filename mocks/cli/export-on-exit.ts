import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { MockServer } from '../engine/create-mock-server.ts';
import { errorCode, errorMessage } from '../shared/errors.ts';
import { replaceFile } from '../shared/replace-file.ts';

/**
 * Checks that a file can be written later: its directory exists and can be written, and it is not a directory itself.
 *
 * @throws An Error if it cannot.
 */
export async function assertExportable(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new Error(`${file}: must be a file, received a directory. Add the name of a file.`);
  const directory = dirname(file);
  try {
    await access(directory, constants.W_OK);
  } catch (error) {
    const reason = errorCode(error) === 'ENOENT' ? 'does not exist. Create it.' : 'cannot be written to.';
    throw new Error(`the directory ${directory} ${reason}`, { cause: error });
  }
}

/**
 * Writes the state of a mock as a file that `--seed` reads.
 *
 * @throws An Error if the file cannot be written.
 */
export function exportState(mock: MockServer, file: string): void {
  try {
    replaceFile(file, JSON.stringify(mock.snapshot()));
  } catch (error) {
    throw new Error(`--export-on-exit ${file}: the state was not written: ${errorMessage(error)}`, { cause: error });
  }
}
