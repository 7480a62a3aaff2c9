import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf } from '../docs/pages.ts';
import { install, type Project, patience, vitestPatience } from './project.ts';

/** Adds the suites of the pages about tests for a runner as files, and returns their number. */
async function addSuitesOfPage({ folder }: Project, runner: string, extension: string): Promise<number> {
  const suites = ['testing', 'test-runners', 'matchers']
    .flatMap((page) => blocksOf(`docs/${page}.md`))
    .filter(({ code }) => code.includes(runner) && /\btest\(/.test(code) && code.includes('createMockServer('));
  expect(suites.length).toBeGreaterThan(0);
  for (const [index, { code }] of suites.entries())
    await writeFile(join(folder, `suite-${index}.test.${extension}`), code);
  return suites.length;
}

/** Reads the counts of Jest or Vitest. */
async function readCounts({ folder }: Project): Promise<object> {
  const { numTotalTests, numPassedTests, testResults } = JSON.parse(
    await readFile(join(folder, 'results.json'), 'utf8'),
  );
  return { files: testResults.length, numTotalTests, numPassedTests };
}

test('Jest, in CommonJS and with a DOM', async () => {
  const project = await install('jest-commonjs');
  const suites = await addSuitesOfPage(project, "require('@jest/globals')", 'js');
  await project.run('jest', [...patience, '--json', '--outputFile', 'results.json']);
  expect(await readCounts(project)).toEqual({
    files: suites + 2,
    numTotalTests: suites + 4,
    numPassedTests: suites + 4,
  });
});

test('Jest with ES modules and MSW', async () => {
  const project = await install('jest-esm');
  const suites = await addSuitesOfPage(project, "from '@jest/globals'", 'js');
  await project.run('jest', [...patience, '--json', '--outputFile', 'results.json'], {
    env: { NODE_OPTIONS: '--experimental-vm-modules' },
  });
  expect(await readCounts(project)).toEqual({
    files: suites + 1,
    numTotalTests: suites + 4,
    numPassedTests: suites + 4,
  });
});

test('Vitest with MSW', async () => {
  const project = await install('vitest');
  const suites = await addSuitesOfPage(project, "from 'vitest'", 'ts');
  await project.run('vitest', ['run', ...vitestPatience, '--reporter=json', '--outputFile=results.json']);
  expect(await readCounts(project)).toEqual({
    files: suites + 1,
    numTotalTests: suites + 4,
    numPassedTests: suites + 4,
  });
});

test('node:test with MSW, from ES modules and from CommonJS', async () => {
  const project = await install('node-test');
  const suites = await addSuitesOfPage(project, "from 'node:test'", 'mjs');
  for (const node of [22, 24] as const) {
    const { stdout } = await project.run('node', ['--test', '--test-reporter=tap'], { node });
    expect(stdout).toMatch(/^# fail 0$/m);
    expect(stdout).toMatch(new RegExp(`^# pass ${suites + 4}$`, 'm'));
  }
});

test('bun test', async () => {
  const project = await install('bun');
  // npm installs without scripts, and this one puts the program in its place.
  await project.run('npm', ['rebuild', 'bun']);
  const { stderr } = await project.run('bun', ['test', '--timeout=300000']);
  expect(stderr).toMatch(/^ 4 pass\n 0 fail$/m);
  expect((await project.run('tsc', [])).stdout).toBe('');
});

test('deno test', async () => {
  const project = await install('deno');
  await project.run('npm', ['rebuild', 'deno']);
  const { stdout } = await project.run('deno', ['test', '--allow-net=127.0.0.1', '--allow-read']);
  expect(stdout).toMatch(/^ok \| 4 passed \| 0 failed/m);
});
