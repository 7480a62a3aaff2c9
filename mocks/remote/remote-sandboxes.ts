import type { ControlSandbox } from '../control-api/routes/sandboxes.ts';
import type { TableDefinition } from '../store/define-table.ts';
import { type ControlClient, existed, orIfMissing } from './control-client.ts';
import type { ConnectOptions, RemoteMock, RemoteSandbox, RemoteSandboxes } from './types.ts';

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
