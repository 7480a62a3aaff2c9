import { connect } from 'node:net';
import type { ServerProcess } from './server-process.ts';
import type { RequestSpec } from './subjects/subject.ts';

const connections = 16;

/** Stop sending after this time, so that slow servers are measured with fewer requests. */
const maxSeconds = 3;

/** A response that takes longer is an error. */
const responseTimeout = 60_000;

/** A server on this machine. Its name is part of error messages. */
interface Target {
  readonly name: string;
  readonly port: number;
}

/**
 * Sends requests, one after another on each connection, until all have a response or the time is over. Returns how many
 * it sent. A client of `node:http` would be slower than some of the servers.
 */
export async function sendAll(target: Target, requests: readonly RequestSpec[]): Promise<number> {
  const messages = requests.map(serialize);
  const end = performance.now() + maxSeconds * 1000;
  let count = 0;
  const next = () => (performance.now() < end ? messages[count++] : undefined);
  await Promise.all(Array.from({ length: connections }, () => sendOnConnection(target, next)));
  return Math.min(count, messages.length);
}

/** Returns the processor time of a server per request in microseconds, and the requests per second. */
export async function measureRequests(server: ServerProcess, requests: readonly RequestSpec[]) {
  const before = await server.processorTime();
  const started = performance.now();
  const count = await sendAll(server, requests);
  const seconds = (performance.now() - started) / 1000;
  const cost = (((await server.processorTime()) - before) / count) * 1000;
  return { cost, rate: count / seconds };
}

function serialize({ method, path, headers, body = '' }: RequestSpec): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n${body}`;
}

/** Opens a connection and sends each request after the previous response. Rejects if a response is missing. */
function sendOnConnection({ name, port }: Target, next: () => string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const send = () => {
      const request = next();
      if (request === undefined) socket.end(resolve);
      else socket.write(request);
    };
    const socket = connect(port, '127.0.0.1', send).setNoDelay().setTimeout(responseTimeout);
    socket.on('data', (chunk) => {
      // Most responses arrive in one chunk, which needs no copy.
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const size = responseSize(name, received);
      if (size === undefined || received.length < size) return;
      if (received.length > size) socket.destroy(new Error(`${name} sent more than one response`));
      received = Buffer.alloc(0);
      send();
    });
    socket.once('timeout', () => socket.destroy(new Error(`${name} sent no response in time`)));
    socket.once('error', reject);
    // After `resolve` this has no effect.
    socket.once('close', () => reject(new Error(`${name} closed the connection`)));
  });
}

/** Returns the size of the response that begins with these bytes, or undefined if the head is incomplete. */
function responseSize(name: string, bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) {
    throw new Error(`${name} responded with ${bytes.toString('latin1', 0, 200)}`);
  }
  return end + 4 + Number(length);
}
