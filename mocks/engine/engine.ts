import { clockCell, createClock, type MockClock } from '../controls/clock.ts';
import type { Fault } from '../controls/faults/fault-kinds.ts';
import { Faults } from '../controls/faults/faults.ts';
import { Journal } from '../controls/journal.ts';
import { createPolicies, type MockPolicies } from '../controls/policies.ts';
import { RateLimiter, rateLimitCell } from '../controls/rate-limit.ts';
import { type OwnToken, Tokens } from '../controls/tokens.ts';
import { History } from '../history/history.ts';
import { OwnOperations } from '../operations/own-operations.ts';
import { type Builders, createFactories, type Factories } from '../seed/factories.ts';
import { applySeed } from '../seed/import-rows.ts';
import { errorMessage } from '../shared/errors.ts';
import { wholeNumber } from '../shared/parse-options.ts';
import { hashText } from '../shared/random.ts';
import { NamedSnapshotStore } from '../snapshots/named-snapshots.ts';
import { readSequences, readSnapshot } from '../snapshots/read-snapshot.ts';
import {
  isSnapshot,
  type MockSnapshot,
  Snapshot,
  type SnapshotJson,
  type SnapshotOptions,
  snapshotSettingNames,
} from '../snapshots/snapshot.ts';
import type { ReadState } from '../snapshots/stored-state.ts';
import { type Cell, jsonForm } from '../state/cell.ts';
import type { ChangeQueue } from '../state/change-queue.ts';
import { State, type StateSnapshot } from '../state/state.ts';
import type { Database } from '../store/database.ts';
import { createMockDatabase, type MockDatabase } from '../store/mock-database.ts';
import { shareRows } from '../store/tables.ts';
import { hashSeed, ownCell, seedCell, sequencesCell, versionCell } from './cells.ts';
import type { EngineOptions } from './options.ts';

/** Rules of the server that a mock belongs to. */
export interface MockRules {
  /** Throws an error for a fault that the mock must not have, however it arrives. */
  readonly assertFault?: (fault: Fault) => void;
  /** The bytes that the history and the journal may each take. Default: a limit of their texts. */
  readonly logBytes?: number;
  /**
   * The error of calls without a valid token. With it, the token is checked before the path, so that the response does
   * not depend on anything else.
   */
  readonly tokenProblem?: string;
  /** The name of the stream from which new ids are drawn. The ids of the seed do not depend on it. */
  readonly idStream?: string;
}

/** The parts of one mock and their lifecycle. */
export class Engine {
  readonly options: EngineOptions;
  /** See {@link MockRules.tokenProblem}. */
  readonly tokenProblem: string | undefined;
  readonly baseUrl: string;
  readonly state: State;
  readonly operations: OwnOperations;
  readonly clock: MockClock;
  readonly tokens: Tokens;
  readonly faults: Faults;
  readonly rateLimiter: RateLimiter;
  readonly journal: Journal;
  readonly history: History;
  readonly snapshots: NamedSnapshotStore;
  /** Changes when calls are dropped. A call that started in an earlier generation gets no response. */
  generation = 0;
  /** The number of resets. */
  resets = 0;
  /** The queue of the persistence, even while the stored state is loaded. Calls do not use it before that. */
  attached: ChangeQueue | undefined;
  /** The policies as an object to assign to. */
  readonly assignablePolicies: MockPolicies;
  readonly #policies: Cell<MockPolicies>;
  readonly #own: Cell<OwnToken>;
  readonly #sequences: Cell<Readonly<Record<string, number>>>;
  readonly #idStream: Cell<number>;
  readonly #seedHash: Cell<number | undefined>;
  #db: MockDatabase | undefined;
  #factories: ReturnType<typeof createFactories> | undefined;
  /** The state that `reset()` restores. */
  readonly #initial: StateSnapshot;
  /** The token that a reset restores. */
  #initialToken: string;

