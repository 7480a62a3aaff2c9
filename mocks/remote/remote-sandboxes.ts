import type { ControlSandbox } from '../control-api/sandbox-routes.ts';
import type { CreateSandboxOptions } from '../sandboxes/options.ts';
import { type ControlClient, existed, orIfMissing, segment } from './control-client.ts';
import type { ConnectOptions, RemoteMock } from './types.ts';

/** A sandbox in the list of a server. */
export interface RemoteSandboxSummary extends Pick<ControlSandbox, 'name' | 'baseUrl'> {
  /** Whether the sandbox is in memory. Undefined if the server is hosted. */
  readonly isLoaded?: boolean;
  /**
   * The time of the last use, as an ISO 8601 string. Null if there was none since the start of the server, and
   * undefined if the server is hosted.
   */
  readonly lastUsedAt?: string | null;
}

/** A sandbox of a server: its URLs and tokens. */
export interface RemoteSandbox extends ControlSandbox {
  /** Connects to the sandbox. */
  connect(): Promise<RemoteMock>;
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
  connect: (controlUrl: string, options: ConnectOptions) => Promise<RemoteMock>,
): RemoteSandboxes {
  const withConnect = (sandbox: ControlSandbox): RemoteSandbox => ({
    ...sandbox,
    connect: () => connect(sandbox.controlUrl, { controlToken: sandbox.controlToken }),
  });
  const path = (name: string) => `sandboxes/${segment(String(name))}`;
  return {
    create: async (options = {}) => withConnect(await control.post<ControlSandbox>('sandboxes', options)),
    get: (name) => orIfMissing(async () => withConnect(await control.get<ControlSandbox>(path(name))), undefined),
    list: async () => (await control.get<{ sandboxes: readonly RemoteSandboxSummary[] }>('sandboxes')).sandboxes,
    delete: (name) => existed(async () => control.delete(path(name))),
  };
}
