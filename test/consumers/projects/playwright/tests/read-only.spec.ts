import { expect, test } from './fixtures.ts';

test.use({ tokenPermissions: ['*:read'] });

test('a user who can only read saves no customer', async ({ page, mock }) => {
  await page.goto('/');
  await page.getByLabel('Name').fill('Acme');
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(mock).toHaveReceived('customers.create', { times: 1, status: 403 });
  await expect(mock).toHaveReceived('customers.list', { times: 2 }); // the page loads the list again
  await expect(page.getByRole('listitem').filter({ hasText: 'Acme' })).toBeHidden();
});
