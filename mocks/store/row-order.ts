/** Returns a given object from its constructor, so that a subclass adds its private fields to that object. */
class Given {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: see above
    return object;
  }
}

/**
 * The position of each row, which orders its table and the lists that the API returns. A new row comes last; its
 * replacements keep its position. Snapshots and mocks share rows, so they share the positions too.
 *
 * It is a private field of the row, so that nothing else can see it. With a WeakMap of all rows instead, insertions
 * take a quarter longer.
 */
class Positioned extends Given {
  #position: number;

  constructor(row: object, position: number) {
    super(row);
    this.#position = position;
  }

  static get(row: object): number | undefined {
    return #position in row ? row.#position : undefined;
  }

  static set(row: object, position: number): void {
    if (#position in row) row.#position = position;
    else new Positioned(row, position);
  }
}

export function hasPosition(row: object): boolean {
  return Positioned.get(row) !== undefined;
}

export function positionOf(row: object): number {
  return Positioned.get(row) ?? 0;
}

export function setPosition(row: object, position: number): void {
  Positioned.set(row, position);
}

/** Orders rows. Two tabs can insert rows at the same position, so the id decides then, in both of them alike. */
export function byPosition(a: { readonly id: string }, b: { readonly id: string }): number {
  return positionOf(a) - positionOf(b) || (a.id < b.id ? -1 : 1);
}
