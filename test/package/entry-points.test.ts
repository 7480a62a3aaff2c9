import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
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

test('each package that a file imports is a dependency, or an optional peer of those who use the file', () => {
  // The files in CommonJS have the same sources, and those of the workbench are bundled.
  const files = globSync('**/*.{js,d.ts,d.cts}', { cwd: join(root, 'dist'), exclude: ['workbench/**'] });
  const imported = files.flatMap((file) =>
    ts.preProcessFile(readFileSync(join(root, 'dist', file), 'utf8')).importedFiles.map(({ fileName }) => fileName),
  );
  const packages = imported.flatMap((name) => /^(?!node:)(?:@[^/]+\/)?[^./][^/]*/.exec(name) ?? []);
  const { dependencies, peerDependencies, peerDependenciesMeta } = manifest;
  const declared = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
  expect([...new Set(packages)].sort()).toEqual(declared.sort());
  expect(peerDependenciesMeta).toEqual(
    Object.fromEntries(Object.keys(peerDependencies).map((name) => [name, { optional: true }])),
  );
});

test('no version of an optional peer prevents the installation', () => {
  const { peerDependencies, peerDependenciesMeta } = manifest;
  expect(Object.keys(peerDependenciesMeta).sort()).toEqual(Object.keys(peerDependencies).sort());
  expect(new Set(Object.values(peerDependencies))).toEqual(new Set(['*']));
});
