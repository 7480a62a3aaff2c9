import { describe, expect, test } from 'vitest';
import { createMockServer, demo, InvalidRecordError, type MockServer } from '../../../mocks/index.ts';
import { atNoon, call, contents, justAfterNoon, startMock, unknownId } from '../helpers.ts';

/** A mock with two records of most kinds. */
function start() {
  const mock = startMock();
  const { create, db } = mock;
  const pricebook = create.pricebook();
  const customer = create.customer();
  const contact = create.contact({ customer_id: customer.id });
  const address = create.address({ customer_id: customer.id, contact_id: contact.id });
  const product = create.product();
  const variant = create.product({ product_parent_id: product.product_parent_id });
  const [price] = db.prices.list({ product_id: product.id });
  if (!price) throw new Error('the product has no price');
  const category = create.category();
  const discount = db.discounts.insert({ name: 'Autumn', category_ids: [category.id] });
  return { mock, create, db, customer, contact, address, product, variant, pricebook, price, category, discount };
}

describe('a write that the API could not have made is rejected, and changes nothing', () => {
  const cases: [string, (rows: ReturnType<typeof start>) => unknown, string][] = [
    [
      'a contact that moves to another customer than its addresses',
      ({ db, create, contact }) => db.contacts.update(contact.id, { customer_id: create.customer().id }),
      'contacts: customer_id must be the customer of the addresses of the contact',
    ],
    [
      'an address that moves to another customer than its contact',
      ({ db, create, address }) => db.addresses.update(address.id, { customer_id: create.customer().id }),
      'addresses: contact_id must be the id of a Contact of the same Customer',
    ],
    [
      'an address of a contact of another customer',
      ({ create, contact }) => create.address({ customer_id: create.customer().id, contact_id: contact.id }),
      'addresses: contact_id must be the id of a Contact of the same Customer',
    ],
    [
      'a second default product',
      ({ create, product }) => create.product({ product_parent_id: product.product_parent_id, is_default: true }),
      'products: is_default must be false, because the product parent already has a default product',
    ],
    [
      'a variant that becomes a second default product',
      ({ db, variant }) => db.products.update(variant.id, { is_default: true }),
      'products: is_default must be false',
    ],
    [
      'a default product that moves to a parent with one',
      ({ db, create, product }) =>
        db.products.update(product.id, { product_parent_id: create.product().product_parent_id }),
      'products: is_default must be false',
    ],
    [
      'a default product that stops to be one',
      ({ db, product }) => db.products.update(product.id, { is_default: false }),
      'products: is_default must be true, because the product parent has no other default product',
    ],
    [
      'a first product that is not the default product',
      ({ create }) => create.product({ product_parent_id: create.productParent().id, is_default: false }),
      'products: is_default must be true, because the product parent has no other default product',
    ],
    [
      'a default product that leaves other products without one',
      ({ db, create, product }) => db.products.update(product.id, { product_parent_id: create.productParent().id }),
      'products: product_parent_id must not change while the product is the default of other products',
    ],
    [
      'a record that was updated before it was created',
      ({ create }) => create.customer({ created_at: atNoon, updated_at: '2026-03-02T11:59:59.999Z' }),
      'customers: updated_at must not be before created_at',
    ],
    [
      'a record that was created after its update',
      ({ db, contact }) => db.contacts.update(contact.id, { created_at: '2026-04-01T00:00:00.000Z' }),
      'contacts: updated_at must not be before created_at',
    ],
    [
      'a category that was deleted before it was created',
      ({ db, create }) => db.categories.update(create.category().id, { deleted_at: '2020-01-01T00:00:00.000Z' }),
      'categories: deleted_at must not be before created_at',
    ],
    [
      'a category that was updated before it was deleted',
      ({ create }) => create.category({ updated_at: atNoon, deleted_at: justAfterNoon }),
      'categories: deleted_at must not be after updated_at',
    ],
    [
      'a timestamp that is before the year 0 in UTC',
      ({ create }) => create.customer({ created_at: '0000-01-01T00:00:00+14:00' }),
      'customers: created_at must be in the years 0 to 9999',
    ],
    [
      'a timestamp after the year 9999 in UTC',
      ({ db }) => db.paymentTerms.insert({ created_at: '9999-12-31T23:59:59-12:00' }),
      'paymentTerms: created_at must be in the years 0 to 9999',
    ],
    [
      'a second price of a product in a pricebook',
      ({ db, price: { product_id, pricebook_id, currency_id } }) => {
        db.prices.insert({ product_id, pricebook_id, currency_id, pricing_model: 'flat', amount: 9 });
        db.prices.insert({ product_id, pricebook_id, currency_id });
      },
      'prices: pricebook_id already has a price of the product',
    ],
    [
      'a price that moves to a product with one',
      ({ db, price, variant }) => db.prices.update(price.id, { product_id: variant.id }),
      'prices: pricebook_id already has a price of the product',
    ],
    [
      'a price in another currency than its pricebook',
      ({ db, create, price }) => db.prices.update(price.id, { currency_id: create.currency().id }),
      'prices: currency_id must be the currency of the pricebook',
    ],
    [
      'a pricebook in another currency than its prices',
      ({ db, create, pricebook }) => db.pricebooks.update(pricebook.id, { currency_id: create.currency().id }),
      'pricebooks: currency_id must be the currency of the prices of the pricebook',
    ],
    [
      'a price that is deleted while its product and its pricebook exist',
      ({ db, price }) => db.prices.delete(price.id),
      'prices: id is deleted with the row that product_id or pricebook_id refers to',
    ],
    [
      'a category that is deleted under an active discount',
      ({ db, category }) => db.categories.update(category.id, { deleted_at: atNoon }),
      'categories: deleted_at must be null while an active Discount refers to the category',
    ],
    [
      'an active discount on a deleted category',
      ({ db, create }) =>
        db.discounts.insert({ name: 'D', category_ids: [create.category({ deleted_at: atNoon }).id] }),
      'discounts: category_ids.0 must be the id of a Category',
    ],
    [
      'a discount that becomes active while one of its categories is deleted',
      ({ db, category, discount }) => {
        db.discounts.update(discount.id, { is_active: false });
        db.categories.update(category.id, { deleted_at: atNoon });
        db.discounts.update(discount.id, { is_active: true });
      },
      'discounts: category_ids must not contain a deleted Category while the discount is active',
    ],
    [
      'the workspace of the mock that is deleted',
      ({ mock, db }) => db.workspaces.delete(mock.workspace),
      'workspaces: id is the workspace of the mock, which cannot be deleted',
    ],
  ];

  test.each(cases)('%s', (_, write, message) => {
    const rows = start();
    expect(() => write(rows)).toThrow(InvalidRecordError);
    expect(() => write(start())).toThrow(message);
    expect(() => rows.mock.restore(JSON.parse(JSON.stringify(rows.mock.snapshot())))).not.toThrow();
  });

  test('a rejected insertion leaves the mock as it was, with its ids and numbers', () => {
    const { mock, db, customer, category } = start();
    const before = JSON.stringify(mock.snapshot());
    const contact = { customer_id: customer.id, first_name: 'A', last_name: 'B', email: 'no address' };
    expect(() => db.contacts.insert(contact)).toThrow(InvalidRecordError);
    expect(() => mock.create.contact({ email: 'no address' })).toThrow(InvalidRecordError);
    expect(() => mock.create.category({ api_name: category.api_name })).toThrow(InvalidRecordError);
    expect(() => mock.create.price({ amount: -1 })).toThrow(InvalidRecordError);
    expect(JSON.stringify(mock.snapshot())).toBe(before);
  });
});

