import { expect } from 'vitest';
import { expectFocus, pressOn, tabTo } from './keyboard.ts';
import { openAt } from './open-workbench.ts';
import { story } from './story.ts';

story('a newcomer without a mouse does everything by keyboard', async (place, context) => {
  const { page, client, mock } = await openAt(place, context, '/overview');
  const { keyboard } = page;
  // The panel takes the focus when it opens. On a page, it starts at the body.
  await keyboard.press('4');
  await page.getByRole('navigation', { name: 'Operations' }).waitFor();
  await keyboard.press('/');
  await keyboard.type('products.create');
  await pressOn(page, page.getByRole('link', { name: /products\.create$/ }));
  const records = page.getByLabel('Fill in from a record');
  await tabTo(page, records);
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  const name = page.getByLabel('name required', { exact: true });
  const chosen = await records.locator('option').nth(2).textContent();
  await expect.poll(() => name.inputValue()).toBe(chosen);
  await tabTo(page, name);
  await keyboard.type('Newcomer lamp');
  await keyboard.press('Control+Enter');
  await page.getByText('matches the contract').waitFor();
  await pressOn(page, page.getByRole('link', { name: 'Show in Requests' }));
  await expectFocus(page.getByRole('region', { name: 'Request', exact: true }));
  await page.getByRole('group', { name: 'Body as sent' }).getByText('"shipping[weight]"').waitFor();
  await pressOn(page, page.getByRole('tab', { name: 'Request' }), 'ArrowRight');
  const body = page.getByRole('group', { name: 'Response body' });
  const response = JSON.parse((await body.textContent()) ?? '');

  await keyboard.press('5');
  await tabTo(page, page.getByRole('combobox', { name: 'Operation' }));
  await keyboard.type('prices.up');
  // Completes the text.
  await keyboard.press('Enter');
  await pressOn(page, page.getByRole('button', { name: 'Make it fail' }));
  await page.locator('.bar').getByText('503 on prices.update, 1 call').waitFor();
  await client.prices.update(response.data.prices[0].id, { pricing_model: 'flat', amount: 49.9 });
  await keyboard.press('3');
  await page.getByRole('row', { name: /503 → 200 PATCH prices\.update/ }).waitFor();
  await keyboard.press('g');
  await expectFocus(page.getByRole('grid', { name: 'Requests' }));
  await keyboard.press('Enter');
  await pressOn(page, page.getByRole('link', { name: 'Attempt 1' }));
  await page.getByText('Injected fault: status 503', { exact: true }).waitFor();
  await keyboard.press('Escape');
  await expectFocus(page.getByRole('grid', { name: 'Requests' }));

  await keyboard.press('9');
  const reset = page.getByRole('button', { name: 'Reset' });
  await pressOn(page, reset);
  const dialog = page.getByRole('dialog', { name: 'Reset the mock?' });
  await expectFocus(dialog.getByRole('button', { name: 'Cancel' }));
  await pressOn(page, dialog.getByRole('button', { name: 'Reset' }));
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(reset);
  expect(await mock.db.products.find({ name: 'Newcomer lamp' })).toBeUndefined();
  // Even this can be undone, and undone again.
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await keyboard.press('F8');
  await expectFocus(page.getByRole('button', { name: 'Undo' }));
  await keyboard.press('Enter');
  await expectFocus(reset);
  await expect.poll(() => mock.db.products.find({ name: 'Newcomer lamp' })).toBeDefined();
});
