import { Command } from 'commander';
import { printable } from '../../src/contract/printable.ts';
import { errorMessage } from '../shared/errors.ts';
import { addConformanceCommand } from './conformance.ts';
import { initWorker } from './init-worker.ts';
import { addMcpCommand } from './mcp.ts';
import { addMockOptions } from './options.ts';
import { addPullCommand } from './pull.ts';
import { redactArgument, redactError, secretsOf } from './secrets.ts';
import { serve } from './serve.ts';
import { formatMockHelp, formatStartHint } from './texts.ts';

/** Creates the command line of `masterdata-sdk`. */
export function createProgram(version: string): Command {
  const program = new Command('masterdata-sdk')
    .description('Tools for the Commercial Master-Data API.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showHelpAfterError('(run masterdata-sdk --help for a list of commands)');
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

function addMockCommand(program: Command): Command {
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

function addInitCommand(program: Command): void {
  program
    .command('init')
    .description("copy MSW's worker script to a directory, for the mock in the browser")
    .argument('<directory>', 'directory that the site serves at its root, for example public/')
    .action(async (directory: string) => {
      try {
        console.log(`Wrote ${await initWorker(directory)}`);
      } catch (error) {
        program.error(`masterdata-sdk: ${errorMessage(error)}`);
      }
    });
}
