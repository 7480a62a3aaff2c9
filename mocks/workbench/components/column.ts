import type { ComponentChild } from 'preact';

/** A column of a grid. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** The width in pixels. */
  readonly size: number;
  /** Whether it takes the rest of a wide grid, until the user sets its width. */
  readonly grows?: boolean | undefined;
  /** A link or a button in it must not be reachable with Tab. Enter in its cell activates it. */
  readonly cell: (row: Row) => ComponentChild;
  readonly isSortable?: boolean | undefined;
  readonly align?: 'end' | undefined;
  /** Whether the cells cannot be edited, in a grid whose cells can. */
  readonly isReadOnly?: boolean | undefined;
}

/** A column, and whether its values descend. */
export interface Sort {
  readonly id: string;
  readonly desc: boolean;
}
