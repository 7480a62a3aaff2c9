import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { expectAccessible, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

const steps = 'Three steps to your first recovered failure';

story('shows a recovered failure with one click', async (place, context) => {
  const { page, mock } = await openAt(place, context, '/overview');
  const prices = await mock.db.prices.list();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show me' }).click();
  const lines = page.getByRole('region', { name: 'Attempts of one call' }).getByRole('listitem');
  await expect
    .poll(() => lines.allTextContents())
    .toEqual([
      expect.stringMatching(/^Attempt 1503 injected/),
      expect.stringMatching(/^waited/),
      expect.stringMatching(/^Attempt 2200/),
    ]);
  await page.getByRole('status').getByText('its attempt 2 succeeded').waitFor();
  expect(await mock.faults.list()).toEqual([]);
  const amounts = (await mock.db.prices.list()).map(({ amount }) => amount);
  expect(amounts).toEqual(prices.map(({ amount }) => amount));
  // All steps are done.
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('region', { name: 'Recent errors' }).waitFor();
  expect(await page.getByRole('region', { name: steps }).count()).toBe(0);
});

detail('removes its fault if the call fails in another way, and says so', async (context) => {
  const { page, mock } = await openWorkbench(context, '/overview');
  mock.faults.add({ on: 'prices.update', status: 404 });
  await page.getByRole('button', { name: 'Show me' }).click();
  await page.locator('.toast.error').getByText('The client did not recover').waitFor();
  await expect.poll(() => mock.faults.list().map(({ status }) => status)).toEqual([404]);
});

detail('says what is missing if there is no price', async (context) => {
  const { page } = await openWorkbench(context, '/overview', { seed: {} });
  await page.getByRole('button', { name: 'Show me' }).click();
  await page.locator('.toast.error').getByText('There is no price with an amount.').waitFor();
});

detail('the steps tick themselves when an app does them, and stay done', async (context) => {
  const { page, client, mock } = await openWorkbench(context, '/overview');
  const region = page.getByRole('region', { name: steps });
  const done = region.getByText(', done');
  expect(await done.count()).toBe(0);
  await client.customers.list();
  await expect.poll(() => done.count()).toBe(1);
  mock.faults.add({ on: 'products.create', times: 1, status: 503 });
  await client.products.create({ api_name: 'desk', name: 'Desk', recurrence_type: 'one_off' }).result();
  await expect.poll(() => done.count()).toBe(2);
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Recent errors' }).waitFor();
  mock.faults.add({ on: 'customers.list', times: 1, status: 503 });
  await client.customers.list();
  await region.waitFor({ state: 'detached' });
  mock.journal.clear();
  await page.reload();
  await page.getByRole('region', { name: 'Connect your app' }).waitFor();
  expect(await region.count()).toBe(0);
});

detail('the header names the API and the mock', async (context) => {
  const { page, url } = await openWorkbench(context, '/overview');
  const header = page.getByRole('banner');
  await header.getByText('Master-Data API', { exact: true }).waitFor();
  await header.getByText(`Mock at ${url}`).waitFor();
});
