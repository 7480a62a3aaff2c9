import * as z from 'zod/mini';
import type { MockClock } from '../controls/clock.ts';
import { type FaultPreset, parsePreset } from '../controls/fault-presets.ts';
import { type Fault, parseFault } from '../controls/fault-schema.ts';
import type { MockFaults } from '../controls/faults.ts';
import type { MockJournal } from '../controls/journal.ts';
import { type DateInput, isDate } from '../controls/moment.ts';
import { guardPolicies, type MockPolicies, resolvePolicies } from '../controls/policies.ts';
import { type PoliciesFile, policiesFrom } from '../controls/policies-file.ts';
import type { MockSnapshot, SnapshotJson, SnapshotOptions } from '../controls/snapshot.ts';
import type { MockTokens, Principal } from '../controls/tokens.ts';
import type { Builders, Factories } from '../seed/factories.ts';
import type { ImportOptions } from '../seed/import-rows.ts';
import type { Seed, SeedRows } from '../seed/seed.ts';
import { assertOptionNames, type OptionNames } from '../shared/assert-option-names.ts';
import { parseBaseUrl } from '../shared/base-url.ts';
import type { MockRequest } from '../shared/messages.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import type { TimeSource } from '../shared/time.ts';
import type { MockDatabase } from '../store/mock-database.ts';
import { attachPersistence } from './attach.ts';
import { Engine, type EngineOptions, type MockRules } from './engine.ts';
import { fetchMock } from './fetch.ts';
import { type HandledRequest, handleRequest } from './handle-request.ts';
import { type ImportedRows, importInto } from './import.ts';
import { restoreOptionNames, snapshotOptionNames } from './option-names.ts';
import type { AttachedPersistence, Change, Persistence } from './persistence.ts';

