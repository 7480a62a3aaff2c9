/**
 * Builds the package into `dist`: `npm run build`. Does nothing if the sources and `dist` are those of the last build,
 * unless it is called with `--force`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

const inputs = [
  '{src,mocks}/**/*',
  'docs/generate/*.ts',
  'release/{build,entry-points}.ts',
  '{tsup.config.ts,tsconfig.json,package.json,package-lock.json}',
];

/** Contains the hashes of the last build. npm does not publish it. */
const stamp = join(root, 'dist/.build');

if (process.argv.includes('--force') || !isBuilt()) {
  run('node_modules/tsup/dist/cli-default.js', '--silent');
  run('mocks/workbench/build.ts');
  run('docs/generate/write-openapi.ts');
  run('docs/generate/declarations.ts');
  writeFileSync(stamp, currentHashes());
}

function isBuilt(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === currentHashes();
}

/** Returns a hash of the files that the build reads, and of those that it writes. */
function currentHashes(): string {
  return `${hashOf(inputs)} ${hashOf(['dist/**/*'])}\n`;
}

function hashOf(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const name of globSync(patterns, { cwd: root }).sort()) {
    const file = join(root, name);
    if (statSync(file).isFile()) hash.update(`${name}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function run(program: string, ...args: readonly string[]): void {
  execFileSync(process.execPath, [join(root, program), ...args], { cwd: root, stdio: 'inherit' });
}
