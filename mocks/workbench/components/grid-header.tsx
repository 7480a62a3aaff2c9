import { useRef } from 'preact/hooks';
import type { Column, Sort } from './column.ts';
import { Icon } from './icons.tsx';
import type { ColumnWidth } from './use-column-widths.ts';

interface GridHeaderProps<Row> {
  readonly gridId: string;
  readonly columns: readonly Column<Row>[];
  readonly widths: readonly ColumnWidth[];
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort | undefined) => void) | undefined;
  /** The column of the active cell, if it is in the header. */
  readonly activeColumn: number | undefined;
}

export function GridHeader<Row>({ gridId, columns, widths, sort, onSort, activeColumn }: GridHeaderProps<Row>) {
  return (
    <div class="grid-head" role="rowgroup">
      <div class="grid-row" role="row" aria-rowindex={1}>
        {columns.map((column, index) => (
          <HeaderCell
            key={column.id}
            id={`${gridId}--1-${index}`}
            isActive={activeColumn === index}
            column={column}
            width={widths[index]}
            order={orderOf(column.id, sort)}
            onSort={() => onSort?.(nextSort(sort, column.id))}
          />
        ))}
      </div>
    </div>
  );
}

/** Returns the order of the rows by a column. */
function orderOf(id: string, sort: Sort | undefined): 'ascending' | 'descending' | 'none' {
  if (sort?.id !== id) return 'none';
  return sort.desc ? 'descending' : 'ascending';
}

/** Returns the order after a click on a column: ascending, then descending, then none. */
function nextSort(sort: Sort | undefined, id: string): Sort | undefined {
  if (sort?.id !== id) return { id, desc: false };
  return sort.desc ? undefined : { id, desc: true };
}

interface HeaderCellProps<Row> {
  readonly id: string;
  readonly isActive: boolean;
  readonly column: Column<Row>;
  readonly width: ColumnWidth | undefined;
  readonly order: ReturnType<typeof orderOf>;
  readonly onSort: () => void;
}

function HeaderCell<Row>({ id, isActive, column, width, order, onSort }: HeaderCellProps<Row>) {
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
          {order !== 'none' && <Icon name={order === 'ascending' ? 'up' : 'down'} />}
        </button>
      ) : (
        <span>{column.header}</span>
      )}
      {width && <ResizeHandle {...width} />}
    </div>
  );
}

/** The edge of a column. The pointer drags it, and a double click gives the column its first width again. */
function ResizeHandle({ least, set }: ColumnWidth) {
  // A column that grows is wider than `least`, so the position of the pointer is not enough.
  const start = useRef({ x: 0, least });
  return (
    <span
      class="resize"
      aria-hidden="true"
      onPointerDown={({ currentTarget, pointerId, clientX }) => {
        currentTarget.setPointerCapture(pointerId);
        start.current = { x: clientX, least };
      }}
      onPointerMove={({ currentTarget, pointerId, clientX }) => {
        if (currentTarget.hasPointerCapture(pointerId)) set(start.current.least + clientX - start.current.x);
      }}
      onDblClick={() => set()}
    />
  );
}
