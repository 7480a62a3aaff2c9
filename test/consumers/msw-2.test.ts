/** The projects that use MSW 3, with the oldest and the newest version of MSW 2. */
import { describe, expect, test } from 'vitest';
import { compile } from './compile.ts';
import { install } from './project.ts';
import { expectToWork, serveVite } from './serve-vite.ts';

describe.each(['2.3.0', '2.15.0'])('MSW %s', (version) => {
  test('works in Node', async () => {
    const project = await install('node-test', `msw@${version}`);
    const { stdout } = await project.run('node', ['--test', '--test-reporter=tap']);
    expect(stdout).toMatch(/^# pass 4$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
  });

  test('works in Chromium', async (context) => {
    const project = await install('vite-app', `msw@${version}`);
    await project.run('masterdata-sdk', ['init', 'public/']);
    await expectToWork(context, await serveVite(project, 'dev'));
  });

  test('compiles', async () => {
    const project = await install('typescript-msw', `msw@${version}`);
    expect(await compile(project, '6.0', ['skip-lib-check'])).toBe('');
  });
});

test('with MSW 1, an error names the remedy', async () => {
  const project = await install('node-test', 'msw@1.3.5');
  const tests = project.run('node', ['--test', '--test-reporter=tap']);
  await expect(tests).rejects.toThrow('mockHandlers: needs MSW 2.3 or later. Run npm install --save-dev msw@latest.');
});
