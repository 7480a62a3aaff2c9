import type { ByteBudget } from '../controls/byte-budget.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import type { ImportedRows } from '../engine/undoable-import.ts';
import type { ImportCounts, ImportOptions } from '../seed/import-rows.ts';
import type { SeedRows } from '../seed/seed.ts';
import { byteLength } from '../shared/utf8.ts';

/** The most imports that can be undone by their ids. Each keeps the rows that it has written and replaced. */
export const maxRecentImports = 10;

interface RecentImport {
  readonly imported: ImportedRows;
  /** The size of the JSON of its rows, if there is a budget. */
  readonly bytes: number;
}

/** The last imports of a mock, by id. With a budget, the last ones that fit together. */
export class RecentImports {
  readonly #mock: MockServer;
  readonly #imports = new Map<string, RecentImport>();
  readonly #budget: ByteBudget | undefined;
  #lastId = 0;

  constructor(mock: MockServer, budget: ByteBudget | undefined) {
    this.#mock = mock;
    this.#budget = budget;
  }

  /** Imports rows. Returns the numbers of rows, and the id of the import. */
  run(rows: SeedRows, options: ImportOptions): ImportCounts & { readonly id: string } {
    const imported = this.#mock.importRows(rows, options);
    this.#lastId += 1;
    const id = String(this.#lastId);
    this.#imports.set(id, { imported, bytes: this.#budget ? byteLength(JSON.stringify(rows)) : 0 });
    this.#dropOldest();
    const { inserted, updated, kept } = imported;
    return { id, inserted, updated, kept };
  }

  /**
   * Undoes an import once. Returns whether there is one with this id.
   *
   * @throws An {@link InvalidRecordError} if rows that stay refer to inserted ones. The import can be undone later.
   */
  undo(id: string): boolean {
    const recent = this.#imports.get(id);
    recent?.imported.undo();
    return this.#imports.delete(id);
  }

  #dropOldest(): void {
    let bytes = 0;
    for (const [id, recent] of [...this.#imports].reverse()) {
      bytes += recent.bytes;
      const isOld = Number(id) <= this.#lastId - maxRecentImports;
      if (isOld || (this.#budget && bytes > this.#budget.limit)) this.#imports.delete(id);
    }
  }
}
