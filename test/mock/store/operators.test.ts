import { expect, test } from 'vitest';
import * as z from 'zod';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { type AddressRow, defineTable, type WhereValues } from '../../../mocks/index.ts';
import { assertReceived } from '../../../mocks/matchers.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { call, startMock } from '../helpers.ts';

function start() {
  const mock = startMock();
  for (const [name, rate] of [
    ['VAT', 19],
    ['Reduced VAT', 7],
    ['Zero', 0],
    ['Fixed', null],
  ] as const) {
    mock.db.taxes.insert({ name, rate });
  }
  return mock;
}

const remoteOf = (mock: ReturnType<typeof start>) =>
  connectMock('http://m/__mock/', { fetch: createControlFetch(mock) });

test.each([
  [{ rate: 19 }, ['VAT']],
  [{ rate: { eq: 19 } }, ['VAT']],
  [{ rate: { ne: 19 } }, ['Reduced VAT', 'Zero', 'Fixed']],
  [{ rate: { gt: 0 } }, ['VAT', 'Reduced VAT']],
  [{ rate: { gte: 0, lt: 19 } }, ['Reduced VAT', 'Zero']],
  [{ rate: { gte: 7 } }, ['VAT', 'Reduced VAT']],
  [{ rate: { lte: 7 } }, ['Reduced VAT', 'Zero']],
  [{ rate: { in: [0, null] } }, ['Zero', 'Fixed']],
  [{ rate: { null: true } }, ['Fixed']],
  [{ rate: { null: false }, name: { contains: 'VAT' } }, ['VAT', 'Reduced VAT']],
  [{ name: { search: 'vat' } }, ['VAT', 'Reduced VAT']],
  [{ name: { search: 'ZÈRO' } }, ['Zero']],
  [{ rate: { search: '9' } }, ['VAT']],
  [{ name: { gt: 'R', lte: 'VAT' } }, ['VAT', 'Reduced VAT']],
  [{ rate: { gte: undefined, lt: 7 } }, ['Zero']],
  [{ rate: { gte: undefined, lt: undefined } }, ['VAT', 'Reduced VAT', 'Zero', 'Fixed']],
])('a filter with %j returns the same rows of a local and a remote mock', async (where, names) => {
  const mock = start();
  expect(mock.db.taxes.list(where).map(({ name }) => name)).toEqual(names);
  const { db } = await remoteOf(mock);
  expect((await db.taxes.list(where)).map(({ name }) => name)).toEqual(names);
  expect((await db.taxes.query({ where })).rows.map(({ name }) => name)).toEqual(names);
});

test('contains finds an entry of a list, and a group is compared as a value', () => {
  const mock = start();
  const category = mock.create.category();
  const parent = mock.create.productParent({ category_ids: [category.id] });
  expect(mock.db.productParents.list({ category_ids: { contains: category.id } })).toEqual([parent]);
  const product = mock.create.product({ product_parent_id: parent.id, inventory: { sku: 'A1' } });
  expect(mock.db.products.find({ inventory: { sku: 'A1' } })?.id).toBe(product.id);
});

test.each([
  ['products', { inventory: { sk: 'A1' } }, 'Unknown operator "sk" of inventory.'],
  ['products', { inventory: {} }, 'where.inventory: must be a value or an object with operators'],
  ['productParents', { category_ids: { contain: 'a' } }, 'Unknown operator "contain" of category_ids.'],
  ['customers', { tax_ids: { tax: 'a' } }, 'Unknown operator "tax" of tax_ids.'],
  ['addresses', { contact_id: { nul: true } }, 'Unknown operator "nul" of contact_id. Did you mean "null"?'],
  ['notes', { text: { contain: 'a' } }, 'Unknown operator "contain" of text. Did you mean "contains"?'],
  ['notes', { customer_id: { equal: 'a' } }, 'Unknown operator "equal" of customer_id.'],
  ['notes', { place: { town: 'a' } }, 'Unknown operator "town" of place.'],
])('of %s, the filter %j is rejected', async (table, where, message) => {
  const text = z.string();
  const row = z.object({ text: text.optional(), customer_id: text, place: z.object({ city: text }), data: z.json() });
  const notes = defineTable({ name: 'notes', row, references: { customer_id: 'customers' } });
  const mock = startMock({ tables: [notes] });
  const [local, remote] = [Reflect.get(mock.db, table), Reflect.get((await remoteOf(mock)).db, table)];
  expect(() => local.list(where)).toThrow(message);
  expect(() => local.find(where)).toThrow(message);
  await expect(remote.list(where)).rejects.toThrow(message);
  await expect(remote.find(where)).rejects.toThrow(message);
  await expect(remote.query({ where })).rejects.toThrow(message);
});

