import { globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, type TestContext, test } from 'vitest';
import { openBrowser, openPage } from '../browser/site.ts';
import { tellNewcomerStory } from '../browser/workbench/newcomer-story.ts';
import { install, type Project } from './project.ts';
import { expectToWork, serveVite } from './serve-vite.ts';

let project: Project;
beforeAll(async () => {
  project = await install('vite-app');
  await project.run('masterdata-sdk', ['init', 'public/']);
});

/** Builds the app and returns all its code. */
async function build(...args: string[]): Promise<string> {
  const { stdout, stderr } = await project.run('vite', ['build', ...args]);
  expect(stderr).toBe('');
  expect(stdout).not.toMatch(/warn|\(!\)/i);
  const files = globSync('dist/assets/*.js', { cwd: project.folder });
  return (await Promise.all(files.map((file) => readFile(join(project.folder, file), 'utf8')))).join('\n');
}

/** Opens the workbench in the panel of the app, and uses it like a newcomer. */
async function expectWorkbench(context: TestContext, url: string): Promise<void> {
  const { page, complaints } = await openPage(await openBrowser(context), url);
  await page.getByText('Contact not found').waitFor();
  await page.getByRole('button', { name: /^Open the mock workbench/ }).click();
  await tellNewcomerStory(page, (id) =>
    page.evaluate((price) => Reflect.get(window, 'updatePrice')(price, { amount: 49.9 }), id),
  );
  expect(complaints).toEqual([]);
}

test('a production build contains neither the mock nor MSW nor the workbench', async () => {
  const withMock = await build('--mode', 'mock');
  const without = await build();
  for (const marker of ['InvalidRecordError', 'onUnhandledFrame', 'masterdata-workbench']) {
    expect(withMock).toContain(marker);
    expect(without).not.toContain(marker);
  }
});

test('npm run build leaves the worker script out of a production build', async () => {
  await build();
  expect(globSync('dist/*.js', { cwd: project.folder })).toEqual(['dist/mockServiceWorker.js']);
  await project.run('npm', ['run', 'build']);
  expect(globSync('dist/*.js', { cwd: project.folder })).toEqual([]);
});

test('a build with the mock works in Chromium', async (context) => {
  await build('--mode', 'mock');
  await expectToWork(context, await serveVite(project, 'preview'));
});

test('works in development', async (context) => {
  await expectToWork(context, await serveVite(project, 'dev'));
});

test('the workbench of the app works in development', async (context) => {
  await expectWorkbench(context, await serveVite(project, 'dev'));
});

test('the workbench of the app works in a build', async (context) => {
  await build('--mode', 'mock');
  await expectWorkbench(context, await serveVite(project, 'preview'));
});

test("works with the plugin of 'msw/vite' instead of the script in public/", async (context) => {
  await rm(join(project.folder, 'public'), { recursive: true });
  await expectToWork(context, await serveVite(project, 'dev', '--config', 'vite.plugin.config.js'));
  await build('--config', 'vite.plugin.config.js', '--mode', 'mock');
  await expectToWork(context, await serveVite(project, 'preview'));
});
