import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { entryPoints } from '../../release/entry-points.ts';

const root = join(import.meta.dirname, '../..');

test.each(entryPoints)('$source is the source of $path', ({ source }) => {
  expect(existsSync(join(root, source))).toBe(true);
});

test('the API reference contains all entry points', () => {
  const typedoc = JSON.parse(readFileSync(join(root, 'typedoc.json'), 'utf8').replaceAll(/^ *\/\/.*$/gm, ''));
  // The others only register the matchers of this one.
  const documented = entryPoints.filter(({ path }) => !path.startsWith('mock/matchers/'));
  expect([...typedoc.entryPoints].sort()).toEqual(documented.map(({ source }) => source).sort());
});

test('`typesVersions`, which `moduleResolution: node10` reads, contains all entry points', () => {
  const expected = entryPoints.flatMap(({ path, output, hasCommonJs }): [string, string[]][] =>
    path === '' ? [] : [[path, [`./dist/${output}.d.${hasCommonJs ? 'cts' : 'ts'}`]]],
  );
  expect(manifest.typesVersions['*']).toEqual(
    Object.fromEntries([...expected, ['openapi.json', ['./dist/openapi.json']]]),
  );
});
