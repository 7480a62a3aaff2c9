import type { ControlSandbox, SandboxSummary } from '../control-api/routes/sandboxes.ts';
import type { CreateSandboxOptions } from '../sandboxes/options.ts';
import type { TableDefinition } from '../store/define-table.ts';
import { type ControlClient, existed, orIfMissing } from './control-client.ts';
import type { ConnectOptions, RemoteMock } from './types.ts';

/** A sandbox in the list of a server. */
export interface RemoteSandboxSummary extends SandboxSummary {}

/** A sandbox of a server: its URLs and tokens. */
export interface RemoteSandbox extends ControlSandbox {
  /** Connects to the sandbox. Name the tables of your own for their types: `connect<[typeof notes]>()`. */
  connect<const Own extends readonly TableDefinition[] = readonly []>(): Promise<RemoteMock<Own>>;
}

/** The sandboxes of a server. */
export interface RemoteSandboxes {
  /**
   * Creates a sandbox.
   *
   * @throws A TypeError if the name or the token is not valid.
   * @throws A {@link ControlApiError} with status 409 if the name is taken, or 503 if there are too many sandboxes.
   * @example
   * ```ts
   * const sandbox = await remote.sandboxes.create({ name: 'worker-1' });
   * const mock = await sandbox.connect();
   * ```
   */
  create(options?: CreateSandboxOptions): Promise<RemoteSandbox>;
  /** Returns a sandbox, or undefined if there is none with this name. */
  get(name: string): Promise<RemoteSandbox | undefined>;
  /** Returns all sandboxes, sorted by name. */
  list(): Promise<readonly RemoteSandboxSummary[]>;
  /** Deletes a sandbox and drops its calls in progress. Returns whether it existed. */
  delete(name: string): Promise<boolean>;
}

/** Creates the sandboxes of a server in another process. */
export function createRemoteSandboxes(
  control: ControlClient,
  connect: <Own extends readonly TableDefinition[]>(
    controlUrl: string,
    options: ConnectOptions,
  ) => Promise<RemoteMock<Own>>,
): RemoteSandboxes {
  const withConnect = (sandbox: ControlSandbox): RemoteSandbox => ({
    ...sandbox,
    connect: () => connect(sandbox.controlUrl, { controlToken: sandbox.controlToken }),
  });
  const named = (name: string) => ({ params: { name: String(name) } });
  return {
    create: async (options = {}) => withConnect(await control.call('POST /sandboxes', { body: options })),
    get: (name) =>
      orIfMissing(async () => withConnect(await control.call('GET /sandboxes/{name}', named(name))), undefined),
    list: async () => (await control.call('GET /sandboxes')).sandboxes,
    delete: (name) => existed(() => control.call('DELETE /sandboxes/{name}', named(name))),
  };
}
