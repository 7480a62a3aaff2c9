import { InvalidRecordError } from './errors.ts';
import type { Row } from './row-map.ts';
import { positionOf } from './row-order.ts';
import type { TableName } from './row-types.ts';

/** The identity of a row. */
export interface RowKey {
  readonly table: TableName;
  readonly id: string;
}

/** Returns the identity of a row as a text. */
export function keyText({ table, id }: RowKey): string {
  return `${table} ${id}`;
}

/** A row that a transaction deletes. */
export interface DeletedRow extends RowKey {
  readonly row: Row | undefined;
}

/** A row at a position. */
export interface PlacedRow extends RowKey {
  readonly position: number;
  readonly value: unknown;
}

/** A row that a transaction wrote or deleted. */
export interface RowWrite extends RowKey {
  /** The row before the write. Undefined if the write inserted it. */
  readonly before: Row | undefined;
}

/** A row before and after writes. */
export interface ChangedRow extends RowWrite {
  /** The row after the writes. Undefined if they deleted it. */
  readonly after: Row | undefined;
}

interface RowSource {
  rowOf(key: RowKey): Row | undefined;
}

/** Returns the rows that writes touched, each once. */
export function changedRows(writes: readonly RowWrite[], database: RowSource): readonly ChangedRow[] {
  return firstWrites(writes).map((write) => ({ ...write, after: database.rowOf(write) }));
}

/** Returns the first write of each row: it has the row as it was before all of them. */
export function firstWrites(writes: readonly RowWrite[]): readonly RowWrite[] {
  if (writes.length < 2) return writes;
  const first = new Map<string, RowWrite>();
  for (const write of writes) {
    const key = keyText(write);
    if (!first.has(key)) first.set(key, write);
  }
  return [...first.values()];
}

/** Returns the rows to write and to delete so that writes are undone. */
export function inverseOf(writes: readonly RowWrite[]): {
  readonly written: readonly PlacedRow[];
  readonly deleted: readonly RowKey[];
} {
  const first = firstWrites(writes);
  return {
    written: first.flatMap(({ table, id, before }) =>
      before ? [{ table, id, position: positionOf(before), value: before }] : [],
    ),
    deleted: first.filter(({ before }) => !before),
  };
}

/** @throws An {@link InvalidRecordError} if the workspace of the mock is one of the rows to delete. */
export function assertKeepsWorkspace(deleted: readonly RowKey[], workspace: string): void {
  if (!deleted.some(({ table, id }) => table === 'workspaces' && id === workspace)) return;
  const message = 'is the workspace of the mock, which cannot be deleted';
  throw new InvalidRecordError('workspaces', [{ path: 'id', message }]);
}
