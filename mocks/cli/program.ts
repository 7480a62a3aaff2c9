import { Command, Option } from 'commander';
import { printable } from '../../src/contract/printable.ts';
import { errorMessage } from '../shared/errors.ts';
import { addConformanceCommand } from './conformance.ts';
import { initWorker } from './init-worker.ts';
import { mockHelp, startHint } from './messages.ts';
import {
  collectHosts,
  collectOrigins,
  parseCount,
  parseDuration,
  parseFault,
  parseHost,
  parseLatency,
  parsePoliciesFile,
  parsePolicy,
  parsePort,
  parsePublicUrl,
  parseRateLimit,
  parseToken,
} from './options.ts';
import { redactArgument, redactError, secretsOf } from './secrets.ts';
import { seedNames } from './seed.ts';
import { serve } from './serve.ts';

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
        write(startHint(program.args.map((arg) => redactArgument(arg, secrets))));
      }
    },
  });
  const mock = addMockCommand(program);
  addConformanceCommand(program);
  addInitCommand(program);
  return program;
}

function addMockCommand(program: Command): Command {
  return program
    .command('mock')
    .description('start the mock server')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('(run masterdata-sdk mock --help for a list of options)')
    .usage('[options] [-- command...]')
    .argument('[command...]', 'command to run with the URL and the token of the server in its environment')
    .addOption(
      new Option('-p, --port <number>', 'port to listen on (0: any free port, as for a command)')
        .env('PORT')
        .default(4010)
        .argParser(parsePort),
    )
    .addOption(
      new Option('--host <address>', 'address to listen on')
        .default('127.0.0.1', '127.0.0.1, this machine only')
        .argParser(parseHost),
    )
    .addOption(
      new Option('-s, --seed <name|file>', `initial data: ${seedNames.join(', ')} or a JSON file`).default('demo'),
    )
    .addOption(
      new Option('-t, --token <token>', 'API token of the first workspace (default: generated)').argParser(parseToken),
    )
    .addOption(
      new Option(
        '--policy <name=value>',
        'set a policy for behavior the specification leaves open (repeatable)',
      ).argParser(parsePolicy),
    )
    .addOption(
      new Option('--policies <file>', 'policies file that `masterdata-sdk conformance` wrote').argParser(
        parsePoliciesFile,
      ),
    )
    .addOption(new Option('--latency <ms>', 'delay each response: 80, or a range like 50-200').argParser(parseLatency))
    .addOption(
      new Option('--fault <fault>', 'inject a fault: preset, operation=fault or JSON (repeatable)').argParser(
        parseFault,
      ),
    )
    .addOption(
      new Option('--rate-limit <limit>', 'limit calls per workspace: 100 (a minute), 20/s, 100/10s').argParser(
        parseRateLimit,
      ),
    )
    .addOption(new Option('--persist <file>', 'store data in a SQLite file and restore it on the next start'))
    .addOption(
      new Option('--durability <level>', 'what --persist survives: a crash (normal) or a power failure, too (full)')
        .choices(['normal', 'full'])
        .default('normal'),
    )
    .addOption(
      new Option('--sandboxes <mode>', 'create sandboxes with POST /__mock/sandboxes, or also on-demand')
        .choices(['on-request', 'on-demand'])
        .default('on-request'),
    )
    .addOption(
      new Option('--max-sandboxes <number>', 'number of sandboxes that can exist, counting stored ones')
        .default(1000)
        .argParser(parseCount),
    )
    .addOption(
      new Option('--sandbox-ttl <duration>', 'delete sandboxes after this time without use: 30m, 12h, 7d').argParser(
        parseDuration,
      ),
    )
    .addOption(new Option('--no-control', 'do not serve the control API below /__mock/'))
    .addOption(
      new Option('--control-token <token>', 'token that every client of the control API must send')
        .env('MASTERDATA_CONTROL_TOKEN')
        .argParser(parseToken),
    )
    .addOption(
      new Option('--cors <origin>', 'additional origin whose pages may call the API (repeatable)').argParser(
        collectOrigins,
      ),
    )
    .addOption(new Option('--public-url <url>', 'URL of the server behind a proxy').argParser(parsePublicUrl))
    .addOption(new Option('--allowed-host <name>', 'additional Host name (repeatable)').argParser(collectHosts))
    .addOption(new Option('--open', 'open the workbench in the default browser'))
    .addOption(new Option('-q, --quiet', 'print only the URL and errors'))
    .action(serve)
    .addHelpText('after', () => mockHelp());
}

function addInitCommand(program: Command): void {
  program
    .command('init')
    .description("copy MSW's worker script to a directory, for the mock in the browser")
    .helpOption('-h, --help', 'print this help')
    .argument('<directory>', 'directory that the site serves at its root, for example public/')
    .action(async (directory: string) => {
      try {
        console.log(`Wrote ${await initWorker(directory)}`);
      } catch (error) {
        program.error(`masterdata-sdk: ${errorMessage(error)}`);
      }
    });
}
