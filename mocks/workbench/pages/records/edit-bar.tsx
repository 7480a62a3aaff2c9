import { useState } from 'preact/hooks';
import type { RowQuery } from '../../../control-api/routes/query-rows.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import type { Row } from '../../state/session.ts';
import { count } from '../../text.ts';
import { EditColumnDialog } from './edit-column-dialog.tsx';

/** The most rows that are edited together. */
const maxSelected = 1_000;

interface EditBarProps {
  readonly table: TableName;
  /** The columns of the grid. */
  readonly columns: readonly string[];
  /** The number of rows of the search. Undefined while they are loaded. */
  readonly total: number | undefined;
  readonly query: Pick<RowQuery, 'where' | 'search'>;
  readonly selected: ReadonlyMap<string, Row>;
  readonly onSelect: (rows: ReadonlyMap<string, Row>) => void;
}

/** Says how to edit cells, and edits the selected rows together. */
export function EditBar({ table, columns, total, query, selected, onSelect }: EditBarProps) {
  const { session } = useApp();
  const [isOpen, setOpen] = useState(false);
  const selectAll = async () => {
    const rows = await session.queryRows(table, { ...query, limit: maxSelected });
    onSelect(new Map(rows.map((row) => [String(row['id']), row])));
  };
  return (
    <div class="edit-bar" role="group" aria-label="Editing">
      <span class="muted" role="status">
        {selected.size > 0
          ? `${count(selected.size, 'row')} selected`
          : 'Choose a cell to edit it. Select rows to edit them together.'}
      </span>
      <span class="spacer" />
      {selected.size > 0 && <Button onClick={() => onSelect(new Map())}>Clear</Button>}
      <Button disabled={total === 0} onClick={selectAll}>
        {total !== undefined && total > maxSelected
          ? `Select the first ${maxSelected.toLocaleString('en-US')}`
          : 'Select all'}
      </Button>
      <Button kind="primary" icon="edit" disabled={selected.size === 0} onClick={() => setOpen(true)}>
        Edit selected
      </Button>
      {isOpen && (
        <EditColumnDialog
          table={table}
          columns={columns}
          rows={[...selected.values()]}
          onClose={() => setOpen(false)}
          onSaved={() => onSelect(new Map())}
        />
      )}
    </div>
  );
}