test('a column that can have any JSON is compared with any object', () => {
  const mock = startMock();
  const term = mock.db.paymentTerms.insert({ days: { between: 1 }, empty: {} });
  expect(mock.db.paymentTerms.find({ days: { between: 1 } })).toBe(term);
  expect(mock.db.paymentTerms.find({ empty: {} })).toBe(term);
  expect(mock.db.paymentTerms.find({ days: {} })).toBeUndefined();
});

const noPromises = [
  ['an async function', async () => false, 'must be a synchronous function, received an async function'],
  ['a promise', () => Promise.reject(new Error('late')), 'must be a synchronous function, but it returned a promise'],
] as const;

test.each(noPromises)('a condition that is %s is rejected', async (_, where, message) => {
  const mock = start();
  const { taxes } = (await remoteOf(mock)).db;
  for (const method of ['find', 'list'] as const) {
    expect(() => Reflect.apply(mock.db.taxes[method], mock.db.taxes, [where])).toThrow(`where: ${message}`);
    await expect(Reflect.apply(taxes[method], taxes, [where])).rejects.toThrow(`where: ${message}`);
  }
});

test.each(noPromises)('a condition of the journal that is %s is rejected', async (_, where, message) => {
  const mock = start();
  const { journal } = await remoteOf(mock);
  await call(mock, 'GET', '/api/customers');
  expect(() => mock.journal.find(where as never)).toThrow(`journal.find: ${message}`);
  await expect(journal.find(where as never)).rejects.toThrow(`journal.find: ${message}`);
  const options = { where, timeout: 0 } as never;
  await expect(mock.journal.waitFor('customers.list', options)).rejects.toThrow(`waitFor.where: ${message}`);
  await expect(journal.waitFor('customers.list', options)).rejects.toThrow(`waitFor.where: ${message}`);
  expect(() => assertReceived(mock, 'customers.list', options)).toThrow(`expected.where: ${message}`);
  await expect(assertReceived(await remoteOf(mock), 'customers.list', options)).rejects.toThrow(
    `expected.where: ${message}`,
  );
});

test('ids in operators are compared in lower case', async () => {
  const mock = start();
  const { id, customer_id } = mock.create.address({ customer_id: mock.create.customer().id });
  const upper = String(customer_id).toUpperCase();
  const { db } = await remoteOf(mock);
  const conditions: readonly WhereValues<AddressRow>[] = [
    { customer_id: upper },
    { customer_id: { eq: upper } },
    { customer_id: { in: [upper] } },
    { customer_id: { gte: upper, lte: upper } },
    { id: { in: [id.toUpperCase()] } },
  ];
  for (const where of conditions) {
    expect(mock.db.addresses.list(where).map((row) => row.id)).toEqual([id]);
    expect((await db.addresses.query({ where })).rows.map((row) => row.id)).toEqual([id]);
  }
  expect(mock.db.addresses.find({ customer_id: { ne: upper } })).toBeUndefined();
  const category = mock.create.category();
  const parent = mock.create.productParent({ category_ids: [category.id] });
  const contains = category.id.toUpperCase();
  expect(mock.db.productParents.list({ category_ids: { contains } })).toEqual([parent]);
});

test.each([
  [{ column: 'rate' }, ['Zero', 'Reduced VAT', 'Other', 'VAT', 'Fixed']],
  [{ column: 'rate', descending: true }, ['VAT', 'Reduced VAT', 'Other', 'Zero', 'Fixed']],
  [
    [{ column: 'rate' }, { column: 'name' }],
    ['Zero', 'Other', 'Reduced VAT', 'VAT', 'Fixed'],
  ],
  [
    [
      { column: 'is_percentage', descending: true },
      { column: 'name', descending: true },
    ],
    ['Zero', 'VAT', 'Reduced VAT', 'Other', 'Fixed'],
  ],
  [[], ['VAT', 'Reduced VAT', 'Zero', 'Fixed', 'Other']],
] as const)('a list sorted by %j is the same of a local and a remote mock', async (sort, names) => {
  const mock = start();
  mock.db.taxes.insert({ name: 'Other', rate: 7 });
  expect(mock.db.taxes.list({}, { sort }).map(({ name }) => name)).toEqual(names);
  const { db } = await remoteOf(mock);
  expect((await db.taxes.list({}, { sort })).map(({ name }) => name)).toEqual(names);
  expect((await db.taxes.list(() => true, { sort })).map(({ name }) => name)).toEqual(names);
  expect((await db.taxes.query({ sort })).rows.map(({ name }) => name)).toEqual(names);
});

