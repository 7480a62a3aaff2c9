import { type ImportCounts, type ImportOptions, importRows } from '../seed/import-rows.ts';
import type { SeedRows } from '../seed/seed.ts';
import type { Engine } from './engine.ts';

/** The result of `importRows()`. */
export interface ImportedRows extends ImportCounts {
  /** The id for `undoImport()`. */
  readonly id: string;
  /**
   * Deletes the inserted rows and restores the updated ones, except those that were changed or deleted since. Does
   * nothing if the import was already undone, or if the mock was reset.
   *
   * @throws An {@link InvalidRecordError} if rows that stay refer to inserted ones, or a RangeError if the history no
   * longer has the import. Nothing changes then.
   */
  undo(): void;
}

/** Writes rows in one change. */
export function importInto(engine: Engine, rows: SeedRows, options: ImportOptions = {}): ImportedRows {
  const { database, history, resets, workspace } = engine;
  const change = history.nextId;
  const counts = importRows(database, rows, options, { workspace });
  // A change has the same id after a reset.
  const id = `${resets}-${counts.inserted + counts.updated === 0 ? 0 : change}`;
  return { ...counts, id, undo: () => void undoImport(engine, id) };
}

/** Undoes an import. Returns whether there was one to undo. See {@link ImportedRows.undo}. */
export function undoImport({ history, resets }: Engine, id: string): boolean {
  const [, former, number] = /^(\d+)-(\d+)$/.exec(id) ?? [];
  if (former === undefined || Number(former) > resets) return false;
  const change = Number(number);
  // A reset has undone it, or it has changed nothing.
  if (Number(former) < resets || change === 0) return true;
  if (change >= history.nextId || history.isUndone(change)) return false;
  history.undo(change, { changed: 'keep' });
  return true;
}
