import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Copies the service worker script of the installed version of MSW to a directory, and returns the path of the copy.
 *
 * @throws An Error if msw is not installed or the directory cannot be written.
 */
export async function initWorker(directory: string): Promise<string> {
  const source = resolveWorkerScript();
  const target = join(directory, 'mockServiceWorker.js');
  await mkdir(directory, { recursive: true });
  await copyFile(source, target);
  return target;
}

function resolveWorkerScript(): string {
  try {
    return createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  } catch (cause) {
    throw new Error('the worker script is part of msw, which is not installed. Run npm install --save-dev msw.', {
      cause,
    });
  }
}
