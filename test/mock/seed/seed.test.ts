import { describe, expect, test } from 'vitest';
import { createMockServer, demo, InvalidRecordError, type MockDatabase, type Seed } from '../../../mocks/index.ts';
import { operations } from '../../../src/contract/operations.ts';
import { call, contents, justAfterNoon, read, startMock, unknownId } from '../helpers.ts';

const contactRoles = ['buyer', 'signer', 'billing', 'shipping', 'legal', 'admin'];
const pricingModels = ['flat', 'volume', 'graduated', 'percent', 'cost_based', 'none'];

describe('the demo workspace', () => {
  const { db } = startMock({ seed: demo });

  test('has customers of both types', () => {
    expect(new Set(db.customers.list().map(({ type }) => type))).toEqual(new Set(['company', 'individual']));
  });

  test('has contacts with every role', () => {
    expect(new Set(db.contacts.list().flatMap(({ role }) => role))).toEqual(new Set(contactRoles));
  });

  test('has addresses of both types, some of a contact', () => {
    expect(new Set(db.addresses.list().map(({ type }) => type))).toEqual(new Set(['billing', 'shipping']));
    expect(db.addresses.find(({ contact_id }) => contact_id !== null)).toBeDefined();
  });

  test('has nested categories, three deep', () => {
    const parentOf = (id: string | null) => (id === null ? null : (db.categories.get(id)?.parent_category_id ?? null));
    expect(db.categories.find(({ parent_category_id }) => parentOf(parent_category_id) !== null)).toBeDefined();
  });

  test('has two pricebooks, currencies, taxes and billing frequencies', () => {
    expect(db.pricebooks.size).toBe(2);
    expect(db.currencies.size).toBeGreaterThan(1);
    expect(new Set(db.taxes.list().map(({ is_percentage }) => is_percentage))).toEqual(new Set([true, false]));
    expect(db.billingFrequencies.size).toBeGreaterThan(1);
  });

  test('has an active discount on a category, and an inactive one on another', () => {
    const categoriesOf = (is_active: boolean) => db.discounts.list({ is_active }).flatMap((row) => row.category_ids);
    expect(categoriesOf(true).length).toBeGreaterThan(0);
    expect(categoriesOf(false).some((id) => !categoriesOf(true).includes(id))).toBe(true);
  });

  test('has prices of every pricing model, in every pricebook for every product', () => {
    expect(new Set(db.prices.list().map(({ pricing_model }) => pricing_model))).toEqual(new Set(pricingModels));
    for (const product of db.products.list()) {
      const pricebooks = db.prices.list({ product_id: product.id }).map(({ pricebook_id }) => pricebook_id);
      expect(pricebooks).toEqual(db.pricebooks.list().map(({ id }) => id));
    }
  });

  test('has one default product for each product parent, and a parent with two variants', () => {
    for (const parent of db.productParents.list()) {
      expect(db.products.list({ product_parent_id: parent.id, is_default: true })).toHaveLength(1);
    }
    expect(db.products.list({ is_default: false }).length).toBeGreaterThan(0);
  });

  test('has payment terms and catalogs', () => {
    expect(db.paymentTerms.size).toBeGreaterThan(0);
    expect(db.catalogs.size).toBeGreaterThan(0);
  });

  test('is in one workspace, and the same on each start', () => {
    expect(db.workspaces.size).toBe(1);
    expect(contents(startMock({ seed: demo }))).toEqual(contents(startMock({ seed: demo })));
  });

  test('responds to each read as in the contract', async () => {
    const mock = startMock({ seed: demo });
    const product = mock.db.products.list()[0];
    const ids: Record<string, string | undefined> = {
      customers: mock.db.customers.list()[0]?.id,
      contacts: mock.db.contacts.list()[0]?.id,
      addresses: mock.db.addresses.list()[0]?.id,
      categories: mock.db.categories.list()[0]?.id,
      catalogs: mock.db.catalogs.list()[0]?.id,
      products: product?.id,
      'product-parents': product?.product_parent_id,
    };
    for (const endpoint of operations) {
      if (endpoint.method !== 'GET') continue;
      const path = endpoint.path
        .replace('{id}', ids[endpoint.path.split('/')[2] ?? ''] ?? '')
        .replace('{product_id}', product?.id ?? '');
      read(await call(mock, 'GET', path), endpoint.response);
    }
  });
});

