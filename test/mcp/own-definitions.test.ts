import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createControlFetch } from '../../mocks/control-api/control-api.ts';
import { createMockServer, defineTable, type MockServer, mockOperation } from '../../mocks/index.ts';
import { createMcpServer } from '../../mocks/mcp/mcp-server.ts';
import { McpSession } from '../../mocks/mcp/session.ts';
import { operationNames } from '../../src/contract/operations.ts';
import { defineOperation } from '../../src/index.ts';
import { pageFetch } from '../page-fetch.ts';
import { connectClient } from './connect-client.ts';

const notes = defineTable({ name: 'notes', row: z.object({ text: z.string() }) });

async function connect(mock: MockServer) {
  const controlUrl = 'http://mock/__mock/';
  const fetch = pageFetch(createControlFetch(mock));
  const server = createMcpServer(new McpSession({ controlUrl, controlToken: undefined, fetch }));
  const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
  await server.connect(ofServer);
  return connectClient(ofClient);
}

test('an agent reads and changes the rows of your own tables', async () => {
  const mock = createMockServer({ tables: [notes] });
  const { call, fail } = await connect(mock);
  expect((await call('get_status')).tables).toMatchObject({ notes: 0 });
  const { id } = await call('create_record', { table: 'notes', fields: { text: 'Call' } });
  await call('update_record', { table: 'notes', id, fields: { text: 'Done' } });
  const query = { table: 'notes', where: { text: { contains: 'one' } }, sort: [{ column: 'text' }, { column: 'id' }] };
  expect(await call('find_records', query)).toMatchObject({ rows: [{ id, text: 'Done' }], total: 1 });
  expect(await fail('create_record', { table: 'notes', fields: { text: 1 } })).toContain('notes: text');
  expect(await fail('find_records', { table: 'note' })).toContain('Did you mean "notes"?');
  await call('delete_record', { table: 'notes', id });
  expect(mock.db.notes.size).toBe(0);
});

test('an agent finds, reads and calls your own operations', async () => {
  const createNote = defineOperation({
    name: 'notes.create',
    method: 'POST',
    path: '/api/notes/{topic}',
    body: z.object({ text: z.string() }),
    response: z.object({ id: z.string(), text: z.string() }),
  });
  // A route of the control API has this name as well.
  const size = z.object({ w: z.number() });
  const sizes = defineOperation({
    name: 'tokens.list',
    method: 'PUT',
    path: '/api/sizes',
    body: z.object({ size }),
    response: size,
  });
  const mock = createMockServer({
    tables: [notes],
    operations: [
      mockOperation(sizes, { handle: ({ body }) => body.size }),
      mockOperation(createNote, { handle: ({ body, db }) => db.table(notes).insert(body) }),
    ],
  });
  const { call, fail } = await connect(mock);
  const { operations } = await call('list_operations');
  expect(operations).toHaveLength(operationNames.length + 2);
  expect(operations.at(-1)).toEqual({
    operation: 'notes.create',
    method: 'POST',
    path: '/api/notes/{topic}',
    summary: 'An operation that the specification does not document.',
  });
  expect(await call('describe_operation', { operation: 'notes.create' })).toMatchObject({
    permission: 'notes:write',
    parameters: [{ name: 'topic', in: 'path' }],
    requestBody: { content: { 'application/json': { schema: { required: ['text'] } } } },
    responses: { 201: {} },
  });
  const given = { operation: 'notes.create', params: { topic: 'news' }, body: { text: 'Call' } };
  expect(await call('call_operation', given)).toMatchObject({
    status: 201,
    body: { data: { text: 'Call' } },
    request: 1,
  });
  // Only bodies of the specification have brackets.
  const nested = { operation: 'tokens.list', query: {}, body: { size: { w: 1 } } };
  expect(await call('call_operation', nested)).toMatchObject({ body: { data: { w: 1 } } });
  expect(await call('describe_operation', { operation: 'tokens.list' })).toMatchObject({ path: '/api/sizes' });
  expect((await call('describe_operation', { operation: 'tokens.list' })).summary).toContain('does not document');
  expect(await fail('call_operation', { operation: 'notes.creat' })).toContain('Did you mean "notes.create"?');
});

test('no tool returns a token that was issued, also after it was revoked', async () => {
  const mock = createMockServer({ tables: [notes] });
  const { call, outputs } = await connect(mock);
  mock.tokens.issue({ token: 'issued-token-5e1d' });
  mock.db.notes.insert({ text: 'my issued-token-5e1d' });
  expect((await call('find_records', { table: 'notes' })).rows).toMatchObject([{ text: 'my [token]' }]);
  mock.tokens.revoke('issued-token-5e1d');
  await call('find_records', { table: 'notes' });
  expect(outputs.join()).not.toContain('issued-token');
});

test('the error of a name that no state can have describes valid names', async () => {
  const { fail } = await connect(createMockServer());
  for (const name of ['', '.', '..', 'a/b', '\ud800']) {
    expect(await fail('save_state', { name })).toContain('snapshot name: must be 1 to 100 characters');
  }
});
