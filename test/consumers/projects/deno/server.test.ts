import assert from 'node:assert/strict';
import { isConnectionError, MasterDataClient } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { listen } from 'masterdata-sdk/mock/http';
import { assertReceived } from 'masterdata-sdk/mock/matchers';
import { connectMock } from 'masterdata-sdk/mock/remote';

Deno.test('serves the mock over HTTP', async () => {
  const server = await listen(createMockServer({ seed: demo }));
  const mock = await connectMock(`${server.url}/__mock/`);
  const client = new MasterDataClient({ ...mock.clientOptions, maxRetries: 0 });

  assert.equal((await client.customers.list()).length, 4);
  await mock.faults.add({ on: 'customers.list', fault: 'drop-connection' });
  await assert.rejects(client.customers.list(), isConnectionError);
  await client.customers.create({ name: 'Acme', type: 'company' });
  assert.equal((await mock.journal.last()).operation, 'customers.create');
  await server.close();
});

Deno.test('Deno resends a GET and a POST if the connection breaks', async () => {
  const mock = createMockServer();
  const server = await listen(mock);
  const client = new MasterDataClient({ baseUrl: server.url, apiToken: mock.token, maxRetries: 0 });
  await client.paymentTerms.list();

  mock.faults.add({ on: 'customers.*', times: 1, fault: 'drop-connection' });
  await client.customers.list();
  assertReceived(mock, 'customers.list', { times: 2 });

  mock.faults.add({ on: 'customers.*', times: 1, fault: 'drop-response' });
  await client.customers.create({ name: 'Acme', type: 'company' });
  assertReceived(mock, 'customers.create', { times: 2 });
  await server.close();
});
