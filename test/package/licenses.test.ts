import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Returns the packages that a built file contains code of, according to its source map. */
function packagesIn(map: string): string[] {
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(root, map), 'utf8'));
  return sources.flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
}

test('THIRD_PARTY_LICENSES has the license of every bundled package', () => {
  const bundled = new Set(globSync('dist/**/*.map', { cwd: root }).flatMap(packagesIn));
  const licenses = readFileSync(join(root, 'THIRD_PARTY_LICENSES'), 'utf8');
  const listed = [...licenses.matchAll(/^== (.+), in /gm)].flatMap(([, names = '']) => names.split(' and '));
  expect(listed.sort()).toEqual([...bundled].sort());
});
