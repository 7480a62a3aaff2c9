import { MasterDataClient } from 'masterdata-sdk';
import { createMockServer } from 'masterdata-sdk/mock';
import { expect, test } from 'vitest';

test('lists customers', async () => {
  const mock = createMockServer();
  await new MasterDataClient(mock.clientOptions).customers.list();
  expect(mock).toHaveReceived('customers.list', { times: 1 });
});
