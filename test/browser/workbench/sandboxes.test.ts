import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { copiedText, expectAccessible, openAt } from './open-workbench.ts';

detail('creates, opens and deletes a sandbox', async (context) => {
  const { page, mock } = await openAt('server', context, '/sandboxes');
  await page.getByText('No sandbox yet.').waitFor();
  await page.getByLabel('Name').fill('Not valid');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.locator('.toast.error').getByText(/name/).waitFor();
  await page.getByLabel('Name').fill('branch-7');
  await page.getByRole('button', { name: 'Create' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'branch-7' });
  await row.getByText('/sandboxes/branch-7').waitFor();
  const { baseUrl = '' } = (await mock.sandboxes.get('branch-7')) ?? {};

  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    row.getByRole('button', { name: 'Open the workbench of branch-7' }).click(),
  ]);
  await opened.getByText('Live', { exact: true }).waitFor();
  await expect.poll(() => opened.url()).toBe(`${baseUrl}/__mock/`);
  await opened.getByText(baseUrl).first().waitFor();
  expect(await opened.title()).toBe('Overview · branch-7 · Mock workbench');
  // A sandbox has no sandboxes.
  expect(await opened.getByRole('link', { name: 'Sandboxes' }).count()).toBe(0);
  expect(await opened.evaluate(() => window.opener)).toBeNull();

  const copied = await copiedText(page, row.getByRole('button', { name: 'Copy the client options of branch-7' }));
  expect(copied).toContain(`baseUrl: '${baseUrl}',`);
  await page.getByText('Copied the client options').waitFor();
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Delete branch-7' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No sandbox yet.').waitFor();
  expect(await mock.sandboxes.list()).toEqual([]);
  // Only the control token of the server tells which sandboxes exist.
  await opened.getByText('This mock needs its control token').waitFor();
});

detail('lists the sandboxes that other programs create', async (context) => {
  const { page, mock } = await openAt('server', context, '/overview');
  // The ten pages of a mock use up the digits.
  await page.keyboard.press('s');
  await page.getByText('No sandbox yet.').waitFor();
  await mock.sandboxes.create({ name: 'of-a-test' });
  await page.getByRole('listitem').filter({ hasText: 'of-a-test' }).waitFor();
});
