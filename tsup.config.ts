import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
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

/** An entry of its own, so that Faker becomes its own chunk. */
const vendor = { 'vendor/faker': 'mocks/seed/faker.ts' };

/**
 * Removes the references to source maps that package.json leaves out of the package: those of Faker, which are larger
 * than its code, and those of CommonJS, whose code is not minified and has the same sources as the ES modules.
 */
function hideMaps(files: readonly string[]): void {
  // Rollup and tsup both add a reference to CommonJS.
  for (const file of files) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(?:\n\/\/# sourceMappingURL=\S+)+\s*$/, '\n'));
  }
}

/** Moves the source map of the chunk with Faker to `dist/vendor`. */
function moveVendorMap(): void {
  for (const file of globSync('dist/chunk-*.js')) {
    const { sources }: { sources: string[] } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
    if (!sources.some((source) => source.includes('@faker-js/faker'))) continue;
    renameSync(`${file}.map`, `dist/vendor/${basename(file)}.map`);
    hideMaps([file]);
  }
}

const shared: Options = {
  // Entries share chunks, so that each format contains the contract once.
  splitting: true,
  sourcemap: true,
  removeNodeProtocol: false,
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
        ...vendor,
        'mock/browser-on-server': 'mocks/browser-on-server.ts',
        cli: 'mocks/cli.ts',
        ...contract,
      },
      dts: { entry: { ...dual, ...esmOnly } },
      // Only the chunks of these entries are needed.
      onSuccess: async () => {
        rmSync('dist/contract', { recursive: true });
        rmSync('dist/vendor/faker.js');
        moveVendorMap();
      },
    },
    {
      ...shared,
      format: 'cjs',
      entry: { ...dual, ...vendor },
      dts: { entry: dual },
      onSuccess: async () => {
        rmSync('dist/vendor/faker.cjs');
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
