import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { connectionFailures, type Delay, type Fault } from '../controls/faults/fault-kinds.ts';
import { type FaultPreset, faultPresets, readFault } from '../controls/faults/fault-presets.ts';
import {
  findPolicy,
  type MockPolicies,
  policyDefinitions,
  resolvePolicies,
  unknownPolicy,
} from '../controls/policies.ts';
import { policiesFrom } from '../controls/policies-file.ts';
import { type RateLimit, parseRateLimit as validateRateLimit } from '../controls/rate-limit.ts';
import {
  isHost,
  parseAllowedHost,
  parseOrigin,
  parsePublicUrl as validatePublicUrl,
} from '../servers/node/host-and-origin.ts';
import { errorMessage } from '../shared/errors.ts';
import { decodeText } from '../shared/text-bytes.ts';
import { type ColumnOptions, parseColumns } from './column-names.ts';
import { operationsBeforeLoading } from './load-operations.ts';
import { seedNames } from './load-seed.ts';
import { controlTokenOption, parseCount, parsePort, parseToken } from './options.ts';

/** The parsed options of a mock and of its server. */
export interface MockOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: readonly string[];
  readonly columns?: ColumnOptions;
  readonly operations?: string;
  readonly token?: string;
  readonly policies?: Partial<MockPolicies>;
  readonly policy?: Partial<MockPolicies>;
  readonly latency?: Delay;
  readonly fault?: readonly (Fault | FaultPreset)[];
  readonly rateLimit?: RateLimit;
  readonly persist?: string;
  readonly sandboxes?: 'on-request' | 'on-demand';
  readonly maxSandboxes?: number;
  readonly sandboxTtl?: number;
  readonly durability: 'normal' | 'full';
  readonly exportOnExit?: string;
  readonly control?: boolean;
  readonly controlToken?: string;
  readonly publicUrl?: string;
  readonly allowedHost?: readonly string[];
  readonly cors?: readonly string[];
}

const defaultSeeds: readonly string[] = ['demo'];

/** Adds the options of `masterdata-sdk mock`. */
export function addMockOptions(command: Command): Command {
  command
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
    );
  return addDataOptions(command)
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
    .addOption(controlTokenOption('token that every client of the control API must send'))
    .addOption(
      new Option('--cors <origin>', 'additional origin whose pages may call the API (repeatable)').argParser(
        collectOrigins,
      ),
    )
    .addOption(new Option('--public-url <url>', 'URL of the server behind a proxy').argParser(parsePublicUrl))
    .addOption(new Option('--allowed-host <name>', 'additional Host name (repeatable)').argParser(collectHosts))
    .addOption(new Option('--open', 'open the workbench in the default browser'))
    .addOption(new Option('-q, --quiet', 'print only the URL and errors'));
}

/** Adds the options that determine the data and the behavior of a mock. */
export function addDataOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '-s, --seed <name|file>',
        `initial data: ${seedNames.join(', ')} or a file (JSON, CSV, NDJSON) (repeatable)`,
      )
        .default(defaultSeeds, 'demo')
        .argParser(collectSeeds),
    )
    .addOption(
      new Option(
        '--columns <name=column>',
        'column that a column of CSV files stands for, or empty to ignore it (repeatable)',
      ).argParser(parseColumns),
    )
    .addOption(
      // Not MASTERDATA_API_TOKEN, which can have the token of the real service.
      new Option('-t, --token <token>', 'API token of the first workspace (default: generated)')
        .env('MASTERDATA_MOCK_TOKEN')
        .argParser(parseToken),
    )
    .addOption(new Option('--operations <module>', 'add the operations that a module exports, or the set `plausible`'))
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
      new Option(
        '--durability <level>',
        'the failures that --persist survives: a crash (normal), or a crash and a power failure (full)',
      )
        .choices(['normal', 'full'])
        .default('normal'),
    )
    .addOption(
      new Option('--export-on-exit <file>', 'write the state to a JSON file for --seed when the server stops'),
    );
}

/** Parses `--host`. */
export function parseHost(text: string): string {
  if (!isHost(text)) {
    throw new InvalidArgumentError('Must be an IP address or a host name, for example 127.0.0.1.');
  }
  return text;
}

/** Parses `--allowed-host` and adds it to the earlier ones. */
export function collectHosts(text: string, previous: readonly string[] = []): string[] {
  const parsed = parseAllowedHost(text);
  if (parsed.name !== undefined) return [...previous, parsed.name];
  const advice = parsed.suggestion === '' ? '' : ` Use --allowed-host ${parsed.suggestion}.`;
  throw new InvalidArgumentError(`Must be a host name without scheme, port or path.${advice}`);
}

/** Adds `--seed` to the earlier ones. The first one replaces the default. */
function collectSeeds(text: string, previous: readonly string[]): readonly string[] {
  return previous === defaultSeeds ? [text] : [...previous, text];
}

