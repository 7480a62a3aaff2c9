/** A workbench in a browser: on a server, on a sandbox of a server, or in the panel of an app. */
import { text } from 'node:stream/consumers';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, onTestFinished, type TestContext } from 'vitest';
import { listen } from '../../../mocks/http.ts';
import {
  createMockServer,
  createSandboxes,
  demo,
  type MockServer,
  type MockServerOptions,
} from '../../../mocks/index.ts';
import { connectMock, type RemoteMock } from '../../../mocks/remote.ts';
import { MasterDataClient } from '../../../src/index.ts';
import { readAxe } from '../../chromium.ts';
import { choose } from '../../sample.ts';
import { openBrowser, pageTimeout, serveSite } from '../site.ts';
import type { Place } from './story.ts';

interface OpenWorkbench {
  readonly mock: MockServer;
  /** The base URL of the API. */
  readonly url: string;
  readonly client: MasterDataClient;
  /** A client that does not retry. */
  readonly impatient: MasterDataClient;
  readonly page: Page;
}

/** Opens a page of the workbench on a server: `/failures`. The test fails if the page logs an error. */
export async function openWorkbench(
  context: TestContext,
  path: string,
  options: MockServerOptions = {},
  browserOptions?: BrowserContextOptions,
): Promise<OpenWorkbench> {
  const mock = createMockServer({ seed: demo, ...options });
  const server = await listen(mock, { port: 0 });
  onTestFinished(() => server.close());
  const page = await openPage(await openBrowser(context, browserOptions));
  await openControlPage(page, { controlUrl: server.controlUrl ?? '', controlToken: server.controlToken }, path);
  const clientOptions = { baseUrl: server.url, apiToken: mock.token, timeout: pageTimeout };
  return {
    mock,
    url: server.url,
    client: new MasterDataClient(clientOptions),
    impatient: new MasterDataClient({ ...clientOptions, maxRetries: 0 }),
    page,
  };
}

/** A workbench at a place, with the means to look behind it. */
export interface OpenPlace {
  readonly page: Page;
  readonly mock: RemoteMock;
  readonly client: MasterDataClient;
  /** A client that does not retry. */
  readonly impatient: MasterDataClient;
}

/** Opens a page of the workbench at a place. The test fails if the page logs an error. */
export async function openAt(place: Place, context: TestContext, path: string): Promise<OpenPlace> {
  const browser = await openBrowser(context);
  const { page, mock } = place === 'panel' ? await openPanel(browser, path) : await openServed(place, browser, path);
  const client = new MasterDataClient({ ...mock.clientOptions, timeout: pageTimeout });
  return { page, mock, client, impatient: client.withOptions({ maxRetries: 0 }) };
}

interface ControlPage {
  readonly controlUrl: string;
  readonly controlToken: string;
}

async function openServed(place: 'server' | 'sandbox', browser: BrowserContext, path: string) {
  const sandboxes = createSandboxes({ seed: demo });
  const server = await listen(createMockServer({ seed: demo }), { sandboxes });
  onTestFinished(() => server.close());
  const own = { controlUrl: server.controlUrl ?? '', controlToken: server.controlToken };
  const connect = ({ controlUrl, controlToken }: ControlPage) => connectMock(controlUrl, { controlToken });
  const control = place === 'server' ? own : await (await connect(own)).sandboxes.create({ name: 'story' });
  const page = await openPage(browser);
  await openControlPage(page, control, path);
  return { page, mock: await connect(control) };
}

/** Opens the address of a workbench as the command prints it, and goes to one of its pages. */
export async function openControlPage(
  page: Page,
  { controlUrl, controlToken }: ControlPage,
  path: string,
): Promise<void> {
  await page.goto(`${controlUrl}#token=${controlToken}`);
  await page.goto(`${controlUrl}#${path}`);
  await page.getByText('Live', { exact: true }).waitFor();
}

/** Opens an app whose requests go through a service worker to the mock in its page. */
async function openPanel(browser: BrowserContext, path: string) {
  const { url } = await serveSite('panel');
  await browser.addInitScript((place) => {
    const key = 'masterdata-workbench-place';
    if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, place);
  }, path);
  const page = await openPage(browser);
  await page.goto(url);
  await page.getByRole('button', { name: /^Open the mock workbench/ }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  return { page, mock: await connectMock(`${url}/__mock/`, { fetch: fetchIn(page) }) };
}

async function openPage(browser: BrowserContext): Promise<Page> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    // Chromium itself reports error responses.
    const isOwn = !message.text().startsWith('Failed to load resource');
    if (isOwn && message.type() === 'error') errors.push(message.text());
  });
  onTestFinished(() => expect(errors).toEqual([]));
  return page;
}

/** Returns a `fetch` whose requests are sent in a page of panel-page.ts. */
function fetchIn(page: Page): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { url, method } = request;
    const sent = { url, method, headers: [...request.headers], body: (await request.text()) || undefined };
    const { body, ...response } = await page.evaluate((given) => window.send(given), sent);
    return new Response(body, response);
  };
}

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1280, 390].map((width) => ({ colorScheme, width })),
);

/** Checks the visible page for barriers, in both themes and at both widths. In `npm test`, a call checks one look. */
export async function expectAccessible(page: Page): Promise<void> {
  // The code of a page loads after the frame around it.
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.evaluate(readAxe());
  for (const { colorScheme, width } of choose(looks, expect.getState().currentTestName ?? '')) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const findings = await page.evaluate(async () => {
      const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
    });
    expect(findings, `${colorScheme}, ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Holds the requests of a page with a URL and a method. Returns a function that lets them through. */
export async function holdRequests(page: Page, url: string, method: string): Promise<{ release(): void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    if (route.request().method() === method) await released;
    await route.continue();
  });
  return { release };
}

/** Checks that nothing is wider than the page. */
export async function expectWidth(page: Page, width: number): Promise<void> {
  // The new size of a page arrives after the call that sets it.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

/** Clicks a button that copies a text, and returns the text. All pages of a browser share one clipboard. */
export async function copiedText(page: Page, button: Locator): Promise<string> {
  await page.context().grantPermissions(['clipboard-write']);
  const copied = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const { clipboard } = navigator;
        const write = clipboard.writeText.bind(clipboard);
        clipboard.writeText = async (text) => {
          await write(text);
          resolve(text);
        };
      }),
  );
  await button.click();
  return copied;
}

/** Clicks a button that downloads a file, and returns the text of the file. */
export async function downloadedText(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return text(await file.createReadStream());
}
