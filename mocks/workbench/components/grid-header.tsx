import { Icon } from './icons.tsx';
import type { Column, ColumnHeader } from './use-table.ts';

interface GridHeaderProps<Row> {
  readonly gridId: string;
  readonly columns: readonly Column<Row>[];
  readonly headers: readonly ColumnHeader[];
  /** The column of the active cell, if it is in the header. */
  readonly activeColumn: number | undefined;
}

export function GridHeader<Row>({ gridId, columns, headers, activeColumn }: GridHeaderProps<Row>) {
  return (
    <div class="grid-head" role="rowgroup">
      <div class="grid-row" role="row" aria-rowindex={1}>
        {headers.map((header, index) => (
          <HeaderCell
            key={header.id}
            id={`${gridId}--1-${index}`}
            isActive={activeColumn === index}
            column={columns[index]}
            sorted={header.column.getIsSorted()}
            onSort={() => header.column.toggleSorting()}
            onResize={header.getResizeHandler()}
            onReset={() => header.column.resetSize()}
          />
        ))}
      </div>
    </div>
  );
}

interface HeaderCellProps<Row> {
  readonly id: string;
  readonly isActive: boolean;
  readonly column: Column<Row> | undefined;
  readonly sorted: false | 'asc' | 'desc';
  readonly onSort: () => void;
  readonly onResize: (event: unknown) => void;
  /** Gives the column its first width again. */
  readonly onReset: () => void;
}

function HeaderCell<Row>({ id, isActive, column, sorted, onSort, onResize, onReset }: HeaderCellProps<Row>) {
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
