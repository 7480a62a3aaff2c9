/**
 * Builds the documentation site or serves it while you write: `npm run docs` and `npm run docs:dev`. Arguments are
 * passed on to VitePress.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { install } from '../../test/install.ts';

const root = join(import.meta.dirname, '../..');
const [command = 'build', ...args] = process.argv.slice(2);

const modules = await install('docs/.vitepress');
run('node_modules/typedoc/bin/typedoc', '--logLevel', 'Warn');
run('mocks/cli.ts', 'init', 'docs/public');
run(join(modules, 'vitepress/bin/vitepress.js'), command, 'docs', ...args);

function run(program: string, ...rest: readonly string[]): void {
  execFileSync(process.execPath, [program, ...rest], { cwd: root, stdio: 'inherit' });
}
