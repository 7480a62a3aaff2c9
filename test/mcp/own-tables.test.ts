import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createControlFetch } from '../../mocks/control-api/control-fetch.ts';
import { createMockServer, defineTable, type MockServer } from '../../mocks/index.ts';
import { createMcpServer } from '../../mocks/mcp/mcp-server.ts';
import { McpSession } from '../../mocks/mcp/session.ts';
import { connectClient } from './connect-client.ts';

const notes = defineTable({ name: 'notes', row: z.object({ text: z.string() }) });

async function connect(mock: MockServer) {
  const controlUrl = 'http://mock/__mock/';
  const fetch = createControlFetch(mock);
  const server = await createMcpServer(new McpSession({ controlUrl, controlToken: undefined, fetch }));
  const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
  await server.connect(ofServer);
  return connectClient(ofClient);
}

test('an agent reads and changes the rows of tables of your own', async () => {
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
