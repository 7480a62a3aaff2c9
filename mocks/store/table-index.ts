import { column } from './fields.ts';
import { byPosition, positionOf } from './positions.ts';

interface Row {
  readonly id: string;
}

/** The rows with one value. */
interface Bucket<R> {
  /** By id. */
  rows: Map<string, R>;
  /** Whether the rows are in the order of their positions. If not, they are sorted on the next read. */
  isSorted: boolean;
  /** The rows as `lookup` returned them. Undefined after a write. */
  list: readonly R[] | undefined;
}

/** Rows by the value of one column, or by each value if the column is a list. */
export class TableIndex<R extends Row> {
  readonly #column: string;
  readonly #buckets = new Map<string, Bucket<R>>();

  /** @param rows The rows, in the order of their positions. */
  constructor(column: string, rows: Iterable<R>) {
    this.#column = column;
    for (const row of rows) this.replace(undefined, row, true);
  }

  /** Returns the rows with a value, in order. Returns the same frozen list until one of its rows changes. */
  lookup(value: string): readonly R[] {
    const bucket = this.#buckets.get(value);
    if (!bucket) return noRows;
    if (!bucket.isSorted) {
      bucket.rows = new Map([...bucket.rows.values()].sort(byPosition).map((row) => [row.id, row]));
      bucket.isSorted = true;
    }
    bucket.list ??= Object.freeze([...bucket.rows.values()]);
    return bucket.list;
  }

  /** Whether any row has a value. */
  has(value: string): boolean {
    return this.#buckets.has(value);
  }

  /** Returns the ids of the rows with a value, in any order. */
  ids(value: string): Iterable<string> {
    return this.#buckets.get(value)?.rows.keys() ?? [];
  }

  /** Replaces a row. `before` is undefined for a new row, and `after` for a deleted one. */
  replace(before: R | undefined, after: R | undefined, isNewest: boolean): void {
    const keys = keysOf(after, this.#column);
    if (before) for (const key of keysOf(before, this.#column)) if (!keys.includes(key)) this.#remove(key, before.id);
    if (after) for (const key of keys) this.#add(key, after, isNewest);
  }

  #add(key: string, row: R, isNewest: boolean): void {
    const bucket = this.#buckets.get(key);
    if (!bucket) {
      this.#buckets.set(key, { rows: new Map([[row.id, row]]), isSorted: true, list: undefined });
      return;
    }
    const before = bucket.rows.get(row.id);
    bucket.isSorted &&= before ? positionOf(before) === positionOf(row) : isNewest;
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
}

/** Returns the values by which a column of a row is indexed. */
export function keysOf(row: Row | undefined, name: string): readonly string[] {
  const value = row && column(row, name);
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : noKeys;
}

const noKeys: readonly string[] = [];
const noRows: readonly never[] = Object.freeze([]);
