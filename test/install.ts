/**
 * Installs the packages of a folder with its own lock file: `node test/install.ts bench/peers`. Only some scripts and
 * tests need them, so `npm ci` leaves them out. CONTRIBUTING.md lists the folders.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');

if (import.meta.main) for (const folder of process.argv.slice(2)) await install(folder);

/**
 * Installs the packages of a folder, unless those of its lock file are there. If another process is installing them,
 * waits for it. Resolves with the path of `node_modules`.
 */
export async function install(folder: string): Promise<string> {
  const cwd = resolve(root, folder);
  const modules = join(cwd, 'node_modules');
  const lockFile = join(cwd, 'package-lock.json');
  const stamp = join(modules, '.installed-lock.json');
  const isInstalled = (): boolean => {
    const installed = readIfExists(stamp);
    return installed !== undefined && installed === readIfExists(lockFile);
  };
  if (isInstalled()) return modules;

  const release = await acquire(join(cwd, '.installing.sqlite'));
  try {
    if (!isInstalled()) {
      await npmCi(folder, cwd);
      copyFileSync(lockFile, stamp);
    }
  } finally {
    release();
  }
  return modules;
}

async function npmCi(folder: string, cwd: string): Promise<void> {
  console.log(`Installing the packages of ${folder} …`);
  // An npm that runs no scripts hands this down in the environment.
  const options = '--prefer-offline --no-audit --no-fund --ignore-scripts=false';
  const npm = spawn(`npm ci ${options}`, { cwd, shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
  const [status] = await once(npm, 'close');
  if (status !== 0) throw new Error(`npm ci failed in ${folder}. Its messages are above.`);
}

/** Waits for the lock of a SQLite file, which ends with its process. Returns a function that releases it. */
async function acquire(file: string): Promise<() => void> {
  // Imported here, because Node prints a warning.
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file);
  for (;;) {
    try {
      database.exec('BEGIN EXCLUSIVE');
      return () => database.close();
    } catch (error) {
      if (!(error instanceof Error) || !/database is locked/.test(error.message)) throw error;
      await sleep(200);
    }
  }
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
