import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useId, useRef, useState } from 'preact/hooks';
import { useShortcut } from '../app/context.ts';
import { Icon } from './icons.tsx';
import { type Column, minWidth, type Sort, useTable } from './use-table.ts';
import { useVirtualizer } from './use-virtualizer.ts';

const rowHeight = 30;

interface GridProps<Row> {
  /** The name under which the widths of the columns are remembered. */
  readonly name: string;
  /** The name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  /** Returns a row, or undefined while it is loading. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  /** Called with the rows in sight, to load them. */
  readonly onRange?: ((first: number, last: number) => void) | undefined;
  /** The key of the row that is open. */
  readonly selected?: string | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly rowClass?: ((row: Row) => string) | undefined;
  readonly sort?: Sort | undefined;
  readonly onSort?: ((sort: Sort | undefined) => void) | undefined;
  /** Shown if there are no rows. */
  readonly empty: ComponentChildren;
}

/** A place in a grid. The row -1 is the header. */
interface ActiveCell {
  readonly row: number;
  readonly column: number;
  /** The key of the row, which can get another place. */
  readonly key?: string | undefined;
}

/** The most places that a row is followed when others are inserted before it. */
const maxShift = 1_000;

/** The pixels by which a key changes the width of a column. */
const widthStep = 20;

/**
 * A grid of rows with a header. Only the rows in sight are in the document. The arrow keys, Home, End and the page keys
 * move. Enter opens a row, follows the link of a cell, or sorts. With Shift, the arrow keys change the width of a
 * column.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { name, label, columns, count, rowAt, keyOf, onRange, selected, onOpen, rowClass, sort, onSort, empty } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer(scroller, count, rowHeight);
  const table = useTable(name, columns, sort, onSort);
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const [cell, setCell] = useState<ActiveCell>({ row: 0, column: 0 });
  const keyAt = (index: number) => {
    const row = index < 0 ? undefined : rowAt(index);
    return row === undefined ? undefined : keyOf(row);
  };
  const active = follow(cell, count, keyAt);
  useShortcut(
    'g',
    'Move to the grid',
    useCallback(() => scroller.current?.focus(), []),
  );
  const first = rows.items[0]?.index ?? 0;
  const last = rows.items.at(-1)?.index ?? -1;
  // The header is always rendered, but a row only while it is in sight.
  const isActiveRendered = active.row === -1 || (active.row >= first && active.row <= last);
  useEffect(() => {
    if (last >= first) onRange?.(first, last);
  }, [first, last, onRange]);

  const move = (row: number, column: number) => {
    // The row -1 is the header.
    const next = { row: clamp(row, -1, count - 1), column: clamp(column, 0, columns.length - 1) };
    setCell({ ...next, key: keyAt(next.row) });
    rows.scrollTo(Math.max(0, next.row));
  };
  const activate = ({ row, column }: ActiveCell) => {
    const control = scroller.current?.querySelector<HTMLElement>(`[id="${id}-${row}-${column}"] :is(a, button)`);
    const opened = row === -1 ? undefined : rowAt(row);
    if (control) control.click();
    else if (opened !== undefined) onOpen?.(opened);
  };
  const resize = (column: number, change: number) => {
    const header = headers[column];
    if (header)
      table.setColumnSizing((sizes) => ({ ...sizes, [header.id]: Math.max(minWidth, header.getSize() + change) }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const { row, column } = active;
    const moves: Record<string, () => void> = {
      ArrowDown: () => move(row + 1, column),
      ArrowUp: () => move(row - 1, column),
      ArrowRight: () => (event.shiftKey ? resize(column, widthStep) : move(row, column + 1)),
      ArrowLeft: () => (event.shiftKey ? resize(column, -widthStep) : move(row, column - 1)),
      PageDown: () => move(row + page, column),
      PageUp: () => move(row - page, column),
      Home: () => move(event.ctrlKey ? 0 : row, event.ctrlKey ? column : 0),
      End: () => move(event.ctrlKey ? count - 1 : row, event.ctrlKey ? column : columns.length - 1),
      Enter: () => activate(active),
      ' ': () => activate(active),
    };
    const isOfBrowser = event.altKey || event.metaKey || (event.ctrlKey && !/^(?:Home|End)$/.test(event.key));
    const run = event.target === event.currentTarget && !isOfBrowser ? moves[event.key] : undefined;
    if (!run) return;
    event.preventDefault();
    run();
  };

  const widths = headers.map((header) => header.getSize());
  const width = widths.reduce((sum, each) => sum + each, 0);
  const template = widths.map((each) => `${each}px`).join(' ');
  return (
    <div
      ref={scroller}
      class="grid"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={isActiveRendered ? `${id}-${active.row}-${active.column}` : undefined}
      // Without open details, the focus comes back to the list.
      data-landing={selected === undefined || undefined}
      onKeyDown={onKeyDown}
      // The cell may have been scrolled out of sight. A click is in sight.
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget && currentTarget.matches(':focus-visible')) rows.scrollTo(Math.max(0, active.row));
      }}
    >
      <div class="grid-head" role="rowgroup" style={{ width: `${width}px` }}>
        <div class="grid-row" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {headers.map((header, index) => (
            <HeaderCell
              key={header.id}
              id={`${id}--1-${index}`}
              isActive={active.row === -1 && active.column === index}
              column={columns[index]}
              sorted={header.column.getIsSorted()}
              onSort={() => header.column.toggleSorting()}
              onResize={header.getResizeHandler()}
              onReset={() => header.column.resetSize()}
            />
          ))}
        </div>
      </div>
      {count === 0 ? (
        <div class="grid-empty" role="row">
          <div role="gridcell" aria-colspan={columns.length}>
            {empty}
          </div>
        </div>
      ) : (
        <div class="grid-body" role="rowgroup" style={{ width: `${width}px`, height: `${rows.height}px` }}>
          {rows.items.map(({ index, start }) => {
            const row = rowAt(index);
            const key = row === undefined ? undefined : keyOf(row);
            return (
              <div
                key={key ?? `row ${index}`}
                class={`grid-row ${row === undefined ? 'loading' : (rowClass?.(row) ?? '')}`}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={key !== undefined && key === selected}
                style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
                onClick={(event) => {
                  setCell({ row: index, column: active.column, key });
                  // A link or a button in the row has an effect of its own.
                  const isControl = (event.target as Element).closest('a, button') !== null;
                  if (row !== undefined && !isControl) onOpen?.(row);
                }}
              >
                {columns.map((column, at) => (
                  <div
                    key={column.id}
                    id={`${id}-${index}-${at}`}
                    class={`cell ${column.align ?? ''} ${index === active.row && at === active.column ? 'active' : ''}`}
                    role="gridcell"
                    aria-colindex={at + 1}
                  >
                    {row === undefined ? <span class="skeleton" /> : column.cell(row)}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}

interface HeaderProps<Row> {
  readonly id: string;
  readonly isActive: boolean;
  readonly column: Column<Row> | undefined;
  readonly sorted: false | 'asc' | 'desc';
  readonly onSort: () => void;
  readonly onResize: (event: unknown) => void;
  /** Gives the column its first width again. */
  readonly onReset: () => void;
}

