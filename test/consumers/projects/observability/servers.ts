// Sends a request to a server with Express and to one with Fastify, which both call the service.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { fastify } from 'fastify';
import { MasterDataClient } from 'masterdata-sdk';
import { tracing } from './tracing.ts';

const client = new MasterDataClient({ hooks: tracing });

const app = express();
app.get('/express', async (_, response) => {
  response.json(await client.customers.list());
});
const listening = app.listen(0, '127.0.0.1');
await once(listening, 'listening');
await fetch(`http://127.0.0.1:${(listening.address() as AddressInfo).port}/express`);
listening.close();

const server = fastify();
server.get('/fastify', () => client.customers.list());
await fetch(`${await server.listen({ port: 0, host: '127.0.0.1' })}/fastify`);
await server.close();
