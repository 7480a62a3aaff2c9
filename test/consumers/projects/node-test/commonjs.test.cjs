// CommonJS: Node can require() the ES modules of MSW and of its adapters.
const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { MasterDataClient, NotFoundError } = require('masterdata-sdk');
const { createMockServer } = require('masterdata-sdk/mock');
const { mockHandlers } = require('masterdata-sdk/mock/msw');
const { setupMockServer } = require('masterdata-sdk/mock/node');

const mock = createMockServer({ baseUrl: 'https://api.example.com', token: 'test' });
const server = setupMockServer(mock);
before(() => server.listen({ onUnhandledFrame: 'error' }));
after(() => server.close());

test('creates a customer', async () => {
  const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: 'test' });
  const { id } = await client.customers.create({ name: 'Acme', type: 'company' });
  assert.equal((await client.customers.get(id)).name, 'Acme');
  await assert.rejects(client.contacts.get(id), NotFoundError);
});

test('creates handlers', () => {
  assert.ok(mockHandlers(mock).length > 0);
});
