import { describe, expect, test } from 'vitest';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { type Factories, InvalidRecordError, type MockServer, type TableName } from '../../../mocks/index.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { MasterDataClient } from '../../../src/index.ts';
import { atNoon, contents, startMock, unknownId } from '../helpers.ts';

/** The table that each factory fills. */
const tables: { readonly [Name in keyof Factories]: TableName } = {
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
const names = Object.keys(tables).filter((name): name is keyof Factories => name in tables);

/** Returns the number of rows of each table that is not empty. */
function sizes({ db }: MockServer): Record<string, number> {
  return Object.fromEntries(Object.entries(db).flatMap(([name, { size }]) => (size > 0 ? [[name, size]] : [])));
}

describe.each(names)('create.%s', (name) => {
  test('needs no fields, and returns the stored row', () => {
    const mock = startMock();
    const row = mock.create[name]();
    expect(mock.db[tables[name]].get(row.id)).toBe(row);
    expect(row).toMatchObject({ created_at: atNoon, updated_at: atNoon });
    if (name !== 'workspace') expect(row).toMatchObject({ workspace_id: mock.workspace });
  });

  test('creates rows with different names, even after deletions', () => {
    const mock = startMock();
    const table = mock.db[tables[name]];
    const made: object[] = [];
    for (let round = 0; round < 5; round += 1) {
      const [gone] = [mock.create[name](), made.push(mock.create[name]()), made.push(mock.create[name]())];
      if (name !== 'price') table.delete(gone.id);
    }
    for (const field of ['name', 'api_name', 'email', 'last_name', 'address_line1']) {
      const values = made.map((row) => Reflect.get(row, field)).filter((value) => typeof value === 'string');
      expect(new Set(values).size).toBe(values.length);
    }
  });

  test('creates its row, and the rows that it refers to, in another workspace', () => {
    if (name === 'workspace') return;
    const mock = startMock();
    const workspace_id = mock.create.workspace().id;
    expect(mock.create[name]({ workspace_id })).toMatchObject({ workspace_id });
    for (const table of Object.values(mock.db)) {
      for (const row of table.list()) if ('workspace_id' in row) expect(row.workspace_id).toBe(workspace_id);
    }
  });

  test('treats undefined as omitted', () => {
    const mock = startMock();
    const row = mock.create[name]();
    mock.reset();
    const nothing = Object.fromEntries(Object.keys(row).map((field) => [field, undefined]));
    expect(mock.create[name](nothing)).toEqual(row);
  });
});

describe('uses the given fields for', () => {
  const { create } = startMock();

  test.each([
    [
      'a customer',
      create.customer({ name: 'Acme', type: 'individual', id_crm: 'C1' }),
      { name: 'Acme', type: 'individual', id_crm: 'C1' },
    ],
    ['a contact', create.contact({ email: 'a@b.example', role: [] }), { email: 'a@b.example', role: [] }],
    [
      'an address',
      create.address({ country: 'DE', type: 'shipping' }),
      { country: 'DE', type: 'shipping', city: 'Springfield' },
    ],
    ['a category', create.category({ api_name: 'desks' }), { api_name: 'desks', is_active: true }],
    [
      'a product',
      create.product({ name: 'Rack', shipping: { weight: 2 } }),
      { name: 'Rack', shipping: { weight: 2, height: null } },
    ],
    ['a price', create.price({ pricing_model: 'percent', percent: 5 }), { pricing_model: 'percent', percent: 5 }],
    ['a price with an amount, which is flat', create.price({ amount: 9.5 }), { pricing_model: 'flat', amount: 9.5 }],
    ['a payment term, which is open', create.paymentTerm({ days: 30 }), { days: 30 }],
    ['its own id', create.catalog({ id: unknownId }), { id: unknownId }],
  ])('%s', (_, row, fields) => {
    expect(row).toMatchObject(fields);
  });
});

describe('creates the records that a record must refer to, and no more', () => {
  const cases: [keyof Factories, Record<string, number>][] = [
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
    mock.create[name]();
    expect(sizes(mock)).toEqual({ workspaces: 1, ...made });
  });

  test('an address of a contact gets the customer of the contact', () => {
    const mock = startMock();
    const contact = mock.create.contact();
    expect(mock.create.address({ contact_id: contact.id }).customer_id).toBe(contact.customer_id);
    expect(mock.db.customers.size).toBe(1);
  });

  test('a price gets the currency of its pricebook, or its pricebook the given currency', () => {
    const { create, db } = startMock();
    const pricebook = create.pricebook();
    expect(create.price({ pricebook_id: pricebook.id }).currency_id).toBe(pricebook.currency_id);
    const currency_id = create.currency().id;
    expect(db.pricebooks.get(create.price({ currency_id }).pricebook_id)?.currency_id).toBe(currency_id);
  });

  test('a product gets a parent with its name, and is the default product', () => {
    const { create, db } = startMock();
    const product = create.product({ name: 'Rack', api_name: 'rack' });
    expect(product).toMatchObject({ is_default: true });
    expect(db.productParents.get(product.product_parent_id)).toMatchObject({ name: 'Rack', api_name: 'rack' });
  });

  test('the first product of a parent is the default product', () => {
    const { create } = startMock();
    const product_parent_id = create.productParent().id;
    const products = [1, 2, 3].map(() => create.product({ product_parent_id }));
    expect(products.map(({ is_default }) => is_default)).toEqual([true, false, false]);
  });

  test('a product gets a price in each pricebook of its workspace', () => {
    const { create, db } = startMock();
    const workspace_id = create.workspace().id;
    create.pricebook({ workspace_id });
    const pricebooks = [create.pricebook(), create.pricebook()];
    const prices = db.prices.list({ product_id: create.product().id });
    expect(prices.map(({ pricebook_id, currency_id }) => ({ id: pricebook_id, currency_id }))).toEqual(
      pricebooks.map(({ id, currency_id }) => ({ id, currency_id })),
    );
    for (const price of prices) expect(price).toMatchObject({ pricing_model: 'none', amount: null });
  });
});

