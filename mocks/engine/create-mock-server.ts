import type { MockClock } from '../controls/clock.ts';
import type { MockFaults } from '../controls/faults/mock-faults.ts';
import type { MockJournal } from '../controls/mock-journal.ts';
import type { MockPolicies } from '../controls/policies.ts';
import type { MockTokens } from '../controls/tokens.ts';
import type { MockHistory } from '../history/mock-history.ts';
import type { MockOperations } from '../operations/own-operations.ts';
import type { Builders, Factories } from '../seed/factories.ts';
import type { ImportOptions } from '../seed/import-rows.ts';
import type { SeedRowsWith } from '../seed/seed.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import type { MockRequest } from '../shared/http-messages.ts';
import type { NamedSnapshots } from '../snapshots/named-snapshots.ts';
import type { MockSnapshot, SnapshotJson, SnapshotOptions } from '../snapshots/snapshot.ts';
import { type RestoreOptions, restoreOptionNames, snapshotOptionNames } from '../snapshots/snapshot-arguments.ts';
import type { AttachedPersistence, Change, Persistence } from '../state/persistence.ts';
import type { Database } from '../store/database.ts';
import type { TableDefinition } from '../store/define-table.ts';
import type { DatabaseWith } from '../store/mock-database.ts';
import { attachPersistence } from './attach-persistence.ts';
import { Engine, type MockRules } from './engine.ts';
import { fetchMock } from './fetch.ts';
import { type HandledRequest, handleRequest } from './handle-request.ts';
import { type ImportedRows, importInto, undoImport } from './import-into.ts';
import { type EngineOptions, type MockServerOptions, resolveOptions } from './options.ts';

/** Options of a `MasterDataClient` that calls a mock. */
export interface MockClientOptions {
  /** {@link MockServer.baseUrl}. */
  readonly baseUrl: string;
  /** {@link MockServer.token}. */
  readonly apiToken: string;
  /** {@link MockServer.fetch}. */
  readonly fetch: MockServer['fetch'];
  /** The mock allows the headers `x-call-id` and `x-retry-count` to every page. */
  readonly callHeaders: boolean;
}

