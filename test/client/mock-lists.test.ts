/** Lists of a mock that divides them into pages. */
import { expect, test } from 'vitest';
import { createMockServer, type MockServerOptions } from '../../mocks/index.ts';
import { findByExternalId, MasterDataClient } from '../../src/index.ts';

function connect(options: MockServerOptions = {}) {
  const mock = createMockServer({ policies: { pagination: 'link:3' }, ...options });
  const warnings: string[] = [];
  const logger = { debug() {}, info() {}, warn: (message: string) => warnings.push(message), error() {} };
  const client = new MasterDataClient({ ...mock.clientOptions, logger });
  return { mock, client, warnings };
}

async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

test.each([0, 1, 3, 4, 7])('iterating reads all of %d records, in pages of 3', async (count) => {
  const { mock, client, warnings } = connect();
  const ids = Array.from({ length: count }, () => mock.create.customer().id);
  expect((await collect(client.customers.list())).map(({ id }) => id)).toEqual(ids);
  expect(mock.journal.list()).toHaveLength(Math.max(1, Math.ceil(count / 3)));
  expect(warnings).toEqual([]);
});

test('iterating keeps the filter, below a base path', async () => {
  const { mock, client } = connect({ baseUrl: 'https://api.example.com/base' });
  const [own, other] = [mock.create.customer(), mock.create.customer()];
  for (const { id } of [own, other, own, other, own, own, own]) mock.create.address({ customer_id: id });
  const addresses = await collect(client.addresses.list({ customer_id: own.id }));
  expect(addresses).toHaveLength(5);
  expect(addresses.every(({ customer_id }) => customer_id === own.id)).toBe(true);
  expect(mock.journal.last().url).toBe(`/api/addresses?customer_id=${own.id}&page=2`);
});

test('awaiting an incomplete list returns its first page and warns; a complete one does not', async () => {
  const { mock, client, warnings } = connect();
  for (let count = 0; count < 3; count += 1) mock.create.customer();
  expect(await client.customers.list()).toHaveLength(3);
  expect(warnings).toEqual([]);
  mock.create.customer();
  expect(await client.customers.list()).toHaveLength(3);
  expect(warnings).toEqual([expect.stringContaining('customers.list')]);
});

test('findByExternalId finds a record on the last page', async () => {
  const { mock, client } = connect();
  for (let count = 0; count < 8; count += 1) mock.create.customer({ id_erp: `E-${count}` });
  expect(await findByExternalId(client.customers.list(), { id_erp: 'E-7' })).toMatchObject({ id_erp: 'E-7' });
});

test('a page that fails is retried, and the records before it are not repeated', async () => {
  const { mock, client } = connect();
  const ids = Array.from({ length: 7 }, () => mock.create.customer().id);
  mock.faults.add({ on: 'customers.list', after: 1, times: 1, status: 503, headers: { 'retry-after': '0' } });
  expect((await collect(client.customers.list())).map(({ id }) => id)).toEqual(ids);
  expect(mock.journal.list()).toHaveLength(4);
});

test('a rejected page ends the iteration with its error', async () => {
  const { mock, client } = connect();
  for (let count = 0; count < 4; count += 1) mock.create.customer();
  const seen: string[] = [];
  const iterate = async () => {
    for await (const { id } of client.customers.list()) {
      seen.push(id);
      if (seen.length === 3) mock.tokens.revoke(mock.token);
    }
  };
  await expect(iterate()).rejects.toMatchObject({ name: 'AuthenticationError' });
  expect(seen).toHaveLength(3);
});
