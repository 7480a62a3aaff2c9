import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../mocks/index.ts';
import { createdProductSchema, productSchema, updatedProductSchema } from '../../../src/contract/products.ts';
import { atNoon, call, contents, invalidFields, justAfterNoon, read, startMock, unknownId } from '../helpers.ts';

const image = '6f1f9a52-3c0b-4e57-9a3e-0a3d5f7c1b10';
const parentImage = '1d3c7c1e-52ab-4c11-8d1f-7f5e2a9b4c20';
const user = 'c0ffee00-0000-4000-8000-000000000001';

/** Two pricebooks, two catalogs, two categories, and a token with a known user. */
function startWithCatalog() {
  const mock = startMock();
  const euro = mock.db.currencies.insert({ name: 'Euro', api_name: 'eur' });
  const pricebooks = ['europe', 'partners'].map((api_name) =>
    mock.db.pricebooks.insert({ name: `The ${api_name}`, api_name, currency_id: euro.id }),
  );
  const catalogs = ['office', 'outlet'].map((api_name) =>
    mock.db.catalogs.insert({ name: `The ${api_name}`, api_name }),
  );
  const categories = ['desks', 'sale'].map((api_name) =>
    mock.db.categories.insert({ name: `The ${api_name}`, api_name }),
  );
  return { mock, euro, pricebooks, catalogs, categories, token: mock.tokens.issue({ user }) };
}

const minimal = { api_name: 'fjord_desk', recurrence_type: 'one_off', name: 'Fjord desk' };
const groups = {
  'inventory[sku]': 'FJ-100',
  'settings[unit_per_pack]': 2,
  'accounting[ledger_account]': '8400',
  'identifiers[crm]': 'X1',
  'identifiers[erp]': 'X2',
  'identifiers[accounting]': 'X3',
  'shipping[weight]': 42.5,
  'shipping[height]': 18,
  'shipping[length]': 165,
  'shipping[width]': 85,
  'shipping[weight_unit]': 'kg',
  'shipping[length_unit]': 'cm',
  'shipping[country_of_origin]': 'SE',
  'shipping[harmonized_system_code]': '940310',
};
const nested = {
  inventory: { sku: 'FJ-100' },
  accounting: { ledger_account: '8400' },
  identifiers: { crm: 'X1', erp: 'X2', accounting: 'X3' },
  shipping: {
    weight: 42.5,
    weight_unit: 'kg',
    height: 18,
    length: 165,
    width: 85,
    length_unit: 'cm',
    country_of_origin: 'SE',
    harmonized_system_code: '940310',
  },
};
const noShipping = {
  weight: null,
  weight_unit: null,
  height: null,
  length: null,
  width: null,
  length_unit: null,
  country_of_origin: null,
  harmonized_system_code: null,
};

