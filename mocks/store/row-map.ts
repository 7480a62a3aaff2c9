import { isSameRow } from './compare-rows.ts';
import { byPosition, hasPosition, positionOf, setPosition } from './positions.ts';
import { SharedRows } from './shared-rows.ts';
import { keysOf, TableIndex } from './table-index.ts';

/** The column that every table has. */
export interface Row {
  readonly id: string;
}

/** The share of changed rows up to which the other rows are shared. */
const maxChangedShare = 1 / 4;

/** The number of variants of a seed to compare stored rows with. */
const maxVariants = 4;
const noVariants: readonly never[] = [];

/**
 * Rows by id, in the order of their positions: rows that other tables share, and changes on top of them. It costs
 * memory for the changes only. After a snapshot shares it, the next write changes a {@link RowMap.fork}.
 */
export class RowMap<R extends Row> implements ReadonlyMap<string, R> {
  readonly #shared: SharedRows<R>;
  /** Rows that were added or replaced; undefined for deleted ones. */
  readonly #changes: Map<string, R | undefined>;
  /** The indexes of the changed rows. */
  readonly #indexes = new Map<string, TableIndex<R>>();
  /** Lists of shared and changed rows, by column and value. A change of one of their rows removes them. */
  readonly #lists = new Map<string, Map<string, readonly R[]>>();
  #size: number;
  #nextPosition: number;
  /** Whether the new rows of `#changes` are in order, and follow the shared ones. */
  #isSorted: boolean;
  /** Stored rows of mocks whose seed these rows are, as long as a mock uses them. */
  #variants: readonly WeakRef<RowMap<R>>[] = noVariants;
  /** All rows, once this object no longer changes. */
  #merged: SharedRows<R> | undefined;

  private constructor(shared: SharedRows<R>, from?: RowMap<R>) {
    this.#shared = shared;
    this.#changes = from ? new Map(from.#changes) : new Map();
    this.#size = from ? from.#size : shared.byId.size;
    this.#nextPosition = from ? from.#nextPosition : shared.nextPosition;
    this.#isSorted = from ? from.#isSorted : true;
  }

  /** Returns rows that share the given ones. The same map always returns the same object. */
  static from<R extends Row>(rows: ReadonlyMap<string, R>): RowMap<R> {
    if (rows instanceof RowMap) return rows;
    const known = byMap.get(rows);
    // The key proves the type of the rows.
    if (known) return known as unknown as RowMap<R>;
    const shared = inOrder(rows);
    for (const row of shared.byId.values()) deepFreeze(row);
    const created = new RowMap(shared);
    byMap.set(rows, created as unknown as RowMap<Row>);
    return created;
  }

  /**
   * Returns the rows of a stored mock. If most of them are equal to those of its seed, or to stored rows of another
   * mock with the same seed, only the others take memory.
   */
  static sharing<R extends Row>(rows: ReadonlyMap<string, R>, seed: ReadonlyMap<string, R>): RowMap<R> {
    const base = RowMap.from(seed);
    const variants = base.#variants.flatMap((variant) => variant.deref() ?? []);
    for (const candidate of [base, ...variants]) {
      const different = idsOfDifferentRows(candidate, rows);
      if (!different) continue;
      if (different.length === 0) return candidate;
      const changed = candidate.fork();
      for (const id of different) changed.set(id, rows.get(id));
      return changed;
    }
    const own = RowMap.from(rows);
    base.#variants = [...variants.slice(1 - maxVariants), own].map((variant) => new WeakRef(variant));
    return own;
  }

