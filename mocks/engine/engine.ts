import * as z from 'zod/mini';
import type { Redact } from '../../src/wire/redact-token.ts';
import type { ByteBudget } from '../controls/byte-budget.ts';
import { createClock, type StatefulClock } from '../controls/clock.ts';
import type { Fault } from '../controls/faults/fault-kinds.ts';
import type { FaultCall } from '../controls/faults/fault-match.ts';
import { type FaultDecision, Faults } from '../controls/faults/faults.ts';
import { Journal } from '../controls/journal.ts';
import type { MockPolicies } from '../controls/policies.ts';
import { type RateLimitDecision, RateLimiter } from '../controls/rate-limit.ts';
import {
  createSnapshot,
  isSnapshot,
  type MockSnapshot,
  type MockState,
  readSequences,
  readSnapshot,
  type SnapshotJson,
  type SnapshotOptions,
  withToken,
} from '../controls/snapshot.ts';
import { TokenStore } from '../controls/tokens.ts';
import { type Builders, createFactories, type Factories, FactorySequences } from '../seed/factories.ts';
import { applySeed } from '../seed/seed.ts';
import { errorMessage } from '../shared/errors.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { createRandom, hashText, type Random } from '../shared/random.ts';
import { Database } from '../store/database.ts';
import { createIdGenerator, type IdGenerator } from '../store/ids.ts';
import { createMockDatabase, type MockDatabase } from '../store/mock-database.ts';
import { shareRows } from '../store/tables.ts';
import type { ChangeQueue } from './change-queue.ts';
import { ChangeRecorder } from './change-recorder.ts';
import { History } from './history.ts';
import { NamedSnapshotStore } from './named-snapshots.ts';
import type { EngineOptions } from './options.ts';
import { createRoutes, type Routes } from './routes.ts';
import {
  controlSettingNames,
  createControlSettings,
  createStoredSettings,
  loadControls,
  type RecordSettings,
  type SettingName,
  type Settings,
  saveControls,
} from './settings.ts';
import type { ReadState } from './stored-state.ts';

const mockSchema = z.strictObject({ workspace: z.string(), token: z.optional(z.string()) });

/** Rules of the server that a mock belongs to. */
export interface MockRules {
  /** Throws an error for a fault that the mock must not have, however it arrives. */
  readonly assertFault?: (fault: Fault) => void;
  /** The bytes that the mock may take. */
  readonly budget?: ByteBudget;
  /** The name of the stream from which new ids are drawn. The ids of the seed do not depend on it. */
  readonly idStream?: string;
}

/** The parts of one mock and their lifecycle. */
export class Engine {
  readonly options: EngineOptions;
  readonly baseUrl: string;
  readonly routes: Routes;
  readonly clock: StatefulClock;
  readonly database: Database;
  readonly tokens: TokenStore;
  readonly policies: MockPolicies;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly rateLimiter = new RateLimiter();
  /** The id of the first workspace. */
  workspace = '';
  /** A token of the first workspace. */
  token = '';
  /** Changes when calls are dropped. A call that started in an earlier generation gets no response. */
  generation = 0;
  /** The number of resets. */
  resets = 0;
  /** The queue of the persistence, also while the stored state is loaded. Calls do not use it before that. */
  attached: ChangeQueue | undefined;
  readonly changes: ChangeRecorder;
  readonly history: History;
  readonly snapshots = new NamedSnapshotStore(this);
  /** Set after {@link close}. */
  #closed: Error | undefined;
  readonly #settings: Settings;
  readonly #controls: ReturnType<typeof createControlSettings>;
  readonly #ids: IdGenerator;
  readonly #random: Random;
  readonly #sequences = new FactorySequences(() => this.changes.addSetting('sequences'));
  #db: MockDatabase | undefined;
  #factories: ReturnType<typeof createFactories> | undefined;
  /** The state that `reset()` restores. */
  #initial: MockSnapshot;

