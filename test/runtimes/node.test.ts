import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { documentedVersions, installed, output, programs, version } from './runtime.ts';
import { expected, serve } from './service.ts';

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

describe.each([
  ['22', `${programs}/node22/bin/node`],
  ['24', 'node_modules/node/bin/node'],
  ['26', `${programs}/node26/bin/node`],
])('Node.js %s', (line, path) => {
  test.for([
    ['ES modules', 'print.js'],
    ['CommonJS', 'print.cjs'],
  ] as const)('runs the packed package as %s', async ([, program], context) => {
    const node = installed(path, context, platforms);
    expect(JSON.parse(await output(node, [program, JSON.stringify(await serve())]))).toEqual(expected);
  });

  test('docs/runtimes.md names this version', async (context) => {
    const number = await version(installed(path, context, platforms));
    expect(number).toMatch(new RegExp(`^${line}\\.`));
    expect(documentedVersions('Node.js')).toContain(number);
  });
});

test('scripts of this repository run on the version of Node.js in package.json', () => {
  const link = join(import.meta.dirname, '../../node_modules/.bin/node');
  expect(execFileSync(link, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${manifest.devDependencies.node}`);
});
