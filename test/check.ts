/** Checks everything that is no test: `npm run check`, or `npm run check -- lint types` for some of it. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { entryPoints } from '../release/entry-points.ts';

const root = join(import.meta.dirname, '..');

/** A program of a development dependency or a script of this repository, and its arguments. */
type Command = readonly [program: string, ...args: readonly string[]];

/** Entry points without CommonJS. */
const esmOnly = entryPoints.flatMap(({ path, hasCommonJs }) => (hasCommonJs ? [] : [path]));

/** Creates the files that all checks but lint and prose read. */
const preparation: readonly Command[] = [['release/build.ts'], ['test/install.ts', 'bench/peers', 'docs/.vitepress']];

/** Each check fails if one of its commands does. The longest checks start first. */
const checks: Readonly<Record<string, readonly Command[]>> = {
  docs: [
    ['docs/generate/site.ts', 'build', '--base', '/masterdata-sdk/'],
    ['docs/generate/check-site.ts', '/masterdata-sdk/'],
  ],
  types: ['typescript', 'typescript7'].flatMap((version): Command[] => [
    [`node_modules/${version}/bin/tsc`],
    [`node_modules/${version}/bin/tsc`, '-p', 'tsconfig.dist.json'],
  ]),
  package: [
    ['publint', '--strict'],
    ['attw', '--pack', '--exclude-entrypoints', ...esmOnly],
    ['attw', '--pack', '--entrypoints', ...esmOnly, '--ignore-rules', 'cjs-resolves-to-esm'],
  ],
  lint: [['biome', 'ci', '.'], ['oxlint'], ['knip']],
  size: [['bench/check-size.ts']],
  openapi: [['redocly', 'lint', 'dist/openapi.json']],
  prose: [['test/docs/prose.ts']],
};

const names = process.argv.slice(2);
for (const name of names) {
  if (!Object.hasOwn(checks, name)) {
    console.error(`Unknown check "${name}". Valid checks: ${Object.keys(checks).join(', ')}.`);
    process.exit(2);
  }
}

const waiting = names.length > 0 ? names : Object.keys(checks);
const failed: string[] = [];

const isPrepared = waiting.every((name) => name === 'lint' || name === 'prose');
if (!isPrepared && !(await passes('preparation', preparation))) process.exit(1);

/** Runs one check after another, until none waits. */
async function runWaiting(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (!(await passes(name, checks[name] ?? []))) failed.push(name);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}. Run one of them with npm run check -- NAME.`);
  process.exitCode = 1;
}

/** Runs commands until one fails. Prints their output at the end, because several checks run at the same time. */
async function passes(name: string, commands: readonly Command[]): Promise<boolean> {
  let output = `\n> check ${name}\n`;
  let status: number | null = 0;
  for (const [program, ...args] of commands) {
    if (status !== 0) break;
    const [file, given] = program.includes('/')
      ? [process.execPath, [join(root, program), ...args]]
      : [join(root, 'node_modules/.bin', program), args];
    const child = spawn(file, given, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    status = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  }
  console.log(output);
  return status === 0;
}
