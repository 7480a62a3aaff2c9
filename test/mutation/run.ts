/** Runs Stryker. Arguments are passed on: `npm run mutation -- --mutate 'src/wire/*.ts'`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install } from '../install.ts';

const stryker = join(await install('test/mutation'), '@stryker-mutator/core/bin/stryker.js');
const config = join(import.meta.dirname, 'stryker.config.json');
const { status } = spawnSync(process.execPath, [stryker, 'run', config, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
