import { once } from 'node:events';
import { globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, onTestFinished, type TestContext, test } from 'vitest';
import { openBrowser, openPage } from '../browser/site.ts';
import { install, type Project } from './project.ts';

let project: Project;
beforeAll(async () => {
  project = await install('vite-app');
  await project.run('npx', ['masterdata-sdk', 'init', 'public/']);
});

/** Builds the app and returns all its code. */
async function build(...args: string[]): Promise<string> {
  const { stdout, stderr } = await project.run('node_modules/.bin/vite', ['build', ...args]);
  expect(stderr).toBe('');
  expect(stdout).not.toMatch(/warn|\(!\)/i);
  const files = globSync('dist/assets/*.js', { cwd: project.folder });
  return (await Promise.all(files.map((file) => readFile(join(project.folder, file), 'utf8')))).join('\n');
}

/** Starts a server of Vite until the test ends, and returns its URL. */
async function serve(...args: string[]): Promise<string> {
  const vite = project.start('node_modules/.bin/vite', [...args, '--host', '127.0.0.1', '--port', '0']);
  const closed = once(vite, 'close');
  onTestFinished(async () => {
    vite.kill();
    await closed;
  });
  for await (const line of createInterface(vite.stdout)) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error(`vite ${args.join(' ')} ended without printing a URL`);
}

/** Opens and reloads the app, which adds one customer each time and keeps them. */
async function expectToWork(context: TestContext, url: string): Promise<void> {
  const { page, complaints } = await openPage(await openBrowser(context), url);
  const customers = () =>
    page
      .locator('li')
      .filter({ hasText: /^Acme \d+$/ })
      .count();
  await page.getByText('Contact not found').waitFor();
  expect(await page.locator('li').first().textContent()).toBe('Halm & Söhne GmbH');
  expect(await customers()).toBe(1);
  await page.reload();
  await page.getByText('Contact not found').waitFor();
  expect(await customers()).toBe(2);
  expect(complaints).toEqual([]);
}

test('a production build contains neither the mock nor MSW', async () => {
  const withMock = await build('--mode', 'mock');
  const without = await build();
  for (const marker of ['InvalidRecordError', 'onUnhandledFrame']) {
    expect(withMock).toContain(marker);
    expect(without).not.toContain(marker);
  }
});

test('a build with the mock works in Chromium', async (context) => {
  await build('--mode', 'mock');
  await expectToWork(context, await serve('preview'));
});

test('works in development', async (context) => {
  await expectToWork(context, await serve('dev'));
});

test("works with the plugin of 'msw/vite' instead of the script in public/", async (context) => {
  await rm(join(project.folder, 'public'), { recursive: true });
  await expectToWork(context, await serve('dev', '--config', 'vite.plugin.config.js'));
  await build('--config', 'vite.plugin.config.js', '--mode', 'mock');
  await expectToWork(context, await serve('preview'));
});
