import { type ImportCounts, type ImportOptions, importRows } from '../seed/import-rows.ts';
import { atLines } from '../seed/row-lines.ts';
import type { SeedRows } from '../seed/seed.ts';
import { isSameRow } from '../store/compare-rows.ts';
import { InvalidRecordError, rejectInvalid } from '../store/errors.ts';
import { column } from '../store/fields.ts';
import type { Row } from '../store/row-map.ts';
import { type ChangedRow, changedRows, inverseOf, type RowKey } from '../store/row-writes.ts';
import type { Engine } from './engine.ts';

/** The result of `importRows()`. */
export interface ImportedRows extends ImportCounts {
  /**
   * Deletes the inserted rows and restores the updated ones, except those that were changed or deleted since. Does
   * nothing if the import was already undone, or if the mock was reset.
   *
   * @throws An {@link InvalidRecordError} if rows that stay refer to inserted ones. Nothing changes then.
   */
  undo(): void;
}

/** Writes rows in one change. */
export function importInto(engine: Engine, rows: SeedRows, options: ImportOptions = {}): ImportedRows {
  const { database, resets } = engine;
  const { writes, ...counts } = runImport(engine, rows, options);
  const rowNow = ({ table, id }: RowKey): Row | undefined => database.table(table).get(id);
  const imported = changedRows(writes, rowNow);
  let isUndone = false;
  return {
    ...counts,
    undo() {
      if (isUndone || engine.resets !== resets) return;
      const { written, deleted } = inverseOf(unchangedRows(imported, rowNow));
      // A snapshot that was restored meanwhile can have made an imported workspace that of the mock.
      if (deleted.some(({ table, id }) => table === 'workspaces' && id === engine.workspace)) {
        throw new InvalidRecordError('workspaces', [{ path: 'id', message: 'is the workspace of the mock' }]);
      }
      rejectInvalid(() => database.writeAll(written, deleted));
      isUndone = true;
    },
  };
}

function runImport({ database, workspace }: Engine, rows: SeedRows, options: ImportOptions) {
  try {
    return importRows(database, rows, options, workspace);
  } catch (error) {
    throw atLines(error, rows);
  }
}

/** Returns the rows that are as the import has left them. */
function unchangedRows(
  imported: readonly ChangedRow[],
  rowNow: (row: RowKey) => Row | undefined,
): readonly ChangedRow[] {
  const unchanged = imported.filter((row) => {
    const now = rowNow(row);
    return now !== undefined && row.after !== undefined && isSameRow(now, row.after);
  });
  const prices = new Set(unchanged.map(({ after }) => priceKey(after)));
  // A price without values that an imported price has replaced.
  const replaced = imported.filter((row) => !row.after && !rowNow(row) && prices.has(priceKey(row.before)));
  return [...unchanged, ...replaced];
}

/** Identifies the product and the pricebook of a price. */
function priceKey(price: Row | undefined): string | undefined {
  return price && `${String(column(price, 'product_id'))} ${String(column(price, 'pricebook_id'))}`;
}
