import { type Row, RowMap } from './row-map.ts';
import { positionOf, setPosition } from './row-order.ts';

/** Rows by id, in insertion order. Rows are frozen and replaced, never changed, so that snapshots can share them. */
export class Table<R extends Row> {
  readonly #onWrite: ((id: string, before: R | undefined) => void) | undefined;
  #rows: RowMap<R>;
  /** Whether a snapshot shares `#rows`, so that the next write changes a copy. */
  #isShared = true;
  /** The least position of a new row. Undoing a restore can bring back rows at all positions below it. */
  #leastPosition = 0;

  /**
   * @param rows The first rows. They do not change any more.
   * @param onWrite Called with the former row after each write.
   */
  constructor(rows: ReadonlyMap<string, R> = noRows, onWrite?: (id: string, before: R | undefined) => void) {
    this.#rows = RowMap.from(rows);
    this.#onWrite = onWrite;
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
    return this.#rows.where(column, value);
  }

  /** Whether {@link where} would return a row. */
  has(column: string, value: string): boolean {
    return this.#rows.hasWhere(column, value);
  }

  /** Adds a new row at the end, or replaces the row with the same id. */
  put(row: R): R {
    const before = this.#rows.get(row.id);
    return this.putAt(before ? positionOf(before) : Math.max(this.#leastPosition, this.#rows.nextPosition), row);
  }

  /** Adds or replaces a row at a position. */
  putAt(position: number, row: R): R {
    setPosition(row, position);
    this.set(row.id, row);
    return row;
  }

  delete(id: string): void {
    this.set(id, undefined);
  }

  /** Writes a row at the position that it has, or deletes the row if there is none. */
  set(id: string, row: R | undefined): void {
    const before = this.#rows.get(id);
    if (before === row) return;
    if (this.#isShared) this.#rows = this.#rows.fork();
    this.#isShared = false;
    this.#rows.set(id, row);
    this.#onWrite?.(id, before);
  }

  /**
   * Returns the current rows, for {@link restore}. They are shared with the table until the next write, and with later
   * ones as far as those change little.
   */
  snapshot(): ReadonlyMap<string, R> {
    this.#rows = this.#rows.compact();
    this.#isShared = true;
    return this.#rows;
  }

  /** Restores a snapshot, or rows that do not change any more. Copies nothing. */
  restore(rows: ReadonlyMap<string, R>): void {
    const former = this.#rows;
    this.#leastPosition = Math.max(this.#leastPosition, former.nextPosition);
    this.#rows = RowMap.from(rows);
    this.#isShared = true;
    const onWrite = this.#onWrite;
    if (onWrite) for (const id of this.#rows.idsDifferingFrom(former)) onWrite(id, former.get(id));
  }
}

/** The rows of every new table. */
const noRows: ReadonlyMap<string, never> = new Map<string, never>();
