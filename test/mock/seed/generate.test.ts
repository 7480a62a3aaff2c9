import { describe, expect, test } from 'vitest';
import { type GenerateOptions, generate } from '../../../mocks/generate.ts';
import { createMockServer, type TableName } from '../../../mocks/index.ts';
import { contract } from '../../../src/contract/index.ts';
import { call, contents, read, startMock } from '../helpers.ts';

const sizes = (options: GenerateOptions, ...tables: TableName[]) => {
  const { db } = startMock({ seed: generate(options) });
  return tables.map((table) => db[table].size);
};

describe('generate', () => {
  test('creates the given number of records', () => {
    expect(
      sizes(
        { customers: 7, contacts: 9, addresses: 8, products: 5, categories: 13, catalogs: 3, pricebooks: 4 },
        ...(['customers', 'contacts', 'addresses', 'products', 'categories', 'catalogs', 'pricebooks'] as const),
      ),
    ).toEqual([7, 9, 8, 5, 13, 3, 4]);
  });

  test('creates a contact and an address for each customer by default', () => {
    expect(sizes({ customers: 6 }, 'customers', 'contacts', 'addresses', 'products', 'pricebooks')).toEqual([
      6, 6, 6, 0, 0,
    ]);
    expect(sizes({ customers: 6, contacts: 0, addresses: 0 }, 'contacts', 'addresses')).toEqual([0, 0]);
  });

  test('returns a function that another seed can call', () => {
    const { db } = startMock({
      seed: (tables, build) => {
        generate({ customers: 2 })(tables);
        build.customer({ name: 'Acme' });
      },
    });
    expect(db.customers.size).toBe(3);
  });

  test('creates a parent, categories, catalogs and prices for products', () => {
    const { db } = startMock({ seed: generate({ products: 60 }) });
    expect(db.productParents.size).toBe(60);
    expect(db.categories.size).toBe(2);
    expect(db.catalogs.size).toBe(1);
    expect(db.pricebooks.size).toBe(2);
    for (const { id } of db.products.list()) {
      const pricebooks = db.prices.list({ product_id: id }).map(({ pricebook_id }) => pricebook_id);
      expect(pricebooks).toEqual(db.pricebooks.list().map((pricebook) => pricebook.id));
    }
  });

  test('assigns contacts and addresses to the customers in turn', () => {
    const { db } = startMock({ seed: generate({ customers: 3, contacts: 7, addresses: 6 }) });
    const held = db.customers.list().map(({ id: customer_id }) => ({
      contacts: db.contacts.list({ customer_id }).length,
      addresses: db.addresses.list({ customer_id }).length,
    }));
    expect(held).toEqual([
      { contacts: 3, addresses: 2 },
      { contacts: 2, addresses: 2 },
      { contacts: 2, addresses: 2 },
    ]);
  });

  test('creates a tree of categories with ten children to a node', () => {
    const { db } = startMock({ seed: generate({ categories: 112 }) });
    const branches = new Map<string | null, number>();
    for (const { parent_category_id: parent } of db.categories.list()) {
      branches.set(parent, (branches.get(parent) ?? 0) + 1);
    }
    expect(branches.get(null)).toBe(1);
    expect(Math.max(...branches.values())).toBe(10);
    expect(branches.size).toBe(13);
  });

  test('creates the same records for the same seed, and others for another', () => {
    const options = { customers: 20, products: 10 };
    const made = (seed?: number) =>
      contents(startMock({ seed: generate(seed === undefined ? options : { ...options, seed }) }));
    expect(made()).toEqual(made());
    expect(made(1)).toEqual(made());
    expect(made(2)).not.toEqual(made());
  });

  test('is the state that reset restores', () => {
    const mock = startMock({ seed: generate({ customers: 5 }) });
    const before = contents(mock);
    mock.create.customer();
    mock.reset();
    expect(contents(mock)).toEqual(before);
  });

  test('creates different names and e-mail addresses and prices of every model, which match the contract', async () => {
    const mock = startMock({ seed: generate({ customers: 200, products: 200 }) });
    expect(new Set(mock.db.prices.list().map(({ pricing_model }) => pricing_model))).toEqual(
      new Set(['flat', 'volume', 'graduated', 'percent', 'cost_based', 'none']),
    );
    expect(new Set(mock.db.contacts.list().map(({ email }) => email)).size).toBe(200);
    expect(new Set(mock.db.customers.list().map(({ name }) => name)).size).toBeGreaterThan(150);
    const { id } = mock.db.products.list()[0] ?? {};
    expect(read(await call(mock, 'GET', '/api/customers'), contract.customers.list.response)).toHaveLength(200);
    expect(read(await call(mock, 'GET', '/api/addresses'), contract.addresses.list.response)).toHaveLength(200);
    expect(read(await call(mock, 'GET', '/api/product-parents'), contract.productParents.list.response)).toHaveLength(
      200,
    );
    expect(read(await call(mock, 'GET', `/api/products/${id}`), contract.products.get.response).id).toBe(id);
  });

  test.each<[GenerateOptions, string]>([
    [{ customers: -1 }, 'generate.customers: must be a whole number from 0, received -1'],
    [{ customers: 1, addresses: 1.5 }, 'generate.addresses: must be a whole number from 0, received 1.5'],
    [{ products: Number.NaN }, 'generate.products: must be a whole number from 0, received NaN'],
    [
      { customers: 1, seed: Number.POSITIVE_INFINITY },
      'generate.seed: must be a whole number from 0, received Infinity',
    ],
    [
      Object.assign({ customers: 1 }, { custmers: 5 }),
      'generate: unknown property "custmers". Did you mean "customers"? Valid properties: customers, contacts',
    ],
    [{ contacts: 1 }, 'generate.customers: must be at least 1 if there are contacts or addresses'],
    [{ addresses: 1 }, 'generate.customers: must be at least 1 if there are contacts or addresses'],
  ])('rejects %o', (options, message) => {
    expect(() => generate(options)).toThrow(message);
    expect(() => generate(options)).toThrow(TypeError);
  });

  test('treats an undefined option as omitted', () => {
    expect(sizes({ customers: 2, contacts: undefined, seed: undefined }, 'customers', 'contacts')).toEqual([2, 2]);
  });

  test('creates no customers by default', () => {
    expect(createMockServer({ seed: generate({}) }).db.customers.size).toBe(0);
  });
});
