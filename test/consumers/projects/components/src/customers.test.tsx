import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Customers } from './customers';
import { mock } from './mock';

test('lists the customers', async () => {
  mock.create.customer({ name: 'Acme' });
  const screen = await render(<Customers />);
  await expect.element(screen.getByText('Acme')).toBeVisible();
  expect(mock).toHaveReceived('customers.list', { times: 1 });
});

test('shows an error', async () => {
  mock.faults.add({ on: 'customers.list', status: 403 });
  const screen = await render(<Customers />);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Try again later');
});
