/** Constants, readonly arrays and frozen state are accepted wherever a program passes data. Responses stay mutable. */
import { expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import type { ConformanceOptions } from '../../mocks/conformance.ts';
import {
  type ContactInsert,
  type ContactRow,
  createMockServer,
  createSandboxes,
  defineTable,
  type MockPolicies,
  mockOperation,
  type Permission,
} from '../../mocks/index.ts';
import { assertReceived, type ExpectedRequests } from '../../mocks/matchers.ts';
import type { RemoteMock } from '../../mocks/remote.ts';
import {
  type ContactUpdate,
  type CustomerCreate,
  defineOperation,
  findByExternalId,
  forEachConcurrent,
  MasterDataClient,
  type PriceUpdate,
  type ProductCreate,
  toFormErrors,
} from '../../src/index.ts';

/** A value as a store of frozen state has it. */
type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;

declare const client: MasterDataClient;
declare const remote: RemoteMock;
declare const ids: readonly string[];
declare const frozen: {
  readonly customer: Frozen<CustomerCreate>;
  readonly contact: Frozen<ContactUpdate>;
  readonly product: Frozen<ProductCreate>;
  readonly price: Frozen<PriceUpdate>;
};
const role = ['buyer', 'signer'] as const;
const tax_ids = [{ tax: 'eu_vat', tax_value: 'DE123456789' }] as const;
const customer = { name: 'Acme', type: 'company', tax_ids } as const;
const contact = { customer_id: 'id', first_name: 'A', last_name: 'B', email: 'a@example.com', role } as const;

test('bodies take constants, readonly arrays and frozen state', () => {
  void client.customers.create(customer);
  void client.customers.create(frozen.customer);
  void client.contacts.update('id', { role });
  void client.contacts.update('id', frozen.contact);
  void client.products.create({ api_name: 'a', recurrence_type: 'one_off', name: 'Desk', catalog_ids: ids });
  void client.products.create(frozen.product);
  void client.products.update('id', { category_ids: ids, shipping: { weight: 1 } as const });
  void client.prices.update('id', frozen.price);
});

test('a body can be completed step by step', () => {
  const body: ContactUpdate = {};
  body.first_name = 'Ada';
  body.role = [...role];
  const product: ProductCreate = { api_name: 'a', recurrence_type: 'one_off', name: 'Desk' };
  product.shipping = {};
  product.shipping.weight = 2;
});

test('responses are mutable', async () => {
  const read = await client.contacts.get('id');
  read.role.push('buyer');
  read.first_name = 'Ada';
  const product = await client.products.get('id');
  product.catalogs.push({ id: 'id', api_name: 'a' });
  (await client.customers.list()).sort();
});

const notes = defineTable({ name: 'notes', row: z.object({ tags: z.array(z.string()), at: z.date().optional() }) });
const createNote = defineOperation({
  name: 'notes.create',
  method: 'POST',
  path: '/api/notes',
  query: z.object({ tag: z.array(z.string()).optional() }),
  body: z.object({ tags: z.array(z.string()), links: z.array(z.object({ ids: z.array(z.string()) })) }),
  response: z.object({ tags: z.array(z.string()) }),
});

test('operations and tables of users take them', () => {
  const links = [{ ids: ['a'] }] as const;
  void client.call(createNote, { body: { tags: ['a'] as const, links }, query: { tag: ids } });
  mockOperation(createNote, { response: { tags: ids } });
  mockOperation(createNote, { handle: () => ({ tags: ids }) });
  const mock = createMockServer({ tables: [notes], seed: { notes: [{ tags: ids }] } });
  mock.db.notes.insert({ tags: ids, id: undefined, at: new Date() });
  mock.db.notes.update('id', { tags: ids });
  assertReceived(mock, createNote, { body: { tags: ids, links } });
});

test('mock.db, mock.create and seeds take them', () => {
  const mock = createMockServer({ seed: { customers: [customer], contacts: [contact] } });
  mock.db.customers.insert(customer);
  mock.db.contacts.insert(contact);
  mock.db.contacts.update('id', { role });
  mock.db.contacts.list({ role: { contains: 'buyer' } });
  mock.create.contact({ role });
  mock.create.contact.list(2, { role });
  mock.create.contact.list(2, () => ({ role }));
  mock.create.product({}, { traits: ['flat-prices'] as const });
  mock.build.customer({ tax_ids });
  mock.importRows({ customers: [customer] });
  void remote.db.customers.insert(customer);
  void remote.create.contact({ role });
  void remote.importRows({ customers: [customer] });
  mock.faults.add({ on: ['contacts.update', 'contacts.get'] as const, status: 503, match: { body: { role } } });
  mock.tokens.issue({ permissions: ['customers:read'] as const });
  assertReceived(mock, 'contacts.update', { body: { role } });
  // A built record can be changed before it is inserted.
  const built = mock.build.contact({ customer_id: 'id' });
  built.first_name = 'Ada';
  mock.db.contacts.insert(built);
});

test('the values of an open enum stay in its type', () => {
  expectTypeOf<NonNullable<ContactInsert['role']>[number]>().toEqualTypeOf<ContactRow['role'][number]>();
});

test('each policy can be undefined', () => {
  const policies: { readonly [Name in keyof MockPolicies]: MockPolicies[Name] | undefined } = {
    ...createMockServer().policies,
    createdStatus: undefined,
  };
  createMockServer({ policies });
  createSandboxes({ policies });
  void remote.policies.set(policies);
  const options: Pick<ConformanceOptions, 'policies' | 'timeout' | 'signal'> = {
    policies,
    timeout: undefined,
    signal: undefined,
  };
  void options;
});

test('lists of items and fields can be readonly', () => {
  void forEachConcurrent(ids, (id) => client.customers.get(id));
  void findByExternalId(Object.freeze([{ id: 'id', id_crm: null, id_erp: 'a', id_accounting: null }]), { id_erp: 'a' });
  toFormErrors(undefined, ['name'] as const);
  const expected: ExpectedRequests<'contacts.update'> = { body: { role } };
  const permissions: readonly Permission[] = ['customers:read'];
  createMockServer({ permissions });
  new MasterDataClient({ redactedFields: ['name'] as const });
  void expected;
});
