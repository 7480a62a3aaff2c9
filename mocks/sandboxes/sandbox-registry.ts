import { assertSharedOriginFault } from '../controls/shared-origin.ts';
import { createSnapshot, isSnapshot, type MockSnapshot, readSnapshot } from '../controls/snapshot.ts';
import { createMock, createMockServer, type MockServer, type MockServerOptions } from '../engine/create-mock-server.ts';
import type { Engine } from '../engine/engine.ts';
import type { AttachedPersistence } from '../engine/persistence.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { parseBaseUrl } from '../shared/base-url.ts';
import { HttpError } from '../shared/http-error.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { randomToken } from '../shared/random.ts';
import type { Sandbox, Sandboxes, SandboxSummary } from './create-sandboxes.ts';
import { Locks } from './locks.ts';
import {
  assertSandboxName,
  type CreateSandboxOptions,
  createSandboxOptionNames,
  type OpenSandboxOptions,
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
  readonly engine: Engine;
  readonly attached: AttachedPersistence | undefined;
  /** The token of the server that the sandbox accepts, if it was created on demand. */
  serverToken: string | undefined;
  /** The uses that have not ended. They keep the sandbox in memory. */
  uses: number;
  /** The number of those that count for the time limits. They also keep the sandbox from being deleted. */
  countedUses: number;
}

/** Sandboxes in memory and in a store. Operations on the same name run one after another. */
export class SandboxRegistry implements Sandboxes {
  readonly baseUrl: string;
  readonly onDemand: boolean;
  readonly #options: MockServerOptions;
  readonly #seed: MockSnapshot;
  readonly #storage: SandboxStorage | undefined;
  readonly #maxActive: number;
  readonly #maxSandboxes: number;
  readonly #idleTimeout: number;
  readonly #ttl: number;
  /** The sandboxes in memory, the one that was unused for longest first. */
  readonly #entries = new Map<string, Entry>();
  /** The number of sandboxes that are being created or loaded. */
  #loading = 0;
  /** The names of sandboxes that are being created. */
  readonly #creating = new Set<string>();
  readonly #locks = new Locks();
  readonly #startedAt = Date.now();
  readonly #lastUsedAt = new Map<string, number>();
  readonly #stopSweeping: () => void;
  #closing: Promise<void> | undefined;

  constructor(options: SandboxesOptions) {
    const {
      baseUrl = 'https://api.example.com',
      maxActive = 10_000,
      maxSandboxes,
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
    this.#maxSandboxes = parseLimit(maxSandboxes, 'maxSandboxes');
    this.#idleTimeout = parseLimit(idleTimeout, 'idleTimeout');
    this.#ttl = parseLimit(ttl, 'ttl');
    if (idleTimeout !== undefined && !persistence) {
      throw new TypeError('idleTimeout: must be absent without persistence, because an unloaded sandbox would be lost');
    }
    this.#storage = persistence && new SandboxStorage(persistence);
    this.#seed = createSeed(options);
    // Rejects wrong options here, and not when the first sandbox is created.
    this.#createMock('options', undefined);
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

  async open(name: string, { counts = true }: OpenSandboxOptions = {}): Promise<Sandbox | undefined> {
    assertSandboxName(name);
    const entry = this.#available(name);
    if (entry) return this.#use(entry, counts);
    return this.#exclusively(name, async () => {
      const found = await this.#find(name);
      return found && this.#use(found, counts);
    });
  }

