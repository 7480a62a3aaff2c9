import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { preview } from '../../../src/contract/printable.ts';
import { createRedact, type Redact } from '../../../src/wire/redact-token.ts';
import {
  type Access,
  apiDenial,
  assertTokenLength,
  authorizeControl,
  controlDenial,
  hostDenial,
  isForwarded,
  shortTokenDenial,
} from '../../control-api/access.ts';
import { clientHeader } from '../../control-api/client-header.ts';
import {
  ControlApi,
  type ControlHost,
  healthResponse,
  isControlPath,
  isHealthCheck,
} from '../../control-api/control-api.ts';
import { errorResponse } from '../../control-api/errors.ts';
import { handleSandboxes } from '../../control-api/routes/sandboxes.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { defaultMockName } from '../../engine/persistence.ts';
import type { Sandboxes } from '../../sandboxes/types.ts';
import { apiErrorResponse } from '../../shared/api-error-response.ts';
import { parseBaseUrl, stripBasePath } from '../../shared/base-url.ts';
import { callSafely } from '../../shared/errors.ts';
import { HttpError, unauthorized } from '../../shared/http-error.ts';
import { json, type MockRequest, type MockResponse } from '../../shared/messages.ts';
import { corsHeadersFor, isPreflight, preflightHeaders } from '../cors.ts';
import { controlSecurityHeaders, securityHeaders } from '../security-headers.ts';
import { workbenchFileName, workbenchRedirect } from '../workbench-page.ts';
import { Connections } from './connections.ts';
import { loggedUrl } from './logged-url.ts';
import { drainBody, HttpRequest } from './node-request.ts';
import { checkListenOptions, type ListeningServer, type ListenOptions } from './options.ts';
import { parsePublicUrl } from './public-url.ts';
import { type SandboxPath, SandboxSites, type SiteResponse, siteResponse } from './sandbox-sites.ts';
import { send, withPrefix } from './send.ts';
import { createAccess } from './server-access.ts';
import { readWorkbenchFile } from './workbench-files.ts';
import { WrongTokenDelay } from './wrong-token-delay.ts';

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
  if (typeof persistence?.open !== 'function') {
    checkListenOptions(options);
    return start(mock, options);
  }
  try {
    // Here, so that wrong options close the store.
    checkListenOptions(options);
    const attached = await mock.persist(await persistence.open(defaultMockName));
    const server = await start(mock, options);
    const close = async () => {
      try {
        await server.close();
        await attached.detach();
      } finally {
        await persistence.close();
      }
    };
    return { ...server, close };
  } catch (error) {
    await persistence.close();
    throw error;
  }
}

