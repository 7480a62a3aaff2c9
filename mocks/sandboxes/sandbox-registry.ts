import { createSnapshot, type MockSnapshot, readSnapshot } from '../controls/snapshot.ts';
import { createMockServer, type MockServer, type MockServerOptions } from '../engine/create-mock-server.ts';
import { isSnapshot } from '../engine/engine.ts';
import type { AttachedPersistence } from '../engine/persistence.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { parseBaseUrl } from '../shared/base-url.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { randomToken } from '../shared/random-token.ts';
import type { Sandbox, Sandboxes, SandboxSummary } from './create-sandboxes.ts';
import { Locks } from './locks.ts';
import {
  assertSandboxName,
  type CreateSandboxOptions,
  createSandboxOptionNames,
  randomSandboxName,
  SandboxError,
  type SandboxesOptions,
} from './options.ts';
import { type SandboxRecord, SandboxStorage } from './sandbox-storage.ts';
import { startSweeping } from './sweep.ts';

/** A sandbox in memory. */
interface Entry extends SandboxRecord {
  readonly name: string;
  readonly mock: MockServer;
  readonly attached: AttachedPersistence | undefined;
  /** The token of the server that the sandbox accepts, if it was created on demand. */
  serverToken: string | undefined;
  uses: number;
}

/** Sandboxes in memory and in a store. Operations on the same name run one after another. */
export class SandboxRegistry implements Sandboxes {
  readonly baseUrl: string;
  readonly onDemand: boolean;
  readonly #options: MockServerOptions;
  readonly #seed: MockSnapshot;
  readonly #storage: SandboxStorage | undefined;
  readonly #maxActive: number;
  readonly #idleTimeout: number;
  readonly #ttl: number;
  /** The sandboxes in memory, the one that was unused for longest first. */
  readonly #entries = new Map<string, Entry>();
  /** The number of sandboxes that are being created or loaded. */
  #loading = 0;
  readonly #locks = new Locks();
  readonly #startedAt = Date.now();
  readonly #lastUsedAt = new Map<string, number>();
  readonly #stopSweeping: () => void;
  #isClosed = false;

  constructor(options: SandboxesOptions) {
    const {
      baseUrl = 'https://api.example.com',
      maxActive = 10_000,
      onDemand = false,
      persistence,
      idleTimeout,
      ttl,
      ...mockOptions
    } = options;
    const { origin, path } = parseBaseUrl(baseUrl);
    this.baseUrl = origin + path;
    this.onDemand = onDemand;
    this.#options = mockOptions;
    this.#maxActive = parseOptions(wholeNumber(1), maxActive, 'maxActive');
    this.#idleTimeout = parseTimeout(idleTimeout, 'idleTimeout');
    this.#ttl = parseTimeout(ttl, 'ttl');
    if (idleTimeout !== undefined && !persistence) {
      throw new TypeError('idleTimeout: must be absent without persistence, because an unloaded sandbox would be lost');
    }
    this.#storage = persistence && new SandboxStorage(persistence);
    this.#seed = createSeed(options);
    this.#stopSweeping = startSweeping(Math.min(this.#idleTimeout, this.#ttl), () => this.#sweep());
  }

