import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf } from '../docs/pages.ts';
import { install, type Project } from './project.ts';

/** Adds the suites that the page about tests shows for a runner, each as a file, and says how many those are. */
async function addPage({ folder }: Project, runner: string, extension: string): Promise<number> {
  const suites = blocksOf('docs/testing.md').filter(
    ({ code }) => code.includes(runner) && /\btest\(/.test(code) && code.includes('createMockServer('),
  );
  expect(suites.length).toBeGreaterThan(0);
  for (const { code, line } of suites) await writeFile(join(folder, `line-${line}.test.${extension}`), code);
  return suites.length;
}

/** What Jest or Vitest counted. */
async function counted({ folder }: Project): Promise<object> {
  const { numTotalTests, numPassedTests, testResults } = JSON.parse(
    await readFile(join(folder, 'results.json'), 'utf8'),
  );
  return { files: testResults.length, numTotalTests, numPassedTests };
}

test('Jest, in CommonJS and with a DOM', async () => {
  const project = await install('jest-commonjs');
  const shown = await addPage(project, "require('@jest/globals')", 'js');
  await project.run('npx', ['jest', '--json', '--outputFile', 'results.json']);
  expect(await counted(project)).toEqual({
    files: shown + 2,
    numTotalTests: shown + 4,
    numPassedTests: shown + 4,
  });
});

test('Jest with ES modules and MSW', async () => {
  const project = await install('jest-esm');
  const shown = await addPage(project, "from '@jest/globals'", 'js');
  await project.run('npx', ['jest', '--json', '--outputFile', 'results.json'], {
    env: { NODE_OPTIONS: '--experimental-vm-modules' },
  });
  expect(await counted(project)).toEqual({
    files: shown + 1,
    numTotalTests: shown + 4,
    numPassedTests: shown + 4,
  });
});

test('Vitest with MSW', async () => {
  const project = await install('vitest');
  const shown = await addPage(project, "from 'vitest'", 'ts');
  await project.run('npx', ['vitest', 'run', '--reporter=json', '--outputFile=results.json']);
  expect(await counted(project)).toEqual({
    files: shown + 1,
    numTotalTests: shown + 4,
    numPassedTests: shown + 4,
  });
});

test('node:test with MSW, from ES modules and from CommonJS', async () => {
  const project = await install('node-test');
  const shown = await addPage(project, "from 'node:test'", 'mjs');
  for (const node of [22, 24] as const) {
    const { stdout } = await project.run('node', ['--test', '--test-reporter=tap'], { node });
    expect(stdout).toMatch(/^# fail 0$/m);
    expect(stdout).toMatch(new RegExp(`^# pass ${shown + 4}$`, 'm'));
  }
});