function HeaderCell<Row>({ id, isActive, column, sorted, onSort, onResize, onReset }: HeaderProps<Row>) {
  if (!column) return null;
  const order = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none';
  return (
    <div
      id={id}
      class={`cell ${column.align ?? ''} ${isActive ? 'active' : ''}`}
      role="columnheader"
      aria-sort={column.isSortable ? order : undefined}
    >
      {column.isSortable ? (
        <button type="button" tabIndex={-1} class="sort" onClick={onSort}>
          <span>{column.header}</span>
          {sorted !== false && <Icon name={sorted === 'asc' ? 'up' : 'down'} />}
        </button>
      ) : (
        <span>{column.header}</span>
      )}
      <span class="resize" aria-hidden="true" onMouseDown={onResize} onTouchStart={onResize} onDblClick={onReset} />
    </div>
  );
}

/** Returns the place of the active cell after rows were inserted or removed. */
function follow(cell: ActiveCell, count: number, keyAt: (index: number) => string | undefined): ActiveCell {
  const { row, key } = cell;
  if (row >= 0 && key !== undefined) {
    for (let shift = 0; shift < maxShift; shift += 1) {
      const found = [row + shift, row - shift].find((index) => keyAt(index) === key);
      if (found !== undefined) return { ...cell, row: found };
    }
  }
  return { ...cell, row: Math.max(-1, Math.min(row, count - 1)) };
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}