describe('POST /api/products', () => {
  test('returns the created product in the create shape', async () => {
    const { mock, pricebooks, catalogs, categories } = startWithCatalog();
    const catalog_ids = catalogs.map(({ id }) => id);
    const category_ids = categories.map(({ id }) => id);
    const sent = {
      ...minimal,
      reference: 'FJ',
      description: 'A desk',
      is_active: false,
      catalog_ids,
      category_ids,
      ...groups,
    };
    const response = await call(mock, 'POST', '/api/products', sent);
    const [product] = mock.db.products.list();
    const prices = mock.db.prices.list();

    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      success: true,
      data: {
        id: product?.id,
        product_parent_id: mock.db.productParents.list()[0]?.id,
        workspace_id: mock.workspace,
        name: 'Fjord desk',
        api_name: 'fjord_desk',
        reference: 'FJ',
        description: 'A desk',
        description_inherit_from_product: false,
        primary_image_inherit_from_product: false,
        is_active: false,
        is_default: true,
        catalog_ids,
        category_ids,
        product_ids: [product?.id],
        settings: {
          unit_per_pack: 2,
          product_type: 'physical',
          language_id: product?.settings.language_id,
          unit_of_measure: 'piece',
          recurrence_type: 'one_off',
        },
        ...nested,
        primary_image_id: null,
        parent_primary_image_id: null,
        options: [],
        prices: pricebooks.map((pricebook, position) => ({
          id: prices[position]?.id,
          pricebook_id: pricebook.id,
          pricebook_api_name: pricebook.api_name,
        })),
        created_at: atNoon,
        updated_at: atNoon,
      },
    });
  });

  test('omitted texts and lists are empty, shipping is null, and is_active is true', async () => {
    const { mock } = startWithCatalog();
    const product = read(await call(mock, 'POST', '/api/products', minimal), createdProductSchema);
    expect(product).toMatchObject({
      reference: '',
      description: '',
      is_active: true,
      catalog_ids: [],
      category_ids: [],
      settings: { unit_per_pack: 1 },
      shipping: noShipping,
      inventory: { sku: '' },
      identifiers: { crm: '', erp: '', accounting: '' },
      accounting: { ledger_account: '' },
    });
  });

  test('creating a product creates a master and a default variant', async () => {
    const { mock, catalogs } = startWithCatalog();
    const catalog_ids = catalogs.map(({ id }) => id);
    const created = read(await call(mock, 'POST', '/api/products', { ...minimal, catalog_ids }), createdProductSchema);

    expect(created.is_default).toBe(true);
    expect((await call(mock, 'GET', '/api/product-parents')).body).toMatchObject({
      data: [{ ...minimal, id: created.product_parent_id, product_ids: [created.id], catalog_ids }],
    });
  });

  test('creates a price in each pricebook of the workspace, with pricing_model none and no amount', async () => {
    const { mock, euro, pricebooks } = startWithCatalog();
    const { id } = read(await call(mock, 'POST', '/api/products', minimal), createdProductSchema);
    expect(mock.db.prices.list()).toMatchObject(
      pricebooks.map((pricebook) => ({
        product_id: id,
        pricebook_id: pricebook.id,
        currency_id: euro.id,
        pricing_model: 'none',
        amount: null,
      })),
    );
  });

  test.each(['one_off', 'recurring'])('settings have the recurrence_type %s of the parent', async (recurrence_type) => {
    const { mock } = startWithCatalog();
    const created = read(
      await call(mock, 'POST', '/api/products', { ...minimal, recurrence_type }),
      createdProductSchema,
    );
    expect(created.settings.recurrence_type).toBe(recurrence_type);
    expect(mock.db.productParents.get(created.product_parent_id)).toMatchObject({ recurrence_type });
  });

  test.each([
    ['api_name, recurrence_type and name are required', {}, ['api_name', 'name', 'recurrence_type']],
    ['product name must be at least 2 characters', { ...minimal, name: 'F' }, ['name']],
    ['api_name is snake_case', { ...minimal, api_name: 'Fjord' }, ['api_name']],
    ['recurrence_type is one_off or recurring', { ...minimal, recurrence_type: 'weekly' }, ['recurrence_type']],
    [
      'catalog_ids and category_ids are arrays of UUIDs',
      { ...minimal, catalog_ids: ['x'], category_ids: 'y' },
      ['catalog_ids.0', 'category_ids'],
    ],
    ['catalog_ids must name catalogs', { ...minimal, catalog_ids: [unknownId] }, ['catalog_ids.0']],
    ['category_ids must name categories', { ...minimal, category_ids: [unknownId] }, ['category_ids.0']],
    [
      'measures are numbers',
      { ...minimal, 'shipping[weight]': '2', 'shipping[height]': null, 'settings[unit_per_pack]': [] },
      ['settings[unit_per_pack]', 'shipping[height]', 'shipping[weight]'],
    ],
    [
      'texts in groups are strings',
      { ...minimal, 'inventory[sku]': 1, 'accounting[ledger_account]': 8400, 'identifiers[crm]': null },
      ['accounting[ledger_account]', 'identifiers[crm]', 'inventory[sku]'],
    ],
    [
      'settings other than unit_per_pack are not part of the body',
      { ...minimal, 'settings[product_type]': 'service' },
      ['settings[product_type]'],
    ],
    ['images are not part of the body', { ...minimal, primary_image_id: image }, ['primary_image_id']],
  ])('%s', async (_, body, fields) => {
    const { mock } = startWithCatalog();
    const before = contents(mock);
    expect(invalidFields(await call(mock, 'POST', '/api/products', body)).sort()).toEqual(fields);
    expect(contents(mock)).toEqual(before);
  });

  test('an api_name of another product parent is a conflict, and nothing changes', async () => {
    const { mock } = startWithCatalog();
    mock.db.productParents.insert({ name: 'Fjord', api_name: 'fjord_desk', recurrence_type: 'one_off' });
    const before = contents(mock);
    expect((await call(mock, 'POST', '/api/products', minimal)).status).toBe(409);
    expect(contents(mock)).toEqual(before);
  });

  test('an api_name of another variant is a conflict, and no product parent is created', async () => {
    const { mock } = startWithCatalog();
    const parent = mock.db.productParents.insert({ name: 'Fjord', api_name: 'fjord', recurrence_type: 'one_off' });
    mock.db.products.insert({ product_parent_id: parent.id, name: 'Fjord oak', api_name: 'fjord_desk' });
    const before = contents(mock);
    expect((await call(mock, 'POST', '/api/products', minimal)).status).toBe(409);
    expect(contents(mock)).toEqual(before);
  });
});

