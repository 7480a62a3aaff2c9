import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** One test that passes, one that fails at first, and one that always fails. */
const suite = `
  import { describe, expect, test } from 'vitest';
  let attempts = 0;
  test('passes', () => {});
  describe('a group', () => {
    test('fails at first', () => {
      attempts += 1;
      expect(attempts, 'the number of attempts').toBe(2);
    });
  });
  test.runIf(process.env.WITH_FAILURE)('fails', () => expect(1).toBe(2));
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'masterdata-sdk-summary-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'suite.test.ts'), suite);
  return () => rmSync(folder, { recursive: true });
});

/** Runs the suite in Vitest. Returns the arguments of the summary. */
async function runSuite(env: NodeJS.ProcessEnv = {}): Promise<[report: string, status: string]> {
  const report = join(mkdtempSync(join(folder, 'report-')), 'report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['--retry=1', '--reporter=json', `--outputFile.json=${report}`];
  const { VITEST: _, ...inherited } = process.env;
  const finished = run(process.execPath, [vitest, 'run', '--root', folder, ...options], {
    env: { ...inherited, ...env },
  });
  const status = await finished.then(
    () => '0',
    ({ code }: { code: number }) => String(code),
  );
  return [report, status];
}

/** Prints the summary of runs. */
async function summarize(...args: string[]): Promise<{ lines: string[]; code: number }> {
  const program = join(root, 'test/print-summary.ts');
  const { stdout, code } = await run(process.execPath, [program, ...args], { cwd: folder }).then(
    (output) => ({ ...output, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  );
  return { lines: stdout.trim().split('\n'), code };
}

test('names the tests that passed only at the second attempt, with the error of the first', async () => {
  const { lines, code } = await summarize(...(await runSuite()));
  expect(lines.slice(0, 3)).toEqual([
    'Passed only at the second attempt. Find the cause of each with --retry=0:',
    '- suite.test.ts: a group fails at first',
    '    AssertionError: the number of attempts: expected 1 to be 2 // Object.is equality',
  ]);
  expect(lines.at(-1)).toBe('2 passed, 0 failed, 1 skipped');
  expect(code).toBe(0);
});

test('adds the runs up, and fails if one of them did', async () => {
  const failed = await runSuite({ WITH_FAILURE: '1' });
  const { lines, code } = await summarize(...failed, join(folder, 'missing.json'), '1');
  expect(lines.filter((line) => line.startsWith('- '))).toEqual(['- suite.test.ts: a group fails at first']);
  expect(lines.at(-1)).toBe('2 passed, 2 failed');
  expect(code).toBe(1);
});

test('prints only the count if nothing was retried', async () => {
  const report = join(folder, 'clean.json');
  onTestFinished(() => rmSync(report));
  const assertionResults = [{ fullName: 'passes', status: 'passed', failureMessages: [] }];
  const testResults = [{ name: join(folder, 'suite.test.ts'), status: 'passed', assertionResults }];
  const counts = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  writeFileSync(report, JSON.stringify({ ...counts, testResults }));
  expect(await summarize(report, '0')).toEqual({ lines: ['1 passed, 0 failed'], code: 0 });
  expect(await summarize(report, '1')).toEqual({ lines: ['1 passed, 1 failed'], code: 1 });
});