/** Parses `--cors` and adds it to the earlier ones. */
export function collectOrigins(text: string, previous: readonly string[] = []): string[] {
  try {
    return [...previous, parseOrigin(text)];
  } catch {
    throw new InvalidArgumentError('Must be an origin like https://app.example.com, without a path.');
  }
}

/** Parses `--public-url`. */
function parsePublicUrl(text: string): string {
  try {
    validatePublicUrl(text);
    return text;
  } catch {
    throw new InvalidArgumentError('Must be a URL like https://mocks.example.com/shop, without a query.');
  }
}

/** Parses `--policy name=value` and adds it to the earlier ones. */
export function parsePolicy(text: string, previous: Partial<MockPolicies> = {}): Partial<MockPolicies> {
  const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
  if (name === 'rateLimit') throw new InvalidArgumentError('Set the rate limit with --rate-limit.');
  const policy = findPolicy(name);
  if (!policy) throw new InvalidArgumentError(unknownPolicy(name));
  if ('values' in policy) {
    const chosen = policy.values.find((each) => String(each) === value);
    if (chosen !== undefined) return { ...previous, [name]: chosen };
    const values = policy.values.join(', ');
    throw new InvalidArgumentError(`Policy ${name}: must be ${values}, received ${value || 'no value'}.`);
  }
  try {
    return { ...previous, [name]: policy.parse(value, name) };
  } catch (error) {
    throw new InvalidArgumentError(`Policy ${errorMessage(error).replace(/^policies\./, '')}.`);
  }
}

/** Lists every policy of `--policy` with its values, one per line. */
export function listPolicies(): string {
  return Object.entries(policyDefinitions)
    .filter(([name]) => name !== 'rateLimit')
    .map(([name, policy]) => `  ${name}=${'values' in policy ? policy.values.join('|') : policy.format}`)
    .join('\n');
}

/** Parses `--latency 80` or `--latency 50-200`, in milliseconds. */
export function parseLatency(text: string): Delay {
  const [, min, max] = /^(\d+)(?:-(\d+))?$/.exec(text.replace(/ms$/, '')) ?? [];
  const delay = max === undefined ? Number(min) : { min: Number(min), max: Number(max) };
  try {
    readFault({ delay });
  } catch {
    throw new InvalidArgumentError('Must be milliseconds below 2^31, like 80, or a range, like 50-200.');
  }
  return delay;
}

/** Parses `--fault` (a preset, `operation=status`, `operation=failure` or JSON) and adds it to the earlier ones. */
export function parseFault(text: string, previous: readonly (Fault | FaultPreset)[] = []): (Fault | FaultPreset)[] {
  try {
    return [...previous, readFault(parseFaultText(text), operationsBeforeLoading())];
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    const presets = Object.keys(faultPresets).join(', ');
    throw new InvalidArgumentError(
      `${error.message}\nMust be a preset (${presets}), OPERATION=STATUS like products.update=503 or products.*=429, ` +
        `OPERATION=${connectionFailures.join('|')}, or a fault as JSON.`,
    );
  }
}

function parseFaultText(text: string): unknown {
  if (text.trimStart().startsWith('{')) return JSON.parse(text);
  const [, on, effect = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (on === undefined) return { preset: text };
  return /^\d+$/.test(effect) ? { on, status: Number(effect) } : { on, fault: effect };
}

/** The milliseconds of each unit. Only rate limits accept `ms`, and only durations accept `d`. */
const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses `--sandbox-ttl`, in milliseconds. */
export function parseDuration(text: string): number {
  const [, count, unit = ''] = /^(\d+)(s|m|h|d)$/.exec(text) ?? [];
  const duration = Number(count) * (units[unit] ?? Number.NaN);
  if (!Number.isSafeInteger(duration) || duration === 0) {
    throw new InvalidArgumentError('Must be a duration: 90s, 30m, 12h or 7d.');
  }
  return duration;
}

/** Parses `--rate-limit 100`, `100/10s` or `100/1m:token-bucket`. */
export function parseRateLimit(text: string): RateLimit {
  const [, limit, count = '1', unit = 'm', algorithm] =
    /^(\d+)(?:\/(\d*)(ms|s|m|h))?(?::(fixed-window|token-bucket))?$/.exec(text) ?? [];
  const rate: RateLimit = {
    limit: Number(limit),
    window: Number(count || 1) * (units[unit] ?? 1),
    algorithm: algorithm === 'token-bucket' ? algorithm : 'fixed-window',
  };
  try {
    validateRateLimit(rate);
  } catch {
    throw new InvalidArgumentError('Must be a number of calls: 100 (a minute), 20/s, 100/10s or 100/1m:token-bucket.');
  }
  return rate;
}

/** Reads a policies file. */
function parsePoliciesFile(file: string): Partial<MockPolicies> {
  try {
    return resolvePolicies(policiesFrom(JSON.parse(decodeText(readFileSync(file)))));
  } catch (error) {
    throw new InvalidArgumentError(`${file}: ${errorMessage(error)}`);
  }
}
