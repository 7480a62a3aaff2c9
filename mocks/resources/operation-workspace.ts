import { HttpError } from '../shared/http-error.ts';
import { matchingRows } from '../store/compare-rows.ts';
import { ConstraintError } from '../store/errors.ts';
import { normalizeIds } from '../store/ids.ts';
import { assertId } from '../store/json-rows.ts';
import { assertColumn, describeUnknownTable, isTableName, metadata } from '../store/metadata.ts';
import type { Changes, Insertable, Rows, TableName } from '../store/row-types.ts';
import type { WorkspaceStore, WorkspaceTable } from './workspace.ts';

/**
 * The records of the workspace that a call belongs to. A method that fails ends the call with an error response, unless
 * `handle` catches the error. The records of other workspaces do not exist here.
 */
export interface OperationWorkspace {
  /** The id of the workspace. */
  readonly id: string;
  /**
   * Returns all rows, or those that have the given values, or those for which the function returns true. Oldest first.
   *
   * @throws A TypeError if the table has no such column.
   */
  list<Name extends Exclude<TableName, 'workspaces'>>(
    table: Name,
    where?: Partial<Rows[Name]> | ((row: Rows[Name]) => boolean),
  ): readonly Rows[Name][];
  /** Returns the row with an id, or undefined. */
  find<Name extends Exclude<TableName, 'workspaces'>>(table: Name, id: string): Rows[Name] | undefined;
  /** Returns the row with an id. If there is none, the call gets 404. */
  get<Name extends Exclude<TableName, 'workspaces'>>(table: Name, id: string): Rows[Name];
  /** Inserts a row. If the API could not have created it, the call gets 400, or 409 for an `api_name` that is taken. */
  insert<Name extends Exclude<TableName, 'workspaces'>>(table: Name, fields: Insertable<Name>): Rows[Name];
  /** Changes fields of a row, and returns the new row. Fails like `get` and `insert`. */
  update<Name extends Exclude<TableName, 'workspaces'>>(
    table: Name,
    id: string,
    changes: Changes<Insertable<Name>>,
  ): Rows[Name];
  /** Deletes a row permanently, and returns it. Fails like `get`, and with 409 while other rows refer to the row. */
  delete<Name extends Exclude<TableName, 'workspaces'>>(table: Name, id: string): Rows[Name];
}

/**
 * Creates the workspace of one call.
 *
 * @param assertRunning Throws an error if the call has ended.
 */
export function createOperationWorkspace(store: WorkspaceStore, assertRunning: () => void): OperationWorkspace {
  const check = (table: TableName) => {
    assertRunning();
    if (!isTableName(table)) throw new TypeError(describeUnknownTable(table));
    if (table === 'workspaces') throw new TypeError('workspaces: an operation sees only the rows of its workspace');
  };
  const idOf = (table: WorkspaceTable, id: unknown) => {
    check(table);
    return assertId(table, id).toLowerCase();
  };
  return {
    id: store.id,
    list(table, where = () => true) {
      check(table);
      if (typeof where === 'function') return store.list(table).filter(where);
      for (const field of Object.keys(Object(where))) assertColumn(table, field);
      return store.list(table).filter(matchingRows(normalizeIds(table, where)));
    },
    find: (table, id) => store.find(table, idOf(table, id)),
    get: (table, id) => store.get(table, idOf(table, id)),
    insert(table, fields) {
      check(table);
      // A body that is passed on must not reach another workspace.
      return store.insert(table, { ...fields, workspace_id: store.id });
    },
    update: (table, id, changes) => store.update(table, store.get(table, idOf(table, id)), changes),
    delete: (table, id) => deleteRow(store, table, idOf(table, id)),
  };
}

/** Deletes a row permanently, and returns it. Throws an {@link HttpError} if there is none, or others refer to it. */
export function deleteRow<Name extends WorkspaceTable>(store: WorkspaceStore, name: Name, id: string): Rows[Name] {
  const row = store.get(name, id);
  try {
    store.delete(row, name);
    return row;
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    throw new HttpError(409, `${metadata[name].label} ${error.issues.map(({ message }) => message).join('; ')}`);
  }
}
