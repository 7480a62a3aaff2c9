import { globSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig, type Options } from 'tsup';

/** What loads in CommonJS too: nothing here reaches msw, which is ESM only. */
const dual = {
  index: 'src/index.ts',
  schemas: 'src/schemas.ts',
  'mock/index': 'mocks/index.ts',
  'mock/generate': 'mocks/generate.ts',
  'mock/http': 'mocks/http.ts',
};

/**
 * ES modules only, because msw is. `require` gets the ES module itself, which Node loads from 22.12 on; that is
 * the rule (`cjs-resolves-to-esm`) that `npm run check` tells attw to let pass for these entries, and for no other.
 */
const esmOnly = {
  'mock/browser': 'mocks/browser.ts',
  'mock/msw': 'mocks/msw.ts',
  'mock/node': 'mocks/node.ts',
};

/**
 * Each file of the contract is an entry of the ES modules, too, which makes it a chunk of its own: a user's bundler drops
 * whole files, and so takes the schemas of one resource without the others.
 */
const contract = Object.fromEntries(
  globSync('src/contract/*.ts').map((file) => [`contract/${basename(file, '.ts')}`, file]),
);

const shared: Options = {
  // Entries share their chunks, so that the contract stands once in each format.
  splitting: true,
  sourcemap: true,
  removeNodeProtocol: false,
};

export default defineConfig(() => {
  // Not tsup's `clean`: the two builds run side by side, and one would delete what the other wrote.
  rmSync('dist', { recursive: true, force: true });
  return [
    {
      ...shared,
      format: 'esm',
      // Development dependencies are bundled: commander ends in dist/cli.js, faker in dist/mock/generate.js.
      entry: { ...dual, ...esmOnly, cli: 'mocks/cli.ts', ...contract },
      dts: { entry: { ...dual, ...esmOnly } },
      // The entries are there for their chunks' sake; nobody imports them.
      onSuccess: async () => rmSync('dist/contract', { recursive: true }),
    },
    {
      ...shared,
      format: 'cjs',
      entry: dual,
      dts: true,
      // ky is ESM only: a CommonJS bundle has to hold it.
      noExternal: ['ky'],
      // Rollup, not sucrase, writes the CommonJS: modern syntax, class fields and private names stay as they are.
      treeshake: true,
      plugins: [lazyRequire],
    },
  ];
});

/** Jest runs CommonJS in a sandbox without `import()`: there, a chunk is required when it is needed. */
const lazyRequire: NonNullable<Options['plugins']>[number] = {
  name: 'lazy-require',
  renderChunk(code, { map }) {
    return {
      code: code.replace(/\bimport\(("\.{1,2}\/[^"]+\.cjs")\)/g, 'Promise.resolve().then(() => require($1))'),
      map: map ?? null,
    };
  },
};
