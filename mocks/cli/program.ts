/** `masterdata-mock`: its options, and what it does with them. */
import { styleText } from 'node:util';
import { Argument, Command, Option } from 'commander';
import { type ListeningServer, listen } from '../adapters/http/listen.ts';
import { isLoopback } from '../control-api/access.ts';
import { type Delay, type Fault, type FaultPreset, faultPresets } from '../controls/faults.ts';
import { type MockPolicies, policyValues } from '../controls/policies.ts';
import type { RateLimit } from '../controls/rate-limit.ts';
import { createMockServer, type MockServer } from '../engine/create-mock-server.ts';
import { openStateFile, type StateFile } from '../persistence/state-file.ts';
import { errorCode } from '../shared/error-code.ts';
import { tableNames } from '../store/schema.ts';
import { completion, type Shell, shells, type Values } from './completion.ts';
import { initWorker } from './init-worker.ts';
import {
  collect,
  listPolicies,
  parseFault,
  parseLatency,
  parsePolicy,
  parsePort,
  parseRateLimit,
  parseToken,
} from './options.ts';
import { requestLog } from './request-log.ts';
import { seedFrom, seedNames } from './seed.ts';

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: string;
  readonly token?: string;
  readonly policy?: Partial<MockPolicies>;
  readonly latency?: Delay;
  readonly fault?: readonly (Fault | FaultPreset)[];
  readonly rateLimit?: RateLimit;
  readonly persist?: string;
  readonly control: boolean;
  readonly allowedHost?: readonly string[];
  readonly quiet?: boolean;
}

/** What can follow an option, for completion. */
const values: Readonly<Record<string, Values>> = {
  '--host': { words: ['127.0.0.1', '0.0.0.0'] },
  '--seed': { words: seedNames.map((name) => name.replace('N', '1000')), files: true },
  '--policy': {
    words: Object.entries(policyValues).flatMap(([name, each]) => each.map((value) => `${name}=${String(value)}`)),
  },
  '--fault': { words: Object.keys(faultPresets) },
  '--persist': { words: [], files: true },
};

/** The command, to be parsed. */
export function createProgram(version: string): Command {
  const program = new Command('masterdata-mock')
    .description('The Commercial Master-Data API in memory, as an HTTP server.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showHelpAfterError('(masterdata-mock --help lists all options)')
    .addOption(
      new Option('-p, --port <number>', 'port to listen on; 0 for any that is free')
        .env('PORT')
        .default(4010)
        .argParser(parsePort),
    )
    .addOption(
      new Option('--host <address>', 'address to listen on').default('127.0.0.1', '127.0.0.1, this machine only'),
    )
    .addOption(
      new Option('-s, --seed <name|file>', `what it starts with: ${seedNames.join(', ')}, or a JSON file`).default(
        'demo',
      ),
    )
    .addOption(
      new Option('-t, --token <token>', 'the token that opens the first workspace (default: a made-up one)').argParser(
        parseToken,
      ),
    )
    .addOption(
      new Option('--policy <name=value>', 'what it does where the specification is silent; repeatable').argParser(
        parsePolicy,
      ),
    )
    .addOption(
      new Option('--latency <ms>', 'how long each answer takes: 80, or a range 50-200').argParser(parseLatency),
    )
    .addOption(
      new Option('--fault <fault>', 'what goes wrong: a preset, operation=status, or JSON; repeatable').argParser(
        parseFault,
      ),
    )
    .addOption(
      new Option('--rate-limit <limit>', 'calls a workspace may make: 100 (a minute), 20/s, 100/10s').argParser(
        parseRateLimit,
      ),
    )
    .addOption(new Option('--persist <file>', 'keep the records in a file, and go on with them next time'))
    .addOption(new Option('--no-control', 'do not serve the control API below /__mock/'))
    .addOption(
      new Option('--allowed-host <name>', 'a name that control requests may call it by; repeatable').argParser(collect),
    )
    .addOption(new Option('-q, --quiet', 'print the URL and errors, and nothing else'))
    .action(serve)
    .addHelpText('after', () => helpAfterOptions());

  program
    .command('init')
    .description("put MSW's worker script where a site's files are served from, for the mock in the browser")
    .argument('<directory>', 'that folder, such as public/')
    .action(async (directory: string) => {
      try {
        console.log(`Wrote ${await initWorker(directory)}`);
      } catch (error) {
        program.error(`masterdata-mock: ${error instanceof Error ? error.message : error}`);
      }
    });

  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'whose').choices(shells))
    .action((shell: Shell) => console.log(completion(shell, program, values)))
    .addHelpText(
      'after',
      `
Switch it on:
  bash  echo 'eval "$(masterdata-mock completion bash)"' >> ~/.bashrc
  zsh   echo 'source <(masterdata-mock completion zsh)' >> ~/.zshrc
  fish  masterdata-mock completion fish > ~/.config/fish/completions/masterdata-mock.fish`,
    );

  return program;
}

