import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

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

/** Returns the files that a file imports or links to, and its source map. */
function dependenciesOf(file: string): string[] {
  const code = read(file);
  // The server has the page of the workbench at /__mock/, and its other files below /__mock/workbench/.
  if (file.endsWith('.html')) return [...code.matchAll(/"\.\/(workbench\/[^"]+)"/g)].map(([, path]) => `dist/${path}`);
  const imported = [...code.matchAll(/(?:from|import|require)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g)].map(
    ([, path = '']) => posix.join(posix.dirname(file), path),
  );
  if (/\.d\.c?ts$/.test(file)) return imported.map((path) => path.replace(/\.(c?)js$/, '.d.$1ts'));
  const [, map] = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(code) ?? [];
  return map === undefined ? imported : [...imported, posix.join(posix.dirname(file), map)];
}

test('contains the files that a user needs, and no others', () => {
  const expected = new Set(['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'THIRD_PARTY_LICENSES']);
  const visit = (file: string): void => {
    if (expected.has(file)) return;
    expected.add(file);
    for (const other of /\.(?:c?js|d\.c?ts|html)$/.test(file) ? dependenciesOf(file) : []) visit(other);
  };
  const entries = [...pathsIn(manifest.exports), ...Object.values(manifest.bin), 'dist/workbench/index.html'];
  for (const file of entries) visit(file);

  expect([...files].sort()).toEqual([...expected].sort());
  expect(expected.size).toBeGreaterThan(50);
});

test('has its types where tools look that ignore exports', () => {
  expect(files).toEqual(expect.arrayContaining([...pathsIn(manifest.main), ...pathsIn(manifest.types)]));
  expect(files).toEqual(expect.arrayContaining(pathsIn(manifest.typesVersions)));
});

/** The ES modules with code of the client only. */
const mapped = files.filter((file) => {
  if (!/\.js$/.test(file)) return false;
  const folders = [...read(file).matchAll(/^\/\/ (\w+)\//gm)].map(([, name]) => name);
  return folders.length > 0 && folders.every((name) => name === 'src');
});

test('has source maps of nothing else, and refers to no others', () => {
  expect(files.filter((file) => file.endsWith('.map')).sort()).toEqual(mapped.map((file) => `${file}.map`).sort());
  expect(mapped).toContain('dist/index.js');
  const others = files.filter((file) => /\.c?js$/.test(file) && !files.includes(`${file}.map`));
  expect(others.filter((file) => read(file).includes('sourceMappingURL='))).toEqual([]);
});

describe.each(mapped)('%s', (file) => {
  test('has a source map with its sources', () => {
    expect(files).toContain(`${file}.map`);
    const map: { sources: string[]; sourcesContent?: (string | null)[] } = JSON.parse(read(`${file}.map`));
    expect(map.sourcesContent ?? []).toHaveLength(map.sources.length);
    for (const [index, source] of map.sources.entries()) {
      expect(source).toMatch(/^(?:\.\.\/)+src\//);
      expect(map.sourcesContent?.[index]).toEqual(expect.any(String));
    }
  });
});

test('is small', () => {
  expect(statSync(join(folder, 'masterdata-sdk.tgz')).size).toBeLessThan(2 ** 20);
});

test('runs no script when it is installed', () => {
  expect(Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
});