/** Options of `createMockServer()`. */
export interface MockServerOptions {
  /** The URL of the mock. Its path is a prefix of every path. Default: `https://api.example.com`. */
  readonly baseUrl?: string | undefined;
  /** The initial data, also after `reset()`: rows, a function, or a snapshot. Default: one empty workspace. */
  readonly seed?: Seed | MockSnapshot | SnapshotJson | undefined;
  /**
   * Choices for behavior that the specification leaves open, or a policies file of `masterdata-sdk conformance`.
   * Default: see `docs/policies.md`.
   */
  readonly policies?: Partial<MockPolicies> | PoliciesFile | undefined;
  /** The permissions of {@link MockServer.token}. Default: all. */
  readonly permissions?: Principal['permissions'] | undefined;
  /** The time at which the clock stops, or a function that returns the time. Default: `Date.now`. */
  readonly clock?: DateInput | TimeSource | undefined;
  /** The seed of ids and random numbers. The same calls with the same seed return the same bytes. Default: 1. */
  readonly randomSeed?: number | undefined;
  /** The token of {@link MockServer.token}. Default: random. */
  readonly token?: string | undefined;
  /** The rate limit of each workspace. A short form of `policies.rateLimit`. Default: `off`. */
  readonly rateLimit?: MockPolicies['rateLimit'] | undefined;
  /** The initial faults, also after `reset()`. Default: none. */
  readonly faults?: readonly (Fault | FaultPreset)[] | undefined;
  /** The number of requests that the journal keeps; 0 turns it off. Default: 1000. */
  readonly journal?: number | undefined;
  /** The size limit of request bodies, in bytes. The mock responds to larger ones with 413. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
}

/** The names of the options of `createMockServer()`. */
export const mockOptionNames: OptionNames<MockServerOptions> = {
  baseUrl: true,
  seed: true,
  policies: true,
  permissions: true,
  clock: true,
  randomSeed: true,
  token: true,
  rateLimit: true,
  faults: true,
  journal: true,
  maxBodyBytes: true,
};

const listOfFaults = z.array(z.custom<Fault | FaultPreset>());

/** Options of a `MasterDataClient` that calls a mock. */
export interface MockClientOptions {
  /** {@link MockServer.baseUrl}. */
  readonly baseUrl: string;
  /** {@link MockServer.token}. */
  readonly apiToken: string;
  /** {@link MockServer.fetch}. */
  readonly fetch: MockServer['fetch'];
}

/** Options of `restore()`. */
export interface RestoreOptions {
  /** Whether calls in progress continue, on the restored records. Default: false. */
  readonly keepCalls?: boolean | undefined;
}

/** An in-memory mock of the service. */
export interface MockServer {
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
  readonly db: MockDatabase;
  /** Creates records with sensible values: `mock.create.customer({ name: 'Acme' })`. */
  readonly create: Factories;
  /** Returns fields for `db.*.insert` without storing them: `mock.build.customer({ name: 'Acme' })`. */
  readonly build: Builders;
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
  importRows(rows: SeedRows, options?: ImportOptions): ImportedRows;
  /** Choices for behavior that the specification leaves open. They can be set at any time. */
  readonly policies: MockPolicies;
  /** Injects network and service failures. */
  readonly faults: MockFaults;
  /** The clock of timestamps and rate limits. */
  readonly clock: MockClock;
  /** The most recent requests and responses. */
  readonly journal: MockJournal;
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
   * `{ settings: true }`, it also has policies, faults, clock and rate limits.
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
  /**
   * Restores the initial records, tokens, ids, policies, faults and clock, and clears the journal. Calls in progress
   * are dropped and change nothing.
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
   * API gets its response once its change is stored. If it cannot be stored, it is undone and the response has status
   * 500. Await it before the first call.
   *
   * Direct writes, for example by `db` or `reset`, take effect at once and are stored next. If that fails, an error is
   * printed, and the change is stored together with the next one. {@link flush} waits for it.
   *
   * @throws An Error if the stored state cannot be read or has a newer version. The mock and the stored state are then
   * unchanged.
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
export function createMockServer(options: MockServerOptions = {}): MockServer {
  return createMock(options).mock;
}

/**
 * Creates a mock that belongs to a server: it follows the rules of the server, which can close it.
 *
 * @throws The errors of {@link createMockServer}.
 */
export function createMock(
  options: MockServerOptions,
  rules?: MockRules,
): { readonly mock: MockServer; readonly engine: Engine } {
  const engine = new Engine(resolveOptions(options), rules);
  return { mock: toMockServer(engine, options.token === undefined), engine };
}

function toMockServer(engine: Engine, isTokenGenerated: boolean): MockServer {
  const { baseUrl, tokens, policies, faults, clock, journal } = engine;
  const handle: MockServer['handle'] = (request) => handleRequest(engine, request);
  const fetch: MockServer['fetch'] = (input, init) => fetchMock(handle, input, init);
  const guarded = guardPolicies(policies, () => engine.settingChanged('policies'));
  return {
    // Without a setter: `mock.policies = { … }` must not replace the policies with an object that the mock ignores.
    get baseUrl() {
      return baseUrl;
    },
    get policies() {
      return guarded;
    },
    get workspace() {
      return engine.workspace;
    },
    get token() {
      return engine.token;
    },
    isTokenGenerated,
    get clientOptions() {
      return { baseUrl, apiToken: engine.token, fetch };
    },
    tokens,
    get db() {
      return engine.db;
    },
    get create() {
      return engine.factories.create;
    },
    get build() {
      return engine.factories.build;
    },
    importRows: (rows, options) => importInto(engine, rows, options),
    faults,
    clock,
    journal,
    fetch,
    handle,
    snapshot(options = {}) {
      assertOptionNames('snapshot', options, snapshotOptionNames);
      return engine.snapshot(options);
    },
    restore(snapshot, options = {}) {
      assertOptionNames('restore', options, restoreOptionNames);
      engine.restore(snapshot);
      if (!options.keepCalls) engine.dropCalls();
    },
    reset: () => engine.reset(),
    onChange: (listener) => engine.changes.onChange(listener),
    persist: (persistence) => attachPersistence(engine, persistence),
    flush: async () => engine.changes.queue?.flush(),
  };
}

function resolveOptions(options: MockServerOptions): EngineOptions {
  assertOptionNames('createMockServer', options, mockOptionNames);
  const { randomSeed = 1, rateLimit, maxBodyBytes = 1024 * 1024, permissions, clock, token, seed = {} } = options;
  if (!Number.isInteger(randomSeed)) {
    throw new TypeError(`randomSeed: must be a whole number, received ${String(randomSeed)}`);
  }
  return {
    baseUrl: parseBaseUrl(options.baseUrl ?? 'https://api.example.com'),
    seed,
    policies: resolvePolicies({
      ...policiesFrom(options.policies ?? {}),
      ...(rateLimit !== undefined && { rateLimit }),
    }),
    permissions,
    // A copy: a reset uses the date again.
    clock: isDate(clock) ? new Date(clock) : clock,
    randomSeed,
    token,
    faults: parseOptions(listOfFaults, options.faults ?? [], 'faults').map(copyFault),
    journal: options.journal ?? 1000,
    maxBodyBytes: parseOptions(wholeNumber(0), maxBodyBytes, 'maxBodyBytes'),
  };
}

/** Copies a fault: a reset adds it again. Keeps the order of its properties, by which stored faults are compared. */
function copyFault(fault: Fault | FaultPreset): Fault | FaultPreset {
  if (typeof fault === 'string') return parsePreset(fault);
  parseFault(fault);
  return JSON.parse(JSON.stringify(fault));
}
