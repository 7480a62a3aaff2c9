import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromiumOptions, readAxe } from '../../test/chromium.ts';

/** Uses the live example like a reader. Returns the problems. */
export async function checkLivePage(browser: Browser, site: string): Promise<string[]> {
  return [
    ...(await withPage(browser, site, {}, useExample)),
    ...(await withPage(browser, site, {}, followLink)),
    ...(await withPage(browser, site, { serviceWorkers: 'block' }, useWithoutWorker)),
  ];
}

/** Opens the live page for a function. Returns its problems, and what the page complains of. */
async function withPage(
  browser: Browser,
  site: string,
  options: BrowserContextOptions,
  use: (page: Page, problems: string[]) => Promise<void>,
): Promise<string[]> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(chromiumOptions.timeout);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    // Chromium reports error responses, and Playwright the worker that it blocks.
    const isOwn = !/^(?:Failed to load resource|Service Worker registration blocked)/.test(message.text());
    if (isOwn && ['error', 'warning'].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(site)) problems.push(`a request left the site: ${request.url()}`);
  });
  try {
    await page.goto(`${site}live`);
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await use(page, problems);
  } catch (error) {
    problems.push(String(error));
  } finally {
    await context.close();
  }
  return problems.map((problem) => `live page: ${problem}`);
}

async function useExample(page: Page, problems: string[]): Promise<void> {
  const expectText = async (label: string, ...texts: string[]) => {
    const found = await page.getByLabel(label, { exact: true }).innerText();
    for (const text of texts)
      if (!found.includes(text)) problems.push(`${label} must contain ${text}, received ${found}`);
  };
  const send = async (result: string) => {
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(result, { exact: true }).waitFor();
  };
  await page.getByText('a service worker responds').waitFor();

  // The code and the request follow the fields.
  await page.getByLabel('shipping.weight', { exact: true }).fill('7.25');
  await expectText('Your code', 'const product: CreatedProduct = await client.products.create({', 'weight: 7.25');
  await expectText('Request', 'POST /api/products', '"shipping[weight]": 7.25');

  // The service worker responds to real requests, also without a network.
  await page.context().setOffline(true);
  const [response] = await Promise.all([page.waitForResponse(/live-service\/api\/products$/), send('CreatedProduct')]);
  if (!response.fromServiceWorker()) problems.push('the response does not come from the service worker');
  await expectText('Data', '"weight": 7.25');
  await send('ConflictError');
  await page.context().setOffline(false);

  await page.getByRole('button', { name: 'Set a price' }).click();
  await page.getByLabel('Fail the first request with a 503').check();
  await send('Price');
  const statuses = await page.getByRole('status').getByRole('listitem').allInnerTexts();
  if (!/^503 PATCH.*200 PATCH/s.test(statuses.join(' '))) problems.push(`expected a retry, received ${statuses}`);

  problems.push(...(await barriers(page)));
  await page.getByRole('button', { name: 'Open the workbench', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Mock workbench' });
  await panel.getByRole('link', { name: /^Requests/ }).click();
  await panel.getByRole('row', { name: /503 → 200 PATCH prices\.update/ }).waitFor();

  // Leaving the page removes the workbench and stops the worker.
  await page.getByRole('link', { name: 'Tests', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Test with the mock', level: 1 }).waitFor();
  if ((await panel.count()) > 0) problems.push('the workbench stays on the next page');
}

/** Opens the call of a resource page, and sends it with its own values. */
async function followLink(page: Page, problems: string[]): Promise<void> {
  await page.goto(`${page.url().replace(/live$/, '')}resources/product-parents`);
  await page.locator('p', { hasText: 'Call' }).getByRole('link', { name: 'try it' }).nth(2).click();
  await page.getByText('a service worker responds').waitFor();
  const code = await page.getByLabel('Your code', { exact: true }).innerText();
  const expected = /^const product = await client\.productParents\.getProduct\('[\w-]{36}', '[\w-]{36}'\);$/;
  if (!expected.test(code.trim())) problems.push(`the link must open productParents.getProduct, received ${code}`);
  // Each call of the page works with the values that it starts with, if the chosen records belong together.
  const operations = await page.getByLabel('Operation', { exact: true }).locator('option').allInnerTexts();
  for (const operation of operations.filter((name) => name !== 'productParents.getProduct')) {
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await page.getByLabel('Operation', { exact: true }).selectOption(operation);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(/^The call (?:resolves to|rejects with)/).waitFor();
    const result = await page.getByRole('status').innerText();
    if (!/The call resolves to/.test(result)) problems.push(`${operation} must succeed, received ${result}`);
  }
}

async function useWithoutWorker(page: Page, problems: string[]): Promise<void> {
  await page.getByText('the client calls the mock as a function').waitFor();
  await page.getByRole('button', { name: 'Read a product' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByLabel('Data', { exact: true }).waitFor();
  const lines = await page.getByRole('status').getByRole('listitem').allInnerTexts();
  if (!/^200 GET/.test(lines.join())) problems.push(`expected a response without a worker, received ${lines}`);
}

/** Returns what axe-core finds, in both themes and at the width of a phone. */
async function barriers(page: Page): Promise<string[]> {
  const problems: string[] = [];
  await page.evaluate(readAxe());
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const findings = await page.evaluate(async () => {
        const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run('.live');
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) findings.push(`the page is ${overflow} px too wide`);
      problems.push(...findings.map((finding) => `${colorScheme}, ${width} px: ${finding}`));
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return problems;
}