  async create(options: CreateSandboxOptions = {}): Promise<Sandbox> {
    assertOptionNames('sandboxes.create', options, createSandboxOptionNames);
    const { name = randomSandboxName(), token } = options;
    assertSandboxName(name);
    return this.#exclusively(name, async () => {
      if (this.#entries.has(name) || (await this.#storage?.names())?.has(name)) {
        throw new SandboxError('exists', `sandbox "${name}": already exists`);
      }
      return this.#use(await this.#create(name, { token, isOnDemand: false }));
    });
  }

  async open(name: string): Promise<Sandbox | undefined> {
    assertSandboxName(name);
    const entry = this.#available(name) ?? (await this.#exclusively(name, () => this.#find(name)));
    return entry && this.#use(entry);
  }

  async openOrCreate(name: string, { token }: Pick<CreateSandboxOptions, 'token'> = {}): Promise<Sandbox> {
    assertSandboxName(name);
    const find = async () => (await this.#find(name)) ?? (await this.#create(name, { token, isOnDemand: true }));
    const entry = this.#available(name) ?? (await this.#exclusively(name, find));
    this.#acceptToken(entry, token);
    return this.#use(entry);
  }

  async list(): Promise<readonly SandboxSummary[]> {
    const names = new Set([...this.#entries.keys(), ...((await this.#storage?.names()) ?? [])]);
    return Array.from(names)
      .sort()
      .map((name) => ({ name, isLoaded: this.#entries.has(name), lastUsedAt: this.#lastUsedAt.get(name) }));
  }

  async delete(name: string): Promise<boolean> {
    assertSandboxName(name);
    return this.#exclusively(name, () => this.#delete(name));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopSweeping();
    const unload = (name: string) => this.#locks.run(name, () => this.#unload(name));
    await Promise.all(Array.from(this.#entries.keys(), unload));
  }

  /** Returns a sandbox in memory, unless another operation on it is in progress. */
  #available(name: string): Entry | undefined {
    this.#assertOpen();
    return this.#locks.isLocked(name) ? undefined : this.#entries.get(name);
  }

  #exclusively<T>(name: string, run: () => Promise<T>): Promise<T> {
    return this.#locks.run(name, () => {
      this.#assertOpen();
      return run();
    });
  }

  /** Returns a sandbox in memory, or loads it. */
  async #find(name: string): Promise<Entry | undefined> {
    const entry = this.#entries.get(name);
    const storage = this.#storage;
    if (entry || !storage || !(await storage.names()).has(name)) return entry;
    return this.#add(name, async () => {
      const mock = this.#createMock(name, undefined);
      const createRecord = () => ({ controlToken: randomToken('mdcontrol'), isOnDemand: false });
      const { attached, record } = await storage.load(name, mock, createRecord);
      return { ...record, name, mock, attached, serverToken: record.isOnDemand ? mock.token : undefined, uses: 0 };
    });
  }

  #create(name: string, { token, isOnDemand }: { token: string | undefined; isOnDemand: boolean }): Promise<Entry> {
    return this.#add(name, async () => {
      const mock = this.#createMock(name, token);
      const record = { controlToken: randomToken('mdcontrol'), isOnDemand };
      const attached = await this.#storage?.create(name, mock, record);
      return { ...record, name, mock, attached, serverToken: isOnDemand ? mock.token : undefined, uses: 0 };
    });
  }

  async #add(name: string, create: () => Promise<Entry>): Promise<Entry> {
    await this.#makeRoom();
    this.#loading += 1;
    try {
      const entry = await create();
      if (this.#isClosed) await entry.attached?.detach();
      this.#assertOpen();
      this.#entries.set(name, entry);
      return entry;
    } finally {
      this.#loading -= 1;
    }
  }

  #createMock(name: string, token: string | undefined): MockServer {
    const baseUrl = `${this.baseUrl}/sandboxes/${name}`;
    return createMockServer({ ...this.#options, baseUrl, seed: this.#seed, token });
  }

  /** Unloads sandboxes until there is room for another one. */
  async #makeRoom(): Promise<void> {
    while (this.#entries.size + this.#loading >= this.#maxActive) {
      const unused = this.#storage && [...this.#entries.values()].find(({ uses }) => uses === 0);
      if (!unused) {
        const advice = this.#storage ? 'All are in use.' : 'Delete one first.';
        throw new SandboxError('full', `sandboxes: at most ${this.#maxActive} can be in memory. ${advice}`);
      }
      await this.#locks.run(unused.name, () => this.#unloadIf(unused.name, () => unused.uses === 0));
    }
  }

  #use(entry: Entry): Sandbox {
    const { name, mock, controlToken } = entry;
    entry.uses += 1;
    this.#touch(entry);
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      entry.uses -= 1;
      if (this.#entries.get(name) === entry) this.#touch(entry);
    };
    return { name, mock, controlToken, release };
  }

  #touch(entry: Entry): void {
    this.#lastUsedAt.set(entry.name, Date.now());
    this.#entries.delete(entry.name);
    this.#entries.set(entry.name, entry);
  }

  /** Makes the token of the server open a sandbox that was created on demand. The server may have a new one. */
  #acceptToken(entry: Entry, token: string | undefined): void {
    if (token === undefined || entry.serverToken === undefined || entry.serverToken === token) return;
    entry.mock.tokens.issue({ token, permissions: this.#options.permissions });
    entry.serverToken = token;
  }

  async #delete(name: string): Promise<boolean> {
    const entry = this.#entries.get(name);
    this.#entries.delete(name);
    this.#lastUsedAt.delete(name);
    // Drops the calls in progress, so that none of them stores a change later.
    entry?.mock.reset();
    await entry?.attached?.detach().catch(() => undefined);
    const isStored = (await this.#storage?.names())?.has(name) === true;
    if (isStored) await this.#storage?.delete(name);
    return entry !== undefined || isStored;
  }

  async #unloadIf(name: string, condition: () => boolean): Promise<void> {
    if (this.#entries.has(name) && condition()) await this.#unload(name);
  }

  /** Removes a sandbox from memory. A sandbox whose changes cannot be stored stays. */
  async #unload(name: string): Promise<void> {
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#entries.delete(name);
    try {
      await entry.attached?.detach();
      // A call in progress whose change can no longer be stored must not be acknowledged.
      entry.mock.reset();
    } catch (error) {
      this.#entries.set(name, entry);
      throw error;
    }
  }

  /** Deletes and unloads the sandboxes whose time limits have passed. */
  #sweep(): void {
    this.#storage?.names().then(
      (names) => this.#sweepNames([...names, ...this.#entries.keys()]),
      (error: unknown) => report('sandboxes', error),
    );
    if (!this.#storage) this.#sweepNames(this.#entries.keys());
  }

  #sweepNames(names: Iterable<string>): void {
    for (const name of new Set(names)) {
      const isUnused = (limit: number) =>
        (this.#entries.get(name)?.uses ?? 0) === 0 &&
        Date.now() - (this.#lastUsedAt.get(name) ?? this.#startedAt) >= limit;
      const isExpired = isUnused(this.#ttl);
      if (!isExpired && !(this.#entries.has(name) && isUnused(this.#idleTimeout))) continue;
      this.#exclusively(name, async () => {
        // Somebody may have used it while this waited.
        if (isUnused(this.#ttl)) await this.#delete(name);
        else await this.#unloadIf(name, () => isUnused(this.#idleTimeout));
      }).catch((error: unknown) => report(`sandbox "${name}"`, error));
    }
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new SandboxError('closed', 'sandboxes: are closed');
  }
}

/** Returns the rows that all sandboxes share. They do not share tokens, not even those of a snapshot. */
function createSeed({ seed = {}, clock, randomSeed }: SandboxesOptions): MockSnapshot {
  const snapshot = isSnapshot(seed) ? readSnapshot(seed) : createMockServer({ seed, clock, randomSeed }).snapshot();
  return createSnapshot({ ...snapshot, tokens: undefined, token: undefined });
}

function parseTimeout(value: number | undefined, name: string): number {
  return value === undefined ? Number.POSITIVE_INFINITY : parseOptions(wholeNumber(1), value, name);
}

function report(subject: string, error: unknown): void {
  if (error instanceof SandboxError && error.code === 'closed') return;
  console.error(`${subject}: could not be unloaded or deleted:`, error);
}
