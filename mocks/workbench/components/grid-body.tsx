import type { Column } from './column.ts';
import type { ActiveCell } from './use-active-cell.ts';
import { rowHeight } from './use-visible-rows.ts';

/** The rows of a grid. */
export interface RowsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  /** Returns a row, or undefined while it is loading. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  /** The key of the row that is open. */
  readonly selected?: string | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly rowClass?: ((row: Row) => string) | undefined;
  /** Called with a cell that is clicked. The row does not open then. */
  readonly onCell?: ((cell: GridCell<Row>) => void) | undefined;
}

/** A cell of a grid whose row is loaded. */
export interface GridCell<Row> {
  readonly row: Row;
  readonly index: number;
  /** The id of the column. */
  readonly column: string;
}

interface GridBodyProps<Row> extends RowsProps<Row> {
  readonly gridId: string;
  /** The first and the last row to render. */
  readonly first: number;
  readonly last: number;
  readonly active: ActiveCell;
  /** Called with the place of a cell that was clicked. */
  readonly onActive: (row: number, column: number) => void;
}

/** The rows in sight. */
export function GridBody<Row>(props: GridBodyProps<Row>) {
  const { columns, count, rowAt, keyOf, selected, onOpen, rowClass, onCell, gridId, active, onActive } = props;
  const indexes = Array.from({ length: props.last - props.first + 1 }, (_, at) => props.first + at);
  return (
    <div class="grid-body" role="rowgroup" style={{ height: `${count * rowHeight}px` }}>
      {indexes.map((index) => {
        const row = rowAt(index);
        const key = row === undefined ? undefined : keyOf(row);
        return (
          <GridRow
            key={key ?? `row ${index}`}
            gridId={gridId}
            index={index}
            row={row}
            columns={columns}
            activeColumn={index === active.row ? active.column : undefined}
            isSelected={key !== undefined && key === selected}
            class={row === undefined ? '' : (rowClass?.(row) ?? '')}
            style={{ transform: `translateY(${index * rowHeight}px)` }}
            onClick={(at, isControl) => {
              onActive(index, at);
              const column = columns[at]?.id;
              if (row === undefined || isControl) return;
              if (onCell && column !== undefined) onCell({ row, index, column });
              else onOpen?.(row);
            }}
          />
        );
      })}
    </div>
  );
}

interface GridRowProps<Row> {
  readonly gridId: string;
  readonly index: number;
  /** Undefined while it is loading. */
  readonly row: Row | undefined;
  readonly columns: readonly Column<Row>[];
  /** The column of the active cell, if it is in this row. */
  readonly activeColumn: number | undefined;
  readonly isSelected: boolean;
  readonly class: string;
  readonly style: Record<string, string>;
  /** @param isControl Whether the click is on a control, which has an effect of its own. */
  readonly onClick: (column: number, isControl: boolean) => void;
}

function GridRow<Row>(props: GridRowProps<Row>) {
  const { gridId, index, row, columns, activeColumn, isSelected, class: className, style, onClick } = props;
  return (
    <div class={`grid-row ${className}`} role="row" aria-rowindex={index + 2} aria-selected={isSelected} style={style}>
      {columns.map((column, at) => (
        <div
          key={column.id}
          id={`${gridId}-${index}-${at}`}
          class={`cell ${column.align ?? ''} ${at === activeColumn ? 'active' : ''}`}
          role="gridcell"
          aria-colindex={at + 1}
          aria-readonly={column.isReadOnly}
          onClick={({ target }) => onClick(at, (target as Element).closest('a, button, label, form') !== null)}
        >
          {row === undefined ? <span class="skeleton" /> : column.cell(row)}
        </div>
      ))}
    </div>
  );
}