/** An in-memory mock of the service. */
export interface MockServer<Own extends readonly TableDefinition[] = readonly []> {
  /** The URL that the mock pretends to be at, without a slash at the end. */
  readonly baseUrl: string;
  /** The id of the first workspace. */
  readonly workspace: string;
  /** A token of the first workspace, with the permissions of the option `permissions`. */
  readonly token: string;
  /** Whether {@link token} is random, because the option `token` was not given. */
  readonly isTokenGenerated: boolean;
  /**
   * The options of a `MasterDataClient` that calls this mock. Each read returns the current token.
   *
   * @example
   * ```ts
   * const client = new MasterDataClient(mock.clientOptions);
   * ```
   */
  readonly clientOptions: MockClientOptions;
  /** Issues and revokes tokens. */
  readonly tokens: MockTokens;
  /** All tables, including those without an endpoint: contacts, categories, prices, pricebooks, discounts, taxes … */
  readonly db: DatabaseWith<Own>;
  /** Creates records with sensible values: `mock.create.customer({ name: 'Acme' })`. */
  readonly create: Factories;
  /** Returns fields for `db.*.insert` without storing them: `mock.build.customer({ name: 'Acme' })`. */
  readonly build: Builders;
  /**
   * Runs direct writes that take effect together, in one change: all of them, or none if the function throws.
   *
   * @returns The value that the function returns.
   * @throws A TypeError if the function is asynchronous. Nothing changes then.
   * @example
   * ```ts
   * mock.transaction(() => {
   *   const customer = mock.create.customer();
   *   mock.create.address({ customer_id: customer.id });
   * });
   * ```
   */
  transaction<T>(run: () => T): T;
  /**
   * Writes rows of any tables together: all of them, or none if one is not valid. Rows may refer to rows that follow.
   *
   * @throws An {@link InvalidRecordError} for the first table with invalid rows. The path of an issue begins with the
   * index of the row: `2.email`. It lists at most 100 rows.
   * @example
   * ```ts
   * const imported = mock.importRows({ customers: [{ name: 'Acme', type: 'company' }] }, { existing: 'update' });
   * imported.undo();
   * ```
   */
  importRows(rows: SeedRowsWith<Own>, options?: ImportOptions): ImportedRows;
  /**
   * Undoes an import by its id. See {@link ImportedRows.undo}.
   *
   * @returns False if there is no such import, or if it was undone before.
   */
  undoImport(id: string): boolean;
  /** Choices for behavior that the specification leaves open. They can be set at any time. */
  readonly policies: MockPolicies;
  /** The operations that the specification does not document. Adds and removes operations with a fixed response. */
  readonly operations: MockOperations;
  /** The tables that the specification does not have, from the option `tables`. */
  readonly tables: readonly TableDefinition[];
  /** Injects network and service failures. */
  readonly faults: MockFaults;
  /** The clock of timestamps and rate limits. */
  readonly clock: MockClock;
  /** The most recent requests and responses. */
  readonly journal: MockJournal;
  /** The recent changes of the records, to undo them. */
  readonly history: MockHistory;
  /**
   * Sends a request to the mock, whatever its host. It has the signature of `fetch`, so that a client can use it. Like
   * `fetch`, it rejects if the signal of the request is aborted or a fault breaks the connection.
   *
   * @example
   * ```ts
   * const response = await mock.fetch('https://api.example.com/api/customers', {
   *   headers: { authorization: `Bearer ${mock.token}` },
   * });
   * ```
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Handles a request. `fetch` and the other adapters are built on it. Never rejects. */
  readonly handle: (request: MockRequest) => Promise<HandledRequest>;
  /**
   * Returns the current records, tokens and ids, to restore them later. Its JSON contains no tokens by default. With
   * `{ settings: true }`, it also has policies, faults, clock, rate limits and added operations.
   */
  snapshot(options?: SnapshotOptions): MockSnapshot;
  /**
   * Restores a snapshot of this mock or another one, or the JSON of a snapshot. `workspace` and `token` become those of
   * the mock that the snapshot was taken from. If the snapshot is JSON without tokens, the mock keeps its own tokens.
   *
   * Calls in progress are dropped and change nothing, unless `keepCalls` is true.
   *
   * @throws A TypeError if JSON is not a snapshot of this version or has rows that the API could not have created.
   * Nothing changes then.
   */
  restore(snapshot: MockSnapshot | SnapshotJson, options?: RestoreOptions): void;
  /** Snapshots under names. With persistence, they survive a restart. */
  readonly snapshots: NamedSnapshots;
  /**
   * Restores the initial records, tokens, ids, policies, faults and clock, and clears the journal. Keeps named
   * snapshots and added operations. Calls in progress are dropped and change nothing.
   */
  reset(): void;
  /**
   * Calls a function with each change of records, tokens or settings: a call of the API and a direct write, for example
   * by `db`, `create`, `tokens`, `policies`, `faults`, `restore` or `reset`, is one change each. With persistence, the
   * function is called once the change is stored. An error that it throws is printed and otherwise ignored. Returns a
   * function that stops this.
   *
   * The change contains the tokens of the mock.
   */
  onChange(listener: (change: Change) => void): () => void;
  /**
   * Restores the stored state of a mock, or stores the current state if there is none. From then on, each call of the
   * API gets its response once its change is stored. If it cannot be stored, the response has status 500 and the change
   * is undone, unless a direct write came after it. The counters of faults and rate limits stay, and are stored with
   * the next change. Await it before the first call.
   *
   * Direct writes, for example by `db` or `reset`, take effect at once and are stored next. If that fails, an error is
   * printed, and the change is stored together with the next one. {@link flush} waits for it.
   *
   * @throws An Error if the stored state cannot be read or has a newer version. The mock and the stored state are then
   * unchanged. Another Error if the state can be read but not written: the mock then has the stored rows, but does not
   * store its changes.
   */
  persist(persistence: Persistence): Promise<AttachedPersistence>;
  /**
   * Waits until all changes so far are stored. Resolves at once without persistence.
   *
   * @throws An Error if a change cannot be stored.
   */
  flush(): Promise<void>;
}

