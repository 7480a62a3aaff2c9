import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { detail } from '../../sample.ts';
import { downloadedText, expectAccessible, holdRequests, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

story('exports rows, imports them again and undoes this', async (place, context) => {
  const { page, mock } = await openAt(place, context, '/records/discounts');
  const rows = await mock.db.discounts.list();
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const exported = await downloadedText(page, 'Export JSON');
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

detail('imports nothing if a row is bad, and says what is wrong with each row', async (context) => {
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
    [JSON.stringify(mock.snapshot()), 'the file is a snapshot of a mock. Upload it on the page Snapshots.'],
  ] as const) {
    await chooseFile(page, content);
    await page.locator('.toast.error').getByText(message).waitFor();
  }
  await chooseFile(page, '[]');
  await dialog.getByText('The file has no rows.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
});

detail('updates records that exist already, and recognizes an export of another table', async (context) => {
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

detail('imports lists by table, and cancels a running import without a trace', async (context) => {
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

test.for([
  ['CSV', 'discounts.csv'],
  ['NDJSON', 'discounts.ndjson'],
] as const)(
  'exports %s with the keyboard, and imports it into the table of its name',
  async ([format, name], context) => {
    const { page, mock } = await openWorkbench(context, '/records/discounts');
    mock.db.discounts.insert({ name: '=1+1, "ä"' });
    const rows = mock.db.discounts.list();
    await page.getByRole('row', { name: /=1\+1/ }).waitFor();
    await page.getByRole('button', { name: 'Export' }).press('Enter');
    await page.getByRole('dialog', { name: 'Export discounts' }).waitFor();
    await expectAccessible(page);
    const button = page.getByRole('button', { name: `Export ${format}`, exact: true });
    await button.focus();
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toBe(name);
    const exported = await text(await file.createReadStream());
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    if (format === 'CSV') expect(exported).toContain(`,"'=1+1, ""ä""",true,[]\r\n`);
    for (const { id } of rows) mock.db.discounts.delete(id);
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    await chooseFile(page, exported, name);
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page.getByText('Created 3 records.').waitFor();
    expect(mock.db.discounts.list()).toEqual(rows);
  },
);

detail('names the line of each bad row of a CSV file, and imports nothing', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/contacts', { seed: {} });
  const lines = ['customer_id,first_name,last_name,email', 'x,"A\nB",C,a@b.example', `${unknownId},A,B,`];
  await chooseFile(page, lines.join('\n'), 'rows.csv');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The file has 2 contacts.').waitFor();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('Nothing was imported. 2 rows of contacts are not valid:').waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
    'Line 2customer_id must be a UUID',
    'Line 4email is required',
  ]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  for (const [content, message] of [
    ['id,"name\n', 'File rows.csv: line 1, column 2: the quote of the cell is never closed'],
    [Buffer.from('id,n\xe4me\n', 'latin1'), 'File rows.csv: must be in UTF-8, or in UTF-16 with a byte'],
  ] as const) {
    await chooseFile(page, content, 'rows.csv');
    await page.locator('.toast.error').getByText(message).waitFor();
  }
  await chooseFile(page, Buffer.from('\ufeffid,role\n,billing\n', 'utf16le'), 'contacts.csv');
  await dialog.getByText('must be a JSON array like ["buyer", "signer"], received "billing"').waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([expect.stringMatching(/^Line 2role must be/)]);
  expect(await dialog.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
  expect(mock.db.contacts.size).toBe(0);
});

detail('maps the columns of a CSV file by their names, and ignores or asks for the others', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers', { seed: {} });
  const lines = ['Customer;TYPE;Id ERP;Remark', 'Acme;company;K-1;old', 'Müller;individual;K-2;'];
  await chooseFile(page, `sep=;\n${lines.join('\n')}`, 'Kunden.csv');
  const dialog = page.getByRole('dialog', { name: 'Import Kunden.csv' });
  await dialog.getByText('columns of customers are missing: name').waitFor();
  await dialog.getByText('2 columns of the file, and 2 ignored').waitFor();
  expect(await dialog.getByLabel('TYPE').inputValue()).toBe('type');
  expect(await dialog.getByLabel('Id ERP').inputValue()).toBe('id_erp');
  await dialog.getByText('For example Acme').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Customer', { exact: true }).selectOption('name');
  await dialog.getByText('The file has 2 customers.').waitFor();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await page.getByText('Created 2 records.').waitFor();
  expect(mock.db.customers.list().map(({ name, type, id_erp }) => [name, type, id_erp])).toEqual([
    ['Acme', 'company', 'K-1'],
    ['Müller', 'individual', 'K-2'],
  ]);
});

const unknownId = '10000000-0000-4000-8000-000000000001';

/** Chooses a file to import. */
async function chooseFile(page: Page, content: string | Uint8Array, name = 'rows.json'): Promise<void> {
  const file = { name, mimeType: '', buffer: Buffer.from(content) };
  await page.getByLabel('File to import').setInputFiles(file);
}
