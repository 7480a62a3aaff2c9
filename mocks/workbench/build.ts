/**
 * Builds the page of the workbench into `dist/workbench`, as part of `npm run build`. With `--if-stale`, builds only if
 * a source is newer than the result, for `npm start`.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type Plugin, transform } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const outdir = join(root, 'dist/workbench');
const page = join(outdir, 'index.html');

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

if (!process.argv.includes('--if-stale') || isStale()) await buildPage();

async function buildPage(): Promise<void> {
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'page.tsx')],
    // The names change with the contents, so that browsers can keep the files.
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    // The page does not name its map, and package.json leaves it out of the package.
    sourcemap: 'external',
    format: 'esm',
    target: 'es2022',
    plugins: [minifiedStyles],
    outdir,
    metafile: true,
    logLevel: 'warning',
  });
  const script = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('page.tsx'))?.[0];
  if (script === undefined) throw new Error('dist/workbench: the build wrote no script');
  mkdirSync(outdir, { recursive: true });
  cpSync(join(import.meta.dirname, 'icon.svg'), join(outdir, 'icon.svg'));
  const html = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');
  writeFileSync(page, html.replace('page.js', basename(script)));
}

function isStale(): boolean {
  const built = statSync(page, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = globSync('{mocks,src}/**/*.{ts,tsx,css,html,svg}', { cwd: root });
  return sources.some((file) => statSync(join(root, file)).mtimeMs > built);
}
