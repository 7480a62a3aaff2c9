import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { reach } from './client/size.ts';

/** The most bytes of all exports of each entry of the mock, minified and gzipped, without zod and chunks on demand. */
export const mockLimits = { 'masterdata-sdk/mock': 70_500, 'masterdata-sdk/mock/remote': 9_100 } as const;

/** An entry of the mock. */
export type MockEntry = keyof typeof mockLimits;

/** Returns the size of all exports of an entry of the mock. */
export async function mockSize(entry: MockEntry): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export * from '${entry}'`, resolveDir: import.meta.dirname },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    external: ['zod'],
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const initial = reach('out/stdin.js', metafile.outputs);
  return outputFiles
    .filter(({ path }) => [...initial].some((file) => path.endsWith(file)))
    .reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
}
