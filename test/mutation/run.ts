/**
 * Runs Stryker, and installs it on first use. Arguments are passed on:
 * `npm run mutation -- --mutate 'src/wire/*.ts'`.
 */
import { execSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js');
if (!existsSync(stryker)) execSync('npm ci', { cwd: import.meta.dirname, stdio: 'inherit' });

const config = join(import.meta.dirname, 'stryker.config.json');
const { status } = spawnSync(process.execPath, [stryker, 'run', config, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
