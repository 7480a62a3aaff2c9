import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import tls from 'node:tls';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { printable } from '../../src/contract/printable.ts';
import type { SavedFixtures } from '../conformance/fixtures/saved-fixtures.ts';
import type { ConformanceOptions, ConformanceProgress } from '../conformance/options.ts';
import type { ConformanceRecording } from '../conformance/recording/recording.ts';
import type { ReportFormat } from '../conformance/reports/format-report.ts';
import type { ConformanceReport } from '../conformance/reports/report.ts';
import type { LastReport } from '../conformance/reports/trend.ts';
import { errorMessage } from '../shared/errors.ts';
import { printableJson, shellQuote } from '../shared/escape.ts';
import { isObject } from '../shared/json.ts';
import { assertReplaceable, replaceFile } from '../shared/replace-file.ts';
import { decodeText } from '../shared/text-bytes.ts';
import { apiTokenOption, baseUrlOption } from './options.ts';
import { stopSignals } from './run-command.ts';
import { clearProgress } from './stderr.ts';

/** The parsed options of `masterdata-sdk conformance`. */
interface ConformanceFlags
  extends Pick<ConformanceOptions, 'allowWrites' | 'secondToken' | 'limitedToken' | 'walks' | 'randomSeed'>,
    Pick<ConformanceOptions, 'maxRequests' | 'concurrency' | 'rate' | 'timeout' | 'showValues' | 'strict' | 'only'> {
  readonly baseUrl?: string;
  readonly token?: string;
  readonly fixtures?: string;
  readonly policies?: string;
  readonly policiesOut?: string;
  readonly record?: string;
  readonly compare: readonly string[];
  readonly report: readonly ReportFile[];
  readonly header: Readonly<Record<string, string>>;
  readonly ca?: string;
  readonly restore?: string;
}

interface ReportFile {
  readonly format: ReportFormat;
  /** Undefined for standard output. */
  readonly file: string | undefined;
}

/** Adds `masterdata-sdk conformance`. */
export function addConformanceCommand(program: Command): void {
  program
    .command('conformance')
    .description('compare a server with the specification, and find the policies that reproduce it')
    .showHelpAfterError('(run masterdata-sdk conformance --help for a list of options)')
    // Status 1 says that there are differences, so a wrong option exits with 2.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .addOption(baseUrlOption())
    .addOption(apiTokenOption())
    .option('--allow-writes', 'create records (named conformance-<run>) and change those; default: GET requests only')
    .addOption(
      new Option(
        '--only <resources>',
        'call only the operations of these resources, for example customers,contacts',
      ).argParser((text: string) => text.split(',')),
    )
    .option('--fixtures <file>', 'JSON file with ids of records that may be changed: contact, category, price, …')
    .option('--restore <file>', 'set the fixtures back that an earlier run left changed, and do nothing else')
    .addOption(
      new Option('--second-token <token>', 'token of another workspace, for isolation').env(
        'MASTERDATA_SECOND_API_TOKEN',
      ),
    )
    .addOption(
      new Option('--limited-token <token>', 'token with fewer permissions, for 403').env(
        'MASTERDATA_LIMITED_API_TOKEN',
      ),
    )
    .option('--policies <file>', 'report deviations from this policies file as differences')
    .option('--policies-out <file>', 'write the policies that reproduce the server')
    .option('--strict', 'also exit with 1 for values that the mock does not have')
    .option('--record <file>', 'write the calls and responses, without ids, times and tokens')
    .addOption(
      new Option(
        '--compare <file>',
        'compare with an earlier run: deviations from a file of --record are differences, from a JSON report a trend (repeatable)',
      )
        .argParser((file: string, before: readonly string[]) => [...before, file])
        .default([], 'none'),
    )
    .option('--walks <number>', 'compare this many random sequences of calls with a calibrated mock', parseWholeNumber)
    .option('--random-seed <number>', 'number that the sequences derive from (default: 1)', parseWholeNumber)
    .addOption(
      new Option(
        '--report <format=file>',
        'write a report: text, json, junit, html or github; github prints (repeatable)',
      )
        .argParser(collectReports)
        .default([], 'none'),
    )
    .option('--max-requests <number>', 'largest number of requests (default: 10000)', parseNumber)
    .option('--concurrency <number>', 'checks at the same time, each with one request (default: 4)', parseNumber)
    .option('--rate <number>', 'largest number of requests per second (default: unlimited)', parseNumber)
    .option('--timeout <ms>', 'time for one request (default: 30000)', parseNumber)
    .addOption(
      new Option('--header <name:value>', 'header for each request (repeatable)')
        .argParser(collectHeaders)
        .default({}, 'none'),
    )
    .option('--ca <file>', 'certificate of a private authority, PEM')
    .option('--show-values', 'show values of records in reports (default: their types)')
    .action(async (flags: ConformanceFlags, command: Command) => {
      try {
        process.exitCode = await run(flags);
      } catch (error) {
        command.error(`masterdata-sdk: ${errorMessage(error)}`);
      }
    })
    .addHelpText('after', help);
}

