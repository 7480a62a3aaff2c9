/** A suite on Vitest, as a user would write it; run by `recipes.test.ts`. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMockServer, demo } from '../../mocks/index.ts';
import { setupMockServer } from '../../mocks/node.ts';
import { MasterDataClient } from '../../src/index.ts';

const mock = createMockServer({ seed: demo });
const server = setupMockServer(mock);
beforeAll(() => server.listen());
afterEach(() => mock.reset());
afterAll(() => server.close());

const client = new MasterDataClient({ baseUrl: mock.baseUrl, apiToken: mock.token });

test('creates a customer', async () => {
  const { id } = await client.customers.create({ name: 'Acme', type: 'company' });
  expect(await client.customers.get(id)).toMatchObject({ name: 'Acme' });
  expect(mock.journal.last('customers.create').body.name).toBe('Acme');
});

test('begins with the seed again', async () => {
  const customers = await client.customers.list();
  expect(customers.length).toBeGreaterThan(0);
  expect(customers.map(({ name }) => name)).not.toContain('Acme');
  expect(mock.journal.size).toBe(1);
});
