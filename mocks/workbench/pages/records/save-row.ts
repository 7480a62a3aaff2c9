import type { TableName } from '../../../store/row-types.ts';
import type { Row, Session } from '../../store/session.ts';

/** Follows the text about changes of the user, if somebody else has changed the row meanwhile. */
export const outdatedHint = '. The record has changed meanwhile: saving keeps its other fields.';

/** Returns the fields of a draft that differ from the row. Those that it does not have are undefined. */
export function changedFields(row: Row, draft: Row): Row {
  const names = Object.keys({ ...row, ...draft });
  const changed = names.filter(
    (name) => draft[name] !== row[name] && JSON.stringify(draft[name]) !== JSON.stringify(row[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, draft[name]]));
}

/** Stores the changed fields of a row. */
export async function saveRow(session: Session, table: TableName, row: Row, draft: Row): Promise<void> {
  const params = { table, id: String(row['id']) };
  await session.control.call('PATCH /db/{table}/{id}', { params, body: changedFields(row, draft) });
  await session.refresh();
}