async function start(mock: MockServer, options: ListenOptions): Promise<ListeningServer> {
  const { port = 0, host = '127.0.0.1', headersTimeout = 10_000, requestTimeout = 30_000 } = options;
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
    wrongTokens: new WrongTokenDelay(),
    redactControlToken: createRedact(access.controlToken),
    log: options.log,
  };
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const root = publicUrl?.root ?? `http://${hostForUrl(address)}:${address.port}`;
  return {
    url: root + basePath,
    port: address.port,
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

/** Creates the control API of the server's own mock, which also creates sandboxes. */
function createControl(mock: MockServer, host: ControlHost, sandboxes: Sandboxes | undefined): ControlApi {
  if (!sandboxes) return new ControlApi(mock, host);
  const [{ path: ownPath }, { path }] = [parseBaseUrl(mock.baseUrl), parseBaseUrl(sandboxes.baseUrl)];
  const urlOf = (name: string, baseUrl: string) =>
    `${baseUrl.slice(0, baseUrl.length - ownPath.length)}${path}/sandboxes/${name}`;
  return new ControlApi(mock, host, handleSandboxes(sandboxes, urlOf));
}

interface ServerContext {
  readonly mock: MockServer;
  readonly basePath: string;
  readonly control: ControlApi | undefined;
  readonly sandboxes: SandboxSites | undefined;
  readonly access: Access;
  /** The path that a proxy adds. */
  readonly prefix: string;
  readonly wrongTokens: WrongTokenDelay;
  readonly redactControlToken: Redact;
  readonly log: ListenOptions['log'];
}

async function handleMessage(
  context: ServerContext,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { access, sandboxes, basePath, prefix, log } = context;
  const startedAt = log ? performance.now() : 0;
  const received = originForm(message.url ?? '/');
  const url = stripBasePath(prefix, received) ?? received;
  const { method = 'GET' } = message;
  const sandbox = sandboxes?.match(url);
  const localUrl = sandbox ? url.slice(sandbox.path.length) : url;
  const control = isControlPath(localUrl, basePath) ? context.control : undefined;
  message.url = control ? localUrl : url;
  const request = new HttpRequest(message, response);
  const header = (name: string) => request.header(name);
  const page = control && method === 'GET' ? await findPage(url, header('accept') ?? '') : undefined;
  if (page && hostDenial(request, access) === undefined) {
    send(response, page);
    return;
  }
  const denial = control ? controlDenial(request, access) : apiDenial(request, access);
  const origin = denial === undefined ? request.header('origin') : undefined;
  if (origin !== undefined && isPreflight(method, header)) {
    response.writeHead(204, preflightHeaders(header, origin)).end();
    return;
  }
  const handled =
    control && isHealthCheck(request)
      ? siteResponse(context.mock, healthResponse, 'control')
      : (reject(context, request, { denial, control }) ??
        (await handle(context, request, { control, sandbox, response })));
  const sent = handled.response;
  const isWrongToken = sent.status === 401 && handled.fault === undefined && Boolean(header('authorization'));
  if (isWrongToken && (access.isExposed || isForwarded(request))) await context.wrongTokens.wait(response);
  const fixedHeaders = control ? controlSecurityHeaders : securityHeaders;
  send(response, withPrefix(sent, prefix), corsHeadersFor(origin), fixedHeaders);
  drainBody(message, () => message.destroy());
  if (!log) return;
  const { fault, mock } = handled;
  const operation = control && request.header(clientHeader) === 'workbench' ? 'workbench' : handled.operation;
  const duration = performance.now() - startedAt;
  const shown = loggedUrl(url, sandbox?.path ?? '', [context.mock, mock], context.redactControlToken);
  const logged = { method, url: shown, operation, fault, status: sent.status, duration };
  callSafely('The option log of listen()', () => log(logged));
}

/** Returns the response to a request that neither the mock nor the control API may see, or undefined. */
function reject(
  { mock, access }: ServerContext,
  request: MockRequest,
  { denial, control }: { readonly denial: string | undefined; readonly control: ControlApi | undefined },
): SiteResponse | undefined {
  if (denial !== undefined) {
    const error = new HttpError(403, denial);
    return control ? siteResponse(mock, errorResponse(error), 'control') : siteResponse(mock, apiErrorResponse(error));
  }
  const encoding = request.header('transfer-encoding') ?? '';
  // Node decodes only the last coding. It rejects another one than chunked itself.
  if (/,\s*chunked$/i.test(encoding)) return siteResponse(mock, unsupportedEncoding(encoding));
  const problem = control ? undefined : shortTokenDenial(request, access);
  return problem === undefined ? undefined : siteResponse(mock, apiErrorResponse(unauthorized(problem)));
}

interface Target {
  readonly control: ControlApi | undefined;
  readonly sandbox: SandboxPath | undefined;
  readonly response: ServerResponse;
}

/** Passes a request to the mock, to the control API, or to a sandbox. */
async function handle(
  { mock, sandboxes }: ServerContext,
  request: MockRequest,
  { control, sandbox, response }: Target,
): Promise<SiteResponse> {
  if (sandboxes && sandbox) return sandboxes.handle(sandbox, request, { response, isControl: control !== undefined });
  if (control) return siteResponse(mock, await control.handle(request), 'control');
  return { mock, ...(await mock.handle(request)) };
}

/** Returns a file of the workbench, or a redirect to its page. */
async function findPage(url: string, accept: string): Promise<MockResponse | undefined> {
  const file = workbenchFileName(url, accept);
  return file === undefined ? workbenchRedirect(url, accept) : readWorkbenchFile(file);
}

function unsupportedEncoding(encoding: string): MockResponse {
  const error = `Unsupported transfer encoding: must be chunked, received ${preview(encoding)}`;
  return json(501, { success: false, error }, { connection: 'close' });
}

/** Returns path and query of a request target in absolute form, as clients send it to proxies. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Returns the host by which clients reach an address. An address that stands for all is not one of them. */
function hostForUrl({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return family === 'IPv6' ? `[${address}]` : address;
}
