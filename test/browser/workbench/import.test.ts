import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { downloadedText, expectAccessible, holdRequests, openAt, openWorkbench, places } from './open-workbench.ts';

test.for(places())('exports rows, imports them again and undoes this: %s', async (place, context) => {
  const { page, mock } = await openAt(place, context, '/records/discounts');
  const rows = await mock.db.discounts.list();
  await page.getByRole('row').nth(1).waitFor();
  const exported = await downloadedText(page, 'Export as JSON');
  expect(JSON.parse(exported)).toEqual(rows);
  for (const { id } of rows) await mock.db.discounts.delete(id);
  await chooseFile(page, exported);
  const dialog = page.getByRole('dialog', { name: 'Import rows.json' });
  await dialog.getByText('The file has 2 rows.').waitFor();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await page.getByText('Created 2 records.').waitFor();
  expect(await mock.db.discounts.list()).toEqual(rows);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undid the import.').waitFor();
  expect(await mock.db.discounts.size).toBe(0);
  await page.getByText('This table is empty').waitFor();
});

test('imports nothing if a row is bad, and says what is wrong with each row', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  const before = mock.db.customers.list();
  const [halm] = before;
  const bad = [
    { name: 'A', type: 'company' },
    { name: 7, type: 'company' },
    { ...halm, workspace_id: halm?.id },
  ];
  await chooseFile(page, JSON.stringify(bad));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('Nothing was imported. 2 rows of customers are not valid:').waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
    'Row 2name must be a string, received number',
    'Row 3workspace_id cannot be changed',
  ]);
  await expectAccessible(page);
  expect(mock.db.customers.list()).toEqual(before);
  await dialog.getByLabel('Records that exist already').selectOption('Keep them as they are');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('Nothing was imported. 1 row of customers is not valid:').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  for (const [content, message] of [
    ['[', 'File rows.json: must be JSON. Unexpected end of JSON input.'],
    ['7', 'Import: the file must be a list of rows'],
    [JSON.stringify(mock.snapshot()), 'the file has the state of a mock. Upload it on the page States.'],
  ] as const) {
    await chooseFile(page, content);
    await page.locator('.toast.error').getByText(message).waitFor();
  }
  await chooseFile(page, '[]');
  await dialog.getByText('The file has no rows.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
});

test('updates records that exist already, and recognizes an export of another table', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  const [tax, ...others] = mock.db.taxes.list();
  await chooseFile(page, JSON.stringify([{ ...tax, name: 'Renamed' }, ...others]));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The rows have the columns of taxes, not of customers.').waitFor();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await page.getByText(`Created 0 records, updated 1 record, left ${others.length} record`).waitFor();
  expect(mock.db.taxes.get(tax?.id ?? '')).toMatchObject({ name: 'Renamed' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => mock.db.taxes.get(tax?.id ?? '')).toEqual(tax);
});

test('imports lists by table, and cancels a running import without a trace', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers', { seed: {} });
  const before = mock.snapshot().toJSON().tables;
  const customers = Array.from({ length: 5_000 }, (_, index) => ({
    id: `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `Customer ${index}`,
    type: 'company',
  }));
  const contacts = customers.map(({ id }) => ({
    customer_id: id,
    first_name: 'A',
    last_name: 'B',
    email: 'a@b.example',
  }));
  await chooseFile(page, JSON.stringify({ contacts, customers }));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The file has 5,000 contacts, 5,000 customers.').waitFor();
  const { release } = await holdRequests(page, '**/__mock/import', 'POST');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('Importing 10,000 rows …').waitFor();
  await dialog.getByRole('progressbar').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByText('Cancelling …').waitFor();
  release();
  await page.getByText('Cancelled the import. Nothing has changed.').waitFor();
  expect(mock.snapshot().toJSON().tables).toEqual(before);
  await chooseFile(page, JSON.stringify({ contacts, customers }));
  await dialog.getByRole('button', { name: 'Import' }).click();
  await page.getByText('Created 10,000 records.').waitFor();
  await page.getByRole('row', { name: /Customer 0 / }).waitFor();
});

/** Chooses a file to import. */
async function chooseFile(page: Page, content: string): Promise<void> {
  const file = { name: 'rows.json', mimeType: 'application/json', buffer: Buffer.from(content) };
  await page.getByLabel('File to import').setInputFiles(file);
}
