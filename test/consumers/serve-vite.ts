import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, type TestContext } from 'vitest';
import { openBrowser, openPage } from '../browser/site.ts';
import type { Project } from './project.ts';

/** Starts a server of Vite until the test ends, and returns its URL. */
export async function serveVite(project: Project, ...args: string[]): Promise<string> {
  const vite = project.start('vite', [...args, '--host', '127.0.0.1', '--port', '0']);
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

/** Opens and reloads the project `vite-app`, which adds one customer each time and keeps them. */
export async function expectToWork(context: TestContext, url: string): Promise<void> {
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
