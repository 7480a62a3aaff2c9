import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { expectFocus } from './keyboard.ts';
import { expectAccessible, expectWidth, holdRequests, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

const editCells = (page: Page) => page.getByRole('button', { name: 'Edit cells' }).click();
const editorOf = (page: Page) => page.locator('.cell-editor');

story('edits cells with the keyboard', async (place, context) => {
  const { page, mock } = await openAt(place, context, '/records/customers');
  const grid = page.getByRole('grid', { name: 'Customers' });
  await page.getByRole('row', { name: /Halm/ }).waitFor();
  const first = async () => (await mock.db.customers.list())[0];
  await grid.focus();
  await page.keyboard.press('F2');
  const name = editorOf(page).getByRole('textbox', { name: 'name' });
  await expectFocus(name);
  await name.fill('Halm Ltd.');
  await page.keyboard.press('Enter');
  await page.getByText('Saved name of Halm & Söhne GmbH.').waitFor();
  await expectFocus(grid);
  expect(await first()).toMatchObject({ name: 'Halm Ltd.' });

  // Tab saves, and skips the id, which cannot be edited.
  await page.keyboard.press('Enter');
  await name.fill('Halm Inc.');
  await page.keyboard.press('Tab');
  const type = editorOf(page).getByRole('combobox', { name: 'type' });
  await expectFocus(type);
  await expect.poll(first).toMatchObject({ name: 'Halm Inc.' });
  await type.selectOption('individual');
  await page.keyboard.press('Shift+Tab');
  await expectFocus(name);
  await expect.poll(first).toMatchObject({ type: 'individual' });

  // An edit that is canceled changes nothing.
  await name.fill('Nobody');
  await page.keyboard.press('Escape');
  await expectFocus(grid);
  await editorOf(page).waitFor({ state: 'detached' });
  expect(await first()).toMatchObject({ name: 'Halm Inc.' });

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(first).toMatchObject({ type: 'company' });
});

detail('goes to the next row after the last column, and sets a cell to null', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/billingFrequencies');
  const grid = page.getByRole('grid');
  const [one] = mock.db.billingFrequencies.list();
  await page.getByRole('row').nth(2).waitFor();
  await editCells(page);
  await grid.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  // The last column that can be edited.
  while ((await editorOf(page).count()) === 0) {
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
  }
  const rowOf = () => grid.getAttribute('aria-activedescendant');
  expect(await rowOf()).toMatch(/-0-\d+$/);
  await page.keyboard.press('Tab');
  await expect.poll(rowOf).toMatch(/-1-\d+$/);
  await page.keyboard.press('Escape');
  expect(mock.db.billingFrequencies.list()[0]).toEqual(one);

  await page.getByRole('link', { name: /^Customers/ }).click();
  const [customer] = mock.db.customers.list();
  expect(customer?.id_crm).toBe('C-1001');
  await page.getByRole('gridcell', { name: 'C-1001' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await expect.poll(() => mock.db.customers.list()[0]?.id_crm).toBe(null);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => mock.db.customers.list()[0]).toMatchObject({ id_crm: 'C-1001' });
});

detail('shows the messages of the contract and of the mock at the cell', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/categories');
  const [one, other] = mock.db.categories.list();
  const last = mock.db.categories.list().at(-1);
  await editCells(page);
  await page.getByRole('gridcell', { name: one?.api_name ?? '', exact: true }).click();
  const editor = editorOf(page);
  const field = editor.getByRole('textbox', { name: 'api_name' });
  await field.fill(other?.api_name ?? '');
  await page.keyboard.press('Enter');
  await editor.getByText('is already used by another category').waitFor();
  await expectFocus(field);
  await expectAccessible(page);
  // A cell that is not valid stays open if the user chooses another one.
  await page.getByRole('gridcell', { name: last?.api_name ?? '', exact: true }).click();
  expect(await field.inputValue()).toBe(other?.api_name);
  await field.fill('renamed');
  await page.getByRole('gridcell', { name: last?.api_name ?? '', exact: true }).click();
  await expect.poll(() => field.inputValue()).toBe(last?.api_name);
  expect(mock.db.categories.get(one?.id ?? '')).toMatchObject({ api_name: 'renamed' });
  await editor.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: /^Prices/ }).click();
  const price = mock.db.prices.list()[0];
  await page
    .getByRole('gridcell', { name: String(price?.amount), exact: true })
    .first()
    .click();
  await editor.getByRole('textbox', { name: 'amount' }).fill('many');
  await page.keyboard.press('Enter');
  await editor.getByText('must be a number').waitFor();
  await page.keyboard.press('Escape');
  expect(mock.db.prices.list()[0]).toEqual(price);
});

