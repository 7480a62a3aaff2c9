import type { RowPage, RowQuery } from '../control-api/routes/query-rows.ts';
import type { RowReferences } from '../control-api/routes/references.ts';
import type { ControlSandbox, SandboxSummary } from '../control-api/routes/sandboxes.ts';
import type { SearchResults } from '../control-api/routes/search.ts';
import type { ControlState } from '../control-api/routes/state.ts';
import type { MockClock } from '../controls/clock.ts';
import type { Fault, FaultScope } from '../controls/faults/fault-kinds.ts';
import type { FaultPreset } from '../controls/faults/fault-presets.ts';
import type { AddedFault, HeldCalls, MockFaults } from '../controls/faults/mock-faults.ts';
import type { FaultTarget } from '../controls/faults/operation-pattern.ts';
import type { JournalEntry } from '../controls/journal-entry.ts';
import type { MockJournal } from '../controls/mock-journal.ts';
import type { MockPolicies } from '../controls/policies.ts';
import type { PolicyDescription } from '../controls/policy-descriptions.ts';
import type { MockTokens } from '../controls/tokens.ts';
import type { MockHistory } from '../history/mock-history.ts';
import type { AddedOperation, FixedOperation } from '../operations/fixed-operation.ts';
import type { MockOperations } from '../operations/own-operations.ts';
import type { CreateSandboxOptions } from '../sandboxes/sandboxes.ts';
import type { Builders, Factories } from '../seed/factories.ts';
import type { ImportCounts, ImportOptions } from '../seed/import-rows.ts';
import type { SeedRowsWith } from '../seed/seed.ts';
import type { OperationReference } from '../shared/operation-reference.ts';
import type { NamedSnapshots } from '../snapshots/named-snapshots.ts';
import type { MockSnapshot, SnapshotJson, SnapshotOptions } from '../snapshots/snapshot.ts';
import type { RestoreOptions } from '../snapshots/snapshot-arguments.ts';
import type { OwnRow, OwnTableName, TableDefinition } from '../store/define-table.ts';
import type { MockTable, OwnTable } from '../store/mock-database.ts';
import type { Changes, Rows, TableName } from '../store/row-types.ts';
import type { EventsOptions, RemoteEvent } from './remote-events.ts';

/**
 * A part of a mock in another process. Its methods return promises, and so do numbers and flags, which change:
 * `await mock.db.customers.size`.
 */
export type Async<T> = T extends (...args: infer Arguments) => infer Result
  ? ((...args: Arguments) => Promise<AsyncResult<Result>>) & AsyncMembers<T>
  : AsyncMembers<T>;

type AsyncMembers<T> = { readonly [Key in keyof T]: AsyncMember<T[Key]> };

type AsyncMember<T> = [T] extends [string] ? T : [T] extends [number | boolean] ? Promise<T> : Async<T>;

/** A fault that was added has methods. Other results are data. */
type AsyncResult<T> = T extends HeldCalls ? RemoteHeldCalls : T extends AddedFault ? RemoteAddedFault : Awaited<T>;

/** A fault that was added to a mock in another process. */
export interface RemoteAddedFault extends Async<AddedFault> {}

/** The calls that wait because of a fault of a mock in another process. */
export interface RemoteHeldCalls extends Async<HeldCalls> {}

/** A table of a mock in another process. */
export interface RemoteTable<Name extends TableName> extends Async<MockTable<Name>>, RemoteQueries<Rows[Name]> {}

/** The methods that a table has only in a mock in another process. */
export interface RemoteQueries<Row> {
  /**
   * Returns the rows that match a query: all of them, or a page.
   *
   * @throws A TypeError if the query names an unknown column.
   * @example
   * ```ts
   * const { rows, total, cursor } = await remote.db.products.query({ search: 'desk', limit: 50 });
   * const next = await remote.db.products.query({ search: 'desk', limit: 50, cursor });
   *
   * // The prices, with their products, in one request:
   * const { rows: prices, included } = await remote.db.prices.query({ include: ['product_id'] });
   * console.log(included?.products?.[0]?.name);
   * ```
   */
  readonly query: (query?: RowQuery<Row>) => Promise<RowPage<Row>>;
  /** Returns the rows that refer to a row, and tells whether it can be deleted. Undefined if there is no such row. */
  readonly references: (id: string) => Promise<RowReferences | undefined>;
}

/** The tables of a mock in another process. */
export type RemoteDatabase = { readonly [Name in TableName]: RemoteTable<Name> };

/** The tables of a mock in another process with tables of your own. */
export type RemoteDatabaseWith<Own extends readonly TableDefinition[]> = Own extends readonly []
  ? RemoteDatabase
  : RemoteDatabase & {
      readonly [Table in Own[number] as OwnTableName<Table>]: RemoteOwnTable<Table>;
    };

