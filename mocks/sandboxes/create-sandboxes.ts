import { createSnapshot, type MockSnapshot, readSnapshot } from '../controls/snapshot.ts';
import { createMockServer, type MockServer } from '../engine/create-mock-server.ts';
import { isSnapshot } from '../engine/engine.ts';
import { parseBaseUrl } from '../shared/base-url.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { assertSandboxName, type CreateSandboxOptions, SandboxError, type SandboxesOptions } from './options.ts';
import { startSweeping } from './sweep.ts';

/** A mock with a name, which shares nothing with others. */
export interface Sandbox {
  readonly name: string;
  /** The mock. Its `clientOptions` create a client for the sandbox. */
  readonly mock: MockServer;
  /** A token for the control API of this sandbox only. */
  readonly controlToken: string;
  /** Ends this use. With `ttl`, a sandbox expires only after every use has ended. */
  release(): void;
}

/** A sandbox in a list. */
export interface SandboxSummary {
  readonly name: string;
  /** The time of the last use, in milliseconds since 1970. */
  readonly lastUsedAt: number;
}

/** Mocks that share a seed, but no changes. */
export interface Sandboxes {
  /** The URL below which the sandboxes are, without a slash at the end. */
  readonly baseUrl: string;
  /** Whether a request over HTTP creates the sandbox that it names. */
  readonly onDemand: boolean;
  /**
   * Creates a sandbox.
   *
   * @throws A TypeError if the name or the token is not valid.
   * @throws A {@link SandboxError} if the name is taken or there are `maxActive` sandboxes.
   * @example
   * ```ts
   * const sandboxes = createSandboxes({ seed: demo });
   * const { mock } = await sandboxes.create({ name: 'worker-1' });
   * const client = new MasterDataClient(mock.clientOptions);
   * ```
   */
  create(options?: CreateSandboxOptions): Promise<Sandbox>;
  /** Returns a sandbox for use, or undefined if there is none. */
  open(name: string): Promise<Sandbox | undefined>;
  /** Returns a sandbox for use. Creates it if there is none. Parallel calls return the same sandbox. */
  openOrCreate(name: string, options?: Pick<CreateSandboxOptions, 'token'>): Promise<Sandbox>;
  /** Returns all sandboxes, sorted by name. */
  list(): Promise<readonly SandboxSummary[]>;
  /** Deletes a sandbox and drops its calls in progress. Returns whether it existed. */
  delete(name: string): Promise<boolean>;
  /** Deletes the sandboxes from memory. Later calls reject. */
  close(): Promise<void>;
}

/** A sandbox in memory. */
interface Entry {
  readonly name: string;
  readonly mock: MockServer;
  readonly controlToken: string;
  uses: number;
  lastUsedAt: number;
}

/**
 * Creates mocks that share the rows of a seed until they write.
 *
 * @throws A TypeError if an option is not valid, or an `InvalidRecordError` if the API could not have created the seed.
 */
export function createSandboxes(options: SandboxesOptions = {}): Sandboxes {
  return new SandboxRegistry(options);
}

class SandboxRegistry implements Sandboxes {
  readonly baseUrl: string;
  readonly onDemand: boolean;
  readonly #options: SandboxesOptions;
  readonly #seed: MockSnapshot;
  readonly #maxActive: number;
  readonly #entries = new Map<string, Entry>();
  readonly #ttl: number = Number.POSITIVE_INFINITY;
  readonly #stopSweeping: () => void = () => undefined;
  #isClosed = false;

  constructor(options: SandboxesOptions) {
    const { baseUrl = 'https://api.example.com', maxActive = 10_000, onDemand = false, ttl } = options;
    const { origin, path } = parseBaseUrl(baseUrl);
    this.baseUrl = origin + path;
    this.onDemand = onDemand;
    this.#options = options;
    this.#maxActive = parseOptions(wholeNumber(1), maxActive, 'maxActive');
    this.#seed = createSeed(options);
    if (ttl !== undefined) {
      this.#ttl = parseOptions(wholeNumber(1), ttl, 'ttl');
      this.#stopSweeping = startSweeping(this.#ttl, () => this.#sweep());
    }
  }

  async create({ name = randomName(), token }: CreateSandboxOptions = {}): Promise<Sandbox> {
    assertSandboxName(name);
    this.#assertOpen();
    if (this.#entries.has(name)) throw new SandboxError('exists', `sandbox "${name}": already exists`);
    return this.#use(this.#add(name, token));
  }

  async open(name: string): Promise<Sandbox | undefined> {
    assertSandboxName(name);
    this.#assertOpen();
    const entry = this.#entries.get(name);
    return entry && this.#use(entry);
  }

  async openOrCreate(name: string, { token }: Pick<CreateSandboxOptions, 'token'> = {}): Promise<Sandbox> {
    assertSandboxName(name);
    this.#assertOpen();
    return this.#use(this.#entries.get(name) ?? this.#add(name, token));
  }

  async list(): Promise<readonly SandboxSummary[]> {
    const summaries = Array.from(this.#entries.values(), ({ name, lastUsedAt }) => ({ name, lastUsedAt }));
    return summaries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async delete(name: string): Promise<boolean> {
    assertSandboxName(name);
    const entry = this.#entries.get(name);
    if (!entry) return false;
    this.#entries.delete(name);
    entry.mock.reset();
    return true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopSweeping();
    await Promise.all(Array.from(this.#entries.keys(), (name) => this.delete(name)));
  }

  #add(name: string, token: string | undefined): Entry {
    if (this.#entries.size >= this.#maxActive) {
      throw new SandboxError('full', `sandboxes: at most ${this.#maxActive} can be in memory. Delete one first.`);
    }
    const { onDemand: _, maxActive: __, ttl: ___, ...options } = this.#options;
    const baseUrl = `${this.baseUrl}/sandboxes/${name}`;
    const mock = createMockServer({ ...options, baseUrl, seed: this.#seed, token });
    const entry = { name, mock, controlToken: randomControlToken(), uses: 0, lastUsedAt: Date.now() };
    this.#entries.set(name, entry);
    return entry;
  }

  #use(entry: Entry): Sandbox {
    const { name, mock, controlToken } = entry;
    entry.uses += 1;
    entry.lastUsedAt = Date.now();
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      entry.uses -= 1;
      entry.lastUsedAt = Date.now();
    };
    return { name, mock, controlToken, release };
  }
  /** Deletes the sandboxes that were not used for the `ttl`. */
  #sweep(): void {
    const expired = Date.now() - this.#ttl;
    for (const { name, uses, lastUsedAt } of this.#entries.values()) {
      if (uses === 0 && lastUsedAt <= expired) void this.delete(name);
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

function randomName(): string {
  return `sandbox-${randomHex(6)}`;
}

/** The prefix makes a leaked token recognizable as one of a mock. */
function randomControlToken(): string {
  return `mdcontrol_${randomHex(32)}`;
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
