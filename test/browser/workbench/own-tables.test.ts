import { expect, onTestFinished, type TestContext } from 'vitest';
import * as z from 'zod';
import { listen } from '../../../mocks/http.ts';
import { createMockServer, defineTable, demo, type MockServer } from '../../../mocks/index.ts';
import { detail } from '../../sample.ts';
import { openBrowser } from '../site.ts';
import { downloadedText, expectAccessible, openControlPage } from './open-workbench.ts';

const notes = defineTable({
  name: 'notes',
  row: z.object({
    text: z.string().min(3),
    customer_id: z.uuid(),
    stars: z.int().nullable().default(null),
    kind: z.enum(['call', 'visit']).optional(),
  }),
  references: { customer_id: 'customers' },
});

/** A table whose library has no JSON Schema. */
const tags = defineTable({
  name: 'tags',
  row: {
    '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
  },
});

async function open(context: TestContext, path: string) {
  const mock = createMockServer({ seed: demo, tables: [notes, tags] });
  return { mock, page: await openFor(mock, context, path) };
}

async function openFor(mock: MockServer, context: TestContext, path: string) {
  const server = await listen(mock, { port: 0 });
  onTestFinished(() => server.close());
  const page = await (await openBrowser(context)).newPage();
  const { controlUrl = '', controlToken } = server;
  await openControlPage(page, { controlUrl, controlToken }, path);
  return page;
}

detail('lists, creates, edits and exports the records of one of your own tables', async (context) => {
  const { mock, page } = await open(context, '/records/notes');
  const [customer] = mock.db.customers.list();
  await page.getByText('This table is empty').waitFor();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create note' });
  // An empty form shows no errors.
  expect(await dialog.locator('.field.invalid').count()).toBe(0);
  await dialog.getByLabel('text required').fill('Call back');
  await dialog.getByLabel('customer_id required').fill(customer?.id ?? '');
  await dialog.getByLabel('kind').selectOption('visit');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Created 1 record in notes.').waitFor();
  const note = mock.db.notes.list()[0];
  expect(note).toMatchObject({ text: 'Call back', customer_id: customer?.id, stars: null, kind: 'visit' });

  // The form of the record, and the messages of the schema.
  await page.getByRole('textbox', { name: 'stars' }).fill('5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => mock.db.notes.get(note?.id ?? '')?.stars).toBe(5);
  await page.keyboard.press('Escape');
  await page.getByRole('gridcell', { name: 'Call back' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('F2');
  await page.getByRole('group', { name: 'Edit text' }).getByRole('textbox').fill('No');
  await page.keyboard.press('Enter');
  await page
    .getByRole('group', { name: 'Edit text' })
    .getByText(/at least 3|>=3/)
    .waitFor();
  await page.getByRole('group', { name: 'Edit text' }).getByRole('textbox').fill('No call');
  await page.keyboard.press('Enter');
  await page.getByText('Saved text of').first().waitFor();
  await page.getByRole('button', { name: 'Edit cells' }).click();

  await page.getByRole('button', { name: 'Export' }).click();
  expect(await downloadedText(page, 'Export CSV')).toContain('No call');
  await page.getByPlaceholder('Search  /').fill('nothing like it');
  await page.getByText('No record matches').waitFor();
  await page.getByPlaceholder('Search  /').fill('no call');
  await page.getByRole('link', { name: customer?.name ?? '' }).click();
  await page.getByRole('tab', { name: 'Links' }).click();
  await page.getByRole('link', { name: '1 row of notes' }).click();
  await page.getByRole('row', { name: /No call/ }).waitFor();
  await expectAccessible(page);
});

detail('edits the records of a table without a JSON Schema as JSON', async (context) => {
  const { mock, page } = await open(context, '/records/tags');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create tag' });
  await dialog.getByLabel('Fields as JSON').fill('{');
  await dialog.getByText('must be a JSON object').waitFor();
  await dialog.getByLabel('Fields as JSON').fill('{"label": "new"}');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create' }).click();
  const json = page.getByRole('textbox', { name: 'Record as JSON' });
  await expect.poll(async () => JSON.parse(await json.inputValue())).toMatchObject({ label: 'new' });
  await json.fill((await json.inputValue()).replace('"new"', '"newer"'));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => mock.db.tags.list()).toMatchObject([{ label: 'newer' }]);
  await page.keyboard.press('Escape');
  await page.getByRole('gridcell', { name: 'newer' }).waitFor();
});

detail('shows, creates and edits columns with the name of a property that every object has', async (context) => {
  const races = defineTable({ name: 'races', row: z.object({ title: z.string(), constructor: z.string() }) });
  const mock = createMockServer({ seed: demo, tables: [races, tags] });
  const page = await openFor(mock, context, '/records/races');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create race' });
  const winner = dialog.getByRole('textbox', { name: 'constructor' });
  expect(await winner.inputValue()).toBe('');
  await winner.fill('McLaren');
  await dialog.getByLabel('title required').fill('Monaco');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('gridcell', { name: 'McLaren' }).waitFor();
  expect((await page.getByRole('columnheader', { name: 'constructor' }).boundingBox())?.width).toBe(160);

  // The columns of a table without a known schema come from its rows.
  for (const tag of [{ constructor: 'Williams' }, { label: 'new' }]) mock.db.tags.insert(tag as object);
  await page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: 'Tags' }).click();
  await page.getByRole('gridcell', { name: 'Williams' }).waitFor();
  expect(await page.getByRole('gridcell', { name: 'Object' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await page.getByRole('combobox', { name: 'Field' }).fill('constructor');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Value' }).fill('Ferrari');
  await page.keyboard.press('Enter');
  await page.getByText('No record matches').waitFor();
});