/** A table that you added to a mock in another process. */
export interface RemoteOwnTable<Table extends TableDefinition>
  extends Async<OwnTable<Table>>,
    RemoteQueries<OwnRow<Table>> {}

/** The tokens of a mock in another process. */
export interface RemoteTokens extends Async<Omit<MockTokens, 'has' | 'redactUrl'>> {}

/** An operation that was added to a mock in another process. */
export interface RemoteAddedOperation<Given extends FixedOperation = FixedOperation>
  extends Omit<AddedOperation<Given>, 'remove'> {
  /** Removes the operation. Later calls get 404. */
  remove(): Promise<void>;
}

/** The operations of a mock in another process that the specification does not document. */
export interface RemoteOperations extends Async<Omit<MockOperations, 'add' | 'definitions'>> {
  /** Adds an operation with a fixed response. See {@link MockOperations.add}. */
  add<const Given extends FixedOperation>(operation: Given): Promise<RemoteAddedOperation<Given>>;
}

/** The faults of a mock in another process. */
export interface RemoteFaults extends Async<Omit<MockFaults, 'onWaiting' | 'add' | 'hold' | 'holdResponse'>> {
  /** Adds a fault or the faults of a preset. See {@link MockFaults.add}. */
  add<const On extends FaultTarget = '*'>(fault: Fault<On> | FaultPreset): Promise<RemoteAddedFault>;
  /** Holds matching calls until `release` is called. See {@link MockFaults.hold}. */
  hold<const On extends FaultTarget = '*'>(
    on: On | readonly On[],
    scope?: Omit<FaultScope<On>, 'on'>,
  ): Promise<RemoteHeldCalls>;
  /** Holds the responses of matching calls. See {@link MockFaults.holdResponse}. */
  holdResponse<const On extends FaultTarget = '*'>(
    on: On | readonly On[],
    scope?: Omit<FaultScope<On>, 'on'>,
  ): Promise<RemoteHeldCalls>;
}

/** The journal of a mock in another process. */
export interface RemoteJournal extends Async<Omit<MockJournal, 'list' | 'last' | 'waitFor' | 'subscribe'>> {
  /** Returns all entries, oldest first. */
  list(): Promise<readonly JournalEntry[]>;
  /** Returns the entries of an operation, oldest first. */
  list<Name extends OperationReference>(operation: Name): Promise<readonly JournalEntry<Name>[]>;
  /**
   * Returns the last entry.
   *
   * @throws A RangeError if there is none.
   */
  last(): Promise<JournalEntry>;
  /**
   * Returns the last entry of an operation.
   *
   * @throws A RangeError if there is none.
   */
  last<Name extends OperationReference>(operation: Name): Promise<JournalEntry<Name>>;
  /** Resolves with the first entry of an operation. See {@link MockJournal.waitFor}. */
  readonly waitFor: MockJournal['waitFor'];
}

/** The policies of a mock in another process. */
export interface RemotePolicies {
  /** Returns the policies. */
  get(): Promise<MockPolicies>;
  /** Describes the policies: their current values, defaults and possible values, and what they control. */
  describe(): Promise<readonly PolicyDescription[]>;
  /**
   * Sets the given policies, and returns all.
   *
   * @throws A TypeError if there is no such policy, or if it cannot have the value. Nothing changes then.
   */
  set(changes: Changes<MockPolicies>): Promise<MockPolicies>;
}

/** The snapshots that a mock in another process keeps under names. With persistence, they survive its restart. */
export interface RemoteSnapshots extends Async<Omit<NamedSnapshots, 'get'>> {
  /** Returns a snapshot as JSON without tokens, or undefined if there is none with this name. */
  get(name: string): Promise<SnapshotJson | undefined>;
}

/** The result of `importRows()`. */
export interface RemoteImport extends ImportCounts {
  /**
   * Deletes the inserted rows and restores the updated ones, except those that were changed or deleted since. Does
   * nothing if the import was already undone, or if the mock was reset.
   *
   * @throws An `InvalidRecordError` if rows that stay refer to inserted ones, or a `RangeError` if the history no
   * longer has the import. Nothing changes then.
   */
  undo(): Promise<void>;
}

/** Options of a `MasterDataClient` that calls a mock in another process. */
export interface RemoteClientOptions {
  /** The base URL of the API. */
  readonly baseUrl: string;
  /** A token of the first workspace. */
  readonly apiToken: string;
  /** The mock allows the headers `x-call-id` and `x-retry-count` to every page. */
  readonly callHeaders: boolean;
  /** The option `fetch` of `connectMock`, if there is one. */
  readonly fetch?: typeof fetch;
}

/**
 * A mock in another process. It has the methods of a `MockServer`, which return promises, and throws the same errors:
 * `TypeError`, `RangeError` and `InvalidRecordError`.
 */
