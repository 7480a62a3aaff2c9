/** Packs the package, into the folder in which the projects are installed, and starts Chromium. */
import { mkdtemp, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { launchChromium } from '../chromium.ts';
import { packTarball } from '../tarball.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with `masterdata-sdk.tgz`, which the package.json of each project names, and what it holds. */
    consumers: { readonly folder: string; readonly files: readonly string[] };
  }
}

/** Vitest calls this before the tests of the project `consumers`, and what it returns after them. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'masterdata-sdk-consumers-')));
  const [browser, { tarball, files }] = await Promise.all([launchChromium(folder), packTarball(folder)]);
  await rename(tarball, join(folder, 'masterdata-sdk.tgz'));
  provide('consumers', { folder, files });
  provide('chromium', browser?.wsEndpoint());
  return async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  };
}
