import { expect, test } from 'bun:test';
import { MasterDataClient } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { listen } from 'masterdata-sdk/mock/http';
import { connectMock } from 'masterdata-sdk/mock/remote';

test('serves the mock over HTTP', async () => {
  const server = await listen(createMockServer({ seed: demo }));
  const mock = await connectMock(`${server.url}/__mock/`);
  const client = new MasterDataClient({ ...mock.clientOptions, maxRetries: 0 });

  expect(await client.customers.list()).toHaveLength(4);
  // With `times: 1`, it would have no effect: Bun resends a GET if the connection breaks.
  await mock.faults.add({ on: 'customers.list', fault: 'drop-connection' });
  expect(await client.customers.list().result()).toMatchObject({ ok: false, error: { name: 'ConnectionError' } });
  await client.customers.create({ name: 'Acme', type: 'company' });
  expect((await mock.journal.last()).operation).toBe('customers.create');
  await server.close();
});
