import { expect, test } from 'vitest';
import { createMockServer } from '../../mocks/index.ts';
import { buildSeed } from '../../mocks/pull/build-seed.ts';
import { type PulledRecord, type Resource, resources } from '../../mocks/pull/copy-record.ts';

const id = (number: number) => `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Creates the seed of a workspace with the given records. */
function seedOf(
  records: Partial<Record<Resource, readonly PulledRecord[]>>,
  missing: Partial<Record<Resource, readonly string[]>> = {},
) {
  const each = <T>(create: (resource: Resource) => T) =>
    Object.fromEntries(resources.map((resource) => [resource, create(resource)])) as Record<Resource, T>;
  const seed = buildSeed({
    records: each((resource) => new Map(records[resource]?.map((record) => [String(record['id']), record]))),
    missing: each((resource) => new Set(missing[resource])),
  });
  // It throws if a row is not valid.
  createMockServer({ seed: seed.rows });
  return seed;
}

test('categories that seem to be their own ancestors lose a parent', () => {
  const category = (own: number, parent: number) => ({
    ...{ id: id(own), name: 'Desks', api_name: `desks_${own}`, parent_category_id: id(parent) },
  });
  const { rows, placeholders } = seedOf({ categories: [category(3, 2), category(1, 2), category(2, 1)] });
  expect(rows.categories).toHaveLength(3);
  expect(placeholders).toMatchObject([{ table: 'categories', fields: ['parent_category_id'] }]);
});

test('a value of the wrong type does not become the value of a text', () => {
  const { rows, placeholders } = seedOf({
    customers: [{ id: id(1), name: ['Acme'], type: 'company', id_crm: [id(2)], contact_ids: [id(3)] }],
    contacts: [{ id: id(3), customer_id: {}, first_name: 'Ida', last_name: 'Halm', email: 'ida@halm.example' }],
  });
  expect(rows.customers).toEqual([{ id: id(1), name: 'Placeholder', type: 'company' }]);
  expect(rows.contacts?.[0]?.customer_id).toBe(id(1));
  expect(placeholders).toMatchObject([{ table: 'customers', fields: ['name', 'id_crm'] }]);
});

test('values that the mock cannot store become placeholders', () => {
  const { rows, placeholders } = seedOf({
    customers: [{ id: id(1), name: 'Acme', type: 'foundation', logo: 'no URL', tax_ids: null }],
    contacts: [
      { id: id(2), customer_id: id(1), first_name: 'Ida', last_name: 'Halm', email: 'ida', role: ['buyer', 'owner'] },
    ],
    catalogs: [
      { id: id(3), name: 'One', api_name: 'office' },
      { id: id(4), name: 'Two', api_name: 'office', description: null },
    ],
  });
  expect(rows.customers).toEqual([{ id: id(1), name: 'Acme', type: 'company' }]);
  expect(rows.contacts).toMatchObject([{ email: 'placeholder@customer.example', role: ['buyer'] }]);
  expect(placeholders.map(({ table, ids, fields }) => [table, ids, fields])).toEqual([
    ['customers', [id(1)], ['type', 'logo']],
    ['contacts', [id(2)], ['email', 'role']],
    ['catalogs', [id(4)], ['api_name']],
  ]);
});

test('a product parent has one default product, and a product one price in a pricebook', () => {
  const price = { pricebook_id: id(9), pricebook_api_name: 'europe', pricing_model: 'flat', amount: 12.5 };
  const product = (own: number, prices: readonly object[] = []) => ({
    ...{ id: id(own), product_parent_id: id(1), name: 'Desk', api_name: `desk_${own}`, is_default: true, prices },
  });
  const { rows, placeholders } = seedOf({
    productParents: [
      { id: id(1), name: 'Desk', api_name: 'desk', recurrence_type: 'one_off', product_ids: [id(2), id(3)] },
    ],
    products: [
      product(2, [
        { id: id(7), ...price },
        { id: id(8), ...price },
      ]),
      product(3),
    ],
  });
  expect(rows.products?.map(({ is_default }) => is_default)).toEqual([true, false]);
  expect(rows.prices).toMatchObject([{ id: id(7), amount: 12.5 }]);
  expect(placeholders.filter(({ ids }) => ids).map(({ ids, fields }) => [ids, fields])).toEqual([
    [[id(2)], ['prices']],
    [[id(3)], ['is_default']],
  ]);
});

test('a live category keeps its api_name if a deleted one has it too', () => {
  const category = (own: number, api_name: string, more: object = {}) => ({
    id: id(own),
    name: 'Desks',
    api_name,
    ...more,
  });
  const deleted = {
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z',
    deleted_at: '2026-01-02T00:00:00Z',
  };
  const categories = [
    category(1, 'desks', deleted),
    category(2, 'old', deleted),
    category(3, 'desks'),
    category(4, 'lamps'),
  ];
  const links = [5, 6].map((own) => ({ id: id(own), api_name: own === 5 ? 'lamps' : 'gone' }));
  const product = {
    id: id(8),
    product_parent_id: id(7),
    name: 'Desk',
    api_name: 'desk',
    categories: links,
    is_default: true,
  };
  const parent = { id: id(7), name: 'Desk', api_name: 'desk', recurrence_type: 'one_off', product_ids: [id(8)] };
  const { rows, placeholders } = seedOf(
    { categories, products: [product], productParents: [parent] },
    { categories: [id(5), id(6)] },
  );
  expect(new Map(rows.categories?.map((row) => [row.id, row.api_name]))).toEqual(
    new Map([
      [id(5), `placeholder_${id(5).replaceAll('-', '')}`],
      [id(6), 'gone'],
      [id(1), `placeholder_${id(1).replaceAll('-', '')}`],
      [id(2), 'old'],
      [id(3), 'desks'],
      [id(4), 'lamps'],
    ]),
  );
  expect(placeholders.map(({ ids, fields }) => [ids, fields])).toEqual([
    [[id(5), id(6)], undefined],
    [[id(1)], ['api_name']],
    [[id(1), id(2)], ['deleted_at']],
  ]);
  expect(rows.categories?.some((row) => 'deleted_at' in row)).toBe(false);
});

test('missing records whose customer no record tells are left out', () => {
  const { rows, placeholders } = seedOf(
    { customers: [{ id: id(1), name: 'Acme', type: 'company' }] },
    { contacts: [id(9)], addresses: [id(8)] },
  );
  expect([rows.contacts, rows.addresses, placeholders]).toEqual([undefined, undefined, []]);
});
