import { useState } from 'preact/hooks';
import { snapshotNameProblem } from '../../../snapshots/snapshot-arguments.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { countRecords } from '../../state/tables.ts';
import { count } from '../../text.ts';

/**
 * Saves the current state of the mock as a snapshot.
 *
 * @param names The names of the snapshots.
 */
export function SaveForm({ names }: { names: readonly string[] }) {
  const { session, toasts } = useApp();
  const [text, setText] = useState('');
  const name = text.trim();
  const problem = name === '' ? undefined : snapshotNameProblem(name);
  const canSave = name !== '' && problem === undefined;
  const save = async () => {
    await session.control.call('PUT /snapshots/{name}', { params: { name } });
    await session.refresh();
    setText((typed) => (typed === text ? '' : typed));
    toasts.show(`Saved the snapshot “${name}”.`);
  };
  return (
    <Form class="name-form" onSubmit={() => canSave && save()}>
      <TextField
        label="Name"
        value={text}
        placeholder="before the migration"
        missing="Give the snapshot a name."
        hint={
          names.includes(name)
            ? 'Replaces the snapshot with this name.'
            : `${count(countRecords(session.state.value?.tables), 'record')} in all tables`
        }
        error={problem}
        onChange={setText}
      />
      <Button type="submit" kind="primary" icon="add" disabled={!canSave}>
        Save
      </Button>
    </Form>
  );
}
