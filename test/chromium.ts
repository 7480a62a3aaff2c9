import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
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

/** Starts Chromium. Resolves with undefined if its package does not support this platform. */
export async function launchChromium(): Promise<BrowserServer | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  return chromium.launchServer({ executablePath: await unpackChromium(), ...chromiumOptions });
}

/** Unpacks Chromium on the first call after its installation. Resolves with the path of the program. */
export async function unpackChromium(): Promise<string> {
  const unpacked = join(await install('test/chromium'), '.unpacked');
  const program = join(unpacked, 'chromium');
  if (existsSync(program)) return program;
  // It unpacks into the folder for temporary files, so use a separate process with its own folder.
  const folder = await mkdtemp(`${unpacked}-`);
  const unpack = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: join(import.meta.dirname, 'chromium'),
    env: { ...process.env, TMPDIR: folder },
  });
  // If another process was faster, its folder stays.
  await rename(folder, unpacked).catch(() => rm(folder, { recursive: true }));
  return program;
}

/** Returns the script that adds axe, which checks a page for barriers. */
export function readAxe(): string {
  return readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
}
