import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserServer, chromium } from 'playwright-core';
import { install } from './install.ts';

/** Options for Chromium. It runs as root, without a screen and without a network, on machines that may be busy. */
export const chromiumOptions = {
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  timeout: 240_000,
};

/** Starts Chromium, unpacked into a folder. Resolves with undefined if its package does not support this platform. */
export async function launchChromium(folder: string): Promise<BrowserServer | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  return chromium.launchServer({ executablePath: await unpackChromium(folder), ...chromiumOptions });
}

/** Unpacks Chromium into a folder. Resolves with the path of the program. */
export async function unpackChromium(folder: string): Promise<string> {
  await install('test/chromium');
  // It unpacks into the folder for temporary files, so use a separate process with its own folder.
  const unpack = "import chromium from '@sparticuz/chromium'; console.log(await chromium.executablePath());";
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: join(import.meta.dirname, 'chromium'),
    env: { ...process.env, TMPDIR: folder },
  });
  return stdout.trim();
}
