import { expect, test } from 'vitest';
import { createControlFetch } from '../../mocks/control-api/control-api.ts';
import { createMockServer, demo, type MockServer } from '../../mocks/index.ts';
import type { TableName } from '../../mocks/store/row-types.ts';
import {
  type Filter,
  filterFields,
  formatFilters,
  type OperatorName,
  operatorsOf,
  parseFilters,
  problemOf,
} from '../../mocks/workbench/pages/records/filters.ts';
import { resolveFilters } from '../../mocks/workbench/pages/records/resolve-filters.ts';
import { addOwnTables } from '../../mocks/workbench/schema-form/table-metadata.ts';
import { Session } from '../../mocks/workbench/state/session.ts';

type ShortFilter = readonly [field: string, operator: OperatorName, value?: string];

const toFilters = (filters: readonly ShortFilter[]): readonly Filter[] =>
  filters.map(([field, operator, value = '']) => ({ field, operator, value }));

async function open(mock: MockServer) {
  const session = new Session({ controlUrl: 'http://m/__mock/', fetch: createControlFetch(mock) });
  await session.refresh();
  return session;
}

/** Returns the rows that match filters. */
async function find(session: Session, table: TableName, ...filters: readonly ShortFilter[]) {
  const where = await resolveFilters(session, table, toFilters(filters));
  return session.queryRows(table, where ? { where } : {});
}

/** A mock with customers whose names and addresses differ. */
function start() {
  const mock = createMockServer({ seed: demo });
  const add = (name: string, addresses: readonly (readonly ['billing' | 'shipping', string])[]) => {
    const { id } = mock.db.customers.insert({ name, type: 'company' });
    for (const [type, country] of addresses) mock.create.address({ customer_id: id, type, country });
  };
  add('Älpha', [['shipping', 'DE']]);
  add('Beta', [
    ['billing', 'DE'],
    ['shipping', 'FR'],
  ]);
  add('Gamma', []);
  return mock;
}

const added = ['Älpha', 'Beta', 'Gamma'];

test.each<[ShortFilter[], string[]]>([
  [[['name', 'contains', 'ALPHA']], ['Älpha']],
  [[['name', 'is', 'alpha']], ['Älpha']],
  [[['name', 'is', 'alph']], []],
  [[['name', 'isOneOf', 'beta, gamma']], ['Beta', 'Gamma']],
  [
    [
      ['name', 'contains', 'a'],
      ['name', 'contains', 'et'],
    ],
    ['Beta'],
  ],
  [
    [
      ['name', 'isOneOf', 'beta, gamma'],
      ['name', 'isOneOf', 'gamma, älpha'],
    ],
    ['Gamma'],
  ],
  [[['addresses → country', 'is', 'de']], ['Älpha', 'Beta']],
  // One address that is both.
  [
    [
      ['addresses → type', 'is', 'shipping'],
      ['addresses → country', 'is', 'DE'],
    ],
    ['Älpha'],
  ],
  [
    [
      ['addresses → country', 'is', 'DE'],
      ['name', 'isNot', 'Älpha'],
    ],
    ['Beta'],
  ],
  [[['unknown', 'is', 'x']], added],
])('customers by %j', async (filters, names) => {
  const session = await open(start());
  const found = (await find(session, 'customers', ...filters)).map(({ name }) => String(name));
  expect(found.filter((name) => added.includes(name))).toEqual(names);
});

test('a filter follows references of the row, and compares numbers, lists and empty values', async () => {
  const mock = start();
  const session = await open(mock);
  const contacts = await find(session, 'contacts', ['customer_id → name', 'contains', 'halm']);
  expect(contacts).toEqual(
    mock.db.contacts.list(({ customer_id }) => /Halm/.test(mock.db.customers.get(customer_id)?.name ?? '')),
  );
  expect(contacts.length).toBeGreaterThan(0);
  const prices = await find(session, 'prices', ['amount', 'isGreater', '500'], ['amount', 'isLess', '1000']);
  expect(prices).toEqual(mock.db.prices.list({ amount: { gt: 500, lt: 1000 } }));
  expect(prices.length).toBeGreaterThan(0);
  expect(await find(session, 'prices', ['amount', 'isEmpty'])).toEqual(mock.db.prices.list({ amount: null }));
  expect(await find(session, 'prices', ['amount', 'isNotEmpty'])).toEqual(
    mock.db.prices.list({ amount: { null: false } }),
  );
  expect(await find(session, 'contacts', ['role', 'contains', 'signer'])).toHaveLength(1);
  expect(await find(session, 'productParents', ['is_active', 'is', 'false'])).toMatchObject([{ is_active: false }]);
  const parents = await find(session, 'productParents', ['catalog_ids → name', 'contains', 'a']);
  const wanted = mock.db.catalogs.list({ name: { search: 'a' } }).map(({ id }) => id);
  expect(parents).toEqual(
    mock.db.productParents.list(({ catalog_ids }) => catalog_ids.some((id) => wanted.includes(id))),
  );
  expect(parents.length).toBeGreaterThan(0);
});

test('a filter of a table without a schema finds texts and other values', async () => {
  const table = 'reviews' as TableName;
  addOwnTables([{ name: 'reviews', references: {}, schema: {}, columns: ['rating', 'isPublic'] }]);
  const session = await open(createMockServer());
  expect(await resolveFilters(session, table, toFilters([['rating', 'is', '5']]))).toEqual({
    rating: { in: ['5', 5] },
  });
  expect(await resolveFilters(session, table, toFilters([['isPublic', 'isNot', 'true']]))).toEqual({
    isPublic: { ne: true },
  });
});

test('an address keeps the filters, and an invalid one has none', () => {
  const filters = toFilters([
    ['name', 'is', 'a, "b"'],
    ['logo', 'isEmpty'],
  ]);
  expect(parseFilters(formatFilters(filters))).toEqual(filters);
  expect(formatFilters([])).toBeUndefined();
  for (const text of [undefined, '', '{', '{}', '[1]', '[["name"]]', '[["name","constructor","x"]]']) {
    expect(parseFilters(text)).toEqual([]);
  }
});

test('a filter says what it needs', async () => {
  const session = await open(createMockServer());
  const amount = filterFields(session, 'prices').find(({ name }) => name === 'amount');
  const problem = (operator: OperatorName, value: string) => problemOf(amount, { field: 'amount', operator, value });
  expect(problem('is', ' ')).toBe('is required');
  expect(problem('isGreater', 'many')).toBe('must be a number');
  expect(problem('isOneOf', '1, 2.5')).toBeUndefined();
  expect(problem('isEmpty', '')).toBeUndefined();
  expect(operatorsOf({ type: 'boolean' })).toEqual(['is', 'isNot']);
});
