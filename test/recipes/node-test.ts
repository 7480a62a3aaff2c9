/** A suite on node:test, as a user would write it; run by `recipes.test.ts`. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createMockServer, demo } from '../../mocks/index.ts';
import { setupMockServer } from '../../mocks/node.ts';
import { MasterDataClient } from '../../src/index.ts';

const mock = createMockServer({ seed: demo });
const server = setupMockServer(mock);
before(() => server.listen());
afterEach(() => mock.reset());
after(() => server.close());

const client = new MasterDataClient({ baseUrl: mock.baseUrl, apiToken: mock.token });

test('creates a customer', async () => {
  const { id } = await client.customers.create({ name: 'Acme', type: 'company' });
  assert.equal((await client.customers.get(id)).name, 'Acme');
  assert.equal(mock.journal.last('customers.create').body.name, 'Acme');
});

test('begins with the seed again', async () => {
  const customers = await client.customers.list();
  assert.ok(customers.length > 0);
  assert.ok(!customers.some(({ name }) => name === 'Acme'));
  assert.equal(mock.journal.size, 1);
});
