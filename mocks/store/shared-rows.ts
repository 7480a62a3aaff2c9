import { positionOf } from './positions.ts';
import { TableIndex } from './table-index.ts';

/** Rows that never change. Tables and snapshots share them, together with the indexes that are built on first use. */
export class SharedRows<R extends { readonly id: string }> {
  /** The rows, in the order of their positions. */
  readonly byId: ReadonlyMap<string, R>;
  readonly #indexes = new Map<string, TableIndex<R>>();
  #nextPosition: number | undefined;

  constructor(byId: ReadonlyMap<string, R>) {
    this.byId = byId;
  }

  /** The position of a row after all others. */
  get nextPosition(): number {
    if (this.#nextPosition === undefined) {
      let last: R | undefined;
      for (const row of this.byId.values()) last = row;
      this.#nextPosition = last ? positionOf(last) + 1 : 0;
    }
    return this.#nextPosition;
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
