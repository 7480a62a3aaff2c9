import { type Command, Option } from 'commander';
import { errorMessage } from '../shared/errors.ts';
import { addDataOptions, type MockOptions } from './mock-options.ts';
import { announce } from './mock-texts.ts';
import { controlTokenOption, parsePort } from './options.ts';
import { stopWithPackageManager } from './run-command.ts';
import { startMock, stopOnSignal } from './start-mock.ts';
import { fail, warn } from './stderr.ts';

/** The parsed options of `masterdata-sdk mcp`. */
interface McpFlags extends Omit<MockOptions, 'host'> {
  readonly controlUrl?: string;
}

/** Adds `masterdata-sdk mcp`. */
export function addMcpCommand(program: Command): void {
  const command = program
    .command('mcp')
    .description('let a coding agent control a mock, by the Model Context Protocol over standard input and output')
    .showHelpAfterError('(run masterdata-sdk mcp --help for a list of options)')
    .addOption(
      new Option('-p, --port <number>', 'port of the mock that this command starts')
        .default(0, 'any free port')
        .argParser(parsePort),
    );
  addDataOptions(command);
  // A mock that runs already has its own data. A token in the environment may be that mock's.
  const ownMock = command.options.filter(({ envVar }) => envVar === undefined).map((option) => option.attributeName());
  command
    .addOption(new Option('--control-url <url>', 'control a mock that runs already, and start none').conflicts(ownMock))
    .addOption(controlTokenOption('token of the control API'))
    .action(async (flags: McpFlags) => {
      if (flags.controlUrl !== undefined && command.getOptionValueSource('token') === 'cli') {
        command.error("error: option '--control-url <url>' cannot be used with option '-t, --token <token>'");
      }
      try {
        await run(flags, command.getOptionValueSource('controlToken'));
      } catch (error) {
        fail(errorMessage(error));
      }
    })
    .addHelpText('after', help);
}

const help = `
Coding agents start this command. Their configuration names it:
  npx masterdata-sdk mcp
  npx masterdata-sdk mcp --port 4010 --persist state.db
  npx masterdata-sdk mcp --control-url http://127.0.0.1:4010/__mock/
It also sets the tokens, in the variables MASTERDATA_MOCK_TOKEN and MASTERDATA_CONTROL_TOKEN.`;

async function run({ controlUrl, ...flags }: McpFlags, tokenSource: string | undefined): Promise<void> {
  stopWithPackageManager();
  // Loaded here: other commands start without the protocol.
  const [{ serveStdio }, { McpSession }] = await Promise.all([
    import('../mcp/mcp-server.ts'),
    import('../mcp/session.ts'),
  ]);
  const own = controlUrl === undefined ? await startMock({ ...flags, host: '127.0.0.1' }) : undefined;
  const session = new McpSession({
    controlUrl: controlUrl ?? own?.server.controlUrl ?? '',
    controlToken: own?.server.controlToken ?? flags.controlToken,
  });
  const connection = await serveStdio(session, (reason) => warn(`ignored a line of the standard input: ${reason}`));
  stopOnSignal(connection.close);
  // Standard output belongs to the protocol.
  if (own) console.error(announce(own.server, tokenSource, process.stderr.isTTY));
  await connection.closed;
  await own?.close();
}
