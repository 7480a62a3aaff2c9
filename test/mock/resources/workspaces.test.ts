import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../mocks/index.ts';
import { createdProductSchema } from '../../../src/contract/products.ts';
import { call, contents, invalidFields, read, startMock } from '../helpers.ts';

/** One record of each kind in a workspace. */
function furnish({ db }: MockServer, workspace_id: string) {
  const customer = db.customers.insert({ workspace_id, name: 'Halm', type: 'company' });
  const contact = db.contacts.insert({
    workspace_id,
    customer_id: customer.id,
    first_name: 'Greta',
    last_name: 'Lindqvist',
    email: 'greta@halm.example',
  });
  const address = db.addresses.insert({
    workspace_id,
    customer_id: customer.id,
    contact_id: contact.id,
    type: 'billing',
    address_line1: 'Lindenstraße 14',
    city: 'Berlin',
    postal_code: '10969',
    country: 'DE',
  });
  const category = db.categories.insert({ workspace_id, name: 'Desks', api_name: 'desks' });
  const catalog = db.catalogs.insert({ workspace_id, name: 'Office', api_name: 'office' });
  const parent = db.productParents.insert({
    workspace_id,
    name: 'Fjord',
    api_name: 'fjord',
    recurrence_type: 'one_off',
    catalog_ids: [catalog.id],
    category_ids: [category.id],
  });
  const product = db.products.insert({ workspace_id, product_parent_id: parent.id, name: 'Fjord', api_name: 'fjord' });
  const currency = db.currencies.insert({ workspace_id, name: 'Euro', api_name: 'eur' });
  const pricebook = db.pricebooks.insert({
    workspace_id,
    name: 'Europe',
    api_name: 'europe',
    currency_id: currency.id,
  });
  const tax = db.taxes.insert({ workspace_id, name: 'VAT', rate: 19 });
  const frequency = db.billingFrequencies.insert({ workspace_id, period: 1, unit: 'month' });
  const price = db.prices.insert({
    workspace_id,
    product_id: product.id,
    pricebook_id: pricebook.id,
    currency_id: currency.id,
  });
  const term = db.paymentTerms.insert({ workspace_id, name: 'Net 30' });
  return { customer, contact, address, category, catalog, parent, product, pricebook, tax, frequency, price, term };
}

/** Two workspaces with records of the same names; `token` opens the second. */
function startWithTwoWorkspaces() {
  const mock = startMock();
  const second = mock.db.workspaces.insert({ name: 'Second' }).id;
  const token = mock.tokens.issue({ workspace: second });
  return { mock, second, token, ours: furnish(mock, mock.workspace), theirs: furnish(mock, second) };
}

