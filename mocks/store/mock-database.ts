import type { Database } from './database.ts';
import type { OwnInsertable, OwnRow, OwnTableName, TableDefinition } from './define-table.ts';
import { unknownRow } from './errors.ts';
import { column } from './fields.ts';
import type { Changes, Insertable, Rows, TableName } from './row-types.ts';
import { assertKeepsWorkspace } from './row-writes.ts';
import { type ListOptions, listRows, matchingRowsOf } from './select-rows.ts';
import { assertId } from './table-arguments.ts';
import type { WhereValues } from './where.ts';

/**
 * A table of the mock. Rows are frozen: an update creates a new row. Every write is checked like a write of the API:
 * fields, references, unique values, and the rules that relate tables.
 */
export interface MockTable<Name extends TableName> extends RowTable<Rows[Name], Insertable<Name>> {}

/** A table with rows and insertions of any type. */
export interface RowTable<Row, Insert> {
  /** Number of rows in all workspaces. */
  readonly size: number;
  /**
   * Inserts a row. Omitted fields get their defaults: a generated `id`, the mock's first workspace, the current time.
   *
   * A new product gets a price in each pricebook of its workspace, and a new pricebook gets a price of each product.
   * Inserting a price replaces such a price if it is unchanged. The first product of a product parent is its default
   * product.
   *
   * @throws An {@link InvalidRecordError} if the API could not have created the row. Nothing is stored.
   */
  insert(row: Insert): Row;
  /**
   * Updates fields of a row, merges groups, and moves `updated_at` unless you set it.
   *
   * @returns The new row.
   * @throws An {@link InvalidRecordError} if there is no such row or the API could not have made the changes.
   */
  update(id: string, changes: Changes<Insert>): Row;
  /**
   * Deletes a row permanently. Deleting a product or a pricebook also deletes its prices, and deleting a workspace
   * revokes its tokens. If you delete the default product of a parent, the oldest other product becomes the default.
   *
   * @returns Whether the row existed.
   * @throws An {@link InvalidRecordError} while other rows refer to it, for a price, and for the workspace of the mock.
   */
  delete(id: string): boolean;
  /** Returns the row with an id, or undefined. */
  get(id: string): Row | undefined;
  /**
   * Returns the row with an id.
   *
   * @throws An {@link InvalidRecordError} if there is none. In the handler of an operation, the call gets 404.
   */
  require(id: string): Row;
  /**
   * Returns the first row that has the given values, or for which the function returns true.
   *
   * @throws A TypeError if a column or an operator is unknown, or the function is asynchronous.
   */
  find(where: WhereValues<Row> | ((row: Row) => boolean)): Row | undefined;
  /**
   * Returns all rows, or those that have the given values, or those for which the function returns true.
   *
   * @throws A TypeError if a column or an operator is unknown, or the function is asynchronous.
   */
  list(where?: WhereValues<Row> | ((row: Row) => boolean), options?: ListOptions<Row>): Row[];
}

/**
 * The tables of a mock.
 *
 * @interface
 */
export type MockDatabase = { readonly [Name in TableName]: MockTable<Name> };

/** The tables of a mock with your own tables. */
export type DatabaseWith<Own extends readonly TableDefinition[]> = Own extends readonly []
  ? MockDatabase
  : MockDatabase & { readonly [Table in Own[number] as OwnTableName<Table>]: OwnTable<Table> };

/** One of your own tables. It has the methods of {@link MockTable}. */
export interface OwnTable<Table extends TableDefinition> extends RowTable<OwnRow<Table>, OwnInsertable<Table>> {}

/** The rows that tables show, and the errors that they throw. */
export interface Scope {
  /** The workspace of rows that do not name one. */
  readonly workspace: string;
  /** Whether rows of other workspaces do not exist. */
  readonly isLimited: boolean;
  /** Creates the error for an id that no row has. */
  readonly notFound: (table: TableName, id: string) => Error;
  /** Whether an update without fields leaves the row as it is. */
  readonly ignoresEmptyUpdates: boolean;
  /** Runs a function that writes, or that deletes rows of a table, and converts its errors. */
  readonly write: <T>(run: () => T, deletedFrom?: TableName) => T;
}

