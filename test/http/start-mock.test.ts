import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { customerListItemSchema } from '../../src/contract/customers.ts';
import { listenOnFreePort } from '../listen-on-free-port.ts';
import { detail, sample } from '../sample.ts';
import { run, startError, startVerbose } from './serve.ts';

async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnFreePort(server);
  await once(server.close(), 'close');
  return port;
}

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

const customers = z.object({ success: z.literal(true), data: z.array(customerListItemSchema) });

describe('masterdata-sdk mock', () => {
  detail(
    'prints a URL, a token, a curl line and a snippet that give access to the demo workspace',
    async ({ skip }) => {
      const { url, token, printed } = await startVerbose();
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      const response = await fetch(`${url}/api/customers`, { headers: { authorization: `Bearer ${token}` } });
      expect(response.status).toBe(200);
      const json = await response.json();
      expect(customers.parse(json).data.length).toBeGreaterThan(2);
      expect(printed.err).toBe('');

      const snippet = printed.out.slice(printed.out.indexOf('MasterDataClient'));
      expect(snippet).toContain(`"${url}"`);
      expect(snippet).toContain(`"${token}"`);

      const [line = ''] = /^ *curl .+$/m.exec(printed.out) ?? [];
      expect(line).toContain(`${url}/api/customers`);
      expect(line).toContain(token);
      const shell = promisify(execFile);
      await shell('curl', ['--version']).catch(() => skip('curl is not installed'));
      const { stdout } = await shell('sh', ['-c', line]);
      expect(JSON.parse(stdout)).toEqual(json);
    },
  );

  detail('listens on the port of PORT, and --port takes precedence', async () => {
    const [one, two] = [await findFreePort(), await findFreePort()];
    expect((await startVerbose([], { PORT: String(one) })).url).toBe(`http://127.0.0.1:${one}`);
    expect((await startVerbose(['-p', String(two)], { PORT: String(one) })).url).toBe(`http://127.0.0.1:${two}`);
  });

  test.runIf(hasIpv6)('listens on the address of --host', async () => {
    const { url } = await startVerbose(['--port', '0', '--host', '::1']);
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${url}/api/customers`)).status).toBe(401);
  });

  detail('reports that a port is in use, names the option to change it, and fails', async () => {
    const other = createServer();
    const port = await listenOnFreePort(other);
    const message = await startError('--port', String(port));
    other.close();
    expect(message).toContain(
      `masterdata-sdk: port ${port} is in use. Pass another --port, or --port 0 for any free port.`,
    );
  });

  detail('rejects an invalid port in PORT', async () => {
    const { child, printed, closed } = run(['mock'], { PORT: 'http' });
    await closed;
    expect(child.exitCode).toBeGreaterThan(0);
    expect(printed.err).toContain('Must be a whole number from 0 to 65535.');
    expect(printed.err).not.toContain('    at ');
  });

  detail('rejects an address that this machine does not have', async () => {
    expect(await startError('--host', '192.0.2.1')).toContain(
      'this machine has no address 192.0.2.1. Pass another --host.',
    );
  });

  detail('rejects an unknown option', async () => {
    expect(await startError('--prot', '1')).toContain("unknown option '--prot'");
  });

  test.each(sample(['SIGINT', 'SIGTERM'] as const))('stops on %s, even with open connections', async (signal) => {
    const { child, printed, closed, url } = await startVerbose();
    await fetch(`${url}/api/customers`);
    child.kill(signal);
    await closed;
    expect(child.exitCode).toBe(0);
    expect(child.signalCode).toBeNull();
    expect(printed.out).toMatch(/Stopped\.\s*$/);
    await expect(fetch(`${url}/api/customers`)).rejects.toThrow();
  });
});
