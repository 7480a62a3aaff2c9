import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * A newcomer with an open workbench creates a product, makes an update fail, sees the retry, and undoes everything.
 *
 * @param updatePrice Sends the update with a client that retries.
 */
export async function tellNewcomerStory(page: Page, updatePrice: (id: string) => PromiseLike<unknown>): Promise<void> {
  await page.getByRole('link', { name: 'Explorer' }).click();
  await page.getByRole('link', { name: /products\.create/ }).click();
  const records = page.getByLabel('Fill in from a record');
  // The form starts with the values of the first record.
  await records.selectOption({ index: 2 });
  const name = page.getByLabel('name required', { exact: true });
  const chosen = await records.locator('option').nth(2).textContent();
  await expect.poll(() => name.inputValue()).toBe(chosen);
  await name.fill('Newcomer lamp');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: 'Show in Requests' }).click();
  const sent = page.getByRole('group', { name: 'Body as sent' });
  await sent.getByText('"shipping[weight]"').waitFor();
  await page.getByRole('tab', { name: 'Response' }).click();
  const response = JSON.parse((await page.getByRole('group', { name: 'Response body' }).textContent()) ?? '');

  await page.getByRole('link', { name: 'Failures' }).click();
  await page.getByLabel('for', { exact: true }).selectOption('the next call');
  await page.getByRole('switch', { name: 'prices.update' }).check();
  await page.locator('.bar').getByText('503 on prices.update').waitFor();
  await updatePrice(response.data.prices[0].id);
  await page.getByRole('link', { name: /^Requests/ }).click();
  await page.getByRole('row', { name: /503 → 200 PATCH prices\.update/ }).waitFor();

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
}