const help = `
Exit status: 0 conforms, 1 differences (with --strict: or unknown values), 2 could not run, 130 interrupted.

Examples:
  masterdata-sdk conformance --base-url https://staging.example.com --token "$TOKEN"
  masterdata-sdk conformance --allow-writes --policies-out policies.json --report html=report.html`;

async function run(flags: ConformanceFlags): Promise<number> {
  const { baseUrl, token } = flags;
  if (baseUrl === undefined) throw new TypeError('no server. Pass --base-url or set MASTERDATA_BASE_URL.');
  if (token === undefined) throw new TypeError('no token. Pass --token or set MASTERDATA_API_TOKEN.');
  if (flags.ca !== undefined) trust(flags.ca);
  if (flags.restore !== undefined) return await restore(flags.restore, baseUrl, token, flags);
  const journal = flags.fixtures?.replace(/(?:\.json)?$/, '.restore.json');
  if (journal !== undefined && existsSync(journal)) {
    const first = `an earlier run ended before it set its fixtures back. First run this command, with the same --base-url and --token: masterdata-sdk conformance --restore ${shellQuote(journal)}`;
    if (flags.allowWrites) throw new TypeError(`${journal}: ${first}. Then start this run again.`);
    process.stderr.write(`masterdata-sdk: ${printable(first)}.\n`);
  }
  const outputs = [flags.record, flags.policiesOut, ...flags.report.map(({ file }) => file)];
  assertOutputs([flags.fixtures, journal], outputs);
  const interruption = new AbortController();
  // The first signal ends the run with a report, the second one ends the process.
  const interrupt = () => {
    interruption.abort();
    for (const signal of stopSignals) process.off(signal, interrupt);
  };
  for (const signal of stopSignals) process.on(signal, interrupt);
  // Loaded here: the mock server starts without the kit.
  const [{ runConformance }, { formatReport }, { exitCodeOf }] = await Promise.all([
    import('../conformance/run-conformance.ts'),
    import('../conformance/reports/format-report.ts'),
    import('../conformance/reports/report.ts'),
  ]);
  const { recording, ...report } = await runConformance({
    ...optionsOf(flags),
    baseUrl,
    token,
    signal: interruption.signal,
    ...(journal !== undefined && { saveFixtures: (saved) => saveJournal(journal, saved) }),
  });
  clearProgress();
  // First: it lists the records that the run has left, even if a file cannot be written.
  process.stdout.write(formatReport(report, 'text'));
  const write = (file: string, text: string) => {
    // The next run compares with the file, or it says what to mock.
    if (report.outcome !== 'could not run' || !hasContent(file)) return writeFileSync(file, text);
    process.stderr.write(`masterdata-sdk: ${file} stays as it was, because the run is incomplete\n`);
  };
  if (flags.record !== undefined) write(flags.record, toJson(recording));
  for (const { format, file } of flags.report) if (file !== undefined) write(file, formatReport(report, format));
  if (flags.policiesOut !== undefined) write(flags.policiesOut, toJson(report.policiesFile));
  const hasAnnotations = flags.report.some(({ file }) => file === undefined);
  if (hasAnnotations) process.stdout.write(formatReport(report, 'github'));
  return exitCodeOf(report);
}

/** Writes the original fields of fixtures, which only the user may read, or removes them. */
function saveJournal(file: string, saved: SavedFixtures | undefined): void {
  if (saved === undefined) rmSync(file, { force: true });
  else replaceFile(file, `${JSON.stringify(saved)}\n`, 0o600);
}

async function restore(file: string, baseUrl: string, token: string, flags: ConformanceFlags): Promise<number> {
  const { restoreFixtures } = await import('../conformance/fixtures/restore-fixtures.ts');
  const { timeout, header: headers } = flags;
  const saved = readJson<SavedFixtures>(file);
  const left = await restoreFixtures({ baseUrl, token, headers, saved, ...(timeout !== undefined && { timeout }) });
  if (left.length === 0) {
    rmSync(file);
    process.stdout.write(`Restored ${saved.fixtures.length} fixtures.\n`);
    return 0;
  }
  for (const { id, fields, reason } of left) {
    process.stdout.write(`Not restored: ${id}: ${fields.join(', ')} (${printable(reason)})\n`);
  }
  return 1;
}

