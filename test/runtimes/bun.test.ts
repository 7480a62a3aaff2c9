import { expect, test } from 'vitest';
import { documentedVersions, installed, output, programs, version } from './runtime.ts';
import { expected, serve } from './service.ts';

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];

test.for([
  ['ES modules', 'print.js'],
  ['CommonJS', 'print.cjs'],
] as const)('Bun runs the packed package as %s', async ([, program], context) => {
  const bun = installed(`${programs}/.bin/bun`, context, platforms);
  const printed = await output(bun, ['--no-install', program, JSON.stringify(await serve())]);
  expect(JSON.parse(printed)).toEqual(expected);
});

test('docs/runtimes.md names this version of Bun', async (context) => {
  expect(documentedVersions('Bun')).toContain(await version(installed(`${programs}/.bin/bun`, context, platforms)));
});
