import { column } from './fields.ts';
import { byPosition } from './row-order.ts';

interface Identified {
  readonly id: string;
}

/** The rows with one value. */
interface Group<R> {
  readonly byId: Map<string, R>;
  /** The rows as {@link TableIndex.where} returned them. Undefined after a write. */
  list: readonly R[] | undefined;
}

/** Rows by the value of one column, or by each value if the column is a list. */
export class TableIndex<R extends Identified> {
  readonly #column: string;
  readonly #groups = new Map<string, Group<R>>();

  constructor(column: string, rows: Iterable<R | undefined>) {
    this.#column = column;
    for (const row of rows) this.replace(undefined, row);
  }

  /** Returns the rows with a value, in order. Returns the same frozen list until one of its rows changes. */
  where(value: string): readonly R[] {
    const group = this.#groups.get(value);
    if (!group) return noRows;
    group.list ??= Object.freeze([...group.byId.values()].sort(byPosition));
    return group.list;
  }

  /** Replaces a row. `before` is undefined for a new row, and `after` for a deleted one. */
  replace(before: R | undefined, after: R | undefined): void {
    const values = valuesOf(after, this.#column);
    // A row with the same value keeps its place: large maps are rebuilt after many deletions.
    for (const value of valuesOf(before, this.#column)) {
      if (before && !values.includes(value)) this.#remove(value, before.id);
    }
    for (const value of values) if (after) this.#set(value, after);
  }

  #set(value: string, row: R): void {
    const group = this.#groups.get(value) ?? { byId: new Map(), list: undefined };
    group.byId.set(row.id, row);
    group.list = undefined;
    this.#groups.set(value, group);
  }

  #remove(value: string, id: string): void {
    const group = this.#groups.get(value);
    if (!group) return;
    group.byId.delete(id);
    group.list = undefined;
    if (group.byId.size === 0) this.#groups.delete(value);
  }
}

/** Returns the values by which a column of a row is indexed. */
export function valuesOf(row: Identified | undefined, name: string): readonly string[] {
  const value = row && column(row, name);
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : noRows;
}

const noRows: readonly never[] = Object.freeze([]);