  async openOrCreate(
    name: string,
    { token, counts = true }: Pick<CreateSandboxOptions, 'token'> & OpenSandboxOptions = {},
  ): Promise<Sandbox> {
    assertSandboxName(name);
    const use = (entry: Entry) => {
      this.#acceptToken(entry, token);
      return this.#use(entry, counts);
    };
    const entry = this.#available(name);
    if (entry) return use(entry);
    return this.#exclusively(name, async () =>
      use((await this.#find(name)) ?? (await this.#create(name, { token, isOnDemand: true }))),
    );
  }

  async list(): Promise<readonly SandboxSummary[]> {
    const names = await this.#names();
    return Array.from(names)
      .sort()
      .map((name) => ({ name, isLoaded: this.#entries.has(name), lastUsedAt: this.#lastUsedAt.get(name) }));
  }

  async delete(name: string): Promise<boolean> {
    assertSandboxName(name);
    return this.#exclusively(name, () => this.#delete(name));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#stopSweeping();
    // Operations in progress end first: what they store must not come after the store is closed.
    await this.#locks.idle();
    const unload = (entry: Entry) => this.#locks.run(entry.name, () => this.#unload(entry));
    const results = await Promise.allSettled(Array.from(this.#entries.values(), unload));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /** Returns the names of all sandboxes. */
  #names(): Promise<ReadonlySet<string>> {
    // No sandbox has the empty name. `close` waits for the lock.
    return this.#exclusively('', async () => {
      const stored = await this.#storage?.names();
      return new Set([...this.#entries.keys(), ...(stored ?? [])]);
    });
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
      const created = this.#createMock(name, undefined);
      const createRecord = () => ({ controlToken: randomToken('mdcontrol'), isOnDemand: false });
      const { attached, record } = await storage.load(name, created.mock, createRecord);
      return { ...created, ...record, name, attached };
    });
  }

  async #create(
    name: string,
    { token, isOnDemand }: { token: string | undefined; isOnDemand: boolean },
  ): Promise<Entry> {
    this.#assertRoom(await this.#storage?.names());
    this.#creating.add(name);
    try {
      return await this.#add(name, async () => {
        const created = this.#createMock(name, token);
        const record = { controlToken: randomToken('mdcontrol'), isOnDemand };
        const attached = await this.#storage?.create(name, created.mock, record);
        return { ...created, ...record, name, attached };
      });
    } finally {
      this.#creating.delete(name);
    }
  }

  /**
   * Checks that another sandbox may exist. Nothing is deleted to make room: stored sandboxes belong to their users.
   *
   * @param stored The names of the stored sandboxes. With a store, all of them are stored.
   * @throws A {@link SandboxError} if there are too many.
   */
  #assertRoom(stored: ReadonlySet<string> | undefined): void {
    const existing = stored ?? this.#entries;
    const isNew = (name: string) => !existing.has(name);
    const count = existing.size + [...this.#creating].filter(isNew).length;
    if (count < this.#maxSandboxes) return;
    const counted = stored ? 'counting stored ones' : 'all in memory';
    throw new SandboxError(
      'full',
      `sandboxes: at most ${this.#maxSandboxes} can exist, ${counted}. Delete one, or raise maxSandboxes (--max-sandboxes).`,
    );
  }

  async #add(name: string, create: () => Promise<Omit<Entry, 'serverToken' | 'uses' | 'countedUses'>>): Promise<Entry> {
    await this.#reserve();
    try {
      const created = await create();
      const serverToken = created.isOnDemand ? created.mock.token : undefined;
      const entry = { ...created, serverToken, uses: 0, countedUses: 0 };
      this.#entries.set(name, entry);
      return entry;
    } finally {
      this.#loading -= 1;
    }
  }

  #createMock(name: string, token: string | undefined) {
    const baseUrl = `${this.baseUrl}/sandboxes/${name}`;
    const options = { ...this.#options, baseUrl, seed: this.#seed, token };
    return createMock(options, { assertFault: assertSharedOriginFault });
  }

  /** Unloads sandboxes until there is room for another one, and takes the room before anyone else can. */
  async #reserve(): Promise<void> {
    while (this.#entries.size + this.#loading >= this.#maxActive) {
      const unused = this.#storage ? this.#findUnused() : undefined;
      if (!unused) {
        const advice = this.#storage ? 'All are in use.' : 'Delete one first.';
        throw new SandboxError('full', `sandboxes: at most ${this.#maxActive} can be in memory. ${advice}`);
      }
      await this.#locks.run(unused.name, () => this.#unloadIf(unused, () => unused.uses === 0));
    }
    this.#loading += 1;
  }

