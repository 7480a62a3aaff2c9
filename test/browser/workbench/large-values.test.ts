/** A text of two megabytes. The tests count what the page lays out, because time depends on the machine. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { copiedText, downloadedText, expectAccessible, openWorkbench } from './open-workbench.ts';

const long = 'word and '.repeat(222_222);

/** Returns the number of characters that the page lays out, in text and in fields. */
function laidOut(page: Page): Promise<number> {
  return page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
    const inFields = [...fields].reduce((sum, { value }) => sum + value.length, 0);
    return (document.body.textContent ?? '').length + inFields;
  });
}

detail('shows the beginning of a large text in the form and as JSON, and keeps the whole text', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  const { id } = mock.create.customer({ name: long, id_erp: '1' });
  await goTo(page, `/records/customers/${id}`);
  await page.getByText('The beginning of 1,999,998 characters.').waitFor();
  expect(await laidOut(page)).toBeLessThan(50_000);
  await expectAccessible(page);
  expect(await copiedText(page, page.getByRole('button', { name: 'Copy all' }))).toBe(long);
  await page.getByRole('textbox', { name: 'id_erp' }).fill('2');
  const patch = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await patch).postDataJSON()).toEqual({ ids: [id], fields: { id_erp: '2' } });
  await page.getByText('Saved 1 field.').waitFor();
  expect(mock.db.customers.get(id)).toMatchObject({ name: long, id_erp: '2' });

  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.getByText(/The beginning of 2,000,\d{3} characters\./).waitFor();
  expect(await laidOut(page)).toBeLessThan(50_000);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const json = page.getByLabel('Record as JSON');
  await json.fill((await json.inputValue()).replace('word and', 'text and'));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => mock.db.customers.get(id)?.name.slice(0, 18)).toBe('text and word and ');
  expect(mock.db.customers.get(id)?.name).toHaveLength(long.length);

  await goTo(page, '/records/customers');
  await page.getByRole('button', { name: 'Export' }).click();
  const exported = JSON.parse(await downloadedText(page, 'Export JSON'));
  expect(exported).toEqual(mock.db.customers.list());
});

detail('shows and compares large responses in parts', async (context) => {
  const { page, mock, client } = await openWorkbench(context, '/requests');
  const { id } = mock.create.customer({ name: long });
  await client.customers.get(id);
  mock.db.customers.update(id, { name: long.replace('word and word', 'word and text') });
  await client.customers.get(id);
  const requests = page.getByRole('row', { name: /customers\.get/ });
  await requests.nth(1).waitFor();
  await requests.first().click();
  await page.getByRole('tab', { name: 'Response' }).click();
  await page.getByText(/The first 20,000 of 2,000,\d{3} characters\./).waitFor();
  expect(await laidOut(page)).toBeLessThan(60_000);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText(/The first 80,000 of/).waitFor();
  await page.getByRole('button', { name: /^Compare/ }).click();
  const differences = page.getByRole('group', { name: 'Differences of the response' });
  await differences.getByText(/^− .*"word and word and /).waitFor();
  await differences.getByText(/^\+ .*"word and text and /).waitFor();
  expect(await laidOut(page)).toBeLessThan(50_000);
});

/** Opens a page of the workbench. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#${path}`);
}
