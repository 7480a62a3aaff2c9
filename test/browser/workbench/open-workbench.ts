/** A mock behind a server, and a browser that shows its workbench. */
import { text } from 'node:stream/consumers';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, type TestContext } from 'vitest';
import { listen } from '../../../mocks/http.ts';
import { createMockServer, demo, type MockServer, type MockServerOptions } from '../../../mocks/index.ts';
import { MasterDataClient } from '../../../src/index.ts';
import { openBrowser } from '../site.ts';

interface OpenWorkbench {
  readonly mock: MockServer;
  /** The base URL of the API. */
  readonly url: string;
  readonly client: MasterDataClient;
  /** A client that does not retry. */
  readonly impatient: MasterDataClient;
  readonly page: Page;
}

/** Opens a page of the workbench: `/failures`. The test fails if the page logs an error. */
export async function openWorkbench(
  context: TestContext,
  path: string,
  options: MockServerOptions = {},
): Promise<OpenWorkbench> {
  const browser = await openBrowser(context);
  const mock = createMockServer({ seed: demo, ...options });
  const server = await listen(mock, { port: 0 });
  onTestFinished(() => server.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    // Chromium itself reports error responses.
    const isOwn = !message.text().startsWith('Failed to load resource');
    if (isOwn && message.type() === 'error') errors.push(message.text());
  });
  onTestFinished(() => expect(errors).toEqual([]));
  await page.goto(`${server.controlUrl}#token=${server.controlToken}`);
  await page.goto(`${server.controlUrl}#${path}`);
  await page.getByText('Live', { exact: true }).waitFor();
  const clientOptions = { baseUrl: server.url, apiToken: mock.token };
  return {
    mock,
    url: server.url,
    client: new MasterDataClient(clientOptions),
    impatient: new MasterDataClient({ ...clientOptions, maxRetries: 0 }),
    page,
  };
}

/** Checks the visible page for barriers, in both themes and at the width of a phone. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const findings = await page.evaluate(async () => {
        const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run();
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
      });
      expect(findings, `${colorScheme}, ${width} px`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Clicks a button that downloads a file, and returns the text of the file. */
export async function downloadedText(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return text(await file.createReadStream());
}
