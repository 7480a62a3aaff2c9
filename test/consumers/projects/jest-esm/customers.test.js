import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { MasterDataClient, NotFoundError } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { setupMockServer } from 'masterdata-sdk/mock/node';
import { HttpResponse, http } from 'msw';

const mock = createMockServer({ baseUrl: 'https://api.example.com', token: 'test', seed: demo });
const server = setupMockServer(mock);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => mock.reset());
afterAll(() => server.close());

const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: 'test' });

test('creates a customer', async () => {
  const { id } = await client.customers.create({ name: 'Acme', type: 'company' });
  expect((await client.customers.get(id)).name).toBe('Acme');
  expect(mock).toHaveReceived('customers.create', { times: 1, body: { name: expect.stringMatching(/^A/) } });
  await expect(client.contacts.get(id)).rejects.toBeInstanceOf(NotFoundError);
});

test('starts with the seed again', async () => {
  const customers = await client.customers.list();
  expect(customers.map(({ name }) => name)).toContain('Halm & Söhne GmbH');
  expect(customers.map(({ name }) => name)).not.toContain('Acme');
});

test('overrides a response', async () => {
  const noRecords = { success: true, data: [] };
  server.use(http.get('https://api.example.com/api/payment-terms', () => HttpResponse.json(noRecords)));
  expect(await client.paymentTerms.list()).toEqual([]);
  server.resetHandlers();
  expect(await client.paymentTerms.list()).not.toEqual([]);
});

test('lets no request reach the network', async () => {
  await expect(fetch('http://127.0.0.1:9/elsewhere')).rejects.toThrow();
});
