import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Metafile } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { createMockServer, demo } from '../../mocks/index.ts';
import { MasterDataClient } from '../../src/index.ts';
import { blocksOf } from '../docs/pages.ts';
import { ownPort, serve } from '../http/serve.ts';
import { detail, sample } from '../sample.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { connectClient } from './connect-client.ts';

const root = join(import.meta.dirname, '../..');
const command = join(root, 'dist/cli.js');
const guide = 'docs/coding-agents.md';
const token = 'token-of-the-application';
const controlToken = 'token-of-the-control-api';

/** Starts the built command as a coding agent does, and connects the official client to it. */
function connect(...args: readonly string[]) {
  return connectWith({}, ...args);
}

/** @param env The variables that the configuration of the agent adds to the environment. */
async function connectWith(env: Record<string, string>, ...args: readonly string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', ...args],
    env: { ...getDefaultEnvironment(), ...env },
    stderr: 'pipe',
  });
  const errors = text(transport.stderr as Readable);
  return { ...(await connectClient(transport)), errors };
}

const id = { customer: 'c0ffee00-0000-4000-8000-000000000001', unknown: 'c0ffee00-0000-4000-8000-000000000002' };

detail('the tools have names, descriptions, and an object as input', async () => {
  const { client, problems } = await connect();
  expect(client.getServerVersion()).toMatchObject({ name: 'masterdata-sdk' });
  expect(client.getInstructions()).toContain('get_status');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'get_status',
    'list_operations',
    'describe_operation',
    'call_operation',
    'find_records',
    'create_record',
    'update_record',
    'delete_record',
    'list_faults',
    'add_fault',
    'remove_faults',
    'list_requests',
    'read_request',
    'change_clock',
    'save_state',
    'restore_state',
    'reset',
  ]);
  for (const { name, description = '', inputSchema, annotations } of tools) {
    expect(description, name).toMatch(/^[A-Z].+\.$/);
    expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
    expect(annotations?.readOnlyHint, name).toBe(/^(?:get|list|describe|find|read)_/.test(name));
  }
  const properties = tools.find(({ name }) => name === 'add_fault')?.inputSchema.properties;
  expect(properties?.['times']).toMatchObject({ type: 'integer', description: expect.stringContaining('calls') });
  const page = readFileSync(join(root, guide), 'utf8');
  expect(tools.filter(({ name }) => !page.includes(`\`${name}\``))).toEqual([]);
  // An agent reads all of this before its first call.
  expect(JSON.stringify(tools).length).toBeLessThan(20_000);
  expect(problems).toEqual([]);
});

detail(
  'an agent finds out why a call of the application failed, and the application sees what the agent changed',
  async () => {
    const { call } = await connect('--token', token);
    const { baseUrl, workbench, tables } = await call('get_status');
    expect(workbench).toBe(`${baseUrl}/__mock/`);
    expect(tables.customers).toBeGreaterThan(0);
    const app = new MasterDataClient({ baseUrl, apiToken: token, maxRetries: 0 });

    await call('create_record', { table: 'customers', fields: { id: id.customer, name: 'Halm', type: 'company' } });
    expect(await app.customers.get(id.customer)).toMatchObject({ name: 'Halm' });
    await call('update_record', { table: 'customers', id: id.customer, fields: { name: 'Müller' } });
    expect(await app.customers.get(id.customer)).toMatchObject({ name: 'Müller' });
    expect(await call('find_records', { table: 'customers', search: 'muller' })).toMatchObject({
      rows: [{ id: id.customer }],
      total: 1,
    });

    await expect(app.customers.get(id.unknown)).rejects.toThrow('Customer not found');
    const { entries } = await call('list_requests', { operation: 'customers.get', limit: 1 });
    expect(entries).toMatchObject([{ status: 404, url: `/api/customers/${id.unknown}` }]);
    expect(await call('read_request', { id: entries[0].id })).toMatchObject({
      response: { status: 404, body: { error: 'Customer not found' } },
      explanation: { text: 'The workspace of the token has no such record.' },
      changes: [],
    });

    await call('add_fault', { on: 'customers.get', status: 503, times: 2 });
    await expect(app.customers.get(id.customer)).rejects.toThrow('503');
    expect(await call('list_faults')).toMatchObject({ faults: [{ status: 503, hits: 1 }], waiting: [] });
    expect(await call('remove_faults')).toEqual({ faults: [] });

    await call('delete_record', { table: 'customers', id: id.customer });
    await expect(app.customers.get(id.customer)).rejects.toThrow('Customer not found');
  },
);