/** A product with a value in every field, its parent with an image, and a sibling product. */
function startWithProduct() {
  const { mock, euro, pricebooks, catalogs, categories, token } = startWithCatalog();
  const parent = mock.db.productParents.insert({
    name: 'Fjord',
    api_name: 'fjord',
    recurrence_type: 'recurring',
    description: 'Of the parent',
    catalog_ids: catalogs.map(({ id }) => id),
    category_ids: categories.map(({ id }) => id),
    primary_image_id: parentImage,
  });
  const option = {
    option_id: 'o1',
    option_name: 'Wood',
    option_api_name: 'wood',
    value_id: 'v1',
    value_name: 'Oak',
    value_api_name: 'oak',
  };
  const product = mock.db.products.insert({
    product_parent_id: parent.id,
    name: 'Fjord Oak',
    api_name: 'fjord_oak',
    reference: 'FJ-1',
    description: 'Its own',
    is_default: true,
    primary_image_id: image,
    options: [option],
    settings: { unit_per_pack: 2 },
    created_by: 'someone',
    updated_by: 'someone else',
    ...nested,
  });
  const sibling = mock.db.products.insert({ product_parent_id: parent.id, name: 'Fjord Ash', api_name: 'fjord_ash' });
  const prices = pricebooks.map(({ id }) =>
    mock.db.prices.insert({ product_id: product.id, pricebook_id: id, currency_id: euro.id }),
  );
  const updated = {
    id: product.id,
    product_parent_id: parent.id,
    workspace_id: mock.workspace,
    name: 'Fjord Oak',
    api_name: 'fjord_oak',
    reference: 'FJ-1',
    description: 'Its own',
    description_inherit_from_product: false,
    primary_image_inherit_from_product: false,
    is_active: true,
    is_default: true,
    catalogs: catalogs.map(({ id, api_name }) => ({ id, api_name })),
    categories: categories.map(({ id, api_name }) => ({ id, api_name })),
    settings: {
      unit_per_pack: 2,
      product_type: 'physical',
      language_code: 'en',
      unit_of_measure: 'piece',
      recurrence_type: 'recurring',
    },
    ...nested,
    primary_image_id: image,
    parent_primary_image_id: parentImage,
    options: [option],
    prices: pricebooks.map(({ id, api_name }, position) => ({
      id: prices[position]?.id,
      pricebook_id: id,
      pricebook_api_name: api_name,
      pricing_model: 'none',
      amount: null,
    })),
    created_at: atNoon,
    updated_at: atNoon,
  };
  const expected = { ...updated, created_by: 'someone', updated_by: 'someone else' };
  return {
    mock,
    parent,
    product,
    sibling,
    prices,
    categories,
    token,
    updated,
    expected,
    path: `/api/products/${product.id}`,
  };
}

const get = async (mock: MockServer, path: string) => read(await call(mock, 'GET', path), productSchema);

