import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { errorCode, errorMessage } from '../shared/errors.ts';

/** Signals that stop the server, and that are passed on to a command. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command with the terminal of this process and the mock in its environment, passes signals on to it, and waits
 * until it ends.
 *
 * @returns The exit code of the command, or 128 and the number of the signal that ended it, as shells do.
 * @throws An Error if the command cannot be started.
 */
export async function runCommand(
  [program = '', ...args]: readonly string[],
  url: string,
  token: string,
): Promise<number> {
  const env = { ...process.env, MASTERDATA_BASE_URL: url, MASTERDATA_API_TOKEN: token };
  const child =
    // On Windows, npm and other programs are scripts, which only a shell starts.
    process.platform === 'win32'
      ? spawn(windowsCommand(program, args), { stdio: 'inherit', env, shell: true })
      : spawn(program, args, { stdio: 'inherit', env });
  const passOn = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl-C to the command as well, and many programs end abruptly at the second one.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of stopSignals) process.on(signal, passOn);
  try {
    return await exitCodeOf(child);
  } catch (error) {
    const reason = errorCode(error) === 'ENOENT' ? 'there is no such program' : errorMessage(error);
    throw new Error(`cannot start ${program}: ${reason}.`, { cause: error });
  } finally {
    for (const signal of stopSignals) process.off(signal, passOn);
  }
}

/**
 * Returns the line with which `cmd.exe` starts a program. Node.js would join the arguments with spaces. Here, they have
 * quotes for the program, and carets so that `cmd.exe` does not interpret their characters.
 */
export function windowsCommand(program: string, args: readonly string[]): string {
  const quote = (text: string) => `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
  return [program, ...args.map(quote)].map((text) => text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&')).join(' ');
}

/**
 * Stops this process with SIGTERM when the process that started it ends. npm and npx pass signals on to their shell,
 * which does not pass them on to this process.
 */
export function stopWithPackageManager(): void {
  if (!process.env['npm_command']) return;
  const parent = process.ppid;
  // On Windows, the id of the parent does not change.
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}

function exitCodeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