detail('calls operations, and explains their errors', async () => {
  const { call, fail } = await connect();
  const { operations } = await call('list_operations');
  expect(operations).toContainEqual({
    operation: 'products.update',
    method: 'PATCH',
    path: '/api/products/{id}',
    summary: 'Updates a product',
  });
  expect(await call('describe_operation', { operation: 'products.update' })).toMatchObject({
    permission: 'products:write',
    errors: { 404: expect.any(String) },
    schemas: { ProductUpdate: { type: 'object' }, UpdatedProduct: { type: 'object' } },
  });

  const { rows } = await call('find_records', { table: 'products', limit: 1 });
  const params = { id: rows[0].id };
  const nested = { operation: 'products.update', params, body: { shipping: { weight: 7 } } };
  expect(await call('call_operation', nested)).toMatchObject({ status: 200, body: { success: true }, request: 1 });
  const bracketed = { operation: 'products.update', params, body: { 'shipping[height]': 8 } };
  expect(await call('call_operation', bracketed)).toMatchObject({ status: 200, request: 2 });
  expect(await call('call_operation', { operation: 'products.get', params })).toMatchObject({
    body: { data: { shipping: { weight: 7, height: 8 } } },
  });
  expect(await call('read_request', { id: 2 })).toMatchObject({ changes: [{ table: 'products' }] });
  expect(await call('call_operation', { operation: 'customers.list', query: { page: 2 } })).toMatchObject({
    status: 200,
  });
  expect((await call('list_requests', { limit: 1 })).entries).toMatchObject([{ url: '/api/customers?page=2' }]);

  expect(await call('call_operation', { operation: 'products.update', params, body: { name: 1 } })).toMatchObject({
    status: 400,
    explanation: { issues: [{ path: 'name' }] },
  });
  await call('add_fault', { on: 'customers.list', status: 500, times: 1 });
  expect(await call('call_operation', { operation: 'customers.list' })).toMatchObject({
    status: 500,
    explanation: { title: 'Injected fault: status 500' },
  });
  await call('add_fault', { on: 'customers.list', fault: 'drop-response', times: 1 });
  expect(await fail('call_operation', { operation: 'customers.list' })).toBe(
    'customers.list: the connection broke before the response was complete, because of the fault drop-response.',
  );
  await call('add_fault', { on: 'customers.list', hold: true });
  expect(await fail('call_operation', { operation: 'customers.list', timeout: 20 })).toMatch(
    /^customers\.list: no response after 20 ms\. list_faults shows/,
  );
});

detail('changes the clock, and saves, restores and resets the state', async () => {
  const { call } = await connect();
  const first = await call('get_status');
  expect(await call('change_clock', { set: '2030-01-02T03:04:05.000Z' })).toMatchObject({ isStopped: true });
  expect(await call('change_clock', { advance: 1000 })).toMatchObject({ now: '2030-01-02T03:04:06.000Z' });
  await call('save_state', { name: 'before' });
  await call('create_record', { table: 'customers', fields: { name: 'Halm', type: 'company' } });
  expect((await call('get_status')).tables.customers).toBe(first.tables.customers + 1);
  expect((await call('restore_state', { name: 'before' })).tables).toEqual(first.tables);
  await call('call_operation', { operation: 'customers.list' });
  expect(await call('reset')).toMatchObject({ tables: first.tables, journal: 0 });
  expect((await call('get_status')).clock).toMatchObject({ isStopped: false });
});

detail('no tool returns a token', async () => {
  const { call, fail, outputs } = await connect('--token', token, '--control-token', controlToken);
  const { baseUrl } = await call('get_status');
  await fetch(`${baseUrl}/api/customers?token=${token}`, { headers: { authorization: `Bearer ${token}` } });
  const fields = { name: `${token} ${controlToken}`, type: 'company' };
  expect(await call('create_record', { table: 'customers', fields })).toMatchObject({ name: '[token] [token]' });
  await call('find_records', { table: 'customers' });
  await call('list_requests');
  await call('read_request', { id: 1 });
  await call('call_operation', { operation: 'customers.list' });
  await call('save_state', { name: 'a' });
  await call('restore_state', { name: 'a' });
  await call('reset');
  await fail('restore_state', { name: token });
  await fail(token);
  expect(outputs.join('\n')).not.toMatch(new RegExp(`${token}|${controlToken}`));
  expect(outputs.join('\n')).toContain('[token]');
});