describe('GET /api/products/{id}', () => {
  test('returns the product in the read shape, with created_by and updated_by', async () => {
    const { mock, path, expected } = startWithProduct();
    const response = await call(mock, 'GET', path);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, data: expected });
  });

  test('catalogs and categories come from the parent', async () => {
    const { mock, sibling, expected } = startWithProduct();
    const { catalogs, categories } = await get(mock, `/api/products/${sibling.id}`);
    expect({ catalogs, categories }).toEqual({ catalogs: expected.catalogs, categories: expected.categories });
  });

  test.each(['flat', 'volume', 'graduated', 'percent', 'cost_based', 'none'] as const)(
    'amount is null unless pricing_model is flat: %s',
    async (pricing_model) => {
      const { mock, path, prices } = startWithProduct();
      for (const { id } of prices) mock.db.prices.update(id, { pricing_model, amount: 899 });
      const amount = pricing_model === 'flat' ? 899 : null;
      expect((await get(mock, path)).prices).toMatchObject([
        { pricing_model, amount },
        { pricing_model, amount },
      ]);
    },
  );

  test('amount changes with the price', async () => {
    const { mock, path, prices } = startWithProduct();
    const amounts = async () => (await get(mock, path)).prices.map(({ amount }) => amount);
    const patch = (body: object) => call(mock, 'PATCH', `/api/prices/${prices[0]?.id}`, body);
    await patch({ pricing_model: 'flat', amount: 899 });
    expect(await amounts()).toEqual([899, null]);
    await patch({ amount: 799.5 });
    expect(await amounts()).toEqual([799.5, null]);
    await patch({ pricing_model: 'volume' });
    expect(await amounts()).toEqual([null, null]);
    await patch({ pricing_model: 'flat' });
    expect(await amounts()).toEqual([799.5, null]);
  });

  test('when primary_image_inherit_from_product is true and primary_image_id is null, parent_primary_image_id is the effective image', async () => {
    const { mock, path } = startWithProduct();
    await call(mock, 'PATCH', path, { primary_image_inherit_from_product: true, primary_image_id: null });
    expect(await get(mock, path)).toMatchObject({
      primary_image_inherit_from_product: true,
      primary_image_id: null,
      parent_primary_image_id: parentImage,
    });
  });

  test('created_by and updated_by are the user of the token', async () => {
    const { mock, token, path } = startWithProduct();
    await call(mock, 'PATCH', path, { name: 'Fjord' }, { token });
    expect(await get(mock, path)).toMatchObject({ created_by: 'someone', updated_by: user });
    const { id } = read(await call(mock, 'POST', '/api/products', minimal, { token }), createdProductSchema);
    expect(await get(mock, `/api/products/${id}`)).toMatchObject({ created_by: user, updated_by: user });
  });

  test('an unknown product gets "Product not found"', async () => {
    const response = await call(startMock(), 'GET', `/api/products/${unknownId}`);
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, error: 'Product not found' });
  });

  test.each(['fjord', '42', `${unknownId}0`, '%E0%A4%A', '%2e%2e%2f', 'null'])(
    'the malformed id %s gets an error about the format',
    async (id) => {
      const response = await call(startMock(), 'GET', `/api/products/${id}`);
      expect(response.status).toBe(400);
      expect(response.body).toEqual({ success: false, error: 'Invalid product ID format' });
    },
  );
});

