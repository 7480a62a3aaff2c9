const { MasterDataClient, NotFoundError } = require('masterdata-sdk');
const { createMockServer, demo } = require('masterdata-sdk/mock');
const { generate } = require('masterdata-sdk/mock/generate');
const { customerSchema } = require('masterdata-sdk/schemas');

test('creates a customer', async () => {
  const mock = createMockServer({ seed: demo });
  const client = new MasterDataClient(mock.clientOptions);

  const { id } = await client.customers.create({ name: 'Acme', type: 'company' });

  expect(mock.db.customers.get(id)).toMatchObject({ name: 'Acme' });
  expect(mock).toHaveReceived('customers.create', { times: 1, body: { name: expect.stringMatching(/^A/) } });
  expect(customerSchema.safeParse(await client.customers.get(id)).success).toBe(true);
  await expect(client.contacts.get(id)).rejects.toBeInstanceOf(NotFoundError);
});

test('validates requests and responses, and logs', async () => {
  const mock = createMockServer({ seed: generate({ customers: 3 }) });
  const logger = { debug: jest.fn(), info: jest.fn(), warn: jest.fn(), error: jest.fn() };
  const client = new MasterDataClient({
    ...mock.clientOptions,
    logger,
    logLevel: 'debug',
    validation: { requests: 'throw', responses: 'throw' },
  });

  expect(await client.customers.list()).toHaveLength(3);
  await expect(client.customers.create({ name: 'Acme', type: 'person' })).rejects.toThrow('type');
  expect(logger.debug).toHaveBeenCalled();
});

test('works under fake timers', async () => {
  jest.useFakeTimers({ now: new Date('2026-03-02T12:00:00Z') });
  const mock = createMockServer();
  const client = new MasterDataClient(mock.clientOptions);

  const { created_at } = await client.catalogs.create({ name: 'Spring' });

  expect(created_at).toBe('2026-03-02T12:00:00.000Z');
  jest.useRealTimers();
});
