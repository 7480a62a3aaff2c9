import { assertSandboxFault } from '../controls/faults/sandbox-fault.ts';
import { createMock } from '../engine/create-mock-server.ts';
import type { EngineOptions } from '../engine/options.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { Expiry } from './expiry.ts';
import { LoadedSandbox, type SandboxParts } from './loaded-sandbox.ts';
import { Locks } from './locks.ts';
import { assertSandboxName, randomSandboxName, sandboxTokenProblem } from './sandbox-name.ts';
import { createRecord, SandboxStorage } from './sandbox-storage.ts';
import {
  type CreateSandboxOptions,
  createSandboxOptionNames,
  type OpenSandboxOptions,
  type Sandbox,
  SandboxError,
  type Sandboxes,
  type SandboxesOptions,
  type SandboxSummary,
} from './sandboxes.ts';

/** Options of sandboxes, with all defaults filled in. A limit is infinite if there is none. */
export interface RegistryOptions
  extends Readonly<Record<'maxActive' | 'maxSandboxes' | 'idleTimeout' | 'ttl', number>>,
    Pick<SandboxesOptions, 'persistence'> {
  /** The options of each mock, with the rows that all of them share. */
  readonly mock: EngineOptions;
  readonly onDemand: boolean;
}

/** Sandboxes in memory and in a store. Operations on the same name run one after another. */
export class SandboxRegistry implements Sandboxes {
  readonly baseUrl: string;
  readonly onDemand: boolean;
  readonly #options: EngineOptions;
  readonly #storage: SandboxStorage | undefined;
  readonly #maxActive: number;
  readonly #maxSandboxes: number;
  readonly #expiry: Expiry;
  /** The sandboxes in memory, the one that was unused for longest first. */
  readonly #loaded = new Map<string, LoadedSandbox>();
  /** The number of sandboxes that are being created or loaded. */
  #loading = 0;
  /** The names of sandboxes that are being created. */
  readonly #creating = new Set<string>();
  readonly #locks = new Locks();
  readonly #stopSweeping: () => void;
  #closing: Promise<void> | undefined;

  constructor({ mock, onDemand, maxActive, maxSandboxes, idleTimeout, ttl, persistence }: RegistryOptions) {
    this.#options = mock;
    this.baseUrl = mock.baseUrl.origin + mock.baseUrl.path;
    this.onDemand = onDemand;
    this.#maxActive = maxActive;
    this.#maxSandboxes = maxSandboxes;
    this.#expiry = new Expiry({ idleTimeout, ttl });
    this.#storage = persistence && new SandboxStorage(persistence);
    // Rejects wrong options here, and not when the first sandbox is created.
    this.#createMock('options', undefined);
    this.#stopSweeping = this.#expiry.startSweeping(() => this.#sweep());
  }

