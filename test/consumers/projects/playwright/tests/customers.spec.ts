import { expect, test } from './fixtures.ts';

test('saves a new customer', async ({ page, mock }) => {
  await page.goto('/');
  await page.getByLabel('Name').fill('Acme');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Acme')).toBeVisible();

  await expect(mock).toHaveReceived('customers.create', { times: 1, body: { name: 'Acme' } });
});

test('shows an error if the customers cannot be loaded', async ({ page, mock }) => {
  await mock.faults.add({ on: 'customers.list', fault: 'drop-connection' });
  await page.goto('/');
  await expect(page.getByRole('alert')).toHaveText('Try again later');
});

test('shows that it is loading', async ({ page, mock }) => {
  const held = await mock.faults.hold('customers.list');
  await page.goto('/');
  await expect(page.getByText('Loading…')).toBeVisible();

  await held.release();
  await expect(page.getByText('Halm & Söhne GmbH')).toBeVisible();
});
