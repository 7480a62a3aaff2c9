import { column } from './column.ts';

interface Row {
  readonly id: string;
}

/** The rows with one value, by id. */
type Bucket<R> = Map<string, R>;

/** Rows by the value of one column, or by each value if the column is a list. */
export class TableIndex<R extends Row> {
  readonly #column: string;
  readonly #positions: () => ReadonlyMap<string, number>;
  readonly #buckets = new Map<string, Bucket<R>>();
  /** Buckets that may be out of insertion order. They are sorted on the next read. */
  readonly #unsorted = new WeakSet<Bucket<R>>();

  /** @param positions Returns the position of each row in the table. */
  constructor(column: string, positions: () => ReadonlyMap<string, number>) {
    this.#column = column;
    this.#positions = positions;
  }

  /** Returns the rows with a value, in insertion order. */
  lookup(value: string): R[] {
    const bucket = this.#buckets.get(value);
    if (!bucket) return [];
    const rows = [...bucket.values()];
    if (!this.#unsorted.has(bucket)) return rows;
    const positions = this.#positions();
    rows.sort((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0));
    this.#buckets.set(value, new Map(rows.map((row) => [row.id, row])));
    return rows;
  }

  /** Whether any row has a value. */
  has(value: string): boolean {
    return this.#buckets.has(value);
  }

  /** Replaces a row. `before` is undefined for a new row, and `after` for a deleted one. */
  replace(before: R | undefined, after: R | undefined, isNewest: boolean): void {
    const keys = this.#keys(after);
    if (before) for (const key of this.#keys(before)) if (!keys.includes(key)) this.#remove(key, before.id);
    if (after) for (const key of keys) this.#add(key, after, isNewest);
  }

  #add(key: string, row: R, isNewest: boolean): void {
    const bucket = this.#buckets.get(key);
    if (!bucket) {
      this.#buckets.set(key, new Map([[row.id, row]]));
      return;
    }
    if (!isNewest && !bucket.has(row.id)) this.#unsorted.add(bucket);
    bucket.set(row.id, row);
  }

  #remove(key: string, id: string): void {
    const bucket = this.#buckets.get(key);
    bucket?.delete(id);
    if (bucket?.size === 0) this.#buckets.delete(key);
  }

  #keys(row: R | undefined): readonly string[] {
    const value = row && column(row, this.#column);
    if (typeof value === 'string') return [value];
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : noKeys;
  }
}

const noKeys: readonly string[] = [];
