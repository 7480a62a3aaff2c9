import {
  type ColumnSizingState,
  columnResizingFeature,
  columnSizingFeature,
  constructTable,
  type Header,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/table-core';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import { useApp } from '../app/context.ts';
import { isWidths } from '../state/preferences.ts';

/** The least width of a column, in pixels. */
const minWidth = 48;

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** The width in pixels. Default: 140. */
  readonly size?: number | undefined;
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

const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
});

/** The state of the columns: their widths, and by which one the rows are sorted. The caller sorts. */
export function useTable<Row>(
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
        minSize: minWidth,
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
  const headers: readonly ColumnHeader[] = table.getHeaderGroups()[0]?.headers ?? [];
  const widths = headers.map((header, index) => ({
    least: header.getSize(),
    grows: columns[index]?.grows === true && sizes.value[header.id] === undefined,
  }));
  return {
    headers,
    widths,
    /** Changes the width of the column with an index, in pixels. */
    resizeColumn(index: number, change: number) {
      const header = headers[index];
      if (!header) return;
      table.setColumnSizing((widths) => ({ ...widths, [header.id]: Math.max(minWidth, header.getSize() + change) }));
    },
  };
}

/** The header of a column, which knows its width and its order. */
export type ColumnHeader = Header<typeof features, object>;

/** The grid renders its rows itself, so that rows that are not loaded have a place too. */
const noRows: object[] = [];

type Updater<T> = T | ((previous: T) => T);

function resolve<T>(updater: Updater<T>, previous: T): T {
  // A state is never a function.
  return typeof updater === 'function' ? (updater as (previous: T) => T)(previous) : updater;
}
