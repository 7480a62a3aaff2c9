import { TableIndex } from './table-index.ts';

/** Rows that never change. Tables and snapshots share them, together with the indexes that are built on first use. */
export class SharedRows<R extends { readonly id: string }> {
  /** The rows, in the order of their positions. */
  readonly byId: ReadonlyMap<string, R>;
  /** The position of a row after all others. */
  readonly nextPosition: number;
  readonly #indexes = new Map<string, TableIndex<R>>();

  constructor(byId: ReadonlyMap<string, R>, nextPosition: number) {
    this.byId = byId;
    this.nextPosition = nextPosition;
  }

  /** Returns the index of a column. */
  index(column: string): TableIndex<R> {
    const existing = this.#indexes.get(column);
    if (existing) return existing;
    const index = new TableIndex(column, this.byId.values());
    this.#indexes.set(column, index);
    return index;
  }
}
