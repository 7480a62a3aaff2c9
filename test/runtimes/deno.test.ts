import { expect, test } from 'vitest';
import { documentedVersions, installed, output, programs, version } from './runtime.ts';
import { expected, serve } from './service.ts';

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];

test('Deno runs the packed package, with permission only to connect to the server', async (context) => {
  const deno = installed(`${programs}/.bin/deno`, context, platforms);
  const printed = await output(
    deno,
    [
      'run',
      '--no-prompt',
      '--no-remote',
      '--no-lock',
      '--node-modules-dir=manual',
      '--allow-net=127.0.0.1',
      'print.js',
      JSON.stringify(await serve()),
    ],
    { DENO_NO_UPDATE_CHECK: '1' },
  );
  expect(JSON.parse(printed)).toEqual(expected);
});

test('docs/runtimes.md names this version of Deno', async (context) => {
  expect(documentedVersions('Deno')).toContain(await version(installed(`${programs}/.bin/deno`, context, platforms)));
});
