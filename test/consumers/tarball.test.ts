import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, inject, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const { folder, files } = inject('consumers');
const unpacked = join(folder, 'unpacked');
mkdirSync(unpacked);
execFileSync('tar', ['-xzf', join(folder, 'masterdata-sdk.tgz'), '-C', unpacked, '--strip-components=1']);
const read = (file: string): string => readFileSync(join(unpacked, file), 'utf8');

/** Returns all relative paths in a value of package.json. */
function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('./') ? [value.slice(2)] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}

/** Returns the files that a file imports or links to. */
function dependenciesOf(file: string): string[] {
  const code = read(file);
  // The server has the page of the workbench at /__mock/, and its other files below /__mock/workbench/.
  if (file.endsWith('.html')) return [...code.matchAll(/"\.\/(workbench\/[^"]+)"/g)].map(([, path]) => `dist/${path}`);
  const imported = [...code.matchAll(/(?:from|import|require)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g)].map(
    ([, path = '']) => posix.join(posix.dirname(file), path),
  );
  return /\.d\.c?ts$/.test(file) ? imported.map((path) => path.replace(/\.(c?)js$/, '.d.$1ts')) : imported;
}

test('contains the files that a user needs, and no others', () => {
  const expected = new Set(['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'THIRD_PARTY_LICENSES']);
  const visit = (file: string): void => {
    if (expected.has(file)) return;
    expected.add(file);
    for (const other of /\.(?:c?js|d\.c?ts|html)$/.test(file) ? dependenciesOf(file) : []) visit(other);
  };
  const guides = [
    'docs/*.md',
    'docs/resources/*.md',
    'docs/public/{console.svg,workbench-retry{,-dark}.webp}',
    'examples/**/*.*',
  ];
  for (const file of globSync(guides, { cwd: root })) expected.add(file);
  // Without an extension.
  expected.add('examples/docker/Dockerfile');
  const entries = [...pathsIn(manifest.exports), ...Object.values(manifest.bin), 'dist/workbench/index.html'];
  for (const file of entries) visit(file);

  expect([...files].sort()).toEqual([...expected].sort());
  expect(expected.size).toBeGreaterThan(50);
});

test('has its types where tools look that ignore exports', () => {
  expect(files).toEqual(expect.arrayContaining([...pathsIn(manifest.main), ...pathsIn(manifest.types)]));
  expect(files).toEqual(expect.arrayContaining(pathsIn(manifest.typesVersions)));
});

test('refers to no source map, because it has none', () => {
  expect(files.filter((file) => /\.c?js$/.test(file) && read(file).includes('sourceMappingURL='))).toEqual([]);
});

test('is small', () => {
  // 370,000 of them are the guides, the examples and the pictures of README.md, 20,000 `masterdata-sdk mcp` with the
  // SDK of its protocol, and 11,000 `masterdata-sdk pull`.
  expect(statSync(join(folder, 'masterdata-sdk.tgz')).size).toBeLessThan(1_430_000);
});

test('runs no script when it is installed', () => {
  expect(Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
});
