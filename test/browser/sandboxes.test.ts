import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { createMockServer, createSandboxes } from '../../mocks/index.ts';
import { bearer, createSandbox, startWorker } from '../cloudflare/hosted.ts';
import { send, serve } from '../http/serve.ts';
import { serveUntilTestEnds } from '../serve-until-test-ends.ts';
import { openBrowser } from './site.ts';

const attack = '<!doctype html><script>fetch("/stolen")</script><img src="x" onerror="fetch(\'/stolen\')"><h1>Hello';

/** Opens a URL, and returns whether the page ran its script. */
async function runsScript(page: Page, url: string): Promise<boolean> {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  return requests.includes('/stolen');
}

test('a sandbox cannot run code on the origin that it shares', async (context) => {
  const browser = await openBrowser(context);
  const unprotected = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(attack);
  });
  const url = await serveUntilTestEnds(unprotected);
  expect(await runsScript(await browser.newPage(), `${url}/`)).toBe(true);

  const sandboxes = createSandboxes({
    faults: [{ status: 200, headers: { 'content-type': 'text/html' }, body: attack }],
  });
  const local = await serve({ sandboxes }, createMockServer());
  await sandboxes.create({ name: 'a' });
  const localPage = await browser.newPage();
  expect(await runsScript(localPage, `${local.url}/sandboxes/a/api/customers`)).toBe(false);
  expect(await localPage.textContent('h1')).toBe('Hello');

  const worker = await startWorker();
  onTestFinished(() => worker.stop());
  const { baseUrl, controlUrl, controlToken } = await createSandbox(worker.url);
  for (const headers of [{}, { 'content-type': 'text/plain' }]) {
    await send(`${controlUrl}faults`, 'DELETE', undefined, bearer(controlToken));
    await send(`${controlUrl}faults`, 'POST', { status: 200, headers, body: attack }, bearer(controlToken));
    expect(await runsScript(await browser.newPage(), `${baseUrl}/api/customers`)).toBe(false);
  }
});
