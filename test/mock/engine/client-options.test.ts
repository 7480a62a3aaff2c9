import { expect, test } from 'vitest';
import { createMockServer } from '../../../mocks/index.ts';
import { MasterDataClient } from '../../../src/index.ts';

test('clientOptions connect a client to the mock', async () => {
  const mock = createMockServer({ baseUrl: 'https://api.example.com/v2' });
  const client = new MasterDataClient(mock.clientOptions);
  const { id } = await client.customers.create({ name: 'Acme', type: 'company' });
  expect(mock.db.customers.get(id)?.name).toBe('Acme');
});

test('clientOptions follow the token through a restore', () => {
  const other = createMockServer({ token: 'another-token-of-24-chars' });
  const mock = createMockServer();
  mock.restore(other.snapshot());
  expect(mock.clientOptions.apiToken).toBe('another-token-of-24-chars');
});
