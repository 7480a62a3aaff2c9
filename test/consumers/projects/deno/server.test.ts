import assert from 'node:assert/strict';
import { isConnectionError, MasterDataClient } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { listen } from 'masterdata-sdk/mock/http';
import { connectMock } from 'masterdata-sdk/mock/remote';

Deno.test('serves the mock over HTTP', async () => {
  const server = await listen(createMockServer({ seed: demo }));
  const mock = await connectMock(`${server.url}/__mock/`);
  const client = new MasterDataClient({ ...mock.clientOptions, maxRetries: 0 });

  assert.equal((await client.customers.list()).length, 4);
  // With `times: 1`, it would have no effect: Deno resends a GET if the connection breaks.
  await mock.faults.add({ on: 'customers.list', fault: 'drop-connection' });
  await assert.rejects(client.customers.list(), isConnectionError);
  await client.customers.create({ name: 'Acme', type: 'company' });
  assert.equal((await mock.journal.last()).operation, 'customers.create');
  await server.close();
});
