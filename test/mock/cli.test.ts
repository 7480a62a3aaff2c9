import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { listen } from '../../mocks/http.ts';
import { customerListItemSchema } from '../../src/contract/customers.ts';
import { startMock } from './helpers.ts';

// Every test starts a process or two; a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 });

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Runs the command line, and gathers what it prints. */
function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { PORT: _, ...inherited } = process.env;
  const child = spawn(process.execPath, ['mocks/cli.ts', ...args], {
    env: { ...inherited, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.err += text;
  });
  return { child, printed, closed: once(child, 'close') };
}

/** Runs it until it says where it listens. */
async function start(args: readonly string[] = ['--port', '0'], environment: Readonly<Record<string, string>> = {}) {
  const { child, printed, closed } = run(args, environment);
  while (!printed.out.includes('Ctrl-C')) {
    const ended = await Promise.race([once(child.stdout, 'data').then(() => false), closed.then(() => true)]);
    if (ended) throw new Error(`ended: ${printed.out}${printed.err}`);
  }
  const [, url = ''] = /URL +(\S+)/.exec(printed.out) ?? [];
  const [, token = ''] = /Token +(\S+)/.exec(printed.out) ?? [];
  return { child, printed, closed, url, token };
}

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = await listen(startMock());
  await server.close();
  return server.port;
}

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

const customers = z.object({ success: z.literal(true), data: z.array(customerListItemSchema) });

describe.concurrent('masterdata-mock', () => {
  test('prints a URL and a token that work on the demo workspace', async () => {
    const { url, token, printed } = await start();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const response = await fetch(`${url}/api/customers`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    expect(customers.parse(await response.json()).data.length).toBeGreaterThan(2);
    expect(printed.err).toBe('');
  });

  test('prints a curl line that works when pasted', async ({ skip }) => {
    const { printed } = await start();
    const [line = ''] = /^ *curl .+$/m.exec(printed.out) ?? [];
    const [, url = ''] = /(http:\/\/[^\s']+)/.exec(line) ?? [];
    const [, authorization = ''] = /[Aa]uthorization: ([^']+)/.exec(line) ?? [];
    const response = await fetch(url, { headers: { authorization } });
    const answered = await response.text();
    expect(customers.parse(JSON.parse(answered)).data.length).toBeGreaterThan(2);

    const shell = promisify(execFile);
    await shell('curl', ['--version']).catch(() => skip('there is no curl here'));
    const { stdout } = await shell('sh', ['-c', line]);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(answered));
  });

  test('prints a code snippet with the URL and the token', async () => {
    const { printed, url, token } = await start();
    const snippet = printed.out.slice(printed.out.indexOf('MasterDataClient'));
    expect(snippet).toContain(`"${url}"`);
    expect(snippet).toContain(`"${token}"`);
  });

  test('listens on the port of --port', async () => {
    const port = await freePort();
    expect((await start(['--port', String(port)])).url).toBe(`http://127.0.0.1:${port}`);
  });

  test('listens on the port of PORT, unless --port says otherwise', async () => {
    const [one, two] = [await freePort(), await freePort()];
    expect((await start([], { PORT: String(one) })).url).toBe(`http://127.0.0.1:${one}`);
    expect((await start(['-p', String(two)], { PORT: String(one) })).url).toBe(`http://127.0.0.1:${two}`);
  });

  test.runIf(hasIpv6)('listens on the address of --host', async () => {
    const { url } = await start(['--port', '0', '--host', '::1']);
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${url}/api/customers`)).status).toBe(401);
  });

  test('says that a port is taken, and which option chooses another, and fails', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { child, printed, closed } = run(['--port', String(port)]);
    await closed;
    taken.close();
    expect(child.exitCode).toBeGreaterThan(0);
    expect(printed.err).toContain(`port ${port} is taken`);
    expect(printed.err).toContain('--port');
    expect(printed.err).not.toContain('    at ');
    expect(printed.out).toBe('');
  });

  test.each([
    ['--port', ['--port', 'http'], {}],
    ['--port', ['--port', '65536'], {}],
    ['--port', ['--port', '-1'], {}],
    ['--port', ['--port', '40.5'], {}],
    ['PORT', [], { PORT: 'http' }],
  ])('refuses a bad port: %s %j %j', async (_, args, environment) => {
    const { child, printed, closed } = run(args, environment);
    await closed;
    expect(child.exitCode).toBeGreaterThan(0);
    expect(printed.err).toContain('Expected a whole number from 0 to 65535.');
    expect(printed.err).not.toContain('    at ');
  });

  test('refuses an address that this machine does not have', async () => {
    const { child, printed, closed } = run(['--port', '0', '--host', '192.0.2.1']);
    await closed;
    expect(child.exitCode).toBeGreaterThan(0);
    expect(printed.err).toContain('this machine has no address 192.0.2.1');
  });

  test('refuses an option that it does not have', async () => {
    const { child, printed, closed } = run(['--prot', '1']);
    await closed;
    expect(child.exitCode).toBeGreaterThan(0);
    expect(printed.err).toContain('--prot');
  });

  test('--help tells the options', async () => {
    const { child, printed, closed } = run(['--help']);
    await closed;
    expect(child.exitCode).toBe(0);
    expect(printed.out).toMatch(/--port[\s\S]+--host/);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it cleanly, open connections and all, and it says so',
    async (signal) => {
      const { child, printed, closed, url } = await start();
      await fetch(`${url}/api/customers`);
      child.kill(signal);
      await closed;
      expect(child.exitCode).toBe(0);
      expect(child.signalCode).toBeNull();
      expect(printed.out).toMatch(/Stopped\.\s*$/);
      await expect(fetch(`${url}/api/customers`)).rejects.toThrow();
    },
  );
});
