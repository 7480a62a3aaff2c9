/** Rows by id, with indexes. Rows are frozen and replaced, never changed, so that a snapshot is a copy of references. */

/** What every row has. */
export interface Row {
  readonly id: string;
}

/** The rows with the same value in a field, by their ids. */
type Group<R> = Map<string, R>;

/** A table: insertion order is list order. */
export class Table<R extends Row> {
  #rows: ReadonlyMap<string, R>;
  /** The same rows, as long as no snapshot has them. */
  #own: Map<string, R> | undefined;
  /** The last snapshot that was made or restored, while it can be gone back to by undoing what was written since. */
  #base: ReadonlyMap<string, R> | undefined;
  /** The ids of the rows that were written since. */
  readonly #written = new Set<string>();
  /** Where each row stands in the order of insertion; made when a group has to be put in order. */
  #places: Map<string, number> | undefined;
  /** Groups that a row joined that was not the last one, so that they may have to be put in order before they are read. */
  readonly #disordered = new WeakSet<Group<R>>();
  readonly #indexes: ReadonlyMap<string, Map<string, Group<R>>>;

  constructor(indexed: readonly string[]) {
    this.#rows = this.#own = new Map();
    this.#indexes = new Map(indexed.map((field) => [field, new Map()]));
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
   * The rows whose field is the value, or, where the field is a list, holds it. They come in the order of insertion
   * whichever way they got the value, so that the same rows give the same list. The field must be indexed.
   */
  where(field: string, value: string): R[] {
    const index = this.#index(field);
    const group = index.get(value);
    if (!group) return [];
    if (!this.#disordered.has(group)) return [...group.values()];
    const rows = this.#inOrder([...group.values()]);
    index.set(value, new Map(rows.map((row) => [row.id, row])));
    return rows;
  }

  /** Whether any row has the value in the field. The field must be indexed. */
  has(field: string, value: string): boolean {
    return this.#index(field).has(value);
  }

  /** Stores a row, in place of the one with its id if there is one. */
  put(row: R): R {
    const before = this.#rows.get(row.id);
    const rows = this.#writable();
    rows.set(row.id, deepFreeze(row));
    if (this.#base) this.#written.add(row.id);
    if (!before) this.#places?.set(row.id, this.#places.size);
    this.#regroup(before, row, before === undefined);
    return row;
  }

  remove(id: string): void {
    const row = this.#rows.get(id);
    if (!row) return;
    this.#writable().delete(id);
    this.#regroup(row, undefined);
    // A row that comes back has another place.
    this.#places = undefined;
    this.#base = undefined;
  }

  /** The rows as they are now, for {@link restore}. They are shared with the table until it is written to. */
  snapshot(): ReadonlyMap<string, R> {
    if (this.#base && this.#written.size === 0) return this.#base;
    this.#base = this.#rows;
    this.#own = undefined;
    this.#written.clear();
    return this.#rows;
  }

  /** Goes back to a snapshot. To the last one this takes as long as what was written since, to another a look at each row. */
  restore(rows: ReadonlyMap<string, R>): void {
    if (rows === this.#base) {
      for (const id of this.#written) {
        const row = rows.get(id);
        this.#regroup(this.#rows.get(id), row);
        if (row) this.#own?.set(id, row);
        else this.#own?.delete(id);
      }
    } else {
      let kept = 0;
      for (const [id, row] of this.#rows) {
        if (rows.get(id) === row) kept += 1;
        else this.#regroup(row, undefined);
      }
      for (const [id, row] of rows) {
        if (this.#rows.get(id) !== row) this.#regroup(undefined, deepFreeze(row), kept === 0);
      }
      this.#rows = this.#base = rows;
      this.#own = undefined;
    }
    this.#places = undefined;
    this.#written.clear();
  }

  #writable(): Map<string, R> {
    if (!this.#own) this.#rows = this.#own = new Map(this.#rows);
    return this.#own;
  }

  /** Takes a row out of its groups, and puts the one that replaces it into those that it belongs to. */
  #regroup(before: R | undefined, row: R | undefined, isLast = false): void {
    for (const [field, index] of this.#indexes) {
      const keys = keysOf(row, field);
      for (const key of keysOf(before, field)) if (before && !keys.includes(key)) leave(index, key, before.id);
      for (const key of keys) if (row) this.#join(index, key, row, isLast);
    }
  }

  #join(index: Map<string, Group<R>>, key: string, row: R, isLast: boolean): void {
    const group = index.get(key);
    if (group && !isLast && !group.has(row.id)) this.#disordered.add(group);
    if (group) group.set(row.id, row);
    else index.set(key, new Map([[row.id, row]]));
  }

  #inOrder(rows: R[]): R[] {
    this.#places ??= new Map(Array.from(this.#rows.keys(), (id, place) => [id, place]));
    const places = this.#places;
    return rows.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  }

  #index(field: string): Map<string, Group<R>> {
    const index = this.#indexes.get(field);
    if (!index) throw new TypeError(`no index on ${field}`);
    return index;
  }
}

const noKeys: readonly string[] = [];

/** What a row is indexed by in a field. */
function keysOf(row: object | undefined, field: string): readonly string[] {
  const value: unknown = row && Reflect.get(row, field);
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : noKeys;
}

function leave(index: Map<string, Map<string, unknown>>, key: string, id: string): void {
  const group = index.get(key);
  group?.delete(id);
  if (group?.size === 0) index.delete(key);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}
