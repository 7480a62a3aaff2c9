import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { defineConfig, type Options } from 'tsup';

/** Entry points for ES modules and CommonJS. They must not import msw, which has only ES modules. */
const dual = {
  index: 'src/index.ts',
  schemas: 'src/schemas.ts',
  conformance: 'mocks/conformance.ts',
  'mock/index': 'mocks/index.ts',
  'mock/generate': 'mocks/generate.ts',
  'mock/http': 'mocks/http.ts',
  'mock/matchers': 'mocks/matchers.ts',
  'mock/matchers/jest': 'mocks/matchers-jest.ts',
  'mock/remote': 'mocks/remote.ts',
};

/**
 * Entry points with ES modules only, because msw, vitest and Preact have no others, and Workers load no others.
 * `require` gets the ES module, which Node supports since 22.12. For these entry points `npm run check` disables attw's rule `cjs-resolves-to-esm`.
 */
const esmOnly = {
  'mock/browser': 'mocks/browser.ts',
  'mock/cloudflare': 'mocks/cloudflare.ts',
  'mock/matchers/vitest': 'mocks/matchers-vitest.ts',
  'mock/msw': 'mocks/msw.ts',
  'mock/node': 'mocks/node.ts',
  'mock/workbench': 'mocks/workbench.ts',
};

/**
 * Each file of the contract is an entry, so that it becomes its own chunk. Bundlers drop whole files, and thus include
 * the schemas of one resource without the others.
 */
const contract = Object.fromEntries(
  globSync('src/contract/*.ts').map((file) => [`contract/${basename(file, '.ts')}`, file]),
);

/**
 * Moves source maps to `dist/maps`, which package.json leaves out of the package, and removes the references to them.
 * Only the ES modules of the client keep theirs: the package would double with the other maps, and the built code of
 * the mock is as readable as its sources.
 */
function hideMaps(files: readonly string[]): void {
  for (const file of files) {
    const map = join('dist/maps', `${relative('dist', file)}.map`);
    mkdirSync(dirname(map), { recursive: true });
    renameSync(`${file}.map`, map);
    // Rollup and tsup both add a reference to CommonJS.
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(?:\n\/\/# sourceMappingURL=\S+)+\s*$/, '\n'));
  }
}

/** Hides the maps of all files but the client's, and minifies the panel of the workbench, which is no library. */
function shrink(files: readonly string[]): void {
  for (const file of files) {
    const { sources }: { sources: string[] } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
    const consistsOf = (folders: RegExp) => sources.length > 0 && sources.every((source) => folders.test(source));
    if (consistsOf(/^(?:\.\.\/)+src\//)) continue;
    hideMaps([file]);
    if (!consistsOf(/^(?:\.\.\/)+(?:mocks\/workbench|node_modules)\//)) continue;
    writeFileSync(file, transformSync(readFileSync(file, 'utf8'), { minify: true, format: 'esm' }).code);
  }
}

/** Replaces the module with Faker's names by its value, because Faker exports its names only all together. */
const evaluateLocale: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'evaluate-locale',
  setup({ onLoad }) {
    onLoad({ filter: /mocks[\\/]seed[\\/]locale\.ts$/ }, async ({ path }) => {
      const { locale } = await import(pathToFileURL(path).href);
      return { contents: `export const locale = ${JSON.stringify(locale)};` };
    });
  },
};

const shared: Options = {
  // Entries share chunks, so that each format contains the contract once.
  splitting: true,
  sourcemap: true,
  removeNodeProtocol: false,
  esbuildPlugins: [evaluateLocale],
  // The test runner provides these.
  external: ['vitest', '@jest/globals'],
};

export default defineConfig(() => {
  // tsup's `clean` would delete files of the other build, which runs in parallel.
  rmSync('dist', { recursive: true, force: true });
  return [
    {
      ...shared,
      format: 'esm',
      // The stylesheets of the workbench.
      loader: { '.css': 'text' },
      // Development dependencies are bundled: commander into dist/cli.js, faker into dist/mock/generate.js.
      entry: {
        ...dual,
        ...esmOnly,
        'mock/browser-on-server': 'mocks/browser-on-server.ts',
        cli: 'mocks/cli.ts',
        ...contract,
      },
      dts: { entry: { ...dual, ...esmOnly } },
      // Only the chunks of these entries are needed.
      onSuccess: async () => {
        rmSync('dist/contract', { recursive: true });
        shrink(globSync('dist/**/*.js'));
      },
    },
    {
      ...shared,
      format: 'cjs',
      entry: dual,
      dts: { entry: dual },
      onSuccess: async () => {
        hideMaps(globSync('dist/**/*.cjs'));
      },
      // These have only ES modules, so the CommonJS build bundles them.
      noExternal: ['ky', 'zod/v4/locales/en.js'],
      // Use Rollup instead of sucrase, which would rewrite class fields and private names.
      treeshake: true,
      plugins: [lazyRequire],
    },
  ];
});

/** Replaces `import()` by `require()`, because Jest has no `import()` in CommonJS. */
const lazyRequire: NonNullable<Options['plugins']>[number] = {
  name: 'lazy-require',
  renderChunk(code, { map }) {
    return {
      code: code.replace(
        /\bimport\((["'](?:\.{1,2}\/[^"']+\.cjs|node:\w+)["'])\)/g,
        'Promise.resolve().then(() => require($1))',
      ),
      map: map ?? null,
    };
  },
};
