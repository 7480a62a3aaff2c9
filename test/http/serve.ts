/** Helpers for tests over HTTP: servers that close with their test, raw sockets, the command line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type ListeningServer, type ListenOptions, listen } from '../../mocks/http.ts';
import { createMockServer, demo, type MockServer } from '../../mocks/index.ts';

/** Serves a mock until the test ends. Default: a mock with the demo seed. */
export async function serve(
  options: ListenOptions = {},
  mock: MockServer = createMockServer({ seed: demo }),
): Promise<ListeningServer & { readonly mock: MockServer }> {
  const server = await listen(mock, options);
  onTestFinished(() => server.close());
  return { ...server, mock };
}

/** Returns a port that is free, and that stays free while its server restarts: the system gives no program this one. */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** A response with its parsed JSON body. */
export interface JsonResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends a request with a JSON body, and parses the response. */
export async function send(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<JsonResponse> {
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const responseText = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: responseText === '' ? undefined : JSON.parse(responseText),
  };
}

/** Opens a raw connection that is closed when the test ends. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {
    // The server may reset it.
  });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Writes bytes, and reads until the server closes the connection. */
export async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = await openSocket(port);
  socket.write(bytes);
  return text(socket).catch(() => '');
}

/** A running command. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly printed: { out: string; err: string };
  readonly closed: Promise<unknown>;
}

/** Runs `masterdata-sdk`, and kills it when the test ends. */
export function run(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): RunningCommand {
  const { PORT: _, FORCE_COLOR: __, ...inherited } = process.env;
  const child = spawn(process.execPath, ['dist/cli.js', ...args], {
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

/** Runs `masterdata-sdk mock` quietly at a free port, and waits for its URL. */
export async function start(...args: readonly string[]): Promise<RunningCommand & { readonly url: string }> {
  const running = run(['mock', '--quiet', '--port', '0', ...args]);
  await printedText(running, '\n');
  return { ...running, url: running.printed.out.slice(0, running.printed.out.indexOf('\n')) };
}

/** Runs `masterdata-sdk mock`, and waits for its welcome text. */
export async function startVerbose(
  args: readonly string[] = ['--port', '0'],
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<RunningCommand & { readonly url: string; readonly token: string }> {
  const running = run(['mock', ...args], environment);
  await printedText(running, 'Ctrl-C');
  const [, url = ''] = /URL +(\S+)/.exec(running.printed.out) ?? [];
  const [, token = ''] = /Token +(\S+)/.exec(running.printed.out) ?? [];
  return { ...running, url, token };
}

/** Waits until a command has printed a text. */
export async function printedText({ child, printed, closed }: RunningCommand, expected: string): Promise<void> {
  while (!printed.out.includes(expected)) {
    const ended = await Promise.race([once(child.stdout ?? child, 'data').then(() => false), closed.then(() => true)]);
    if (ended) throw new Error(`the command ended: ${printed.out}${printed.err}`);
  }
}

/** Runs `masterdata-sdk mock`, which must fail to start, and returns its error output. */
export async function startError(...args: readonly string[]): Promise<string> {
  const { child, printed, closed } = run(['mock', '--port', '0', ...args]);
  await closed;
  if (child.exitCode === 0) throw new Error(`expected an error, received ${printed.out}`);
  if (printed.out !== '' || printed.err.includes('    at ')) throw new Error(`not a clean error: ${printed.err}`);
  return printed.err;
}
