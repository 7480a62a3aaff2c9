import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const manifest: { exports: Record<string, unknown>; bin: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** The name of its element. Minifiers keep it. */
const marker = 'masterdata-workbench';

const workbench = 'dist/mock/workbench.js';

/** Returns the built modules of an entry of `exports`, whatever its conditions. */
function modulesIn(entry: unknown): string[] {
  if (typeof entry === 'string') return /\.c?js$/.test(entry) ? [entry.replace('./', '')] : [];
  return Object.values(entry ?? {}).flatMap(modulesIn);
}

/** Bundles a built module with everything that it imports, also on demand, except other packages. */
async function bundle(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, file)],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  return outputFiles.map(({ text }) => text).join('\n');
}

const entries = [...Object.values(manifest.exports).flatMap(modulesIn), ...Object.values(manifest.bin)];

test.each(entries.filter((file) => file !== workbench))('%s contains nothing of the workbench', async (file) => {
  expect(await bundle(file)).not.toContain(marker);
});

test('the workbench is identified by its marker', async () => {
  expect(entries).toContain(workbench);
  expect(await bundle(workbench)).toContain(marker);
});