describe('a seed', () => {
  const halm = { id: '10000000-0000-4000-8000-000000000001', name: 'Halm', type: 'company' };
  const contact = { customer_id: halm.id, first_name: 'G', last_name: 'L', email: 'g@halm.example' };

  test('can be rows by table, in any order of the tables', async () => {
    const mock = startMock({ seed: { contacts: [contact], customers: [halm] } });
    const response = await call(mock, 'GET', `/api/customers/${halm.id}`);
    expect(response.body).toMatchObject({ data: { ...halm, contact_ids: [mock.db.contacts.list()[0]?.id] } });
  });

  test('can be a function that inserts', async () => {
    const mock = startMock({ seed: (db) => void db.customers.insert(halm) });
    expect((await call(mock, 'GET', '/api/customers')).body).toMatchObject({ data: [halm] });
  });

  test('can be omitted, for an empty workspace', () => {
    const { workspaces, ...rest } = contents(startMock());
    expect(workspaces).toHaveLength(1);
    for (const rows of Object.values(rest)) expect(rows).toEqual([]);
  });

  const broken: [string, Seed, string][] = [
    [
      'a contact of an unknown customer',
      { contacts: [contact] },
      'contacts: 0.customer_id must be the id of a Customer in this workspace',
    ],
    [
      'an address of an unknown contact',
      (db) => {
        const customer_id = db.customers.insert(halm).id;
        db.addresses.insert({ ...place, customer_id, contact_id: unknownId });
      },
      'addresses: contact_id must be the id of a Contact in this workspace',
    ],
    [
      'a contact of a customer of another workspace',
      (db) => {
        const workspace_id = db.workspaces.insert({ name: 'Second' }).id;
        db.contacts.insert({ ...contact, customer_id: db.customers.insert({ ...halm, workspace_id }).id });
      },
      'contacts: customer_id must be the id of a Customer in this workspace',
    ],
    [
      'a row of an unknown workspace',
      { customers: [{ ...halm, workspace_id: unknownId }] },
      'customers: 0.workspace_id must be the id of a Workspace',
    ],
    [
      'a category with an unknown parent',
      { categories: [{ name: 'D', api_name: 'd', parent_category_id: unknownId }] },
      'categories: 0.parent_category_id must be the id of a Category in this workspace',
    ],
    [
      'a discount on an unknown category',
      { discounts: [{ name: 'D', category_ids: [unknownId] }] },
      'discounts: 0.category_ids.0 must be the id of a Category in this workspace',
    ],
    [
      'a pricebook of an unknown currency',
      { pricebooks: [{ name: 'P', api_name: 'p', currency_id: unknownId }] },
      'pricebooks: 0.currency_id must be the id of a Currency in this workspace',
    ],
    [
      'two catalogs with the same api_name',
      {
        catalogs: [
          { name: 'A', api_name: 'a' },
          { name: 'B', api_name: 'a' },
        ],
      },
      'catalogs: 0.api_name is already used by another catalog; 1.api_name is already used by another catalog',
    ],
    ['two rows with the same id', { customers: [halm, halm] }, 'customers: 1.id is already used by an earlier row'],
    [
      'a customer of an unknown type',
      { customers: [{ ...halm, type: 'charity' }] },
      'customers: 0.type must be one of "company", "individual", received "charity"',
    ],
    ['an id that is not a UUID', { customers: [{ ...halm, id: 'C-1' }] }, 'customers: 0.id must be a UUID'],
    [
      'a time that is not a date',
      { customers: [{ ...halm, created_at: 'yesterday' }] },
      'customers: 0.created_at must be an ISO 8601 date and time',
    ],
  ];

  test.each(broken)('is rejected with %s', (_, seed, message) => {
    expect(() => createMockServer({ seed })).toThrow(InvalidRecordError);
    expect(() => createMockServer({ seed })).toThrow(message);
  });

  test('is rejected with an unknown table', () => {
    const seed: Seed = {};
    Reflect.set(seed, 'segments', []);
    expect(() => createMockServer({ seed })).toThrow(
      /^Unknown table "segments" in seed\. Valid tables: workspaces, customers, /,
    );
  });
});

const place = { type: 'billing', address_line1: 'A 1', city: 'Berlin', postal_code: '10969', country: 'DE' };

