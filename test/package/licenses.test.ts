import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The packages that a built file holds parts of, by its source map. */
function packagesIn(map: string): string[] {
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(root, map), 'utf8'));
  return sources.flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
}

test('the licence of every package that is bundled is published with it', () => {
  const bundled = new Set(globSync('dist/**/*.map', { cwd: root }).flatMap(packagesIn));
  const licences = readFileSync(join(root, 'THIRD_PARTY_LICENSES'), 'utf8');
  const named = [...licences.matchAll(/^== (\S+), in /gm)].map(([, name]) => name);
  expect(named.sort()).toEqual([...bundled].sort());
});
