import { brand } from '../../src/contract/brand.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import type { MockServerOptions } from '../engine/options.ts';
import type { OptionNames } from '../shared/assert-option-names.ts';
import { HttpError } from '../shared/http-error.ts';
import type { PersistenceStore } from '../state/persistence.ts';
import type { TableDefinition } from '../store/define-table.ts';

/** Options of `createSandboxes()`: those of each mock, and limits. */
export interface SandboxesOptions<Own extends readonly TableDefinition[] = readonly TableDefinition[]>
  extends Omit<MockServerOptions<Own>, 'baseUrl' | 'token'> {
  /** The URL below which the sandboxes are, at `/sandboxes/{name}`. Default: `https://api.example.com`. */
  readonly baseUrl?: string | undefined;
  /**
   * Whether a request over HTTP creates the sandbox that it names. It must have the server's API token, which opens
   * such a sandbox. Default: false.
   */
  readonly onDemand?: boolean | undefined;
  /**
   * The number of sandboxes in memory. To load another one, the sandbox that was unused for longest is unloaded. This
   * needs `persistence`: otherwise creating another one rejects. Default: 10,000.
   */
  readonly maxActive?: number | undefined;
  /**
   * The number of sandboxes that exist, in memory and in the store. Creating another one rejects. No sandbox is deleted
   * to make room. Default: no limit.
   */
  readonly maxSandboxes?: number | undefined;
  /**
   * Milliseconds after its last use at which a sandbox is unloaded. Its next use loads it. Needs `persistence`.
   * Default: never.
   */
  readonly idleTimeout?: number | undefined;
  /** Milliseconds after its last use at which a sandbox is deleted, or after the start. Default: never. */
  readonly ttl?: number | undefined;
  /** Stores the sandboxes. Default: they are lost with the process. */
  readonly persistence?: PersistenceStore | undefined;
}

/** Options of a new sandbox. */
export interface CreateSandboxOptions {
  /** Lower-case letters, digits and hyphens, at most 63. Default: generated. */
  readonly name?: string | undefined;
  /** The API token of the sandbox. Default: generated. */
  readonly token?: string | undefined;
}

/** Options of opening a sandbox. */
export interface OpenSandboxOptions {
  /**
   * Whether this use counts for `ttl` and `idleTimeout` from its start. Otherwise, it counts only after `touch()`, for
   * example because a request turned out to be authenticated. Default: true.
   */
  readonly counts?: boolean | undefined;
}

/** The names of the options of a new sandbox. */
export const createSandboxOptionNames: OptionNames<CreateSandboxOptions> = { name: true, token: true };

/** An error of sandboxes that depends on their state. */
export class SandboxError extends HttpError {
  static {
    brand(this, 'SandboxError');
  }

  /**
   * `exists`: another sandbox has the name. `full`: there are `maxActive` or `maxSandboxes` sandboxes. `closed`: after
   * `close()`.
   */
  readonly code: 'exists' | 'full' | 'closed';

  constructor(code: SandboxError['code'], message: string) {
    super(code === 'exists' ? 409 : 503, message);
    this.code = code;
  }
}

/** A mock with a name, which shares nothing with others. */
export interface Sandbox<Own extends readonly TableDefinition[] = readonly []> {
  /** The name of the sandbox. */
  readonly name: string;
  /** The mock. Its `clientOptions` create a client for the sandbox. */
  readonly mock: MockServer<Own>;
  /** A token for the control API of this sandbox only. */
  readonly controlToken: string;
  /** Makes this use count for `ttl` and `idleTimeout`, if it was opened with `{ counts: false }`. */
  touch(): void;
  /**
   * Ends this use. A sandbox is unloaded after `idleTimeout`, and deleted after `ttl`, only if nobody uses it. Do not
   * use `mock` afterwards if you set one of them.
   */
  release(): void;
}

/** A sandbox in a list. */
export interface SandboxSummary {
  /** The name of the sandbox. */
  readonly name: string;
  /** Whether the sandbox is in memory. */
  readonly isLoaded: boolean;
  /** The time of the last use since the start of the process, in milliseconds since 1970. */
  readonly lastUsedAt: number | undefined;
}

/** Mocks that share a seed, but no changes. */
export interface Sandboxes<Own extends readonly TableDefinition[] = readonly []> {
  /** The URL below which the sandboxes are, without a slash at the end. */
  readonly baseUrl: string;
  /** Whether a request over HTTP creates the sandbox that it names. */
  readonly onDemand: boolean;
  /**
   * Creates a sandbox.
   *
   * @throws A TypeError if the name or the token is not valid.
   * @throws A {@link SandboxError} if the name is taken, or there are `maxActive` or `maxSandboxes` sandboxes.
   * @example
   * ```ts
   * const sandboxes = createSandboxes({ seed: demo });
   * const { mock } = await sandboxes.create({ name: 'worker-1' });
   * const client = new MasterDataClient(mock.clientOptions);
   * ```
   */
  create(options?: CreateSandboxOptions): Promise<Sandbox<Own>>;
  /** Returns a sandbox for use, or undefined if there is none. */
  open(name: string, options?: OpenSandboxOptions): Promise<Sandbox<Own> | undefined>;
  /** Returns a sandbox for use. Creates it if there is none. Parallel calls return the same sandbox. */
  openOrCreate(name: string, options?: Pick<CreateSandboxOptions, 'token'> & OpenSandboxOptions): Promise<Sandbox<Own>>;
  /** Returns all sandboxes, sorted by name. */
  list(): Promise<readonly SandboxSummary[]>;
  /**
   * Deletes a sandbox and drops its calls in progress. From then on, its `mock` drops every call, and direct writes of
   * rows throw an error. Returns whether the sandbox existed.
   */
  delete(name: string): Promise<boolean>;
  /**
   * Waits for operations in progress, stores all changes, and removes the sandboxes from memory. Later calls reject.
   */
  close(): Promise<void>;
}