export interface RemoteMock<Own extends readonly TableDefinition[] = readonly []> {
  /** The base URL of the API. */
  readonly baseUrl: string;
  /** The id of the first workspace, as of the connection or the last `reset`, `restore` or `state` of this object. */
  readonly workspace: string;
  /** A token of the first workspace, as of the same moment as {@link workspace}. */
  readonly token: string;
  /**
   * The options of a `MasterDataClient` that calls this mock.
   *
   * @example
   * ```ts
   * const client = new MasterDataClient(mock.clientOptions);
   * ```
   */
  readonly clientOptions: RemoteClientOptions;
  /** All tables. If you pass a function to `find` or `list`, it runs in this process on all rows. */
  readonly db: RemoteDatabaseWith<Own>;
  /** Creates records with sensible values: `await mock.create.customer({ name: 'Acme' })`. */
  readonly create: Async<Factories>;
  /** Returns fields for `db.*.insert` without storing them. */
  readonly build: Async<Builders>;
  /**
   * Writes rows of any tables together: all of them, or none if one is not valid. See `MockServer.importRows`.
   *
   * @throws An `InvalidRecordError` for the first table with invalid rows.
   */
  importRows(rows: SeedRowsWith<Own>, options?: ImportOptions): Promise<RemoteImport>;
  /** Choices for behavior that the specification leaves open. */
  readonly policies: RemotePolicies;
  /** Injects network and service failures. */
  readonly faults: RemoteFaults;
  /** The operations that the specification does not document. Adds and removes operations with a fixed response. */
  readonly operations: RemoteOperations;
  /** The clock of timestamps and rate limits. */
  readonly clock: Async<MockClock>;
  /** The most recent requests and responses. If you pass a function, it runs in this process. */
  readonly journal: RemoteJournal;
  /** The recent changes of the records, to undo them. */
  readonly history: Async<MockHistory>;
  /** Issues and revokes tokens. */
  readonly tokens: RemoteTokens;
  /** Snapshots that the mock keeps under names. */
  readonly snapshots: RemoteSnapshots;
  /** The sandboxes of the server. A sandbox has none itself. */
  readonly sandboxes: RemoteSandboxes;
  /** Finds rows of all tables by id or text. */
  search(
    text: string,
    options?: {
      /** The largest number of rows, up to 500. Default: 50. */
      readonly limit?: number | undefined;
    },
  ): Promise<SearchResults>;
  /**
   * Yields what happens in the mock: requests, changes of rows and settings. Connects again if the connection is lost.
   * Ends when you leave the loop or abort the signal.
   *
   * @throws A {@link ControlApiError} if the control API rejects the control token.
   * @example
   * ```ts
   * for await (const event of remote.events()) {
   *   if (event.type === 'request') console.log(event.requests.length);
   * }
   * ```
   */
  events(options?: EventsOptions): AsyncIterable<RemoteEvent>;
  /** Returns the state of the mock in numbers, and updates {@link workspace} and {@link token}. */
  state(): Promise<ControlState>;
  /**
   * Returns the current records and ids as JSON. It contains tokens only if you pass `{ tokens: true }`, and policies,
   * faults, clock, rate limits and added operations only if you pass `{ settings: true }`.
   */
  snapshot(options?: SnapshotOptions): Promise<SnapshotJson>;
  /**
   * Restores a snapshot of this mock or another one. See `MockServer.restore`.
   *
   * @throws A TypeError if it is not a snapshot of this version, or has rows that the API could not have created.
   */
  restore(snapshot: MockSnapshot | SnapshotJson, options?: RestoreOptions): Promise<void>;
  /** Restores the initial records, tokens, ids, policies, faults and clock, and clears the journal. */
  reset(): Promise<void>;
}

/** A sandbox in the list of a server. */
export interface RemoteSandboxSummary extends SandboxSummary {}

/** A sandbox of a server: its URLs and tokens. */
export interface RemoteSandbox extends ControlSandbox {
  /** Connects to the sandbox. Name your own tables for their types: `connect<[typeof notes]>()`. */
  connect<const Own extends readonly TableDefinition[] = readonly []>(): Promise<RemoteMock<Own>>;
}

/** The sandboxes of a server. */
export interface RemoteSandboxes {
  /**
   * Creates a sandbox.
   *
   * @throws A TypeError if the name or the token is not valid.
   * @throws A {@link ControlApiError} with status 409 if the name is taken, or 503 if there are too many sandboxes.
   * @example
   * ```ts
   * const sandbox = await remote.sandboxes.create({ name: 'worker-1' });
   * const mock = await sandbox.connect();
   * ```
   */
  create(options?: CreateSandboxOptions): Promise<RemoteSandbox>;
  /** Returns a sandbox, or undefined if there is none with this name. */
  get(name: string): Promise<RemoteSandbox | undefined>;
  /** Returns all sandboxes, sorted by name. */
  list(): Promise<readonly RemoteSandboxSummary[]>;
  /** Deletes a sandbox and drops its calls in progress. Returns whether it existed. */
  delete(name: string): Promise<boolean>;
}
