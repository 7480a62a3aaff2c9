/** A client without a token, behind each proxy. */
import { once } from 'node:events';
import { MasterDataClient } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { listen } from 'masterdata-sdk/mock/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app as expressApp } from './express.js';
import { app as honoApp } from './hono.js';

const mock = createMockServer({ seed: demo });
const closing = [];
const clients = {};

beforeAll(async () => {
  const service = await listen(mock);
  const server = expressApp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(service, server);
  process.env.MASTERDATA_BASE_URL = service.url;
  process.env.MASTERDATA_API_TOKEN = mock.token;
  clients.express = { baseUrl: `http://127.0.0.1:${server.address().port}/masterdata` };
  clients.hono = { baseUrl: 'http://app/masterdata', fetch: (url, init) => honoApp.fetch(new Request(url, init)) };
});
afterAll(() => Promise.all(closing.map((server) => server.close())));

test.each(['hono', 'express'])('%s adds the token', async (name) => {
  const client = new MasterDataClient({ ...clients[name], apiToken: null });
  const { id } = await client.catalogs.create({ name: 'Spring' });
  expect((await client.catalogs.get(id)).name).toBe('Spring');
  await expect(client.contacts.get(id)).rejects.toThrow('Contact not found');
  const [customer] = await client.customers.list();
  expect(await client.addresses.list({ customer_id: customer.id })).not.toEqual([]);
});

test.each(['/masterdata/api/../../admin', '/masterdata/api/%2e%2e/%2e%2e/admin'])('%s stays outside', async (path) => {
  const { request } = await import('node:http');
  const { port } = new URL(clients.express.baseUrl);
  const [response] = await once(request({ port, path }).end(), 'response');
  expect(response.statusCode).toBe(404);
  expect((await honoApp.fetch(new Request(`http://app${path}`))).status).toBe(404);
  expect(mock.journal.list().every(({ url }) => url.startsWith('/api/'))).toBe(true);
});