/**
 * Creates an in-memory mock of the service that implements the specification: records, references, workspaces, tokens
 * and errors.
 *
 * @throws A TypeError if an option is not valid, or an `InvalidRecordError` if the API could not have created the seed.
 * @example
 * ```ts
 * const mock = createMockServer({ seed: demo });
 * const client = new MasterDataClient(mock.clientOptions);
 * ```
 */
export function createMockServer<const Own extends readonly TableDefinition[] = readonly []>(
  options: MockServerOptions<Own> = {},
): MockServer<Own> {
  // The mock has the tables of the options, which TypeScript cannot see.
  return createMock(resolveOptions(options as MockServerOptions)).mock as unknown as MockServer<Own>;
}

/**
 * Creates a mock that belongs to a server: it follows the rules of the server, which can close it.
 *
 * @throws The errors of {@link createMockServer} that {@link resolveOptions} does not throw.
 */
export function createMock(
  options: EngineOptions,
  rules?: MockRules,
): { readonly mock: MockServer; readonly engine: Engine } {
  const engine = new Engine(options, rules);
  return { mock: new Mock(engine), engine };
}

/** The engine as tests use it. Its functions are fields, so that they can be passed on. */
class Mock implements MockServer {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
    Object.defineProperties(this, properties);
  }

  get baseUrl() {
    return this.#engine.baseUrl;
  }

  get workspace() {
    return this.#engine.workspace;
  }

  get token() {
    return this.#engine.token;
  }

  get isTokenGenerated() {
    return this.#engine.options.token === undefined;
  }

  get clientOptions() {
    return { baseUrl: this.baseUrl, apiToken: this.token, fetch: this.fetch, callHeaders: true };
  }

  get tokens() {
    return this.#engine.tokens;
  }

  get db() {
    return this.#engine.db;
  }

  get create() {
    return this.#engine.factories.create;
  }

  get build() {
    return this.#engine.factories.build;
  }

  get policies() {
    return this.#engine.assignablePolicies;
  }

  get operations() {
    return this.#engine.operations;
  }

  get tables() {
    return this.#engine.options.tables.own;
  }

  get faults() {
    return this.#engine.faults;
  }

  get clock() {
    return this.#engine.clock;
  }

  get journal() {
    return this.#engine.journal;
  }

  get history() {
    return this.#engine.history;
  }

  get snapshots() {
    return this.#engine.snapshots;
  }

  readonly transaction: MockServer['transaction'] = (run) => runTransaction(this.#engine.database, run);
  readonly importRows: MockServer['importRows'] = (rows, options) => importInto(this.#engine, rows, options);
  readonly undoImport: MockServer['undoImport'] = (id) => undoImport(this.#engine, id);
  readonly fetch: MockServer['fetch'] = (input, init) => fetchMock(this.handle, input, init);
  readonly handle: MockServer['handle'] = (request) => handleRequest(this.#engine, request);
  readonly snapshot: MockServer['snapshot'] = (options = {}) => {
    assertOptionNames('snapshot', options, snapshotOptionNames);
    return this.#engine.snapshot(options);
  };
  readonly restore: MockServer['restore'] = (snapshot, options = {}) => {
    assertOptionNames('restore', options, restoreOptionNames);
    this.#engine.restore(snapshot);
    if (!options.keepCalls) this.#engine.dropCalls();
  };
  readonly reset: MockServer['reset'] = () => this.#engine.reset();
  readonly onChange: MockServer['onChange'] = (listener) => this.#engine.state.onChange(listener);
  readonly persist: MockServer['persist'] = (persistence) => attachPersistence(this.#engine, persistence);
  readonly flush: MockServer['flush'] = async () => this.#engine.state.queue?.flush();
}

/**
 * The getters of a mock. Each mock gets them as own properties, so that `{ ...mock }` has them. They have no setter,
 * because `mock.policies = { … }` must not replace the policies with an object that the mock ignores. All mocks share
 * these functions. If each mock had its own, a sandbox would take 2 kB more.
 */
const { constructor: _, ...properties } = Object.getOwnPropertyDescriptors(Mock.prototype);
for (const getter of Object.values(properties)) getter.enumerable = true;

function runTransaction<T>(database: Database, run: () => T): T {
  return database.transaction(() => {
    const result = run();
    if (result instanceof Promise)
      throw new TypeError('transaction: must be a synchronous function, received a promise');
    return result;
  });
}
