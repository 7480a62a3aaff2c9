import { useState } from 'preact/hooks';
import { tableNoun } from '../../../shared/table-words.ts';
import { InvalidRecordError } from '../../../store/errors.ts';
import type { TableName } from '../../../store/row-types.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { FieldEditor } from '../../schema-form/field-editor.tsx';
import { issuesOf } from '../../schema-form/issues.ts';
import { describeColumn, metadataOf } from '../../schema-form/table-metadata.ts';
import type { Row } from '../../state/session.ts';
import { count, formatCell } from '../../text.ts';
import { useUpdateRows } from './update-rows.ts';
import { editableColumns } from './use-cell-edit.ts';

/** The most problems that the dialog lists. */
const maxProblems = 10;

interface EditColumnProps {
  readonly table: TableName;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Sets one column of several rows: of all of them, or of none. */
export function EditColumnDialog({ table, columns, rows, onClose, onSaved }: EditColumnProps) {
  const update = useUpdateRows(table);
  const editable = editableColumns(table, columns);
  const [column = '', setColumn] = useState(editable[0]);
  const [value, setValue] = useState<unknown>();
  const [rejected, setRejected] = useState<InvalidRecordError>();
  const field = describeColumn(table, column);
  const issues = value === undefined ? [] : issuesOf(metadataOf(table).changes, { [column]: value });
  const canSave = value !== undefined && issues.length === 0;
  const change = (next: unknown) => {
    setValue(next);
    setRejected(undefined);
  };
  const save = async () => {
    if (!canSave) return;
    try {
      await update(rows, { [column]: value }, `Set ${column} of ${count(rows.length, 'row')}.`);
      onClose();
      onSaved();
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      setRejected(error);
    }
  };
  return (
    <Dialog
      title={`Edit ${count(rows.length, 'row')} of ${tableNoun(table)}`}
      onClose={onClose}
      onSubmit={save}
      submit={{ label: `Change ${count(rows.length, 'row')}`, disabled: !canSave }}
    >
      <SelectField
        label="Column"
        value={column}
        options={editable}
        onChange={(name) => {
          setColumn(name);
          change(undefined);
        }}
      />
      {field && (
        <FieldEditor
          key={column}
          name={column}
          path={column}
          field={field}
          value={value}
          issues={issues}
          onChange={change}
        />
      )}
      {rejected && (
        <section class="import-problems">
          <p class="error" role="alert">
            No row was changed:
          </p>
          <ul>
            {rejected.issues.slice(0, maxProblems).map(({ path, message }) => (
              <li key={path}>{formatCell(`${path} ${message}`, 300)}</li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}