/**
 * Creates the tables that tests and seeds use.
 *
 * @param workspace Returns the workspace of rows that do not name one. It cannot be deleted.
 */
export function createMockDatabase(database: Database, workspace: () => string): MockDatabase {
  const scope: Scope = {
    get workspace() {
      return workspace();
    },
    isLimited: false,
    notFound: unknownRow,
    ignoresEmptyUpdates: false,
    write: (run) => run(),
  };
  return database.schema.map((name) => new ScopedTable(database, name, scope).bind());
}

/** A table for tests and seeds, or for the calls of a workspace. Each call creates its own. */
export class ScopedTable<Name extends TableName> implements MockTable<Name> {
  readonly #database: Database;
  readonly #name: Name;
  readonly #scope: Scope;

  constructor(database: Database, name: Name, scope: Scope) {
    this.#database = database;
    this.#name = name;
    this.#scope = scope;
  }

  /** Makes the methods functions that can be passed on: `ids.map(db.customers.require)`. */
  bind(): this {
    for (const method of methods) Reflect.set(this, method, this[method].bind(this));
    return this;
  }

  get size(): number {
    return this.#scope.isLimited ? this.all().length : this.#table.size;
  }

  insert(row: Insertable<Name>): Rows[Name] {
    return this.#scope.write(() => {
      const { isLimited, workspace } = this.#scope;
      // A body that a handler passes on must not reach another workspace.
      const given = isLimited ? { ...row, workspace_id: workspace } : row;
      const inserted = this.#database.insert(this.#name, given, workspace);
      if (isLimited) this.#database.addPrices();
      return inserted;
    });
  }

  update(id: string, changes: Changes<Insertable<Name>>): Rows[Name] {
    const row = this.require(id);
    if (this.#scope.ignoresEmptyUpdates && Object.keys(changes).length === 0) return row;
    return this.#scope.write(() => this.#database.update(this.#name, row, changes));
  }

  delete(id: string): boolean {
    return this.#scope.write(() => {
      const row = this.get(id);
      if (!row) return false;
      assertKeepsWorkspace([{ table: this.#name, id: row.id }], this.#scope.workspace);
      return this.#database.delete(this.#name, row.id);
    }, this.#name);
  }

  get(id: string): Rows[Name] | undefined {
    const row = this.#table.get(assertId(this.#name, id).toLowerCase());
    return row && this.#isVisible(row) ? row : undefined;
  }

  require(id: string): Rows[Name] {
    const row = this.get(id);
    if (row) return row;
    throw this.#scope.notFound(this.#name, id);
  }

  find(where: Parameters<MockTable<Name>['find']>[0]): Rows[Name] | undefined {
    const matches = matchingRowsOf(this.#name, this.#metadata, where);
    for (const row of this.#rows()) if (matches(row)) return row;
    return undefined;
  }

  list(...[where, options]: Parameters<MockTable<Name>['list']>): Rows[Name][] {
    return listRows(this.#name, this.#metadata, [...this.#rows()], where, options);
  }

  /**
   * Returns the rows whose column is the value or, if it is a list, contains it, in insertion order. Returns the same
   * frozen list until one of its rows changes, unless rows of other workspaces have the value.
   */
  where(column: keyof Rows[Name] & string, value: string): readonly Rows[Name][] {
    const found = this.#table.where(column, value);
    return found.every((row) => this.#isVisible(row)) ? found : found.filter((row) => this.#isVisible(row));
  }

  /** Returns all rows of the workspace, in insertion order. Returns the same frozen list until one of them changes. */
  all(): readonly Rows[Name][] {
    return this.#table.where('workspace_id', this.#scope.workspace);
  }

  /** A table is created on first use. */
  get #table() {
    return this.#database.table(this.#name);
  }

  get #metadata() {
    return this.#database.schema.metadata[this.#name];
  }

  #rows(): Iterable<Rows[Name]> {
    return this.#scope.isLimited ? this.all() : this.#table.values();
  }

  #isVisible(row: object): boolean {
    return !this.#scope.isLimited || column(row, 'workspace_id') === this.#scope.workspace;
  }
}

const methods = ['insert', 'update', 'delete', 'get', 'require', 'find', 'list'] as const;