test('a record gets the workspace of the records that it refers to', () => {
  const mock = startMock();
  const { create } = mock;
  const workspace_id = create.workspace().id;
  const there = { workspace_id };
  const rows = [
    create.contact({ customer_id: create.customer(there).id }),
    create.address({ customer_id: create.customer(there).id }),
    create.address({ contact_id: create.contact(there).id }),
    create.category({ parent_category_id: create.category(there).id }),
    create.productParent({ catalog_ids: [create.catalog(there).id] }),
    create.productParent({ category_ids: [create.category(there).id] }),
    create.product({ product_parent_id: create.productParent(there).id }),
    create.price({ product_id: create.product(there).id }),
    create.price({ pricebook_id: create.pricebook(there).id }),
    create.price({ default_tax_id: create.tax(there).id }),
    create.pricebook({ currency_id: create.currency(there).id }),
    create.discount({ category_ids: [create.category(there).id] }),
  ];
  for (const row of rows) expect(row.workspace_id).toBe(workspace_id);
  expect(mock.db.customers.list({ workspace_id: mock.workspace })).toEqual([]);
});

describe('generated api_names differ', () => {
  test('from those of inserted records', () => {
    const { create, db } = startMock();
    db.categories.insert({ name: 'A', api_name: 'category_1' });
    db.categories.insert({ name: 'B', api_name: 'category_3' });
    db.productParents.insert({ name: 'A', api_name: 'product_1', recurrence_type: 'one_off' });
    expect([create.category(), create.category()].map(({ api_name }) => api_name)).toEqual([
      'category_2',
      'category_4',
    ]);
    expect(create.product().api_name).toBe('product_2');
  });

  test('between factories, in any order of calls', () => {
    const { create } = startMock();
    create.productParent();
    create.product();
    create.productParent();
    create.price();
    create.product();
    expect(create.productParent().api_name).toBe('product_parent_6');
  });
});

