import { recordLabel } from '../../src/contract/endpoint.ts';
import type { MockPolicies } from '../controls/policies.ts';
import type { HttpError } from '../shared/http-error.ts';
import type { Database } from '../store/database.ts';
import type { TableDefinition } from '../store/define-table.ts';
import { InvalidRecordError } from '../store/errors.ts';
import { tableNames } from '../store/metadata.ts';
import { type MockTable, type OwnTable, type Scope, ScopedTable } from '../store/mock-database.ts';
import type { Rows, TableName } from '../store/row-types.ts';
import { categoryReferenced, convertErrors, notFound } from './errors.ts';

/** A table whose rows belong to a workspace. */
export type WorkspaceTable = Exclude<TableName, 'workspaces'>;

/**
 * The tables of the workspace that a call belongs to: `db.customers.list()`. The records of other workspaces do not
 * exist here. A method that fails ends the call with an error response, unless the handler catches the error: 404 for a
 * record that does not exist, 400 for one that the API could not have written, 409 for an `api_name` that is taken.
 *
 * @interface
 */
export type OperationDatabase = { readonly [Name in WorkspaceTable]: MockTable<Name> } & {
  /** Returns one of your own tables, by its definition. */
  table<Table extends TableDefinition>(table: Table): OwnTable<Table>;
};

/** The tables of a call, with the methods that only the handlers of the mock use. */
export type CallDatabase = { readonly [Name in WorkspaceTable]: ScopedTable<Name> } & CallTables;

/** The rows and errors of one call. */
export class CallScope implements Scope {
  readonly workspace: string;
  readonly isLimited = true;
  /** Whether the call can still use its tables. */
  isRunning = true;
  readonly #policies: MockPolicies;
  readonly operation: CalledOperation;

  constructor(workspace: string, policies: MockPolicies, operation: CalledOperation) {
    this.workspace = workspace;
    this.#policies = policies;
    this.operation = operation;
  }

  get ignoresEmptyUpdates(): boolean {
    return this.#policies.emptyUpdate === 'ignore';
  }

  notFound(table: TableName): Error {
    return notFound(recordLabel(table), this.#policies);
  }

  write<T>(run: () => T, deletedFrom?: TableName): T {
    const { hasBrackets } = this.operation;
    return convertErrors(run, { policies: this.#policies, hasBrackets, deletedFrom });
  }

  assertRunning(): void {
    if (this.isRunning) return;
    throw new Error(`${this.operation.name}: the call has ended, so its db cannot be used any more`);
  }
}

/** The operation of a call. */
interface CalledOperation {
  readonly name: string;
  /** Whether groups in bodies are sent with brackets, as the paths of issues then are. */
  readonly hasBrackets: boolean;
  /** Whether the methods of its tables can be passed on. To bind them takes longer than to find a record. */
  readonly bindsTables: boolean;
}

/** Creates the tables of one call. */
export function createCallDatabase(database: Database, scope: CallScope): CallDatabase {
  // The prototype has a property for each table.
  return new CallTables(database, scope) as CallDatabase;
}

class CallTables {
  readonly #database: Database;
  readonly #scope: CallScope;

  constructor(database: Database, scope: CallScope) {
    this.#database = database;
    this.#scope = scope;
  }

  /** @throws A TypeError if the mock has no such table, or an Error if the call has ended. */
  table({ name }: { readonly name: string }): ScopedTable<WorkspaceTable> {
    this.#scope.assertRunning();
    this.#database.schema.assertTable(name);
    if (name === 'workspaces') throw new TypeError('workspaces: an operation sees only the rows of its workspace');
    const table = new ScopedTable(this.#database, name as WorkspaceTable, this.#scope);
    return this.#scope.operation.bindsTables ? table.bind() : table;
  }

  /** Sets the `deleted_at` of a category. Throws an {@link HttpError} while an active discount refers to it. */
  deleteCategory(category: Rows['categories']): void {
    try {
      this.#database.deleteCategory(category);
    } catch (error) {
      // A deletion cannot violate another rule.
      throw error instanceof InvalidRecordError ? categoryReferenced() : error;
    }
  }
}

for (const name of tableNames) {
  Object.defineProperty(CallTables.prototype, name, {
    get(this: CallTables) {
      return this.table({ name });
    },
  });
}
