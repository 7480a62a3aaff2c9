import { expectTypeOf, test } from 'vitest';
import type { CustomerRow, JournalEntry, MockServer, OperationEntry, ProductRow } from '../../mocks/index.ts';
import type { RemoteEvent, RemoteMock } from '../../mocks/remote.ts';
import { MasterDataClient } from '../../src/index.ts';

declare const mock: RemoteMock;

test('methods have the arguments of the local mock, and return promises', () => {
  expectTypeOf<Parameters<RemoteMock['db']['customers']['insert']>>().toEqualTypeOf<
    Parameters<MockServer['db']['customers']['insert']>
  >();
  expectTypeOf(mock.db.customers.insert).returns.toEqualTypeOf<Promise<CustomerRow>>();
  expectTypeOf(mock.db.customers.get('')).toEqualTypeOf<Promise<CustomerRow | undefined>>();
  expectTypeOf(mock.db.products.list()).toEqualTypeOf<Promise<ProductRow[]>>();
  expectTypeOf(mock.db.customers.size).toEqualTypeOf<Promise<number>>();
  expectTypeOf(mock.faults.add('slow-3g')).resolves.toHaveProperty('id').toEqualTypeOf<string>();
  expectTypeOf(mock.faults.hold('products.get')).resolves.toHaveProperty('waiting').toEqualTypeOf<Promise<number>>();
  expectTypeOf(mock.clock.now()).toEqualTypeOf<Promise<number>>();
  expectTypeOf(mock.tokens.issue({ permissions: ['*:read'] })).toEqualTypeOf<Promise<string>>();
});

test('factories know their fields and traits', () => {
  expectTypeOf(mock.create.customer({ name: 'Acme' })).toEqualTypeOf<Promise<CustomerRow>>();
  expectTypeOf(mock.create.customer.list(2)).toEqualTypeOf<Promise<CustomerRow[]>>();
  // @ts-expect-error: no such trait
  void mock.create.product({}, { traits: ['x'] });
  // @ts-expect-error: no such field
  void mock.create.product({ nam: 'x' });
  // @ts-expect-error: the builder needs a reference
  void mock.build.contact({});
});

test('the journal knows the body of each operation', () => {
  expectTypeOf(mock.journal.last('products.update')).toEqualTypeOf<Promise<OperationEntry<'products.update'>>>();
  expectTypeOf(mock.journal.last()).toEqualTypeOf<Promise<JournalEntry>>();
  expectTypeOf(mock.journal.waitFor('customers.create')).toEqualTypeOf<Promise<OperationEntry<'customers.create'>>>();
  expectTypeOf(mock.journal.list('prices.update')).resolves.items.toEqualTypeOf<OperationEntry<'prices.update'>>();
  expectTypeOf<JournalEntry['callId']>().toEqualTypeOf<string | undefined>();
  // @ts-expect-error: no such operation
  void mock.journal.last('products.x');
});

test('queries and searches are typed by table', () => {
  expectTypeOf(mock.db.customers.query({ sort: { column: 'name' } }))
    .resolves.toHaveProperty('rows')
    .items.toEqualTypeOf<CustomerRow>();
  // @ts-expect-error: no such column
  void mock.db.customers.query({ sort: { column: 'nam' } });
  // @ts-expect-error: no such value
  void mock.db.customers.query({ where: { name: 5 } });
  void mock.search('x').then(({ results }) => {
    for (const result of results) if (result.table === 'products') expectTypeOf(result.row).toEqualTypeOf<ProductRow>();
  });
});

test('client options fit the client', () => {
  new MasterDataClient(mock.clientOptions);
  expectTypeOf(mock.clientOptions.callHeaders).toEqualTypeOf<boolean>();
  expectTypeOf<MockServer['clientOptions']['callHeaders']>().toEqualTypeOf<boolean>();
});

test('events are a union by type', () => {
  expectTypeOf(mock.events).returns.toEqualTypeOf<AsyncIterable<RemoteEvent>>();
  expectTypeOf<Extract<RemoteEvent, { type: 'change' }>['rows'][number]['kind']>().toEqualTypeOf<
    'written' | 'deleted'
  >();
});