describe('every product has a price in every pricebook of its workspace', () => {
  const pairs = ({ db }: MockServer) =>
    db.prices.list().map(({ product_id, pricebook_id }) => `${product_id} ${pricebook_id}`);
  const wanted = ({ db }: MockServer) =>
    db.products
      .list()
      .flatMap((product) =>
        db.pricebooks.list({ workspace_id: product.workspace_id }).map((pricebook) => `${product.id} ${pricebook.id}`),
      );

  test('in each workspace, in any order of insertion', () => {
    const mock = startMock();
    const workspace_id = mock.create.workspace().id;
    for (const place of [{}, { workspace_id }, {}]) {
      mock.create.pricebook(place);
      const parent = mock.create.productParent(place);
      mock.db.products.insert({ ...place, name: 'Rack', api_name: parent.api_name, product_parent_id: parent.id });
      mock.create.pricebook(place);
      expect(pairs(mock).sort()).toEqual(wanted(mock).sort());
    }
  });

  test('an inserted price replaces the price that the product got, with or without an id of its own', () => {
    const { mock, db, price } = start();
    const { product_id, pricebook_id, currency_id } = price;
    const flat = { product_id, pricebook_id, currency_id, pricing_model: 'flat', amount: 9 } as const;
    expect(db.prices.insert(flat)).toMatchObject({ id: price.id, amount: 9 });
    db.prices.update(price.id, { pricing_model: 'none' });

    const other = mock.create.product();
    const before = db.prices.list({ product_id: other.id }).length;
    expect(db.prices.insert({ ...flat, product_id: other.id, id: unknownId }).id).toBe(unknownId);
    expect(db.prices.list({ product_id: other.id })).toHaveLength(before);
    expect(pairs(mock).sort()).toEqual(wanted(mock).sort());
  });

  test('a product or a pricebook takes its prices with it', () => {
    const { mock, db, variant, pricebook } = start();
    db.products.delete(variant.id);
    expect(db.prices.list({ product_id: variant.id })).toEqual([]);
    db.pricebooks.delete(pricebook.id);
    expect(db.prices.size).toBe(0);
    expect(pairs(mock)).toEqual(wanted(mock));
  });

  test('a product whose price another price follows stays, with its prices in their order', () => {
    const { mock, db, product, variant, price } = start();
    const [other] = db.prices.list({ product_id: variant.id });
    db.prices.update(other?.id ?? '', { parent_price_id: price.id });
    const before = contents(mock);
    expect(() => db.products.delete(product.id)).toThrow('prices: id is used by rows of prices');
    expect(contents(mock)).toEqual(before);
  });

  test('rows by table may bring their own prices, with their ids', () => {
    const saved = JSON.parse(JSON.stringify(contents(startMock({ seed: demo }))));
    const {
      workspaces: [{ id: workspace_id } = { id: '' }],
      ...rows
    } = saved;
    const mock = startMock({
      seed: { workspaces: [{ id: unknownId, name: 'Saved' }], ...inWorkspace(rows, workspace_id) },
    });
    expect(mock.db.prices.list()).toEqual(inWorkspace(saved, workspace_id)['prices']);
  });

  function inWorkspace(rows: object, from: string): Record<string, unknown> {
    return JSON.parse(JSON.stringify(rows).replaceAll(from, unknownId));
  }

  test('a snapshot without one is rejected', () => {
    const { mock, price } = start();
    const json = JSON.parse(JSON.stringify(mock.snapshot()));
    json.tables.prices = json.tables.prices.filter(({ id }: { id: string }) => id !== price.id);
    expect(() => mock.restore(json)).toThrow('lacks the price');
  });
});

