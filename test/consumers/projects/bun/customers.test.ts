import { expect, spyOn, test } from 'bun:test';
import { MasterDataClient } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { type MockMatchers, matchers } from 'masterdata-sdk/mock/matchers';

declare module 'bun:test' {
  interface Matchers<T> extends MockMatchers<void, T> {}
}
expect.extend(matchers);

test('creates a customer', async () => {
  const mock = createMockServer();
  const client = new MasterDataClient(mock.clientOptions);

  await client.customers.create({ name: 'Acme', type: 'company' });

  expect(mock).toHaveReceived('customers.create', { times: 1, body: { name: 'Acme' } });
});

test('intercepts the global fetch', async () => {
  const mock = createMockServer({ baseUrl: 'https://api.example.com', token: 'test', seed: demo });
  using _ = spyOn(globalThis, 'fetch').mockImplementation(mock.fetch as typeof fetch);

  const response = await fetch('https://api.example.com/api/customers', { headers: { authorization: 'Bearer test' } });

  expect(response.status).toBe(200);
});