  /** Returns the sandbox that was unused for longest. Prefers one without an operation in progress. */
  #findUnused(): Entry | undefined {
    const unused = [...this.#entries.values()].filter(({ uses }) => uses === 0);
    return unused.find(({ name }) => !this.#locks.isLocked(name)) ?? unused[0];
  }

  #use(entry: Entry, counts = true): Sandbox {
    const { name, mock, controlToken } = entry;
    entry.uses += 1;
    let isCounted = false;
    let isReleased = false;
    const touch = () => {
      if (isCounted || isReleased) return;
      isCounted = true;
      entry.countedUses += 1;
      this.#touch(entry);
    };
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      entry.uses -= 1;
      if (!isCounted) return;
      entry.countedUses -= 1;
      this.#touch(entry);
    };
    if (counts) touch();
    return { name, mock, controlToken, touch, release };
  }

  #touch(entry: Entry): void {
    // Its last use may end after it was deleted.
    if (this.#entries.get(entry.name) !== entry) return;
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
    const isStored = (await this.#storage?.names())?.has(name) === true;
    const entry = this.#entries.get(name);
    // Callers may still have the mock. They must not write to it: nobody would ever see it.
    entry?.engine.close(new HttpError(404, `sandbox "${name}": was deleted`));
    await entry?.attached?.detach().catch(() => entry.attached?.abandon());
    try {
      if (isStored) await this.#storage?.delete(name);
    } finally {
      this.#entries.delete(name);
      this.#lastUsedAt.delete(name);
      // Tells the readers of its events.
      entry?.mock.journal.clear();
    }
    return entry !== undefined || isStored;
  }

  async #unloadIf(entry: Entry, condition: () => boolean): Promise<void> {
    // Another sandbox may have its name by now.
    if (this.#entries.get(entry.name) === entry && condition()) await this.#unload(entry);
  }

  /** Removes a sandbox from memory. A sandbox whose changes cannot be stored stays. */
  async #unload({ name, engine, attached }: Entry): Promise<void> {
    // First, so that no change comes after the last stored one.
    engine.close(new HttpError(404, `sandbox "${name}": is no longer in memory. Open it again.`));
    try {
      await attached?.detach();
    } catch (error) {
      engine.reopen();
      throw error;
    }
    this.#entries.delete(name);
  }

  /** Deletes and unloads the sandboxes whose time limits have passed. */
  #sweep(): void {
    this.#names().then(
      (names) => this.#sweepNames(names),
      (error: unknown) => report('sandboxes', error),
    );
  }

  #sweepNames(names: ReadonlySet<string>): void {
    for (const name of names) {
      const isPast = (limit: number) => Date.now() - (this.#lastUsedAt.get(name) ?? this.#startedAt) >= limit;
      const isExpired = () => (this.#entries.get(name)?.countedUses ?? 0) === 0 && isPast(this.#ttl);
      const isIdle = () => this.#entries.get(name)?.uses === 0 && isPast(this.#idleTimeout);
      if (!isExpired() && !isIdle()) continue;
      this.#exclusively(name, async () => {
        // Somebody may have used it while this waited.
        const entry = this.#entries.get(name);
        if (isExpired()) await this.#delete(name);
        else if (entry) await this.#unloadIf(entry, isIdle);
      }).catch((error: unknown) => report(`sandbox "${name}"`, error));
    }
  }

  #assertOpen(): void {
    if (this.#closing) throw new SandboxError('closed', 'sandboxes: are closed');
  }
}

/** Returns the rows that all sandboxes share. They do not share tokens, not even those of a snapshot. */
function createSeed({ seed = {}, clock, randomSeed }: SandboxesOptions): MockSnapshot {
  const snapshot = isSnapshot(seed) ? readSnapshot(seed) : createMockServer({ seed, clock, randomSeed }).snapshot();
  return createSnapshot({ ...snapshot, tokens: undefined, token: undefined });
}

function parseLimit(value: number | undefined, name: string): number {
  return value === undefined ? Number.POSITIVE_INFINITY : parseOptions(wholeNumber(1), value, name);
}

function report(subject: string, error: unknown): void {
  if (error instanceof SandboxError && error.code === 'closed') return;
  console.error(`${subject}: could not be unloaded or deleted:`, error);
}
