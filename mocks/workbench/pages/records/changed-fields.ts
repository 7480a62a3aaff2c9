import type { Row } from '../../state/session.ts';
import type { RowEdit } from './use-edit.ts';

/** Fields that a row keeps as long as it lives, and the time of its last change. */
export const fixedColumns: readonly string[] = ['id', 'workspace_id', 'updated_at'];

/** Returns the fields of a draft that differ from the row. Those that it does not have are undefined. */
export function changedFields(row: Row, draft: Row): Row {
  const names = Object.keys({ ...row, ...draft });
  const changed = names.filter(
    (name) => draft[name] !== row[name] && JSON.stringify(draft[name]) !== JSON.stringify(row[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, draft[name]]));
}

/** Returns what saving does, after the text about the changes, if somebody else has changed the row meanwhile. */
export function describeOutdated({ base, row, draft }: RowEdit): string {
  if (base === row) return '';
  const changed = changedFields(base, draft.row);
  // Values that are equal by now need no choice.
  const disputed = Object.keys(changedFields(base, row)).filter(
    (name) => name in changed && name in changedFields(row, draft.row),
  );
  const effect =
    disputed.length > 0 ? `saving replaces the new ${disputed.join(', ')}.` : 'saving keeps its other fields.';
  return `. The record has changed meanwhile: ${effect}`;
}
