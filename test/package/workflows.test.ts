/** The workflows of GitHub Actions, and the script that they run. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.ts';

const root = join(import.meta.dirname, '../..');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const release = read('.github/workflows/release.yml');
const pullRequest = read('.github/workflows/pull-request.yml');

/** Splits a workflow into the texts of its jobs. */
function jobsOf(workflow: string): string[] {
  const [, jobs = ''] = workflow.split(/^jobs:\n/m);
  return jobs.split(/^(?= {2}[\w-]+:$)/m);
}

test.each(workflows)('%s names each action by its commit, and runs scripts that exist', (file) => {
  const workflow = read(file);
  const { scripts }: { scripts: object } = JSON.parse(read('package.json'));
  const actions = [...workflow.matchAll(/\buses: (.+)/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(1);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  for (const [, script = ''] of workflow.matchAll(/\bnpm run ([\w:]+)/g))
    expect(Object.keys(scripts)).toContain(script);
});

test.each(workflows)('no text of a stranger becomes a command in %s', (file) => {
  const values = [...read(file).matchAll(/\$\{\{ (.+?) \}\}/g)].map(([, value]) => value);
  const known = /^(?:matrix\.\w+|github\.event\.pull_request\.number|(?:steps|needs)\.\w+\.outputs\.version)$/;
  expect(values.filter((value) => !known.test(value ?? ''))).toEqual([]);
  const commands = [...read(file).matchAll(/^ +(?:- )?run: (?:\|\n((?:(?: {10}.*)?\n)+)|(.*))/gm)];
  expect(commands.length).toBeGreaterThan(0);
  for (const [, block, line] of commands) expect(block ?? line).not.toMatch(/\$\{\{ (?!matrix\.)/);
});

describe('the release', () => {
  test('comes only from the main branch, and a reviewer approves it', () => {
    const [build = '', publish = ''] = jobsOf(release).slice(1);
    for (const job of [build, publish]) expect(job).toContain("\n    if: github.ref == 'refs/heads/main'\n");
    expect(publish).toContain('\n    environment: release\n');
  });

  test('is published by a job that runs no code of dependencies', () => {
    const jobs = jobsOf(release).filter((job) => /: write\b/.test(job));
    expect(jobs).toHaveLength(1);
    expect(release).toMatch(/^permissions: \{\}$/m);
    const commands = jobs[0]?.match(/\b(?:npm|npx|node|git|\.ci)\b[ /](?:[\w-]+(?:\/[\w-]+\.ts)?)/g);
    expect(commands).toEqual([
      'node release/apply-patch.ts',
      ...['git config', 'git config', 'git diff', 'git commit', 'git tag', 'git push', 'npm publish'],
    ]);
    expect(jobs[0]).toContain('npm publish --ignore-scripts ');
    const imports = ['apply-patch', 'version-files'].flatMap((name) =>
      Array.from(read(`release/${name}.ts`).matchAll(/ from '(.+)'/g), ([, from]) => from),
    );
    expect(imports).toEqual(['node:child_process', 'node:fs', './version-files.ts']);
  });
});

describe('a pull request', () => {
  test('gets no secret and a token that can only read', () => {
    expect(pullRequest).toMatch(/^on:\n {2}pull_request:\n\n/m);
    expect(pullRequest.match(/permissions:\n.*\n\n/g)).toEqual(['permissions:\n  contents: read\n\n']);
    expect(pullRequest).not.toMatch(/secrets|: write/);
    expect(pullRequest).toContain('persist-credentials: false');
  });

  test('runs the three parts of .ci/run as jobs', () => {
    expect(pullRequest).toContain('part: [check, test, consumers]\n');
    expect(pullRequest).toMatch(/- run: \.ci\/run \$\{\{ matrix\.part \}\}\n/);
  });
});

describe.skipIf(process.platform === 'win32')('.ci/run', () => {
  /** Runs the script with an npm that only prints its arguments. `failing` is the script that fails. */
  async function run(parts: readonly string[], failing = 'none') {
    const folder = await temporaryDirectory();
    const npm = `#!/bin/sh\necho "npm $1 \${2-} full=\${TEST_FULL-}" | sed 's/ *full=$//'\n[ "$2" != ${failing} ]\n`;
    writeFileSync(join(folder, 'npm'), npm, { mode: 0o700 });
    // The script itself sets the variable, and this test may run under it.
    const env = { ...process.env, TEST_FULL: undefined, PATH: `${folder}:${process.env['PATH']}` };
    const { stdout, stderr, status } = spawnSync(join(root, '.ci/run'), parts, { env, encoding: 'utf8' });
    return { lines: stdout.trim().split('\n'), stderr, status };
  }

  test('runs all parts, or those that it gets by name', async () => {
    const [install, check] = ['npm ci', 'npm run check'];
    const [tests, consumers] = ['npm run test full=1', 'npm run test:consumers full=1'];
    expect((await run([])).lines).toEqual([install, check, tests, consumers, '0 passed, 2 failed']);
    expect(await run(['check'])).toMatchObject({ lines: [install, check], status: 0 });
    expect((await run(['test'])).lines).toEqual([install, tests, '0 passed, 1 failed']);
    expect((await run(['consumers', 'check'])).lines).toEqual([install, consumers, check, '0 passed, 1 failed']);
  });

  test('fails if a part does, and runs all tests before', async () => {
    expect(await run([], 'check')).toMatchObject({ lines: ['npm ci', 'npm run check'], status: 1 });
    const { lines, status } = await run(['test', 'consumers'], 'test');
    expect([lines.length, status]).toEqual([4, 1]);
  });

  test('rejects an unknown name before it installs anything', async () => {
    expect(await run(['check', 'tests'])).toEqual({
      lines: [''],
      stderr: 'Unknown part "tests". Valid parts: check, test, consumers.\n',
      status: 2,
    });
  });
});
