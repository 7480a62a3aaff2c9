import { useEffect, useRef, useState } from 'preact/hooks';
import { operationMethods } from '../../../operations/fixed-operation.ts';
import { errorMessage } from '../../../shared/errors.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { CodeField, SelectField, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { type EndpointDraft, emptyEndpoint, parseEndpoint } from './endpoint-draft.ts';

interface EndpointFormProps {
  /** The endpoint to change. Undefined to add one. */
  readonly initial: EndpointDraft | undefined;
  /** Called when the endpoint was saved, or the user gives up changing it. */
  readonly onDone: () => void;
}

/** Adds an endpoint with a fixed response, or changes one. */
export function EndpointForm({ initial, onDone }: EndpointFormProps) {
  const { session, toasts } = useApp();
  const [draft, setDraft] = useState(initial ?? emptyEndpoint);
  const [rejection, setRejection] = useState<string>();
  const path = useRef<HTMLInputElement>(null);
  // On a phone, the form is above the list.
  useEffect(() => {
    if (initial) path.current?.focus();
  }, []);
  const parsed = parseEndpoint(draft);
  const problems = 'problems' in parsed ? parsed.problems : {};
  const bind = <Name extends keyof EndpointDraft>(name: Name) => ({
    value: draft[name],
    error: problems[name],
    onChange: (value: EndpointDraft[Name]) => {
      setRejection(undefined);
      setDraft({ ...draft, [name]: value });
    },
  });
  const save = async () => {
    if (!('operation' in parsed)) return;
    const { operation } = parsed;
    try {
      await session.control.call('POST /operations', { body: operation });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      setRejection(errorMessage(error));
      return;
    }
    await session.refresh();
    toasts.show(`${initial ? 'Changed' : 'Added'} ${operation.method} ${operation.path}.`);
    setDraft(emptyEndpoint);
    onDone();
  };
  return (
    <Form class="endpoint-form" onSubmit={save}>
      <div class="endpoint-row">
        <SelectField label="Method" options={operationMethods} {...bind('method')} />
        <TextField
          label="Path"
          required
          isCode
          placeholder="/api/reports/{day}"
          missing="Give the path."
          inputRef={path}
          {...bind('path')}
        />
        <TextField label="Status" isNumeric placeholder={draft.method === 'POST' ? '201' : '200'} {...bind('status')} />
      </div>
      <CodeField label="Data, as JSON" rows={8} hint="The data of every response." {...bind('data')} />
      <details class="endpoint-more">
        <summary>Name and permission</summary>
        <div class="endpoint-row">
          {!initial && <TextField label="Name" isCode placeholder="from method and path" {...bind('name')} />}
          <TextField label="Permission" isCode placeholder="from the path" {...bind('permission')} />
        </div>
      </details>
      {rejection !== undefined && (
        <p class="form-error" role="alert">
          {rejection}
        </p>
      )}
      <div class="buttons">
        <Button type="submit" kind="primary" icon={initial ? 'check' : 'add'} disabled={!('operation' in parsed)}>
          {initial ? 'Save' : 'Add the endpoint'}
        </Button>
        {initial && <Button onClick={onDone}>Cancel</Button>}
      </div>
    </Form>
  );
}
