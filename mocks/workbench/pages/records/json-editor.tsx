import { isObject } from '../../../shared/is-object.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { parseJson } from '../../code/bodies.ts';
import { Button, CopyButton } from '../../components/button.tsx';
import { toJson } from '../../components/code-view.tsx';
import { CodeField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import type { Row } from '../../store/session.ts';
import { outdatedHint, saveRow } from './save-row.ts';
import { useEdit } from './use-edit.ts';

/** The JSON of a row, which can be edited too. */
export function JsonEditor({ table, row }: { table: TableName; row: Row }) {
  const { session, toasts } = useApp();
  const edit = useEdit<string>(row);
  const original = toJson(edit.base);
  const text = edit.value ?? original;
  const draft = parseJson(text);
  const isChanged = text !== original;
  const save = async () => {
    if (!isObject(draft)) return;
    await saveRow(session, table, edit.base, draft);
    edit.saved();
    toasts.show('Saved.');
  };
  return (
    <Form class="record-form" onSubmit={save}>
      <CodeField
        label="Record as JSON"
        isLabelHidden
        rows={Math.min(30, text.split('\n').length + 1)}
        value={text}
        error={isObject(draft) ? undefined : 'must be a JSON object'}
        onChange={edit.change}
      />
      <footer class="form-actions">
        <CopyButton text={() => text} label="Copy JSON">
          Copy
        </CopyButton>
        {isChanged && edit.isOutdated && <span class="muted">Changed{outdatedHint}</span>}
        <span class="spacer" />
        <Button disabled={!isChanged} onClick={edit.discard}>
          Discard
        </Button>
        <Button kind="primary" type="submit" disabled={!isChanged || !isObject(draft)}>
          Save
        </Button>
      </footer>
    </Form>
  );
}
