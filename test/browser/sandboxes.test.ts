import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { createMockServer, createSandboxes } from '../../mocks/index.ts';
import { bearer, createSandbox, startWorker } from '../cloudflare/hosted.ts';
import { send, serve } from '../http/serve.ts';
import { serveUntilTestEnds } from '../serve-until-test-ends.ts';
import { openBrowser } from './site.ts';

const attack = '<!doctype html><script>fetch("/stolen")</script><img src="x" onerror="fetch(\'/stolen\')"><h1>Hello';

/** Headers that a fault of a sandbox may set. */
const allowed: readonly Record<string, string>[] = [{}, { 'content-type': 'text/plain' }];

/** Opens a URL with an API token, which every fault needs, and returns whether the page ran its script. */
async function runsScript(page: Page, url: string, token = ''): Promise<boolean> {
  await page.setExtraHTTPHeaders({ authorization: `Bearer ${token}` });
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

  const html = { status: 200, headers: { 'content-type': 'text/html' }, body: attack };
  expect(() => createSandboxes({ faults: [html] })).toThrow('content-type: must be JSON or text/plain');
  for (const headers of allowed) {
    const sandboxes = createSandboxes({ faults: [{ ...html, headers }] });
    const local = await serve({ sandboxes }, createMockServer());
    const { mock } = await sandboxes.create({ name: 'a' });
    const page = await browser.newPage();
    expect(await runsScript(page, `${local.url}/sandboxes/a/api/customers`, mock.token)).toBe(false);
    expect(await page.textContent('body')).toContain('<h1>Hello');
  }

  const worker = await startWorker();
  onTestFinished(() => worker.stop());
  const { baseUrl, apiToken, controlUrl, controlToken } = await createSandbox(worker.url);
  expect(await send(`${controlUrl}faults`, 'POST', html, bearer(controlToken))).toMatchObject({ status: 400 });
  for (const headers of allowed) {
    await send(`${controlUrl}faults`, 'DELETE', undefined, bearer(controlToken));
    await send(`${controlUrl}faults`, 'POST', { ...html, headers }, bearer(controlToken));
    const page = await browser.newPage();
    expect(await runsScript(page, `${baseUrl}/api/customers`, apiToken)).toBe(false);
    expect(await page.textContent('body')).toContain('<h1>Hello');
  }
});
