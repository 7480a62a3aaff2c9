/** @jest-environment jest-fixed-jsdom */
const { MasterDataClient, NotFoundError } = require('masterdata-sdk');
const { createMockServer } = require('masterdata-sdk/mock');

test('shows a customer', async () => {
  const mock = createMockServer();
  const client = new MasterDataClient(mock.clientOptions);

  const { id, name } = await client.customers.create({ name: 'Acme', type: 'company' });
  document.body.textContent = name;

  expect(document.body.innerHTML).toBe('Acme');
  await expect(client.contacts.get(id)).rejects.toBeInstanceOf(NotFoundError);
});
