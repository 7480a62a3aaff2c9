import { TableIndex } from './table-index.ts';

/** The column that every table has. */
export interface Row {
  readonly id: string;
}

/**
 * Rows by id, in insertion order.
 * - Rows are frozen and replaced, never changed: a snapshot shares them.
 * - `#mutable` is `#rows` while no snapshot shares it. Otherwise it is undefined, and the first write copies the rows.
 * - `#dirtyIds` are the rows written since `#lastSnapshot`. Restoring that snapshot touches only them. A deletion
 *   changes the order of the rows, so it discards `#lastSnapshot`.
 */
export class Table<R extends Row> {
  #rows: ReadonlyMap<string, R>;
  #mutable: Map<string, R> | undefined;
  #lastSnapshot: ReadonlyMap<string, R> | undefined;
  readonly #dirtyIds = new Set<string>();
  /** The position of each row by id. It is computed when a bucket of an index has to be sorted. */
  #positions: Map<string, number> | undefined;
  readonly #indexes: ReadonlyMap<string, TableIndex<R>>;

  /** @param indexed The columns to index. */
  constructor(indexed: readonly string[]) {
    this.#rows = this.#mutable = new Map();
    const positions = () => this.#currentPositions();
    this.#indexes = new Map(indexed.map((column) => [column, new TableIndex<R>(column, positions)]));
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: string): R | undefined {
    return this.#rows.get(id);
  }

  values(): Iterable<R> {
    return this.#rows.values();
  }

  /**
   * Returns the rows whose column is the value, or is a list that contains it, in insertion order. Returns the same
   * frozen list until one of its rows changes.
   */
  where(column: string, value: string): readonly R[] {
    return this.#index(column).lookup(value);
  }

  /** Whether {@link where} would return a row. */
  has(column: string, value: string): boolean {
    return this.#index(column).has(value);
  }

  /** Adds a row, or replaces the row with the same id. */
  put(row: R): R {
    const before = this.#rows.get(row.id);
    this.#writable().set(row.id, deepFreeze(row));
    if (this.#lastSnapshot) this.#dirtyIds.add(row.id);
    if (!before) this.#positions?.set(row.id, this.#positions.size);
    this.#reindex(before, row, before === undefined);
    return row;
  }

  delete(id: string): void {
    const row = this.#rows.get(id);
    if (!row) return;
    this.#writable().delete(id);
    this.#reindex(row, undefined);
    this.#positions = undefined;
    this.#lastSnapshot = undefined;
  }

  /** Returns the current rows, for {@link restore}. They are shared with the table until the next write. */
  snapshot(): ReadonlyMap<string, R> {
    if (this.#lastSnapshot && this.#dirtyIds.size === 0) return this.#lastSnapshot;
    this.#lastSnapshot = this.#rows;
    this.#mutable = undefined;
    this.#dirtyIds.clear();
    return this.#rows;
  }

  /** Restores a snapshot. For the last one this takes time proportional to the writes since, not to the size. */
  restore(rows: ReadonlyMap<string, R>): void {
    if (rows === this.#lastSnapshot) this.#revertDirtyRows(rows);
    else this.#replaceRows(rows);
    this.#positions = undefined;
    this.#dirtyIds.clear();
  }

  #revertDirtyRows(rows: ReadonlyMap<string, R>): void {
    for (const id of this.#dirtyIds) {
      const row = rows.get(id);
      this.#reindex(this.#rows.get(id), row);
      if (row) this.#mutable?.set(id, row);
      else this.#mutable?.delete(id);
    }
  }

  #replaceRows(rows: ReadonlyMap<string, R>): void {
    let unchanged = 0;
    for (const [id, row] of this.#rows) {
      if (rows.get(id) === row) unchanged += 1;
      else this.#reindex(row, undefined);
    }
    for (const [id, row] of rows) {
      if (this.#rows.get(id) !== row) this.#reindex(undefined, deepFreeze(row), unchanged === 0);
    }
    this.#rows = this.#lastSnapshot = rows;
    this.#mutable = undefined;
  }

  #writable(): Map<string, R> {
    if (!this.#mutable) this.#rows = this.#mutable = new Map(this.#rows);
    return this.#mutable;
  }

  #reindex(before: R | undefined, after: R | undefined, isNewest = false): void {
    for (const index of this.#indexes.values()) index.replace(before, after, isNewest);
  }

  #currentPositions(): ReadonlyMap<string, number> {
    this.#positions ??= new Map(Array.from(this.#rows.keys(), (id, position) => [id, position]));
    return this.#positions;
  }

  #index(column: string): TableIndex<R> {
    const index = this.#indexes.get(column);
    if (!index) throw new TypeError(`Column ${column} has no index`);
    return index;
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}
