import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import type { Metafile } from 'esbuild';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The published files with code of each bundled package, which has its version in its name. */
function bundledPackages(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const metafile of globSync('dist/metafile-*.json', { cwd: root })) {
    const { outputs }: Metafile = JSON.parse(readFileSync(join(root, metafile), 'utf8'));
    for (const [file, { inputs }] of Object.entries(outputs)) {
      for (const [source, { bytesInOutput }] of Object.entries(inputs)) {
        const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
        if (name === undefined || bytesInOutput === 0) continue;
        const versioned = `${name} ${versionOf(name)}`;
        found.set(versioned, (found.get(versioned) ?? new Set()).add(file));
      }
    }
  }
  return found;
}

function versionOf(name: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return version;
}

/** The patterns of files that THIRD_PARTY_LICENSES names for each package. */
const listed = new Map(
  [...readFileSync(join(root, 'THIRD_PARTY_LICENSES'), 'utf8').matchAll(/^== (.+), in (.+) ==$/gm)].flatMap(
    ([, names = '', files = '']) => names.split(' and ').map((name) => [name, files.split(' and ')] as const),
  ),
);

const bundled = bundledPackages();

test('THIRD_PARTY_LICENSES has the license of every bundled package, and its version', () => {
  expect([...listed.keys()].sort()).toEqual([...bundled.keys()].sort());
});

test('THIRD_PARTY_LICENSES names the files with the code of each package, and no others', () => {
  for (const [name, patterns] of listed) {
    const files = [...(bundled.get(name) ?? [])];
    const missing = files.filter((file) => !patterns.some((pattern) => matchesGlob(file, pattern)));
    const needless = patterns.filter((pattern) => !files.some((file) => matchesGlob(file, pattern)));
    expect({ name, missing, needless }).toEqual({ name, missing: [], needless: [] });
  }
});
