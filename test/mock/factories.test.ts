import { describe, expect, test } from 'vitest';
import { type Build, InvalidRecordError, type MockServer, type TableName } from '../../mocks/index.ts';
import { MasterDataClient } from '../../src/index.ts';
import { atNoon, contents, startMock, unknownId } from './helpers.ts';

/** The table that each factory fills. */
const tables: { readonly [Name in keyof Build]: TableName } = {
  workspace: 'workspaces',
  customer: 'customers',
  contact: 'contacts',
  address: 'addresses',
  category: 'categories',
  catalog: 'catalogs',
  currency: 'currencies',
  tax: 'taxes',
  billingFrequency: 'billingFrequencies',
  pricebook: 'pricebooks',
  paymentTerm: 'paymentTerms',
  productParent: 'productParents',
  product: 'products',
  price: 'prices',
  discount: 'discounts',
};
const names = Object.keys(tables).filter((name): name is keyof Build => name in tables);

/** How many rows each table has, of those that have any. */
function sizes({ db }: MockServer): Record<string, number> {
  return Object.fromEntries(Object.entries(db).flatMap(([name, { size }]) => (size > 0 ? [[name, size]] : [])));
}

describe.each(names)('build.%s', (name) => {
  test('needs nothing, and returns the row that it stored', () => {
    const mock = startMock();
    const row = mock.build[name]();
    expect(mock.db[tables[name]].get(row.id)).toBe(row);
    expect(row).toMatchObject({ created_at: atNoon, updated_at: atNoon });
    if (name !== 'workspace') expect(row).toMatchObject({ workspace_id: mock.workspace });
  });

  test('makes any number of rows, whose names differ, even after deletions', () => {
    const mock = startMock();
    const table = mock.db[tables[name]];
    const made: object[] = [];
    for (let round = 0; round < 5; round += 1) {
      const [gone] = [mock.build[name](), made.push(mock.build[name]()), made.push(mock.build[name]())];
      for (const { id } of mock.db.prices.list({ product_id: gone.id })) mock.db.prices.delete(id);
      table.delete(gone.id);
    }
    for (const field of ['name', 'api_name', 'email', 'last_name', 'address_line1']) {
      const values = made.map((row) => Reflect.get(row, field)).filter((value) => typeof value === 'string');
      expect(new Set(values).size).toBe(values.length);
    }
  });

  test('makes its row, and all that it makes for it, in another workspace', () => {
    if (name === 'workspace') return;
    const mock = startMock();
    const workspace_id = mock.build.workspace().id;
    expect(mock.build[name]({ workspace_id })).toMatchObject({ workspace_id });
    for (const table of Object.values(mock.db)) {
      for (const row of table.list()) if ('workspace_id' in row) expect(row.workspace_id).toBe(workspace_id);
    }
  });

  test('takes undefined for left out', () => {
    const mock = startMock();
    const row = mock.build[name]();
    mock.reset();
    const nothing = Object.fromEntries(Object.keys(row).map((field) => [field, undefined]));
    expect(mock.build[name](nothing)).toEqual(row);
  });
});

describe('takes the fields it is given', () => {
  const { build } = startMock();

  test.each([
    [
      'a customer',
      build.customer({ name: 'Acme', type: 'individual', id_crm: 'C1' }),
      { name: 'Acme', type: 'individual', id_crm: 'C1' },
    ],
    ['a contact', build.contact({ email: 'a@b.example', role: [] }), { email: 'a@b.example', role: [] }],
    [
      'an address',
      build.address({ country: 'DE', type: 'shipping' }),
      { country: 'DE', type: 'shipping', city: 'Springfield' },
    ],
    ['a category', build.category({ api_name: 'desks' }), { api_name: 'desks', is_active: true }],
    [
      'a product',
      build.product({ name: 'Rack', shipping: { weight: 2 } }),
      { name: 'Rack', shipping: { weight: 2, height: null } },
    ],
    ['a price', build.price({ pricing_model: 'percent', percent: 5 }), { pricing_model: 'percent', percent: 5 }],
    ['a price with an amount, which is flat', build.price({ amount: 9.5 }), { pricing_model: 'flat', amount: 9.5 }],
    ['a payment term, which is open', build.paymentTerm({ days: 30 }), { days: 30 }],
    ['its own id', build.catalog({ id: unknownId }), { id: unknownId }],
  ])('%s', (_, row, fields) => {
    expect(row).toMatchObject(fields);
  });
});