  /** Returns a copy that can be changed. If there are many changes, the copies share the result instead. */
  fork(): RowMap<R> {
    if (this.#changes.size <= this.#shared.byId.size * maxChangedShare) return new RowMap(this.#shared, this);
    this.#merged ??= new SharedRows(this.#flatten(), this.#nextPosition);
    return new RowMap(this.#merged);
  }

  #flatten(): ReadonlyMap<string, R> {
    if (this.#shared.byId.size > 0 || !this.#isSorted) return new Map(this);
    // Without shared rows, none is deleted. To copy 34,000 rows takes 10 ms.
    return this.#changes as ReadonlyMap<string, R>;
  }

  get size(): number {
    return this.#size;
  }

  /** The position of a row after all others. */
  get nextPosition(): number {
    return this.#nextPosition;
  }

  get(id: string): R | undefined {
    const changed = this.#changes.get(id);
    if (changed) return changed;
    const shared = this.#shared.byId.get(id);
    return shared && !this.#changes.has(id) ? shared : undefined;
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  values(): MapIterator<R> {
    if (this.#changes.size === 0) return this.#shared.byId.values();
    return this.#isSorted ? this.#unsortedValues() : [...this.#unsortedValues()].sort(byPosition).values();
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
    const shared = this.#shared.index(column).lookup(value);
    if (this.#changes.size === 0) return shared;
    const changed = this.#changedIndex(column).lookup(value);
    if (shared.length === 0) return changed;
    const known = this.#lists.get(column)?.get(value);
    if (known) return known;
    const unchanged = shared.filter(({ id }) => !this.#changes.has(id));
    const rows = unchanged.length === shared.length ? shared : unchanged;
    const list = changed.length === 0 ? rows : mergeByPosition(rows, changed);
    this.#remember(column, value, Object.freeze(list));
    return list;
  }

  /** Whether {@link where} would return a row. */
  hasWhere(column: string, value: string): boolean {
    if (this.#changes.size > 0 && this.#changedIndex(column).has(value)) return true;
    for (const id of this.#shared.index(column).ids(value)) if (!this.#changes.has(id)) return true;
    return false;
  }

  /** Adds, replaces or deletes a row. A new row has a position. */
  set(id: string, row: R | undefined, before: R | undefined = this.get(id)): void {
    if (row === before) return;
    const changedBefore = this.#indexes.size > 0 ? this.#changes.get(id) : undefined;
    const isNewest = row !== undefined && positionOf(row) >= this.#nextPosition;
    if (isNewest) {
      this.#nextPosition = positionOf(row) + 1;
      // A deleted row that comes back is the last one.
      this.#changes.delete(id);
    } else if (row && !(before && positionOf(before) === positionOf(row))) {
      this.#isSorted = false;
    }
    if (!isNewest && row === this.#shared.byId.get(id)) this.#changes.delete(id);
    else this.#changes.set(id, row && deepFreeze(row));
    this.#size += Number(row !== undefined) - Number(before !== undefined);
    if (this.#indexes.size > 0) {
      const changed = this.#changes.get(id);
      for (const index of this.#indexes.values()) index.replace(changedBefore, changed, isNewest);
    }
    this.#forget(before);
    this.#forget(row);
  }

  /** Returns the ids of the rows that differ from those of another table or snapshot. */
  idsDifferingFrom(other: RowMap<R>): readonly string[] {
    if (other === this) return [];
    const isChanged = (id: string) => this.get(id) !== other.get(id);
    const [mine, theirs] =
      other.#shared === this.#shared ? [this.#changes, other.#changes] : [this.#idsByMap(), other.#idsByMap()];
    const ids = [...mine.keys()].filter(isChanged);
    for (const id of theirs.keys()) if (!mine.has(id) && isChanged(id)) ids.push(id);
    return ids;
  }

  /** Returns a map of the rows. Without changes, it is faster than this object. */
  #idsByMap(): ReadonlyMap<string, R> {
    return this.#changes.size === 0 ? this.#shared.byId : this;
  }

  *#unsortedValues(): MapIterator<R> {
    for (const row of this.#shared.byId.values()) {
      const current = this.get(row.id);
      if (current && positionOf(current) === positionOf(row)) yield current;
    }
    for (const row of this.#changes.values()) if (row && !this.#hasSharedPlace(row)) yield row;
  }

  /** Whether a row is a new version of a shared one. A row that was deleted and added again is not. */
  #hasSharedPlace(row: R): boolean {
    const shared = this.#shared.byId.get(row.id);
    return shared !== undefined && positionOf(shared) === positionOf(row);
  }

  #changedIndex(column: string): TableIndex<R> {
    const existing = this.#indexes.get(column);
    if (existing) return existing;
    const rows = [...this.#changes.values()].filter((row) => row !== undefined).sort(byPosition);
    const index = new TableIndex(column, rows);
    this.#indexes.set(column, index);
    return index;
  }

  #remember(column: string, value: string, list: readonly R[]): void {
    const lists = this.#lists.get(column) ?? new Map<string, readonly R[]>();
    lists.set(value, list);
    this.#lists.set(column, lists);
  }

  #forget(row: R | undefined): void {
    for (const [column, lists] of this.#lists) for (const key of keysOf(row, column)) lists.delete(key);
  }
}

const byMap = new WeakMap<ReadonlyMap<string, Row>, RowMap<Row>>();

/**
 * Returns rows whose positions increase. Rows without a position get one. If the positions are those of another order,
 * the rows are copied: their positions belong to another table.
 */
function inOrder<R extends Row>(rows: ReadonlyMap<string, R>): SharedRows<R> {
  let next = 0;
  for (const row of rows.values()) {
    if (!hasPosition(row)) setPosition(row, next);
    const position = positionOf(row);
    if (position < next) return inOrder(new Map(Array.from(rows, ([id, each]) => [id, { ...each }])));
    next = position + 1;
  }
  return new SharedRows(rows, next);
}

/** Returns the ids of the rows that differ, or undefined if there are too many of them to share the rest. */
function idsOfDifferentRows<R extends Row>(
  shared: ReadonlyMap<string, R>,
  rows: ReadonlyMap<string, R>,
): readonly string[] | undefined {
  const ids: string[] = [];
  for (const row of shared.values()) {
    const other = rows.get(row.id);
    if (!other || !isSameRow(row, other)) ids.push(row.id);
    if (ids.length > shared.size * maxChangedShare) return undefined;
  }
  for (const id of rows.keys()) {
    if (!shared.has(id)) ids.push(id);
    if (ids.length > shared.size * maxChangedShare) return undefined;
  }
  return ids;
}

/** Merges two lists of rows that are in order. The second one is usually short. */
function mergeByPosition<R extends Row>(rows: readonly R[], others: readonly R[]): R[] {
  const merged: R[] = [];
  let from = 0;
  for (const other of others) {
    const to = countBefore(rows, positionOf(other), from);
    for (; from < to; from += 1) merged.push(rows[from] as R);
    merged.push(other);
  }
  for (; from < rows.length; from += 1) merged.push(rows[from] as R);
  return merged;
}

/** Returns the number of rows before a position. At least `low` rows are before it. */
function countBefore(rows: readonly Row[], position: number, low: number): number {
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row && positionOf(row) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const name in value) deepFreeze(value[name]);
  }
  return value;
}
