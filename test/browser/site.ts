/** A web site, and a browser that opens it. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished, type TestContext } from 'vitest';
import { serveUntilTestEnds } from '../serve-until-test-ends.ts';

const workerScript = readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'));

/** Milliseconds until an action on a page fails. CI machines are slow and busy. */
export const pageTimeout = 120_000;

/** A site that is being served. */
export interface Site {
  readonly url: string;
  /** The requested paths. */
  readonly seen: string[];
}

/** Returns the URL of the running Chromium. If there is none, the test is skipped with a message. */
export function chromiumEndpoint({ skip }: TestContext): string {
  const endpoint = inject('chromium');
  if (endpoint !== undefined) return endpoint;
  const reason = `NOT RUN: there is no Chromium for ${process.platform}-${process.arch}, only for linux-x64`;
  console.warn(reason);
  return skip(reason);
}

/** Opens a browser with an empty profile for one test. */
export async function openBrowser(context: TestContext, options?: BrowserContextOptions): Promise<BrowserContext> {
  const browser = await chromium.connect(chromiumEndpoint(context));
  onTestFinished(() => browser.close());
  const opened = await browser.newContext(options);
  opened.setDefaultTimeout(pageTimeout);
  reportEvents(opened);
  return opened;
}

/**
 * Turns on the events of all pages. Playwright does this with a message to Chromium when the first listener arrives.
 * A mock in this process, which a test tells to respond after `page.waitForResponse()`, could overtake the message.
 */
function reportEvents(browser: BrowserContext): void {
  const ignore = () => {};
  browser.on('console', ignore);
  browser.on('request', ignore);
  browser.on('response', ignore);
  browser.on('requestfinished', ignore);
  browser.on('requestfailed', ignore);
}

/**
 * Serves a page with a script of the bundled pages, until the test ends. The worker script is at its place; below
 * `/spa/` everything is the page, below `/echo` what was sent, and everything else is not found.
 *
 * @param beforeResponse The server awaits it before it responds to a path.
 */
export async function serveSite(
  script = 'page',
  beforeResponse: (path: string) => Promise<void> | undefined = () => undefined,
): Promise<Site> {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    seen.push(path);
    await beforeResponse(path);
    await respond(script, request, response).catch(() => response.destroy());
  });
  return { url: await serveUntilTestEnds(server), seen };
}

async function respond(script: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const html = `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/${script}.js"></script>`;
  if (pathname === '/' || pathname.startsWith('/spa/')) {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  } else if (/^(\/scope)?\/mockServiceWorker\.js$/.test(pathname)) {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(workerScript);
  } else if (pathname.startsWith('/echo')) {
    const { method, url, headers } = request;
    response
      .writeHead(418, { 'content-type': 'application/json', 'x-echo': 'yes' })
      .end(JSON.stringify({ method, url, custom: headers['x-custom'], body: await text(request) }));
  } else {
    const source = await readFile(join(inject('pages'), pathname)).catch(() => undefined);
    response.writeHead(source ? 200 : 404, { 'content-type': 'text/javascript' }).end(source);
  }
}

/** Opens the page of a site, and records its errors and warnings. */
export async function openPage(context: BrowserContext, url: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // Chromium itself reports error responses.
    const isOwn = !message.text().startsWith('Failed to load resource');
    if (isOwn && ['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(url);
  return { page, complaints };
}