describe('generated ids', () => {
  test('never replace a record, even if a seed has the ids that the generator produces', async () => {
    const first = createMockServer();
    const made = Array.from({ length: 5 }, () => first.create.customer());
    const mock = createMockServer({
      seed: (db) => {
        for (const { id } of made) db.customers.insert({ id, name: 'Seeded', type: 'company' });
      },
    });
    for (let count = 0; count < 5; count += 1) mock.create.customer();
    await call(mock, 'POST', '/api/customers', { name: 'Posted', type: 'company' });
    expect(mock.db.customers.size).toBe(11);
    expect(mock.db.customers.list({ name: 'Seeded' })).toHaveLength(5);
  });

  test('never name a record of another table or workspace', () => {
    const first = createMockServer();
    const id = first.create.customer().id;
    const mock = createMockServer({
      seed: (db) => {
        const workspace_id = db.workspaces.insert({ name: 'Second' }).id;
        db.catalogs.insert({ id, workspace_id, name: 'Saved', api_name: 'saved' });
      },
    });
    const made = Array.from({ length: 20 }, () => mock.create.customer().id);
    expect(made).not.toContain(id);
  });

  test('a generated token never replaces one', () => {
    const first = createMockServer({ token: 'own' });
    const later = [1, 2, 3].map(() => first.tokens.issue());
    const mock = createMockServer({ token: 'own' });
    const workspace = mock.db.workspaces.insert({ name: 'Second' }).id;
    for (const token of later) mock.tokens.issue({ token, workspace, user: 'seeded' });
    const issued = Array.from({ length: 5 }, () => mock.tokens.issue({ user: 'issued' }));
    expect(issued.filter((token) => later.includes(token))).toEqual([]);
  });
});

