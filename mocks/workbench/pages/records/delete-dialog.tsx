import type { ReferenceGroup } from '../../../control-api/routes/references.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { metadataOf } from '../../schema-form/table-metadata.ts';
import type { Row } from '../../state/session.ts';
import { formatCell } from '../../text.ts';
import { Incoming } from './record-links.tsx';
import { useReferences } from './use-record.ts';

interface DeleteProps {
  readonly table: TableName;
  readonly row: Row;
  /** The text by which a person knows the row. */
  readonly name: string;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks before a record is deleted, and says which records go with it or prevent it. */
export function DeleteDialog({ table, row, name, onClose, onDeleted }: DeleteProps) {
  const { session, toasts } = useApp();
  const id = String(row['id']);
  const { references: groups, reason, canDelete } = useReferences(table, id) ?? {};
  const label = formatCell(name, 60);
  const deletedToo = groups?.filter(isDeletedToo) ?? [];
  const blocking = groups?.filter((group) => !isDeletedToo(group)) ?? [];
  const remove = async () => {
    const { control } = session;
    const rows: Partial<Record<TableName, readonly object[]>> = { [table]: [row] };
    // The list may not be loaded yet, or be out of date.
    const { references } = await control.call('GET /db/{table}/{id}/references', { params: { table, id } });
    for (const { table: other, column } of references.filter(isDeletedToo)) {
      const found = await session.queryRows(other, { where: { [column]: id } });
      rows[other] = [...(rows[other] ?? []), ...found];
    }
    await control.call('DELETE /db/{table}/{id}', { params: { table, id } });
    toasts.show(`Deleted ${label}.`, async () => {
      await control.call('POST /import', { body: { rows } });
      await session.refresh();
    });
    onClose();
    onDeleted();
    await session.refresh();
  };
  return (
    <Dialog
      title={canDelete === false ? `${label} cannot be deleted` : `Delete ${label}?`}
      onClose={onClose}
      onSubmit={remove}
      actions={
        <>
          <Button onClick={onClose}>{canDelete === false ? 'Close' : 'Cancel'}</Button>
          {canDelete !== false && (
            <Button kind="danger" type="submit">
              {`Delete ${metadataOf(table).label.toLowerCase()}`}
            </Button>
          )}
        </>
      }
    >
      {groups === undefined && <p class="muted">Looking for records that refer to it …</p>}
      {groups?.length === 0 && <p>No other record refers to it.</p>}
      {deletedToo.length > 0 && (
        <div>
          <p>{canDelete === false ? 'These rows would be deleted with it:' : 'Deleted with it:'}</p>
          <GroupList groups={deletedToo} id={id} />
        </div>
      )}
      {reason !== undefined && (
        <div>
          <p class="form-error">The mock will reject this. {reason}</p>
          <GroupList groups={blocking} id={id} />
        </div>
      )}
    </Dialog>
  );
}

function isDeletedToo({ onDelete }: ReferenceGroup): boolean {
  return onDelete === 'delete';
}

/** The rows of each group, as links. */
function GroupList({ groups, id }: { groups: readonly ReferenceGroup[]; id: string }) {
  return (
    <ul class="bullets">
      {groups.map((group) => (
        <li key={`${group.table} ${group.column}`}>
          <Incoming group={group} id={id} />
        </li>
      ))}
    </ul>
  );
}
