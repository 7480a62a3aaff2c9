import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type BrowserServer, chromium } from 'playwright-core';

/** How the tests start Chromium, wherever they do: as root, without a screen, and with no network to talk to. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium, which unpacks itself into a folder; nothing where its package has none for this platform. */
export async function launchChromium(folder: string): Promise<BrowserServer | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  // It takes the folder for temporary files, which in a process of its own is ours alone.
  const unpack = "import chromium from '@sparticuz/chromium'; console.log(await chromium.executablePath());";
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: folder },
  });
  return chromium.launchServer({ executablePath: stdout.trim(), args: chromiumArgs });
}
