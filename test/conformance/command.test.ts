/** `masterdata-sdk conformance` as a process. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningServer, listen } from '../../mocks/http.ts';
import { detail, sample } from '../sample.ts';
import { start } from './helpers.ts';

const folder = mkdtempSync(join(tmpdir(), 'conformance-command-'));
const { mock, fixtures, secondToken, limitedToken } = start({ policies: { notFoundStatus: 410 } });
let server: ListeningServer;

beforeAll(async () => {
  server = await listen(mock, { port: 0 });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command, and interrupts it when a promise resolves. */
function run(
  args: readonly string[],
  env: Record<string, string> = {},
  interrupted?: Promise<unknown>,
  signal: NodeJS.Signals = 'SIGINT',
): Promise<Result> {
  const child = spawn(process.execPath, ['dist/cli.js', 'conformance', ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], NO_COLOR: '1', ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  void interrupted?.then(() => child.kill(signal));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

detail('writes reports and policies that a second run and a mock accept', async () => {
  const file = (name: string) => join(folder, name);
  writeFileSync(file('fixtures.json'), JSON.stringify(fixtures));
  const env = {
    MASTERDATA_BASE_URL: server.url,
    MASTERDATA_API_TOKEN: mock.token,
    MASTERDATA_SECOND_API_TOKEN: secondToken,
    MASTERDATA_LIMITED_API_TOKEN: limitedToken,
  };
  const first = await run(
    [
      '--allow-writes',
      ...['--fixtures', file('fixtures.json'), '--walks', '5', '--policies-out', file('policies.json')],
      ...['--report', `html=${file('report.html')}`, '--report', `junit=${file('report.xml')}`],
      ...['--header', 'x-request-source: kit'],
    ],
    env,
  );
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain('Walks: 5 with');
  expect(first.stdout).not.toContain('not run:');
  expect(mock.journal.last().headers['x-request-source']).toBe('kit');
  expect(readFileSync(file('report.html'), 'utf8')).toMatch(/^<!doctype html>/);
  expect(readFileSync(file('report.xml'), 'utf8')).toMatch(/^<\?xml/);
  const policies = JSON.parse(readFileSync(file('policies.json'), 'utf8'));
  expect(policies).toMatchObject({
    version: 1,
    policies: { notFoundStatus: 410 },
    undetermined: ['rateLimitHeaders', 'pagination', 'rateLimit'],
  });

  expect((await run(['--policies', file('policies.json')], env)).code).toBe(0);
  mock.policies.notFoundStatus = 404;
  const deviating = await run(['--policies', file('policies.json')], env);
  mock.policies.notFoundStatus = 410;
  expect(deviating.code).toBe(1);
  expect(deviating.stdout).toContain('notFoundStatus: must be 410, received 404');
});

detail('the ids of GET /__mock/fixtures let all rules run, and the mock conforms', async () => {
  const fresh = start().mock;
  const own = await listen(fresh, { port: 0 });
  try {
    const file = join(folder, 'control-fixtures.json');
    writeFileSync(file, await (await fetch(`${own.url}/__mock/fixtures`)).text());
    const { code, stdout } = await run([
      '--base-url',
      own.url,
      '--token',
      fresh.token,
      '--allow-writes',
      '--fixtures',
      file,
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('Differences: 0');
    expect(stdout.match(/not run: .*/g)?.map((line) => line.replace(/.*\(/, '('))).toEqual([
      '(needs a token with fewer permissions: pass --limited-token)',
      '(needs a token of another workspace: pass --second-token)',
    ]);
  } finally {
    await own.close();
  }
});

detail('--compare accepts the file of --record and a JSON report, and shows the trend', async () => {
  const recording = join(folder, 'recording.json');
  const last = join(folder, 'last.json');
  const target = ['--base-url', server.url, '--token', mock.token];
  expect((await run([...target, '--record', recording, '--report', `json=${last}`])).code).toBe(0);
  expect(readFileSync(recording, 'utf8')).not.toContain(mock.token);
  expect(await run([...target, '--compare', recording])).toMatchObject({ code: 0 });
  mock.policies.notFoundStatus = 404;
  const differing = await run([...target, '--compare', recording]);
  mock.policies.notFoundStatus = 410;
  expect(differing.code).toBe(1);
  expect(differing.stdout).toContain('status 404 "Customer not found", application/json, the recording has status 410');
  expect(await run([...target, '--compare', recording, '--compare', recording])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(
      '--compare: received two files of the same kind. Pass one recording and one JSON report.',
    ),
  });
  writeFileSync(recording, '{}');
  expect(await run([...target, '--compare', recording])).toMatchObject({ code: 2, stdout: '' });

  // The annotations are after the report.
  const { code, stdout } = await run([...target, '--compare', last, '--report', 'github']);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /\nResult: [^\n]+\n::notice title=Conformance of http%3A\/\/127\.0\.0\.1%3A\d+::the server conforms/,
  );
  expect(stdout).toContain(`Trend: 0 new, 0 fixed, 0 as before, since ${JSON.parse(readFileSync(last, 'utf8')).date}`);
});

detail('reads files with a byte order mark, and files in UTF-16', async () => {
  const target = ['--base-url', server.url, '--token', mock.token];
  const encodings = [
    ['bom', (text: string) => `\ufeff${text}`],
    ['utf16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ] as const;
  for (const [name, encode] of encodings) {
    const write = (ending: string, content: object) => {
      const file = join(folder, `${name}.${ending}.json`);
      writeFileSync(file, encode(JSON.stringify(content)));
      return file;
    };
    const recording = join(folder, 'encoded.json');
    expect((await run([...target, '--record', recording])).code).toBe(0);
    const files = [
      ...['--fixtures', write('fixtures', fixtures)],
      ...['--policies', write('policies', { notFoundStatus: 410 })],
      ...['--compare', write('recording', JSON.parse(readFileSync(recording, 'utf8')))],
    ];
    expect(await run([...target, ...files])).toMatchObject({ code: 0, stderr: '' });
    const saved = { version: 1, kit: '1.0.0', baseUrl: server.url, fixtures: [] };
    expect(await run([...target, '--restore', write('saved', saved)])).toMatchObject({
      code: 0,
      stdout: 'Restored 0 fixtures.\n',
    });
  }
});

test.each(
  sample<readonly [readonly string[], string]>([
    [[], 'masterdata-sdk: no server. Pass --base-url or set MASTERDATA_BASE_URL.'],
    [['--base-url', 'https://api.example.com'], 'masterdata-sdk: no token. Pass --token or set MASTERDATA_API_TOKEN.'],
    [['--base-url', 'nonsense', '--token', 't'], 'masterdata-sdk: baseUrl: must be an absolute URL'],
    [['--report', 'pdf=x'], 'Must be FORMAT=FILE'],
    [['--rate', '-1'], 'Must be a number above 0.'],
    [['--walks', '1.5'], 'Must be a whole number from 0.'],
    [
      ['--base-url', 'https://api.example.com', '--token', 't', '--concurrency', '1.5'],
      'concurrency: must be a whole number',
    ],
    [['--base-url', 'https://api.example.com', '--token', 't', '--fixtures', 'missing.json'], 'missing.json: ENOENT'],
    ...[
      ['--report', 'html=missing/x.html'],
      ['--record', 'missing/x.json'],
      ['--policies-out', 'missing/x.json'],
    ].map(
      (option) =>
        [
          ['--base-url', 'https://api.example.com', '--token', 't', ...option],
          'the directory missing does not exist. Create it.',
        ] as const,
    ),
    [
      ['--base-url', 'https://api.example.com', '--token', 't', '--report', 'json=docs'],
      'docs: must be a file, received a directory. Add the name of a file.',
    ],
    ...[
      ['--record', `${folder}/x.json`, '--report', `json=${folder}/./x.json`],
      ['--report', `html=${folder}/x`, '--report', `junit=${folder}/x`],
      ['--fixtures', `${folder}/x.json`, '--policies-out', `${folder}/x.json`],
      ['--fixtures', `${folder}/x.json`, '--record', `${folder}/x.restore.json`],
    ].map(
      (options) =>
        [
          ['--base-url', 'https://api.example.com', '--token', 't', ...options],
          'is the file of two options. Pass another one.',
        ] as const,
    ),
    [['--unknown'], "unknown option '--unknown'"],
  ]),
)('%j exits with 2', async (args, message) => {
  const { code, stderr, stdout } = await run(args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stdout).toBe('');
});

detail('accepts empty variables and any name of a header', async () => {
  const env = { MASTERDATA_SECOND_API_TOKEN: '', MASTERDATA_LIMITED_API_TOKEN: '' };
  const target = ['--base-url', server.url, '--token', mock.token];
  const { code, stdout } = await run([...target, '--header', 'x.request.source: kit'], env);
  expect([code, stdout]).toEqual([0, expect.stringContaining('with the token main\n')]);
  expect(mock.journal.last().headers['x.request.source']).toBe('kit');
});

detail('accepts no walks', async () => {
  const { code, stderr } = await run(['--walks', '0']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('no server. Pass --base-url')]);
});

detail('a server that does not respond exits with 2 and a report', async () => {
  const { code, stdout } = await run([
    '--base-url',
    'http://127.0.0.1:9',
    '--token',
    'secret-token',
    '--timeout',
    '2000',
  ]);
  expect(code).toBe(2);
  expect(stdout).toContain('Result: the run is incomplete, the server does not respond');
  expect(stdout).not.toContain('secret-token');
});

detail('a run that could not run replaces no results of an earlier run', async () => {
  const files = ['json', 'record', 'policies'].map((name) => join(folder, `kept-${name}.json`));
  const [report = '', record = '', policies = ''] = files;
  const outputs = ['--report', `json=${report}`, '--record', record, '--policies-out', policies];
  const target = ['--base-url', server.url, '--token'];
  expect((await run([...target, mock.token, ...outputs])).code).toBe(0);
  const before = files.map((file) => readFileSync(file, 'utf8'));
  const failed = await run([...target, 'wrong-token', '--compare', report, ...outputs]);
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining(`${report} stays as it was`) });
  expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(before);
  const other = join(folder, 'first.json');
  expect((await run([...target, 'wrong-token', '--report', `json=${other}`])).code).toBe(2);
  expect(JSON.parse(readFileSync(other, 'utf8'))).toMatchObject({ outcome: 'could not run' });
});

detail('--only limits a run to resources', async () => {
  const target = ['--base-url', server.url, '--token', mock.token, '--only'];
  const { code, stdout } = await run([...target, 'customers,addresses']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('which `only` excludes')]);
  expect(await run([...target, 'customer'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('only.0: must be one of'),
  });
});

test.skipIf(process.platform === 'win32')('an interrupted run exits with 130 and the report so far', async () => {
  const slow = ['--base-url', server.url, '--token', mock.token, '--rate', '1'];
  let stop = () => {};
  const requested = new Promise<void>((resolve) => {
    stop = mock.journal.subscribe({ onEntry: () => resolve() });
  });
  const { code, stdout } = await run(slow, {}, requested);
  stop();
  expect(code).toBe(130);
  expect(stdout).toContain('the run was interrupted');
});

const onUnix = test.skipIf(process.platform === 'win32');

onUnix.each(['SIGTERM', 'SIGHUP'] as const)('%s restores the fixtures and exits with 130', async (signal) => {
  const { mock: own, fixtures: ids } = start();
  const started = await listen(own, { port: 0 });
  const fixturesFile = join(folder, 'terminated.json');
  writeFileSync(fixturesFile, JSON.stringify(ids));
  const rows = () => [own.db.contacts.get(ids.contact), own.db.categories.get(ids.category)];
  const before = rows();
  try {
    const changed = new Promise<void>((resolve) => {
      own.journal.subscribe({
        onEntry: () => own.journal.list('contacts.update').some(({ url }) => url.includes(ids.contact)) && resolve(),
      });
    });
    const target = ['--base-url', started.url, '--token', own.token];
    const args = [...target, '--allow-writes', '--fixtures', fixturesFile];
    const { code, stdout } = await run(args, {}, changed, signal);
    expect(code).toBe(130);
    expect(stdout).toContain('the run was interrupted');
    expect(stdout).not.toContain('Not restored');
    const withoutTime = (all: ReturnType<typeof rows>) => all.map((row) => ({ ...row, updated_at: '' }));
    expect(withoutTime(rows())).toEqual(withoutTime(before));
    expect(existsSync(join(folder, 'terminated.restore.json'))).toBe(false);
  } finally {
    await started.close();
  }
});

onUnix('a second signal of another kind ends the command, although it waits for the server', async () => {
  const { mock: own, fixtures: ids } = start();
  const started = await listen(own, { port: 0 });
  const fixturesFile = join(folder, 'ended.json');
  writeFileSync(fixturesFile, JSON.stringify(ids));
  try {
    own.faults.add({ on: 'contacts.update', after: 1, hold: true });
    const args = ['--base-url', started.url, '--token', own.token, '--allow-writes', '--fixtures', fixturesFile];
    const child = spawn(process.execPath, ['dist/cli.js', 'conformance', ...args], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)));
    await expect.poll(() => own.faults.waiting()).not.toEqual([]);
    const [held] = own.faults.waiting();
    child.kill('SIGINT');
    // The command now waits for the response that restores the contact.
    await expect.poll(() => own.faults.waiting().some(({ id }) => id !== held?.id)).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toBe('SIGTERM');
  } finally {
    own.faults.clear();
    await started.close();
  }
});

