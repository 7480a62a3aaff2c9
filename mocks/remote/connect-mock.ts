import { preview } from '../../src/contract/printable.ts';
import type { ControlSandbox } from '../control-api/routes/sandboxes.ts';
import type { ControlState } from '../control-api/routes/state.ts';
import type { FactoryDescription } from '../seed/factories.ts';
import { assertOptionNames, type OptionNames } from '../shared/assert-option-names.ts';
import { assertToken } from '../shared/bearer-token.ts';
import { restoreOptionNames, snapshotOptionNames } from '../snapshots/snapshot-arguments.ts';
import type { TableDefinition } from '../store/define-table.ts';
import type { TableName } from '../store/row-types.ts';
import { ControlApiError, ControlClient, existed, orIfMissing, parseControlUrl } from './control-client.ts';
import {
  createRemoteClock,
  createRemoteFaults,
  createRemoteHistory,
  createRemoteOperations,
  createRemotePolicies,
  createRemoteSnapshots,
  createRemoteTokens,
} from './remote-controls.ts';
import { createRemoteBuilder, createRemoteFactory, createRemoteImport, createRemoteTable } from './remote-database.ts';
import { readEvents } from './remote-events.ts';
import { createRemoteJournal } from './remote-journal.ts';
import type { RemoteMock, RemoteSandbox, RemoteSandboxes } from './types.ts';

