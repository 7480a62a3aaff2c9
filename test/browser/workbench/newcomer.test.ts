import { expect, test } from 'vitest';
import { MasterDataClient } from '../../../src/index.ts';
import { startVerbose } from '../../http/serve.ts';
import { openBrowser, openPage } from '../site.ts';

test('a newcomer starts the server, creates a product, sees a retry, and undoes everything', async (context) => {
  const browser = await openBrowser(context);
  const { url, token, printed } = await startVerbose();
  const [, address = ''] = /Workbench +(\S+)/.exec(printed.out) ?? [];
  const { page, complaints } = await openPage(browser, address);

  await page.getByRole('link', { name: 'Explorer' }).click();
  await page.getByRole('link', { name: /products\.create/ }).click();
  await page.getByLabel('Fill in from a record').selectOption({ index: 1 });
  await expect.poll(() => page.getByLabel('name required', { exact: true }).inputValue()).not.toBe('');
  await page.getByLabel('name required', { exact: true }).fill('Newcomer lamp');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: 'Show in Requests' }).click();
  const sent = page.getByRole('group', { name: 'Body as sent' });
  await sent.getByText('"shipping[weight]"').waitFor();
  await page.getByRole('tab', { name: 'Response' }).click();
  const response = JSON.parse((await page.getByRole('group', { name: 'Response body' }).textContent()) ?? '');

  await page.getByRole('link', { name: 'Failures' }).click();
  await page.getByLabel('for', { exact: true }).selectOption('the next call');
  await page.getByRole('switch', { name: 'prices.update' }).check();
  await page.getByRole('banner').getByText('503 on prices.update').waitFor();
  const client = new MasterDataClient({ baseUrl: url, apiToken: token });
  await client.prices.update(response.data.prices[0].id, { pricing_model: 'flat', amount: 49.9 });
  await page.getByRole('link', { name: /^Requests/ }).click();
  await page.getByRole('row', { name: /503 PATCH prices\.update/ }).waitFor();
  await page.getByRole('row', { name: /200 PATCH prices\.update/ }).waitFor();

  await page.getByRole('link', { name: 'States' }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^Requests/ }).click();
  await page.getByText('No requests yet').waitFor();
  await page.getByRole('link', { name: /^Records/ }).click();
  await page.getByRole('link', { name: /^Products/ }).click();
  await page.getByRole('row', { name: /Fjord/ }).first().waitFor();
  expect(await page.getByRole('row', { name: /Newcomer lamp/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
});
