/**
 * The position of each row, which orders its table and the lists that the API returns. A new row comes last; its
 * replacements keep its position. Snapshots and mocks share rows, so they share the positions too.
 */
const positions = new WeakMap<object, number>();

export function hasPosition(row: object): boolean {
  return positions.has(row);
}

export function positionOf(row: object): number {
  return positions.get(row) ?? 0;
}

export function setPosition(row: object, position: number): void {
  positions.set(row, position);
}

export function byPosition(a: object, b: object): number {
  return positionOf(a) - positionOf(b);
}
