import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createControlFetch } from '../../mocks/control-api/control-fetch.ts';
import { createMockServer, defineTable } from '../../mocks/index.ts';
import { createMcpServer } from '../../mocks/mcp/mcp-server.ts';
import { McpSession } from '../../mocks/mcp/session.ts';
import { connectClient } from './connect-client.ts';

const notes = defineTable({ name: 'notes', row: z.object({ text: z.string() }) });

test('an agent reads and changes the rows of tables of your own', async () => {
  const mock = createMockServer({ tables: [notes] });
  const controlUrl = 'http://mock/__mock/';
  const fetch = createControlFetch(mock);
  const server = await createMcpServer(new McpSession({ controlUrl, controlToken: undefined, fetch }));
  const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
  await server.connect(ofServer);
  const { call, fail } = await connectClient(ofClient);
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
