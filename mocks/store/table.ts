/** Rows by id, with indexes. Rows are frozen and replaced, never changed, so that a snapshot is a copy of references. */

/** What every row has. */
export interface Row {
  readonly id: string;
}

/** A table: insertion order is list order. */
export class Table<R extends Row> {
  #rows = new Map<string, R>();
  /** Where each row stands in the order of insertion. */
  readonly #places = new Map<string, number>();
  #nextPlace = 0;
  /** Sets of ids that a changed row joined, so that they may have to be put in order before they are read. */
  readonly #disordered = new WeakSet<Set<string>>();
  readonly #indexes: ReadonlyMap<string, Map<string, Set<string>>>;

  constructor(indexed: readonly string[]) {
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
  *where(field: string, value: string): Generator<R> {
    for (const id of this.#ordered(this.#index(field), value)) {
      const row = this.#rows.get(id);
      if (row) yield row;
    }
  }

  /** Whether any row has the value in the field. The field must be indexed. */
  has(field: string, value: string): boolean {
    return (this.#index(field).get(value)?.size ?? 0) > 0;
  }

  /** Stores a row, in place of the one with its id if there is one. */
  put(row: R): R {
    const before = this.#rows.get(row.id);
    const frozen = deepFreeze(row);
    this.#rows.set(row.id, frozen);
    if (!before) this.#places.set(row.id, this.#nextPlace++);
    for (const [field, index] of this.#indexes) {
      const value: unknown = Reflect.get(row, field);
      const old: unknown = before && Reflect.get(before, field);
      if (old === value) continue;
      if (before) unindex(index, old, row.id);
      for (const key of keysOf(value)) {
        const ids = index.get(key);
        if (ids) ids.add(row.id);
        else index.set(key, new Set([row.id]));
        if (ids && before) this.#disordered.add(ids);
      }
    }
    return frozen;
  }

  remove(id: string): void {
    const row = this.#rows.get(id);
    if (!row) return;
    this.#rows.delete(id);
    this.#places.delete(id);
    for (const [field, index] of this.#indexes) unindex(index, Reflect.get(row, field), id);
  }

  /** A copy of the references, for {@link restore}. */
  snapshot(): ReadonlyMap<string, R> {
    return new Map(this.#rows);
  }

  restore(rows: ReadonlyMap<string, R>): void {
    this.#rows = new Map();
    this.#places.clear();
    for (const index of this.#indexes.values()) index.clear();
    for (const row of rows.values()) this.put(row);
  }

  #ordered(index: Map<string, Set<string>>, value: string): Iterable<string> {
    const ids = index.get(value);
    if (!ids || !this.#disordered.has(ids)) return ids ?? [];
    const place = (id: string) => this.#places.get(id) ?? 0;
    const ordered = new Set([...ids].sort((a, b) => place(a) - place(b)));
    index.set(value, ordered);
    return ordered;
  }

  #index(field: string): Map<string, Set<string>> {
    const index = this.#indexes.get(field);
    if (!index) throw new TypeError(`no index on ${field}`);
    return index;
  }
}

const noKeys: readonly string[] = [];

function keysOf(value: unknown): readonly string[] {
  if (value === null || value === undefined) return noKeys;
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : noKeys;
}

function unindex(index: Map<string, Set<string>>, value: unknown, id: string): void {
  for (const key of keysOf(value)) {
    const ids = index.get(key);
    ids?.delete(id);
    if (ids?.size === 0) index.delete(key);
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}
