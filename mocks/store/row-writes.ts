import type { TableName } from './row-types.ts';
import type { Row } from './rows.ts';

/** The identity of a row. */
export interface RowKey {
  readonly table: TableName;
  readonly id: string;
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
