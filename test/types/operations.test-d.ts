import { expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { createMockServer, defineTable, type MockServer, mockOperation, type TaxRow } from '../../mocks/index.ts';
import { assertReceived } from '../../mocks/matchers.ts';
import type { RemoteMock } from '../../mocks/remote.ts';
import type { ReadonlyInput } from '../../src/contract/endpoint.ts';
import type { ContractEndpoint } from '../../src/contract/index.ts';
import type { OperationBodies } from '../../src/contract/operations.ts';
import { defineOperation, MasterDataClient, type ProductUpdate } from '../../src/index.ts';

declare const mock: MockServer;
declare const remote: RemoteMock;

const send = defineOperation({
  name: 'invoices.send',
  method: 'POST',
  path: '/api/invoices/{id}/send',
  query: z.object({ copies: z.coerce.number<string>() }),
  body: z.object({ to: z.string(), kind: z.enum(['paper', 'mail']).default('mail') }),
  response: z.object({ sent: z.literal(true), kind: z.enum(['paper', 'mail']), tags: z.array(z.string()).optional() }),
});
const list = defineOperation({
  name: 'invoices.list',
  method: 'GET',
  path: '/api/invoices',
  response: z.array(z.object({ id: z.string(), kind: z.enum(['paper', 'mail']) })),
});

test('the definition types the call of a handler and its data', () => {
  mockOperation(send, {
    permission: 'invoices:write',
    handle({ params, query, body, db, user, reject }) {
      expectTypeOf(params.id).toEqualTypeOf<string>();
      // What the schema returns, and not what a client sends.
      expectTypeOf(query).toEqualTypeOf<{ copies: number }>();
      expectTypeOf(body).toEqualTypeOf<{ to: string; kind: 'paper' | 'mail' }>();
      expectTypeOf(db.contacts.require(params.id).email).toEqualTypeOf<string>();
      if (user === '') return reject(409, 'No user');
      // @ts-expect-error: the path has no such parameter
      void params.ids;
      // @ts-expect-error: there is no such table
      db.contact.list();
      // @ts-expect-error: the workspaces are not rows of a workspace
      db.workspaces.list();
      // @ts-expect-error: the table has no such column
      db.contacts.update(params.id, { nam: '' });
      return { sent: true, kind: 'paper', tags: [] };
    },
  });
  mockOperation(list, {
    handle({ body, query }) {
      expectTypeOf(body).toEqualTypeOf<undefined>();
      expectTypeOf(query).toEqualTypeOf<undefined>();
      return [{ id: '', kind: 'mail' }];
    },
  });
  mockOperation(list, { response: [{ id: '', kind: 'mail' }] });
  createMockServer({ operations: [mockOperation(list, { response: [] })] });
});

test('an operation that is added at run time is its own definition', async () => {
  const added = mock.operations.add({ method: 'POST', path: '/api/reports/{day}', data: { total: 1, rows: [''] } });
  const client = new MasterDataClient();
  const data = await client.call(added, { params: { day: '' }, body: { any: 'thing' } });
  expectTypeOf(data.total).toExtend<number>();
  expectTypeOf(data.rows[0]).toExtend<string>();
  mock.faults.add({ on: added, match: { params: { day: '' } }, status: 503 });
  mock.tokens.issue({ permissions: [added.permission] });
  const remoteAdded = await remote.operations.add({ method: 'GET', path: '/api/reports', data: null });
  expectTypeOf(await client.call(remoteAdded)).toEqualTypeOf<null>();
  expectTypeOf(remoteAdded.remove()).toEqualTypeOf<Promise<void>>();
  // @ts-expect-error: the path has a parameter
  void client.call(added, { body: {} });
  // @ts-expect-error: GET has no body
  void client.call(remoteAdded, { body: {} });
  // @ts-expect-error: there is no data
  mock.operations.add({ method: 'GET', path: '/api/reports' });
  // @ts-expect-error: the path is not below /api/
  mock.operations.add({ method: 'GET', path: '/reports', data: 1 });
});

test('the bodies of the operations are those of the contract', () => {
  type WithBody = Extract<ContractEndpoint, { readonly body: z.core.$ZodType }>;
  type Bodies = { readonly [Endpoint in WithBody as Endpoint['name']]: ReadonlyInput<z.input<Endpoint['body']>> };
  type Named = { readonly [Name in keyof OperationBodies]: Pick<OperationBodies[Name], keyof OperationBodies[Name]> };
  expectTypeOf<Named>().toEqualTypeOf<Bodies>();
});

test('the journal knows the parameters and the body of each operation', () => {
  const entry = mock.journal.last('products.update');
  expectTypeOf(entry.params).toEqualTypeOf<{ readonly id: string }>();
  expectTypeOf(entry.body).toEqualTypeOf<ProductUpdate>();
  expectTypeOf(mock.journal.last('productParents.getProduct').params.product_id).toEqualTypeOf<string>();
  expectTypeOf(mock.journal.last('customers.list').params).toEqualTypeOf<Readonly<Record<string, never>>>();
  expectTypeOf(mock.journal.last(send).params).toEqualTypeOf<{ readonly id: string }>();
  expectTypeOf(mock.journal.last().params?.['id']).toEqualTypeOf<string | undefined>();
  // @ts-expect-error: the path has no such parameter
  void entry.params.ids;
});

test('a handler returns texts, tuples and unions as literals', () => {
  const define = <const Response extends z.core.$ZodType>(response: Response) =>
    defineOperation({ name: 'a.get', method: 'GET', path: '/api/a', response });
  mockOperation(define(z.literal('on')), { handle: () => 'on' });
  mockOperation(define(z.tuple([z.string(), z.number()])), { handle: ({ user }) => [user, 1] });
  mockOperation(define(z.union([z.object({ a: z.literal(1) }), z.object({ b: z.literal(2) })])), {
    handle: ({ user }) => (user === '' ? { a: 1 } : { b: 2 }),
  });
});

test('the permission of one of your own operations is one of the mock', () => {
  const operation = mockOperation(list, { response: [] });
  const { tokens } = createMockServer({ operations: [operation], permissions: [operation.permission] });
  for (const { permissions } of tokens.list()) tokens.issue({ permissions });
});

test('other data, options and operations do not compile', () => {
  // @ts-expect-error: a field is missing
  mockOperation(send, { handle: () => ({ sent: true }) });
  // @ts-expect-error: a field has another type
  mockOperation(send, { handle: () => ({ sent: false, kind: 'mail' }) });
  // @ts-expect-error: a field has another value
  mockOperation(list, { handle: () => [{ id: '', kind: 'fax' }] });
  // @ts-expect-error: a promise
  mockOperation(send, { handle: async () => ({ sent: true, kind: 'mail' }) });
  // @ts-expect-error: neither a handler nor a response
  mockOperation(send, {});
  // @ts-expect-error: both
  mockOperation(list, { handle: () => [], response: [] });
  // @ts-expect-error: the response has another type
  mockOperation(list, { response: [{ id: 5 }] });
  // @ts-expect-error: a permission has a verb
  mockOperation(list, { permission: 'invoices', response: [] });
  // @ts-expect-error: a definition without behavior
  createMockServer({ operations: [list] });
});

test('definitions type faults, the journal and matchers', () => {
  const { permission } = mockOperation(send, { handle: () => ({ sent: true, kind: 'mail' }) });
  mock.tokens.issue({ permissions: [permission, 'customers:read'] });
  mock.faults.add({ on: send, match: { params: { id: '' }, body: { kind: 'paper' } }, status: 503 });
  mock.faults.add({ on: [send, 'products.get'], status: 503 });
  mock.faults.hold(send, { match: { params: { id: '' } } });
  void remote.faults.add({ on: send, match: { body: { to: '' } }, status: 503 });
  expectTypeOf(mock.journal.last(send).body.to).toEqualTypeOf<string>();
  expectTypeOf(mock.journal.last(send).operation).toEqualTypeOf<'invoices.send'>();
  expectTypeOf(mock.journal.list(list)[0]?.body).toEqualTypeOf<undefined>();
  expectTypeOf(remote.journal.waitFor(send)).resolves.toHaveProperty('body');
  assertReceived(mock, send, { params: { id: '' }, body: { to: '' } });

  // @ts-expect-error: the path has no such parameter
  mock.faults.add({ on: send, match: { params: { ids: '' } }, status: 503 });
  // @ts-expect-error: the body has no such field
  mock.faults.add({ on: send, match: { body: { from: '' } }, status: 503 });
  // @ts-expect-error: the operation has no body
  mock.faults.add({ on: list, match: { body: { to: '' } }, status: 503 });
  // @ts-expect-error: the body has no such field
  assertReceived(mock, send, { body: { from: '' } });
  void (mock.journal.summaries({ operation: send.name })[0]?.operation === send.name);
  void (mock.faults.waiting()[0]?.operation === send.name);
  // @ts-expect-error: an unknown name
  mock.journal.last('invoices.send');
  // @ts-expect-error: an unknown permission
  mock.tokens.issue({ permissions: ['invoices:write'] });
});

test('one of your own tables refers to other tables by columns of its schema', () => {
  const row = z.object({ text: z.string(), customer_id: z.uuid() });
  defineTable({ name: 'notes', row, references: { customer_id: 'customers' } });
  // @ts-expect-error: the schema has no such column
  defineTable({ name: 'notes', row, references: { custmer_id: 'customers' } });
  defineTable({ name: 'notes', row: z.union([row, z.object({ tax_id: z.uuid() })]), references: { tax_id: 'taxes' } });
});

test('summaries, the history and snapshots have your own tables', () => {
  expectTypeOf(mock.snapshots.list()[0]?.tables['notes']).toEqualTypeOf<number | undefined>();
  expectTypeOf(mock.snapshots.list()[0]?.tables.customers).toEqualTypeOf<number | undefined>();
  void (mock.history.list()[0]?.records[0]?.table === 'notes');
  void (mock.history.changes(1)[0]?.table === 'notes');
  expectTypeOf(mock.snapshot().rows['notes']).toEqualTypeOf<ReadonlyMap<string, object> | undefined>();
  expectTypeOf(mock.snapshot().toJSON().tables['notes']).toEqualTypeOf<readonly object[] | undefined>();
  expectTypeOf(mock.snapshot().toJSON().tables.taxes).toEqualTypeOf<readonly TaxRow[] | undefined>();
});
