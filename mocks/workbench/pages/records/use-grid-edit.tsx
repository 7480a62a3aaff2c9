import { useEffect, useMemo, useState } from 'preact/hooks';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import type { Column } from '../../components/column.ts';
import type { GridCell } from '../../components/grid-body.tsx';
import { describeColumn } from '../../schema-form/table-metadata.ts';
import type { Row } from '../../state/session.ts';
import { CellEditor } from './cell-editor.tsx';
import { useUpdateRows } from './update-rows.ts';
import { useCellEdit } from './use-cell-edit.ts';

interface GridEditOptions {
  readonly table: TableName;
  readonly columns: readonly Column<Row>[];
  readonly rowAt: (index: number) => Row | undefined;
  /** Returns the text by which a person knows a row. */
  readonly nameOf: (row: Row) => string;
  readonly isEditing: boolean;
  /** Called when the user starts to edit with F2. */
  readonly onStart: () => void;
}

/** The cells and the selected rows of a grid that the user edits. */
export function useGridEdit({ table, columns, rowAt, nameOf, isEditing, onStart }: GridEditOptions) {
  const { session, run } = useApp();
  const update = useUpdateRows(table);
  const names = useMemo(() => columns.map(({ id }) => id), [columns]);
  const edit = useCellEdit(table, names, rowAt, nameOf);
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  useEffect(() => {
    if (!isEditing) edit.cancel();
  }, [isEditing]);
  const dropDeleted = async () => {
    if (selected.size === 0) return;
    const rows = await session.queryRows(table, { where: { id: { in: [...selected.keys()] } } });
    const ids = new Set(rows.map(({ id }) => id));
    // The user may select other rows meanwhile.
    setSelected((latest) => new Map([...latest].filter(([id]) => ids.has(id) || !selected.has(id))));
  };
  useEffect(() => void run(dropDeleted), [session.recordsVersion.value]);
  const toggle = (row: Row) => {
    const next = new Map(selected);
    const id = String(row['id']);
    if (!next.delete(id)) next.set(id, row);
    setSelected(next);
  };
  const start = ({ index, column }: GridCell<Row>) => void run(() => edit.start(index, column));
  const clear = (cell: GridCell<Row>) => {
    const { row, column } = cell;
    const isNullable = edit.editable.includes(column) && describeColumn(table, column)?.isNullable;
    if (!isNullable) return start(cell);
    if (row[column] === null) return;
    const done = `Set ${column} of ${nameOf(row)} to null.`;
    void run(() => update([row], { [column]: null }, done));
  };
  const begin = (cell: GridCell<Row>) => {
    onStart();
    start(cell);
  };
  const { cell, editable } = edit;
  const shown = columns.map((column, at): Column<Row> => {
    const render = (row: Row) =>
      cell?.column === column.id && cell.row['id'] === row['id'] ? (
        <CellEditor key={`${cell.index} ${cell.column}`} table={table} edit={edit} />
      ) : (
        column.cell(row)
      );
    return {
      ...column,
      isReadOnly: !editable.includes(column.id),
      cell: (row) =>
        at === 0 ? (
          <>
            <SelectBox row={row} name={nameOf(row)} isSelected={selected.has(String(row['id']))} onToggle={toggle} />
            {render(row)}
          </>
        ) : (
          render(row)
        ),
    };
  });
  if (!isEditing) return { selected, setSelected, columns, gridProps: { cellKeys: { F2: begin } } };
  const cellKeys = { F2: start, Enter: start, Delete: clear, ' ': (at: GridCell<Row>) => toggle(at.row) };
  return { selected, setSelected, columns: shown, gridProps: { cellKeys, onCell: start, editedCell: cell } };
}

interface SelectBoxProps {
  readonly row: Row;
  readonly name: string;
  readonly isSelected: boolean;
  readonly onToggle: (row: Row) => void;
}

/** Selects a row. In a grid, the space key has the same effect. */
function SelectBox({ row, name, isSelected, onToggle }: SelectBoxProps) {
  return (
    <label class="select-row">
      <input
        type="checkbox"
        tabIndex={-1}
        checked={isSelected}
        aria-label={`Select ${name}`}
        onChange={() => onToggle(row)}
      />
    </label>
  );
}
