/** MSW's worker script, for `masterdata-mock init`. */
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Copies the script of MSW's service worker, of the version that is installed, into the folder that a site's files are
 * served from. Returns where it is now.
 *
 * @throws Error if msw is not installed, or the folder cannot be written.
 */
export async function initWorker(directory: string): Promise<string> {
  const target = join(directory, 'mockServiceWorker.js');
  const source = locate();
  await mkdir(directory, { recursive: true });
  await copyFile(source, target);
  return target;
}

function locate(): string {
  try {
    return createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  } catch (cause) {
    throw new Error('The worker script is part of msw, which is not installed: npm install --save-dev msw', { cause });
  }
}
