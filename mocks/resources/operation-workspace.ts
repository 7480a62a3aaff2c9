import type { OwnInsertable, OwnRow, TableDefinition } from '../store/define-table.ts';
import { tableNameOf } from '../store/metadata.ts';
import type { Changes, Insertable, Rows, TableName } from '../store/row-types.ts';
import { type ListOptions, listRows, matchingRowsOf } from '../store/select-rows.ts';
import { assertId } from '../store/table-arguments.ts';
import type { Where, WhereValues } from '../store/where.ts';
import type { WorkspaceStore, WorkspaceTable } from './workspace.ts';

/** A table by its name, or the definition of a table of your own. */
export type TableReference = WorkspaceTable | TableDefinition;

/** The row of a table. */
export type RowOf<Table extends TableReference> = Table extends TableName
  ? Rows[Table]
  : Table extends TableDefinition
    ? OwnRow<Table>
    : never;

/** The fields that an insertion into a table accepts. */
export type InsertableOf<Table extends TableReference> = Table extends TableName
  ? Insertable<Table>
  : Table extends TableDefinition
    ? OwnInsertable<Table>
    : never;

/**
 * The records of the workspace that a call belongs to. A method that fails ends the call with an error response, unless
 * `handle` catches the error. The records of other workspaces do not exist here. Pass the definition of a table of your
 * own in place of a name.
 */
export interface OperationWorkspace {
  /** The id of the workspace. */
  readonly id: string;
  /**
   * Returns all rows, or those that have the given values, or those for which the function returns true. Oldest first,
   * unless you sort them.
   *
   * @throws A TypeError if a column or an operator is unknown, or the function is asynchronous.
   */
  list<const Table extends TableReference>(
    table: Table,
    where?: WhereValues<RowOf<Table>> | ((row: RowOf<Table>) => boolean),
    options?: ListOptions<RowOf<Table>>,
  ): readonly RowOf<Table>[];
  /**
   * Returns the first row that has the given values, or for which the function returns true.
   *
   * @throws A TypeError if a column or an operator is unknown, or the function is asynchronous.
   */
  find<const Table extends TableReference>(
    table: Table,
    where: WhereValues<RowOf<Table>> | ((row: RowOf<Table>) => boolean),
  ): RowOf<Table> | undefined;
  /** Returns the row with an id. If there is none, the call gets 404. */
  get<const Table extends TableReference>(table: Table, id: string): RowOf<Table>;
  /**
   * Inserts a row. If the API could not have created it, the call gets 400, or 409 for an `api_name` that is taken. A
   * new product gets a price in each pricebook. If you insert a price of your own, it replaces that price.
   */
  insert<const Table extends TableReference>(table: Table, fields: InsertableOf<Table>): RowOf<Table>;
  /** Changes fields of a row, and returns the new row. Fails like `get` and `insert`. */
  update<const Table extends TableReference>(
    table: Table,
    id: string,
    changes: Changes<InsertableOf<Table>>,
  ): RowOf<Table>;
  /** Deletes a row permanently, and returns it. Fails like `get`, and with 409 while other rows refer to the row. */
  delete<const Table extends TableReference>(table: Table, id: string): RowOf<Table>;
}

type AnyRow = Rows[WorkspaceTable];

/**
 * Creates the workspace of one call.
 *
 * @param assertRunning Throws an error if the call has ended.
 */
export function createOperationWorkspace(store: WorkspaceStore, assertRunning: () => void): OperationWorkspace {
  const nameOf = (table: TableReference): WorkspaceTable => {
    assertRunning();
    const name = tableNameOf(typeof table === 'object' ? table : String(table));
    store.schema.assertTable(name);
    if (name === 'workspaces') throw new TypeError('workspaces: an operation sees only the rows of its workspace');
    return name;
  };
  const idIn = (table: WorkspaceTable, id: unknown) => assertId(table, id).toLowerCase();
  const workspace = {
    id: store.id,
    list(table: TableReference, where?: Where<AnyRow>, options?: ListOptions<AnyRow>) {
      const name = nameOf(table);
      return listRows(name, store.schema.metadata[name], store.list(name), where, options);
    },
    find(table: TableReference, where: Where<AnyRow>) {
      const name = nameOf(table);
      return store.list(name).find(matchingRowsOf(name, store.schema.metadata[name], where));
    },
    get(table: TableReference, id: string) {
      const name = nameOf(table);
      return store.get(name, idIn(name, id));
    },
    insert(table: TableReference, fields: Insertable<WorkspaceTable>) {
      // A body that is passed on must not reach another workspace.
      const row = store.insert(nameOf(table), { ...fields, workspace_id: store.id });
      store.addPrices();
      return row;
    },
    update(table: TableReference, id: string, changes: Changes<Insertable<WorkspaceTable>>) {
      const name = nameOf(table);
      return store.update(name, store.get(name, idIn(name, id)), changes);
    },
    delete(table: TableReference, id: string) {
      const name = nameOf(table);
      return store.delete(name, idIn(name, id));
    },
  };
  // The type of a row follows from its table, which TypeScript cannot express here.
  return workspace as unknown as OperationWorkspace;
}