describe('values that JSON cannot represent, or only at a great depth', () => {
  const nested = (depth: number): object => (depth === 0 ? {} : { next: nested(depth - 1) });

  test.each<[string, unknown, string]>([
    ['nested too deeply', nested(3000), 'paymentTerms: terms must be nested at most 100 levels deep'],
    ['NaN', { days: Number.NaN }, 'paymentTerms: terms[days] must be a JSON value, received NaN'],
    ['a function', [() => 1], 'paymentTerms: terms.0 must be a JSON value, received function'],
    ['a date', new Date(0), 'paymentTerms: terms must be a JSON value, received Date'],
    ['a map', new Map(), 'paymentTerms: terms must be a JSON value, received Map'],
    ['a bigint', 1n, 'paymentTerms: terms must be a JSON value, received bigint'],
    ['a hole', [1, undefined], 'paymentTerms: terms.1 must be a JSON value, received undefined'],
  ])('%s: an open record rejects it', (_, terms, message) => {
    const { db } = startMock();
    expect(() => db.paymentTerms.insert({ terms })).toThrow(new InvalidRecordError('paymentTerms', [issue(message)]));
    const { id } = db.paymentTerms.insert({});
    expect(() => db.paymentTerms.update(id, { terms })).toThrow(InvalidRecordError);
    expect(db.paymentTerms.list()).toHaveLength(1);
  });

  function issue(message: string) {
    const [, path = '', text = ''] = /^paymentTerms: (\S+) (.*)$/.exec(message) ?? [];
    return { path, message: text };
  }

  test('an object that contains itself', () => {
    const terms: Record<string, unknown> = {};
    terms['terms'] = terms;
    expect(() => startMock().db.paymentTerms.insert({ terms })).toThrow('must be nested at most 100 levels deep');
  });

  test('a deep value is stored and returned up to the limit', async () => {
    const mock = startMock();
    mock.db.paymentTerms.insert({ terms: nested(99) });
    expect((await call(mock, 'GET', '/api/payment-terms')).body).toMatchObject({ data: [{ terms: nested(99) }] });
    expect(() => mock.db.paymentTerms.insert({ terms: nested(100) })).toThrow('must be nested at most 100 levels deep');
  });

  test('the API rejects deep tiers', async () => {
    const { mock, price } = start();
    const response = await call(mock, 'PATCH', `/api/prices/${price.id}`, { volume_tiers: [nested(200)] });
    expect(response).toMatchObject({ status: 400, body: { error: 'Validation error' } });
    expect(mock.db.prices.get(price.id)).toBe(price);
  });
});