detail('errors are results that say what to do, and the next call works', async () => {
  const { fail, call, problems } = await connect();
  expect(await fail('find_record')).toMatch(
    /^Unknown tool "find_record"\. Did you mean "find_records"\? Valid tools: /,
  );
  expect(await fail('find_records', { table: 'product' })).toMatch(
    /^Unknown table "product"\. Did you mean "products"\? Valid tables: /,
  );
  expect(await fail('find_records', { table: 'products', wher: {} })).toContain(
    'find_records: unknown property "wher". Did you mean "where"?',
  );
  expect(await fail('find_records', { table: 'products', where: { nam: 'x' } })).toContain('Did you mean "name"?');
  expect(await fail('call_operation', { operation: 'products.updat' })).toContain('Did you mean "products.update"?');
  expect(await fail('call_operation', { operation: 'customers.list', body: {} })).toBe(
    'body: must be absent, because customers.list is a GET request',
  );
  expect(await fail('call_operation', { operation: 'products.get' })).toBe(
    'params.id: must be given, because the path is /api/products/{id}',
  );
  expect(await fail('create_record', { table: 'customers', fields: { type: 'robot' } })).toContain('type');
  expect(await fail('update_record', { table: 'customers', id: id.unknown, fields: {} })).toContain(id.unknown);
  expect(await fail('add_fault', { on: 'products.get' })).toContain('must be given if there is no status');
  expect(await fail('add_fault', { status: 503, fault: 'drop-connection' })).toContain('must be absent');
  expect(await fail('list_requests', { operation: 'products.gt' })).toContain('Did you mean "products.get"?');
  expect(await fail('remove_faults', { id: 'x' })).toBe('Fault x not found');
  expect(await fail('read_request', { id: 99 })).toBe('Entry 99 of the journal not found');
  expect(await fail('change_clock', { set: 'yesterday' })).toContain('yesterday');
  expect(await fail('change_clock', {})).toContain('{"advance": milliseconds}');
  expect(await fail('restore_state', { name: 'none' })).toBe('Snapshot "none" not found. Saved snapshots: none.');
  expect(await call('get_status')).toMatchObject({ faults: 0 });
  expect(problems).toEqual([]);
});

detail('--control-url controls a mock that runs already', async () => {
  const mock = createMockServer({ seed: demo, token });
  const { controlUrl = '' } = await serve({ controlToken }, mock);
  const { call, outputs } = await connect('--control-url', controlUrl, '--control-token', controlToken);
  mock.create.customer({ name: token });
  expect(await call('find_records', { table: 'customers', search: token })).toMatchObject({
    rows: [{ name: '[token]' }],
  });
  expect(await call('get_status')).toMatchObject({ workbench: controlUrl });
  await call('add_fault', { preset: 'maintenance' });
  expect(mock.faults.list()).toMatchObject([{ status: 503 }]);
  expect(await call('call_operation', { operation: 'customers.list' })).toMatchObject({ status: 503 });
  expect(outputs.join('\n')).not.toContain(token);

  const withoutToken = await connect('--control-url', controlUrl);
  expect(await withoutToken.fail('get_status')).toContain('Control token: must be given');
});

detail('--control-url of a mock that does not run is an error of the tools, until it runs', async () => {
  const port = await ownPort();
  const url = `http://127.0.0.1:${port}/__mock/`;
  const { fail, call } = await connect('--control-url', url);
  expect(await fail('get_status')).toBe(`Cannot reach the control API at ${url}. Start the mock server first.`);
  await serve({ port });
  expect(await call('get_status')).toMatchObject({ workbench: url });
});

