import { type ImportCounts, type ImportOptions, importRows } from '../seed/import-rows.ts';
import { atLines } from '../seed/row-lines.ts';
import type { SeedRows } from '../seed/seed.ts';
import type { Database } from '../store/database.ts';
import { column } from '../store/fields.ts';
import type { Row } from '../store/row-map.ts';
import { positionOf } from '../store/row-order.ts';
import { assertKeepsWorkspace, type ChangedRow, changedRows, inverseOf } from '../store/row-writes.ts';
import { hasSameFields } from '../store/same-row.ts';
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
  const imported = changedRows(writes, database);
  let isUndone = false;
  return {
    ...counts,
    undo() {
      if (isUndone || engine.resets !== resets) return;
      const { written, deleted } = inverseOf(unchangedRows(imported, database));
      // A snapshot that was restored meanwhile can have made an imported workspace that of the mock.
      assertKeepsWorkspace(deleted, engine.workspace);
      const placed = written.map((row) => {
        const now = database.rowOf(row);
        return now ? { ...row, position: positionOf(now) } : row;
      });
      database.writeAll(placed, deleted);
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

/** Returns the rows that are as the import has left them. The JSON of a snapshot can have moved them. */
function unchangedRows(imported: readonly ChangedRow[], database: Database): readonly ChangedRow[] {
  const unchanged = imported.filter((row) => {
    const now = database.rowOf(row);
    return now !== undefined && row.after !== undefined && hasSameFields(now, row.after);
  });
  const prices = new Set(unchanged.map(({ after }) => priceKey(after)));
  // A price without values that an imported price has replaced.
  const replaced = imported.filter((row) => !row.after && !database.rowOf(row) && prices.has(priceKey(row.before)));
  return [...unchanged, ...replaced];
}

/** Identifies the product and the pricebook of a price. */
function priceKey(price: Row | undefined): string | undefined {
  return price && `${String(column(price, 'product_id'))} ${String(column(price, 'pricebook_id'))}`;
}
