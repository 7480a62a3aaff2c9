import { validate } from '../../../../src/contract/validate.ts';
import { metadata } from '../../../store/metadata.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { count } from '../../components/text.ts';
import { SchemaForm } from '../../schema-form/schema-form.tsx';
import { changedFields, describeOutdated, saveRow } from './save-row.ts';
import type { RowEdit } from './use-edit.ts';

/** Fields that a row keeps as long as it lives, and the time of its last change. */
const fixed = ['id', 'workspace_id', 'updated_at'];

/** Edits a row. The messages are those of the contract; the mock checks references when the row is saved. */
export function RecordForm({ table, edit }: { table: TableName; edit: RowEdit }) {
  const { session, toasts } = useApp();
  const draft = edit.draft.row;
  const schema = metadata[table].row;
  const checked = validate(schema, draft);
  const changes = Object.keys(changedFields(edit.base, draft)).length;
  const save = async () => {
    await saveRow(session, table, edit.base, draft);
    edit.saved();
    toasts.show(`Saved ${count(changes, 'field')}.`);
  };
  return (
    <Form class="record-form" onSubmit={() => checked.ok && changes > 0 && save()}>
      <SchemaForm
        schema={schema}
        value={draft}
        onChange={(changed) => edit.change({ row: changed })}
        issues={checked.ok ? [] : checked.issues}
        without={fixed}
        // A row has all fields.
        marksRequired={false}
      />
      <footer class="form-actions">
        <span class="muted">
          {changes === 0 ? 'No changes' : `${count(changes, 'field')} changed`}
          {changes > 0 && describeOutdated(edit)}
        </span>
        <span class="spacer" />
        <Button disabled={changes === 0} onClick={edit.discard}>
          Discard
        </Button>
        <Button kind="primary" type="submit" disabled={changes === 0 || !checked.ok}>
          Save
        </Button>
      </footer>
    </Form>
  );
}