describe('mock.db', () => {
  const start = () => {
    const mock = startMock();
    const { db } = mock;
    const customer = db.customers.insert({ name: 'Halm', type: 'company' });
    const contact = db.contacts.insert({
      customer_id: customer.id,
      first_name: 'G',
      last_name: 'L',
      email: 'g@halm.example',
    });
    const address = db.addresses.insert({ ...place, customer_id: customer.id, contact_id: contact.id });
    const desks = db.categories.insert({ name: 'Desks', api_name: 'desks' });
    const standing = db.categories.insert({ name: 'Standing', api_name: 'standing', parent_category_id: desks.id });
    return { mock, db, customer, contact, address, desks, standing };
  };

  test('objects passed to insert or update are copied', () => {
    const { db } = start();
    const mine = { name: 'Net 30', steps: [{ days: 30 }] };
    const { id } = db.paymentTerms.insert(mine);
    db.paymentTerms.update(id, mine);
    mine.steps[0] = { days: 60 };
    expect(db.paymentTerms.get(id)).toMatchObject({ steps: [{ days: 30 }] });
    expect(Object.isFrozen(mine.steps)).toBe(false);
  });

  test('insert returns the whole row, frozen', () => {
    const { db, mock } = start();
    const row = db.catalogs.insert({ name: 'Office', api_name: 'office', is_active: undefined });
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      workspace_id: mock.workspace,
      name: 'Office',
      api_name: 'office',
      reference: '',
      description: '',
      is_active: true,
      id_crm: null,
      id_erp: null,
      id_accounting: null,
      created_at: '2026-03-02T12:00:00.000Z',
      updated_at: '2026-03-02T12:00:00.000Z',
    });
    expect(Object.isFrozen(row)).toBe(true);
    expect(db.catalogs.get(row.id)).toBe(row);
  });

  test('insert accepts an id and timestamps', () => {
    const given = { id: unknownId, created_at: '2020-01-01T00:00:00Z', updated_at: '2021-01-01T00:00:00+01:00' };
    expect(startMock().db.customers.insert({ name: 'Halm', type: 'company', ...given })).toMatchObject({
      id: unknownId,
      created_at: '2020-01-01T00:00:00.000Z',
      updated_at: '2020-12-31T23:00:00.000Z',
    });
  });

  test('insert accepts incomplete groups', () => {
    const { db } = startMock();
    const parent = db.productParents.insert({ name: 'Fjord', api_name: 'fjord', recurrence_type: 'one_off' });
    const row = db.products.insert({
      product_parent_id: parent.id,
      name: 'Fjord',
      api_name: 'fjord',
      shipping: { weight: 2 },
    });
    expect(row.shipping).toMatchObject({ weight: 2, weight_unit: null });
  });

  test('update changes the given fields, also parts of groups, and updated_at', () => {
    const { db } = startMock();
    const parent = db.productParents.insert({ name: 'Fjord', api_name: 'fjord', recurrence_type: 'one_off' });
    const before = db.products.insert({
      product_parent_id: parent.id,
      name: 'Fjord',
      api_name: 'fjord',
      shipping: { weight: 2 },
    });
    const after = db.products.update(before.id, { name: 'Fjord II', shipping: { width: 3 } });
    expect(after).toEqual({
      ...before,
      name: 'Fjord II',
      shipping: { ...before.shipping, width: 3 },
      updated_at: justAfterNoon,
    });
    expect(db.products.get(before.id)).toEqual(after);
    expect(before.name).toBe('Fjord');
  });

  test('an unknown field is rejected, also in a group', () => {
    const { db, mock, customer } = start();
    const customers = db.customers.list();
    const misspelled = { name: 'Halm AG', type: 'company', color: 'red' } as const;
    const refusal = new InvalidRecordError('customers', [{ path: 'color', message: 'is not a known field' }]);
    expect(() => db.customers.insert(misspelled)).toThrow(refusal);
    expect(() => mock.create.customer(misspelled)).toThrow(refusal);
    expect(() => db.customers.update(customer.id, misspelled)).toThrow(refusal);
    const shipping = { weight: 1, wieght: 2 };
    expect(() => mock.create.product({ shipping })).toThrow('products: shipping[wieght] is not a known field');
    expect(db.customers.list()).toEqual(customers);
    expect(db.products.size).toBe(0);
  });

  test('a payment term may have any field, since the specification shows none', () => {
    const { db } = start();
    expect(db.paymentTerms.insert({ name: 'Net 30', days: 30 })).toMatchObject({ days: 30 });
  });

  const refused: [string, (rows: ReturnType<typeof start>) => void, string][] = [
    [
      'of a row that does not exist',
      ({ db }) => db.customers.update(unknownId, { name: 'X' }),
      'id must be the id of a Customer, received',
    ],
    ['of an id', ({ db, customer }) => db.customers.update(customer.id, { id: unknownId }), 'id cannot be changed'],
    [
      'of a workspace',
      ({ db, customer }) => db.customers.update(customer.id, { workspace_id: unknownId }),
      'workspace_id cannot be changed',
    ],
    [
      'to a reference to nothing',
      ({ db, contact }) => db.contacts.update(contact.id, { customer_id: unknownId }),
      'customer_id must be the id of a Customer',
    ],
    [
      'to a value that the field cannot have',
      ({ db, customer }) => db.customers.update(customer.id, { type: 'charity' }),
      'type must be one of',
    ],
    [
      'to an api_name that is taken',
      ({ db, desks }) => db.categories.update(desks.id, { api_name: 'standing' }),
      'api_name is already used',
    ],
    [
      'to a circle of categories',
      ({ db, desks, standing }) => db.categories.update(desks.id, { parent_category_id: standing.id }),
      'its own ancestor',
    ],
  ];

  test.each(refused)('update %s is rejected and changes nothing', (_, change, message) => {
    const rows = start();
    const before = contents(rows.mock);
    expect(() => change(rows)).toThrow(InvalidRecordError);
    expect(() => change(rows)).toThrow(message);
    expect(contents(rows.mock)).toEqual(before);
  });

  test('delete removes a row, and returns whether it existed', async () => {
    const { mock, db, address } = start();
    expect(db.addresses.delete(address.id)).toBe(true);
    expect(db.addresses.delete(address.id)).toBe(false);
    expect((await call(mock, 'GET', `/api/addresses/${address.id}`)).status).toBe(404);
  });

  test('delete is rejected while other rows refer to the row', () => {
    const { db, mock, customer, contact, desks } = start();
    const before = contents(mock);
    expect(() => db.customers.delete(customer.id)).toThrow('customers: id is used by rows of contacts, addresses');
    expect(() => db.contacts.delete(contact.id)).toThrow('contacts: id is used by rows of addresses');
    expect(() => db.categories.delete(desks.id)).toThrow('categories: id is used by rows of categories');
    expect(contents(mock)).toEqual(before);
    const workspace_id = mock.create.workspace().id;
    mock.create.customer({ workspace_id });
    expect(() => db.workspaces.delete(workspace_id)).toThrow('workspaces: id is used by rows of customers');
  });

  test('get, find, list and size read', () => {
    const { db, desks, standing } = start();
    expect(db.categories.get(desks.id)).toEqual(desks);
    expect(db.categories.get(unknownId)).toBeUndefined();
    expect(db.categories.find({ api_name: 'standing' })).toEqual(standing);
    expect(db.categories.find({ api_name: 'nothing' })).toBeUndefined();
    expect(db.categories.find(({ parent_category_id }) => parent_category_id === desks.id)).toEqual(standing);
    expect(db.categories.list()).toEqual([desks, standing]);
    expect(db.categories.list({ parent_category_id: null })).toEqual([desks]);
    expect(db.categories.list(({ name }) => name.startsWith('S'))).toEqual([standing]);
    expect(db.categories.size).toBe(2);
  });

  test('changes of a returned list do not change the table', () => {
    const { db, desks, standing } = start();
    db.categories.list().pop();
    expect(db.categories.list()).toEqual([desks, standing]);
  });

  const impossible: [string, (db: MockDatabase) => void][] = [
    [
      'a customer with a logo that is no URL',
      (db) => db.customers.insert({ name: 'H', type: 'company', logo: 'halm.svg' }),
    ],
    [
      'a contact with an e-mail address that is none',
      (db) =>
        db.contacts.insert({
          customer_id: db.customers.insert({ name: 'H', type: 'company' }).id,
          first_name: 'G',
          last_name: 'L',
          email: 'greta',
        }),
    ],
    [
      'an address in a country that is none',
      (db) =>
        db.addresses.insert({
          ...place,
          customer_id: db.customers.insert({ name: 'H', type: 'company' }).id,
          country: 'XX',
        }),
    ],
    [
      'a catalog whose api_name is not snake_case',
      (db) => db.catalogs.insert({ name: 'Office', api_name: 'Office 2026' }),
    ],
    ['a category whose api_name is not snake_case', (db) => db.categories.insert({ name: 'Desks', api_name: 'Desks' })],
    [
      'a product parent whose api_name is not snake_case',
      (db) => db.productParents.insert({ name: 'Fjord', api_name: 'Fjord', recurrence_type: 'one_off' }),
    ],
    ['a product whose name is too short', (db) => insertPrice(db, {}, { name: 'F' })],
    ['a product whose api_name is not snake_case', (db) => insertPrice(db, {}, { api_name: 'Fjord' })],
    ['a price with an amount that is not positive', (db) => insertPrice(db, { amount: 0 })],
    ['a price with more than 100 percent', (db) => insertPrice(db, { percent: 101 })],
  ];

  test.each(impossible)('rejects a state that the API cannot produce: %s', (_, insert) => {
    expect(() => insert(startMock().db)).toThrow(InvalidRecordError);
  });
});

function insertPrice(
  db: MockDatabase,
  price: { amount?: number; percent?: number },
  product: { name?: string; api_name?: string } = {},
) {
  const currency = db.currencies.insert({ name: 'Euro', api_name: 'eur' });
  const pricebook = db.pricebooks.insert({ name: 'Europe', api_name: 'europe', currency_id: currency.id });
  const parent = db.productParents.insert({ name: 'Fjord', api_name: 'fjord', recurrence_type: 'one_off' });
  const { id } = db.products.insert({ name: 'Fjord', api_name: 'fjord', product_parent_id: parent.id, ...product });
  db.prices.insert({ product_id: id, pricebook_id: pricebook.id, currency_id: currency.id, ...price });
}
