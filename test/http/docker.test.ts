/** Runs the commands of the Dockerfile in `examples/docker`, without Docker. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ownPort, sendRaw } from './serve.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const dockerfile = read('examples/docker/Dockerfile');

/** Returns the command of an instruction, which is a list in JSON. */
function commandOf(instruction: string): [program: string, ...args: string[]] {
  const [, list = ''] = new RegExp(`^${instruction}.*?(\\[.+\\])$`, 'm').exec(dockerfile) ?? [];
  return JSON.parse(list);
}

test('the image has pinned versions, and its last user is not root', () => {
  const { version }: { version: string } = JSON.parse(read('package.json'));
  expect(dockerfile).toMatch(/^FROM node:\d+\.\d+\.\d+-alpine\d+\.\d+@sha256:[0-9a-f]{64}$/m);
  expect(dockerfile).toContain(`\nARG VERSION=${version}\n`);
  expect([...dockerfile.matchAll(/^USER (.+)$/gm)].map(([, user]) => user)).toEqual(['node']);
});

test('docs/server.md shows both files', () => {
  const page = read('docs/server.md');
  expect(page).toContain(read('examples/docker/compose.yaml'));
  expect(page).toContain('](../examples/docker)');
});

describe.skipIf(process.platform === 'win32')('the container', () => {
  const env = {
    ...process.env,
    MASTERDATA_MOCK_TOKEN: 'api-token-of-the-container',
    MASTERDATA_CONTROL_TOKEN: 'control-token-of-the-container',
  };

  test('serves other containers, is healthy, and ends with SIGTERM', async () => {
    const port = await ownPort();
    const [program, ...args] = commandOf('CMD');
    // A shell would put the token on the command line, which others can read.
    expect(program).toBe('./node_modules/.bin/masterdata-sdk');
    const server = spawn(process.execPath, ['dist/cli.js', ...args], {
      cwd: root,
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    const [welcome] = await once(server.stdout, 'data');
    expect(String(welcome)).not.toContain(env.MASTERDATA_MOCK_TOKEN);

    const [node, ...check] = commandOf('HEALTHCHECK').map((word) => word.replace('4010', String(port)));
    expect(node).toBe('node');
    const isHealthy = async () => {
      const [status] = await once(spawn(process.execPath, check), 'exit');
      return status === 0;
    };
    expect(await isHealthy()).toBe(true);

    const ask = (path: string, token: string) =>
      sendRaw(
        port,
        `GET ${path} HTTP/1.1\r\nHost: mock:4010\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
      );
    expect(await ask('/api/customers', env.MASTERDATA_MOCK_TOKEN)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask('/__mock/state', env.MASTERDATA_CONTROL_TOKEN)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask('/__mock/state', env.MASTERDATA_MOCK_TOKEN)).toMatch(/^HTTP\/1\.1 401 /);

    server.kill();
    expect(await once(server, 'exit')).toEqual([0, null]);
    expect(await isHealthy()).toBe(false);
  });
});
