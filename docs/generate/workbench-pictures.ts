/**
 * Draws the workbench while a client calls the mock: next to an app, light and dark, and on a server. `npm run
 * docs:pictures` writes docs/public/workbench-*.webp. The request is drawn narrow, so that it is readable on a phone.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import { listen } from '../../mocks/http.ts';
import { createMockServer, demo } from '../../mocks/index.ts';
import { MasterDataClient } from '../../src/index.ts';
import { chromiumOptions, unpackChromium } from '../../test/chromium.ts';

const pictures = join(import.meta.dirname, '../public');

const mock = createMockServer({ seed: demo });
const server = await listen(mock);
const browser = await chromium.launch({ executablePath: await unpackChromium(), ...chromiumOptions });
try {
  await callServer();
  await drawApp('workbench-retry', 'light');
  await drawApp('workbench-retry-dark', 'dark');
  await draw('workbench-failed', { width: 1100, height: 560 }, async (page) => {
    await page.getByRole('link', { name: /^Requests/ }).click();
    await page.getByRole('row', { name: /contacts\.update/ }).click();
    await page.getByText('must be an email address').first().waitFor();
  });
  await draw('workbench-requests', { width: 690, height: 520 }, async (page) => {
    await page.getByRole('link', { name: /^Requests/ }).click();
    await page.getByRole('row', { name: /products\.create/ }).click();
    await page.getByText('As sent, in brackets').waitFor();
  });
  await draw('workbench-records', { width: 1100, height: 620 }, async (page) => {
    await page.getByRole('link', { name: /^Records/ }).click();
    await page.getByRole('link', { name: /^Products/ }).click();
    await page.getByRole('row', { name: /Folding table/ }).click();
    await page.getByText('Links', { exact: true }).first().waitFor();
  });
} finally {
  await browser.close();
  await server.close();
}

async function callServer(): Promise<void> {
  const client = new MasterDataClient({ baseUrl: server.url, apiToken: mock.token });
  await client.customers.list();
  const product = await client.products.create({
    api_name: 'folding_table',
    recurrence_type: 'one_off',
    name: 'Folding table',
    shipping: { weight: 18.5, weight_unit: 'kg' },
    inventory: { sku: 'FT-700' },
  });
  mock.faults.add({ on: 'prices.update', times: 1, status: 503 });
  for (const { id } of product.prices) await client.prices.update(id, { pricing_model: 'flat', amount: 249 });
  await client.products.get(product.id);
  mock.faults.clear();
  const contact = mock.db.contacts.find({ first_name: 'Greta' });
  await client.contacts.update(contact?.id ?? '', { first_name: 'Greta', email: 'greta' }).result();
}

/**
 * Draws an app on the left, and the panel on the right: after a call has failed and succeeded, and for the loop on the
 * home page, before it (-1) and between its attempts (-2).
 */
async function drawApp(name: string, colorScheme: 'light' | 'dark'): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'picture-app.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  });
  const script = outputFiles[0]?.text ?? '';
  const html = readFileSync(join(import.meta.dirname, 'picture-app.html'), 'utf8');
  const page = await newPage({ width: 1180, height: 640 }, colorScheme);
  await page.route('https://app.example/**', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ body: script, contentType: 'text/javascript' })
      : route.fulfill({ body: html, contentType: 'text/html' }),
  );
  await page.goto('https://app.example/');
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('link', { name: /^Requests/ }).click();
  await page.getByText('No requests yet').waitFor();
  await write(`${name}-1`, page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /503/ }).waitFor();
  await write(`${name}-2`, page);
  await page.getByText('Saved').waitFor();
  await page.getByRole('row', { name: /503 → 200/ }).click();
  await page.getByText('As sent, in brackets').waitFor();
  await write(name, page);
  await page.close();
}

function newPage(viewport: { width: number; height: number }, colorScheme: 'light' | 'dark'): Promise<Page> {
  return browser.newPage({ viewport, colorScheme, deviceScaleFactor: 2, reducedMotion: 'reduce' });
}

/** Opens the workbench, shows a page of it, and writes a light and a dark picture of two pixels per point. */
async function draw(
  name: string,
  viewport: { width: number; height: number },
  show: (page: Page) => Promise<void>,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await newPage(viewport, colorScheme);
    await page.goto(`${server.controlUrl}#token=${server.controlToken}`);
    await show(page);
    await write(colorScheme === 'light' ? name : `${name}-dark`, page);
    await page.close();
  }
}

async function write(name: string, page: Page): Promise<void> {
  const png = await page.screenshot();
  writeFileSync(join(pictures, `${name}.webp`), await toWebp(png));
}

/** Converts a picture in Chromium, because Playwright writes no WebP. */
async function toWebp(png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.9);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
