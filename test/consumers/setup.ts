/** Packs the package into the directory where the projects are installed, and starts Chromium. */
import { mkdtemp, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { launchChromium } from '../chromium.ts';
import { install } from '../install.ts';
import { packTarball } from '../tarball.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The directory with `masterdata-sdk.tgz`, which each project depends on, and the files of that tarball. */
    consumers: { readonly folder: string; readonly files: readonly string[] };
  }
}

/** Global setup of the project `consumers`. Returns the teardown. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'masterdata-sdk-consumers-')));
  const [browser, { tarball, files }] = await Promise.all([
    launchChromium(),
    packTarball(folder),
    install('test/runtimes/programs'),
  ]);
  await rename(tarball, join(folder, 'masterdata-sdk.tgz'));
  provide('consumers', { folder, files });
  provide('chromium', browser?.wsEndpoint());
  return async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  };
}
