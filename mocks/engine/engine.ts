import { createClock, type DateInput, type MockClock } from '../controls/clock.ts';
import type { FaultPreset } from '../controls/fault-presets.ts';
import type { Fault } from '../controls/fault-schema.ts';
import { Faults } from '../controls/faults.ts';
import { Journal } from '../controls/journal.ts';
import type { MockPolicies } from '../controls/policies.ts';
import { RateLimiter } from '../controls/rate-limit.ts';
import {
  createSnapshot,
  type MockSnapshot,
  readSnapshot,
  type SnapshotJson,
  type SnapshotOptions,
} from '../controls/snapshot.ts';
import { type Principal, TokenStore } from '../controls/tokens.ts';
import { type Builders, createFactories, type Factories, FactorySequences } from '../seed/factories.ts';
import { applySeed, type Seed } from '../seed/seed.ts';
import type { BaseUrl } from '../shared/base-url.ts';
import { isObject } from '../shared/is-object.ts';
import { createRandom, type Random } from '../shared/random.ts';
import type { TimeSource } from '../shared/time.ts';
import { Database } from '../store/database.ts';
import { createIdGenerator, type IdGenerator } from '../store/ids.ts';
import { createMockDatabase, type MockDatabase } from '../store/mock-database.ts';

/** Options of a mock, with all defaults filled in. */
export interface EngineOptions {
  readonly baseUrl: BaseUrl;
  readonly seed: Seed | MockSnapshot | SnapshotJson;
  readonly policies: MockPolicies;
  readonly permissions: Principal['permissions'] | undefined;
  readonly clock: DateInput | TimeSource | undefined;
  readonly randomSeed: number;
  readonly token: string | undefined;
  readonly faults: readonly (Fault | FaultPreset)[];
  readonly journal: number;
  readonly maxBodyBytes: number;
}

/** The parts of one mock and their lifecycle. */
export class Engine {
  readonly options: EngineOptions;
  readonly baseUrl: string;
  readonly clock: MockClock;
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
  readonly #ids: IdGenerator;
  readonly #random: Random;
  readonly #sequences = new FactorySequences();
  #db: MockDatabase | undefined;
  #factories: ReturnType<typeof createFactories> | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #initial: MockSnapshot;

  constructor(options: EngineOptions) {
    this.options = options;
    this.baseUrl = options.baseUrl.origin + options.baseUrl.path;
    this.policies = { ...options.policies };
    this.clock = createClock(options.clock);
    this.#ids = createIdGenerator(options.randomSeed);
    this.#random = createRandom(options.randomSeed);
    const changed = () => this.#notify();
    const firstWorkspace = () => this.workspace;
    this.database = new Database(this.clock.now, this.#ids, {
      onChange: changed,
      onDelete: (table, id) => table === 'workspaces' && this.tokens.revokeWorkspace(id),
    });
    const workspaceExists = (id: string) => this.database.table('workspaces').get(id.toLowerCase()) !== undefined;
    this.tokens = new TokenStore(this.#ids, workspaceExists, firstWorkspace, changed);
    this.faults = new Faults(this.#random.next);
    this.journal = new Journal(options.journal, this.baseUrl, () => this.tokens.known);
    this.#initial = this.#createInitialState();
    this.#resetFaults();
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
    };
    return createSnapshot(state, options);
  }

  restore(snapshot: MockSnapshot | SnapshotJson): void {
    const state = readSnapshot(snapshot);
    this.database.restore(state.rows);
    this.#sequences.restore(state.sequences);
    this.#ids.state = state.ids;
    const formerWorkspace = this.workspace;
    this.workspace = state.workspace;
    if (state.tokens) {
      this.tokens.restore(state.tokens);
      this.token = state.token ?? this.token;
    } else {
      this.tokens.moveTo(this.workspace, formerWorkspace);
    }
    this.#notify();
  }

  /** Drops the calls in progress: their delays and holds end, and they change nothing. */
  dropCalls(): void {
    this.generation += 1;
    this.faults.interrupt();
  }

  reset(): void {
    this.dropCalls();
    this.restore(this.#initial);
    Object.assign(this.policies, this.options.policies);
    this.#resetFaults();
    this.rateLimiter.reset();
    this.journal.clear();
    this.clock.resume();
    const { clock } = this.options;
    if (clock !== undefined && typeof clock !== 'function') this.clock.set(clock);
  }

  /** Calls the listener after each change. Returns a function that stops this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Creates the first workspace and its token, then applies the seed. A seed can refer to both. */
  #createInitialState(): MockSnapshot {
    const { seed, token, permissions } = this.options;
    this.workspace = this.database.insert('workspaces', { name: 'Default workspace' }, '').id;
    this.token = this.tokens.issue({ token, permissions });
    if (isSnapshot(seed)) this.restore(seed);
    else applySeed(seed, this.db, this.factories.create);
    // A snapshot brings its own token, and a seed may delete workspaces. The option `token` works in any case.
    this.token = token ?? this.token;
    if (!this.tokens.has(this.token)) this.tokens.issue({ token: this.token, permissions });
    return this.snapshot();
  }

  #resetFaults(): void {
    this.#random.state = this.options.randomSeed;
    this.faults.clear();
    for (const fault of this.options.faults) this.faults.add(fault);
  }

  #notify(): void {
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch (error) {
        // The change has happened. A listener must not turn it into an error of the call that made it.
        console.error('A listener of onChange() threw an error:', error);
      }
    }
  }
}

/** Whether the initial data are a snapshot or its JSON. */
export function isSnapshot(seed: Seed | MockSnapshot | SnapshotJson): seed is MockSnapshot | SnapshotJson {
  return isObject(seed) && ('version' in seed || 'rows' in seed);
}
