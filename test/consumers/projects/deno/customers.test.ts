import assert from 'node:assert/strict';
import { MasterDataClient } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { assertReceived } from 'masterdata-sdk/mock/matchers';

Deno.test('creates a customer', async () => {
  const mock = createMockServer();
  const client = new MasterDataClient(mock.clientOptions);

  await client.customers.create({ name: 'Acme', type: 'company' });

  assertReceived(mock, 'customers.create', { times: 1, body: { name: 'Acme' } });
});

Deno.test('replaces the global fetch', async () => {
  const mock = createMockServer({ baseUrl: 'https://api.example.com', token: 'test', seed: demo });
  const { fetch: original } = globalThis;
  globalThis.fetch = mock.fetch;
  try {
    const response = await fetch('https://api.example.com/api/customers', {
      headers: { authorization: 'Bearer test' },
    });
    assert.equal(response.status, 200);
  } finally {
    globalThis.fetch = original;
  }
});