describe('a record that the API could not create is rejected, and nothing changes', () => {
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
  ] as const)('create.%s(%j)', (name, fields) => {
    const mock = startMock();
    const before = contents(mock);
    expect(() => Reflect.apply(mock.create[name], undefined, [fields])).toThrow(InvalidRecordError);
    expect(contents(mock)).toEqual(before);
    expect(() => mock.create[name]()).not.toThrow();
  });
});

describe('lists', () => {
  test('creates the given number of records, with the same fields or with fields for each', () => {
    const { create, db } = startMock();
    const customers = create.customer.list(3, { type: 'individual' });
    expect(customers.map(({ type }) => type)).toEqual(['individual', 'individual', 'individual']);
    expect(new Set(customers.map(({ name }) => name)).size).toBe(3);
    const terms = create.customer.list(2, (index) => ({ name: `Acme ${index}` }), { traits: ['with-contact'] });
    expect(terms.map(({ name }) => name)).toEqual(['Acme 0', 'Acme 1']);
    expect(db.contacts.list().map(({ customer_id }) => customer_id)).toEqual(terms.map(({ id }) => id));
    expect(create.category.list(0)).toEqual([]);
    expect(db.customers.size).toBe(5);
  });
});

describe('traits', () => {
  test('change fields of the record, or records around it', () => {
    const { create, db } = startMock();
    create.pricebook();
    create.pricebook();
    const product = create.product({ name: 'Rack' }, { traits: ['flat-prices', 'inactive', 'recurring'] });
    expect(product).toMatchObject({ name: 'Rack', is_active: false });
    expect(db.productParents.get(product.product_parent_id)).toMatchObject({ recurrence_type: 'recurring' });
    const prices = db.prices.list({ product_id: product.id });
    expect(prices.map(({ pricing_model, amount }) => [pricing_model, amount])).toEqual([
      ['flat', 100],
      ['flat', 110],
    ]);
    const category = create.category({}, { traits: ['deleted'] });
    expect(category).toEqual(db.categories.get(category.id));
    expect(category.deleted_at).toBe(atNoon);
  });

  test('given fields take precedence', () => {
    const { create } = startMock();
    expect(create.address({ type: 'billing' }, { traits: ['shipping'] }).type).toBe('billing');
    expect(create.price({ amount: 5 }, { traits: ['flat'] })).toMatchObject({ pricing_model: 'flat', amount: 5 });
  });

  test('an unknown trait is an error that lists the traits', () => {
    const { create, build, db } = startMock();
    const options: object = { traits: ['cheap'] };
    expect(() => create.product({}, options)).toThrow(
      new TypeError('Unknown trait "cheap" of products. Valid traits: inactive, flat-prices, recurring.'),
    );
    expect(() => create.currency({}, options)).toThrow('Valid traits: none.');
    expect(() => build.customer({}, options)).toThrow('Unknown trait "cheap" of customers.');
    expect(db.products.size).toBe(0);
  });
});

describe('build', () => {
  test('returns what insert accepts, and changes nothing', () => {
    const mock = startMock();
    const { create, build, db } = mock;
    const customer_id = create.customer().id;
    const product_parent_id = create.productParent().id;
    const currency_id = create.currency().id;
    const pricebook_id = create.pricebook({ currency_id }).id;
    const before = JSON.stringify(mock.snapshot());
    const contact = build.contact({ customer_id, first_name: 'Ida' });
    expect(contact).toMatchObject({ customer_id, first_name: 'Ida', role: ['buyer'] });
    expect(contact).not.toHaveProperty('id');
    const built = [
      db.customers.insert(build.customer({}, { traits: ['individual'] })),
      db.contacts.insert(contact),
      db.addresses.insert(build.address({ customer_id })),
      db.categories.insert(build.category()),
      db.catalogs.insert(build.catalog()),
      db.taxes.insert(build.tax()),
      db.productParents.insert(build.productParent()),
      db.discounts.insert(build.discount({ is_active: false })),
      db.paymentTerms.insert(build.paymentTerm()),
      db.billingFrequencies.insert(build.billingFrequency()),
      db.pricebooks.insert(build.pricebook({ currency_id })),
      db.workspaces.insert(build.workspace()),
    ];
    const product = db.products.insert(build.product({ product_parent_id }));
    expect(product.is_default).toBe(true);
    expect(build.product({ product_parent_id }).is_default).toBe(false);
    expect(db.prices.insert(build.price({ product_id: product.id, pricebook_id, amount: 3 }))).toMatchObject({
      currency_id,
      pricing_model: 'flat',
    });
    expect(built.every(Object.isFrozen)).toBe(true);

    mock.restore(JSON.parse(before));
    for (const name of names) Reflect.apply(build[name], undefined, [{ customer_id }, { traits: [] }]);
    expect(JSON.stringify(mock.snapshot())).toBe(before);
  });
});

