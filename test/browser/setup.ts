/** One Chromium for all tests of the project `browser`, and the pages that it opens, bundled from the sources. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { launchChromium } from '../chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of Chromium. Undefined if its package does not support this platform. */
    chromium: string | undefined;
    /** The folder of the bundled pages. */
    pages: string;
  }
}

/** Lets shared tests run in a page. */
const inPageVitest: Plugin = {
  name: 'in-page-vitest',
  setup({ onResolve }) {
    const path = join(import.meta.dirname, 'in-page-vitest.ts');
    onResolve({ filter: /^vitest$/ }, ({ importer }) => (importer === path ? undefined : { path }));
  },
};

/** Vitest calls this before the tests of the project, and what it returns after them. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'masterdata-sdk-browser-'));
  const pages = join(folder, 'pages');
  execFileSync(process.execPath, [join(import.meta.dirname, '../../mocks/workbench/build.ts'), '--if-stale']);
  const [browser] = await Promise.all([
    launchChromium(),
    build({
      entryPoints: {
        page: join(import.meta.dirname, 'page.ts'),
        panel: join(import.meta.dirname, 'workbench/panel-page.ts'),
        persistence: join(import.meta.dirname, 'persistence-page.ts'),
        'same-responses': join(import.meta.dirname, '../same-responses/page.ts'),
      },
      bundle: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      loader: { '.css': 'text' },
      plugins: [inPageVitest],
      outdir: pages,
    }),
  ]);
  // For the server of Vite, which is given the folder.
  await writeFile(join(pages, 'index.html'), '<!doctype html><script type="module" src="/page.js"></script>');
  provide('chromium', browser?.wsEndpoint());
  provide('pages', pages);
  return async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  };
}
