import { expect, test } from 'vitest';
import { documentedVersions, installed, output, version } from './runtime.ts';
import { expected, serve } from './service.ts';

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];

test('Deno runs the packed package, permitted nothing but to reach the server', async (context) => {
  const deno = installed('.bin/deno', context, platforms);
  const findings = await output(
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
  expect(JSON.parse(findings)).toEqual(expected);
});

test('Deno is the version that the page names', async (context) => {
  expect(documentedVersions('Deno')).toContain(await version(installed('.bin/deno', context, platforms)));
});
