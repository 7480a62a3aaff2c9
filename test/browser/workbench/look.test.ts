import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { expectFocus } from './keyboard.ts';
import { expectAccessible, openWorkbench } from './open-workbench.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

detail('Save names what is missing, and marks the field', async (context) => {
  const { page, mock } = await openWorkbench(context, '/snapshots');
  await page.getByRole('button', { name: 'Save', exact: true }).click({ force: true });
  const name = page.getByLabel('Name');
  await page.getByText('Give the snapshot a name.').waitFor();
  await expectFocus(name);
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  await name.fill('first');
  await page.getByText('Give the snapshot a name.').waitFor({ state: 'detached' });
  await page.goto(`${page.url().split('#')[0]}#/records/contacts/${mock.db.contacts.list()[0]?.id}`);
  await page.getByRole('textbox', { name: 'email' }).fill('nobody');
  const form = page.locator('.form-actions');
  await form.getByText('Correct email').waitFor();
  await form.getByRole('button', { name: 'Save' }).click({ force: true });
  await expectFocus(page.getByRole('textbox', { name: 'email' }));
});

detail('the list next to open details keeps time, status, operation and fault', async (context) => {
  const { page, mock, client } = await openWorkbench(context, '/requests');
  mock.faults.add({ on: 'productParents.list', times: 1, fault: 'truncate-response' });
  await client.productParents.list();
  await page.getByRole('row', { name: /productParents\.list/ }).click();
  const details = page.getByRole('region', { name: 'Request', exact: true });
  const { x: end = 0 } = (await details.boundingBox()) ?? {};
  const headers = page.getByRole('columnheader');
  await expect.poll(() => headers.allTextContents()).toEqual(['Time', 'Status', 'Operation', 'Fault', 'Fail']);
  const { x = 0, width = 0 } = (await headers.nth(3).boundingBox()) ?? {};
  expect(x + width).toBeLessThanOrEqual(end);
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Path' }).waitFor();
});

detail('draws a time axis only for calls with several attempts', async (context) => {
  const { page, mock, client } = await openWorkbench(context, '/requests');
  await client.customers.list();
  await page.getByRole('row', { name: /customers\.list/ }).waitFor();
  const timeline = page.getByRole('columnheader', { name: 'Timeline' });
  expect(await timeline.count()).toBe(0);
  mock.faults.add({ on: 'customers.list', times: 1, status: 503 });
  await client.customers.list();
  await timeline.waitFor();
  await expect.poll(() => page.locator('.grid-row .time-bars').count()).toBe(1);
});

detail('the clock of the overview ticks, and has the format of the page Time', async (context) => {
  const { page, mock } = await openWorkbench(context, '/overview');
  const clock = page.getByRole('region', { name: 'Settings' }).getByRole('link').first();
  const before = await clock.innerText();
  await expect.poll(() => clock.innerText()).not.toBe(before);
  mock.clock.set('2026-01-31T09:00:00Z');
  await clock.getByText('stopped').waitFor();
  const stopped = (await clock.innerText()).replace(', stopped', '');
  await clock.click();
  await page.getByText(`In your time zone: ${stopped}.`).waitFor();
});

detail('all of an error leads to its newest request', async (context) => {
  const { page, impatient } = await openWorkbench(context, '/overview');
  for (let sent = 0; sent < 2; sent += 1) await impatient.customers.get(unknownId).catch(() => undefined);
  const group = page.getByRole('region', { name: 'Recent errors' }).getByRole('listitem');
  await group.getByText('2 requests').waitFor();
  await group.getByText('The workspace of the token has no such record.').click({ force: true });
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/requests/2');
  await page.goBack();
  await group.getByRole('link', { name: /request 1 of customers\.get$/ }).click();
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/requests/1');
});

detail('a price has the name of its product and its pricebook', async (context) => {
  const { page, mock, client } = await openWorkbench(context, '/history');
  const product = mock.create.product({ name: 'Folding table' });
  const [price] = mock.db.prices.list({ product_id: product.id });
  const pricebook = mock.db.pricebooks.get(price?.pricebook_id ?? '');
  const name = `Folding table · ${pricebook?.name}`;
  await client.prices.update(price?.id ?? '', { pricing_model: 'flat', amount: 249 });
  await page.getByRole('row', { name: `Updated ${name} prices.update` }).click();
  await page
    .getByRole('region', { name: 'Change' })
    .getByRole('heading', { name: `Updated ${name}` })
    .waitFor();
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('region', { name: 'Record', exact: true }).getByRole('heading', { name }).waitFor();
  await page.goto(`${page.url().split('#')[0]}#/records/products/${product.id}?tab=links`);
  await page.getByRole('link', { name: `${name} Price` }).waitFor();
  await page.goto(`${page.url().split('#')[0]}#/records/all?search=${price?.id}`);
  await page.getByRole('link', { name, exact: true }).waitFor();
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Command' }).fill(price?.id ?? '');
  await page.getByRole('option', { name: `${name} · Prices` }).waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`${page.url().split('#')[0]}#/explorer/prices.update`);
  await page.getByLabel('Fill in from a record').getByText(name, { exact: true }).waitFor({ state: 'attached' });
});

detail('colors TypeScript like JSON', async (context) => {
  const { page, client } = await openWorkbench(context, '/overview');
  const colored = (label: string, kind: string) =>
    page.getByRole('group', { name: label }).locator(`.token-${kind}`).allTextContents();
  expect(await colored('Client code', 'key')).toEqual(['baseUrl', 'apiToken']);
  expect(await colored('Client code', 'literal')).toEqual(['import', 'from', 'const', 'new']);
  await client.customers.list();
  await page.goto(`${page.url().split('#')[0]}#/requests/1?tab=code`);
  await expect.poll(() => colored('Client code', 'literal')).toEqual(['await']);
  expect((await colored('fetch call', 'string')).join(' ')).toContain('/api/customers');
});

detail('the icons of toolbars have texts where there is room', async (context) => {
  const { page, client } = await openWorkbench(context, '/requests');
  await client.customers.list();
  const pause = page.getByRole('button', { name: 'Pause the list' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await pause.getByText('Pause', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1000, height: 800 });
  await pause.getByText('Pause', { exact: true }).waitFor({ state: 'hidden' });
});

/** Whether a frame around an element shows that it is new. */
async function isFramed(heading: Locator): Promise<boolean> {
  return heading.evaluate((element) => getComputedStyle(element).outlineStyle !== 'none');
}

detail('a heading has a frame after a key, and none after an address', async (context) => {
  const { page, mock } = await openWorkbench(context, '/overview');
  const heading = page.getByRole('heading', { level: 1 });
  await page.keyboard.press('5');
  await heading.getByText('Failures').waitFor();
  await expect.poll(() => isFramed(heading)).toBe(true);
  await page.goto(`${page.url().split('#')[0]}#/time`);
  await heading.getByText('Time').waitFor();
  await expectFocus(page.getByRole('main'));
  expect(await isFramed(heading)).toBe(false);
  const [customer] = mock.db.customers.list();
  await page.goto(`${page.url().split('#')[0]}#/records/customers/${customer?.id}`);
  const name = page.getByRole('heading', { name: customer?.name ?? '' });
  await name.waitFor();
  expect(await isFramed(name)).toBe(false);
  await page.keyboard.press('5');
  await expect.poll(() => isFramed(heading)).toBe(true);
});