async function serve(options: ServeOptions): Promise<void> {
  const { port, host, quiet = false } = options;
  const mock = await start(options);
  const state = await restore(mock, options);
  let server: ListeningServer;
  try {
    server = await listen(mock, {
      port,
      host,
      control: options.control,
      allowedHosts: options.allowedHost,
      state,
      log: quiet ? undefined : requestLog(process.stdout),
    });
  } catch (error) {
    fail(explain(error, port, host));
  }
  if (!isLoopback(host))
    warn(`${host} can be reached from other machines: whoever does can read and change everything.`);
  console.log(quiet ? server.url : welcome(server, options.token ?? mock.token, state));
  stopOnSignal(server, quiet);
}

/** The mock that the options describe. */
async function start({ seed, token, policy, latency, fault = [], rateLimit }: ServeOptions): Promise<MockServer> {
  try {
    return createMockServer({
      seed: await seedFrom(seed),
      token,
      policies: policy,
      rateLimit,
      faults: [...(latency === undefined ? [] : [{ delay: latency }]), ...fault],
    });
  } catch (error) {
    fail(`--seed ${seed}: ${messageOf(error)}`);
  }
}

/** The state file of the mock, if it is to have one. */
async function restore(mock: MockServer, { persist, token }: ServeOptions): Promise<StateFile | undefined> {
  if (persist === undefined) return undefined;
  try {
    const state = await openStateFile(mock, persist);
    if (typeof state.loaded === 'object') {
      warn(
        `${persist} is damaged: ${state.loaded.reason}\nIt was kept as ${state.loaded.backupPath}. Starting from the seed.`,
      );
    }
    // The token of an earlier run is in the file; that of this run may not be.
    if (token !== undefined && !mock.snapshot().tokens.has(token)) mock.tokens.issue({ token });
    return state;
  } catch (error) {
    fail(`--persist ${persist}: ${messageOf(error)}`);
  }
}

function stopOnSignal(server: ListeningServer, quiet: boolean): void {
  let stopping = false;
  const stop = () => {
    // Whoever asks twice does not want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    server.close().then(
      () => {
        if (!quiet) console.log('\nStopped.');
      },
      (error: unknown) => {
        warn(messageOf(error));
        process.exitCode = 1;
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // What reads the log is gone, as in `masterdata-mock | head`.
  process.stdout.on('error', stop);
}

function fail(message: string): never {
  console.error(styleText('red', `masterdata-mock: ${message}`, { stream: process.stderr }));
  process.exit(1);
}

function warn(message: string): void {
  console.error(styleText('yellow', `masterdata-mock: ${message}`, { stream: process.stderr }));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function explain(error: unknown, port: number, host: string): string {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return `port ${port} is taken. Choose another, or --port 0 for any that is free.`;
  if (code === 'EACCES') return `port ${port} may not be used by this user. Choose one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `this machine has no address ${host}.`;
  return messageOf(error);
}

function helpAfterOptions(): string {
  return `
Policies (the first value is the default):
${listPolicies()}

Faults:
  presets     ${Object.keys(faultPresets).join(', ')}
  short       products.update=503   'products.*=429'   '*=drop'   (drop, lose, truncate, malform)
  JSON        '{"on": "products.update", "times": 1, "delay": {"min": 50, "max": 200}, "status": 503}'

A seed file holds rows by table, or a snapshot. Tables:
  ${tableNames.join(', ')}

Examples:
  masterdata-mock --port 0 --quiet                          any free port; prints the URL only
  masterdata-mock --seed empty --token secret --persist state.json
  masterdata-mock --seed generate:10000                     10,000 customers and what belongs to them
  masterdata-mock --fault flaky-network --rate-limit 20/s --policy notFoundStatus=410
  curl -X POST http://127.0.0.1:4010/__mock/reset           back to the seed; GET /__mock/ lists what else

Completion: masterdata-mock completion bash|zsh|fish`;
}

function welcome({ url, controlUrl }: ListeningServer, token: string, state: StateFile | undefined): string {
  return `The Commercial Master-Data API, in memory.

  URL      ${url}
  Token    ${token}${controlUrl === undefined ? '' : `\n  Control  ${controlUrl}`}${state ? `\n  State    ${state.file}${state.loaded === 'state' ? ', restored' : ''}` : ''}

Try it:

  curl -s ${url}/api/customers -H 'Authorization: Bearer ${token}'

From TypeScript or JavaScript, in a folder where masterdata-sdk is installed:

  node --input-type=module -e '
    import { MasterDataClient } from "masterdata-sdk";
    const client = new MasterDataClient({
      baseUrl: "${url}",
      apiToken: "${token}",
    });
    console.log(await client.customers.list());
  '

Ctrl-C stops it${state ? '' : '; what it holds is gone then'}.
`;
}
