import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { documentedVersions, installed, project, version, workers } from './runtime.ts';
import { expected, serve } from './service.ts';

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];

const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-04-01",
      globalOutbound = "loopback",
    )),
    (name = "loopback", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

test('workerd runs the packed package, bundled', async (context) => {
  const workerd = installed(`${workers}/.bin/workerd`, context, platforms);
  const folder = join(project, 'workerd');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'config.capnp'), config);
  await build({
    stdin: {
      contents: `
        import { smoke } from '../smoke.js';
        export default {
          async fetch(request) {
            return Response.json(await smoke(await request.json()));
          },
        };`,
      resolveDir: folder,
    },
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    outfile: join(folder, 'worker.js'),
  });

  const url = await start(workerd, join(folder, 'config.capnp'));
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(await serve()) });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(JSON.parse(text)).toEqual(expected);
});

test('docs/runtimes.md names this version of workerd', async (context) => {
  const number = await version(installed(`${workers}/.bin/workerd`, context, platforms));
  expect(documentedVersions('workerd')).toContain(number);
});

/** Starts workerd until the test ends, and returns its URL. workerd reports its port on a separate pipe. */
async function start(workerd: string, file: string): Promise<string> {
  const server = spawn(workerd, ['serve', file, '--control-fd=3'], { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] });
  const exited = once(server, 'exit');
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await exited;
  });
  const control = server.stdio[3];
  if (!(control instanceof Readable)) throw new Error('workerd has no control pipe');
  for await (const line of createInterface(control)) {
    const { event, port }: { event: string; port: number } = JSON.parse(line);
    if (event === 'listen') return `http://127.0.0.1:${port}`;
  }
  throw new Error('workerd exited before it listened');
}
