/** A client without a token, behind each proxy. */
import { once } from 'node:events';
import { type ClientOptions, MasterDataClient } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { type ListeningServer, listen } from 'masterdata-sdk/mock/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app as expressApp } from './express.ts';
import { app as fastifyApp } from './fastify.ts';
import { app as honoApp } from './hono.ts';

const mock = createMockServer({ seed: demo });
const server = expressApp.listen(0, '127.0.0.1');
const clients: Record<string, ClientOptions> = {
  hono: { baseUrl: 'http://app/masterdata', fetch: async (url, init) => honoApp.fetch(new Request(url, init)) },
};
let service: ListeningServer;
let ports: number[];

beforeAll(async () => {
  service = await listen(mock);
  if (!server.listening) await once(server, 'listening');
  await fastifyApp.listen({ host: '127.0.0.1', port: 0 });
  ports = [server, fastifyApp.server].map((each) => Object(each.address()).port);
  process.env.MASTERDATA_BASE_URL = service.url;
  process.env.MASTERDATA_API_TOKEN = mock.token;
  clients.express = { baseUrl: `http://127.0.0.1:${ports[0]}/masterdata` };
  clients.fastify = { baseUrl: `http://127.0.0.1:${ports[1]}/masterdata` };
});
afterAll(async () => {
  server.close();
  await fastifyApp.close();
  await service.close();
});

test.each(['hono', 'express', 'fastify'])('%s adds the token', async (name) => {
  const client = new MasterDataClient({ ...clients[name], apiToken: null });
  const { id } = await client.catalogs.create({ name: 'Spring' });
  expect((await client.catalogs.get(id)).name).toBe('Spring');
  await expect(client.contacts.get(id)).rejects.toThrow('Contact not found');
  const [customer] = await client.customers.list();
  expect(await client.addresses.list({ customer_id: customer?.id })).not.toEqual([]);
});

test.each(['hono', 'express', 'fastify'])('%s forwards no POST that a page of another site can send', async (name) => {
  const url = `${clients[name]?.baseUrl}/api/catalogs`;
  const send = (init: RequestInit) => (name === 'hono' ? honoApp.fetch(new Request(url, init)) : fetch(url, init));
  const body = JSON.stringify({ name: 'Forged' });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    expect((await send({ method: 'POST', body, headers: { 'content-type': type } })).status).toBe(415);
  }
  expect((await send({ method: 'POST', body: new Blob([body]) })).status).toBe(415);
  expect(mock.db.catalogs.find({ name: 'Forged' })).toBeUndefined();
  expect((await send({ method: 'HEAD' })).status).toBe(405);
});

test.each([
  '/masterdata/api/../../admin',
  '/masterdata/api/%2e%2e/%2e%2e/admin',
  '/masterdata/api/..%2f..%2fadmin',
  '/masterdata/api/..%255c..%255cadmin',
  '/masterdata/api/..;/..;/admin',
])('%s stays outside', async (path) => {
  const { request } = await import('node:http');
  for (const port of ports) {
    const [response] = await once(request({ port, path }).end(), 'response');
    expect(response.statusCode).toBe(404);
  }
  expect((await honoApp.fetch(new Request(`http://app${path}`))).status).toBe(404);
  expect(mock.journal.list().every(({ url }) => url.startsWith('/api/') && !url.includes('admin'))).toBe(true);
});
