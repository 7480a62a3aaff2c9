import type { ReferenceGroup } from '../../../control-api/routes/references.ts';
import { labelOf } from '../../../store/fields.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { metadataOf } from '../../schema-form/table-metadata.ts';
import type { Row } from '../../state/session.ts';
import { count, formatCell } from '../../text.ts';
import { useReferences } from './use-record.ts';

interface DeleteProps {
  readonly table: TableName;
  readonly row: Row;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks before a record is deleted, and says which records go with it or prevent it. */
export function DeleteDialog({ table, row, onClose, onDeleted }: DeleteProps) {
  const { session, toasts } = useApp();
  const id = String(row['id']);
  const { references: groups, reason } = useReferences(table, id) ?? {};
  const deletedToo = groups?.filter(({ onDelete }) => onDelete === 'delete') ?? [];
  const blocking = groups?.filter(({ onDelete }) => onDelete === 'prevent') ?? [];
  const remove = async () => {
    const { control } = session;
    const rows: Partial<Record<TableName, readonly object[]>> = { [table]: [row] };
    for (const { table: other, column } of deletedToo) {
      rows[other] = await session.queryRows(other, { where: { [column]: id } });
    }
    await control.call('DELETE /db/{table}/{id}', { params: { table, id } });
    toasts.show(`Deleted ${formatCell(labelOf(row), 60)}.`, async () => {
      await control.call('POST /import', { body: { rows } });
      await session.refresh();
    });
    onDeleted();
    await session.refresh();
  };
  return (
    <ConfirmDialog
      title={`Delete ${formatCell(labelOf(row), 60)}?`}
      confirm={`Delete ${metadataOf(table).label.toLowerCase()}`}
      onConfirm={remove}
      onClose={onClose}
    >
      {groups === undefined && <p class="muted">Looking for records that refer to it …</p>}
      {groups?.length === 0 && <p>No other record refers to it.</p>}
      {deletedToo.length > 0 && (
        <div>
          <p>Deleted with it:</p>
          <GroupList groups={deletedToo} />
        </div>
      )}
      {reason !== undefined && (
        <div class="form-error">
          <p>The mock will reject this. {reason}</p>
          <GroupList groups={blocking} />
        </div>
      )}
    </ConfirmDialog>
  );
}

function GroupList({ groups }: { groups: readonly ReferenceGroup[] }) {
  return (
    <ul class="bullets">
      {groups.map(({ table, column, total }) => (
        <li key={`${table} ${column}`}>
          {count(total, 'row')} of {table}, by {column}
        </li>
      ))}
    </ul>
  );
}
