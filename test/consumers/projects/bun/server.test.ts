import { expect, test } from 'bun:test';
import { MasterDataClient } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { listen } from 'masterdata-sdk/mock/http';
import { matchers } from 'masterdata-sdk/mock/matchers';
import { connectMock } from 'masterdata-sdk/mock/remote';

expect.extend(matchers);

test('serves the mock over HTTP', async () => {
  const server = await listen(createMockServer({ seed: demo }));
  const mock = await connectMock(`${server.url}/__mock/`);
  const client = new MasterDataClient({ ...mock.clientOptions, maxRetries: 0 });

  expect(await client.customers.list()).toHaveLength(4);
  await mock.faults.add({ on: 'customers.list', fault: 'drop-connection' });
  expect(await client.customers.list().result()).toMatchObject({ ok: false, error: { name: 'ConnectionError' } });
  await client.customers.create({ name: 'Acme', type: 'company' });
  expect((await mock.journal.last()).operation).toBe('customers.create');
  await server.close();
});

test('Bun resends a GET if the connection breaks, but not a POST', async () => {
  const mock = createMockServer();
  const server = await listen(mock);
  const client = new MasterDataClient({ baseUrl: server.url, apiToken: mock.token, maxRetries: 0 });
  await client.paymentTerms.list();

  mock.faults.add({ on: 'customers.*', times: 1, fault: 'drop-connection' });
  await client.customers.list();
  expect(mock).toHaveReceived('customers.list', { times: 2 });

  mock.faults.add({ on: 'customers.*', times: 1, fault: 'drop-response' });
  const outcome = await client.customers.create({ name: 'Acme', type: 'company' }).result();
  expect(outcome.ok).toBe(false);
  expect(mock).toHaveReceived('customers.create', { times: 1 });
  await server.close();
});
