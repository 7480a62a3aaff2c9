import { type ImportCounts, type ImportOptions, importRows } from '../seed/import-rows.ts';
import type { SeedRows } from '../seed/seed.ts';
import { InvalidRecordError, rejectInvalid } from '../store/errors.ts';
import { inverseOf } from '../store/row-writes.ts';
import type { Engine } from './engine.ts';

/** The result of `importRows()`. */
export interface ImportedRows extends ImportCounts {
  /**
   * Deletes the inserted rows and restores the updated ones. Other changes since the import stay.
   *
   * @throws An {@link InvalidRecordError} if other rows refer to inserted ones. Nothing changes then.
   */
  undo(): void;
}

/** Writes rows in one change. */
export function importInto(engine: Engine, rows: SeedRows, options: ImportOptions = {}): ImportedRows {
  const { writes, ...counts } = importRows(engine.database, rows, options, engine.workspace);
  const { written, deleted } = inverseOf(writes);
  return {
    ...counts,
    undo() {
      // A snapshot that was restored meanwhile can have made an imported workspace that of the mock.
      if (deleted.some(({ table, id }) => table === 'workspaces' && id === engine.workspace)) {
        throw new InvalidRecordError('workspaces', [{ path: 'id', message: 'is the workspace of the mock' }]);
      }
      rejectInvalid(() => engine.database.writeAll(written, deleted));
    },
  };
}
