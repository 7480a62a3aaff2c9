import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { windowsCommand } from '../../mocks/cli/run-command.ts';
import { detail, sample } from '../sample.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { printedText, run } from './serve.ts';

/** Runs `masterdata-sdk mock -- node --eval PROGRAM`. */
function runProgram(program: string, options: readonly string[] = [], environment = {}) {
  return run(['mock', ...options, '--', process.execPath, '--input-type=module', '--eval', program], environment);
}

detail('the command finds the server in its environment, and its status is the status of the server', async () => {
  const { child, printed, closed } = runProgram(
    `
    import { MasterDataClient } from './src/index.ts';
    const customers = await new MasterDataClient().customers.list();
    console.log(process.env.MASTERDATA_BASE_URL, process.env.PORT, customers.length > 0);
    process.exitCode = 7;`,
    ['--seed', 'demo'],
    { PORT: '3000', MASTERDATA_BASE_URL: 'http://127.0.0.1:1', MASTERDATA_API_TOKEN: 'wrong' },
  );
  await closed;
  const [, url] = /listens at (http:\/\/127\.0\.0\.1:\d+),/.exec(printed.err) ?? [];
  expect(printed.out).toBe(`${url} 3000 true\n`);
  expect(printed.err).toBe(
    `masterdata-sdk: the mock server listens at ${url}, its workbench is ${url}/__mock/. To open it, set its token: MASTERDATA_CONTROL_TOKEN\n`,
  );
  expect(child.exitCode).toBe(7);
  expect(url).not.toMatch(/:(?:4010|3000)$/);
});

detail('passes arguments on unchanged, and --port and --quiet have their usual meaning', async () => {
  const { printed, closed } = run(
    [
      'mock',
      '--quiet',
      '--no-control',
      '--',
      process.execPath,
      '--print',
      'process.argv.slice(1)',
      'a b',
      '--port',
      '1',
    ],
    {},
  );
  await closed;
  expect(printed).toEqual({ out: "[ 'a b', '--port', '1' ]\n", err: '' });
});

/** Runs `masterdata-sdk mock -- node --version` in a terminal, and returns its output. */
async function runInTerminal(environment = {}, ...options: readonly string[]): Promise<string> {
  const line = ['dist/cli.js', 'mock', ...options, '--', 'node', '--version'].map((part) => `'${part}'`).join(' ');
  const { stdout } = await promisify(execFile)('script', ['-qec', `'${process.execPath}' ${line}`, '/dev/null'], {
    env: { ...process.env, NO_COLOR: '1', ...environment },
  });
  return stdout;
}

