import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { MasterDataClient, NotFoundError } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { setupMockServer } from 'masterdata-sdk/mock/node';

const mock = createMockServer({ baseUrl: 'https://api.example.com', token: 'test', seed: demo });
const server = setupMockServer(mock);
before(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => mock.reset());
after(() => server.close());

const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: 'test' });

test('creates a customer', async () => {
  const { id } = await client.customers.create({ name: 'Acme', type: 'company' });
  assert.equal((await client.customers.get(id)).name, 'Acme');
  assert.equal(mock.journal.last('customers.create').body.name, 'Acme');
  await assert.rejects(client.contacts.get(id), NotFoundError);
});

test('starts with the seed again', async () => {
  const names = (await client.customers.list()).map(({ name }) => name);
  assert.ok(names.includes('Halm & Söhne GmbH'));
  assert.ok(!names.includes('Acme'));
});
