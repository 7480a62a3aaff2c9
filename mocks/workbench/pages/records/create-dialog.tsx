import { useState } from 'preact/hooks';
import { tableNoun } from '../../../shared/table-words.ts';
import type { TableName } from '../../../store/row-types.ts';
import { workspaceColumns } from '../../../store/specified-tables.ts';
import { useApp } from '../../app/context.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { issuesOf, partialIssues } from '../../schema-form/issues.ts';
import { type FormValue, SchemaForm } from '../../schema-form/schema-form.tsx';
import { metadataOf } from '../../schema-form/table-metadata.ts';
import { recordPath } from '../../state/router.ts';
import { count } from '../../text.ts';

/** The most records that can be created at once. */
const maxCount = 1_000;

/** Creates records with believable values. The fields of the form replace some of them. */
export function CreateDialog({ table, onClose }: { table: TableName; onClose: () => void }) {
  const { session, router, toasts } = useApp();
  const [fields, setFields] = useState<FormValue>({});
  const [amount, setAmount] = useState('1');
  const { changes, label } = metadataOf(table);
  const issues = partialIssues(issuesOf(changes, fields), fields);
  const number = Number(amount);
  const isCount = Number.isInteger(number) && number >= 1 && number <= maxCount;
  const create = async () => {
    const body = { fields, count: number };
    const created = await session.control.call('POST /create/{table}', { params: { table }, body });
    const rows = 'rows' in created ? created.rows : [created];
    onClose();
    await session.refresh();
    const [first] = rows;
    if (rows.length === 1 && first) router.go(recordPath(table, first.id));
    toasts.show(`Created ${count(rows.length, 'record')} in ${tableNoun(table)}.`);
  };
  return (
    <Dialog
      title={`Create ${label.toLowerCase()}`}
      onClose={onClose}
      onSubmit={create}
      submit={{ label: 'Create', disabled: issues.length > 0 || !isCount }}
    >
      <p class="muted">
        Fields that you leave out get believable values. Records that it must refer to are created too.
      </p>
      <TextField
        label="Number of records"
        type="number"
        value={amount}
        error={isCount ? undefined : `must be a whole number from 1 to ${maxCount}`}
        onChange={setAmount}
      />
      <SchemaForm
        schema={changes}
        value={fields}
        onChange={setFields}
        issues={issues}
        without={Object.keys(workspaceColumns)}
        isPartial
      />
    </Dialog>
  );
}