test.skipIf(process.platform !== 'linux')(
  'a terminal gets the control token, unless it is in the environment',
  async () => {
    const MASTERDATA_CONTROL_TOKEN = 'token-of-the-environment';
    const address = /its workbench is (http:\S+)\r\n/;
    expect(await runInTerminal()).toMatch(/its workbench is http:\S+\/__mock\/#token=mdcontrol_\w+\r\n/);
    expect(await runInTerminal({}, '--control-token', 'a-token-that-i-chose')).toMatch(
      /#token=a-token-that-i-chose\r\n/,
    );
    const fromEnvironment = await runInTerminal({ MASTERDATA_CONTROL_TOKEN });
    expect(fromEnvironment).toMatch(/its workbench is http:\S+\/__mock\/\r\n/);
    expect(fromEnvironment).not.toContain(MASTERDATA_CONTROL_TOKEN);
    expect(address.exec(await runInTerminal({}, '--no-control'))).toBeNull();
  },
);

detail('a log gets no random control token, even if others can reach the server', async () => {
  const { printed, closed } = runProgram('', ['--allowed-host', 'mock']);
  await closed;
  expect(printed.err).toContain('masterdata-sdk: mock is reachable from other machines. ');
  expect(printed.err).not.toContain('mdcontrol_');
});

detail('a log gets no control token, and no advice for a token that was chosen', async () => {
  for (const [options, environment] of [
    [['--control-token', 'a-token-that-i-chose'], {}],
    [[], { MASTERDATA_CONTROL_TOKEN: 'a-token-that-i-chose' }],
  ] as const) {
    const { printed, closed } = runProgram('', options, environment);
    await closed;
    expect(printed.err).toMatch(/, its workbench is http:\S+\/__mock\/\n$/);
  }
});

test.skipIf(process.platform === 'win32').each(sample(['SIGTERM', 'SIGINT', 'SIGHUP'] as const))(
  'passes %s on, and stops when the command does',
  async (signal) => {
    const running = runProgram(`
      process.on('${signal}', () => { console.log('cleaned up'); process.exit(5); });
      setInterval(() => {}, 1000);
      console.log('ready', process.env.MASTERDATA_BASE_URL);`);
    await printedText(running, '\n');
    const [, url = ''] = /ready (\S+)/.exec(running.printed.out) ?? [];
    expect((await fetch(`${url}/__mock/health`)).status).toBe(200);
    running.child.kill(signal);
    await running.closed;
    expect(running.printed.out).toContain('cleaned up');
    expect(running.child.exitCode).toBe(5);
    await expect(fetch(`${url}/__mock/health`)).rejects.toThrow('fetch failed');
  },
);

test.skipIf(process.platform === 'win32')('a command that a signal ends has the status of shells', async () => {
  const { child, closed } = runProgram("process.kill(process.pid, 'SIGKILL')");
  await closed;
  expect(child.exitCode).toBe(137);
});

detail('stores its data before it exits', async () => {
  const file = join(await temporaryDirectory(), 'state.db');
  const create = `
    import { MasterDataClient } from './src/index.ts';
    await new MasterDataClient().customers.create({ name: 'Kept', type: 'company' });`;
  await runProgram(create, ['--persist', file]).closed;
  const { printed, closed } = runProgram(
    `
    import { MasterDataClient } from './src/index.ts';
    console.log((await new MasterDataClient().customers.list()).some(({ name }) => name === 'Kept'));`,
    ['--persist', file],
  );
  await closed;
  expect(printed.out).toBe('true\n');
});

detail('errors: a program that does not exist or is no program, and a command without --', async () => {
  const missing = run(['mock', '--', 'no-such-program']);
  await missing.closed;
  expect(missing.printed.err).toContain('masterdata-sdk: cannot start no-such-program: there is no such program.');
  expect(missing.child.exitCode).toBe(1);

  const folder = await temporaryDirectory();
  await writeFile(join(folder, 'text'), 'no program');
  const noProgram = run(['mock', '--', join(folder, 'text')]);
  await noProgram.closed;
  expect(noProgram.printed.err).toContain('cannot start ');
  expect(noProgram.child.exitCode).toBe(1);

  const unmarked = run(['mock', 'npm', 'run', 'dev']);
  await unmarked.closed;
  expect(unmarked.printed).toMatchObject({
    out: '',
    err: expect.stringContaining('masterdata-sdk: unexpected argument npm. Put -- before a command to run.'),
  });
  expect(unmarked.child.exitCode).toBe(1);
});

detail('a missing command after -- is an error', async () => {
  const { child, printed, closed } = run(['mock', '--port', '0', '--']);
  await closed;
  expect(printed.out).toBe('');
  expect(printed.err).toContain('masterdata-sdk: a command must follow --, for example masterdata-sdk mock -- npm run');
  expect(child.exitCode).toBe(1);
});

detail('empty variables are not set, and the command gets them as they are', async () => {
  const printPort = 'console.log(JSON.stringify(process.env.PORT))';
  const { printed, closed } = runProgram(printPort, ['--quiet'], { PORT: '', MASTERDATA_CONTROL_TOKEN: '' });
  await closed;
  expect(printed).toEqual({ out: '""\n', err: '' });
});

test.each(
  sample([
    [['mcp'], 0, 'the mock server listens at'],
    [['pull', '--out', 'seed.json'], 1, 'no server. Pass --base-url or set MASTERDATA_BASE_URL.'],
    [['pull', '--out', 'seed.json', '--base-url', 'http://127.0.0.1:1'], 1, 'no token. Pass --token'],
    [['conformance'], 2, 'no server. Pass --base-url or set MASTERDATA_BASE_URL.'],
  ]),
)('empty variables are not set for %j', async (args, status, message) => {
  const names = ['MASTERDATA_BASE_URL', 'MASTERDATA_API_TOKEN', 'MASTERDATA_CONTROL_TOKEN', 'npm_command'];
  const { child, printed, closed } = run(args, Object.fromEntries(names.map((name) => [name, ''])));
  await closed;
  expect(printed.err).toContain(message);
  expect(child.exitCode).toBe(status);
});

test.each([
  ['npm', ['test'], 'npm ^"test^"'],
  ['vitest', ['-t', 'a b'], 'vitest ^"-t^" ^"a^ b^"'],
  ['node', ['-e', 'a & "b" | %PATH%'], 'node ^"-e^" ^"a^ ^&^ \\^"b\\^"^ ^|^ ^%PATH^%^"'],
  ['node', ['C:\\dir\\', 'x\\"y', ''], 'node ^"C:\\dir\\\\^" ^"x\\\\\\^"y^" ^"^"'],
  ['C:\\Program Files\\a.exe', [], 'C:\\Program^ Files\\a.exe'],
])('%s with %j keeps its arguments on Windows', (program, args, line) => {
  expect(windowsCommand(program, args)).toBe(line);
});
