import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Metafile } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../mocks/adapters/http/listen.ts';
import type { ListenOptions } from '../../mocks/http.ts';
import { createMockServer, createSandboxes, demo } from '../../mocks/index.ts';
import { handleMcpRequest } from '../../mocks/mcp/serve-http.ts';
import { tools } from '../../mocks/mcp/tools.ts';
import { MasterDataClient } from '../../src/index.ts';
import { blocksOf } from '../docs/pages.ts';
import { type JsonResponse, ownPort, send, sendRaw, serve, start } from '../http/serve.ts';
import { connectClient } from './connect-client.ts';

const root = join(import.meta.dirname, '../..');
const token = 'token-of-the-application';
const controlToken = 'token-of-the-control-api';

/** Connects the official client to the MCP server below a control URL. */
function connect(controlUrl: string, authorization?: string) {
  const headers = authorization === undefined ? {} : { authorization: `Bearer ${authorization}` };
  // Their types differ in `undefined`.
  const transport = new StreamableHTTPClientTransport(new URL('mcp', controlUrl), { requestInit: { headers } });
  return connectClient(transport as Parameters<typeof connectClient>[0]);
}

/** Serves a mock with the protocol, in this process, until the test ends. */
async function serveMcp(options: ListenOptions = {}) {
  const mock = createMockServer({ seed: demo, token });
  const sandboxes = createSandboxes({ seed: mock.snapshot() });
  const server = await startServer(mock, { sandboxes, ...options }, handleMcpRequest);
  onTestFinished(() => server.close());
  return { ...server, controlUrl: `${server.url}/__mock/` };
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** Sends a message without a client. */
function post(controlUrl: string, message: unknown, headers: Record<string, string> = {}): Promise<JsonResponse> {
  return send(`${controlUrl}mcp`, 'POST', message, { accept: 'application/json, text/event-stream', ...headers });
}

test('an agent controls the mock at the address of the server, with the tools of masterdata-sdk mcp', async () => {
  const { url } = await start('--token', token);
  const { client, call, fail, problems, outputs } = await connect(`${url}/__mock/`);
  expect(client.getServerVersion()).toMatchObject({ name: 'masterdata-sdk', version: expect.stringMatching(/^\d/) });
  const listed = await client.listTools();
  expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));

  expect(await call('get_status')).toMatchObject({ baseUrl: url, workbench: `${url}/__mock/` });
  const app = new MasterDataClient({ baseUrl: url, apiToken: token, maxRetries: 0 });
  const { id } = await call('create_record', { table: 'customers', fields: { name: token, type: 'company' } });
  expect(await app.customers.get(id)).toMatchObject({ name: token });
  await call('add_fault', { on: 'customers.get', status: 503, times: 1 });
  await expect(app.customers.get(id)).rejects.toThrow('503');
  const { entries } = await call('list_requests', { limit: 1 });
  expect(await call('read_request', { id: entries[0].id })).toMatchObject({
    explanation: { title: 'Injected fault: status 503' },
  });
  expect(await call('call_operation', { operation: 'customers.get', params: { id } })).toMatchObject({
    status: 200,
    body: { data: { name: '[token]' } },
  });
  await call('add_fault', { on: 'customers.get', fault: 'drop-response', times: 1 });
  expect(await fail('call_operation', { operation: 'customers.get', params: { id } })).toContain('drop-response');
  expect(await fail('find_records', { table: 'customer' })).toContain('Did you mean "customers"?');
  expect(outputs.join('\n')).not.toContain(token);
  expect(problems).toEqual([]);
});

test('a sandbox has its own address, which its token opens', async () => {
  const { url } = await serveMcp({ controlToken });
  const authorization = { authorization: `Bearer ${controlToken}` };
  const { body } = await send(`${url}/__mock/sandboxes`, 'POST', { name: 'one' }, authorization);
  const sandbox = body as { readonly controlUrl: string; readonly controlToken: string; readonly baseUrl: string };
  const own = await connect(sandbox.controlUrl, sandbox.controlToken);
  expect(await own.call('get_status')).toMatchObject({ baseUrl: sandbox.baseUrl, workbench: sandbox.controlUrl });
  await own.call('add_fault', { preset: 'maintenance' });
  expect(await own.call('call_operation', { operation: 'customers.list' })).toMatchObject({ status: 503 });
  const server = await connect(`${url}/__mock/`, controlToken);
  expect(await server.call('list_faults')).toMatchObject({ faults: [] });
  expect(await post(`${url}/__mock/`, initialize, { authorization: `Bearer ${sandbox.controlToken}` })).toMatchObject({
    status: 401,
  });
  expect((await post(`${url}/sandboxes/none/__mock/`, initialize, authorization)).status).toBe(404);
  const outputs = [...own.outputs, ...server.outputs].join('\n');
  expect(outputs).not.toMatch(new RegExp(`${token}|${controlToken}|${sandbox.controlToken}`));
});