detail('says that an edited row was deleted by others', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  const { id } = mock.create.customer({ name: 'Acme', type: 'company' });
  await editCells(page);
  await page.getByRole('gridcell', { name: 'Acme' }).click();
  const name = editorOf(page).getByRole('textbox', { name: 'name' });
  await name.fill('Acme Ltd.');
  mock.db.customers.delete(id);
  await editorOf(page).waitFor({ state: 'detached' });
  await page.getByRole('gridcell', { name: 'company' }).first().click();
  await page.getByText(`customers: id must be the id of a Customer, received ${id}`).waitFor();
  await page.getByRole('gridcell', { name: 'company' }).first().click();
  await editorOf(page).getByRole('combobox', { name: 'type' }).waitFor();
  expect(mock.db.customers.get(id)).toBe(undefined);
});

detail('edits a list in its cell', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  await editCells(page);
  await page.getByRole('gridcell', { name: '1 entry' }).first().click();
  const editor = editorOf(page);
  await editor.getByRole('textbox', { name: 'tax', exact: true }).fill('gb_vat');
  await page.keyboard.press('Tab');
  await expectFocus(editor.getByRole('textbox', { name: 'tax_value' }));
  await expectAccessible(page);
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => mock.db.customers.list()[0]?.tax_ids).toMatchObject([{ tax: 'gb_vat' }]);
});

detail('edits one column of the selected rows, or of none', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/categories');
  const before = mock.db.categories.list();
  await editCells(page);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.getByText('2 rows selected').waitFor();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 2 rows of categories' });
  await dialog.getByLabel('Column').selectOption('api_name');
  await dialog.getByRole('textbox', { name: 'api_name' }).fill('same');
  await dialog.getByRole('button', { name: 'Change 2 rows' }).click();
  await dialog.getByText('No row was changed:').waitFor();
  await dialog.getByText(`${before[0]?.name}: api_name is already used by another category`).waitFor();
  await expectAccessible(page);
  expect(mock.db.categories.list()).toEqual(before);
  await dialog.getByLabel('Column').selectOption('description');
  await dialog.getByRole('textbox', { name: 'description' }).fill('Sold out');
  await dialog.getByRole('button', { name: 'Change 2 rows' }).click();
  await page.getByText('Set description of 2 rows.').waitFor();
  const texts = () => mock.db.categories.list().map(({ description }) => description);
  const others = before.slice(2).map(({ description }) => description);
  expect(texts()).toEqual(['Sold out', 'Sold out', ...others]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => mock.db.categories.list()).toEqual(before);

  // Select all takes the rows of the search, also before the grid has them.
  const held = await holdRequests(page, '**/db/categories/query', 'POST');
  const searched = page.waitForRequest('**/db/categories/query');
  await page.getByLabel('Search', { exact: true }).fill(before[0]?.name ?? '');
  await searched;
  await page.getByRole('button', { name: 'Select all' }).click();
  held.release();
  await page.getByText(/^\d rows? selected$/).waitFor();
  expect(await page.getByRole('checkbox', { name: `Select ${before[0]?.name}`, exact: true }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('Choose a cell to edit it.').waitFor();

  // A row that somebody else deletes is no longer selected.
  await page.getByLabel('Search', { exact: true }).fill('');
  const row = mock.create.category();
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByText(`${before.length + 1} rows selected`).waitFor();
  mock.db.categories.delete(row.id);
  await page.getByText(`${before.length} rows selected`).waitFor();
});

detail('edits a cell with a finger on a phone', async (context) => {
  const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
  const { page, mock } = await openWorkbench(context, '/records/customers', {}, phone);
  await page.getByRole('button', { name: 'Edit cells' }).tap();
  await page.getByRole('gridcell', { name: 'company' }).first().tap();
  const type = editorOf(page).getByRole('combobox', { name: 'type' });
  await type.selectOption('individual');
  await expectWidth(page, 390);
  await editorOf(page).getByRole('button', { name: 'Save' }).tap();
  await expect.poll(() => mock.db.customers.list()[0]?.type).toBe('individual');
  await page.getByRole('checkbox', { name: /^Select Camille/ }).tap();
  await page.getByText('1 row selected').waitFor();
});
