/** The plumbing of the tests over HTTP: servers that end with their test, raw sockets, the command line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type ListeningServer, type ListenOptions, listen } from '../../mocks/http.ts';
import { createMockServer, demo, type MockServer } from '../../mocks/index.ts';

/** A server of the demo workspace, unless it is given a mock. */
export async function serve(
  options: ListenOptions = {},
  mock: MockServer = createMockServer({ seed: demo }),
): Promise<ListeningServer & { readonly mock: MockServer }> {
  const server = await listen(mock, options);
  onTestFinished(() => server.close());
  return { ...server, mock };
}

/** What came back. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends a request with a JSON body, and reads the answer's. */
export async function send(url: string, method: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const answered = await response.text();
  const reply: Reply = {
    status: response.status,
    headers: response.headers,
    body: answered === '' ? undefined : JSON.parse(answered),
  };
  return reply;
}

/** A raw connection that ends with the test. */
export async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {
    // The server may reset it.
  });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Writes bytes, and reads what comes back until the server closes the connection. */
export async function exchange(port: number, bytes: string): Promise<string> {
  const socket = await dial(port);
  socket.write(bytes);
  return text(socket).catch(() => '');
}

/** A folder that is gone after the test. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'masterdata-mock-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** The command line, running. */
export interface Running {
  readonly child: ChildProcess;
  readonly printed: { out: string; err: string };
  readonly closed: Promise<unknown>;
}

/** Runs the command line; it is killed after the test. */
export function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Running {
  const { PORT: _, FORCE_COLOR: __, ...inherited } = process.env;
  const child = spawn(process.execPath, ['mocks/cli.ts', ...args], {
    env: { ...inherited, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed.out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    printed.err += chunk;
  });
  return { child, printed, closed: once(child, 'close') };
}

/** Runs it with `--quiet` at a free port, until it says where it listens. */
export async function start(...args: readonly string[]): Promise<Running & { readonly url: string }> {
  const running = run(['--quiet', '--port', '0', ...args]);
  return { ...running, url: await firstLine(running) };
}

/** The first line that it prints. */
export async function firstLine({ child, printed, closed }: Running): Promise<string> {
  while (!printed.out.includes('\n')) {
    const ended = await Promise.race([once(child.stdout ?? child, 'data').then(() => false), closed.then(() => true)]);
    if (ended) throw new Error(`ended: ${printed.out}${printed.err}`);
  }
  return printed.out.slice(0, printed.out.indexOf('\n'));
}

/** What it prints when it does not even start. */
export async function refusal(...args: readonly string[]): Promise<string> {
  const { child, printed, closed } = run(['--port', '0', ...args]);
  await closed;
  if (child.exitCode === 0) throw new Error(`expected a refusal: ${printed.out}`);
  if (printed.out !== '' || printed.err.includes('    at ')) throw new Error(`not a clean refusal: ${printed.err}`);
  return printed.err;
}
