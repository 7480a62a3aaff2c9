/**
 * Prints the cost of each operation of a server: `node bench/mock/http.ts json-server`. Microseconds of processor time
 * per request, and requests per second of a client on the same machine.
 */
import { fork } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { ServerCommand } from './server.ts';
import { operations, type RequestSpec } from './subjects/subject.ts';

const connections = 16;

/** The number of requests to warm up an operation, and then to measure it. */
const turns = 6000;

/** Stop sending after this time, so that slow servers are measured with fewer requests. */
const maxSeconds = 3;

/** A response that takes longer is an error. */
const responseTimeout = 60_000;

const [subject = ''] = process.argv.slice(2);
const server = fork(join(import.meta.dirname, 'server.ts'), [subject]);
const port = await nextMessage<number>();

const figures: Record<string, number> = {};
const warmupCounts: Record<string, number> = {};
for (const operation of operations) {
  warmupCounts[operation] = await sendAll(await ask<RequestSpec[]>({ operation, turns }));
}
for (const operation of operations) {
  const first = warmupCounts[operation] ?? 0;
  const requests = await ask<RequestSpec[]>({ operation, turns: first + turns });
  const before = await ask<number>('processor time');
  const started = performance.now();
  const count = await sendAll(requests.slice(first));
  const seconds = (performance.now() - started) / 1000;
  const after = await ask<number>('processor time');
  figures[operation] = ((after - before) / count) * 1000;
  figures[`${operation} rate`] = count / seconds;
}
console.log(JSON.stringify(figures));
server.disconnect();

function ask<Reply>(command: ServerCommand): Promise<Reply> {
  server.send(command);
  return nextMessage();
}

function nextMessage<Message>(): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${subject} exited with ${code}`));
    server.once('exit', onExit);
    server.once('message', (message: Message) => {
      server.off('exit', onExit);
      resolve(message);
    });
  });
}

/**
 * Sends requests, one after another on each connection, until all have a response or the time is over. Returns how many
 * it sent. A client of `node:http` would be slower than some of the servers.
 */
async function sendAll(requests: readonly RequestSpec[]): Promise<number> {
  const messages = requests.map(serialize);
  const end = performance.now() + maxSeconds * 1000;
  let count = 0;
  const next = () => (performance.now() < end ? messages[count++] : undefined);
  await Promise.all(Array.from({ length: connections }, () => sendOnConnection(next)));
  return Math.min(count, messages.length);
}

function serialize({ method, path, headers, body = '' }: RequestSpec): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n${body}`;
}

/** Opens a connection and sends each request after the previous response. Rejects if a response is missing. */
function sendOnConnection(next: () => string | undefined): Promise<void> {
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
      const size = responseSize(received);
      if (size === undefined || received.length < size) return;
      if (received.length > size) socket.destroy(new Error(`${subject} sent more than one response`));
      received = Buffer.alloc(0);
      send();
    });
    socket.once('timeout', () => socket.destroy(new Error(`${subject} sent no response in time`)));
    socket.once('error', reject);
    // After `resolve` this has no effect.
    socket.once('close', () => reject(new Error(`${subject} closed the connection`)));
  });
}

/** Returns the size of the response that begins with these bytes, or undefined if the head is incomplete. */
function responseSize(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) {
    throw new Error(`${subject} responded with ${bytes.toString('latin1', 0, 200)}`);
  }
  return end + 4 + Number(length);
}
