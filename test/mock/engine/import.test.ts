/** `mock.importRows()`: many rows in one change. */
import { expect, test } from 'vitest';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { type Change, demo, InvalidRecordError, type MockServer, type SeedRows } from '../../../mocks/index.ts';
import { ControlClient } from '../../../mocks/remote/control-client.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { tableNames } from '../../../mocks/store/metadata.ts';
import { contents, startMock, unknownId } from '../helpers.ts';

const idOf = (number: number) => `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Returns the rows of a table as a file contains them. */
function exported(mock: MockServer, ...tables: (keyof MockServer['db'])[]): SeedRows {
  return JSON.parse(JSON.stringify(Object.fromEntries(tables.map((name) => [name, mock.db[name].list()]))));
}

function issuesOf(run: () => unknown): readonly (readonly [path: string, message: string])[] {
  try {
    run();
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    return error.issues.map(({ path, message }) => [path, message] as const);
  }
  throw new Error('The import was not rejected');
}

test.each(tableNames)('an export of %s is imported again as it was', (name) => {
  const mock = startMock({ seed: demo });
  const before = contents(mock);
  const rows = exported(mock, name);
  const count = mock.db[name].size;
  expect(mock.importRows(rows, { existing: 'update' })).toMatchObject({ inserted: 0, updated: 0, kept: count });
  expect(contents(mock)).toEqual(before);
  // A price is deleted only with its product, and the workspace of the mock never.
  for (const { id } of mock.db[name].list()) {
    try {
      mock.db[name].delete(id);
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
    }
  }
  mock.importRows(rows, { existing: 'update' });
  const byId = (each: { readonly id: string }, other: { readonly id: string }) => (each.id < other.id ? -1 : 1);
  expect(mock.db[name].list().sort(byId)).toEqual([...(before[name] as { readonly id: string }[])].sort(byId));
});

test('an export of all tables creates the same records in an empty mock', () => {
  const full = startMock({ seed: demo });
  const mock = startMock();
  mock.importRows(exported(full, ...tableNames), { existing: 'update' });
  expect(contents(mock)).toEqual(contents(full));
});

test('rows may refer to rows that follow, in the same table and in others', () => {
  const mock = startMock();
  const { inserted } = mock.importRows({
    contacts: [{ customer_id: idOf(1), first_name: 'G', last_name: 'L', email: 'g@halm.example' }],
    customers: [{ id: idOf(1), name: 'Halm', type: 'company' }],
    categories: [
      { id: idOf(2), name: 'Desks', api_name: 'desks', parent_category_id: idOf(3) },
      { id: idOf(3), name: 'Furniture', api_name: 'furniture' },
    ],
  });
  expect(inserted).toBe(4);
  expect(mock.db.categories.list().map(({ name }) => name)).toEqual(['Desks', 'Furniture']);
});

test('an import with bad rows changes nothing, and names each of them with its fields', () => {
  const mock = startMock({ seed: demo });
  const before = mock.snapshot().toJSON();
  const [desk] = mock.db.categories.list();
  const rows = [
    { name: 'A', api_name: 'a' },
    { name: 'B', api_name: 'Not snake case', color: 'red' },
    { name: 'C', api_name: desk?.api_name },
    { name: 'D', api_name: 'd', parent_category_id: unknownId },
    { id: desk?.id, name: 'E', api_name: 'e' },
    'F',
    { id: idOf(1), name: 'G', api_name: 'g', parent_category_id: idOf(2) },
    { id: idOf(2), name: 'H', api_name: 'h', parent_category_id: idOf(1) },
  ];
  expect(issuesOf(() => mock.importRows({ categories: rows as never }))).toEqual([
    ['1.api_name', 'must be snake_case: lower-case letters, digits and single underscores'],
    ['1.color', 'is not a known field'],
    ['4.id', 'is already used by another row'],
    ['5', 'must be an object with fields'],
    [`${desk?.id}.api_name`, 'is already used by another category'],
    ['2.api_name', 'is already used by another category'],
    ['3.parent_category_id', 'must be the id of a Category in this workspace'],
    ['6.parent_category_id', 'must not make the category its own ancestor'],
    ['7.parent_category_id', 'must not make the category its own ancestor'],
  ]);
  expect(mock.snapshot().toJSON()).toEqual(before);
});

test('an import stops after a hundred bad rows', () => {
  const rows = Array.from({ length: 50_000 }, () => ({ name: 'A' }));
  const issues = issuesOf(() => startMock().importRows({ taxes: rows, customers: rows as never }));
  expect(issues).toHaveLength(100);
  expect(issues.at(-1)).toEqual(['99.type', 'is required']);
});

test('an import rejects, keeps or updates records that exist already', () => {
  const mock = startMock({ seed: { customers: [{ id: idOf(1), name: 'Halm', type: 'company', id_erp: '1' }] } });
  const [halm] = mock.db.customers.list();
  const customers = [
    { id: idOf(1).toUpperCase(), name: 'Halm AG', type: 'company' as const },
    { id: idOf(2), name: 'Acme', type: 'company' as const },
  ];
  expect(issuesOf(() => mock.importRows({ customers }))).toEqual([['0.id', 'is already used by another row']]);
  expect(mock.db.customers.size).toBe(1);
  expect(mock.importRows({ customers }, { existing: 'keep' })).toMatchObject({ inserted: 1, updated: 0, kept: 1 });
  expect(mock.db.customers.get(idOf(1))).toBe(halm);
  expect(mock.importRows({ customers }, { existing: 'update' })).toMatchObject({ inserted: 0, updated: 1, kept: 1 });
  expect(mock.db.customers.get(idOf(1))).toMatchObject({ name: 'Halm AG', id_erp: '1' });
  const twice = [...customers, customers[0]] as typeof customers;
  expect(issuesOf(() => mock.importRows({ customers: twice }, { existing: 'update' }))).toEqual([
    ['2.id', 'is already used by an earlier row'],
  ]);
});

test.each([{ ne: 'b' }, { null: true }, { null: false }, { in: 'a' }, { gt: 5, other: 1 }, { contains: 'a', or: 'b' }])(
  'an import updates free JSON to %j, which is not a query',
  (extra) => {
    const mock = startMock();
    const rows = [{ id: idOf(1), name: 'Net 30', extra: 'a' }];
    mock.importRows({ paymentTerms: rows } as SeedRows);
    const changed = { paymentTerms: [{ ...rows[0], extra }] } as SeedRows;
    expect(mock.importRows(changed, { existing: 'update' })).toMatchObject({ updated: 1, kept: 0 });
    expect(mock.db.paymentTerms.get(idOf(1))).toMatchObject({ extra });
    expect(mock.importRows(changed, { existing: 'update' })).toMatchObject({ updated: 0, kept: 1 });
  },
);

test('a change that makes another record invalid is rejected', () => {
  const mock = startMock();
  const product = mock.create.product();
  const variant = mock.create.product({ product_parent_id: product.product_parent_id });
  const { id: product_parent_id } = mock.create.productParent();
  const moved = { products: [{ ...product, product_parent_id }] };
  expect(issuesOf(() => mock.importRows(moved, { existing: 'update' }))).toEqual([
    [`${variant.id}.is_default`, 'must be true, because the product parent has no other default product'],
  ]);
  const both = {
    products: [
      { ...product, product_parent_id },
      { ...variant, is_default: true },
    ],
  };
  expect(mock.importRows(both, { existing: 'update' })).toMatchObject({ updated: 2 });
});

test('an import names the records that it would make invalid, in the order of the table', () => {
  const mock = startMock();
  const root = mock.create.category({ api_name: 'root' });
  const middle = mock.create.category({ api_name: 'middle', parent_category_id: root.id });
  const leaf = mock.create.category({ api_name: 'leaf', parent_category_id: middle.id });
  mock.create.category({ api_name: 'other' });
  const circle = { categories: [{ ...root, parent_category_id: leaf.id }] };
  const ancestor = 'must not make the category its own ancestor';
  expect(issuesOf(() => mock.importRows(circle, { existing: 'update' }))).toEqual([
    ['0.parent_category_id', ancestor],
    [`${middle.id}.parent_category_id`, ancestor],
    [`${leaf.id}.parent_category_id`, ancestor],
  ]);
  const renamed = { categories: [{ ...leaf, api_name: 'root' }] };
  expect(issuesOf(() => mock.importRows(renamed, { existing: 'update' }))).toEqual([
    [`${root.id}.api_name`, 'is already used by another category'],
    ['0.api_name', 'is already used by another category'],
  ]);
});

test('imported prices replace those that new products get', () => {
  const source = startMock({ seed: demo });
  const [product] = source.db.products.list();
  source.db.prices.update(source.db.prices.find({ product_id: product?.id ?? '' })?.id ?? '', {
    pricing_model: 'flat',
    amount: 7,
  });
  const mock = startMock({ seed: source.snapshot() });
  mock.db.products.list().forEach(({ id }) => void mock.db.products.delete(id));
  mock.importRows(exported(source, 'products', 'prices'));
  expect(mock.db.prices.list()).toEqual(source.db.prices.list());
});

test('an import is one change', () => {
  const mock = startMock({ seed: demo });
  const changes: Change[] = [];
  mock.onChange((change) => changes.push(change));
  const rows = Array.from({ length: 20 }, (_, index) => ({ name: `Net ${index}` }));
  mock.importRows({ paymentTerms: rows });
  expect(
    changes.map(({ written }) => written.filter(({ collection }) => collection === 'paymentTerms').length),
  ).toEqual([20]);
});

test('an import can be undone, without undoing what has changed since', () => {
  const mock = startMock({ seed: demo });
  const before = contents(mock);
  const [term] = mock.db.paymentTerms.list();
  const imported = mock.importRows(
    {
      productParents: [{ id: idOf(1), name: 'Lamp', api_name: 'lamp', recurrence_type: 'one_off' }],
      products: [{ name: 'Lamp', api_name: 'lamp', product_parent_id: idOf(1) }],
      paymentTerms: [{ ...term, name: 'Changed' }],
    },
    { existing: 'update' },
  );
  expect(mock.db.prices.size).toBeGreaterThan((before['prices'] as unknown[]).length);
  const customer = mock.create.customer();
  imported.undo();
  expect(contents(mock)).toEqual({ ...before, customers: [...(before['customers'] as unknown[]), customer] });
});

test('an import is not undone while other records refer to its records', () => {
  const mock = startMock();
  const imported = mock.importRows({ customers: [{ id: idOf(1), name: 'Halm', type: 'company' }] });
  const contact = mock.create.contact({ customer_id: idOf(1) });
  expect(() => imported.undo()).toThrow('customers: id is used by rows of contacts. Delete those first.');
  expect(mock.db.customers.size).toBe(1);
  mock.db.contacts.delete(contact.id);
  imported.undo();
  expect(mock.db.customers.size).toBe(0);
});

test('an import that cannot be undone keeps the tokens of its workspace', () => {
  const mock = startMock();
  const { id } = mock.create.catalog({ api_name: 'a' });
  const catalog = { id, name: 'Renamed', api_name: 'b' };
  const imported = mock.importRows(
    { workspaces: [{ id: idOf(1), name: 'Imported' }], catalogs: [catalog] },
    { existing: 'update' },
  );
  const token = mock.tokens.issue({ workspace: idOf(1) });
  const other = mock.create.catalog({ api_name: 'a' });
  expect(() => imported.undo()).toThrow('catalogs: api_name is already used by another catalog');
  expect([mock.db.workspaces.get(idOf(1))?.name, mock.tokens.has(token)]).toEqual(['Imported', true]);
  mock.db.catalogs.delete(other.id);
  imported.undo();
  expect([mock.db.workspaces.get(idOf(1)), mock.tokens.has(token)]).toEqual([undefined, false]);
});

test('the workspace of the mock is not undone', () => {
  const mock = startMock();
  const imported = mock.importRows({ workspaces: [{ id: idOf(1), name: 'Other' }] });
  mock.restore({ ...mock.snapshot().toJSON(), workspace: idOf(1) });
  expect(() => imported.undo()).toThrow('workspaces: id is the workspace of the mock');
});

test.each([
  [undefined, undefined, 'import: must be rows by table, received undefined'],
  [[], undefined, 'import: must be rows by table'],
  [{ segments: [] }, undefined, /^Unknown table "segments" in import\. Valid tables: workspaces, /],
  [{ customers: {} }, undefined, 'import.customers: must be an array of rows'],
  [{ customers: null }, undefined, 'import.customers: must be an array of rows'],
  [{}, { existing: 'replace' }, 'import.existing: must be one of "reject", "keep", "update", received "replace"'],
  [{}, { update: true }, 'import: unknown property "update". Valid properties: existing.'],
])('an import rejects %j with the options %j', (rows, options, message) => {
  const mock = startMock();
  expect(() => mock.importRows(rows as never, options as never)).toThrow(message);
});

test('a remote mock imports and undoes with the same results and errors', async () => {
  const local = startMock();
  const mock = await connectMock(`${local.baseUrl}/__mock/`, { fetch: createControlFetch(local) });
  const rows: SeedRows = { customers: [{ id: idOf(1), name: 'Halm', type: 'company' }] };
  const imported = await mock.importRows(rows);
  expect(imported).toMatchObject({ inserted: 1, updated: 0, kept: 0 });
  await expect(mock.importRows(rows)).rejects.toThrow(
    new InvalidRecordError('customers', [{ path: '0.id', message: 'is already used by another row' }]),
  );
  expect(await mock.importRows(rows, { existing: 'keep' })).toMatchObject({ kept: 1 });
  await Promise.all([imported.undo(), imported.undo()]);
  expect(local.db.customers.size).toBe(0);
  await mock.importRows(rows);
  await imported.undo();
  expect(local.db.customers.size).toBe(1);
  await expect(mock.importRows(undefined as never)).rejects.toThrow(
    'import: must be rows by table, received undefined',
  );
});

test('the imports of a server can be undone by their ids, each of them once', async () => {
  const local = startMock();
  const client = new ControlClient(`${local.baseUrl}/__mock/`, undefined, createControlFetch(local));
  const run = async (name: string) => (await client.call('POST /import', { body: { rows: { taxes: [{ name }] } } })).id;
  const undo = (id: string) => client.call('DELETE /import/{id}', { params: { id } });
  const names = () => local.db.taxes.list().map(({ name }) => name);
  const [first, second] = [await run('First'), await run('Second')];
  await undo(first);
  expect(names()).toEqual(['Second']);
  for (const id of [first, '0-99', '7-1', 'x']) {
    await expect(undo(id)).rejects.toThrow(`Import ${id} not found. Each import can be undone once.`);
  }
  local.reset();
  await run('After the reset');
  await run('Another one');
  await undo(second);
  expect(names()).toEqual(['After the reset', 'Another one']);
});

test('an import is undone once, and not its later edits', () => {
  const mock = startMock();
  const { id } = mock.create.tax({ name: 'Before' });
  const imported = mock.importRows({ taxes: [{ id, name: 'Imported' }, { name: 'New' }] }, { existing: 'update' });
  imported.undo();
  expect(mock.db.taxes.list().map(({ name }) => name)).toEqual(['Before']);
  mock.db.taxes.update(id, { name: 'Edited' });
  const before = contents(mock);
  imported.undo();
  expect(contents(mock)).toEqual(before);
});

test('an import is not undone where its rows were changed or deleted since', () => {
  const mock = startMock();
  const [changed, deleted, kept] = mock.create.tax.list(3, (index) => ({ name: `Tax ${index}` }));
  const taxes = [changed, deleted, kept].map((row) => ({ id: row?.id ?? '', name: 'Imported' }));
  const imported = mock.importRows(
    { taxes: [...taxes, { id: idOf(1), name: 'A' }, { name: 'B' }] },
    { existing: 'update' },
  );
  mock.db.taxes.update(changed?.id ?? '', { rate: 7 });
  mock.db.taxes.delete(deleted?.id ?? '');
  mock.db.taxes.update(idOf(1), { name: 'Edited' });
  imported.undo();
  expect(mock.db.taxes.list().map(({ name, rate }) => [name, rate])).toEqual([
    ['Imported', 7],
    ['Tax 2', 20],
    ['Edited', null],
  ]);
});

test('an import is not undone after a reset, even if the same rows were imported again', () => {
  const mock = startMock({ seed: demo });
  const [term] = mock.db.paymentTerms.list();
  const added = mock.create.tax();
  const rows = { taxes: [{ id: added.id, name: 'Imported' }, { name: 'New' }], paymentTerms: [{ ...term, days: 99 }] };
  const imported = mock.importRows(rows as SeedRows, { existing: 'update' });
  mock.reset();
  const before = contents(mock);
  imported.undo();
  expect(contents(mock)).toEqual(before);
  mock.importRows({ taxes: [{ id: idOf(1), name: 'Imported' }] }).undo();
  const first = mock.importRows({ taxes: [{ name: 'Same' }] });
  mock.reset();
  mock.importRows({ taxes: [{ name: 'Same' }] });
  first.undo();
  expect(mock.db.taxes.find({ name: 'Same' })).toBeDefined();
});

test('an import can be undone after a snapshot with its rows was restored, and changes nothing after another one', () => {
  const mock = startMock();
  const former = mock.snapshot();
  const product = mock.create.product();
  const { id: pricebook_id, currency_id } = mock.create.pricebook();
  const prices = [{ id: idOf(1), product_id: product.id, pricebook_id, currency_id, is_setup: true }];
  const imported = mock.importRows({ prices, taxes: [{ name: 'New' }] });
  const later = JSON.parse(JSON.stringify(mock.snapshot()));
  mock.restore(former);
  const before = contents(mock);
  imported.undo();
  expect(contents(mock)).toEqual(before);
  const other = mock.importRows({ taxes: [{ id: idOf(2), name: 'Other' }] });
  mock.restore(later);
  other.undo();
  expect(mock.db.taxes.list()).toMatchObject([{ name: 'New' }]);
  const third = mock.importRows({ taxes: [{ id: idOf(3), name: 'Third' }] });
  mock.restore(JSON.parse(JSON.stringify(mock.snapshot())));
  third.undo();
  expect(mock.db.taxes.list()).toMatchObject([{ name: 'New' }]);
});

test('the price that an imported price has replaced comes back', () => {
  const mock = startMock();
  const product = mock.create.product();
  const { id: pricebook_id, currency_id } = mock.create.pricebook();
  const before = contents(mock);
  const rows = { prices: [{ id: idOf(1), product_id: product.id, pricebook_id, currency_id, is_setup: true }] };
  const imported = mock.importRows(rows);
  expect(mock.db.prices.list()).toMatchObject([{ id: idOf(1) }]);
  imported.undo();
  expect(contents(mock)).toEqual(before);
});
