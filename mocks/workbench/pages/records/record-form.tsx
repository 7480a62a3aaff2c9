import type { TableName } from '../../../store/row-types.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { issuesOf } from '../../schema-form/issues.ts';
import { SchemaForm } from '../../schema-form/schema-form.tsx';
import { metadataOf } from '../../schema-form/table-metadata.ts';
import { count, formatCell } from '../../text.ts';
import { changedFields, describeOutdated, fixedColumns } from './changed-fields.ts';
import { useUpdateRows } from './update-rows.ts';
import type { RowEdit } from './use-edit.ts';

/** Edits a row. The messages are those of the contract; the mock checks references when the row is saved. */
export function RecordForm({ table, edit }: { table: TableName; edit: RowEdit }) {
  const update = useUpdateRows(table);
  const draft = edit.draft.row;
  const schema = metadataOf(table).row;
  const issues = issuesOf(schema, draft);
  const fields = changedFields(edit.base, draft);
  const changes = Object.keys(fields).length;
  const invalid = [...new Set(issues.map(({ path }) => path))];
  const save = async () => {
    await update([edit.base], fields, `Saved ${count(changes, 'field')}.`);
    edit.saved();
  };
  return (
    <Form class="record-form" onSubmit={() => issues.length === 0 && changes > 0 && save()}>
      <SchemaForm
        schema={schema}
        value={draft}
        onChange={(changed) => edit.change({ row: changed })}
        issues={issues}
        without={fixedColumns}
        // A row has all fields.
        marksRequired={false}
      />
      <footer class="form-actions">
        <span class="muted">
          {changes === 0 ? 'No changes' : `${count(changes, 'field')} changed`}
          {changes > 0 && describeOutdated(edit)}
        </span>
        {changes > 0 && invalid.length > 0 && <span class="error">Correct {formatCell(invalid.join(', '))}</span>}
        <span class="spacer" />
        <Button disabled={changes === 0} onClick={edit.discard}>
          Discard
        </Button>
        <Button kind="primary" type="submit" disabled={changes === 0 || issues.length > 0}>
          Save
        </Button>
      </footer>
    </Form>
  );
}
