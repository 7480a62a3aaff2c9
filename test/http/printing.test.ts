/** Texts of other programs, and secrets, in the output of the command line. */
import { execFileSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { formatWelcome } from '../../mocks/cli/mock-texts.ts';
import { formatRequest } from '../../mocks/cli/request-log.ts';
import { secretsOf } from '../../mocks/cli/secrets.ts';
import { createMockServer } from '../../mocks/index.ts';
import { sample } from '../sample.ts';
import { run, send, sendRaw, serve, startVerbose } from './serve.ts';

const unsafe = /[\p{C}\p{Zl}\p{Zp}\p{DI}]|##\w*\[|::error/u;

test('a line of the request log is one line without control characters, whatever a program sent', () => {
  const text = 'a\u001b[2J\r\n::error::x ##vso[x]\u202e\u2028\u009b\u200b';
  const texts = { method: text, url: `/${text}`, operation: text, fault: text, issue: text };
  const request = { ...texts, status: 200, duration: 1 };
  const line = stripVTControlCharacters(formatRequest(request, new Date()));
  expect(line).not.toMatch(unsafe);
  expect(line).toContain('/a\\x1b[2J\\x0d\\x0a\\x3a:error\\x3a:x \\x23#vso[x]\\u{202e}\\u{2028}\\x9b\\u{200b}');
});

test('the printed commands run as they are, whatever the token of a seed contains', () => {
  const token = 'x\';echo$IFS$9PWNED;"`echo$IFS$9PWNED`$(echo$IFS$9PWNED)\\n&&';
  const url = 'http://127.0.0.1:4010';
  const welcome = formatWelcome(
    {
      url,
      port: 4010,
      controlUrl: `${url}/__mock/`,
      controlToken: '',
      requiresControlToken: false,
      close: async () => {},
    },
    token,
    undefined,
    undefined,
    undefined,
  );
  const [, commands = ''] = welcome.split('Try it:');
  const script = commands.replace('From TypeScript', '# From TypeScript').replace(/^(Compare|Press)/gm, '# $1');
  // Each program prints its arguments.
  const programs = ['curl', 'npx', 'node'].map((name) => `${name}() { printf '%s\\n' "$@"; }`);
  const printed = execFileSync('sh', ['-c', [...programs, script].join('\n')], { encoding: 'utf8' });
  expect(printed.split('\n')).toContain(`Authorization: Bearer ${token}`);
  expect(printed.split('\n')).toContain(token);
  expect(printed).toContain(`apiToken: ${JSON.stringify(token)},`);
  expect(printed.split('\n')).not.toContain('PWNED');
});

test('a token in the environment is not printed, and the printed commands read it from there', async () => {
  const token = 'token-of-the-environment';
  const { child, printed } = run(['mock', '--port', '0'], { MASTERDATA_MOCK_TOKEN: token });
  await expect.poll(() => printed.out).toContain('to stop.');
  child.kill();
  expect(printed.out + printed.err).not.toContain(token);
  expect(printed.out).toContain('  Token      $MASTERDATA_MOCK_TOKEN\n');
  const [, commands = ''] = printed.out.split('Try it:');
  const script = commands.replace('From TypeScript', '# From TypeScript').replace(/^(Compare|Press)/gm, '# $1');
  const programs = ['curl', 'npx', 'node'].map((name) => `${name}() { printf '%s\\n' "$@"; }`);
  const env = { ...process.env, MASTERDATA_MOCK_TOKEN: token };
  const shown = execFileSync('sh', ['-c', [...programs, script].join('\n')], { encoding: 'utf8', env }).split('\n');
  expect(shown).toContain(`Authorization: Bearer ${token}`);
  expect(shown).toContain(token);
  expect(shown.join()).toContain('apiToken: process.env.MASTERDATA_MOCK_TOKEN,');
});

test('--token takes precedence over the environment, and is printed', async () => {
  const { token } = await startVerbose(['--port', '0', '--token', 'given'], { MASTERDATA_MOCK_TOKEN: 'hidden-token' });
  expect(token).toBe('given');
});

test('the request log escapes bytes of a path, and has no token of a path or a query', async () => {
  const controlToken = 'control-token-0123456789';
  const running = await startVerbose(['--port', '0', '--sandboxes', 'on-demand'], {
    MASTERDATA_CONTROL_TOKEN: controlToken,
  });
  const { port } = new URL(running.url);
  const { token, printed } = running;
  const paths = [
    `/api/customers?q=${token}`,
    `/api/customers/${token}`,
    `/sandboxes/${token}/api/customers`,
    `/sandboxes/one/__mock/tokens/any-token-0123456789`,
    `/__mock/x/../tokens/any-token-0123456789`,
    `/sandboxes/one/api/customers?x=${controlToken}`,
    `/__mock/state?x=${controlToken}`,
    `/${encodeURIComponent(controlToken)}/api`,
    '/x::error::x',
  ];
  for (const path of paths) {
    await sendRaw(Number(port), `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  }
  await expect.poll(() => printed.out).toMatch(/error/);
  const [, log = ''] = printed.out.split('Ctrl-C to stop.');
  const lines = log.split('\n').filter((line) => /^\d\d:/.test(line));
  expect(lines).toHaveLength(paths.length);
  for (const line of lines) expect(line).not.toMatch(unsafe);
  expect(log).not.toContain(token);
  expect(log).not.toContain('any-token');
  expect(printed.out + printed.err).not.toContain(controlToken);
});

test('the request log shows the first issue of a rejected request, without values and tokens', async () => {
  const running = await startVerbose(['--port', '0']);
  const { url, token, printed } = running;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const create = (body: object) =>
    fetch(`${url}/api/customers`, { method: 'POST', headers, body: JSON.stringify(body) });
  await create({ name: 'Halm', type: 'hunter2' });
  await create({ name: 'Halm', type: 'company', logo: 'hunter2' });
  await create({ name: 'Halm', type: 'company', [token]: 1 });
  await create({ name: 'Halm', type: 'company', ['::error::\u202e'.padEnd(300, 'x')]: 1 });
  await create({ name: 'Halm', type: 'company' });
  await expect.poll(() => printed.out).toMatch(/ 201 /);
  const [, log = ''] = printed.out.split('Ctrl-C to stop.');
  const lines = log.split('\n').filter((line) => /^\d\d:/.test(line));
  expect(lines.map((line) => line.replace(/^.* ms/, '').slice(0, 50))).toEqual([
    '  type must be one of "company", "individual"',
    '  logo must be a URL',
    '  [token] is not a known field',
    `  \\x3a:error::\\u{202e}${'x'.repeat(28)}`,
    '',
  ]);
  expect(log).not.toContain('hunter2');
  expect(log).not.toContain(token);
  for (const line of lines) expect(line.length).toBeLessThan(250);
});

test.each([
  ['issues', 'logo must be a URL'],
  ['strings', 'logo must be a URL'],
  ['fields', 'logo must be a URL'],
  ['none', undefined],
] as const)('the option log of listen() gets the first issue if details are %s', async (validationDetails, issue) => {
  const logged: (string | undefined)[] = [];
  const mock = createMockServer({ policies: { validationDetails } });
  const { url } = await serve({ log: (request) => void logged.push(request.issue) }, mock);
  const headers = { authorization: `Bearer ${mock.token}` };
  await send(`${url}/api/customers`, 'POST', { name: 'Halm', type: 'company', logo: 'x' }, headers);
  await send(`${url}/api/customers/${crypto.randomUUID()}`, 'GET', undefined, headers);
  mock.faults.add({ status: 422, body: { details: 'x' } });
  await send(`${url}/api/customers`, 'GET', undefined, headers);
  expect(logged).toEqual([issue, undefined, undefined]);
});

test.each(
  sample<readonly [readonly string[], Readonly<Record<string, string>>]>([
    [['mock', '--token', 'hunter2 hunter2'], {}],
    [['mock', '-thunter2 é'], {}],
    [['mock'], { MASTERDATA_CONTROL_TOKEN: 'hunter2\n' }],
    [['mock'], { MASTERDATA_MOCK_TOKEN: 'hunter2 \u00e9' }],
    [['--token=hunter2'], {}],
    [['mock', '--tokn=hunter2'], {}],
    [['mock', 'words', 'hunter2'], {}],
    [['conformance', '--header', 'Authorization Bearer-hunter2'], {}],
    [['conformance', '--header', 'Authorisation: Bearer hunter2\n', '--base-url', 'https://x.example'], {}],
    [['conformance', '--base-url', 'ftp://user:hunter2@x.example', '--token', 'x'], {}],
    [['conformance'], { MASTERDATA_API_TOKEN: 'hunter2€', MASTERDATA_BASE_URL: 'https://user:hunter2@x.example' }],
  ]),
)('the error about the command line %j with %j shows no secret', async (args, environment) => {
  const { child, printed, closed } = run(args, environment);
  await closed;
  expect(child.exitCode).not.toBe(0);
  expect(printed.err).toMatch(/^error: |^masterdata-sdk: /);
  expect(printed.out + printed.err).not.toContain('hunter2');
});

test('secrets are found in all forms of an option', () => {
  const args = ['mock', '-t', 'a', '-tb', '--token=c', '--second-token', 'd', '--header', 'x-key: Key e0123456789'];
  expect(secretsOf(args, { MASTERDATA_API_TOKEN: 'f', MASTERDATA_TOKEN: 'g', MASTERDATA_BASE_URL: 'h' })).toEqual([
    ...['a', 'b', 'c', 'd', 'x-key: Key e0123456789', 'e0123456789', 'f', 'g'],
  ]);
  expect(secretsOf(['mock', '--token', ''], { MASTERDATA_API_TOKEN: '' })).toEqual([]);
});

test('the option log of listen() gets no token either', async () => {
  const urls: string[] = [];
  const { port, controlToken, mock } = await serve({ log: ({ url }) => void urls.push(url) });
  const path = `/api/customers?x=${controlToken}&y=${mock.token}`;
  await sendRaw(port, `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  expect(urls).toEqual(['/api/customers?x=[token]&y=[token]']);
});
