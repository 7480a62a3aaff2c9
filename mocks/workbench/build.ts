/**
 * Builds the workbench into `dist/workbench`, as part of `npm run build`: the page of servers, and the panel that
 * `masterdata-sdk/mock/workbench` adds to an app. Both share their chunks, so the package contains the workbench once.
 * With `--if-stale`, builds only if a source is newer than the result, for `npm start`.
 */
import { cpSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Metafile, type Plugin, transform } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const outdir = join(root, 'dist/workbench');
const page = join(outdir, 'index.html');

/** The parts that both entry points import. */
const shell = `
export { default as pageStyles } from './page.css';
export { Workbench } from './app/app.tsx';
export { createApp } from './app/create-app.ts';
export { adoptStyles } from './app/styles.ts';
export { Session } from './state/session.ts';
export { createHashRouter } from './state/router.ts';
`;

/** Imports stylesheets as text. */
const minifiedStyles: Plugin = {
  name: 'minified-styles',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'css', minify: true });
      return { contents: code, loader: 'text' };
    });
  },
};

/** Replaces `inlined-values.ts` by its values. */
const inlinedValues: Plugin = {
  name: 'inlined-values',
  setup({ onLoad }) {
    onLoad({ filter: /workbench[\\/]state[\\/]inlined-values\.ts$/ }, async ({ path }) => {
      const values: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
      const lines = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      return { contents: lines.join('\n') };
    });
  },
};

/**
 * Lets everything that loads on demand import the shell first. esbuild makes a chunk of the files that the same entry
 * points need, so the first page is two files instead of one for each combination.
 */
const shellFirst: Plugin = {
  name: 'shell-first',
  setup({ onLoad, onResolve, resolve }) {
    onResolve({ filter: /^\./ }, async ({ path: name, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === shellFirst.name) return undefined;
      const { path, errors } = await resolve(name, { kind, importer, resolveDir, pluginData: shellFirst.name });
      return { path, errors, namespace: shellFirst.name };
    });
    onLoad({ filter: /.*/, namespace: shellFirst.name }, ({ path }) => ({
      // esbuild removes an import without names.
      contents: `${shell}export * from ${JSON.stringify(path)};`,
      resolveDir: import.meta.dirname,
    }));
  },
};

if (!process.argv.includes('--if-stale') || isStale()) await buildWorkbench();

async function buildWorkbench(): Promise<void> {
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'page.tsx'), join(import.meta.dirname, 'panel/mount-panel.tsx')],
    // The names change with the contents, so that browsers can keep the files.
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    plugins: [minifiedStyles, inlinedValues, shellFirst],
    outdir,
    metafile: true,
    logLevel: 'warning',
  });
  writeFileSync(join(root, 'dist/metafile-workbench.json'), JSON.stringify(metafile));
  const outputOf = (source: string): string => {
    const output = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(`/${source}`));
    if (output === undefined) throw new Error(`dist/workbench: the build wrote nothing for ${source}`);
    return output[0];
  };
  // tsup.config.ts refers to the panel by this name.
  renameSync(outputOf('mount-panel.tsx'), join(outdir, 'panel.js'));
  cpSync(join(import.meta.dirname, 'icon.svg'), join(outdir, 'icon.svg'));
  const script = outputOf('page.tsx');
  // The browser requests all scripts with the page, and not only after it has read the first one.
  const preloads = importsOf(script, metafile).map((name) => `<link rel="modulepreload" href="./workbench/${name}" />`);
  const html = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');
  writeFileSync(page, html.replace('page.js', basename(script)).replace('</head>', `${preloads.join('')}</head>`));
}

/** Returns the names of all files that an output imports statically. */
function importsOf(output: string, { outputs }: Metafile): string[] {
  const found = new Set([output]);
  // A set also iterates over the files that are added meanwhile.
  for (const file of found) {
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') found.add(path);
  }
  return [...found].slice(1).map((file) => basename(file));
}

function isStale(): boolean {
  const built = statSync(page, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = globSync('{mocks,src}/**/*.{ts,tsx,css,html,svg}', { cwd: root });
  return sources.some((file) => statSync(join(root, file)).mtimeMs > built);
}
