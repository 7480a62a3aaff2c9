import type { MockServer } from '../engine/create-mock-server.ts';
import type { TableDefinition } from '../store/define-table.ts';
import type { CreateSandboxOptions, OpenSandboxOptions } from './options.ts';

/** A mock with a name, which shares nothing with others. */
export interface Sandbox<Own extends readonly TableDefinition[] = readonly []> {
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
