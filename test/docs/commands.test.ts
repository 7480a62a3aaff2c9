/** Runs every command of the pages. Commands of npm are only checked to exist. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { listen } from '../../mocks/http.ts';
import { createMockServer, demo } from '../../mocks/index.ts';
import { detail } from '../sample.ts';
import { type Block, blocksOf, pages, root } from './pages.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'masterdata-sdk-docs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const blocks = pages()
  .flatMap(blocksOf)
  .filter(({ language, mark }) => language === 'sh' && mark === undefined);

// The module of `--operations`, as a page shows it.
const operations = pages()
  .flatMap(blocksOf)
  .find(({ code }) => code.startsWith('// operations.mts'));
writeFileSync(join(folder, 'operations.mts'), operations?.code ?? '');
// The files of `--seed`, as a page shows them.
for (const [file, start] of [
  ['customers.csv', 'name,type,'],
  ['contacts.csv', 'Customer No.;'],
] as const) {
  writeFileSync(join(folder, file), blocksOf('docs/import.md').find(({ code }) => code.startsWith(start))?.code ?? '');
}
// Like `npm init` of npm 11.
writeFileSync(join(folder, 'package.json'), '{"type": "commonjs"}');
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules/masterdata-sdk'));
symlinkSync(join(root, 'node_modules/zod'), join(folder, 'node_modules/zod'));

const titled = (block: Block) => [`${block.page}:${block.line}`, block] as const;
const isCurl = ({ code }: Block) => /\bcurl\b/.test(code);

/** Runs the built command, and redirects files of the home folder to a folder of the test. */
const prelude = `set -e
cd '${folder}'
export HOME='${folder}'
mkdir -p public
echo '{"customers": []}' > seed.json
echo '{"name": "VAT"}' > taxes.ndjson
masterdata-sdk() { '${process.execPath}' '${root}/dist/cli.js' "$@"; }
npx() { "$@"; }
curl() { command curl -sSf "$@"; }
`;

const { PORT: _, FORCE_COLOR: __, ...inherited } = process.env;
const env = { ...inherited, NO_COLOR: '1' };

/** Returns the output of a script. Rejects if one of its commands fails. */
async function output(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-c', prelude + script], { env });
  return stdout;
}

/** Each command of the pages, with its first block. */
const commands = new Map<string, string>();
for (const [title, { code }] of blocks.filter((block) => !isCurl(block)).map(titled)) {
  const lines = code.split('\n').filter((line) => line.trim() && !line.startsWith('#'));
  for (const line of lines) if (!commands.has(line)) commands.set(line, title);
}

for (const [line, title] of commands) detail(`${title} ${line}`, () => expectToRunAll(line));

/** Runs the commands of a line. */
async function expectToRunAll(line: string): Promise<void> {
  for (const command of line.replace(/\s+#.*/, '').split(' && ')) {
    const [program = '', word = '', ...rest] = command.trim().split(/\s+/);
    if (program === 'npm') {
      checkNpm(word, rest);
    } else if (program === 'npx' && word !== 'masterdata-sdk') {
      expect(existsSync(join(root, 'node_modules/.bin', word)), `${word} is a program of a dependency`).toBe(true);
    } else if (/\binit\b/.test(command)) {
      await output(command);
    } else if (command.includes(' -- ')) {
      await expectToRun(command);
    } else if (/\bmasterdata-sdk conformance\b/.test(command)) {
      await expectToConform(command);
    } else if (/\bmasterdata-sdk pull\b/.test(command)) {
      await expectToPull(command);
    } else {
      expect(program === 'npx' ? word : program, 'a program that this test knows').toBe('masterdata-sdk');
      await expectToServe(command);
    }
  }
}

test.each(pages())('%s names only existing scripts', (page) => {
  // The scripts `dev` and `build` are those of the reader's app.
  const ownScripts = /\bnpm run (?!(?:dev|build)\b)([\w:-]+)/g;
  const named = [...readFileSync(join(root, page), 'utf8').matchAll(ownScripts)].map(([, script]) => script);
  expect(named.filter((script) => script === undefined || !Object.hasOwn(scripts, script))).toEqual([]);
});

function checkNpm(command: string, rest: readonly string[]): void {
  // `install-lines.test.ts` checks the packages that a page installs.
  if (['ci', 'cit', 'install'].includes(command)) return;
  expect(Object.keys(scripts)).toContain(command === 'run' ? rest[0] : command);
}

/** Pulls the workspace of a server. */
async function expectToPull(command: string): Promise<void> {
  const server = await listen(createMockServer({ seed: demo, token: 'secret' }));
  try {
    const pull = command.replace('https://api.example.com', server.url);
    const printed = await output(`MASTERDATA_API_TOKEN=secret\nexport MASTERDATA_API_TOKEN\n${pull}`);
    expect(printed).toContain('Wrote seed.json: customers 4,');
  } finally {
    await server.close();
  }
}

/** Runs the conformance kit against a server. */
async function expectToConform(command: string): Promise<void> {
  const server = await listen(createMockServer({ seed: demo, token: 'secret' }));
  try {
    const printed = await output(command.replace('http://127.0.0.1:4010', server.url));
    expect(printed).toContain('Result: the server conforms');
  } finally {
    await server.close();
  }
}

/** Starts the server with another command than that of the reader's app. */
async function expectToRun(command: string): Promise<void> {
  const [server] = command.split(' -- ');
  expect(await output(`${server} -- bash -c 'echo $MASTERDATA_BASE_URL'`)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
}

/** Starts the server at a free port, and sends it a request. */
async function expectToServe(command: string): Promise<void> {
  // A separate process group, so that the server ends with the shell.
  const child = spawn('bash', ['-c', `${prelude}${command} --quiet --port 0`], { env, detached: true });
  try {
    let printed = '';
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    for await (const chunk of child.stdout) {
      printed += chunk;
      if (printed.includes('\n')) break;
    }
    expect(printed, errors).toMatch(/^http:\/\/\S+\n$/);
    expect((await fetch(`${printed.trim()}/__mock/state`)).status).toBe(200);
  } finally {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has already ended.
    }
  }
}

test.for(blocks.filter(isCurl))('$page:$line, with a server', async ({ code }, { skip }) => {
  await promisify(execFile)('curl', ['--version']).catch(() => skip('curl is not installed'));
  let record = '';
  const mock = createMockServer({
    token: 'secret',
    seed(db, create) {
      demo(db);
      record = create.category().id;
    },
  });
  const server = await listen(mock);
  // Placeholders that readers replace.
  const given = code.replaceAll(/(?<=\/)ID\b/g, record).replaceAll(/(?<=\/)TOKEN\b/g, mock.token);
  const printed = await output(given.replaceAll('http://127.0.0.1:4010', server.url));
  await server.close();
  expect(printed).not.toBe('');
});
