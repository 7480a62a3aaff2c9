import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { FieldEditor } from '../../schema-form/field-editor.tsx';
import { describeColumn } from '../../schema-form/table-metadata.ts';
import type { CellEdit } from './use-cell-edit.ts';

const controls = 'input, select, textarea, button';

/**
 * The field of the edited cell. Enter saves, Escape cancels, and Tab saves and goes to the next cell. A group or a list
 * has several controls, which Tab goes through first.
 */
export function CellEditor({ table, edit }: { readonly table: TableName; readonly edit: CellEdit }) {
  const { run } = useApp();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const first = element.current?.querySelector<HTMLInputElement>(controls);
    first?.focus();
    if (first?.matches('input')) first.select();
    element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  const { cell, issues } = edit;
  const field = cell && describeColumn(table, cell.column);
  if (!field) return null;
  const { column, value } = cell;
  const isOwn = (path: string) => path === column || path.startsWith(`${column}[`) || path.startsWith(`${column}.`);
  const others = issues.filter(({ path }) => !isOwn(path));

  /** Focuses the grid after an action, unless the action has opened another cell. */
  const leave = async (action: () => unknown, isDone: (result: unknown) => boolean) => {
    const grid = element.current?.closest<HTMLElement>('[role="grid"]');
    if (isDone(await run(async () => action()))) grid?.focus({ preventScroll: true });
  };
  const save = () => leave(edit.save, (isSaved) => isSaved === true);
  const cancel = () => leave(edit.cancel, () => true);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const isEnter = event.key === 'Enter' && (event.ctrlKey || event.metaKey || target.matches('select'));
    if (event.key === 'Escape') void cancel();
    else if (isEnter) void save();
    else if (event.key === 'Tab' && isAtEnd(target, event.shiftKey)) void moveOn(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isAtEnd = (target: HTMLElement, isBackwards: boolean) => {
    const fields = element.current?.querySelector('.cell-field');
    if (!fields?.querySelector('fieldset')) return true;
    const all = [...fields.querySelectorAll<HTMLElement>(controls)];
    return target === all.at(isBackwards ? 0 : -1) || !fields.contains(target);
  };
  const moveOn = (step: 1 | -1) =>
    leave(
      () => edit.move(step),
      (result) => result === 'closed',
    );
  return (
    <div class="cell-editor" role="group" aria-label={`Edit ${column}`} ref={element} onKeyDown={onKeyDown}>
      <Form onSubmit={save}>
        <div class="cell-field">
          <FieldEditor name={column} path={column} field={field} value={value} issues={issues} onChange={edit.change} />
        </div>
        {others.length > 0 && (
          <p class="form-error" role="alert">
            {others.map(({ path, message }) => `${path} ${message}`).join('; ')}
          </p>
        )}
        <div class="buttons">
          <Button kind="primary" type="submit">
            Save
          </Button>
          <Button onClick={cancel}>Cancel</Button>
        </div>
      </Form>
    </div>
  );
}
