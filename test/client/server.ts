/** A real HTTP server with scripted responses, which records its requests. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { MasterDataClient } from '../../src/client.ts';
import type { Logger } from '../../src/types/logger.ts';
import type { ClientOptions } from '../../src/types/options.ts';
import { serveUntilTestEnds } from '../serve-until-test-ends.ts';

/** A scripted response. */
export interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** A body to send as JSON. */
  readonly json?: unknown;
  /** A body to send unchanged. */
  readonly body?: string;
  /** Milliseconds to wait before the response, or `Infinity` to send none. */
  readonly delay?: number;
  /** Cuts the connection `before` the response, or `within` its body. */
  readonly cut?: 'before' | 'within';
  /** Milliseconds between the first half of the body and the second, or `Infinity` to send only the first. */
  readonly pause?: number;
}

/** Returns an error response that allows an immediate retry. */
export function busy(status: number): ScriptedResponse {
  return { status, headers: { 'retry-after': '0' }, json: { success: false, error: 'Busy' } };
}

/** A received request. */
export interface Recorded {
  readonly method: string | undefined;
  /** Path and query. */
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The parsed body, with its keys in the order of the request. */
  readonly json: unknown;
  /** The arrival time in milliseconds. */
  readonly at: number;
}

export interface TestServer {
  readonly url: string;
  readonly requests: readonly Recorded[];
  /** Returns the request. Throws if there is not exactly one. */
  only(): Recorded;
}

/** Sends the responses in turn, and the last one to all further requests. The server is closed after the test. */
export function serve(...responses: readonly ScriptedResponse[]): Promise<TestServer> {
  return serveWith((_, count) => responses[Math.min(count, responses.length) - 1] ?? {});
}

/** Sends the response that a function returns for a request and the number of requests so far. */
export async function serveWith(respond: (request: Recorded, count: number) => ScriptedResponse): Promise<TestServer> {
  const requests: Recorded[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method, url, headers } = request;
    const recorded = { method, url, headers, body, json: body && JSON.parse(body), at: performance.now() };
    const scripted = respond(recorded, requests.push(recorded));
    if (scripted.delay) await wait(scripted.delay, response);
    if (scripted.cut === 'before') return request.socket.destroy();
    const content = scripted.json === undefined ? (scripted.body ?? '') : JSON.stringify(scripted.json);
    response.writeHead(scripted.status ?? 200, {
      ...(scripted.json !== undefined && { 'content-type': 'application/json' }),
      ...(content && { 'content-length': Buffer.byteLength(content) }),
      ...scripted.headers,
    });
    if (scripted.cut === 'within' || scripted.pause) {
      response.write(content.slice(0, content.length / 2));
      await wait(scripted.pause ?? 20, response);
      if (scripted.cut) return request.socket.destroy();
      return response.end(content.slice(content.length / 2));
    }
    return response.end(content);
  });
  return {
    url: await serveUntilTestEnds(server),
    requests,
    only() {
      const [request, ...others] = requests;
      if (!request || others.length) throw new Error(`expected 1 request, not ${requests.length}`);
      return request;
    },
  };
}

async function wait(milliseconds: number, response: ServerResponse): Promise<unknown> {
  return Number.isFinite(milliseconds) ? setTimeout(milliseconds) : once(response, 'close');
}

/** A token of the usual length, which no log and no error may show. */
export const token = 'mdk_live_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST';

/** Creates a client of a server. By default, it does not log. */
export function connect(server: TestServer, options: ClientOptions = {}): MasterDataClient {
  return new MasterDataClient({
    baseUrl: server.url,
    apiToken: token,
    validation: { responses: 'throw' },
    ...options,
  });
}

/** Creates a logger and the list of its lines, each prefixed by its severity. */
export function listen(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const write = (severity: string) => (message: string) => lines.push(`${severity} ${message}`);
  return {
    lines,
    logger: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
  };
}

/** Returns the error that a request rejects with. */
export async function rejection(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}