  async create(options: CreateSandboxOptions = {}): Promise<Sandbox> {
    assertOptionNames('sandboxes.create', options, createSandboxOptionNames);
    const { name = randomSandboxName(), token } = options;
    assertSandboxName(name);
    return this.#exclusively(name, async () => {
      if (this.#loaded.has(name) || (await this.#storage?.names())?.has(name)) {
        throw new SandboxError('exists', `sandbox "${name}": already exists`);
      }
      return (await this.#create(name, { token, isOnDemand: false })).use(true);
    });
  }

  async open(name: string, { counts = true }: OpenSandboxOptions = {}): Promise<Sandbox | undefined> {
    assertSandboxName(name);
    return (
      this.#available(name)?.use(counts) ?? this.#exclusively(name, async () => (await this.#find(name))?.use(counts))
    );
  }

  async openOrCreate(
    name: string,
    { token, counts = true }: Pick<CreateSandboxOptions, 'token'> & OpenSandboxOptions = {},
  ): Promise<Sandbox> {
    assertSandboxName(name);
    const use = (sandbox: LoadedSandbox) => {
      sandbox.acceptToken(token);
      return sandbox.use(counts);
    };
    const available = this.#available(name);
    if (available) return use(available);
    return this.#exclusively(name, async () =>
      use((await this.#find(name)) ?? (await this.#create(name, { token, isOnDemand: true }))),
    );
  }

  async list(): Promise<readonly SandboxSummary[]> {
    const names = await this.#names();
    return Array.from(names)
      .sort()
      .map((name) => ({ name, isLoaded: this.#loaded.has(name), lastUsedAt: this.#expiry.lastUsedAt(name) }));
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
    const unload = (sandbox: LoadedSandbox) => this.#locks.run(sandbox.name, () => this.#unload(sandbox));
    const results = await Promise.allSettled(Array.from(this.#loaded.values(), unload));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /** Returns the names of all sandboxes. */
  #names(): Promise<ReadonlySet<string>> {
    // No sandbox has the empty name. `close` waits for the lock.
    return this.#exclusively('', async () => {
      const stored = await this.#storage?.names();
      return new Set([...this.#loaded.keys(), ...(stored ?? [])]);
    });
  }

  /** Returns a sandbox in memory, unless another operation on it is in progress. */
  #available(name: string): LoadedSandbox | undefined {
    this.#assertOpen();
    return this.#locks.isLocked(name) ? undefined : this.#loaded.get(name);
  }

  #exclusively<T>(name: string, run: () => Promise<T>): Promise<T> {
    return this.#locks.run(name, () => {
      this.#assertOpen();
      return run();
    });
  }

  /** Returns a sandbox in memory, or loads it. */
  async #find(name: string): Promise<LoadedSandbox | undefined> {
    const loaded = this.#loaded.get(name);
    const storage = this.#storage;
    if (loaded || !storage || !(await storage.names()).has(name)) return loaded;
    return this.#add(async () => {
      const created = this.#createMock(name, undefined);
      return { ...created, ...(await storage.load(name, created.mock)), name };
    });
  }

  async #create(
    name: string,
    { token, isOnDemand }: { token: string | undefined; isOnDemand: boolean },
  ): Promise<LoadedSandbox> {
    this.#assertRoom(await this.#storage?.names());
    this.#creating.add(name);
    try {
      return await this.#add(async () => {
        const created = this.#createMock(name, token);
        const record = createRecord(isOnDemand);
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
    const existing = stored ?? this.#loaded;
    const isNew = (name: string) => !existing.has(name);
    const count = existing.size + [...this.#creating].filter(isNew).length;
    if (count < this.#maxSandboxes) return;
    const counted = stored ? 'counting stored ones' : 'all in memory';
    throw new SandboxError(
      'full',
      `sandboxes: at most ${this.#maxSandboxes} can exist, ${counted}. Delete one, or raise maxSandboxes (--max-sandboxes).`,
    );
  }

  async #add(create: () => Promise<SandboxParts>): Promise<LoadedSandbox> {
    await this.#reserve();
    try {
      const sandbox = new LoadedSandbox(await create(), this.#touch);
      this.#loaded.set(sandbox.name, sandbox);
      return sandbox;
    } finally {
      this.#loading -= 1;
    }
  }

  #createMock(name: string, token: string | undefined) {
    const { origin, path } = this.#options.baseUrl;
    const baseUrl = { origin, path: `${path}/sandboxes/${name}` };
    const options = { ...this.#options, baseUrl, token };
    return createMock(options, {
      assertFault: assertSandboxFault,
      tokenProblem: sandboxTokenProblem,
      idStream: name,
    });
  }

  /** Unloads sandboxes until there is room for another one, and takes the room before anyone else can. */
  async #reserve(): Promise<void> {
    while (this.#loaded.size + this.#loading >= this.#maxActive) {
      const unused = this.#storage ? this.#findUnused() : undefined;
      if (!unused) {
        const advice = this.#storage ? 'All are in use.' : 'Delete one first.';
        throw new SandboxError('full', `sandboxes: at most ${this.#maxActive} can be in memory. ${advice}`);
      }
      await this.#locks.run(unused.name, async () => {
        // Somebody may have used or unloaded it while this waited.
        if (!unused.isUsed && this.#loaded.get(unused.name) === unused) await this.#unload(unused);
      });
    }
    this.#loading += 1;
  }

  /** Returns the sandbox that was unused for longest. Prefers one without an operation in progress. */
  #findUnused(): LoadedSandbox | undefined {
    const unused = [...this.#loaded.values()].filter(({ isUsed }) => !isUsed);
    return unused.find(({ name }) => !this.#locks.isLocked(name)) ?? unused[0];
  }

  /** Remembers a use. An arrow function, because all sandboxes share it. */
  readonly #touch = (sandbox: LoadedSandbox): void => {
    const { name } = sandbox;
    // Its last use may end after it was deleted.
    if (this.#loaded.get(name) !== sandbox) return;
    this.#expiry.touch(name);
    this.#loaded.delete(name);
    this.#loaded.set(name, sandbox);
  };

  async #delete(name: string): Promise<boolean> {
    const isStored = (await this.#storage?.names())?.has(name) === true;
    const loaded = this.#loaded.get(name);
    await loaded?.end();
    try {
      if (isStored) await this.#storage?.delete(name);
    } finally {
      this.#loaded.delete(name);
      this.#expiry.forget(name);
      loaded?.announceEnd();
    }
    return loaded !== undefined || isStored;
  }

  /** Removes a sandbox from memory. A sandbox whose changes cannot be stored stays. */
  async #unload(sandbox: LoadedSandbox): Promise<void> {
    await sandbox.unload();
    this.#loaded.delete(sandbox.name);
  }

  /** Deletes and unloads the sandboxes whose time limits have passed. */
  #sweep(): void {
    this.#names().then(
      (names) => this.#sweepNames(names),
      (error: unknown) => report('sandboxes', error),
    );
  }

  #sweepNames(names: ReadonlySet<string>): void {
    const decide = (name: string) => this.#expiry.decide(name, this.#loaded.get(name));
    for (const name of names) {
      if (decide(name) === 'keep') continue;
      this.#exclusively(name, async () => {
        // Somebody may have used it while this waited.
        const decision = decide(name);
        const loaded = this.#loaded.get(name);
        if (decision === 'delete') await this.#delete(name);
        else if (decision === 'unload' && loaded) await this.#unload(loaded);
      }).catch((error: unknown) => report(`sandbox "${name}"`, error));
    }
  }

  #assertOpen(): void {
    if (this.#closing) throw new SandboxError('closed', 'sandboxes: are closed');
  }
}

function report(subject: string, error: unknown): void {
  if (error instanceof SandboxError && error.code === 'closed') return;
  console.error(`${subject}: could not be unloaded or deleted:`, error);
}
