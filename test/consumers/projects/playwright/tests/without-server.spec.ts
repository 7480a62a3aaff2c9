import { expect, test } from './fixtures-without-server.ts';

test('lists the customers', async ({ page, mock }) => {
  mock.create.customer({ name: 'Acme' });
  await page.goto('/');
  await expect(page.getByText('Acme')).toBeVisible();

  expect(mock).toHaveReceived('customers.list', { times: 1, status: 200 });
});
