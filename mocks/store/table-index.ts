import { column } from './column.ts';

interface Row {
  readonly id: string;
}

/** The rows with one value. */
interface Bucket<R> {
  /** By id. */
  rows: Map<string, R>;
  /** Whether the rows are in insertion order. If not, they are sorted on the next read. */
  isSorted: boolean;
  /** The rows as `lookup` returned them. Undefined after a write. */
  list: readonly R[] | undefined;
}

/** Rows by the value of one column, or by each value if the column is a list. */
export class TableIndex<R extends Row> {
  readonly #column: string;
  readonly #positions: () => ReadonlyMap<string, number>;
  readonly #buckets = new Map<string, Bucket<R>>();

  /** @param positions Returns the position of each row in the table. */
  constructor(column: string, positions: () => ReadonlyMap<string, number>) {
    this.#column = column;
    this.#positions = positions;
  }

  /** Returns the rows with a value, in insertion order. Returns the same frozen list until one of its rows changes. */
  lookup(value: string): readonly R[] {
    const bucket = this.#buckets.get(value);
    if (!bucket) return noRows;
    if (!bucket.isSorted) this.#sort(bucket);
    bucket.list ??= Object.freeze([...bucket.rows.values()]);
    return bucket.list;
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
      this.#buckets.set(key, { rows: new Map([[row.id, row]]), isSorted: true, list: undefined });
      return;
    }
    if (!isNewest && !bucket.rows.has(row.id)) bucket.isSorted = false;
    bucket.rows.set(row.id, row);
    bucket.list = undefined;
  }

  #remove(key: string, id: string): void {
    const bucket = this.#buckets.get(key);
    if (!bucket) return;
    bucket.rows.delete(id);
    bucket.list = undefined;
    if (bucket.rows.size === 0) this.#buckets.delete(key);
  }

  #sort(bucket: Bucket<R>): void {
    const positions = this.#positions();
    const rows = [...bucket.rows.values()].sort((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0));
    bucket.rows = new Map(rows.map((row) => [row.id, row]));
    bucket.isSorted = true;
  }

  #keys(row: R | undefined): readonly string[] {
    const value = row && column(row, this.#column);
    if (typeof value === 'string') return [value];
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : noKeys;
  }
}

const noKeys: readonly string[] = [];
const noRows: readonly never[] = Object.freeze([]);
