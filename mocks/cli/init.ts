import { constants } from 'node:fs';
import { lstat, mkdir, open, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Command } from 'commander';
import { errorCode, errorMessage } from '../shared/errors.ts';
import { replaceFile } from '../shared/replace-file.ts';

/** Adds `masterdata-sdk init`. */
export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description("copy MSW's worker script to a directory, for the mock in the browser")
    .argument('<directory>', 'directory that the site serves at its root, for example public/')
    .action(async (directory: string) => {
      try {
        console.log(`Wrote ${await initWorker(directory)}`);
      } catch (error) {
        program.error(`masterdata-sdk: ${errorMessage(error)}`);
      }
    });
}

/** The first lines of the script in all versions of MSW. */
const workerStart = /^\s*(?:\/\*[^*]*\*\/\s*)*\/\*\*\s*\* Mock Service Worker\b/;

/**
 * Copies the service worker script of the installed version of MSW to a directory, and returns the path of the copy. It
 * replaces only an earlier copy.
 *
 * @throws An Error if msw is not installed, if the directory cannot be written, or if it has another file of that name.
 */
export async function initWorker(directory: string): Promise<string> {
  const script = await readFile(resolveWorkerScript());
  const target = join(directory, 'mockServiceWorker.js');
  await mkdir(directory, { recursive: true });
  await assertWorkerScript(target);
  // A file that is renamed replaces a link. Writing to the link would change the file that it points to.
  replaceFile(target, script);
  return target;
}

/** @throws An Error if there is something other than a worker script of MSW. */
async function assertWorkerScript(target: string): Promise<void> {
  const found = await lstat(target).catch(() => undefined);
  if (!found) return;
  if (found.isFile() && workerStart.test(await readStart(target))) return;
  const received = found.isSymbolicLink() ? 'a link' : 'something else';
  throw new Error(
    `${target}: must be the worker script of MSW, received ${received}. Remove it, or choose another directory.`,
  );
}

async function readStart(path: string): Promise<string> {
  // Not defined on Windows.
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function resolveWorkerScript(): string {
  try {
    return createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  } catch (cause) {
    const problem =
      errorCode(cause) === 'ERR_PACKAGE_PATH_NOT_EXPORTED' ? 'is older than version 2.3' : 'is not installed';
    throw new Error(`the worker script is part of msw, which ${problem}. Run npm install --save-dev msw@latest.`, {
      cause,
    });
  }
}
