import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { preview } from '../../../src/contract/printable.ts';
import { createRedact } from '../../../src/wire/redact-token.ts';
import { ControlApi, type ControlHost } from '../../control-api/control-api.ts';
import { handleSandboxes } from '../../control-api/routes/sandboxes.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import type { Sandboxes } from '../../sandboxes/sandboxes.ts';
import { parseBaseUrl } from '../../shared/base-url.ts';
import { assertTokenLength } from '../../shared/bearer-token.ts';
import { apiErrorResponse } from '../../shared/http-error.ts';
import { type AttachedPersistence, defaultMockName, type PersistenceStore } from '../../state/persistence.ts';
import { authorizeControl, createAccess } from './access.ts';
import { Connections } from './connections.ts';
import { handleMessage, type ServerContext } from './handle-message.ts';
import { parsePublicUrl } from './host-and-origin.ts';
import { checkListenOptions, type ListeningServer, type ListenOptions } from './options.ts';
import { SandboxSites } from './sandbox-sites.ts';
import { send } from './send.ts';

/**
 * Milliseconds that a connection may wait for its next request. Clients usually close their connections earlier, so
 * they do not send a request on a connection that the server is closing.
 */
const keepAliveTimeout = 65_000;

/** Milliseconds between two checks for clients that exceed a timeout. */
const checkingInterval = 1000;

/** Bytes of the request line and all headers. It is Node's default, but the error message names it. */
const maxHeaderSize = 16 * 1024;

/**
 * Serves a mock over HTTP.
 *
 * @throws An error of `node:net`, for example `EADDRINUSE` if the port is in use.
 * @throws A TypeError if an option is not valid.
 * @example
 * ```ts
 * const server = await listen(createMockServer({ seed: demo }), { port: 4010 });
 * console.log(server.url); // http://127.0.0.1:4010
 * await server.close();
 * ```
 */
export async function listen(mock: MockServer, options: ListenOptions = {}): Promise<ListeningServer> {
  if (typeof Object(mock).handle !== 'function') {
    throw new TypeError(`listen: must be called with a mock, received ${preview(mock)}`);
  }
  const { persistence } = options;
  if (typeof persistence?.open !== 'function') return startServer(mock, options);
  let attached: AttachedPersistence | undefined;
  try {
    // Here, so that wrong options close the store.
    checkListenOptions(options);
    attached = await mock.persist(await persistence.open(defaultMockName));
    const server = await startServer(mock, options);
    const close = async () => {
      try {
        await server.close();
      } finally {
        await closeStore(persistence, attached);
      }
    };
    return { ...server, close };
  } catch (error) {
    await closeStore(persistence, attached);
    throw error;
  }
}

/** Stores the last changes, and closes the store. The mock works without it then, even if the store fails. */
async function closeStore(store: PersistenceStore, attached: AttachedPersistence | undefined): Promise<void> {
  try {
    await attached?.detach();
  } finally {
    attached?.abandon();
    await store.close();
  }
}

/** Serves a mock over HTTP, without its persistence. */
export async function startServer(mock: MockServer, options: ListenOptions): Promise<ListeningServer> {
  checkListenOptions(options);
  const { port = 0, host = '127.0.0.1' } = options;
  const basePath = parseBaseUrl(mock.baseUrl).path;
  const { sandboxes } = options;
  const publicUrl = options.publicUrl === undefined ? undefined : parsePublicUrl(options.publicUrl);
  const access = createAccess(options, publicUrl, mock.tokens);
  const controlHost: ControlHost = {
    authorize: (request, sandboxToken) => authorizeControl(request, access, sandboxToken),
    assertToken: (token) => {
      if (access.isExposed) assertTokenLength(token);
    },
    baseUrl: (request, path = basePath) => (publicUrl?.root ?? `http://${request.header('host')}`) + path,
  };
  const context: ServerContext = {
    mock,
    basePath,
    control: options.control === false ? undefined : createControl(mock, controlHost, sandboxes),
    sandboxes: sandboxes && new SandboxSites(sandboxes, mock, controlHost),
    access,
    prefix: publicUrl?.prefix ?? '',
    redactControlToken: createRedact(access.controlToken),
    log: options.log,
  };
  const server = createHttpServer(context, options);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: ownPort } = server.address() as AddressInfo;
  const root = publicUrl?.root ?? ownRoot(server);
  return {
    url: root + basePath,
    port: ownPort,
    controlUrl: context.control && `${root}/__mock/`,
    controlToken: access.controlToken,
    requiresControlToken: access.requiresToken,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      try {
        await mock.flush();
        // Requests whose changes are stored get their response before the connections close.
        await nextTurn();
      } finally {
        server.closeAllConnections();
        await closed;
        await sandboxes?.close();
      }
    },
  };
}

/** Creates the server of `node:http`, which does not listen yet. */
function createHttpServer(
  context: ServerContext,
  { headersTimeout = 10_000, requestTimeout = 30_000 }: ListenOptions,
): Server {
  const connections = new Connections(maxHeaderSize);
  const server = createServer(
    {
      maxHeaderSize,
      // Node requires that the first is not longer than the second.
      headersTimeout: Math.min(headersTimeout, requestTimeout),
      requestTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: Math.min(checkingInterval, headersTimeout, requestTimeout),
    },
    (request, response) => {
      if (!connections.admit(request, response)) return;
      handleMessage(context, request, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else send(response, apiErrorResponse(error));
      });
    },
  );
  server.on('clientError', (error, socket) => connections.reject(error, socket));
  // Without a listener, Node closes the connection without a response.
  server.on('connect', (_, socket) =>
    connections.reject(Object.assign(new Error('no proxy'), { code: 'CONNECT' }), socket),
  );
  return server;
}

/** Creates the control API of the server's own mock, which also creates sandboxes. */
function createControl(mock: MockServer, host: ControlHost, sandboxes: Sandboxes | undefined): ControlApi {
  if (!sandboxes) return new ControlApi(mock, host);
  const [{ path: ownPath }, { path }] = [parseBaseUrl(mock.baseUrl), parseBaseUrl(sandboxes.baseUrl)];
  const urlOf = (name: string, baseUrl: string) =>
    `${baseUrl.slice(0, baseUrl.length - ownPath.length)}${path}/sandboxes/${name}`;
  return new ControlApi(mock, host, handleSandboxes(sandboxes, urlOf));
}

function ownRoot(server: Server): string {
  const address = server.address() as AddressInfo;
  return `http://${hostForUrl(address)}:${address.port}`;
}

/** Returns the host by which clients reach an address. An address that stands for all is not one of them. */
function hostForUrl({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return family === 'IPv6' ? `[${address}]` : address;
}
