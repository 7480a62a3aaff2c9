import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ControlApi, isControlPath } from '../../control-api/control-api.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import type { HandledRequest } from '../../engine/handle-request.ts';
import type { StateFile } from '../../persistence/state-file.ts';
import { parseBaseUrl } from '../../shared/base-url.ts';
import { json, type MockResponse } from '../../shared/messages.ts';
import { Connections } from './connections.ts';
import { answerPreflight, corsHeaders, isPreflight } from './cors.ts';
import { drainBody, HttpRequest } from './node-request.ts';

/** Where to listen, and how. */
export interface ListenOptions {
  /** The port; 0 for any that is free. Default 0. */
  readonly port?: number | undefined;
  /** The address to listen on. Default `127.0.0.1`, which only this machine reaches. */
  readonly host?: string | undefined;
  /** Whether the control API answers below `/__mock/`. Default true. */
  readonly control?: boolean | undefined;
  /** Names of this server that control requests may call it by, beside those of this machine and addresses. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** A file that has each change before it is acknowledged. */
  readonly state?: StateFile | undefined;
  /** Called with every request that was answered. */
  readonly log?: ((request: LoggedRequest) => void) | undefined;
  /** How long a client may take to send the headers of a request, in milliseconds. Default 10,000. */
  readonly headersTimeout?: number | undefined;
  /** How long it may take to send a whole request. Default 30,000. */
  readonly requestTimeout?: number | undefined;
}

/** A request and what became of it. */
export interface LoggedRequest {
  /** The HTTP method. */
  readonly method: string;
  /** Path and query, as they came. */
  readonly url: string;
  /** The operation, such as `products.update`; undefined where the path names none. */
  readonly operation: string | undefined;
  /** The injected fault, for example `status`, `drop-response` or `delay`. */
  readonly fault: string | undefined;
  /** The status that was answered; 0 where the connection was broken before there was one. */
  readonly status: number;
  /** Milliseconds from the request to the answer. */
  readonly duration: number;
}

/** A listening server. */
export interface ListeningServer {
  /** The base URL for clients: the address, and the path of the mock's `baseUrl` if it has one. */
  readonly url: string;
  /** The port that it listens on. */
  readonly port: number;
  /** Where the control API is, with a slash at the end; undefined where it is off. */
  readonly controlUrl: string | undefined;
  /** Stops listening, writes the state to its file, and closes every connection. */
  close(): Promise<void>;
}

/**
 * How long a connection may wait for its next request. Longer than the usual client keeps one: it is the client that
 * closes it, and never a request that meets a closed one.
 */
const keepAliveTimeout = 65_000;

/** How often late clients are looked for. */
const checkingInterval = 1000;

/** How long a client may leave an answer unread. */
const readTimeout = 30_000;

/** The request line and all headers of a request. Node's default, said here because the error names it. */
const maxHeaderSize = 16 * 1024;

/**
 * Serves the mock over HTTP.
 *
 * @throws the error of `node:net`, such as `EADDRINUSE` where the port is taken.
 * @example
 * ```ts
 * const server = await listen(createMockServer({ seed: demo }), { port: 4010 });
 * console.log(server.url); // http://127.0.0.1:4010
 * await server.close();
 * ```
 */
export async function listen(mock: MockServer, options: ListenOptions = {}): Promise<ListeningServer> {
  const { port = 0, host = '127.0.0.1', state, headersTimeout = 10_000, requestTimeout = 30_000 } = options;
  const prefix = parseBaseUrl(mock.baseUrl).path;
  const control = options.control === false ? undefined : new ControlApi(mock, [host, ...(options.allowedHosts ?? [])]);
  const site = { mock, prefix, control, state, log: options.log };
  const connections = new Connections(maxHeaderSize);
  const server = createServer(
    {
      maxHeaderSize,
      // Node wants the first no longer than the second.
      headersTimeout: Math.min(headersTimeout, requestTimeout),
      requestTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: Math.min(checkingInterval, headersTimeout, requestTimeout),
    },
    (request, response) => {
      if (!connections.admit(request, response)) return;
      answer(site, request, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else send(response, failed('failed', error), corsHeaders);
      });
    },
  );
  server.on('clientError', (error, socket) => connections.refuse(error, socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const origin = `http://${nameOf(address)}:${address.port}`;
  return {
    url: origin + prefix,
    port: address.port,
    controlUrl: control && `${origin}/__mock/`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      try {
        await state?.flush();
        // Whoever waited for this write is answered before the connections are closed.
        if (state) await nextTurn();
      } finally {
        server.closeAllConnections();
        await closed;
      }
    },
  };
}

/** What a server serves. */
interface ServerContext {
  readonly mock: MockServer;
  readonly prefix: string;
  readonly control: ControlApi | undefined;
  readonly state: StateFile | undefined;
  readonly log: ListenOptions['log'];
}

async function answer(site: ServerContext, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const started = site.log ? performance.now() : 0;
  const { url = '/', method = 'GET' } = message;
  const control = isControlPath(url, site.prefix) ? site.control : undefined;
  if (method === 'OPTIONS' && !control && isPreflight(message)) {
    answerPreflight(message, response);
    return;
  }
  const handled = control
    ? await handleControl(control, message)
    : await site.mock.handle(new HttpRequest(message, response));
  let answered = handled.response;
  if (site.state && method !== 'GET' && answered.status < 400) answered = await kept(site.state, answered);
  send(response, answered, control ? [] : corsHeaders);
  if (!message.complete) drainBody(message);
  site.log?.({
    method,
    url: url,
    operation: handled.operation,
    fault: handled.fault,
    status: answered.status,
    duration: performance.now() - started,
  });
}

async function handleControl(control: ControlApi, message: IncomingMessage): Promise<HandledRequest> {
  return { response: await control.handle(message), operation: 'control', fault: undefined };
}

/** The answer to a change, once it is in the file; an error, if it could not be written there. */
async function kept(state: StateFile, answered: MockResponse): Promise<MockResponse> {
  try {
    await state.flush();
    return answered;
  } catch (error) {
    return failed(`could not write ${state.file}`, error);
  }
}

function send(
  response: ServerResponse,
  { status, headers, body, connection }: MockResponse,
  added: readonly string[] = [],
): void {
  if (connection === 'dropped') {
    response.destroy();
    return;
  }
  const fields: (string | number)[] = [...added];
  for (const [name, value] of Object.entries(headers)) fields.push(name, value);
  // These have no body, and therefore no length.
  if (status !== 204 && status !== 304) fields.push('content-length', Buffer.byteLength(body));
  response.writeHead(status, fields);
  if (connection === 'truncated') {
    const bytes = Buffer.from(body);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    return;
  }
  response.end(body);
  if (response.socket && response.socket.writableLength > 0) {
    response.setTimeout(readTimeout, () => response.destroy());
  }
}

function failed(what: string, error: unknown): MockResponse {
  const reason = error instanceof Error ? error.message : String(error);
  return json(500, { success: false, error: `The mock ${what}: ${reason}` });
}

/** The name that clients call an address by: one that stands for all of them is none. */
function nameOf({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return family === 'IPv6' ? `[${address}]` : address;
}
