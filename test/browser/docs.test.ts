/** Runs the code blocks of the guides that need a browser, with the app that they assume. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { doubles, type Module, modulesOf } from '../docs/modules.ts';
import { blocksOf, pages, root } from '../docs/pages.ts';
import { loaderOf, loadFile } from '../docs/run-block.ts';
import { listenOnFreePort } from '../listen-on-free-port.ts';
import { openBrowser, openPage } from './site.ts';

const modules = pages()
  .flatMap((page) => modulesOf(blocksOf(page)))
  .filter(({ runner, block }) => runner === 'chromium' && block.mark === undefined);
const load = loaderOf(modules);
const { scene } = await loadFile<typeof import('../docs/doubles/playwright-test.ts')>(
  doubles['@playwright/test'] ?? '',
);

/** The files of the page. */
const inPage = ({ checked }: Module) => !checked.includes("'@playwright/test'");

describe.each([...new Set(modules.map(({ block }) => block.page))])('%s', async (page) => {
  const own = modules.filter(({ block }) => block.page === page);
  const setup = own.filter(inPage);

  const site = await serveApp(setup);
  test('the mock responds to the app', async (context) => {
    const { page: opened, complaints } = await openPage(await openBrowser(context), site);
    await opened.getByText('Halm & Söhne GmbH').waitFor();
    expect(complaints).toEqual([]);
  });

  for (const module of own.filter((each) => !inPage(each))) {
    describe(module.title, async () => {
      scene.baseURL = site;
      await load(module);
    });
  }
});

/** Serves the app at every path, with the mock that the modules set up. Returns its URL. */
async function serveApp(setup: readonly Module[]): Promise<string> {
  const entry = [
    ...setup.map(({ file }) => `import ${JSON.stringify(file)};`),
    `import { showApp } from ${JSON.stringify(join(root, 'test/docs/fixture-app.ts'))};`,
    'await showApp();',
  ].join('\n');
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: root },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'error',
    define: { 'import.meta.env': '{ "DEV": true }' },
    plugins: [blocksAsFiles(setup)],
  });
  const files = new Map([
    ['/app.js', outputFiles[0]?.text ?? ''],
    ['/mockServiceWorker.js', readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8')],
  ]);
  const site = createServer(({ url = '/' }, response) => {
    const script = files.get(url);
    response.setHeader('content-type', script === undefined ? 'text/html; charset=utf-8' : 'text/javascript');
    response.end(
      script ?? '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="/app.js"></script>',
    );
  });
  const port = await listenOnFreePort(site);
  afterAll(() => {
    site.close();
    site.closeAllConnections();
  });
  return `http://127.0.0.1:${port}`;
}

/** Gives esbuild the modules as if they were files. */
function blocksAsFiles(setup: readonly Module[]): Plugin {
  const sources = new Map(setup.map(({ file, source }) => [file, source]));
  return {
    name: 'blocks-as-files',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[./]/ }, ({ path, importer }) => {
        const file = resolve(dirname(importer), path);
        const found = [file, `${file}.ts`].find((name) => sources.has(name));
        return found === undefined ? undefined : { path: found, namespace: 'block' };
      });
      onLoad({ filter: /./, namespace: 'block' }, ({ path }) => ({
        contents: sources.get(path) ?? '',
        loader: 'ts',
        resolveDir: root,
      }));
    },
  };
}
