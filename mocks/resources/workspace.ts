import type { Issue } from '../../src/contract/validate.ts';
import type { MockPolicies } from '../controls/policies.ts';
import { issueText } from '../shared/describe-issues.ts';
import { HttpError } from '../shared/http-error.ts';
import type { Database } from '../store/database.ts';
import { InvalidRecordError, uniqueIssuesOf } from '../store/errors.ts';
import { column } from '../store/fields.ts';
import { tableLabel } from '../store/metadata.ts';
import type { Changes, Insertable, Rows, TableName } from '../store/row-types.ts';
import type { TableSchema } from '../store/table-schema.ts';
import { categoryReferenced, duplicateApiName, notFound, validationError } from './errors.ts';

/** A table whose rows belong to a workspace. */
export type WorkspaceTable = Exclude<TableName, 'workspaces'>;

/** The store, limited to one workspace. Its methods throw an `HttpError` if a write violates a constraint. */
export class WorkspaceStore {
  readonly id: string;
  readonly #database: Database;
  readonly #policies: MockPolicies;
  readonly #hasBrackets: boolean;

  /** @param hasBrackets Whether groups in bodies are sent with brackets, as the paths of issues then are. */
  constructor(id: string, database: Database, policies: MockPolicies, hasBrackets = true) {
    this.id = id;
    this.#database = database;
    this.#policies = policies;
    this.#hasBrackets = hasBrackets;
  }

  /** The tables of the mock. */
  get schema(): TableSchema {
    return this.#database.schema;
  }

  /** Returns a row of this workspace. */
  find<Name extends WorkspaceTable>(name: Name, id: string): Rows[Name] | undefined {
    const row = this.#database.table(name).get(id);
    return row && this.#isOwn(row) ? row : undefined;
  }

  /**
   * Returns a row of this workspace.
   *
   * @throws An {@link HttpError} if there is none.
   */
  get<Name extends WorkspaceTable>(name: Name, id: string): Rows[Name] {
    const row = this.find(name, id);
    if (!row) throw notFound(tableLabel(name), this.#policies);
    return row;
  }

  /** Returns all rows, in insertion order. Returns the same frozen list until one of its rows changes. */
  list<Name extends WorkspaceTable>(name: Name): readonly Rows[Name][] {
    return this.#database.table(name).where('workspace_id', this.id);
  }

  /**
   * Returns the rows whose field equals the value or, if it is an array, contains it. Returns the same list until one
   * of its rows changes, unless rows of other workspaces have the value, too.
   */
  where<Name extends WorkspaceTable>(
    name: Name,
    field: keyof Rows[Name] & string,
    value: string,
  ): readonly Rows[Name][] {
    const rows = this.#database.table(name).where(field, value);
    return rows.every((row) => this.#isOwn(row)) ? rows : rows.filter((row) => this.#isOwn(row));
  }

  insert<Name extends WorkspaceTable>(name: Name, input: Insertable<Name>): Rows[Name] {
    return this.#write(() => this.#database.insert(name, input, this.id));
  }

  /** Changes fields of a row. Groups are merged, and `updated_at` moves, unless the policies ignore an empty update. */
  update<Name extends WorkspaceTable>(name: Name, row: Rows[Name], changes: Changes<Insertable<Name>>): Rows[Name] {
    if (this.#policies.emptyUpdate === 'ignore' && Object.keys(changes).length === 0) return row;
    return this.#write(() => this.#database.update(name, row, changes));
  }

  /** Deletes a row permanently, and returns it. */
  delete<Name extends WorkspaceTable>(name: Name, id: string): Rows[Name] {
    const row = this.get(name, id);
    try {
      this.#database.delete(name, id);
      return row;
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      throw new HttpError(409, `${tableLabel(name)} ${error.issues.map(({ message }) => message).join('; ')}`);
    }
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

  /** Adds the prices of new products: one in each pricebook. */
  addPrices(): void {
    this.#database.addPrices();
  }

  /** Returns an issue whose path has the form of the body. */
  #asSent(issue: Issue): Issue {
    return this.#hasBrackets ? issue : { ...issue, path: issue.path.replace(/\[([^\]]*)\]/g, '.$1') };
  }

  #isOwn(row: object): boolean {
    return column(row, 'workspace_id') === this.id;
  }

  #write<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      const unique = uniqueIssuesOf(error);
      const others = error.issues.filter((issue) => !unique.includes(issue));
      if (others.length > 0) throw validationError(others.map(this.#asSent, this), this.#policies);
      if (unique.some(({ path }) => path === 'api_name')) throw duplicateApiName(unique, this.#policies);
      throw new HttpError(409, `${tableLabel(error.table)}: ${unique.map(issueText).join('; ')}`);
    }
  }
}
