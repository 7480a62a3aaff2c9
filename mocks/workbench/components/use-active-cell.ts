import { useState } from 'preact/hooks';
import { widthStep } from './use-column-widths.ts';

/** A place in a grid. The row -1 is the header. */
export interface ActiveCell {
  readonly row: number;
  readonly column: number;
  /** The key of the row, which can get another place. */
  readonly key?: string | undefined;
}

interface ActiveCellOptions {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Returns the key of a row, or undefined while it is loading. */
  readonly keyAt: (row: number) => string | undefined;
  /** Returns the number of rows that the page keys move by. */
  readonly pageSize: () => number;
  /** Makes a row visible. */
  readonly scrollTo: (row: number) => void;
  readonly onActivate: (cell: ActiveCell) => void;
  /** Returns the effect of a key on a cell, in place of the effect that the grid has for it. */
  readonly actionOf: (key: string, cell: ActiveCell) => (() => void) | undefined;
  /** Called with the pixels by which a key changes the width of a column. */
  readonly onResize: (column: number, change: number) => void;
}

/** The most places that a row is followed when others are inserted before it. */
const maxShift = 1_000;

/** The active cell of a grid. It follows its row, and the keys move it. */
export function useActiveCell(options: ActiveCellOptions) {
  const { rowCount, columnCount, keyAt, pageSize, scrollTo, onActivate, actionOf, onResize } = options;
  const [cell, setCell] = useState<ActiveCell>({ row: 0, column: 0 });
  const followed = follow(cell, rowCount, keyAt);
  // The grid may have fewer columns than before.
  const active = { ...followed, column: clamp(followed.column, 0, columnCount - 1) };
  const { row, column } = active;
  const move = (toRow: number, toColumn: number) => {
    const next = { row: clamp(toRow, -1, rowCount - 1), column: clamp(toColumn, 0, columnCount - 1) };
    setCell({ ...next, key: keyAt(next.row) });
    scrollTo(Math.max(0, next.row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { shiftKey, ctrlKey } = event;
    const moves: Record<string, () => void> = {
      ArrowDown: () => move(row + 1, column),
      ArrowUp: () => move(row - 1, column),
      ArrowRight: () => (shiftKey ? onResize(column, widthStep) : move(row, column + 1)),
      ArrowLeft: () => (shiftKey ? onResize(column, -widthStep) : move(row, column - 1)),
      PageDown: () => move(row + pageSize(), column),
      PageUp: () => move(row - pageSize(), column),
      Home: () => (ctrlKey ? move(0, column) : move(row, 0)),
      End: () => (ctrlKey ? move(rowCount - 1, column) : move(row, columnCount - 1)),
      Enter: () => onActivate(active),
      ' ': () => onActivate(active),
    };
    const isOfBrowser = event.altKey || event.metaKey || (ctrlKey && !/^(?:Home|End)$/.test(event.key));
    const isOfGrid = event.target === event.currentTarget && !isOfBrowser;
    const run = isOfGrid ? (actionOf(event.key, active) ?? moves[event.key]) : undefined;
    if (!run) return;
    event.preventDefault();
    run();
  };
  return {
    active,
    /** Makes another cell active. */
    setActive: (toRow: number, toColumn: number) => setCell({ row: toRow, column: toColumn, key: keyAt(toRow) }),
    onKeyDown,
  };
}

/** Returns the place of the active cell after rows were inserted or removed. */
function follow(cell: ActiveCell, rowCount: number, keyAt: (row: number) => string | undefined): ActiveCell {
  const { row, key } = cell;
  if (row >= 0 && key !== undefined) {
    for (let shift = 0; shift < maxShift; shift += 1) {
      const found = [row + shift, row - shift].find((each) => keyAt(each) === key);
      if (found !== undefined) return { ...cell, row: found };
    }
  }
  return { ...cell, row: clamp(row, -1, rowCount - 1) };
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}
