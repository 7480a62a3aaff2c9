/** A real HTTP server that answers as a test scripts it, and records what it was asked. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import type { Logger } from '../../src/types/logger.ts';
import type { ClientOptions } from '../../src/types/options.ts';

/** What the server does with one request. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: string;
  /** Milliseconds before anything is sent. */
  readonly delay?: number;
  /** `before`: the connection is cut before the answer; `within`: in the middle of its body. */
  readonly cut?: 'before' | 'within';
  /** Milliseconds between the first half of the body and the second. */
  readonly pause?: number;
}

/** What the server was asked. */
export interface Recorded {
  readonly method: string | undefined;
  /** Path and query. */
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body, parsed, with its keys in the order they came. */
  readonly json: unknown;
  /** When it came, in milliseconds. */
  readonly at: number;
}

export interface TestServer {
  readonly url: string;
  readonly requests: readonly Recorded[];
  /** The one request that came. */
  only(): Recorded;
}

/** Serves the answers in turn, the last of them for good, until the test ends. */
export function serve(...answers: readonly Answer[]): Promise<TestServer> {
  return serveWith((_, count) => answers[Math.min(count, answers.length) - 1] ?? {});
}

/** Serves what a function says of a request, and of how many there were, until the test ends. */
export async function serveWith(answerTo: (request: Recorded, count: number) => Answer): Promise<TestServer> {
  const requests: Recorded[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method, url, headers } = request;
    const recorded = { method, url, headers, body, json: body && JSON.parse(body), at: performance.now() };
    const answer = answerTo(recorded, requests.push(recorded));
    if (answer.delay) await setTimeout(answer.delay);
    if (answer.cut === 'before') return request.socket.destroy();
    const content = answer.json === undefined ? (answer.body ?? '') : JSON.stringify(answer.json);
    response.writeHead(answer.status ?? 200, {
      ...(answer.json !== undefined && { 'content-type': 'application/json' }),
      ...(content && { 'content-length': Buffer.byteLength(content) }),
      ...answer.headers,
    });
    if (answer.cut === 'within' || answer.pause) {
      response.write(content.slice(0, content.length / 2));
      await setTimeout(answer.pause ?? 20);
      if (answer.cut) return request.socket.destroy();
      return response.end(content.slice(content.length / 2));
    }
    return response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    only() {
      const [request, ...others] = requests;
      if (!request || others.length) throw new Error(`expected 1 request, not ${requests.length}`);
      return request;
    },
  };
}

/** A token of the usual length, that no log and no error may show. */
export const token = 'mdk_live_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST';

/** A client of a server; it warns of nothing unless a test wants to know. */
export function connect(server: TestServer, options: ClientOptions = {}): MasterDataClient {
  return new MasterDataClient({
    baseUrl: server.url,
    apiToken: token,
    validation: { responses: 'throw' },
    ...options,
  });
}

/** A logger, and the lines that it was given, each after its severity. */
export function listen(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const write = (severity: string) => (message: string) => lines.push(`${severity} ${message}`);
  return {
    lines,
    logger: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
  };
}

/** What a request rejects with. */
export async function rejection(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}
