import { expect, test } from 'vitest';
import { createMockServer, demo } from '../../mocks/index.ts';
import { matchingRows } from '../../mocks/store/where.ts';
import { parseWhere } from '../../mocks/workbench/pages/records/filter.ts';
import { addOwnTables } from '../../mocks/workbench/schema-form/table-metadata.ts';

test('a filter finds entries of lists', () => {
  const { db } = createMockServer({ seed: demo });
  const [parent] = db.productParents.list();
  const [catalog = '', category = ''] = [parent?.catalog_ids[0], parent?.category_ids[0]];
  const rows = db.productParents.list(parseWhere('productParents', 'catalog_ids', catalog));
  expect(rows).toEqual(db.productParents.list(({ catalog_ids }) => catalog_ids.includes(catalog)));
  expect(db.productParents.list(parseWhere('productParents', 'category_ids', category))).toContainEqual(parent);
  expect(db.contacts.list(parseWhere('contacts', 'role', 'signer'))).toHaveLength(1);
});

test('a filter compares texts as texts, and other columns with the value that the text writes', () => {
  const { db } = createMockServer({ seed: demo });
  db.customers.insert({ name: '5', type: 'company' });
  expect(db.customers.list(parseWhere('customers', 'name', '5'))).toMatchObject([{ name: '5' }]);
  expect(db.customers.list(parseWhere('customers', 'segment_id', 'null'))).toHaveLength(db.customers.list().length);
  const [price] = db.prices.list(({ amount }) => amount !== null);
  expect(db.prices.list(parseWhere('prices', 'amount', String(price?.amount)))).toContainEqual(price);
  expect(db.productParents.list(parseWhere('productParents', 'is_active', 'false'))).toMatchObject([
    { is_active: false },
  ]);
  expect(parseWhere('customers', 'unknown', '5')).toBeUndefined();
});

test('a filter of a table without a schema finds texts and other values', () => {
  const table: string = 'reviews';
  const columns = ['rating', 'isPublic', 'reply'];
  addOwnTables([{ name: table, references: {}, schema: {}, columns }]);
  const rows = [
    { rating: 5, isPublic: true, reply: null },
    { rating: '5', isPublic: 'true', reply: 'null' },
    { rating: 4, isPublic: false, reply: 'Thanks' },
  ];
  for (const [column, text] of [
    ['rating', '5'],
    ['isPublic', 'true'],
    ['reply', 'null'],
  ] as const) {
    const where = parseWhere(table as never, column, text) ?? {};
    expect(rows.filter(matchingRows<object>(where)), column).toEqual(rows.slice(0, 2));
  }
});