function optionsOf(flags: ConformanceFlags): Omit<ConformanceOptions, 'baseUrl' | 'token'> {
  const { baseUrl, token, fixtures, restore, policies, policiesOut, record, compare, report, header, ca, ...same } =
    flags;
  return {
    ...same,
    ...(fixtures !== undefined && { fixtures: readJson<ConformanceOptions['fixtures'] & object>(fixtures) }),
    ...(policies !== undefined && { policies: readJson<ConformanceReport['policiesFile']>(policies) }),
    ...readEarlierRuns(compare),
    record: record !== undefined,
    headers: header,
    onNotice: (reason) => process.stderr.write(`masterdata-sdk: ${printable(reason)}\n`),
    ...(process.stderr.isTTY && { onProgress: showProgress }),
  };
}

/** Reads a recording and a report of earlier runs. */
function readEarlierRuns(files: readonly string[]): Pick<ConformanceOptions, 'compare' | 'lastReport'> {
  const runs: ReturnType<typeof readEarlierRuns> = Object.assign({}, ...files.map(readEarlierRun));
  if (Object.keys(runs).length === files.length) return runs;
  throw new TypeError('--compare: received two files of the same kind. Pass one recording and one JSON report.');
}

function readEarlierRun(file: string): Pick<ConformanceOptions, 'compare' | 'lastReport'> {
  const earlier = readJson<ConformanceRecording | LastReport>(file);
  return isObject(earlier) && 'differences' in earlier ? { lastReport: earlier } : { compare: earlier };
}

/** The kit validates what it reads. */
function readJson<T>(file: string): T {
  try {
    return JSON.parse(decodeText(readFileSync(file))) as T;
  } catch (error) {
    throw new TypeError(`${file}: ${errorMessage(error)}`);
  }
}

function toJson(value: unknown): string {
  return `${printableJson(value, 2)}\n`;
}

/** Whether a path names a file with content. A pipe has none. */
function hasContent(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size > 0;
}

/** Checks before a long run that no result replaces another one, or a file that the run still needs. */
function assertOutputs(needed: readonly (string | undefined)[], outputs: readonly (string | undefined)[]): void {
  const paths = new Set(needed.map((file) => file && resolve(file)));
  for (const file of outputs.filter((each) => each !== undefined)) {
    assertWritable(file);
    if (paths.has(resolve(file))) throw new TypeError(`${file}: is the file of two options. Pass another one.`);
    paths.add(resolve(file));
  }
}

/** Checks before a long run that its result can be written. A file that exists is not replaced: it can be a pipe. */
function assertWritable(file: string): void {
  if (!existsSync(file) || statSync(file).isDirectory()) {
    assertReplaceable(file);
    return;
  }
  try {
    accessSync(file, constants.W_OK);
  } catch (error) {
    throw new TypeError(`${file}: must be a file that can be written: ${errorMessage(error)}`);
  }
}

function trust(file: string): void {
  // Added in Node 22.19 and 24.5.
  if (!('setDefaultCACertificates' in tls)) {
    throw new TypeError('--ca needs Node 22.19 or 24.5. With older versions, set NODE_EXTRA_CA_CERTS instead.');
  }
  // Comments between the certificates can have any encoding.
  const text = decodeText(readFileSync(file), { fatal: false });
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new TypeError(`--ca: ${file} has no certificate in PEM format`);
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), text]);
}

function showProgress({ phase, subject, completed, total, requests }: ConformanceProgress): void {
  process.stderr.write(`\r\u001b[K${phase} ${completed + 1}/${total} ${subject} (${requests} requests)`);
}

function parseNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('Must be a number above 0.');
  return value;
}

/** Parses `--walks` and `--random-seed`. */
function parseWholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Must be a whole number from 0.');
  return Number(text);
}

function collectReports(text: string, before: readonly ReportFile[]): readonly ReportFile[] {
  // GitHub Actions reads annotations from the output.
  if (text === 'github') return [...before, { format: text, file: undefined }];
  const [, format, file] = /^(text|json|junit|html|github)=(.+)$/.exec(text) ?? [];
  if (format === undefined || file === undefined) {
    throw new InvalidArgumentError(
      'Must be FORMAT=FILE, with the format text, json, junit, html or github, or github.',
    );
  }
  return [...before, { format: format as ReportFormat, file }];
}

function collectHeaders(text: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [, name, value] = /^([^\s:]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Must be NAME:VALUE.');
  return { ...before, [name.toLowerCase()]: value };
}