describe('updated_at', () => {
  test('is what an update sets, and moves if the old value is sent back', () => {
    const { db, customer } = start();
    const later = '2027-01-01T00:00:00.000Z';
    const { updated_at } = db.customers.update(customer.id, { ...customer, name: 'New' });
    expect(updated_at).toBe(justAfterNoon);
    expect(db.customers.update(customer.id, { updated_at: later })).toMatchObject({ updated_at: later });
  });

  test('stays a timestamp at the end of time', () => {
    const end = '9999-12-31T23:59:59.999Z';
    const mock = startMock({ clock: end });
    const customer = mock.create.customer();
    expect(mock.db.customers.update(customer.id, { name: 'New' })).toMatchObject({ name: 'New', updated_at: end });
    expect(() => mock.clock.advance(1)).toThrow('clock: must be in the years 0 to 9999');
    expect(() => mock.clock.set(8.64e15)).toThrow('clock: must be in the years 0 to 9999');
    mock.clock.set('0000-01-01T00:00:00Z');
    expect(() => mock.clock.advance(-1)).toThrow('clock: must be in the years 0 to 9999');
    expect(() => mock.clock.set(-8.64e15)).toThrow('clock: must be in the years 0 to 9999');
    mock.restore(JSON.parse(JSON.stringify(mock.snapshot())));
  });

  test('a time source beyond the range does not create invalid timestamps', () => {
    const mock = startMock({ clock: () => 8.64e15 });
    expect(mock.create.customer().created_at).toBe('9999-12-31T23:59:59.999Z');
    mock.restore(JSON.parse(JSON.stringify(mock.snapshot())));
  });

  test('is not before a given created_at', () => {
    const created_at = '2030-01-01T00:00:00.000Z';
    expect(startMock().create.customer({ created_at })).toMatchObject({ created_at, updated_at: created_at });
  });
});

describe('omitted timestamps of a new record', () => {
  const earlier = '2026-03-01T00:00:00.000Z';
  const later = '2026-03-03T00:00:00.000Z';

  test.each([
    ['follow an earlier updated_at', { updated_at: earlier }, { created_at: earlier, updated_at: earlier }],
    ['follow a later updated_at', { updated_at: later }, { created_at: atNoon, updated_at: later }],
    ['follow an earlier deleted_at', { deleted_at: earlier }, { created_at: earlier, updated_at: earlier }],
    ['follow a later deleted_at', { deleted_at: later }, { created_at: atNoon, updated_at: later }],
    ['lie around both', { updated_at: later, deleted_at: earlier }, { created_at: earlier, updated_at: later }],
  ])('%s', (_, given, expected) => {
    expect(startMock().create.category(given)).toMatchObject({ ...given, ...expected });
  });
});

test('timestamps are stored as the API returns them', async () => {
  const mock = startMock({ policies: { timestampFormat: 'seconds' } });
  const { id } = mock.create.customer({ created_at: '2026-03-01T01:00:00+01:00' });
  expect(mock.db.customers.get(id)?.created_at).toBe('2026-03-01T00:00:00.000Z');
  expect(await call(mock, 'GET', `/api/customers/${id}`)).toMatchObject({
    body: { data: { created_at: '2026-03-01T00:00:00Z' } },
  });
});

test('a category that is deleted after the clock was set back can be stored and read back', async () => {
  const mock = startMock();
  const { id } = mock.create.category();
  mock.clock.set('2020-01-01');
  await call(mock, 'DELETE', `/api/categories/${id}`);
  expect(mock.db.categories.get(id)).toMatchObject({ deleted_at: atNoon, updated_at: justAfterNoon });
  expect(() => mock.restore(JSON.parse(JSON.stringify(mock.snapshot())))).not.toThrow();
});

