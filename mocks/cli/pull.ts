import { type Command, Option } from 'commander';
import { printable } from '../../src/contract/printable.ts';
import type { PullProgress } from '../pull/read-workspace.ts';
import { errorMessage } from '../shared/errors.ts';
import { assertReplaceable, replaceFile, targetOf } from '../shared/replace-file.ts';
import { apiTokenOption, baseUrlOption, parseCount } from './options.ts';
import { redactError, secretsOf } from './secrets.ts';
import { clearProgress, fail, warn } from './stderr.ts';

/** The parsed options of `masterdata-sdk pull`. */
interface PullFlags {
  readonly baseUrl?: string;
  readonly token?: string;
  readonly out: string;
  readonly keep: readonly string[];
  readonly anonymize: boolean;
  readonly key?: string;
  readonly concurrency: number;
}

/** Adds `masterdata-sdk pull`. */
export function addPullCommand(program: Command): void {
  program
    .command('pull')
    .description('read a workspace of the service, and write a seed without personal data')
    .showHelpAfterError('(run masterdata-sdk pull --help for a list of options)')
    .addOption(baseUrlOption())
    .addOption(apiTokenOption())
    .requiredOption('-o, --out <file>', 'seed to write, for example seed.json')
    .addOption(
      new Option('--keep <name>', 'keep a personal field, for example customers.name or email (repeatable)')
        .argParser((names: string, before: readonly string[]) => [...before, ...names.split(',')])
        .default([], 'none'),
    )
    .addOption(new Option('--no-anonymize', 'keep all personal data').conflicts(['keep', 'key']))
    .option('--key <file>', 'file with the key of the replacements, created if missing (default: a file of your user)')
    .addOption(new Option('--concurrency <number>', 'calls at the same time').default(4).argParser(parseCount))
    .action(async (flags: PullFlags) => {
      try {
        await run(flags);
      } catch (error) {
        clearProgress();
        const message = redactError(errorMessage(error), secretsOf(process.argv.slice(2), process.env));
        fail(message, error instanceof Interruption ? 130 : 1);
      }
    })
    .addHelpText('after', help);
}

const help = `
Sends only GET requests. An interrupted pull continues if you run the same command again.

Examples:
  masterdata-sdk pull --base-url https://api.example.com --token "$TOKEN" --out seed.json
  masterdata-sdk mock --seed seed.json`;

/** The user has interrupted the command. */
class Interruption extends Error {}

async function run({ baseUrl, token, out, keep, anonymize, key: keyFile, concurrency }: PullFlags): Promise<void> {
  if (baseUrl === undefined) throw new TypeError('no server. Pass --base-url or set MASTERDATA_BASE_URL.');
  if (token === undefined) throw new TypeError('no token. Pass --token or set MASTERDATA_API_TOKEN.');
  // Loaded here: other commands start without the client.
  const [
    { ContradictionError, fingerprint, formatSeed, pull },
    { assertKept },
    { defaultKeyFile, readKey },
    { ProgressFile },
  ] = await Promise.all([
    import('../pull/pull.ts'),
    import('../pull/copy-record.ts'),
    import('../pull/key-file.ts'),
    import('../pull/progress-file.ts'),
  ]);
  assertKept(keep);
  assertReplaceable(out);
  const key = anonymize ? loadKey(keyFile ?? defaultKeyFile(), readKey) : undefined;
  if (!key) warn(`${out} will contain personal data of your customers. Do not commit or share it.`);
  const progressFile = `${out}.partial`;
  const cache = new ProgressFile(progressFile, fingerprint({ baseUrl, key, keep }));
  if (cache.size > 0) console.error(`Continues with ${cache.size} records of ${progressFile}.`);

  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  // The second signal ends the process.
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const { signal } = interruption;
    const onWarning = (message: string) => {
      clearProgress();
      warn(message);
    };
    const seed = await pull({
      baseUrl,
      token,
      key,
      keep,
      cache,
      concurrency,
      signal,
      onProgress: showProgress,
      onWarning,
    });
    replaceFile(targetOf(out), formatSeed(seed), key && keep.length === 0 ? 0o666 : 0o600);
    cache.delete();
    clearProgress();
    const counts = Object.entries(seed.rows).map(([name, rows]) => `${name} ${rows.length}`);
    console.log(`Wrote ${printable(out)}: ${counts.join(', ') || 'no records'}.`);
  } catch (error) {
    if (cache.size === 0 || error instanceof ContradictionError) cache.delete();
    const advice =
      cache.size === 0 ? '' : ` ${cache.size} records are in ${progressFile}. Run the same command again to continue.`;
    if (interruption.signal.aborted) throw new Interruption(`interrupted.${advice}`);
    throw new Error(`${errorMessage(error)}${advice}`, { cause: error });
  }
}

type ReadKey = typeof import('../pull/key-file.ts').readKey;

/** Reads or creates the key, and tells the user about a new one. */
function loadKey(file: string, readKey: ReadKey): Uint8Array {
  const { key, isNew } = readKey(file);
  if (isNew) {
    console.error(`Created the key ${printable(file)}. Later pulls with it lead to the same replacements.`);
    console.error('Do not commit or share the key: with it, others can test whom a replacement stands for.');
  }
  return key;
}

function showProgress({ resource, done, total }: PullProgress): void {
  const text = total === undefined ? `${resource}: ${done}` : `${resource}: ${done} of ${total}`;
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  else if (done === total) console.error(text);
}
