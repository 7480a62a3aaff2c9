import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { expectFocus } from './keyboard.ts';
import { expectAccessible, expectWidth, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

const namesIn = (page: Page) => page.locator('.grid-body .grid-row > :first-child').allTextContents();

/** Adds a filter by what a user types. */
async function addFilter(page: Page, field: string, operator: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a filter' }).click();
  const form = page.getByRole('group', { name: 'Filter', exact: true });
  await form.getByRole('combobox', { name: 'Field' }).fill(field);
  await page.keyboard.press('Enter');
  await form.getByRole('combobox', { name: 'Operator' }).selectOption(operator);
  await form.getByRole('combobox', { name: 'Value' }).fill(value);
  await form.getByRole('button', { name: 'Filter', exact: true }).click();
}

story(
  'customers with a shipping address in Germany',
  async (place, context) => {
    const { page, mock } = await openAt(place, context, '/records/customers');
    const add = async (name: string, type: 'billing' | 'shipping', country: string) => {
      const { id } = await mock.create.customer({ name });
      await mock.create.address({ customer_id: id, type, country });
    };
    await add('Shipped', 'shipping', 'LI');
    await add('Billed', 'billing', 'LI');
    await page.getByRole('row', { name: /Billed/ }).waitFor();
    await addFilter(page, 'addresses → type', 'is', 'shipping');
    const button = page.getByRole('button', { name: 'Add a filter' });
    await expectFocus(button);
    await page.keyboard.press('Enter');
    const form = page.getByRole('group', { name: 'Filter', exact: true });
    await expectFocus(form.getByRole('combobox', { name: 'Field' }));
    await page.getByRole('option', { name: 'addresses → type' }).waitFor();
    await page.keyboard.type('country');
    await page.keyboard.press('Enter');
    await expectFocus(form.getByRole('combobox', { name: 'Value' }));
    await page.getByRole('option', { name: 'FR France' }).waitFor();
    await page.keyboard.type('liecht');
    await expectAccessible(page);
    await page.getByRole('option', { name: 'LI Liechtenstein' }).click();
    await expectFocus(button);
    await expect.poll(() => namesIn(page)).toEqual(['Shipped']);
    await page.reload();
    await expect.poll(() => namesIn(page)).toEqual(['Shipped']);
    // The filters follow the records that they go through.
    await add('Shipped too', 'shipping', 'LI');
    await expect.poll(() => namesIn(page)).toEqual(['Shipped', 'Shipped too']);
    // A reload of the panel's page starts a new mock.
  },
  ['server', 'sandbox'],
);

detail('sorts, searches, filters, and keeps all of it on reload', async (context) => {
  const { page } = await openWorkbench(context, '/records/customers');
  // The whole cell sorts, not only its text.
  await page.getByRole('columnheader', { name: 'name' }).click({ position: { x: 150, y: 4 } });
  await expect
    .poll(() => namesIn(page))
    .toEqual(['Bluepine Coworking Inc.', 'Camille Ferrand', 'Halm & Söhne GmbH', 'Ines Duarte']);
  await addFilter(page, 'type', 'is', 'company');
  await expect.poll(() => namesIn(page)).toEqual(['Bluepine Coworking Inc.', 'Halm & Söhne GmbH']);
  await page.getByLabel('Search', { exact: true }).fill('halm');
  await expect.poll(() => namesIn(page)).toEqual(['Halm & Söhne GmbH']);
  await page.reload();
  await expect.poll(() => namesIn(page)).toEqual(['Halm & Söhne GmbH']);
  expect(await page.getByRole('columnheader', { name: 'name' }).getAttribute('aria-sort')).toBe('ascending');
});

detail('filters are chips that can be changed and removed, and lead out of an empty result', async (context) => {
  const { page } = await openWorkbench(context, '/records/customers');
  const chips = page.getByRole('group', { name: 'Filters' });
  await addFilter(page, 'name', 'contains', 'SOHNE');
  await expect.poll(() => namesIn(page)).toEqual(['Halm & Söhne GmbH']);
  await chips.getByRole('button', { name: 'Change the filter name contains SOHNE' }).click();
  const value = page.getByRole('combobox', { name: 'Value' });
  await expectFocus(value);
  await value.fill('nobody');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText('No record matches').waitFor();
  await page.getByLabel('Search', { exact: true }).fill('halm');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Remove the filter', exact: true }).click();
  await expect.poll(async () => (await namesIn(page)).length).toBe(4);
  await addFilter(page, 'type', 'is', 'company');
  await addFilter(page, 'name', 'contains', 'a');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectWidth(page, 390);
  await chips.getByRole('button', { name: 'Remove the filter name contains a' }).click();
  await expect.poll(() => namesIn(page)).toEqual(['Halm & Söhne GmbH', 'Bluepine Coworking Inc.']);
});

detail('a filter takes several values, of which the records suggest each', async (context) => {
  const { page } = await openWorkbench(context, '/records/addresses');
  await addFilter(page, 'country', 'is one of', 'FR, ger');
  const form = page.getByRole('group', { name: 'Filter', exact: true });
  await form.waitFor({ state: 'detached' });
  await page.getByText('1 row', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Change the filter country is one of FR, ger' }).click();
  const value = form.getByRole('combobox', { name: 'Value' });
  await value.fill('FR, ger');
  await page.getByRole('option', { name: 'DE Germany' }).click();
  expect(await value.inputValue()).toBe('FR, DE');
  await value.press('Enter');
  const changed = page.getByRole('button', { name: 'Change the filter country is one of FR, DE' });
  await changed.waitFor();
  await expectFocus(changed);
});

detail('a filter says what it lacks, and Escape closes its form', async (context) => {
  const { page } = await openWorkbench(context, '/records/prices');
  const add = page.getByRole('button', { name: 'Add a filter' });
  await add.click();
  const field = page.getByRole('combobox', { name: 'Field' });
  await field.fill('amount');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Operator' }).selectOption('is greater than');
  const value = page.getByRole('combobox', { name: 'Value' });
  await value.press('Enter');
  await page.getByText('is required').waitFor();
  await value.fill('many');
  await page.getByText('must be a number').waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  expect(await page.getByRole('group', { name: 'Filters' }).count()).toBe(0);
});