describe('PATCH /api/products/{id}', () => {
  test('updates only the given fields, and returns the updated product with its prices', async () => {
    const { mock, path, updated } = startWithProduct();
    const response = await call(mock, 'PATCH', path, {
      name: 'Fjord Oak II',
      is_active: false,
      'shipping[weight]': 40,
      'identifiers[erp]': 'X9',
    });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      success: true,
      data: {
        ...updated,
        name: 'Fjord Oak II',
        is_active: false,
        shipping: { ...nested.shipping, weight: 40 },
        identifiers: { ...nested.identifiers, erp: 'X9' },
        updated_at: justAfterNoon,
      },
    });
  });

  test('prices in the response have pricing_model and amount', async () => {
    const { mock, path, prices } = startWithProduct();
    mock.db.prices.update(prices[0]?.id ?? '', { pricing_model: 'flat', amount: 899 });
    const product = read(await call(mock, 'PATCH', path, { name: 'Fjord' }), updatedProductSchema);
    expect(product.prices).toMatchObject([
      { pricing_model: 'flat', amount: 899 },
      { pricing_model: 'none', amount: null },
    ]);
  });

  test('is_active gets the sent value, and updated_at changes', async () => {
    const { mock, path } = startWithProduct();
    for (const is_active of [false, true, true]) {
      const before = await get(mock, path);
      const after = read(await call(mock, 'PATCH', path, { is_active }), updatedProductSchema);
      expect(after.is_active).toBe(is_active);
      expect(after.updated_at.localeCompare(before.updated_at)).toBe(1);
    }
  });

  test('category_ids replaces all existing category links', async () => {
    const { mock, path, categories, parent } = startWithProduct();
    const chairs = mock.db.categories.insert({ name: 'Chairs', api_name: 'chairs' });
    const category_ids = [chairs.id, categories[0]?.id];
    const response = await call(mock, 'PATCH', path, { category_ids });
    expect(read(response, updatedProductSchema).categories).toEqual([
      { id: chairs.id, api_name: 'chairs' },
      { id: categories[0]?.id, api_name: 'desks' },
    ]);
    expect(mock.db.productParents.get(parent.id)?.category_ids).toEqual(category_ids);
    expect(read(await call(mock, 'PATCH', path, { category_ids: [] }), updatedProductSchema).categories).toEqual([]);
  });

  test('an update without category_ids keeps all links, also to deleted categories', async () => {
    const { mock, path, categories, updated } = startWithProduct();
    await call(mock, 'DELETE', `/api/categories/${categories[0]?.id}`);
    const product = read(await call(mock, 'PATCH', path, { name: 'Fjord' }), updatedProductSchema);
    expect(product.categories).toEqual(updated.categories);
  });

  test('a deleted category keeps its link, and cannot be linked again', async () => {
    const { mock, path, categories } = startWithProduct();
    const deleted = mock.create.category({ deleted_at: atNoon });
    await call(mock, 'DELETE', `/api/categories/${categories[0]?.id}`);
    const category_ids = categories.map(({ id }) => id);
    const product = read(await call(mock, 'PATCH', path, { category_ids }), updatedProductSchema);
    expect(product.categories.map(({ id }) => id)).toEqual(category_ids);
    const response = await call(mock, 'PATCH', path, { category_ids: [...category_ids, deleted.id] });
    expect(invalidFields(response)).toEqual([`category_ids.${category_ids.length}`]);
    await call(mock, 'PATCH', path, { category_ids: category_ids.slice(1) });
    expect(invalidFields(await call(mock, 'PATCH', path, { category_ids }))).toEqual(['category_ids.0']);
  });

  test('primary_image_id null removes the primary image', async () => {
    const { mock, path } = startWithProduct();
    const product = read(await call(mock, 'PATCH', path, { primary_image_id: null }), updatedProductSchema);
    expect(product).toMatchObject({ primary_image_id: null, parent_primary_image_id: parentImage });
  });

  test('every field of shipping can be null', async () => {
    const { mock, path } = startWithProduct();
    const nulls = Object.fromEntries(Object.keys(noShipping).map((name) => [`shipping[${name}]`, null]));
    expect(read(await call(mock, 'PATCH', path, nulls), updatedProductSchema).shipping).toEqual(noShipping);
  });

  test.each([
    ['api_name', 'fjord_two', 'cannot be changed after creation'],
    ['recurrence_type', 'one_off', 'cannot be changed after creation'],
    ['catalog_ids', [], 'cannot be changed after creation'],
    ['id', unknownId, 'is read-only'],
    ['workspace_id', unknownId, 'is read-only'],
    ['product_parent_id', unknownId, 'is read-only'],
    ['is_default', false, 'is read-only'],
    ['parent_primary_image_id', null, 'is read-only'],
    ['settings[product_type]', 'service', 'is read-only'],
    ['settings[language_code]', 'de', 'is read-only'],
    ['settings[unit_of_measure]', 'hour', 'is read-only'],
    ['settings[recurrence_type]', 'one_off', 'is read-only'],
    ['catalogs', [], 'is read-only'],
    ['categories', [], 'is read-only'],
    ['options', [], 'is read-only'],
    ['prices', [], 'is read-only'],
    ['created_at', atNoon, 'is read-only'],
    ['updated_at', atNoon, 'is read-only'],
    ['color', 'red', 'is not a known field'],
    ['shipping[color]', 'red', 'is not a known field'],
    ['paint[color]', 'red', 'is not a known field'],
  ])('a creation-only, read-only or unknown field is rejected by name: %s', async (field, value, message) => {
    const { mock, path } = startWithProduct();
    const before = contents(mock);
    const response = await call(mock, 'PATCH', path, { name: 'Fjord', [field]: value });
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ success: false, error: 'Validation error', details: [{ path: field, message }] });
    expect(contents(mock)).toEqual(before);
  });

  test.each([
    ['product name must be at least 2 characters', { name: 'F' }, ['name']],
    [
      'fields that are not nullable cannot be null',
      {
        name: null,
        reference: null,
        is_active: null,
        category_ids: null,
        'inventory[sku]': null,
        'identifiers[crm]': null,
      },
      ['category_ids', 'identifiers[crm]', 'inventory[sku]', 'is_active', 'name', 'reference'],
    ],
    ['primary_image_id is a UUID', { primary_image_id: 'oak.png' }, ['primary_image_id']],
    ['category_ids must name categories', { category_ids: [unknownId] }, ['category_ids.0']],
    [
      'every issue is reported',
      { name: '', color: 'red', 'shipping[weight]': 'heavy' },
      ['color', 'name', 'shipping[weight]'],
    ],
  ])('%s', async (_, body, fields) => {
    const { mock, path } = startWithProduct();
    const before = contents(mock);
    expect(invalidFields(await call(mock, 'PATCH', path, body)).sort()).toEqual(fields);
    expect(contents(mock)).toEqual(before);
  });

  test('an unknown product gets "Product not found"', async () => {
    const response = await call(startMock(), 'PATCH', `/api/products/${unknownId}`, { name: 'Fjord' });
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, error: 'Product not found' });
  });
});
