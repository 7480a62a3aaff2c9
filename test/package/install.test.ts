import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

const program = join(import.meta.dirname, '../install.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'masterdata-sdk-install-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** Writes a package that depends on a folder, so that npm downloads nothing. */
function write(dependency: string): void {
  const dependencies = { [dependency]: `file:${dependency}` };
  mkdirSync(join(folder, dependency), { recursive: true });
  const manifest = { name: dependency, version: '1.0.0', scripts: { install: 'echo installed >> ../installs.txt' } };
  writeFileSync(join(folder, dependency, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies, allowScripts: { [dependency]: true } }));
  const packages = {
    '': { dependencies },
    [dependency]: { version: '1.0.0', hasInstallScript: true },
    [`node_modules/${dependency}`]: { resolved: dependency, link: true },
  };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
}

/** Runs the program in a process of an npm that runs no scripts. Returns its output without the warnings of npm. */
async function install(): Promise<string> {
  const env = { ...process.env, npm_config_ignore_scripts: 'true' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder], { env });
  return stdout;
}

/** Returns how often npm ran the script of the dependency. */
const installs = (): number => readFileSync(join(folder, 'installs.txt'), 'utf8').trim().split('\n').length;

test('installs packages once, with their scripts', async () => {
  write('first');
  expect(await install()).toBe(`Installing the packages of ${folder} …\n`);
  expect(existsSync(join(folder, 'node_modules/first/package.json'))).toBe(true);
  expect(await install()).toBe('');
  expect(installs()).toBe(1);
});

test('installs packages again after a change of the lock file', async () => {
  write('first');
  await install();
  write('second');
  await install();
  expect(existsSync(join(folder, 'node_modules/second/package.json'))).toBe(true);
  expect(existsSync(join(folder, 'node_modules/first'))).toBe(false);
});

test('lets a process wait while another one installs', async () => {
  write('first');
  await Promise.all([install(), install(), install()]);
  expect(installs()).toBe(1);
});

test('installs packages again after an installation that failed', async () => {
  write('first');
  rmSync(join(folder, 'package.json'));
  await expect(install()).rejects.toThrow(`npm ci failed in ${folder}. Its messages are above.`);
  write('first');
  await install();
  expect(installs()).toBe(1);
});
