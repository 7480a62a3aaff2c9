import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The most clicks that the story may take. */
const maxClicks = 8;

/**
 * A newcomer with an open workbench creates a product, sees its brackets, makes the next update of a price fail, sees
 * the retry of the client, and undoes everything.
 *
 * @param updatePrice Sends the update with a client that retries.
 */
export async function tellNewcomerStory(page: Page, updatePrice: (id: string) => PromiseLike<unknown>): Promise<void> {
  let clicks = 0;
  const click = async (control: Locator) => {
    clicks += 1;
    await control.click();
  };
  await click(page.getByRole('link', { name: 'Explorer' }));
  await expect.poll(() => page.getByLabel('name required', { exact: true }).inputValue()).not.toBe('');
  await page.getByRole('group', { name: 'Body as sent' }).getByText('"shipping[weight]"').waitFor();
  await click(page.getByRole('button', { name: 'Send', exact: true }));
  await page.getByText('201', { exact: true }).waitFor();
  const { data } = JSON.parse((await page.getByRole('group', { name: 'Response body' }).textContent()) ?? '');

  await click(page.getByRole('link', { name: /prices\.update/ }));
  await click(page.getByRole('button', { name: 'Fail the next call' }));
  await page.locator('.bar').getByText('503 on prices.update').waitFor();
  await updatePrice(data.prices[0].id);
  await click(page.getByRole('link', { name: /^Requests/ }));
  await page.getByRole('row', { name: /503 → 200 PATCH prices\.update/ }).waitFor();

  await click(page.getByRole('link', { name: 'Snapshots' }));
  await click(page.getByRole('button', { name: 'Reset' }));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Reset' }));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect(updatePrice(data.prices[0].id)).rejects.toThrow('not found');
  expect(clicks).toBeLessThanOrEqual(maxClicks);
}
