/** Your own operations over MSW and HTTP, and under remote control. */
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../mocks/http.ts';
import { createMockServer, mockOperation } from '../../../mocks/index.ts';
import { assertReceived } from '../../../mocks/matchers.ts';
import { setupMockServer } from '../../../mocks/node.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { MasterDataClient } from '../../../src/index.ts';
import { addNote, createContact } from './definitions.ts';

const note = mockOperation(addNote, {
  permission: 'notes:write',
  handle: ({ params, body }) => ({ slug: params.slug, text: body.text }),
});
const create = mockOperation(createContact, {
  handle: ({ body, db }) => db.contacts.insert(body),
});

function start() {
  const mock = createMockServer({ operations: [create, note] });
  const customer_id = mock.create.customer().id;
  return { mock, customer_id, body: { first_name: 'Ada', email: 'ada@example.com', customer_id } };
}

async function connect() {
  const started = start();
  const server = await listen(started.mock, { port: 0 });
  onTestFinished(() => server.close());
  const remote = await connectMock(server.controlUrl ?? '');
  return { ...started, remote, client: new MasterDataClient({ ...remote.clientOptions, maxRetries: 0 }) };
}

test('MSW passes their calls to the mock', async () => {
  const { mock, body } = start();
  const server = setupMockServer(mock);
  server.listen();
  onTestFinished(() => server.close());
  const client = new MasterDataClient({ baseUrl: mock.baseUrl, apiToken: mock.token });
  expect(await client.call(createContact, { body })).toMatchObject({ first_name: 'Ada' });
  expect(mock.db.contacts.size).toBe(1);
});

test('the HTTP server passes their calls to the mock', async () => {
  const { mock, client, customer_id } = await connect();
  const params = { slug: 'a b', customer_id };
  expect(await client.call(addNote, { params, body: { text: 'Hi' } })).toEqual({ slug: 'a b', text: 'Hi' });
  assertReceived(mock, addNote, { params: { slug: 'a b' }, times: 1 });
});

test('remote control knows them', async () => {
  const { remote, client, body } = await connect();
  const fault = await remote.faults.add({ on: createContact, match: { body: { first_name: 'Ada' } }, status: 418 });
  const waiting = remote.journal.waitFor(createContact);
  await expect(client.call(createContact, { body })).rejects.toThrow('418');
  expect((await waiting).body.first_name).toBe('Ada');
  await fault.remove();
  expect(await client.call(createContact, { body })).toMatchObject({ first_name: 'Ada' });
  expect(await remote.journal.last(createContact)).toMatchObject({ operation: 'contacts.create', body });
  expect(await remote.journal.list(createContact)).toHaveLength(2);
  expect(await remote.journal.list(addNote)).toEqual([]);
  await assertReceived(remote, createContact, { times: 1, status: 201 });
  expect(await remote.tokens.issue({ permissions: [note.permission] })).toEqual(expect.any(String));
  await expect(remote.faults.add({ on: 'contacts.creat' as never, status: 503 })).rejects.toThrow(
    'Did you mean "contacts.create"?',
  );
  await expect(assertReceived(remote, 'contacts.creat' as never)).rejects.toThrow('Did you mean "contacts.create"?');
  await expect(remote.journal.last({ ...addNote, name: 'notes.ad' })).rejects.toThrow('Did you mean "notes.add"?');
});

test('the control API lists them, and describes them in its OpenAPI document', async () => {
  const { mock } = start();
  expect(mock.operations.definitions).toEqual([create, note]);
  const server = await listen(mock, { port: 0 });
  onTestFinished(() => server.close());
  const get = async (path: string) => (await fetch(`${server.controlUrl}${path}`)).json();
  expect(await get('operations')).toEqual({
    operations: [
      {
        name: 'contacts.create',
        method: 'POST',
        path: '/api/contacts',
        permission: 'contacts:write',
        hasQuery: false,
        hasBody: true,
        hasBrackets: false,
        isRemovable: false,
        bodySchema: expect.objectContaining({ required: ['first_name', 'email', 'customer_id'] }),
      },
      {
        name: 'notes.add',
        method: 'PUT',
        path: addNote.path,
        permission: 'notes:write',
        hasQuery: false,
        hasBody: true,
        hasBrackets: false,
        isRemovable: false,
        bodySchema: expect.objectContaining({ properties: { text: { type: 'string' } } }),
      },
    ],
  });
  expect(await get('openapi.json')).toMatchObject({
    paths: { '/api/contacts': { post: { operationId: 'contacts.create' } } },
  });
});
