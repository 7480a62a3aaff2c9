import { validate } from '../../../../src/contract/validate.ts';
import { metadata } from '../../../store/metadata.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { count } from '../../components/text.ts';
import { useDraft } from '../../components/use-draft.ts';
import { type FormValue, SchemaForm } from '../../schema-form/schema-form.tsx';
import type { Row } from '../../store/session.ts';
import { changedFields, saveRow } from './save-row.ts';

/** Fields that a row keeps as long as it lives, and the time of its last change. */
const fixed = ['id', 'workspace_id', 'updated_at'];

/** Edits a row. The messages are those of the contract; the mock checks references when the row is saved. */
export function RecordForm({ table, row }: { table: TableName; row: Row }) {
  const { session, toasts, run } = useApp();
  const [draft, setDraft] = useDraft<FormValue>(row);
  const schema = metadata[table].row;
  const checked = validate(schema, draft);
  const changes = Object.keys(changedFields(row, draft)).length;
  const save = async () => {
    await saveRow(session, table, row, draft);
    toasts.show(`Saved ${count(changes, 'field')}.`);
  };
  return (
    <form
      class="record-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (checked.ok && changes > 0) void run(save);
      }}
    >
      <SchemaForm
        schema={schema}
        value={draft}
        onChange={setDraft}
        issues={checked.ok ? [] : checked.issues}
        without={fixed}
        // A row has all fields.
        marksRequired={false}
      />
      <footer class="form-actions">
        <span class="muted">{changes === 0 ? 'No changes' : `${count(changes, 'field')} changed`}</span>
        <span class="spacer" />
        <Button disabled={changes === 0} onClick={() => setDraft(row)}>
          Discard
        </Button>
        <Button kind="primary" type="submit" disabled={changes === 0 || !checked.ok}>
          Save
        </Button>
      </footer>
    </form>
  );
}
