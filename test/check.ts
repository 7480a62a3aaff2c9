/** Checks everything that is no test: `npm run check`, or `npm run check -- lint types` for some of it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { entryPoints } from '../release/entry-points.ts';

const root = join(import.meta.dirname, '..');

/** A program of a development dependency or a script of this repository, and its arguments. */
type Command = readonly [program: string, ...args: readonly string[]];

const build: Command = ['release/build.ts'];

/** Entry points without CommonJS. */
const esmOnly = entryPoints.flatMap(({ path, hasCommonJs }) => (hasCommonJs ? [] : [path]));

/** Each check fails if one of its commands does. */
const checks: Readonly<Record<string, readonly Command[]>> = {
  lint: [['biome', 'ci', '.'], ['oxlint'], ['knip']],
  prose: [['test/docs/prose.ts']],
  types: [
    build,
    ['test/install.ts', 'bench/peers', 'docs/.vitepress'],
    ...['typescript', 'typescript7'].flatMap((version): Command[] => [
      [`node_modules/${version}/bin/tsc`],
      [`node_modules/${version}/bin/tsc`, '-p', 'tsconfig.dist.json'],
    ]),
  ],
  package: [
    build,
    ['publint', '--strict'],
    ['attw', '--pack', '--exclude-entrypoints', ...esmOnly],
    ['attw', '--pack', '--entrypoints', ...esmOnly, '--ignore-rules', 'cjs-resolves-to-esm'],
  ],
  size: [build, ['bench/check-size.ts']],
  openapi: [build, ['redocly', 'lint', 'dist/openapi.json']],
  docs: [
    build,
    ['docs/generate/site.ts', 'build', '--base', '/masterdata-sdk/'],
    ['docs/generate/check-site.ts', '/masterdata-sdk/'],
  ],
};

const names = process.argv.slice(2);
for (const name of names) {
  if (!Object.hasOwn(checks, name)) {
    console.error(`Unknown check "${name}". Valid checks: ${Object.keys(checks).join(', ')}.`);
    process.exit(2);
  }
}

const failed = (names.length > 0 ? names : Object.keys(checks)).filter((name) => !passes(name));
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}. Run one of them with npm run check -- NAME.`);
  process.exitCode = 1;
}

function passes(name: string): boolean {
  console.log(`\n> check ${name}`);
  return (checks[name] ?? []).every(([program, ...args]) => {
    const isScript = program.includes('/');
    const [file, given] = isScript
      ? [process.execPath, [join(root, program), ...args]]
      : [join(root, 'node_modules/.bin', program), args];
    return spawnSync(file, given, { cwd: root, stdio: 'inherit' }).status === 0;
  });
}
