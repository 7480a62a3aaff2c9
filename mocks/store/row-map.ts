import { isSameRow } from './fields.ts';
import { byPosition, hasPosition, positionOf, setPosition } from './row-order.ts';
import { TableIndex, valuesOf } from './table-index.ts';

/** The column that every table has. */
export interface Row {
  readonly id: string;
}

/** Rows that never change, in the order of their positions. */
class SharedRows<R extends Row> {
  readonly byId: ReadonlyMap<string, R>;
  /** The position of a row after all others. */
  readonly nextPosition: number;
  #indexes: Map<string, TableIndex<R>> | undefined;

  constructor(byId: ReadonlyMap<string, R>, nextPosition: number) {
    this.byId = byId;
    this.nextPosition = nextPosition;
  }

  /** Returns the index of a column. It is created on first use. */
  index(column: string): TableIndex<R> {
    this.#indexes ??= new Map();
    return getOrCreate(this.#indexes, column, () => new TableIndex<R>(column, this.byId.values()));
  }
}

/**
 * Rows by id, in the order of their positions: shared rows, and changes on top of them. Snapshots and sandboxes share
 * these objects. To write afterwards, {@link fork} them.
 *
 * Without sharing, each write after a snapshot would copy the table: 10 ms for 34,000 rows.
 */
export class RowMap<R extends Row> implements ReadonlyMap<string, R> {
  readonly #shared: SharedRows<R>;
  /** Rows that were added or replaced; undefined for deleted ones. */
  readonly #changes: Map<string, R | undefined>;
  /** The indexes of the changed rows. Created on first use, as are the lists: most tables of sandboxes need none. */
  #indexes: Map<string, TableIndex<R>> | undefined;
  /** The results of {@link where}, by column and value, until one of their rows changes. */
  #lists: Map<string, Map<string, readonly R[]>> | undefined;
  #size: number;
  #nextPosition: number;
  /** All rows, once this object no longer changes. */
  #merged: SharedRows<R> | undefined;
  /** Stored rows of mocks whose seed these rows are, as long as a mock uses them. */
  #variants: readonly WeakRef<RowMap<R>>[] = noRows;

  private constructor(shared: SharedRows<R>, from?: RowMap<R>) {
    this.#shared = shared;
    this.#changes = new Map(from ? from.#changes : []);
    this.#size = from?.size ?? shared.byId.size;
    this.#nextPosition = from?.nextPosition ?? shared.nextPosition;
  }

  /** Shares the given rows, which are in the order of their positions. Without positions, they get some. */
  static from<R extends Row>(rows: ReadonlyMap<string, R>): RowMap<R> {
    if (rows instanceof RowMap) return rows;
    let next = 0;
    for (const row of rows.values()) {
      if (!hasPosition(row)) setPosition(row, next);
      next = positionOf(row) + 1;
      deepFreeze(row);
    }
    return new RowMap(new SharedRows(rows, next));
  }

  /** Returns a copy to change. If there are many changes, all copies share the rows that result. */
  fork(): RowMap<R> {
    return this.#hasManyChanges ? this.compact() : new RowMap(this.#shared, this);
  }