test.each([
  [{ sort: { column: 'rat' } }, 'Unknown column "rat" of taxes. Did you mean "rate"?'],
  [{ sort: [{ column: 'rate' }, { column: 'x' }] }, 'Unknown column "x" of taxes.'],
  [{ sorted: {} }, 'list: unknown option "sorted". Did you mean "sort"?'],
])('the options %j are rejected', async (options, message) => {
  const mock = start();
  const { db } = await remoteOf(mock);
  expect(() => Reflect.apply(mock.db.taxes.list, mock.db.taxes, [{}, options])).toThrow(new TypeError(message).message);
  await expect(Reflect.apply(db.taxes.list, db.taxes, [{}, options])).rejects.toThrow(message);
});

test.each([
  ['rate', 'sort: must be { column, descending } or a list of them, received "rate"'],
  [{ column: 'rate', desc: true }, 'sort: unknown option "desc". Did you mean "descending"?'],
  [{ column: 'rate', descending: 'yes' }, 'sort.descending: must be true or false, received "yes"'],
  [null, 'sort: must be { column, descending }'],
  [{}, 'sort.column: must be the name of a column, received undefined'],
])('the sort %j is rejected', (sort, message) => {
  const { taxes } = start().db;
  const list = () => Reflect.apply(taxes.list, taxes, [{}, { sort }]);
  expect(list).toThrow(TypeError);
  expect(list).toThrow(message);
});

test.each([
  [{ rates: { gt: 1 } }, 'Unknown column "rates" of taxes. Did you mean "rate"?'],
  [{ rate: { gt: 1, lss: 5 } }, 'Unknown operator "lss" of rate.'],
  [{ rate: { gt: 1, lss: undefined } }, 'Unknown operator "lss" of rate.'],
  [{ rate: { between: 1 } }, 'Unknown operator "between" of rate. Valid operators: eq, ne,'],
  [{ name: { contain: 'V' } }, 'Unknown operator "contain" of name. Did you mean "contains"? Valid operators: eq,'],
  [{ name: {} }, 'where.name: must be a value or an object with operators, received an object'],
  [{ rate: { gt: 'a' } }, 'where.rate.gt: must be a number like the column, received "a"'],
  [{ rate: { gt: null } }, 'where.rate.gt: must be a text or a number, received null'],
  [{ rate: { contains: 'a' } }, 'where.rate.contains: must be used for a text or a list, received 19'],
  [{ rate: { in: 5 } }, 'where.rate.in: must be an array of values, received 5'],
  [{ rate: { null: 1 } }, 'where.rate.null: must be true or false, received 1'],
])('the filter %j is rejected', async (where, message) => {
  const mock = start();
  const list = () => Reflect.apply(mock.db.taxes.list, mock.db.taxes, [where]);
  expect(list).toThrow(TypeError);
  expect(list).toThrow(message);
  const { db } = await remoteOf(mock);
  await expect(Reflect.apply(db.taxes.list, db.taxes, [where])).rejects.toThrow(message);
});

test('rows with numbers and texts in one column have one order, and pages have each of them once', async () => {
  const values = [10, 'abc', 9, '20', 'b', 30, true, null];
  for (const given of [values, values.toReversed()]) {
    const mock = startMock();
    for (const days of given) mock.db.paymentTerms.insert({ days });
    const { db } = await remoteOf(mock);
    for (const descending of [false, true]) {
      const sort = { column: 'days', descending };
      const sorted = [9, 10, 30, '20', 'abc', 'b', true];
      const expected = [...(descending ? sorted.toReversed() : sorted), null];
      expect(mock.db.paymentTerms.list({}, { sort }).map(({ days }) => days)).toEqual(expected);
      const paged: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = await db.paymentTerms.query({ sort, limit: 1, cursor });
        paged.push(...page.rows.map(({ days }) => days));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(paged).toEqual(expected);
    }
  }
});
