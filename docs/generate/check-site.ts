/**
 * Checks the built site: all links and fragments resolve, guides have a description, pages render in Chromium without
 * console messages or requests to other hosts, guides and their tables fit the screen and do not move while they load,
 * the search finds pages, the live example works, and each page has its Markdown. The last step of
 * `npm run check -- docs`, with the base path of the site as its argument.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, posix } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { operationNames } from '../../src/contract/operations.ts';
import { chromiumOptions, unpackChromium } from '../../test/chromium.ts';
import { listenOnFreePort } from '../../test/listen-on-free-port.ts';
import { checkLivePage } from './check-live-page.ts';
import { firstResults, searches } from './searches.ts';

const site = join(import.meta.dirname, '../.vitepress/dist');

/** The path of the site, with slashes at both ends. */
const base = process.argv[2] ?? '/';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webp': 'image/webp',
};

const files = new Set(readdirSync(site, { recursive: true, encoding: 'utf8' }));
const pages = [...files].filter((file) => file.endsWith('.html') && file !== '404.html').sort();
const texts = new Map(pages.map((page) => [page, readFileSync(join(site, page), 'utf8')]));

const problems = [...deadLinks(), ...guidesWithoutDescription(), ...missingMarkdown(), ...(await problemsInChromium())];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${pages.length} pages: all links resolve`);

/** Returns the file for a path of the site, which uses clean URLs. */
function fileOf(path: string): string | undefined {
  if (!path.startsWith(base)) return undefined;
  const name = decodeURIComponent(path.slice(base.length));
  return [name, `${name}.html`, `${name.replace(/\/$/, '')}/index.html`.replace(/^\//, '')].find((file) =>
    files.has(file),
  );
}

function deadLinks(): string[] {
  const ids = new Map([...texts].map(([page, text]) => [page, new Set(attributes(text, 'id'))]));
  // The page opens the operation that a link names.
  ids.set('live.html', new Set([...(ids.get('live.html') ?? []), ...operationNames]));
  return [...texts].flatMap(([page, text]) =>
    attributes(text, 'href').flatMap((href) => {
      if (/^\w+:/.test(href)) return [];
      const [path = '', fragment] = href.split('#');
      const target =
        path === '' ? page : fileOf(path.startsWith('/') ? path : posix.join(base, posix.dirname(page), path));
      if (target === undefined) return [`${page} links to ${href}, which does not exist`];
      const known = fragment === undefined || !ids.has(target) || ids.get(target)?.has(decodeURIComponent(fragment));
      return known ? [] : [`${page} links to ${href}, and ${target} has no such heading`];
    }),
  );
}

/** Search engines show the description of a page. The reference has pages without a text. */
function guidesWithoutDescription(): string[] {
  const description = (text: string) => /<meta name="description" content="([^"]*)"/.exec(text)?.[1];
  const common = description(texts.get('index.html') ?? '');
  return [...texts]
    .filter(([page, text]) => page !== 'index.html' && !page.startsWith('api/') && description(text) === common)
    .map(([page]) => `${page} has no description: a paragraph must follow its heading`);
}

/** Coding agents read `llms.txt`, and the button of each page copies its Markdown. */
function missingMarkdown(): string[] {
  const links = Array.from(
    readFileSync(join(site, 'llms.txt'), 'utf8').matchAll(/\]\(([^)]+)\)/g),
    ([, href = '']) => href,
  );
  const copied = pages
    .filter((page) => page !== 'index.html')
    .map((page) => page.replace(/(?:\/index)?\.html$/, '.md'))
    .filter((file) => !files.has(file));
  return [
    ...(links.length > 30 ? [] : [`llms.txt: must link to all guides, received ${links.length} links`]),
    ...links
      .filter((href) => fileOf(href) === undefined)
      .map((href) => `llms.txt links to ${href}, which does not exist`),
    ...copied.map((file) => `${file} does not exist, and the button of its page copies it`),
  ];
}

function attributes(text: string, name: string): string[] {
  return Array.from(text.matchAll(new RegExp(`<[a-z][^>]*? ${name}="([^"]*)"`, 'g')), ([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  );
}

async function problemsInChromium(): Promise<string[]> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.warn(
      `Skipped the checks in Chromium: its package supports only linux-x64, not ${process.platform}-${process.arch}`,
    );
    return [];
  }
  const server = createServer(({ url = '/' }, response) => {
    const file = fileOf(new URL(url, 'http://localhost').pathname) ?? '404.html';
    const type = types[extname(file)] ?? 'application/octet-stream';
    response.writeHead(file === '404.html' ? 404 : 200, { 'content-type': type });
    response.end(readFileSync(join(site, file)));
  });
  const origin = `http://127.0.0.1:${await listenOnFreePort(server)}`;
  const browser = await chromium.launch({ executablePath: await unpackChromium(), ...chromiumOptions });
  try {
    return [
      ...(await visit(browser, origin)),
      ...(await widePages(browser, origin)),
      ...(await shiftingPages(browser, origin)),
      ...(await notFoundPage(browser, origin)),
      ...(await checkLivePage(browser, origin + base)),
    ];
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}

