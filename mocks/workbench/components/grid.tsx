import {
  type ColumnSizingState,
  columnResizingFeature,
  columnSizingFeature,
  constructTable,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/table-core';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import type { ComponentChild, ComponentChildren } from 'preact';
import { useEffect, useId, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { useApp } from '../app/context.ts';
import { isWidths } from '../store/preferences.ts';
import { Icon } from './icons.tsx';
import { useVirtualizer } from './use-virtualizer.ts';

const rowHeight = 30;

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** The width in pixels. Default: 140. */
  readonly size?: number | undefined;
  readonly cell: (row: Row) => ComponentChild;
  readonly isSortable?: boolean | undefined;
  readonly align?: 'end' | undefined;
}

/** A column, and whether its values descend. */
export interface Sort {
  readonly id: string;
  readonly desc: boolean;
}

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

const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
});

/**
 * A grid of rows with a header. Only the rows in sight are in the document. The arrow keys, Home, End and the page keys
 * move, and Enter opens a row.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { name, label, columns, count, rowAt, keyOf, onRange, selected, onOpen, rowClass, sort, onSort, empty } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer(scroller, count, rowHeight);
  const table = useTable(name, columns, sort, onSort);
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const [active, setActive] = useState({ row: 0, column: 0 });
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
    setActive(next);
    rows.scrollTo(Math.max(0, next.row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const { row, column } = active;
    const moves: Record<string, () => void> = {
      ArrowDown: () => move(row + 1, column),
      ArrowUp: () => move(row - 1, column),
      ArrowRight: () => move(row, column + 1),
      ArrowLeft: () => move(row, column - 1),
      PageDown: () => move(row + page, column),
      PageUp: () => move(row - page, column),
      Home: () => move(event.ctrlKey ? 0 : row, event.ctrlKey ? column : 0),
      End: () => move(event.ctrlKey ? count - 1 : row, event.ctrlKey ? column : columns.length - 1),
      Enter: () => {
        const opened = rowAt(row);
        if (row === -1) headers[column]?.column.toggleSorting();
        else if (opened !== undefined) onOpen?.(opened);
      },
    };
    const run = event.target === event.currentTarget ? moves[event.key] : undefined;
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
      onKeyDown={onKeyDown}
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
                  setActive({ row: index, column: active.column });
                  // A link or a button in the row has an effect of its own.
                  const isControl = event.target instanceof Element && event.target.closest('a, button') !== null;
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

/** The state of the columns: their widths, and by which one the rows are sorted. The caller sorts. */
function useTable<Row>(
  name: string,
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
  onSort: ((sort: Sort | undefined) => void) | undefined,
) {
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  const sizes = useApp().preferences.signal<ColumnSizingState>(`widths.${name}`, {}, isWidths);
  const definitions = useMemo(
    () =>
      columns.map(({ id, header, size = 140, isSortable = false }) => ({
        id,
        header,
        size,
        minSize: 48,
        enableSorting: isSortable,
        accessorFn: () => undefined,
      })),
    [columns],
  );
  const sorting = useMemo(() => (sort ? [sort] : []), [sort?.id, sort?.desc]);
  const options = {
    features,
    columns: definitions,
    data: noRows,
    columnResizeMode: 'onChange' as const,
    manualSorting: true,
    sortDescFirst: false,
    state: { sorting, columnSizing: sizes.value },
    onSortingChange: (updater: Updater<Sort[]>) => onSort?.(resolve(updater, sorting)[0]),
    onColumnSizingChange: (updater: Updater<ColumnSizingState>) => {
      sizes.value = resolve(updater, sizes.peek());
    },
  };
  const [table] = useState(() => constructTable<typeof features, object>(options));
  table.setOptions((previous) => ({ ...previous, ...options }));
  useEffect(() => {
    const { unsubscribe } = table.store.subscribe(() => rerender(undefined));
    return () => unsubscribe();
  }, [table]);
  return table;
}

/** The grid renders its rows itself, so that rows that are not loaded have a place too. */
const noRows: object[] = [];

type Updater<T> = T | ((previous: T) => T);

function resolve<T>(updater: Updater<T>, previous: T): T {
  // A state is never a function.
  return typeof updater === 'function' ? (updater as (previous: T) => T)(previous) : updater;
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}
