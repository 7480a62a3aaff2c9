import { spawn } from 'node:child_process';

const commands: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the default browser. Calls the function if this machine cannot do so. */
export function openBrowser(url: string, onError: (error: Error) => void): void {
  const [command, ...args] = commands[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', onError);
  // The browser may stay open longer than the server.
  child.unref();
}
