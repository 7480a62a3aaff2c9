import { Command } from 'commander';
import { printable } from '../../src/contract/printable.ts';
import { addConformanceCommand } from './conformance.ts';
import { addInitCommand } from './init.ts';
import { addMcpCommand } from './mcp.ts';
import { addMockCommand } from './mock.ts';
import { formatStartHint } from './mock-texts.ts';
import { addPullCommand } from './pull.ts';
import { redactArgument, redactError, secretsOf } from './secrets.ts';

/** Creates the command line of `masterdata-sdk`. */
export function createProgram(version: string): Command {
  const program = new Command('masterdata-sdk')
    .description('Tools for the Commercial Master-Data API.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showHelpAfterError('(run masterdata-sdk --help for a list of commands)');
  program.hook('preSubcommand', (_, command) => ignoreEmptyVariables(command));
  // Before the commands are added, which inherit it.
  program.configureOutput({
    outputError(text, write) {
      const secrets = secretsOf(process.argv.slice(2), process.env);
      write(redactError(text, secrets).split('\n').map(printable).join('\n'));
      // The server's options belong to `mock`.
      const [flag = ''] = (program.args[0] ?? '').split('=');
      if (mock.options.some(({ short, long }) => short === flag || long === flag)) {
        write(formatStartHint(program.args.map((arg) => redactArgument(arg, secrets))));
      }
    },
  });
  const mock = addMockCommand(program);
  addMcpCommand(program);
  addConformanceCommand(program);
  addPullCommand(program);
  addInitCommand(program);
  return program;
}

/** An empty variable is not set, for example a secret that a CI system does not pass to a fork. */
function ignoreEmptyVariables(command: Command): void {
  for (const option of command.options) {
    if (option.envVar && process.env[option.envVar] === '') Reflect.deleteProperty(option, 'envVar');
  }
}
