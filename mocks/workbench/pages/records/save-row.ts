import type { TableName } from '../../../store/row-types.ts';
import type { Row, Session } from '../../store/session.ts';
import { rowPath } from './row-path.ts';

/** Follows the text about changes of the user, if somebody else has changed the row meanwhile. */
export const outdatedHint = '. The record has changed meanwhile: saving keeps its other fields.';

/** Returns the fields of a draft that differ from the row. */
export function changedFields(row: Row, draft: Row): Row {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(row[name])),
  );
}

/** Stores the changed fields of a row. */
export async function saveRow(session: Session, table: TableName, row: Row, draft: Row): Promise<void> {
  await session.control.patch(rowPath(table, String(row['id'])), changedFields(row, draft));
  await session.refresh();
}