describe('all reads and writes are limited to the workspace of the token', () => {
  test('each list contains only records of the workspace', async () => {
    const { mock, token, ours, theirs } = startWithTwoWorkspaces();
    const lists = [
      ['/api/customers', ours.customer, theirs.customer],
      ['/api/addresses', ours.address, theirs.address],
      ['/api/product-parents', ours.parent, theirs.parent],
      ['/api/payment-terms', ours.term, theirs.term],
    ] as const;
    for (const [path, own, other] of lists) {
      expect((await call(mock, 'GET', path)).body).toMatchObject({ data: [{ id: own.id }] });
      expect((await call(mock, 'GET', path, undefined, { token })).body).toMatchObject({ data: [{ id: other.id }] });
    }
  });

  test('the addresses of a customer of another workspace are not listed', async () => {
    const { mock, theirs } = startWithTwoWorkspaces();
    const response = await call(mock, 'GET', `/api/addresses?customer_id=${theirs.customer.id}`);
    expect(response.body).toEqual({ success: true, data: [] });
  });

  test('a record of another workspace does not exist', async () => {
    const { mock, token, ours, theirs } = startWithTwoWorkspaces();
    const before = contents(mock);
    for (const [other, its] of [
      [theirs, mock.token],
      [ours, token],
    ] as const) {
      for (const [method, path, error, body] of [
        ['GET', `/api/customers/${other.customer.id}`, 'Customer not found'],
        ['GET', `/api/contacts/${other.contact.id}`, 'Contact not found'],
        ['PATCH', `/api/contacts/${other.contact.id}`, 'Contact not found', { first_name: 'Eve' }],
        ['GET', `/api/addresses/${other.address.id}`, 'Address not found'],
        ['PATCH', `/api/addresses/${other.address.id}`, 'Address not found', { city: 'Kiel' }],
        ['GET', `/api/categories/${other.category.id}`, 'Category not found'],
        ['PATCH', `/api/categories/${other.category.id}`, 'Category not found', { name: 'Chairs' }],
        ['DELETE', `/api/categories/${other.category.id}`, 'Category not found'],
        ['GET', `/api/catalogs/${other.catalog.id}`, 'Catalog not found'],
        ['GET', `/api/products/${other.product.id}`, 'Product not found'],
        ['PATCH', `/api/products/${other.product.id}`, 'Product not found', { name: 'Stolen' }],
        ['PATCH', `/api/prices/${other.price.id}`, 'Price not found', { amount: 1 }],
        ['GET', `/api/product-parents/${other.parent.id}/products/${other.product.id}`, 'Product parent not found'],
      ] as const) {
        const response = await call(mock, method, path, body, { token: its });
        expect({ path, ...response }).toMatchObject({ path, status: 404, body: { success: false, error } });
      }
    }
    expect(contents(mock)).toEqual(before);
  });

  test('a product of another workspace is not found below a product parent of this one', async () => {
    const { mock, ours, theirs } = startWithTwoWorkspaces();
    const response = await call(mock, 'GET', `/api/product-parents/${ours.parent.id}/products/${theirs.product.id}`);
    expect(response.body).toEqual({ success: false, error: 'Product not found' });
  });

  test('no record can refer to a record of another workspace', async () => {
    const { mock, ours, theirs } = startWithTwoWorkspaces();
    const place = { type: 'billing', address_line1: 'A 1', city: 'Berlin', postal_code: '10969', country: 'DE' };
    const product = { api_name: 'lamp', recurrence_type: 'one_off', name: 'Lamp' };
    const before = contents(mock);
    for (const [method, path, body, field] of [
      ['POST', '/api/addresses', { ...place, customer_id: theirs.customer.id }, 'customer_id'],
      [
        'POST',
        '/api/addresses',
        { ...place, customer_id: ours.customer.id, contact_id: theirs.contact.id },
        'contact_id',
      ],
      ['PATCH', `/api/addresses/${ours.address.id}`, { contact_id: theirs.contact.id }, 'contact_id'],
      [
        'PATCH',
        `/api/categories/${ours.category.id}`,
        { parent_category_id: theirs.category.id },
        'parent_category_id',
      ],
      ['POST', '/api/products', { ...product, catalog_ids: [ours.catalog.id, theirs.catalog.id] }, 'catalog_ids.1'],
      ['POST', '/api/products', { ...product, category_ids: [theirs.category.id] }, 'category_ids.0'],
      ['PATCH', `/api/products/${ours.product.id}`, { category_ids: [theirs.category.id] }, 'category_ids.0'],
      ['PATCH', `/api/prices/${ours.price.id}`, { default_tax_id: theirs.tax.id }, 'default_tax_id'],
      ['PATCH', `/api/prices/${ours.price.id}`, { billing_frequency_id: theirs.frequency.id }, 'billing_frequency_id'],
      ['PATCH', `/api/prices/${ours.price.id}`, { parent_price_id: theirs.price.id }, 'parent_price_id'],
    ] as const) {
      expect(invalidFields(await call(mock, method, path, body))).toEqual([field]);
    }
    expect(contents(mock)).toEqual(before);
  });

  test('a discount of one workspace does not protect a category of another', async () => {
    const { mock, token, second, ours, theirs } = startWithTwoWorkspaces();
    mock.db.discounts.insert({ workspace_id: second, name: 'Autumn', category_ids: [theirs.category.id] });
    expect((await call(mock, 'DELETE', `/api/categories/${ours.category.id}`)).status).toBe(200);
    expect((await call(mock, 'DELETE', `/api/categories/${theirs.category.id}`, undefined, { token })).status).toBe(
      409,
    );
  });

  test('new records belong to the workspace of the token', async () => {
    const { mock, token, second } = startWithTwoWorkspaces();
    const response = await call(mock, 'POST', '/api/customers', { name: 'New', type: 'company' }, { token });
    expect(response.body).toMatchObject({ data: { workspace_id: second } });
  });

  test('a new product has prices in the pricebooks of its workspace only', async () => {
    const { mock, token, theirs } = startWithTwoWorkspaces();
    const body = { api_name: 'lamp', recurrence_type: 'one_off', name: 'Lamp' };
    const product = read(await call(mock, 'POST', '/api/products', body, { token }), createdProductSchema);
    expect(product.prices.map(({ pricebook_id }) => pricebook_id)).toEqual([theirs.pricebook.id]);
  });

  test('an api_name may exist in another workspace', async () => {
    const { mock, token } = startWithTwoWorkspaces();
    const body = { api_name: 'lamp', recurrence_type: 'one_off', name: 'Lamp' };
    for (const [path, sent] of [
      ['/api/product-parents', { ...body, api_name: 'chair' }],
      ['/api/products', body],
      ['/api/catalogs', { name: 'Spring', api_name: 'spring' }],
    ] as const) {
      expect((await call(mock, 'POST', path, sent)).status).toBe(201);
      expect((await call(mock, 'POST', path, sent, { token })).status).toBe(201);
      expect((await call(mock, 'POST', path, sent)).status).toBe(409);
    }
  });
});

test('several mocks are independent', async () => {
  const mocks = Array.from({ length: 20 }, () => startMock());
  await Promise.all(
    mocks.map((mock, n) => call(mock, 'POST', '/api/customers', { name: `Customer ${n}`, type: 'company' })),
  );
  const lists = await Promise.all(mocks.map((mock) => call(mock, 'GET', '/api/customers')));
  expect(lists.map(({ body }) => body)).toMatchObject(mocks.map((_, n) => ({ data: [{ name: `Customer ${n}` }] })));
});
