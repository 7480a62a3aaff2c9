import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { defineConfig, type Options } from 'tsup';
import { type EntryPoint, entryPoints } from './release/entry-points.ts';

/** Entry points for ES modules and CommonJS. They must not import msw, which has only ES modules. */
const dual = sourcesOf(entryPoints.filter(({ hasCommonJs }) => hasCommonJs));

/**
 * Entry points with ES modules only, because msw, vitest and Preact have no others, and Workers load no others.
 * `require` gets the ES module, which Node supports since 22.12. For these entry points `npm run check` disables attw's rule `cjs-resolves-to-esm`.
 */
const esmOnly = sourcesOf(entryPoints.filter(({ hasCommonJs }) => !hasCommonJs));

function sourcesOf(entries: readonly EntryPoint[]): Record<string, string> {
  return Object.fromEntries(entries.map(({ output, source }) => [output, source]));
}

/**
 * The files that the client loads on demand. As entries, they have names without a hash, which would otherwise be in the
 * bundle of each program.
 */
const onDemand = globSync('src/**/*.ts').flatMap((file) => {
  const imports = readFileSync(file, 'utf8').matchAll(/\bimport\('(\.[^']+)'\)/g);
  return Array.from(imports, ([, path = '']) => join(dirname(file), path));
});

/**
 * The other files of the contract are entries as well, so that each becomes its own chunk. Bundlers drop whole files, and
 * thus include the schemas of one resource without the others.
 */
const onlyChunks = globSync('src/contract/*.ts').filter((file) => !onDemand.includes(file));

function entriesOf(files: readonly string[], folder: string): Record<string, string> {
  return Object.fromEntries(files.map((file) => [`${folder}/${basename(file, '.ts')}`, file]));
}

/** Replaces the module with Faker's names by its value, because Faker exports its names only all together. */
const evaluateLocale: Plugin = {
  name: 'evaluate-locale',
  setup({ onLoad }) {
    onLoad({ filter: /mocks[\\/]seed[\\/]locale\.ts$/ }, async ({ path }) => {
      const { locale } = await import(pathToFileURL(path).href);
      return { contents: `export const locale = ${JSON.stringify(locale)};` };
    });
  },
};

/** The modules of Faker that `generate` calls, directly or by a pattern like `{{person.lastName}}`. */
const fakerModules = new Set([
  'animal',
  'color',
  'commerce',
  'company',
  'food',
  'helpers',
  'location',
  'number',
  'person',
  'phone',
  'science',
  'string',
  'word',
]);

/** Removes the other modules of Faker. Its constructor creates all of them, so bundlers keep them. */
const pruneFaker: Plugin = {
  name: 'prune-faker',
  setup({ onLoad }) {
    onLoad({ filter: /faker[\\/]dist[\\/]base-[^\\/]*\.js$/ }, ({ path }) => {
      const modules = /\b(\w+)=new [\w$]+\(this\);/g;
      const code = readFileSync(path, 'utf8');
      return { contents: code.replace(modules, (created, name) => (fakerModules.has(name) ? created : '')) };
    });
  },
};

/**
 * Makes the MCP SDK small: without comments, which are half of it, and without its JSON Schema validator, which is larger
 * than all the rest. A server needs the validator only to ask its users questions.
 */
const pruneMcpSdk: Plugin = {
  name: 'prune-mcp-sdk',
  setup({ onLoad, esbuild }) {
    onLoad({ filter: /@modelcontextprotocol[\\/]sdk[\\/].*\.js$/ }, async ({ path }) => {
      if (path.endsWith('ajv-provider.js')) return { contents: 'export class AjvJsonSchemaValidator {}' };
      const { code } = await esbuild.transform(readFileSync(path, 'utf8'), { minify: true });
      return { contents: code };
    });
  },
};

/** Leaves the panel to the build of the workbench, which shares its chunks with the page of the server. */
const externalPanel: Plugin = {
  name: 'external-panel',
  setup({ onResolve }) {
    onResolve({ filter: /\/mount-panel\.tsx$/ }, () => ({ path: '../workbench/panel.js', external: true }));
  },
};

/**
 * Lets the ES modules import the CommonJS build of the conformance kit, so that the package contains the kit once. Only
 * plain data crosses its interface, so it does not matter that the kit has its own copy of the mock.
 */
const sharedConformance: Plugin = {
  name: 'shared-conformance',
  setup({ onResolve }) {
    onResolve({ filter: /\/conformance\/[\w/-]+\.ts$/ }, ({ importer }) =>
      /mocks[\\/](?:cli[\\/])?conformance\.ts$/.test(importer)
        ? { path: './conformance.cjs', external: true }
        : undefined,
    );
  },
};

const plugins = [evaluateLocale, pruneFaker, pruneMcpSdk, externalPanel];

const shared: Options = {
  // Entries share chunks, so that each format contains the contract once.
  splitting: true,
  // Rollup removes more than esbuild, and leaves class fields and private names as they are, unlike sucrase.
  treeshake: true,
  // test/package/licenses.test.ts reads it.
  metafile: true,
  removeNodeProtocol: false,
  esbuildPlugins: plugins,
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
      esbuildPlugins: [...plugins, sharedConformance],
      // Development dependencies are bundled: commander into dist/cli.js, faker into dist/mock/generate.js.
      entry: {
        ...dual,
        ...esmOnly,
        'mock/browser-on-server': 'mocks/browser-on-server.ts',
        'mock/msw-checked': 'mocks/msw-checked.ts',
        'mock/node-checked': 'mocks/node-checked.ts',
        cli: 'mocks/cli.ts',
        ...entriesOf(onDemand, 'on-demand'),
        ...entriesOf(onlyChunks, 'only-chunks'),
      },
      dts: { entry: { ...dual, ...esmOnly } },
      onSuccess: async () => {
        rmSync('dist/only-chunks', { recursive: true });
      },
    },
    {
      ...shared,
      format: 'cjs',
      entry: dual,
      dts: { entry: dual },
      // These have only ES modules, so the CommonJS build bundles them.
      noExternal: ['ky', 'zod/v4/locales/en.js'],
      plugins: [lazyRequire],
    },
  ];
});

/** Replaces `import()` by `require()`, because Jest has no `import()` in CommonJS. */
const lazyRequire: NonNullable<Options['plugins']>[number] = {
  name: 'lazy-require',
  renderChunk(code) {
    return {
      code: code.replace(
        /\bimport\((["'](?:\.{1,2}\/[^"']+\.cjs|node:\w+)["'])\)/g,
        'Promise.resolve().then(() => require($1))',
      ),
    };
  },
};
