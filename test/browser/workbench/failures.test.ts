import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ConnectionError } from '../../../src/index.ts';
import { detail } from '../../sample.ts';
import { expectFocus } from './keyboard.ts';
import { expectAccessible, expectWidth, holdRequests, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

const phoneWidth = 390;

/** The fields of the sentence. */
const sentenceOf = (page: Page) => ({
  operation: page.getByRole('combobox', { name: 'Operation' }),
  failure: page.getByRole('combobox', { name: 'Failure' }),
  calls: page.getByRole('combobox', { name: 'Calls' }),
  submit: page.getByRole('button', { name: 'Make it fail' }),
});

story('a sentence makes the next call fail, and the client retries it', async (place, context) => {
  const { page, client, mock } = await openAt(place, context, '/failures');
  await page.getByText('Nothing fails.').waitFor();
  const { operation, submit } = sentenceOf(page);
  await operation.fill('customers.list');
  await submit.click();
  await page.locator('.bar').getByText('503 on customers.list, 1 call').waitFor();
  await client.customers.list();
  const requests = await mock.journal.list('customers.list');
  expect(requests.map(({ response }) => response.status)).toEqual([503, 200]);
  // The fault is used up.
  await page.getByText('Nothing fails.').waitFor();
});

detail(
  'the sentence suggests the recent operations first, completes a text, and says what will happen',
  async (context) => {
    const { page, mock, client } = await openWorkbench(context, '/failures');
    const { operation, failure, calls, submit } = sentenceOf(page);
    await expect.poll(() => operation.inputValue()).toBe('prices.update');
    await client.customers.list();
    await client.addresses.list();
    // The field keeps its value while requests arrive.
    expect(await operation.inputValue()).toBe('prices.update');
    await operation.click();
    const options = page.getByRole('listbox', { name: 'Operation' }).getByRole('option');
    await expect
      .poll(async () => (await options.allTextContents()).slice(0, 3))
      .toEqual([
        expect.stringMatching(/^addresses\.list200 at /),
        expect.stringMatching(/^customers\.list200 at /),
        'every request',
      ]);
    await operation.fill('customers.cr');
    await page.keyboard.press('Enter');
    await expect.poll(() => operation.inputValue()).toBe('customers.create');
    expect(await options.count()).toBe(0);
    await page.getByText('There was no such call yet. With this failure, it gets 503 and does not run.').waitFor();
    await operation.fill('customers.*');
    await page.keyboard.press('Escape');
    await page
      .getByText(/^GET \/api\/customers got 200 at .+ The client repeats the call after half a second\.$/)
      .waitFor();
    await client.customers.create({ name: 'Acme', type: 'company' });
    await page.getByText(/^POST \/api\/customers got 201 at .+ The client does not repeat a POST/).waitFor();
    await failure.selectOption('runs, then loses its response');
    await calls.selectOption('every call');
    await submit.click();
    await expect.poll(() => mock.faults.list()).toMatchObject([{ on: 'customers.*', fault: 'drop-response' }]);
    await operation.fill('every request');
    await submit.click();
    await expect.poll(() => mock.faults.list().length).toBe(2);
    await operation.fill('customer.list');
    await page.getByText('must be an operation, a resource like products.*, or every request').waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await expectAccessible(page);
  },
);

detail('the keyboard reaches the operation of the sentence with a few stops', async (context) => {
  const { page } = await openWorkbench(context, '/overview');
  const { operation } = sentenceOf(page);
  await page.keyboard.press('5');
  await operation.waitFor();
  let stops = 0;
  while (!(await operation.evaluate((element) => element.matches(':focus')))) {
    await page.keyboard.press('Tab');
    stops += 1;
    expect(stops).toBeLessThan(5);
  }
});

story('a request makes calls like it fail, for its record only', async (place, context) => {
  const { page, mock, client, impatient } = await openAt(place, context, '/requests');
  const [product, other] = await mock.db.products.list();
  await client.products.get(product?.id ?? '');
  const row = page.getByRole('row', { name: /products\.get/ });
  await row.getByRole('button', { name: 'Make products.get fail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make this fail' });
  await dialog.getByRole('switch', { name: `Only for ${product?.name}` }).waitFor();
  await dialog.getByRole('combobox', { name: 'Calls' }).selectOption('every call');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make it fail' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect(impatient.products.get(product?.id ?? '')).rejects.toMatchObject({ status: 503 });
  await impatient.products.get(other?.id ?? '');
  await page.getByRole('row', { name: /503 GET products\.get/ }).click();
  await page.getByRole('button', { name: 'Make this fail' }).click();
  await dialog.getByRole('switch', { name: /^Only for/ }).uncheck();
  await dialog.getByRole('button', { name: 'Make it fail' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect(impatient.products.get(other?.id ?? '')).rejects.toMatchObject({ status: 503 });
});

story('a failure applies to one user, whose requests the list finds', async (place, context) => {
  const { page, mock, impatient } = await openAt(place, context, '/failures');
  const { operation, failure, calls, submit } = sentenceOf(page);
  await operation.waitFor();
  const user = page.getByRole('combobox', { name: 'User' });
  // With one user, everyone is that user.
  expect(await user.count()).toBe(0);
  const token = await mock.tokens.issue({ user: 'Ida' });
  await user.selectOption('Ida');
  await operation.fill('customers.list');
  await failure.selectOption('fails with 403');
  await calls.selectOption('every call');
  await expectAccessible(page);
  await submit.click();
  await page.locator('.bar').getByText('403 on customers.list').waitFor();
  await impatient.customers.list();
  await expect(impatient.customers.list({}, { apiToken: token })).rejects.toMatchObject({ status: 403 });
  await page.getByRole('link', { name: /^Requests/ }).click();
  await page.getByRole('combobox', { name: 'User' }).selectOption('Ida');
  const rows = page.getByRole('row', { name: /customers\.list/ });
  await expect.poll(() => rows.count()).toBe(1);
  await rows.click();
  await page.getByText('by Ida').waitFor();
  await page.getByRole('button', { name: 'Make this fail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make this fail' });
  await expect.poll(() => dialog.getByRole('combobox', { name: 'User' }).inputValue()).toBe('Ida');
});

detail('Enter in the cell of a row opens the sentence', async (context) => {
  const { page, client } = await openWorkbench(context, '/requests');
  await client.customers.list();
  await page.getByRole('row', { name: /customers\.list/ }).waitFor();
  for (const key of ['g', 'End', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('dialog', { name: 'Make this fail' }).waitFor();
  await page.keyboard.press('Escape');
  await expectFocus(page.getByRole('grid'));
});

detail('the faults are visible on every page, and one click removes all', async (context) => {
  const { page, client, impatient, mock } = await openWorkbench(context, '/failures');
  const { operation, failure, calls, submit } = sentenceOf(page);
  await operation.fill('customers.*');
  await failure.selectOption('loses its connection before it runs');
  await calls.selectOption('every call');
  await submit.click();
  await page.getByRole('region', { name: 'Active now' }).getByText('drop-connection').waitFor();
  await page.getByRole('switch', { name: 'maintenance' }).check();
  await page.locator('.bar').getByText('2 faults').waitFor();
  await expect(impatient.customers.list()).rejects.toThrow(ConnectionError);
  await expect(impatient.addresses.list()).rejects.toMatchObject({ status: 503 });
  await page.getByRole('link', { name: 'Requests' }).click();
  await page.getByRole('button', { name: 'Remove 2 faults' }).click();
  await page.getByRole('button', { name: 'Remove 2 faults' }).waitFor({ state: 'detached' });
  expect(mock.faults.list()).toEqual([]);
  await client.customers.list();
});

detail('a switch stays on while the mock is slow', async (context) => {
  const { page, mock } = await openWorkbench(context, '/failures');
  const { release } = await holdRequests(page, '**/__mock/faults', 'POST');
  const toggle = page.getByRole('switch', { name: 'slow-3g' });
  await toggle.check();
  mock.faults.add('maintenance');
  await page.locator('.bar').getByText('maintenance').waitFor();
  expect(await toggle.isChecked()).toBe(true);
  release();
  await page.locator('.bar').getByText('2 faults').waitFor();
});

detail('turning a switch off removes its fault, and not those of others', async (context) => {
  const { page, mock } = await openWorkbench(context, '/failures', {
    faults: [{ on: 'products.get', status: 500 }, 'slow-3g'],
  });
  await page.getByRole('switch', { name: 'slow-3g' }).uncheck();
  await page.getByRole('button', { name: 'Remove slow-3g' }).waitFor({ state: 'detached' });
  expect(mock.faults.list()).toHaveLength(1);
  await page.getByRole('button', { name: 'Remove 500 on products.get' }).click();
  await page.getByText('Nothing fails.').waitFor();
  expect(mock.faults.list()).toEqual([]);
});

story('holds calls, lets the waiting one through, and releases the rest', async (place, context) => {
  const { page, client, mock } = await openAt(place, context, '/failures');
  const { operation, failure, calls, submit } = sentenceOf(page);
  await operation.fill('customers.list');
  await failure.selectOption('is held until you release it');
  await calls.selectOption('every call');
  await submit.click();
  const active = page.getByRole('region', { name: 'Active now' });
  await active.getByText('customers.list').waitFor();
  const first = client.customers.list();
  const settled: string[] = [];
  void first.then(() => settled.push('first'));
  await active.getByText('1 call waiting').waitFor();
  expect(settled).toEqual([]);
  await active.getByRole('button', { name: /^Let through the waiting calls of customers.list/ }).click();
  await first;
  expect(await mock.faults.list()).toMatchObject([{ on: 'customers.list', hold: true, waiting: 0 }]);
  await active.getByText('1 call waiting').waitFor({ state: 'detached' });
  const second = Promise.resolve(client.customers.list());
  await active.getByText('1 call waiting').waitFor();
  await active.getByRole('button', { name: 'Release customers.list' }).click();
  await second;
  expect(await mock.faults.list()).toEqual([]);
});

detail('the slider sets the latency with the keyboard, and follows changes of others', async (context) => {
  const { page, mock } = await openWorkbench(context, '/failures');
  const slider = page.getByRole('slider', { name: 'Delay' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => mock.faults.list()).toMatchObject([{ on: '*', delay: 50 }]);
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('50 ms');
  await page.keyboard.press('End');
  await expect.poll(() => mock.faults.list()).toMatchObject([{ on: '*', delay: 30_000 }]);
  mock.faults.clear();
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('0 ms');
  await page.getByLabel('Requests to delay').selectOption('products.get');
  mock.faults.add({ on: 'products.get', delay: 1_234 });
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('1.234 s');
});

detail('has no barriers, and fits a phone', async (context) => {
  const { page } = await openWorkbench(context, '/failures', {
    faults: [
      { on: 'products.get', hold: true },
      { on: ['prices.update', 'customers.*'], status: 503, times: 2 },
      'slow-3g',
    ],
    rateLimit: { limit: 10 },
  });
  await expectAccessible(page);
  await page.setViewportSize({ width: phoneWidth, height: 800 });
  await expectWidth(page, phoneWidth);
  expect(await page.locator('.page-body').evaluate((body) => body.scrollWidth <= body.clientWidth)).toBe(true);
  await page.getByRole('button', { name: 'Add a fault' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
});