/** Options of `connectMock`. */
export interface ConnectOptions {
  /** The control token of the server. Default: none. Programs on the machine of the server do not need it. */
  readonly controlToken?: string | undefined;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

const connectOptionNames: OptionNames<ConnectOptions> = { controlToken: true, fetch: true };

/**
 * Connects to a mock in another process, on any runtime with `fetch`.
 *
 * @param controlUrl The URL of the control API, for example `http://127.0.0.1:4010/__mock/`. The API of a hosted server
 * has only {@link RemoteMock.sandboxes}.
 * @throws A TypeError if the URL or an option is not valid.
 * @throws A {@link ControlApiError} if the control API cannot be reached or rejects the control token.
 * @example
 * ```ts
 * const mock = await connectMock('http://127.0.0.1:4010/__mock/');
 * const client = new MasterDataClient(mock.clientOptions);
 * await mock.faults.add({ on: 'products.update', times: 1, status: 503 });
 * ```
 * @typeParam Own The definitions of the tables of your own that the mock has: `connectMock<[typeof notes]>(url)`.
 */
export async function connectMock<const Own extends readonly TableDefinition[] = readonly []>(
  controlUrl: string,
  options: ConnectOptions = {},
): Promise<RemoteMock<Own>> {
  // The server knows its tables; the caller names them for the compiler.
  return (await connect(controlUrl, options)) as unknown as RemoteMock<Own>;
}

async function connect(controlUrl: string, options: ConnectOptions): Promise<RemoteMock> {
  assertOptionNames('connectMock', options, connectOptionNames);
  const { controlToken, fetch: given } = options;
  if (controlToken !== undefined) assertToken('connectMock.controlToken', controlToken);
  if (given !== undefined && typeof given !== 'function') {
    throw new TypeError(`connectMock.fetch: must be a function, received ${preview(given)}`);
  }
  // Looked up for each request: libraries that intercept requests replace the global function.
  const send: typeof fetch = given ?? ((input, init) => fetch(input, init));
  const control = new ControlClient(parseControlUrl(controlUrl), controlToken, send);
  try {
    const [state, { factories }] = await Promise.all([control.call('GET /state'), control.call('GET /create')]);
    return createRemoteMock({ control, initial: state, factories, fetch: given });
  } catch (error) {
    if (!(error instanceof ControlApiError) || error.status !== 404) throw error;
    const sandboxes = createSandboxes(control, given);
    // A server without a mock of its own lists its sandboxes. No other server returns 404 before.
    await sandboxes.list().catch(() => {
      throw error;
    });
    return createServerOfSandboxes(sandboxes);
  }
}

/** Creates the API of a server that has only sandboxes, for example of a hosted one. */
function createServerOfSandboxes(sandboxes: RemoteSandboxes): RemoteMock {
  return new Proxy({ sandboxes } as RemoteMock, {
    get(target, name) {
      // A promise that resolves with the object reads `then`.
      if (typeof name === 'symbol' || name === 'then' || Object.hasOwn(target, name)) return Reflect.get(target, name);
      throw new TypeError(
        `${name}: this server has no mock of its own. Create a sandbox: const mock = await (await server.sandboxes.create()).connect().`,
      );
    },
  });
}

function createSandboxes(control: ControlClient, given: typeof fetch | undefined): RemoteSandboxes {
  const named = (name: string) => ({ params: { name: String(name) } });
  const withConnect = (sandbox: ControlSandbox): RemoteSandbox => ({
    ...sandbox,
    connect: () => connectMock(sandbox.controlUrl, { controlToken: sandbox.controlToken, fetch: given }),
  });
  return {
    create: async (options) => withConnect(await control.call('POST /sandboxes', { body: options })),
    get: (name) =>
      orIfMissing(async () => withConnect(await control.call('GET /sandboxes/{name}', named(name))), undefined),
    list: async () => (await control.call('GET /sandboxes')).sandboxes,
    delete: (name) => existed(() => control.call('DELETE /sandboxes/{name}', named(name))),
  };
}

interface Connection {
  readonly control: ControlClient;
  readonly initial: ControlState;
  readonly factories: readonly FactoryDescription[];
  readonly fetch: typeof fetch | undefined;
}

function createRemoteMock({ control, initial, factories, fetch: given }: Connection): RemoteMock {
  let current = initial;
  const update = async (request: Promise<ControlState>) => {
    current = await request;
    return current;
  };
  const eachFactory = (create: (control: ControlClient, factory: FactoryDescription) => unknown) =>
    Object.fromEntries(factories.map((factory) => [factory.name, create(control, factory)]));
  const tables = Object.keys(initial.tables) as TableName[];
  return {
    get baseUrl() {
      return current.baseUrl;
    },
    get workspace() {
      return current.workspace;
    },
    get token() {
      return current.token;
    },
    get clientOptions() {
      const { baseUrl, token: apiToken } = current;
      return { baseUrl, apiToken, callHeaders: true, ...(given && { fetch: given }) };
    },
    // The server names its tables and factories, so that no schema has to be loaded here.
    db: Object.fromEntries(
      tables.map((name) => [name, createRemoteTable(control, name)]),
    ) as unknown as RemoteMock['db'],
    create: eachFactory(createRemoteFactory) as RemoteMock['create'],
    build: eachFactory(createRemoteBuilder) as RemoteMock['build'],
    importRows: createRemoteImport(control),
    policies: createRemotePolicies(control),
    faults: createRemoteFaults(control),
    operations: createRemoteOperations(control),
    clock: createRemoteClock(control),
    journal: createRemoteJournal(control),
    history: createRemoteHistory(control),
    tokens: createRemoteTokens(control),
    snapshots: createRemoteSnapshots(control, update),
    sandboxes: createSandboxes(control, given),
    async search(q, options = {}) {
      assertOptionNames('search', options, { limit: true });
      return control.call('GET /search', { query: { q, limit: options.limit } });
    },
    events(options = {}) {
      assertOptionNames('events', options, { signal: true });
      return readEvents(control, options);
    },
    state: () => update(control.call('GET /state')),
    async snapshot(options = {}) {
      assertOptionNames('snapshot', options, snapshotOptionNames);
      const { tokens, settings } = options;
      return control.call('GET /snapshot', { query: { tokens: Boolean(tokens), settings: Boolean(settings) } });
    },
    async restore(snapshot, options = {}) {
      assertOptionNames('restore', options, restoreOptionNames);
      const query = { keepCalls: Boolean(options.keepCalls) };
      await update(control.call('POST /snapshot', { body: snapshot, query }));
    },
    async reset() {
      await update(control.call('POST /reset'));
    },
  };
}