  constructor(options: EngineOptions, { assertFault, budget, idStream }: MockRules = {}) {
    this.options = options;
    this.baseUrl = options.baseUrl.origin + options.baseUrl.path;
    this.routes = createRoutes(options.operations);
    this.policies = { ...options.policies };
    this.clock = createClock(options.clock, () => this.settingChanged('clock'));
    this.#ids = createIdGenerator(options.randomSeed, () => this.changes.queue?.isSharedDirectWrite === true);
    this.#random = createRandom(options.randomSeed);
    const firstWorkspace = () => this.workspace;
    this.database = new Database(options.tables, this.clock.now, this.#ids, {
      onBegin: () => {
        if (this.#closed) throw this.#closed;
      },
      onCommit: (writes) => this.changes.commit(writes),
      onDelete: (table, id) => table === 'workspaces' && this.tokens.revokeWorkspace(id),
    });
    const { operations } = options;
    const workspaceExists = (id: string) => this.database.table('workspaces').get(id.toLowerCase()) !== undefined;
    const tokenChanged = (token: string) => {
      this.changes.addToken(token);
      if (token === this.token) this.changes.addSetting('mock');
      this.#commitDirectWrite();
    };
    this.tokens = new TokenStore(this.#ids, workspaceExists, firstWorkspace, tokenChanged, operations);
    this.faults = new Faults(this.#random, () => this.settingChanged('faults'), { assertFault, operations });
    const redact: Redact = (text) => this.tokens.redact(text);
    const rowsOf: History['rowsOf'] = (change) => this.history.rowsOf(change);
    this.journal = new Journal(options.journal, this.baseUrl, redact, { budget, operations, rowsOf });
    this.#controls = createControlSettings(this);
    this.#settings = createStoredSettings(this.#controls, options, this.#recordSettings());
    const { database, tokens, snapshots } = this;
    this.changes = new ChangeRecorder({ database, tokens, snapshots, settings: this.#settings });
    this.#initial = this.#createInitialState();
    if (idStream !== undefined) this.#ids.stream = hashText(idStream);
    this.history = new History({
      database: this.database,
      redact,
      budget,
      requestsByChange: () => this.journal.requestsByChange(),
      runAs: (origin, run) => this.changes.runAs(origin, run),
      workspace: firstWorkspace,
      revokeOrphans: () => this.tokens.revokeOrphans(),
      continueIds: (ids) => {
        this.#ids.state = ids;
        this.changes.addSetting('ids');
      },
    });
    this.changes.history = this.history;
    if (budget) {
      budget.onChange = () => {
        this.history.fit();
        this.journal.fit();
      };
    }
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /**
   * Drops the calls in progress and all later ones, so that nobody writes to a mock that was deleted or unloaded.
   *
   * @param error Thrown by direct writes of rows from now on.
   */
  close(error: Error): void {
    this.#closed = error;
    this.dropCalls();
  }

  /** Ends {@link close}, for example because the changes could not be stored. */
  reopen(): void {
    this.#closed = undefined;
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
      ids: this.#ids.state,
      sequences: this.#sequences.snapshot(),
      settings: options?.settings ? saveControls(this.#controls) : undefined,
    };
    return createSnapshot(this.options.tables, state, options);
  }

  restore(snapshot: MockSnapshot | SnapshotJson): void {
    const state = readSnapshot(snapshot, this.options.tables);
    this.changes.runAs({ origin: 'snapshot', ids: this.#ids.state }, () =>
      this.database.transaction(() => this.#restore(state)),
    );
  }

  /**
   * Restores a stored state. Calls in progress are dropped.
   *
   * @returns A warning for each setting that this version cannot use. It keeps its initial value.
   */
  load({ snapshot, settings, snapshots }: ReadState): readonly string[] {
    const warnings: string[] = [];
    this.dropCalls();
    const { tables } = this.options;
    const rows = shareRows(tables, snapshot.rows, this.#initial.rows);
    this.restore(createSnapshot(tables, { ...snapshot, rows }));
    this.snapshots.load(snapshots);
    this.history.clear();
    // Sandboxes that version 1 has stored keep the stream that they shared.
    this.#settings.idStream.load(settings.get('idStream') ?? 0);
    // A generated token stays the same, also after a reset.
    if (this.options.token === undefined) this.#initial = withToken(tables, this.#initial, this.token);
    for (const name of controlSettingNames) {
      if (!settings.has(name)) continue;
      try {
        this.#settings[name].load(settings.get(name));
      } catch (error) {
        warnings.push(`The stored ${name} were dropped: ${errorMessage(error)}`);
      }
    }
    return warnings;
  }

  /** Makes the option `token` work after a state with another token was restored. */
  useOptionToken(): void {
    const { token } = this.options;
    if (token !== undefined && token !== this.token) this.#useToken(token);
  }

  /** Makes the token of this start work after a stored state was restored, also if it was revoked before. */
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
    this.database.transaction(() => {
      this.#resetControls();
      // The settings of the seed replace those of the options.
      this.restore(this.#initial);
    });
    this.history.clear();
    this.journal.clear();
  }

  /** Adds a setting to the change in progress, or makes a change of it. */
  settingChanged(name: SettingName): void {
    this.changes.addSetting(name);
    this.#commitDirectWrite();
  }

  /** Returns the effect of the faults that apply to a call, and counts the call. */
  nextFault(call: FaultCall, redact: Redact): FaultDecision {
    this.changes.addSetting('faults');
    return this.faults.next(call, redact);
  }

  /** Counts a call of a workspace. Returns undefined if there is no limit. */
  takeRateLimit(policies: MockPolicies, workspace: string): RateLimitDecision | undefined {
    if (policies.rateLimit !== 'off') this.changes.addSetting('rateLimits');
    return this.rateLimiter.take(policies, workspace, this.clock);
  }

  #restore(state: MockState): void {
    if (state.settings) {
      loadControls(this.#controls, state.settings);
      for (const name of controlSettingNames) this.changes.addSetting(name);
    }
    this.database.restore(state.rows);
    this.#sequences.restore(state.sequences);
    this.#ids.state = state.ids;
    const formerWorkspace = this.workspace;
    this.workspace = state.workspace;
    if (state.tokens) {
      this.tokens.restore(state.tokens);
      this.token = state.token ?? this.token;
    } else {
      this.tokens.moveFrom(formerWorkspace);
    }
    this.changes.addSetting('mock');
  }

  #commitDirectWrite(): void {
    if (!this.database.writes && !this.isClosed) this.changes.commit();
  }

  #recordSettings(): RecordSettings {
    return {
      mock: {
        // A revoked token is not stored.
        save: () => ({ workspace: this.workspace, ...(this.tokens.has(this.token) && { token: this.token }) }),
        load: (saved) => void Object.assign(this, parseOptions(mockSchema, saved, 'mock', ['token'])),
      },
      ids: {
        save: () => this.#ids.state,
        load: (saved) => {
          this.#ids.state = parseOptions(wholeNumber(0), saved, 'ids');
        },
      },
      idStream: {
        save: () => this.#ids.stream,
        load: (saved) => {
          this.#ids.stream = parseOptions(wholeNumber(0), saved, 'idStream');
        },
      },
      sequences: {
        save: () => Object.fromEntries(this.#sequences.snapshot()),
        load: (saved) => this.#sequences.restore(readSequences(saved)),
      },
    };
  }

  /** Creates the first workspace and its token, then applies the seed. A seed can refer to both. */
  #createInitialState(): MockSnapshot {
    const { seed, token, permissions } = this.options;
    this.workspace = this.database.insert('workspaces', { name: 'Default workspace' }, '').id;
    this.token = this.tokens.issue({ token, permissions }, 'createMockServer');
    const settings = isSnapshot(seed) && seed.settings !== undefined;
    const mock = { schema: this.options.tables, db: this.db, create: this.factories.create, workspace: this.workspace };
    if (isSnapshot(seed)) this.restore(seed);
    else if (typeof seed === 'function') applySeed(seed, mock);
    // Together, so that no price that the store adds has the id of a given one.
    else this.database.transaction(() => applySeed(seed, mock));
    // A snapshot brings its own token, and a seed may delete workspaces. The option `token` works in any case.
    this.#useToken(token ?? this.token);
    this.#addFaults();
    return this.snapshot({ settings });
  }

  #useToken(token: string): void {
    this.token = token;
    this.settingChanged('mock');
    if (!this.tokens.has(token)) this.tokens.issue({ token, permissions: this.options.permissions });
  }

  /** Sets the policies, faults, rate limits and clock as the options have them. */
  #resetControls(): void {
    const { policies, clock, randomSeed } = this.options;
    Object.assign(this.policies, policies);
    this.#random.state = randomSeed >>> 0;
    this.faults.clear();
    this.#addFaults();
    this.rateLimiter.reset();
    this.clock.resume();
    if (clock !== undefined && typeof clock !== 'function') this.clock.set(clock);
    this.changes.addSetting('policies');
    this.changes.addSetting('rateLimits');
  }

  #addFaults(): void {
    for (const fault of this.options.faults) this.faults.add(fault);
  }
}