describe('makes what a record must refer to, and no more', () => {
  const cases: [keyof Build, Record<string, number>][] = [
    ['customer', { customers: 1 }],
    ['contact', { customers: 1, contacts: 1 }],
    ['address', { customers: 1, addresses: 1 }],
    ['pricebook', { currencies: 1, pricebooks: 1 }],
    ['product', { productParents: 1, products: 1 }],
    ['price', { currencies: 1, pricebooks: 1, productParents: 1, products: 1, prices: 1 }],
    ['discount', { discounts: 1 }],
  ];
  test.each(cases)('%s', (name, made) => {
    const mock = startMock();
    mock.build[name]();
    expect(sizes(mock)).toEqual({ workspaces: 1, ...made });
  });

  test('an address of a contact is of his customer', () => {
    const mock = startMock();
    const contact = mock.build.contact();
    expect(mock.build.address({ contact_id: contact.id }).customer_id).toBe(contact.customer_id);
    expect(mock.db.customers.size).toBe(1);
  });

  test('a price has the currency of its pricebook, or its pricebook the currency that is given', () => {
    const { build, db } = startMock();
    const pricebook = build.pricebook();
    expect(build.price({ pricebook_id: pricebook.id }).currency_id).toBe(pricebook.currency_id);
    const currency_id = build.currency().id;
    expect(db.pricebooks.get(build.price({ currency_id }).pricebook_id)?.currency_id).toBe(currency_id);
  });

  test('a product has a parent of its name, and is its default', () => {
    const { build, db } = startMock();
    const product = build.product({ name: 'Rack', api_name: 'rack' });
    expect(product).toMatchObject({ is_default: true });
    expect(db.productParents.get(product.product_parent_id)).toMatchObject({ name: 'Rack', api_name: 'rack' });
  });

  test('of the products of a parent the first is its default', () => {
    const { build } = startMock();
    const product_parent_id = build.productParent().id;
    const products = [1, 2, 3].map(() => build.product({ product_parent_id }));
    expect(products.map(({ is_default }) => is_default)).toEqual([true, false, false]);
  });

  test('a product has a price in each pricebook of its workspace', () => {
    const { build, db } = startMock();
    const workspace_id = build.workspace().id;
    build.pricebook({ workspace_id });
    const pricebooks = [build.pricebook(), build.pricebook()];
    const prices = db.prices.list({ product_id: build.product().id });
    expect(prices.map(({ pricebook_id, currency_id }) => ({ id: pricebook_id, currency_id }))).toEqual(
      pricebooks.map(({ id, currency_id }) => ({ id, currency_id })),
    );
    for (const price of prices) expect(price).toMatchObject({ pricing_model: 'none', amount: null });
  });
});

test('a record belongs to the workspace of what it is given', () => {
  const mock = startMock();
  const { build } = mock;
  const workspace_id = build.workspace().id;
  const there = { workspace_id };
  const rows = [
    build.contact({ customer_id: build.customer(there).id }),
    build.address({ customer_id: build.customer(there).id }),
    build.address({ contact_id: build.contact(there).id }),
    build.category({ parent_category_id: build.category(there).id }),
    build.productParent({ catalog_ids: [build.catalog(there).id] }),
    build.productParent({ category_ids: [build.category(there).id] }),
    build.product({ product_parent_id: build.productParent(there).id }),
    build.price({ product_id: build.product(there).id }),
    build.price({ pricebook_id: build.pricebook(there).id }),
    build.price({ default_tax_id: build.tax(there).id }),
    build.pricebook({ currency_id: build.currency(there).id }),
    build.discount({ category_ids: [build.category(there).id] }),
  ];
  for (const row of rows) expect(row.workspace_id).toBe(workspace_id);
  expect(mock.db.customers.list({ workspace_id: mock.workspace })).toEqual([]);
});

describe('api_names differ', () => {
  test('from those of records that were not built', () => {
    const { build, db } = startMock();
    db.categories.insert({ name: 'A', api_name: 'category_1' });
    db.categories.insert({ name: 'B', api_name: 'category_3' });
    db.productParents.insert({ name: 'A', api_name: 'product_1', recurrence_type: 'one_off' });
    expect([build.category(), build.category()].map(({ api_name }) => api_name)).toEqual(['category_2', 'category_4']);
    expect(build.product().api_name).toBe('product_2');
  });

  test('whichever factories are called in whichever order', () => {
    const { build } = startMock();
    build.productParent();
    build.product();
    build.productParent();
    build.price();
    build.product();
    expect(build.productParent().api_name).toBe('product_parent_3');
  });
});

describe('what the API could not have made is refused, and leaves nothing behind', () => {
  test.each([
    ['contact', { email: 'no address' }],
    ['address', { country: 'Germany' }],
    ['pricebook', { type: 5 }],
    ['product', { name: 'x' }],
    ['product', { product_parent_id: unknownId }],
    ['price', { pricebook_id: unknownId }],
    ['price', { product_id: unknownId }],
    ['price', { amount: -1 }],
    ['contact', { workspace_id: unknownId }],
  ] as const)('build.%s(%j)', (name, fields) => {
    const mock = startMock();
    const before = contents(mock);
    expect(() => Reflect.apply(mock.build[name], undefined, [fields])).toThrow(InvalidRecordError);
    expect(contents(mock)).toEqual(before);
    expect(() => mock.build[name]()).not.toThrow();
  });
});

test('numbers go back with the records: after reset and restore the same names and ids are built', () => {
  const mock = startMock();
  const all = () => names.map((name) => mock.build[name]());
  const first = all();
  const snapshot = mock.snapshot();
  const second = all();
  mock.restore(snapshot);
  expect(all()).toEqual(second);
  mock.restore(JSON.parse(JSON.stringify(snapshot)));
  expect(all()).toEqual(second);
  mock.reset();
  expect(all()).toEqual(first);
});

test('a seed may build; the client then finds what it built', async () => {
  const mock = startMock({
    seed: (db, build) => {
      const pricebook = build.pricebook({ name: 'Retail' });
      const product = build.product({ name: 'Rack' });
      const price = db.prices.find({ product_id: product.id, pricebook_id: pricebook.id });
      if (price) db.prices.update(price.id, { pricing_model: 'flat', amount: 9 });
    },
  });
  const client = new MasterDataClient({ baseUrl: mock.baseUrl, apiToken: mock.token, fetch: mock.fetch });
  const id = mock.db.products.list()[0]?.id ?? '';
  expect(await client.products.get(id)).toMatchObject({
    name: 'Rack',
    prices: [{ pricebook_api_name: 'pricebook_1', pricing_model: 'flat', amount: 9 }],
  });
});

test('a seed that is not done when it returns is refused', () => {
  const seed = async () => undefined;
  expect(() => Reflect.apply(startMock, undefined, [Object.fromEntries([['seed', seed]])])).toThrow(
    'seed: expected a function that is done when it returns',
  );
});
