import { InvalidRecordError } from '../../../store/errors.ts';
import { labelOf } from '../../../store/fields.ts';
import type { TableName } from '../../../store/row-types.ts';
import { type App, useApp } from '../../app/context.ts';
import type { Row } from '../../state/session.ts';

/** Undoes an import or an update, and says so. */
export async function undoImport({ session, toasts }: App, id: string, done: string): Promise<void> {
  await session.control.call('DELETE /import/{id}', { params: { id } });
  await session.refresh();
  toasts.show(done);
}

/**
 * Returns a function that changes the same fields of rows: of all of them, or of none. The user can undo it.
 *
 * @throws An {@link InvalidRecordError} if a field is not valid. The paths of one row begin with the field, those of
 * several rows with the name of the row.
 */
export function useUpdateRows(table: TableName) {
  const app = useApp();
  return async (rows: readonly Row[], fields: Row, done: string): Promise<void> => {
    const ids = rows.map((row) => String(row['id']));
    try {
      const body = { ids, fields };
      const { id } = await app.session.control.call('PATCH /db/{table}', { params: { table }, body });
      await app.session.refresh();
      app.toasts.show(done, () => undoImport(app, id, 'Undid the change.'));
    } catch (error) {
      throw error instanceof InvalidRecordError ? atRows(error, rows) : error;
    }
  };
}

/** Replaces the index at the beginning of the paths by the name of the row. One row needs no name. */
function atRows(error: InvalidRecordError, rows: readonly Row[]): InvalidRecordError {
  const issues = error.issues.flatMap(({ path, message }) => {
    const [, index = '', field = ''] = /^(\d+)\.(.+)$/.exec(path) ?? [];
    const row = rows[Number(index)];
    // The other row of a pair that collides.
    if (row === undefined || index === '') return rows.length === 1 ? [] : [{ path, message }];
    return [{ path: rows.length === 1 ? field : `${labelOf(row)}: ${field}`, message }];
  });
  return issues.length === 0 ? error : new InvalidRecordError(error.table, issues);
}