describe('the default product of a parent', () => {
  test('can move if it is the only product of its parent', () => {
    const { create, db } = startMock();
    const [left, joined] = [create.product(), create.product()];
    const changes = { product_parent_id: joined.product_parent_id, is_default: false };
    expect(db.products.update(left.id, changes)).toMatchObject(changes);
  });

  test('is its first product', () => {
    const { db, create } = startMock();
    const product_parent_id = create.productParent().id;
    const insert = (api_name: string) => db.products.insert({ product_parent_id, name: 'Rack', api_name });
    expect([insert('rack'), insert('rack_2')].map(({ is_default }) => is_default)).toEqual([true, false]);
  });

  test('is the oldest other one after it was deleted', () => {
    const { mock, db, product, variant } = start();
    const last = mock.create.product({ product_parent_id: product.product_parent_id });
    db.products.delete(product.id);
    expect(db.products.get(variant.id)?.is_default).toBe(true);
    expect(db.products.get(last.id)?.is_default).toBe(false);
    expect(() => mock.restore(JSON.parse(JSON.stringify(mock.snapshot())))).not.toThrow();
  });
});

describe('mock.db in JavaScript', () => {
  const { mock, db, product } = start();

  test('rows are found by groups and lists', () => {
    expect(db.products.list({ shipping: { ...product.shipping }, is_default: true })).toEqual([product]);
    expect(db.customers.find({ tax_ids: [{ tax: 'VAT', tax_value: '1' }] })).toBeUndefined();
    expect(db.customers.find({ tax_ids: [] })).toBeDefined();
  });

  test.each([5, { toString: 1 }])('the reference or the id %j', (wrong) => {
    const product = { name: 'Desk', api_name: 'desk', product_parent_id: wrong as never };
    const price = { product_id: wrong as never, pricebook_id: wrong as never, currency_id: wrong as never };
    const message = `must be a string, received ${typeof wrong}`;
    expect(() => db.products.insert(product)).toThrow(`product_parent_id ${message}`);
    expect(() => mock.importRows({ products: [product] })).toThrow(`products: 0.product_parent_id ${message}`);
    expect(() => mock.create.product(product)).toThrow(`product_parent_id ${message}`);
    expect(() => db.prices.insert(price)).toThrow(`pricebook_id ${message}`);
    expect(() => mock.create.price(price)).toThrow(`pricebook_id ${message}`);
    expect(() => db.taxes.insert({ name: 'VAT', id: wrong as never })).toThrow(`id ${message}`);
    const contact = { contact_id: wrong as never, customer_id: mock.create.customer().id };
    expect(() => mock.create.address(contact)).toThrow(`contact_id ${message}`);
  });

  test.each<[string, () => unknown, string]>([
    ['an id that is no string', () => db.customers.get(5 as never), 'customers: id must be a string, received 5'],
    ['no id', () => db.customers.delete(undefined as never), 'customers: id must be a string, received undefined'],
    [
      'null instead of values',
      () => db.customers.list(null as never),
      'where: must be an object of values or a function',
    ],
    ['no values', () => db.customers.find(undefined as never), 'where: must be an object of values or a function'],
    ['an array', () => db.customers.list([] as never), 'where: must be an object of values or a function'],
  ])('%s', (_, use, message) => {
    expect(use).toThrow(TypeError);
    expect(use).toThrow(message);
  });

  test.each([{ toString: 1 }, [{ toString: 1 }]])('an id that cannot be converted to text: %j', (customer_id) => {
    const insert = () => db.contacts.insert({ customer_id } as never);
    expect(insert).toThrow(InvalidRecordError);
    expect(insert).toThrow('customer_id must be a string');
  });
});

test('deleting a workspace revokes its tokens', async () => {
  const mock = startMock();
  const workspace = mock.db.workspaces.insert({ name: 'Second' }).id;
  const token = mock.tokens.issue({ workspace });
  const states: unknown[] = [];
  mock.onChange(() => states.push(JSON.parse(JSON.stringify(mock.snapshot()))));
  mock.db.workspaces.delete(workspace);
  expect((await call(mock, 'GET', '/api/customers', undefined, { token })).status).toBe(401);
  expect((await call(mock, 'GET', '/api/customers')).status).toBe(200);
  expect(states).toHaveLength(1);
  for (const state of states) expect(() => startMock().restore(state as never)).not.toThrow();
  mock.db.workspaces.insert({ id: workspace, name: 'Third' });
  expect((await call(mock, 'GET', '/api/customers', undefined, { token })).status).toBe(401);
});
