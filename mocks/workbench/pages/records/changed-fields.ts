import { readField } from '../../../shared/json.ts';
import type { Row } from '../../state/session.ts';
import type { RowEdit } from './use-edit.ts';

/** Fields that a row keeps as long as it lives, and the time of its last change. */
export const fixedColumns: readonly string[] = ['id', 'workspace_id', 'updated_at'];

/** Returns the fields of a draft that differ from the row. Those that it does not have are undefined. */
export function changedFields(row: Row, draft: Row): Row {
  const fields = Object.keys({ ...row, ...draft }).map((name) => [name, readField(draft, name)] as const);
  return Object.fromEntries(
    fields.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(readField(row, name))),
  );
}

/** Returns what saving does, after the text about the changes, if somebody else has changed the row meanwhile. */
export function describeOutdated({ base, row, draft }: RowEdit): string {
  if (base === row) return '';
  const changed = changedFields(base, draft.row);
  // Values that are equal by now need no choice.
  const disputed = Object.keys(changedFields(base, row)).filter(
    (name) => Object.hasOwn(changed, name) && Object.hasOwn(changedFields(row, draft.row), name),
  );
  const effect =
    disputed.length > 0 ? `saving replaces the new ${disputed.join(', ')}.` : 'saving keeps its other fields.';
  return `. The record has changed meanwhile: ${effect}`;
}
