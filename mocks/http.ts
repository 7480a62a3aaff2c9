/**
 * The mock as a real HTTP server, on `node:http`.
 *
 * @module
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MockServer } from './server.ts';

/** Where to listen. */
export interface ListenOptions {
  /** The port; 0 for any that is free. Default 0. */
  readonly port?: number;
  /** The address to listen on. Default `127.0.0.1`, which only this machine reaches. */
  readonly host?: string;
}

/** A listening server. */
export interface ListeningServer {
  /** The base URL for clients: the address, and the path of the mock's `baseUrl` if it has one. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and closes every connection. */
  close(): Promise<void>;
}

/** What pages of any origin may do: the mock is for development, and a token is needed all the same. */
const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };
const preflight = {
  ...cors,
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, *',
  'access-control-max-age': '600',
};

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
export async function listen(
  mock: MockServer,
  { port = 0, host = '127.0.0.1' }: ListenOptions = {},
): Promise<ListeningServer> {
  const prefix = new URL(mock.baseUrl).pathname.replace(/\/$/, '');
  const server = createServer((request, response) => {
    answer(mock, prefix, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}${prefix}`,
    port: address.port,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

async function answer(
  mock: MockServer,
  prefix: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'OPTIONS') {
    response.writeHead(204, preflight).end();
    return;
  }
  const url = request.url ?? '/';
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  const { status, headers, body, broken } = await mock.handle({
    method: request.method ?? 'GET',
    target: prefix !== '' && url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url,
    header: (name) => request.headersDistinct[name]?.join(', '),
    headers: () =>
      Object.entries(request.headersDistinct).map(([name, values = []]) => [name, values.join(', ')] as const),
    text: (limit) => readText(request, limit),
    signal: closed.signal,
  });
  if (broken === 'before') {
    response.destroy();
    return;
  }
  // A body that was not read to its end would be taken for the next request of the connection.
  const close = request.complete || !hasBody(request) ? {} : { connection: 'close' };
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, ...cors, ...close, 'content-length': bytes.length });
  if (broken === 'within') response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  else response.end(bytes);
  request.resume();
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The body, or undefined as soon as it is found to be larger than the limit. */
function readText(request: IncomingMessage, limit: number): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else resolve(undefined);
    });
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.once('error', reject);
  });
}
