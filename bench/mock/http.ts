/**
 * Prints, for each operation of a server, the microseconds of processor time that a request takes it, and how many it
 * answers in a second to a client on the same machine: `node bench/mock/http.ts json-server`.
 */
import { fork } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Asked } from './server.ts';
import { operations, type Sent } from './subjects/subject.ts';

const connections = 16;

/** How many requests of an operation are sent at first, until all is compiled, and how many are measured then. */
const turns = 6000;
/** A server that takes longer than so many seconds is measured with fewer. */
const patience = 3;

const [subject = ''] = process.argv.slice(2);
const server = fork(join(import.meta.dirname, 'server.ts'), [subject]);
const port = await told<number>();

const figures: Record<string, number> = {};
const warmed: Record<string, number> = {};
for (const operation of operations) warmed[operation] = await load(await ask<Sent[]>({ operation, turns }));
for (const operation of operations) {
  const first = warmed[operation] ?? 0;
  const requests = await ask<Sent[]>({ operation, turns: first + turns });
  const before = await ask<number>('processor time');
  const started = performance.now();
  const measured = await load(requests.slice(first));
  const seconds = (performance.now() - started) / 1000;
  const after = await ask<number>('processor time');
  figures[operation] = ((after - before) / measured) * 1000;
  figures[`${operation} rate`] = measured / seconds;
}
console.log(JSON.stringify(figures));
server.disconnect();

function ask<Answer>(asked: Asked): Promise<Answer> {
  server.send(asked);
  return told();
}

function told<Answer>(): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`${subject} ended with ${code}`));
    server.once('exit', ended);
    server.once('message', (answer: Answer) => {
      server.off('exit', ended);
      resolve(answer);
    });
  });
}

/**
 * Sends requests, one after another on each connection, until all are answered or it takes too long. A client of
 * `node:http` would be slower than some of the servers, and it is them that are to have no rest.
 */
async function load(requests: readonly Sent[]): Promise<number> {
  const texts = requests.map(textOf);
  const end = performance.now() + patience * 1000;
  let count = 0;
  const next = () => (performance.now() < end ? texts[count++] : undefined);
  await Promise.all(Array.from({ length: connections }, () => converse(next)));
  return Math.min(count, texts.length);
}

function textOf({ method, path, headers, body = '' }: Sent): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n${body}`;
}

/** Opens a connection, and sends each request once the one before it is answered. */
function converse(next: () => string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const send = () => {
      const request = next();
      if (request === undefined) socket.end(resolve);
      else socket.write(request);
    };
    const socket = connect(port, '127.0.0.1', send).setNoDelay();
    let missing = 0;
    socket.on('data', (bytes) => {
      if (missing === 0) missing = sizeOf(bytes);
      missing -= bytes.length;
      if (missing === 0) send();
    });
    socket.once('error', reject);
  });
}

/** How long an answer is that begins with these bytes. */
function sizeOf(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, end);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200 ') || end === -1 || length === undefined) {
    throw new Error(`${subject} answered ${bytes.toString('latin1', 0, 200)}`);
  }
  return end + 4 + Number(length);
}
