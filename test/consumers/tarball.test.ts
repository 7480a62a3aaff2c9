import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const { folder, files } = inject('consumers');
const unpacked = join(folder, 'unpacked');
mkdirSync(unpacked);
execFileSync('tar', ['-xzf', join(folder, 'masterdata-sdk.tgz'), '-C', unpacked, '--strip-components=1']);
const read = (file: string): string => readFileSync(join(unpacked, file), 'utf8');

/** The files that package.json names, wherever it does. */
function named(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('./') ? [value.slice(2)] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(named) : [];
}

/** The files of the package that a file imports, and its source map. */
function needs(file: string): string[] {
  const code = read(file);
  const imported = [...code.matchAll(/(?:from|import|require)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g)].map(
    ([, path = '']) => posix.join(posix.dirname(file), path),
  );
  if (/\.d\.c?ts$/.test(file)) return imported.map((path) => path.replace(/\.(c?)js$/, '.d.$1ts'));
  const [, map] = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(code) ?? [];
  return map === undefined ? imported : [...imported, posix.join(posix.dirname(file), map)];
}

test('holds what a user needs, and no other file', () => {
  // CHANGELOG.md is written with the first release, which test/consumers/release.test.ts looks at.
  const wanted = new Set(['package.json', 'README.md', 'LICENSE', 'THIRD_PARTY_LICENSES']);
  const visit = (file: string): void => {
    if (wanted.has(file)) return;
    wanted.add(file);
    for (const other of /\.(?:c?js|d\.c?ts)$/.test(file) ? needs(file) : []) visit(other);
  };
  for (const file of [...named(manifest.exports), ...Object.values(manifest.bin)]) visit(file);

  expect([...files].sort()).toEqual([...wanted].sort());
  expect(wanted.size).toBeGreaterThan(50);
});

test('is told where its types are where no exports are known', () => {
  expect(files).toEqual(expect.arrayContaining([...named(manifest.main), ...named(manifest.types)]));
  expect(files).toEqual(expect.arrayContaining(named(manifest.typesVersions)));
});

describe.each(files.filter((file) => /\.c?js$/.test(file)))('%s', (file) => {
  test('has a source map with the text of its sources', () => {
    expect(files).toContain(`${file}.map`);
    const map: { sources: string[]; sourcesContent?: (string | null)[] } = JSON.parse(read(`${file}.map`));
    expect(map.sourcesContent ?? []).toHaveLength(map.sources.length);
    for (const [index, source] of map.sources.entries()) {
      expect(source).toMatch(/^(?:\.\.\/)+(?:src|mocks|node_modules)\//);
      expect(map.sourcesContent?.[index]).toEqual(expect.any(String));
    }
  });
});

test('the package asks for no script when it is installed', () => {
  expect(Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
});