onUnix('--restore repairs what a run that was killed left', async () => {
  const { mock: own, fixtures: ids } = start();
  const started = await listen(own, { port: 0 });
  const fixturesFile = join(folder, 'killed.json');
  const journal = join(folder, 'killed.restore.json');
  writeFileSync(fixturesFile, JSON.stringify(ids));
  const before = own.db.contacts.get(ids.contact);
  const target = ['--base-url', started.url, '--token', own.token];
  try {
    const changed = new Promise<void>((resolve) => {
      own.journal.subscribe({
        onEntry: () => own.journal.list('contacts.update').some(({ url }) => url.includes(ids.contact)) && resolve(),
      });
    });
    const args = [...target, '--allow-writes', '--fixtures', fixturesFile];
    const killed = await run(args, {}, changed, 'SIGKILL');
    expect(killed.code).toBe(null);
    expect(statSync(journal).mode & 0o777).toBe(0o600);
    // The next run does not take changed fields for the original ones.
    const next = await run(args);
    expect(next.code).toBe(2);
    const first = 'First run this command, with the same --base-url and --token: masterdata-sdk conformance --restore';
    expect(next.stderr).toContain(`${first} ${journal}. Then start this run again.`);
    const reading = await run([...target, '--fixtures', fixturesFile]);
    expect(reading).toMatchObject({ code: 0, stderr: expect.stringContaining(`${first} ${journal}`) });
    expect(await run([...target, '--restore', journal])).toMatchObject({ code: 0, stderr: '' });
    expect({ ...own.db.contacts.get(ids.contact), updated_at: '' }).toEqual({ ...before, updated_at: '' });
    expect(existsSync(journal)).toBe(false);
  } finally {
    await started.close();
  }
});
