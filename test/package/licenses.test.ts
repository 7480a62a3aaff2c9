import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Returns the packages with code in the files of a build, each with its version. */
function packagesIn(file: string): string[] {
  const { outputs }: Metafile = JSON.parse(readFileSync(join(root, file), 'utf8'));
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([source, { bytesInOutput }]) => {
      const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
      return name !== undefined && bytesInOutput > 0 ? [`${name} ${versionOf(name)}`] : [];
    }),
  );
}

function versionOf(name: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return version;
}

test('THIRD_PARTY_LICENSES has the license of every bundled package, and its version', () => {
  const bundled = new Set(globSync('dist/metafile-*.json', { cwd: root }).flatMap(packagesIn));
  const licenses = readFileSync(join(root, 'THIRD_PARTY_LICENSES'), 'utf8');
  const listed = [...licenses.matchAll(/^== (.+), in /gm)].flatMap(([, names = '']) => names.split(' and '));
  expect(listed.sort()).toEqual([...bundled].sort());
});
