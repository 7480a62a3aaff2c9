import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useId, useRef } from 'preact/hooks';
import { useShortcut } from '../app/use-shortcut.ts';
import type { Sort } from './column.ts';
import { GridBody, type GridCell, type RowsProps } from './grid-body.tsx';
import { GridHeader } from './grid-header.tsx';
import { type ActiveCell, useActiveCell } from './use-active-cell.ts';
import { useColumnWidths } from './use-column-widths.ts';
import { rowHeight, useVisibleRows } from './use-visible-rows.ts';

interface GridProps<Row> extends RowsProps<Row> {
  /** The name under which the widths of the columns are remembered. */
  readonly name: string;
  /** The name for screen readers. */
  readonly label: string;
  /** Called with the rows in sight, to load them. */
  readonly onRange?: ((first: number, last: number) => void) | undefined;
  readonly sort?: Sort | undefined;
  readonly onSort?: ((sort: Sort | undefined) => void) | undefined;
  /** Shown if there are no rows. */
  readonly empty: ComponentChildren;
  /** The effects of keys on the active cell. */
  readonly cellKeys?: Readonly<Record<string, (cell: GridCell<Row>) => void>> | undefined;
  /** The cell that is edited. It is the active one. */
  readonly editedCell?: { readonly index: number; readonly column: string } | undefined;
}

/**
 * A grid of rows with a header. Only the rows in sight are in the document. The arrow keys, Home, End and the page keys
 * move. Enter opens a row, follows the link of a cell, or sorts. With Shift, the arrow keys change the width of a
 * column.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { name, label, columns, count, rowAt, keyOf, onRange, selected, onOpen, sort, onSort, empty } = props;
  const { cellKeys, editedCell } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { first, last, scrollTo } = useVisibleRows(scroller, count);
  const widths = useColumnWidths(name, columns);
  const { active, setActive, onKeyDown } = useActiveCell({
    rowCount: count,
    columnCount: columns.length,
    keyAt: (index) => {
      const row = index < 0 ? undefined : rowAt(index);
      return row === undefined ? undefined : keyOf(row);
    },
    pageSize: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
    scrollTo,
    onActivate: activate,
    actionOf(key, { row: index, column: at }) {
      const action = cellKeys?.[key];
      const row = index < 0 ? undefined : rowAt(index);
      const column = columns[at]?.id;
      return action && row !== undefined && column !== undefined ? () => action({ row, index, column }) : undefined;
    },
    onResize(column, change) {
      const width = widths[column];
      width?.set(width.least + change);
    },
  });
  useShortcut(
    'g',
    'Move to the grid',
    useCallback(() => scroller.current?.focus(), []),
  );
  // The header is always rendered, but a row only while it is in sight.
  const isActiveRendered = active.row === -1 || (active.row >= first && active.row <= last);
  useEffect(() => {
    if (last >= first) onRange?.(first, last);
  }, [first, last, onRange]);

  const edited = editedCell && {
    row: editedCell.index,
    column: columns.findIndex(({ id }) => id === editedCell.column),
  };
  useEffect(() => {
    if (!edited) return;
    setActive(edited.row, edited.column);
    scrollTo(edited.row);
  }, [edited?.row, edited?.column]);

  function activate({ row, column }: ActiveCell): void {
    const control = scroller.current?.querySelector<HTMLElement>(`[id="${id}-${row}-${column}"] :is(a, button)`);
    const opened = row === -1 ? undefined : rowAt(row);
    if (control) control.click();
    else if (opened !== undefined) onOpen?.(opened);
  }
  return (
    <div
      ref={scroller}
      class="grid"
      role="grid"
      tabIndex={0}
      style={{
        '--grid-row': `${rowHeight}px`,
        '--grid-columns': widths
          .map(({ least, grows }) => (grows ? `minmax(${least}px, 1fr)` : `${least}px`))
          .join(' '),
        '--grid-width': `${widths.reduce((sum, { least }) => sum + least, 0)}px`,
      }}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={isActiveRendered ? `${id}-${active.row}-${active.column}` : undefined}
      // Without open details, the focus comes back to the list.
      data-landing={selected === undefined || undefined}
      onKeyDown={onKeyDown}
      // The cell may have been scrolled out of sight. A click is in sight.
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget && currentTarget.matches(':focus-visible')) scrollTo(Math.max(0, active.row));
      }}
    >
      <GridHeader
        gridId={id}
        columns={columns}
        widths={widths}
        sort={sort}
        onSort={onSort}
        activeColumn={active.row === -1 ? active.column : undefined}
      />
      {count === 0 ? (
        <EmptyRow columnCount={columns.length}>{empty}</EmptyRow>
      ) : (
        <GridBody {...props} gridId={id} {...{ first, last, active }} onActive={setActive} />
      )}
    </div>
  );
}

function EmptyRow({ columnCount, children }: { columnCount: number; children: ComponentChildren }) {
  return (
    <div class="grid-empty" role="row">
      <div role="gridcell" aria-colspan={columnCount}>
        {children}
      </div>
    </div>
  );
}
