import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { html } from '../shared/escape.ts';

const commands: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Milliseconds after which the browser has read the file. */
const fileLifetime = 60_000;

/**
 * Opens an address that contains a token in the default browser. Calls the function if this machine cannot do so.
 *
 * All users of a machine can read its command lines, so the browser gets the path of a file that redirects to the
 * address, and that only this user can read.
 */
export function openBrowser(address: string, onError: (error: Error) => void): void {
  const [command, ...args] = commands[process.platform] ?? ['xdg-open'];
  try {
    const child = spawn(command, [...args, writeRedirect(address)], { stdio: 'ignore', detached: true });
    child.on('error', onError);
    // The browser may stay open longer than the server.
    child.unref();
  } catch (error) {
    onError(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Writes a page that redirects to an address, and deletes it after a minute or at the exit. Returns its URL. */
function writeRedirect(address: string): string {
  // Its mode is 0700.
  const directory = mkdtempSync(join(tmpdir(), 'masterdata-sdk-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  process.once('exit', remove);
  setTimeout(remove, fileLifetime).unref();
  const file = join(directory, 'workbench.html');
  const page = html`<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Workbench</title>
<a href="${address}">Open the workbench</a>
`;
  writeFileSync(file, page.text, { mode: 0o600, flag: 'wx' });
  return pathToFileURL(file).href;
}
