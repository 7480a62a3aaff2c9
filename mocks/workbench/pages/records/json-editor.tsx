import { isObject, parseJson } from '../../../shared/json.ts';
import type { TableName } from '../../../store/row-types.ts';
import { Button, CopyButton } from '../../components/button.tsx';
import { toJson } from '../../components/code-view.tsx';
import { CodeField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { issuesOf } from '../../schema-form/issues.ts';
import { metadataOf } from '../../schema-form/table-metadata.ts';
import type { Row } from '../../state/session.ts';
import { count } from '../../text.ts';
import { changedFields, describeOutdated } from './changed-fields.ts';
import { useUpdateRows } from './update-rows.ts';
import type { RowEdit } from './use-edit.ts';

/** The JSON of a row, which can be edited too. */
export function JsonEditor({ table, edit }: { table: TableName; edit: RowEdit }) {
  const update = useUpdateRows(table);
  const original = toJson(edit.base);
  const text = edit.draft.json ?? toJson(edit.draft.row);
  const problem = problemOf(table, edit.base, parseJson(text));
  const isChanged = text !== original;
  const change = (typed: string) => {
    const row = parseJson(typed);
    edit.change({ row: isObject(row) ? row : edit.draft.row, json: typed });
  };
  const save = async () => {
    if (problem !== undefined) return;
    const fields = changedFields(edit.base, edit.draft.row);
    await update([edit.base], fields, `Saved ${count(Object.keys(fields).length, 'field')}.`);
    edit.saved();
  };
  return (
    <Form class="record-form" onSubmit={save}>
      <CodeField
        label="Record as JSON"
        isLabelHidden
        rows={Math.min(30, text.split('\n').length + 1)}
        value={text}
        error={problem}
        onChange={change}
      />
      <footer class="form-actions">
        <CopyButton text={() => text} label="Copy JSON">
          Copy
        </CopyButton>
        {isChanged && <span class="muted">Changed{describeOutdated(edit)}</span>}
        <span class="spacer" />
        <Button disabled={!isChanged} onClick={edit.discard}>
          Discard
        </Button>
        <Button kind="primary" type="submit" disabled={!isChanged || problem !== undefined}>
          Save
        </Button>
      </footer>
    </Form>
  );
}

function problemOf(table: TableName, base: Row, draft: unknown): string | undefined {
  if (!isObject(draft)) return 'must be a JSON object';
  const issues = issuesOf(metadataOf(table).row, draft);
  if (issues.length > 0) return issues.map(({ path, message }) => `${path} ${message}`).join('; ');
  // The contract does not know all fields of open records.
  const removed = Object.keys(base).filter((name) => !Object.hasOwn(draft, name));
  return removed.map((name) => `${name} cannot be removed. Set it to null`).join('; ') || undefined;
}