  /**
   * Returns the same rows for a snapshot: without their changes, if there are many. Rows that are forked from them are
   * then compared with them by their changes only.
   */
  compact(): RowMap<R> {
    if (!this.#hasManyChanges) return this;
    this.#merged ??= new SharedRows(new Map(this), this.#nextPosition);
    return new RowMap(this.#merged);
  }

  get #hasManyChanges(): boolean {
    return this.#changes.size > this.#shared.byId.size * maxChangedShare;
  }

  /**
   * Returns these stored rows. If most of them are equal to those of a seed, or to stored rows of another mock with
   * that seed, only the others take memory.
   */
  shareWith(seed: RowMap<R>): RowMap<R> {
    const variants = seed.#variants.flatMap((variant) => variant.deref() ?? []);
    for (const base of [seed, ...variants]) {
      const ids = new Set([...base.keys(), ...this.keys()]);
      const different = [...ids].filter((id) => !isSameRow(base.get(id), this.get(id)));
      if (different.length === 0) return base;
      if (different.length > base.size * maxChangedShare) continue;
      const rows = base.fork();
      for (const id of different) rows.set(id, this.get(id));
      return rows;
    }
    seed.#variants = [...variants.slice(1 - maxVariants), this].map((variant) => new WeakRef(variant));
    return this;
  }

  get size(): number {
    return this.#size;
  }

  /** The position of a row after all others. */
  get nextPosition(): number {
    return this.#nextPosition;
  }

  get(id: string): R | undefined {
    return this.#changes.has(id) ? this.#changes.get(id) : this.#shared.byId.get(id);
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  values(): MapIterator<R> {
    if (this.#changes.size === 0) return this.#shared.byId.values();
    return this.#inOrder([...this.#shared.byId.values()], this.#changes.values()).values();
  }

  *keys(): MapIterator<string> {
    for (const { id } of this.values()) yield id;
  }

  *entries(): MapIterator<[string, R]> {
    for (const row of this.values()) yield [row.id, row];
  }

  [Symbol.iterator](): MapIterator<[string, R]> {
    return this.entries();
  }

  forEach(callback: (row: R, id: string, rows: ReadonlyMap<string, R>) => void): void {
    for (const row of this.values()) callback(row, row.id, this);
  }

  /**
   * Returns the rows whose column is the value, or is a list that contains it, in order. Returns the same frozen list
   * until one of its rows changes.
   */
  where(column: string, value: string): readonly R[] {
    const shared = this.#shared.index(column).where(value);
    if (this.#changes.size === 0) return shared;
    const changed = this.#index(column).where(value);
    if (shared.length === 0) return changed;
    this.#lists ??= new Map();
    const lists = getOrCreate(this.#lists, column, () => new Map<string, readonly R[]>());
    return getOrCreate(lists, value, () => {
      const isShared = changed.length === 0 && !shared.some((row) => this.#isChanged(row));
      return isShared ? shared : Object.freeze(this.#inOrder(shared, changed));
    });
  }

  /** Whether {@link where} would return a row. */
  hasWhere(column: string, value: string): boolean {
    if (this.#index(column).where(value).length > 0) return true;
    return !this.#shared
      .index(column)
      .where(value)
      .every((row) => this.#isChanged(row));
  }

  /** Adds, replaces or deletes a row. A new row has a position. */
  set(id: string, row: R | undefined): void {
    const before = this.get(id);
    const changedBefore = this.#changes.get(id);
    if (row === this.#shared.byId.get(id)) this.#changes.delete(id);
    else this.#changes.set(id, row && deepFreeze(row));
    this.#size += Number(row !== undefined) - Number(before !== undefined);
    if (row) this.#nextPosition = Math.max(this.#nextPosition, positionOf(row) + 1);
    for (const index of this.#indexes?.values() ?? noRows) index.replace(changedBefore, this.#changes.get(id));
    for (const [column, lists] of this.#lists ?? noRows) {
      for (const value of [...valuesOf(before, column), ...valuesOf(row, column)]) lists.delete(value);
    }
  }

  /** Returns the ids of the rows that differ from those of another table or snapshot. */
  idsDifferingFrom(other: RowMap<R>): readonly string[] {
    if (other === this) return [];
    const isShared = other.#shared === this.#shared;
    const ids = isShared ? [...this.#changes.keys(), ...other.#changes.keys()] : [...this.keys(), ...other.keys()];
    return [...new Set(ids)].filter((id) => this.get(id) !== other.get(id));
  }

  #isChanged({ id }: R): boolean {
    return this.#changes.has(id);
  }

  #index(column: string): TableIndex<R> {
    this.#indexes ??= new Map();
    return getOrCreate(this.#indexes, column, () => new TableIndex<R>(column, this.#changes.values()));
  }

  /** Returns the shared rows that did not change, and changed rows. */
  #inOrder(shared: readonly R[], changed: Iterable<R | undefined>): R[] {
    const rows = shared.filter((row) => !this.#isChanged(row));
    for (const row of changed) if (row) rows.push(row);
    return rows.sort(byPosition);
  }
}

/** The share of changed rows up to which the other rows are shared. */
const maxChangedShare = 1 / 4;

/** The number of variants of a seed to compare stored rows with. */
const maxVariants = 4;
const noRows: readonly never[] = [];

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const name in value) deepFreeze(value[name]);
  }
  return value;
}
