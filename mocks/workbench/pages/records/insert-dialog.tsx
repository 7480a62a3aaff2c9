import { useState } from 'preact/hooks';
import { isObject, parseJson } from '../../../shared/json.ts';
import { tableNoun } from '../../../shared/table-words.ts';
import type { TableName } from '../../../store/row-types.ts';
import { isGenerated, workspaceColumns } from '../../../store/specified-tables.ts';
import { useApp } from '../../app/context.ts';
import { Dialog } from '../../components/dialog.tsx';
import { CodeField } from '../../components/field.tsx';
import { issuesOf, partialIssues } from '../../schema-form/issues.ts';
import { type FormValue, SchemaForm } from '../../schema-form/schema-form.tsx';
import { metadataOf } from '../../schema-form/table-metadata.ts';
import { recordPath } from '../../state/router.ts';

/** Creates a record of a table that only this mock has: with a form, or as JSON if the fields are not known. */
export function InsertDialog({ table, onClose }: { table: TableName; onClose: () => void }) {
  const { session, router, toasts } = useApp();
  const { row, label, defaults, hasOpenFields } = metadataOf(table);
  const [fields, setFields] = useState<FormValue>({ ...defaults });
  const [text, setText] = useState('{}');
  const [isRefused, setRefused] = useState(false);
  const json = parseJson(text);
  const issues = issuesOf(row, fields).filter(({ path }) => !isGenerated(path));
  const isValid = hasOpenFields ? isObject(json) : issues.length === 0;
  const create = async () => {
    if (!isValid) return;
    const body = hasOpenFields && isObject(json) ? json : fields;
    const { id } = await session.control.call('POST /db/{table}', { params: { table }, body });
    onClose();
    await session.refresh();
    router.go(recordPath(table, id));
    toasts.show(`Created 1 record in ${tableNoun(table)}.`);
  };
  return (
    <Dialog
      title={`Create ${label.toLowerCase()}`}
      onClose={onClose}
      onSubmit={create}
      onRefuse={() => setRefused(true)}
      submit={{ label: 'Create', disabled: !isValid }}
    >
      {hasOpenFields ? (
        <CodeField
          label="Fields as JSON"
          rows={10}
          value={text}
          error={isValid ? undefined : 'must be a JSON object'}
          onChange={setText}
        />
      ) : (
        <SchemaForm
          schema={row}
          value={fields}
          onChange={setFields}
          issues={isRefused ? issues : partialIssues(issues, fields)}
          without={Object.keys(workspaceColumns)}
        />
      )}
    </Dialog>
  );
}
