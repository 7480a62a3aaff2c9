import { MasterDataClient } from 'masterdata-sdk';
import { expect, test } from './fixtures.ts';

for (let number = 1; number <= 8; number += 1) {
  test(`sees only its own records ${number}`, async ({ mock }, { workerIndex }) => {
    expect(mock.baseUrl).toMatch(new RegExp(`/sandboxes/worker-${workerIndex}$`));
    const client = new MasterDataClient(mock.clientOptions);
    const before = await client.customers.list();
    await mock.faults.add({ on: 'customers.create', delay: 200 });
    await client.customers.create({ name: `Customer of ${workerIndex}`, type: 'company' });
    expect(await client.customers.list()).toHaveLength(before.length + 1);
    await expect(mock).toHaveReceived('customers.list', { times: 2 });
  });
}

for (const fault of ['drop-connection', 'drop-response', 'truncate-response'] as const) {
  test(`a page sees the fault ${fault}`, async ({ page, mock }) => {
    await mock.faults.add({ on: 'customers.list', fault });
    await page.goto('/');
    await expect(page.getByRole('alert')).toHaveText('Try again later');
  });
}

test('can end while a call is held', async ({ page, mock }) => {
  await mock.faults.hold('customers.list');
  await page.goto('/');
  await expect(page.getByText('Loading…')).toBeVisible();
});

test('a failed test has its requests in the report', async ({ mock }) => {
  test.fail();
  await new MasterDataClient(mock.clientOptions).paymentTerms.list();
  await expect(mock).toHaveReceivedNothing();
});
