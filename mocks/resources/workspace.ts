/** What the behaviour of an operation is given, and how it reaches the store. */
import type * as z from 'zod/mini';
import type { Endpoint, PathParameters } from '../../src/contract/endpoint.ts';
import type { MockPolicies } from '../controls/policies.ts';
import { duplicateApiName, notFound, validationError } from '../shared/http-error.ts';
import type { ConstraintViolations, Database } from '../store/database.ts';
import { type Insertable, type Rows, schema, type TableName } from '../store/schema.ts';

/** A table whose rows belong to a workspace. */
type Owned = Exclude<TableName, 'workspaces'>;

type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;

/** One request of an operation, by a token that may make it, with a body that fits the contract. */
export interface OperationContext<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  readonly params: PathParameters<E['path']>;
  readonly query: Output<E['query']>;
  /** The body, nested. */
  readonly body: Output<E['body']>;
  readonly workspace: WorkspaceStore;
  readonly user: string;
  readonly policies: MockPolicies;
}

/** What each operation of a resource does: from a request to the `data` of its answer. */
export type Handlers<Endpoints extends Readonly<Record<string, Endpoint>>> = {
  readonly [Operation in keyof Endpoints]: (
    call: OperationContext<Endpoints[Operation]>,
  ) => z.output<Endpoints[Operation]['response']>;
};

/** The store as one workspace sees it. Its methods refuse the request where a rule says so, before anything changes. */
export class WorkspaceStore {
  readonly id: string;
  readonly #database: Database;
  readonly #policies: MockPolicies;

  constructor(id: string, database: Database, policies: MockPolicies) {
    this.id = id;
    this.#database = database;
    this.#policies = policies;
  }

  /** The row, or undefined. A row of another workspace does not exist. */
  find<Name extends Owned>(name: Name, id: string): Rows[Name] | undefined {
    const row = this.#database.table(name).get(id);
    return row && this.#isOwn(row) ? row : undefined;
  }

  /** The row, or a refusal. */
  get<Name extends Owned>(name: Name, id: string): Rows[Name] {
    const row = this.find(name, id);
    if (!row) throw notFound(schema[name].record, this.#policies);
    return row;
  }

  /** All rows, in the order in which they were made. */
  all<Name extends Owned>(name: Name): Rows[Name][] {
    return this.#database.table(name).where('workspace_id', this.id);
  }

  /** The rows whose field is, or holds, the value. */
  where<Name extends Owned>(name: Name, field: keyof Rows[Name] & string, value: string): Rows[Name][] {
    const rows = this.#database.table(name).where(field, value);
    return rows.filter((row) => this.#isOwn(row));
  }

  /** Stores a new row. */
  insert<Name extends Owned>(name: Name, insertion: Insertable[Name]): Rows[Name] {
    const row = this.#database.complete(name, insertion, this.id);
    this.#rejectConflicts(this.#database.issues(name, row));
    return this.#database.write(name, row);
  }

  /** Stores a row with changes: groups are changed in part, and `updated_at` moves. */
  update<Name extends Owned>(name: Name, row: Rows[Name], changes: object): Rows[Name] {
    const changed = this.#database.changed<Name>(name, row, changes);
    this.#rejectConflicts(this.#database.issues(name, changed, Object.keys(changes)));
    return this.#database.write(name, changed);
  }

  /** The timestamp, as records write it. */
  time(): string {
    return this.#database.timestamp();
  }

  /** Whether a value is taken in the field of any row. */
  has<Name extends Owned>(name: Name, field: keyof Rows[Name] & string, value: string): boolean {
    return this.where(name, field, value).length > 0;
  }

  #isOwn(row: object): boolean {
    return Reflect.get(row, 'workspace_id') === this.id;
  }

  #rejectConflicts({ foreignKeys, unique }: ConstraintViolations): void {
    if (foreignKeys.length > 0) throw validationError(foreignKeys, this.#policies);
    if (unique.length > 0) throw duplicateApiName(unique, this.#policies);
  }
}