test('a server behind a proxy needs the control token, and does not need its proxy', async () => {
  const publicUrl = 'https://mocks.example.com/shop';
  const port = await ownPort();
  await serveMcp({ port, controlToken, publicUrl });
  const controlUrl = `http://127.0.0.1:${port}/__mock/`;
  expect((await post(controlUrl, initialize)).status).toBe(401);
  const { call } = await connect(controlUrl, controlToken);
  expect(await call('get_status')).toMatchObject({ baseUrl: publicUrl, workbench: `${publicUrl}/__mock/` });
  expect(await call('call_operation', { operation: 'customers.list' })).toMatchObject({ status: 200, request: 1 });
});

test('get_status names the address by which the agent reaches the server, for example that of a container', async () => {
  const { port } = await serveMcp();
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_status', arguments: {} } };
  const body = JSON.stringify(message);
  const lines = [
    'POST /__mock/mcp HTTP/1.1',
    'host: localhost:8080',
    'accept: application/json, text/event-stream',
    'content-type: application/json',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  const response = await sendRaw(port, `${lines.join('\r\n')}\r\n\r\n${body}`);
  const { result } = JSON.parse(response.split('\r\n\r\n')[1] ?? '');
  expect(JSON.parse(result.content[0].text)).toMatchObject({
    baseUrl: 'http://localhost:8080',
    workbench: 'http://localhost:8080/__mock/',
  });
});

test('the configuration in the guide names the address', async () => {
  const [block] = blocksOf('docs/coding-agents.md').filter(({ code }) => code.includes('"url"'));
  const { url } = JSON.parse(block?.code ?? '').mcpServers.masterdata;
  const { url: origin } = await serveMcp();
  const { call } = await connect(url.replace('http://127.0.0.1:4010', origin).replace(/mcp$/, ''));
  expect(await call('get_status')).toMatchObject({ baseUrl: origin });
});

test('messages that are not valid get an error, and the next one works', async () => {
  const { controlUrl } = await serveMcp();
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const response = await fetch(`${controlUrl}mcp`, { method, headers: { accept: 'text/event-stream' } });
    expect([response.status, response.headers.get('allow')], method).toEqual([405, 'POST']);
    expect(await response.json()).toEqual({ error: `MCP: must be sent with POST, received ${method}` });
  }
  expect(await post(controlUrl, [initialize])).toMatchObject({
    status: 400,
    body: { error: 'MCP message: must be an object, received an array. Send one message per request.' },
  });
  expect(await post(controlUrl, `"${'x'.repeat(4 * 1024 * 1024)}"`)).toMatchObject({
    status: 413,
    body: { error: 'MCP message too large: the limit is 4194304 bytes' },
  });
  expect((await post(controlUrl, 'nonsense')).status).toBe(400);
  expect((await post(controlUrl, { jsonrpc: '2.0' })).status).toBe(400);
  expect((await post(controlUrl, initialize, { accept: 'text/html' })).status).toBe(406);
  expect((await post(controlUrl, initialize, { 'content-type': 'text/plain' })).status).toBe(415);
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  const call = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"reset","arguments":${deep}}}`;
  expect(await post(controlUrl, call)).toMatchObject({
    status: 200,
    body: { id: 3, result: { isError: true, content: [{ text: 'reset: must be nested at most 100 levels deep' }] } },
  });
  const unknown = await post(controlUrl, { jsonrpc: '2.0', id: 2, method: 'unknown' });
  expect(unknown).toMatchObject({ status: 200, body: { id: 2, error: { message: 'Method not found' } } });
  const { status, headers, body } = await post(controlUrl, initialize);
  expect(body).toMatchObject({ id: 1, result: { serverInfo: { name: 'masterdata-sdk' } } });
  expect([status, headers.get('mcp-session-id'), headers.get('cache-control')]).toEqual([200, null, 'no-store']);
});

test('the rules of the control API apply', async () => {
  const { controlUrl: open } = await serveMcp();
  expect((await post(open, initialize, { origin: 'https://example.com' })).status).toBe(403);
  // A page of this machine needs the token, which only the person who started the server knows.
  expect((await post(open, initialize, { origin: 'http://localhost:3000' })).status).toBe(401);
  expect((await post(open, initialize, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(401);
  expect((await post(open, initialize)).status).toBe(200);

  const { controlUrl: closed } = await serveMcp({ controlToken });
  expect((await post(closed, initialize)).status).toBe(401);
  expect((await post(closed, initialize, { authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await post(closed, initialize, { authorization: `Bearer ${controlToken}` })).status).toBe(200);
  const { controlUrl = '' } = await serve();
  expect((await post(controlUrl, initialize)).status).toBe(404);
});

test('the command loads the protocol with the first message', () => {
  const { outputs }: Metafile = JSON.parse(readFileSync(join(root, 'dist/metafile-esm.json'), 'utf8'));
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') load(path);
  };
  load('dist/cli.js');
  const sdk = Object.entries(outputs).filter(([, { inputs }]) =>
    Object.keys(inputs).some((input) => input.includes('node_modules/@modelcontextprotocol/')),
  );
  expect(sdk.length).toBeGreaterThan(0);
  expect(sdk.filter(([file]) => loaded.has(file))).toEqual([]);
});
