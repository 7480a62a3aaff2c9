import { describe, expect, test } from 'vitest';
import { atNoon, call, contents, invalidFields, startMock, unknownId } from '../helpers.ts';

const minimal = { api_name: 'fjord_desk', recurrence_type: 'one_off', name: 'Fjord desk' };

describe('POST /api/product-parents', () => {
  test('returns the created product parent, without product_ids', async () => {
    const mock = startMock();
    const sent = {
      ...minimal,
      reference: 'FJ-100',
      description: 'A desk',
      is_active: false,
      id_crm: 'P1',
      id_erp: 'P2',
      id_accounting: 'P3',
    };
    const response = await call(mock, 'POST', '/api/product-parents', sent);
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      success: true,
      data: {
        id: mock.db.productParents.list()[0]?.id,
        catalog_ids: [],
        ...sent,
        created_at: atNoon,
        updated_at: atNoon,
      },
    });
  });

  test('is_active is true by default; texts are empty, external identifiers null', async () => {
    const response = await call(startMock(), 'POST', '/api/product-parents', minimal);
    expect(response.body).toMatchObject({
      data: { is_active: true, reference: '', description: '', id_crm: null, id_erp: null, id_accounting: null },
    });
  });

  test('creates no product', async () => {
    const mock = startMock();
    await call(mock, 'POST', '/api/product-parents', minimal);
    expect(mock.db.products.size).toBe(0);
  });

  test.each(['one_off', 'recurring'])('recurrence_type can be %s', async (recurrence_type) => {
    const response = await call(startMock(), 'POST', '/api/product-parents', { ...minimal, recurrence_type });
    expect(response.body).toMatchObject({ data: { recurrence_type } });
  });

  test('api_name is unique', async () => {
    const mock = startMock();
    await call(mock, 'POST', '/api/product-parents', minimal);
    const before = contents(mock);
    const response = await call(mock, 'POST', '/api/product-parents', { ...minimal, name: 'Another' });
    expect(response.status).toBe(409);
    expect(response.body).toEqual({
      success: false,
      error: 'api_name already exists',
      details: [{ path: 'api_name', message: 'is already used by another product parent' }],
    });
    expect(contents(mock)).toEqual(before);
  });

  test.each([
    ['api_name, recurrence_type and name are required', {}, ['api_name', 'name', 'recurrence_type']],
    ['recurrence_type is one_off or recurring', { ...minimal, recurrence_type: 'weekly' }, ['recurrence_type']],
    [
      'catalog_ids and product_ids are not part of the body',
      { ...minimal, catalog_ids: [], product_ids: [] },
      ['catalog_ids', 'product_ids'],
    ],
    ['no field can be null', { ...minimal, description: null }, ['description']],
  ])('%s', async (_, body, fields) => {
    const mock = startMock();
    expect(invalidFields(await call(mock, 'POST', '/api/product-parents', body)).sort()).toEqual(fields);
    expect(mock.db.productParents.size).toBe(0);
  });

  test.each(['FjordDesk', 'fjord-desk', 'fjord desk', '_fjord', 'fjord_', 'fjord__desk', '1fjord', 'fjörd', ''])(
    'api_name is snake_case: not %j',
    async (api_name) => {
      const response = await call(startMock(), 'POST', '/api/product-parents', { ...minimal, api_name });
      expect(invalidFields(response)).toEqual(['api_name']);
    },
  );
});

describe('GET /api/product-parents', () => {
  test('returns an array of product parents with product_ids', async () => {
    const mock = startMock();
    const catalog = mock.db.catalogs.insert({ name: 'Office', api_name: 'office' });
    const desk = mock.db.productParents.insert({
      ...minimal,
      recurrence_type: 'one_off',
      catalog_ids: [catalog.id],
      reference: 'FJ-100',
      description: 'A desk',
      id_erp: '400',
    });
    const products = ['oak', 'walnut'].map((wood) =>
      mock.db.products.insert({ product_parent_id: desk.id, name: `Fjord ${wood}`, api_name: `fjord_${wood}` }),
    );
    const care = mock.db.productParents.insert({ name: 'Care', api_name: 'care', recurrence_type: 'recurring' });
    const response = await call(mock, 'GET', '/api/product-parents');
    const shared = { is_active: true, created_at: atNoon, updated_at: atNoon };

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      success: true,
      data: [
        {
          id: desk.id,
          catalog_ids: [catalog.id],
          product_ids: products.map(({ id }) => id),
          name: 'Fjord desk',
          api_name: 'fjord_desk',
          recurrence_type: 'one_off',
          reference: 'FJ-100',
          description: 'A desk',
          id_crm: null,
          id_erp: '400',
          id_accounting: null,
          ...shared,
        },
        {
          id: care.id,
          catalog_ids: [],
          product_ids: [],
          name: 'Care',
          api_name: 'care',
          recurrence_type: 'recurring',
          reference: '',
          description: '',
          id_crm: null,
          id_erp: null,
          id_accounting: null,
          ...shared,
        },
      ],
    });
  });
});

describe('GET /api/product-parents/{id}/products/{product_id}', () => {
  function startWithTwoParents() {
    const mock = startMock();
    const insert = (api_name: string) => {
      const parent = mock.db.productParents.insert({ name: 'Parent', api_name, recurrence_type: 'one_off' });
      const product = mock.db.products.insert({ product_parent_id: parent.id, name: 'Product', api_name });
      return { parent, product };
    };
    return { mock, desk: insert('desk'), lamp: insert('lamp') };
  }

  test('returns the product of the parent, like GET /api/products/{id}', async () => {
    const { mock, desk } = startWithTwoParents();
    const response = await call(mock, 'GET', `/api/product-parents/${desk.parent.id}/products/${desk.product.id}`);
    expect(response).toEqual(await call(mock, 'GET', `/api/products/${desk.product.id}`));
    expect(response).toMatchObject({ status: 200, body: { data: { id: desk.product.id } } });
  });

  test('a product of another parent gets "Product not found"', async () => {
    const { mock, desk, lamp } = startWithTwoParents();
    const response = await call(mock, 'GET', `/api/product-parents/${desk.parent.id}/products/${lamp.product.id}`);
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, error: 'Product not found' });
  });

  test('an unknown product gets "Product not found", an unknown parent "Product parent not found"', async () => {
    const { mock, desk } = startWithTwoParents();
    const get = async (parent: string, product: string) =>
      (await call(mock, 'GET', `/api/product-parents/${parent}/products/${product}`)).body;
    expect(await get(desk.parent.id, unknownId)).toEqual({ success: false, error: 'Product not found' });
    expect(await get(unknownId, desk.product.id)).toEqual({ success: false, error: 'Product parent not found' });
  });

  test('an id that is not a UUID gets an error that names its kind', async () => {
    const { mock, desk } = startWithTwoParents();
    const get = (parent: string, product: string) =>
      call(mock, 'GET', `/api/product-parents/${parent}/products/${product}`);
    expect(await get(desk.parent.id, 'oak')).toMatchObject({
      status: 400,
      body: { success: false, error: 'Invalid product ID format' },
    });
    expect(await get('desk', desk.product.id)).toMatchObject({
      status: 400,
      body: { success: false, error: 'Invalid product parent ID format' },
    });
  });
});