test('reset and restore also restore the numbers in names, and the ids', () => {
  const mock = startMock();
  const all = () => names.map((name) => mock.create[name]());
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

test('a seed can call factories, and the client finds the records', async () => {
  const mock = startMock({
    seed: (db, create) => {
      const pricebook = create.pricebook({ name: 'Retail' });
      const product = create.product({ name: 'Rack' });
      const price = db.prices.find({ product_id: product.id, pricebook_id: pricebook.id });
      if (price) db.prices.update(price.id, { pricing_model: 'flat', amount: 9 });
    },
  });
  const client = new MasterDataClient(mock.clientOptions);
  const id = mock.db.products.list()[0]?.id ?? '';
  expect(await client.products.get(id)).toMatchObject({
    name: 'Rack',
    prices: [{ pricebook_api_name: 'pricebook_1', pricing_model: 'flat', amount: 9 }],
  });
});

test('an asynchronous seed is rejected', () => {
  const seed = async () => undefined;
  expect(() => Reflect.apply(startMock, undefined, [Object.fromEntries([['seed', seed]])])).toThrow(
    'seed: must be a synchronous function, received a promise',
  );
});

describe('list', () => {
  test('creates all records or none', () => {
    const mock = startMock();
    const twin = startMock();
    const changes: unknown[] = [];
    mock.onChange((change) => changes.push(change));
    const before = contents(mock);
    const names = ['a', 'b', 7, 'd'];
    expect(() => mock.create.contact.list(4, (index) => ({ first_name: names[index] as string }))).toThrow(
      InvalidRecordError,
    );
    expect(() =>
      mock.create.product.list(3, (index) => {
        if (index === 2) throw new Error('of the test');
        return {};
      }),
    ).toThrow('of the test');
    expect(contents(mock)).toEqual(before);
    expect(changes.flatMap((change) => (change as { written: { collection: string }[] }).written)).toEqual([]);
    // Numbers and ids are not used up.
    expect(mock.create.contact.list(2)).toEqual(twin.create.contact.list(2));
  });

  test('is one change', () => {
    const mock = startMock();
    const sizes: number[] = [];
    mock.onChange(({ written }) => sizes.push(written.filter(({ collection }) => collection === 'customers').length));
    mock.create.customer.list(3);
    expect(sizes).toEqual([3]);
  });

  test('undoes what a function has tried without success, and nothing else', () => {
    const mock = startMock();
    const created = mock.create.catalog.list(2, () => {
      mock.create.tax();
      expect(() => mock.create.contact({ first_name: 7 as never })).toThrow(InvalidRecordError);
      return {};
    });
    expect(created).toHaveLength(2);
    expect(mock.db.taxes.size).toBe(2);
    // The customers of the contacts are gone.
    expect(mock.db.customers.size).toBe(0);
  });

  test('over the control API creates all records or none', async () => {
    const mock = startMock();
    const remote = await connectMock(`${mock.baseUrl}/__mock/`, { fetch: createControlFetch(mock) });
    const names = ['a', 'b', 7];
    await expect(remote.create.customer.list(3, (index) => ({ name: names[index] as string }))).rejects.toThrow(
      InvalidRecordError,
    );
    expect(mock.db.customers.size).toBe(0);
  });
});
