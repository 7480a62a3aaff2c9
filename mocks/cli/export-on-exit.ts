import type { MockServer } from '../engine/create-mock-server.ts';
import { errorMessage } from '../shared/errors.ts';
import { replaceFile } from '../shared/replace-file.ts';

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