/**
 * Opens all pages but those of the API. Returns those that are wider than a phone, and those with a table that does not
 * fit on a small laptop.
 */
async function widePages(browser: Browser, origin: string): Promise<string[]> {
  const problems: string[] = [];
  const page = await browser.newPage();
  page.setDefaultTimeout(chromiumOptions.timeout);
  for (const path of pages.filter((name) => !name.startsWith('api/'))) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(origin + base + path.replace(/(?:index)?\.html$/, ''));
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) problems.push(`${path} is ${excess} px wider than a phone`);
    await page.setViewportSize({ width: 1280, height: 800 });
    const cut = await page
      .locator('.vp-doc table')
      .evaluateAll((tables) => Math.max(0, ...tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)));
    if (cut > 0) problems.push(`${path}: a table is ${cut} px too wide for 1280 px`);
  }
  await page.close();
  return problems;
}

/**
 * Returns the pages whose content moves while they load. Fonts and pictures arrive late, as they do over a network.
 * Search engines call a score of up to 0.1 good.
 */
async function shiftingPages(browser: Browser, origin: string): Promise<string[]> {
  const problems: string[] = [];
  for (const width of [390, 1280]) {
    const page = await browser.newPage({ viewport: { width, height: 844 } });
    page.setDefaultTimeout(chromiumOptions.timeout);
    await page.route(/\.(?:woff2|webp|svg)$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of ['', 'faults', 'workbench', 'server', 'resources/products']) {
      await page.goto(origin + base + path, { waitUntil: 'networkidle' });
      const shift = await page.evaluate(() => Number(Reflect.get(window, 'shift')));
      if (!(shift < 0.05)) problems.push(`/${path} moves by ${shift.toFixed(3)} while it loads, ${width} px wide`);
    }
    await page.close();
  }
  return problems;
}

/** Returns what the page for unknown addresses lacks. */
async function notFoundPage(browser: Browser, origin: string): Promise<string[]> {
  const page = await browser.newPage();
  page.setDefaultTimeout(chromiumOptions.timeout);
  await page.goto(`${origin + base}no-such-page`, { waitUntil: 'networkidle' });
  const mains = await page.locator('main').count();
  await page.close();
  return mains === 1 ? [] : [`/no-such-page: must have one main, received ${mains}`];
}

async function visit(browser: Browser, origin: string): Promise<string[]> {
  const problems: string[] = [];
  const page = await browser.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  page.setDefaultTimeout(chromiumOptions.timeout);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${page.url()}: console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) {
      problems.push(`${page.url()} sends a request to another host: ${request.url()}`);
    }
    if (request.url().includes('live-example')) problems.push(`${page.url()} loads the live example`);
  });
  // One page of each kind.
  for (const [path, heading] of [
    ['', 'masterdata-sdk'],
    ['getting-started', 'Getting started'],
    ['resources/products', 'Products'],
    ['api/masterdata-sdk/mock/', 'masterdata-sdk/mock'],
    ['api/masterdata-sdk/interfaces/Product', 'Product'],
  ] as const) {
    await page.goto(origin + base + path, { waitUntil: 'networkidle' });
    const found = await page.locator('h1').first().innerText();
    if (!found.startsWith(heading)) problems.push(`/${path}: expected the heading ${heading}, received ${found}`);
  }
  await page.goto(`${origin + base}testing#playwright`);
  await page.waitForURL(`${origin + base}end-to-end#playwright`);
  await page.goto(`${origin + base}resources/`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  if (!copied.includes('# Resources')) problems.push(`the button copies ${JSON.stringify(copied.slice(0, 80))}`);
  const input = page.locator('#localsearch-input');
  // The scripts of the page may not listen to the key yet.
  for (let tries = 0; tries < 100 && !(await input.isVisible()); tries += 1) {
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(500);
  }
  const results = page.locator('.VPLocalSearchBox .result');
  const wantedRanks = [
    ...firstResults.map(([text, path]) => [text, path, 1] as const),
    ...searches.map(([text, path]) => [text, path, 3] as const),
  ];
  for (const [text, wanted, worst] of wantedRanks) {
    await input.fill('');
    await results.first().waitFor({ state: 'detached' });
    await input.fill(text);
    await page.locator('.VPLocalSearchBox :is(.result, .no-results)').first().waitFor();
    const paths = await results.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const rank = paths.findIndex((path) => path.startsWith(base + wanted));
    if (rank < 0 || rank >= worst)
      problems.push(`search for ${text}: expected ${wanted} in the first ${worst}, received ${paths.join(', ')}`);
  }
  await page.close();
  return problems;
}
