import type { Command } from 'commander';
import type { ListeningServer } from '../servers/node/options.ts';
import { errorMessage } from '../shared/errors.ts';
import { addMockOptions, type MockOptions } from './mock-options.ts';
import { announce, describeExposure, formatMockHelp, formatWelcome, workbenchAddress } from './mock-texts.ts';
import { openBrowser } from './open-browser.ts';
import { createRequestLog } from './request-log.ts';
import { runCommand, stopWithPackageManager } from './run-command.ts';
import { startMock, stopOnSignal } from './start-mock.ts';
import { fail, warn } from './stderr.ts';

/** The parsed options of `masterdata-sdk mock`. */
interface ServeOptions extends MockOptions {
  readonly open?: boolean;
  readonly quiet?: boolean;
}

/** Adds `masterdata-sdk mock`. */
export function addMockCommand(program: Command): Command {
  const command = program
    .command('mock')
    .description('start the mock server')
    .showHelpAfterError('(run masterdata-sdk mock --help for a list of options)')
    .usage('[options] [-- command...]')
    .argument('[command...]', 'command to run with the URL and the token of the server in its environment');
  return addMockOptions(command)
    .action(serve)
    .addHelpText('after', () => formatMockHelp());
}

/**
 * Starts the mock server and serves until a signal stops it, or until a command that was passed ends. Exits with
 * status 1 if the server or the command cannot start, and with the status of the command otherwise.
 */
async function serve(commandLine: readonly string[], options: ServeOptions, command: Command): Promise<void> {
  const isRunning = commandLine.length > 0;
  if (isRunning && !process.argv.includes('--')) {
    command.error(`masterdata-sdk: unexpected argument ${commandLine[0]}. Put -- before a command to run.`);
  }
  if (process.argv.at(-1) === '--') {
    command.error('masterdata-sdk: a command must follow --, for example masterdata-sdk mock -- npm run dev.');
  }
  stopWithPackageManager();
  const { quiet = false } = options;
  // `PORT` in the environment is meant for the command.
  const port = isRunning && command.getOptionValueSource('port') !== 'cli' ? 0 : options.port;
  // The output is that of the command.
  const log = quiet || isRunning ? undefined : createRequestLog(process.stdout);
  const { mock, server, state, close } = await startMock({ ...options, port }, log);
  // Logs contain the output. A token in the environment is not meant for them, and neither is that of a script.
  const tokenSource = command.getOptionValueSource('controlToken');
  const isHidden = tokenSource === 'env' || (isRunning && !process.stderr.isTTY);
  const shown = isHidden ? undefined : server.controlToken;
  const exposure = describeExposure(options, server, shown);
  if (exposure !== undefined) warn(exposure);
  if (options.open) openWorkbench(server);
  if (isRunning) {
    if (!quiet) console.error(announce(server, tokenSource, process.stderr.isTTY));
    process.exitCode = await runUntilEnd(commandLine, server.url, mock.token);
    await close().catch((error) => fail(errorMessage(error), process.exitCode || 1));
  } else {
    // First, because a program that reads the URL may send a signal at once.
    stopOnSignal(close, () => quiet || console.log('\nStopped.'));
    const hasHiddenToken = command.getOptionValueSource('token') === 'env' && mock.token === options.token;
    const token = hasHiddenToken ? undefined : mock.token;
    console.log(quiet ? server.url : formatWelcome(server, token, shown, state, options.exportOnExit));
  }
}

async function runUntilEnd(commandLine: readonly string[], url: string, token: string): Promise<number> {
  try {
    return await runCommand(commandLine, url, token);
  } catch (error) {
    warn(errorMessage(error));
    return 1;
  }
}

function openWorkbench(server: ListeningServer): void {
  const address = workbenchAddress(server, server.controlToken);
  if (address === undefined) warn('--open: there is no workbench with --no-control.');
  else
    openBrowser(address, ({ message }) =>
      warn(`--open: cannot start a browser: ${message}. Open ${server.controlUrl}`),
    );
}
