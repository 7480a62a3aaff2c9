/** A client that is generated from the OpenAPI document of the control API, as Python or Go would generate one. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { describeRoutes } from '../../mocks/control-api/openapi-routes.ts';
import { createMockServer, createSandboxes, mockOperation } from '../../mocks/index.ts';
import { MasterDataClient } from '../../src/index.ts';
import { sendRaw, serve } from '../http/serve.ts';
import { listContacts } from '../mock/operations/definitions.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

type Document = ReturnType<typeof describeRoutes>;

/** A function of the client. It takes the parameters of the path, then the body or the query. */
type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** Generates the source of a class with a method for each operation that has JSON. */
function generate({ paths, components }: Document): string {
  const [scheme] = Object.values(components.securitySchemes);
  const methods = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId, parameters, requestBody, responses }]) => {
      const [[status, { content }] = ['', { content: {} }]] = Object.entries(responses);
      if (!('application/json' in content)) return [];
      const names = parameters.flatMap(({ name, in: place }) => (place === 'path' ? [name] : []));
      const target = path.replace(/\{(\w+)\}/g, `\${encodeURIComponent($1)}`);
      const url = requestBody ? `\`${target}\`` : `\`${target}?\${new URLSearchParams(input)}\``;
      const args = [`'${method.toUpperCase()}'`, url, requestBody ? 'input' : 'undefined', status].join(', ');
      return `  '${operationId}'(${[...names, 'input'].join(', ')}) { return this.send(${args}); }`;
    }),
  );
  return `export class Client {
  constructor(server, token) { this.server = server; this.token = token; }
  async send(method, path, input, status) {
    const headers = { authorization: '${scheme?.scheme} ' + this.token, 'content-type': 'application/json' };
    const response = await fetch(this.server + path, { method, headers, body: input && JSON.stringify(input) });
    const body = await response.json();
    if (response.status !== status) throw new Error(response.status + ' ' + body.error);
    return body;
  }
${methods.join('\n')}
}
`;
}

test('it controls a mock', async () => {
  const { url, controlUrl = '', controlToken, mock } = await serve({ controlToken: 'token-of-the-control-api' });
  const authorization = { authorization: `Bearer ${controlToken}` };
  const document: Document = await (await fetch(`${controlUrl}openapi.json`, { headers: authorization })).json();
  const file = join(await temporaryDirectory(), 'client.mjs');
  await writeFile(file, generate(document));
  const { Client } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const client: Readonly<Record<string, Call>> = new Client(document.servers[0]?.url, controlToken);
  const call = (name: string, ...args: readonly unknown[]) => client[name]?.(...args);

  expect(await call('state.get')).toMatchObject({ token: mock.token });
  const customer = { name: 'Zoë & Co', type: 'company' };
  const row = await call('db.insert', 'customers', customer);
  expect(row).toMatchObject(customer);
  expect(await call('db.list', 'customers', { name: customer.name })).toMatchObject({ rows: [row] });
  expect(await call('db.query', 'customers', { search: 'zoe', limit: 1 })).toMatchObject({ total: 1 });
  expect(await call('snapshots.save', 'before it', {})).toMatchObject({ name: 'before it' });

  const fault = await call('faults.add', { on: 'customers.list', status: 503 });
  const app = new MasterDataClient({ baseUrl: url, apiToken: mock.token, maxRetries: 0 });
  await expect(app.customers.list()).rejects.toThrow('503');
  expect(await call('journal.last', { operation: 'customers.list' })).toMatchObject({ fault: 'status' });
  expect(await call('faults.remove', Object(fault).id)).toEqual({ faults: [] });
  expect(await call('clock.set', { advance: 60_000 })).toMatchObject({ now: expect.any(String) });
  expect(await call('policies.set', { notFoundStatus: 410 })).toMatchObject({ notFoundStatus: 410 });

  await call('state.reset');
  expect(mock.db.customers.find({ name: customer.name })).toBeUndefined();
  await call('snapshots.restore', 'before it', {});
  expect(mock.db.customers.find({ name: customer.name })).toMatchObject(customer);
  await expect(call('db.insert', 'customers', { type: 'robot' })).rejects.toThrow(/^400 .*type/);
});

describe('the server and the paths of the document lead to the routes and to your own operations', () => {
  const operations = [mockOperation(listContacts, { response: [] })];
  const baseUrl = 'https://api.example.com/base';

  /** Reads the document at the URL before `/__mock/`, and calls a route and an operation that it describes. */
  async function follow(serverUrl: string, token: string) {
    const document: Document = await (await fetch(`${serverUrl}/__mock/openapi.json`)).json();
    const pathOf = (id: string) =>
      Object.entries(document.paths).find(([, methods]) => methods['get']?.operationId === id)?.[0] ?? '/no-path';
    const server = document.servers[0]?.url ?? '';
    const headers = { authorization: `Bearer ${token}` };
    const statuses = await Promise.all(
      ['health.get', 'contacts.list'].map(async (id) => (await fetch(server + pathOf(id), { headers })).status),
    );
    return { server, statuses };
  }

  test('of a mock with a path', async () => {
    const { controlUrl = '', mock } = await serve({}, createMockServer({ baseUrl, operations }));
    const { origin } = new URL(controlUrl);
    expect(await follow(origin, mock.token)).toEqual({ server: origin, statuses: [200, 200] });
  });

  test('of a sandbox', async () => {
    const sandboxes = createSandboxes({ baseUrl, operations });
    const { controlUrl = '' } = await serve({ sandboxes });
    const created = await fetch(`${controlUrl}sandboxes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"one"}',
    });
    const { baseUrl: url, apiToken } = await created.json();
    expect(await follow(url, apiToken)).toEqual({ server: url, statuses: [200, 200] });
  });

  test('of a server behind a proxy', async () => {
    const publicUrl = 'https://mock.example.com/tool';
    const { port, controlToken } = await serve({ publicUrl }, createMockServer({ baseUrl, operations }));
    const lines = `host: mock.example.com\r\nauthorization: Bearer ${controlToken}\r\nconnection: close`;
    const raw = await sendRaw(port, `GET /__mock/openapi.json HTTP/1.1\r\n${lines}\r\n\r\n`);
    expect(raw).toContain(`"servers":[{"url":"${publicUrl}"`);
    expect(raw).toContain('"/base/api/contacts"');
  });
});
