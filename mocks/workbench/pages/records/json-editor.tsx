import { isObject } from '../../../shared/is-object.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { parseJson } from '../../code/bodies.ts';
import { Button, CopyButton } from '../../components/button.tsx';
import { toJson } from '../../components/code-view.tsx';
import { CodeField } from '../../components/field.tsx';
import { useDraft } from '../../components/use-draft.ts';
import type { Row } from '../../store/session.ts';
import { saveRow } from './save-row.ts';

/** The JSON of a row, which can be edited too. */
export function JsonEditor({ table, row }: { table: TableName; row: Row }) {
  const { session, toasts, run } = useApp();
  const [text, setText] = useDraft(toJson(row));
  const draft = parseJson(text);
  const isChanged = text !== toJson(row);
  const save = async () => {
    if (!isObject(draft)) return;
    await saveRow(session, table, row, draft);
    toasts.show('Saved.');
  };
  return (
    <form
      class="record-form"
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    >
      <CodeField
        label="Record as JSON"
        isLabelHidden
        rows={Math.min(30, text.split('\n').length + 1)}
        value={text}
        error={isObject(draft) ? undefined : 'must be a JSON object'}
        onChange={setText}
      />
      <footer class="form-actions">
        <CopyButton text={() => text} label="Copy JSON">
          Copy
        </CopyButton>
        <span class="spacer" />
        <Button disabled={!isChanged} onClick={() => setText(toJson(row))}>
          Discard
        </Button>
        <Button kind="primary" type="submit" disabled={!isChanged || !isObject(draft)}>
          Save
        </Button>
      </footer>
    </form>
  );
}