  constructor(options: EngineOptions, { assertFault, logBytes, tokenProblem, idStream }: MockRules = {}) {
    const { randomSeed } = options;
    this.options = options;
    this.tokenProblem = tokenProblem;
    this.baseUrl = options.baseUrl.origin + options.baseUrl.path;
    const state = new State(options.tables, randomSeed, () => this.clock.now());
    this.state = state;
    state.cell('version', versionCell);
    this.operations = new OwnOperations(state, options.operations);
    const operations = () => this.operations.definitions;
    this.#own = state.cell('mock', ownCell);
    this.#idStream = state.cell('idStream', {
      initial: 0,
      json: jsonForm(wholeNumber(0), 'idStream'),
      onWrite: (stream) => {
        state.ids.stream = stream;
      },
    });
    this.#sequences = state.cell('sequences', sequencesCell);
    this.#seedHash = state.cell('seed', seedCell(options.seed));
    this.rateLimiter = new RateLimiter(state.cell('rateLimits', rateLimitCell));
    const policies = createPolicies(state, options.policies, () => this.rateLimiter.reset());
    this.#policies = policies.cell;
    this.assignablePolicies = policies.assignable;
    const { clock } = options;
    this.clock = createClock(state.cell('clock', clockCell(clock)), typeof clock === 'function' ? clock : undefined);
    this.tokens = new Tokens(state, this.#own, operations);
    this.faults = new Faults(state, { faults: options.faults, randomSeed, assertFault, operations });
    const redact = (text: string) => this.tokens.redact(text);
    const rowsOf: History['rowsOf'] = (change) => this.history.rowsOf(change);
    this.journal = new Journal(options.journal, this.baseUrl, redact, { maxBytes: logBytes, operations, rowsOf });
    this.snapshots = new NamedSnapshotStore({
      state,
      take: () => this.snapshot(),
      restore: (snapshot, { keepCalls }) => {
        this.restore(snapshot);
        this.useOptionToken();
        if (!keepCalls) this.dropCalls();
      },
    });
    this.#createInitialState();
    if (idStream !== undefined) this.#idStream.set(hashText(idStream));
    this.#initial = state.snapshot();
    this.#initialToken = this.token;
    this.history = new History({ state, tokens: this.tokens, journal: this.journal, maxBytes: logBytes });
  }

  get database(): Database {
    return this.state.database;
  }

  /** The id of the first workspace. */
  get workspace(): string {
    return this.#own.get().workspace;
  }

  /** A token of the first workspace. */
  get token(): string {
    return this.#own.get().token;
  }

  /** The current policies. */
  get policies(): MockPolicies {
    return this.#policies.get();
  }

  get isClosed(): boolean {
    return this.state.isClosed;
  }

  /**
   * Drops the calls in progress and all later ones, so that nobody writes to a mock that was deleted or unloaded.
   *
   * @param error Thrown by direct writes of rows from now on.
   */
  close(error: Error): void {
    this.state.close(error);
    this.dropCalls();
  }

  /** Ends {@link close}, for example because the changes could not be stored. */
  reopen(): void {
    this.state.close(undefined);
  }

  /** The tables as tests use them. Created on first use: an idle sandbox needs none. */
  get db(): MockDatabase {
    this.#db ??= createMockDatabase(this.database, () => this.workspace);
    return this.#db;
  }

  /** The factories and builders. Created on first use. */
  get factories(): { readonly create: Factories; readonly build: Builders } {
    this.#factories ??= createFactories(this.db, this.database, this.#sequences);
    return this.#factories;
  }

  snapshot(options?: SnapshotOptions): MockSnapshot {
    const state = {
      rows: this.database.snapshot(),
      tokens: this.tokens.snapshot(),
      workspace: this.workspace,
      token: this.token,
      ids: this.state.ids.state,
      sequences: readSequences(this.#sequences.get()),
      settings: options?.settings ? this.state.saveCells(snapshotSettingNames) : undefined,
    };
    return new Snapshot(this.options.tables, state, options);
  }

  restore(snapshot: MockSnapshot | SnapshotJson): void {
    const state = readSnapshot(snapshot, this.options.tables);
    this.state.runAs({ origin: 'snapshot', ids: this.state.ids.state }, () =>
      this.database.transaction(() => this.#replace(state)),
    );
  }

  /**
   * Restores a stored state. Calls in progress are dropped.
   *
   * @returns A warning for each setting that this version cannot use. It keeps its initial value.
   */
  load({ snapshot, settings, snapshots }: ReadState): readonly string[] {
    this.dropCalls();
    const { tables } = this.options;
    const rows = shareRows(tables, snapshot.rows, this.#initial.rows);
    this.restore(new Snapshot(tables, { ...snapshot, rows }));
    this.snapshots.load(snapshots);
    this.history.clear();
    // Sandboxes that version 1 has stored keep the stream that they shared.
    const seed = settings.get('seed');
    this.state.loadCells({ idStream: settings.get('idStream') ?? 0, ...(seed !== undefined && { seed }) });
    // A generated token stays the same, even after a reset.
    if (this.options.token === undefined) this.#initialToken = this.token;
    // `restore` has set the other ones, or they are above.
    return snapshotSettingNames.flatMap((key) => {
      try {
        if (!settings.has(key)) return [];
        const value = settings.get(key);
        this.state.applyRecord({ collection: 'settings', key, position: 0, value });
        return key === 'operations' ? this.operations.warningsFor(value) : [];
      } catch (error) {
        return [`The stored ${key} were dropped: ${errorMessage(error)}`];
      }
    });
  }

  /** Whether the restored records began with another seed than that of the options. */
  get isSeedChanged(): boolean {
    const hash = this.#seedHash.get();
    return hash !== undefined && hash !== hashSeed(this.options.seed);
  }

  /** Makes the option `token` work after a state with another token was restored. */
  useOptionToken(): void {
    const { token } = this.options;
    if (token !== undefined && token !== this.token) this.#useToken(token);
  }

  /** Makes the token of this start work after a stored state was restored, even if it was revoked before. */
  useStartToken(): void {
    const token = this.options.token ?? this.token;
    if (token !== this.token || !this.tokens.has(token)) this.#useToken(token);
  }

  /** Drops the calls in progress: their delays and holds end, and they change nothing. */
  dropCalls(): void {
    this.generation += 1;
    this.faults.interrupt();
  }

  reset(): void {
    this.dropCalls();
    this.resets += 1;
    this.state.runAs({ origin: 'snapshot' }, () =>
      this.database.transaction(() => {
        this.state.restore(this.#initial, ['idStream', 'operations']);
        if (this.token !== this.#initialToken) this.tokens.rename(this.token, this.#initialToken);
      }),
    );
    this.history.clear();
    this.journal.clear();
  }

  #replace({ rows, tokens, workspace, token = this.token, ids, sequences, settings }: MockSnapshot): void {
    const former = this.workspace;
    if (settings) this.state.loadCells({ ...settings });
    this.database.restore(rows);
    this.#sequences.set(Object.fromEntries(sequences));
    this.state.ids.state = ids;
    this.#own.set({ ...this.#own.get(), workspace });
    if (tokens) {
      this.tokens.restore(tokens);
      this.#own.set({ workspace, token, isRevoked: !tokens.has(token) });
    } else {
      this.tokens.moveFrom(former);
    }
  }

  /** Creates the first workspace and its token, then applies the seed. A seed can refer to both. */
  #createInitialState(): void {
    const { seed, token, permissions } = this.options;
    const workspace = this.database.insert('workspaces', { name: 'Default workspace' }, '').id;
    this.#own.set({ workspace, token: '' });
    this.#useToken(this.tokens.issue({ token, permissions }, 'createMockServer'));
    // Outside of a transaction, which would compare all rows.
    if (isSnapshot(seed)) this.#replace(readSnapshot(seed, this.options.tables));
    else applySeed(seed, this);
    // A snapshot brings its own token, and a seed may delete workspaces. The option `token` works in any case.
    this.#useToken(token ?? this.token);
    for (const fault of this.options.faults) this.faults.add(fault);
  }

  #useToken(token: string): void {
    this.state.write(() => {
      this.#own.set({ workspace: this.workspace, token });
      if (!this.tokens.has(token)) this.tokens.issue({ token, permissions: this.options.permissions });
    });
  }
}