detail('the mock has the options of masterdata-sdk mock, and stores its state', async () => {
  const file = join(await temporaryDirectory(), 'state.db');
  const args = ['--seed', 'empty', '--policy', 'notFoundStatus=410', '--persist', file];
  const first = await connect(...args);
  expect((await first.call('get_status')).tables.customers).toBe(0);
  const unknown = { operation: 'customers.get', params: { id: id.unknown } };
  expect(await first.call('call_operation', unknown)).toMatchObject({ status: 410 });
  await first.call('create_record', { table: 'customers', fields: { name: 'Kept', type: 'company' } });
  await first.client.close();
  expect(await first.errors).toMatch(
    /^masterdata-sdk: the mock server listens at \S+, its workbench is \S+\/__mock\/\. To open it, set its token: MASTERDATA_CONTROL_TOKEN\n$/,
  );
  const second = await connect(...args);
  expect(await second.call('find_records', { table: 'customers' })).toMatchObject({ rows: [{ name: 'Kept' }] });
});

const configurations = blocksOf(guide).filter(({ language, code }) => language === 'json' && code.includes('"args"'));

test.each(configurations)('$page:$line works', async ({ code }) => {
  const { mcpServers, servers } = JSON.parse(code);
  const { args: all, env } = (mcpServers ?? servers).masterdata;
  const [program, subcommand, ...args] = all;
  expect([program, subcommand]).toEqual(['masterdata-sdk', 'mcp']);
  if (args.includes('--control-url')) {
    const { controlUrl } = await serve({ controlToken: env.MASTERDATA_CONTROL_TOKEN });
    const { call } = await connectWith(env, '--control-url', controlUrl ?? '');
    expect(await call('get_status')).toMatchObject({ journal: 0 });
    return;
  }
  // Another program of this machine may use the port.
  const { call } = await connectWith(env, ...args.map((arg: string) => (arg === '4010' ? '0' : arg)));
  const { baseUrl, journal } = await call('get_status');
  expect(journal).toBe(0);
  // The command line, which others can read, has no token.
  const headers = { authorization: `Bearer ${env.MASTERDATA_MOCK_TOKEN}` };
  expect((await fetch(`${baseUrl}/api/customers`, { headers })).status).toBe(200);
});

detail('--control-url ignores the token for a mock that it does not start, but not on the command line', async () => {
  const { controlUrl = '' } = await serve();
  const { call } = await connectWith({ MASTERDATA_MOCK_TOKEN: token }, '--control-url', controlUrl);
  expect(await call('get_status')).toMatchObject({ journal: 0 });
  const { code, err } = await run(['--control-url', controlUrl, '--token', token]);
  expect([code, err]).toEqual([1, expect.stringContaining("cannot be used with option '-t, --token <token>'")]);
});

/** Runs the command, writes a text to it, and returns its output when it has ended. */
async function run(args: readonly string[], input = '', signal?: NodeJS.Signals) {
  const child = spawn(process.execPath, [command, 'mcp', ...args], { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const exited = once(child, 'exit');
  if (signal === undefined) {
    child.stdin.end(input);
  } else {
    await once(child.stderr, 'data');
    child.kill(signal);
  }
  const [code] = await exited;
  return { code, out: await out, err: await err };
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

detail('messages that are not JSON-RPC are ignored, and the output has only the protocol', async () => {
  const lines = ['nonsense', '{"jsonrpc": "2.0"}', '[]', '', JSON.stringify(initialize)];
  const { code, out, err } = await run([], `${lines.join('\n')}\n`);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ id: 1, result: { serverInfo: { name: 'masterdata-sdk' } } });
  expect(err.match(/masterdata-sdk: ignored a line of the standard input: must be a JSON-RPC message\n/g)).toHaveLength(
    4,
  );
});

test.skipIf(process.platform === 'win32').each(sample(['SIGINT', 'SIGTERM'] as const))('%s ends it', async (signal) => {
  expect(await run([], '', signal)).toMatchObject({ code: 0, out: '' });
});

test.each(
  sample([
    [['--seed', 'dmo'], '--seed dmo: no seed and no file with this name. Did you mean "demo"?'],
    [['--control-url', 'x'], 'controlUrl: must be a URL like http://127.0.0.1:4010/__mock/'],
    [
      ['--control-url', 'http://127.0.0.1:4010/__mock/', '--seed', 'empty'],
      "option '--control-url <url>' cannot be used with option '-s, --seed <name|file>'",
    ],
  ] as const),
)('%j does not start', async (args, message) => {
  const { code, out, err } = await run(args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(message);
});

detail('a port that is in use does not start', async () => {
  const { port } = await serve();
  const { code, out, err } = await run(['--port', String(port)]);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(`port ${port} is in use.`);
});

detail('other commands do not load the protocol', () => {
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
