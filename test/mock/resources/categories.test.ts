import { describe, expect, test } from 'vitest';
import { productSchema } from '../../../src/contract/products.ts';
import { atNoon, call, contents, invalidFields, justAfterNoon, read, startMock, unknownId } from '../helpers.ts';

/** Creates furniture > desks > standing desks, and chairs next to desks. */
function startWithCategories() {
  const mock = startMock();
  const insert = (api_name: string, parent_category_id: string | null = null) =>
    mock.db.categories.insert({ name: `The ${api_name}`, api_name, description: 'In an office', parent_category_id });
  const furniture = insert('furniture');
  const desks = insert('desks', furniture.id);
  const standing = insert('standing_desks', desks.id);
  const chairs = insert('chairs');
  return { mock, furniture, desks, standing, chairs };
}

const pathOf = ({ id }: { id: string }) => `/api/categories/${id}`;

describe('GET /api/categories/{id}', () => {
  test('returns the category', async () => {
    const { mock, furniture, desks } = startWithCategories();
    const response = await call(mock, 'GET', pathOf(desks));
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      success: true,
      data: {
        id: desks.id,
        workspace_id: mock.workspace,
        name: 'The desks',
        api_name: 'desks',
        description: 'In an office',
        is_active: true,
        parent_category_id: furniture.id,
        created_at: atNoon,
        updated_at: atNoon,
      },
    });
  });

  test('null means no parent', async () => {
    const { mock, chairs } = startWithCategories();
    expect((await call(mock, 'GET', pathOf(chairs))).body).toMatchObject({ data: { parent_category_id: null } });
  });

  test('an unknown category gets "Category not found"', async () => {
    const response = await call(startMock(), 'GET', `/api/categories/${unknownId}`);
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, error: 'Category not found' });
  });

  test('an id that is not a UUID gets an error about the format', async () => {
    const response = await call(startMock(), 'GET', '/api/categories/desks');
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ success: false, error: 'Invalid category ID format' });
  });
});

describe('PATCH /api/categories/{id}', () => {
  test('updates only the given fields, and returns the updated category', async () => {
    const { mock, desks, chairs } = startWithCategories();
    const changes = { name: 'Tables', description: 'Flat', parent_category_id: chairs.id };
    const response = await call(mock, 'PATCH', pathOf(desks), changes);
    const { deleted_at: _, ...expected } = desks;
    const updated = { ...expected, ...changes, updated_at: justAfterNoon };

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, data: updated });
    expect((await call(mock, 'GET', pathOf(desks))).body).toEqual({ success: true, data: updated });
  });

  test('is_active gets the sent value, and updated_at changes', async () => {
    const { mock, desks } = startWithCategories();
    for (const is_active of [false, true, true]) {
      const before = mock.db.categories.get(desks.id)?.updated_at ?? '';
      const response = await call(mock, 'PATCH', pathOf(desks), { is_active });
      expect(response.body).toMatchObject({ data: { is_active } });
      expect(mock.db.categories.get(desks.id)?.updated_at.localeCompare(before)).toBe(1);
    }
  });

  test('parent_category_id null removes the parent', async () => {
    const { mock, desks } = startWithCategories();
    const response = await call(mock, 'PATCH', pathOf(desks), { parent_category_id: null });
    expect(response.body).toMatchObject({ data: { parent_category_id: null } });
  });

  test('a category cannot become its own ancestor', async () => {
    const { mock, furniture, desks, standing } = startWithCategories();
    for (const { id } of [furniture, desks, standing]) {
      const response = await call(mock, 'PATCH', pathOf(furniture), { parent_category_id: id });
      expect(response.status).toBe(400);
      expect(response.body).toEqual({
        success: false,
        error: 'Validation error',
        details: [{ path: 'parent_category_id', message: 'must not make the category its own ancestor' }],
      });
    }
    expect(mock.db.categories.get(furniture.id)).toEqual(furniture);
  });

  test.each([
    ['api_name is immutable', { api_name: 'tables' }, ['api_name']],
    ['parent_category_id is a UUID', { parent_category_id: 'furniture' }, ['parent_category_id']],
    ['parent_category_id must name a category', { parent_category_id: unknownId }, ['parent_category_id']],
    [
      'only the parent can be null',
      { name: null, description: null, is_active: null },
      ['description', 'is_active', 'name'],
    ],
    ['is_active is a boolean', { is_active: 'yes' }, ['is_active']],
    ['deleted_at is not a field of the body', { deleted_at: atNoon }, ['deleted_at']],
  ])('%s', async (_, body, fields) => {
    const { mock, desks } = startWithCategories();
    const before = contents(mock);
    expect(invalidFields(await call(mock, 'PATCH', pathOf(desks), body)).sort()).toEqual(fields);
    expect(contents(mock)).toEqual(before);
  });
});

describe('DELETE /api/categories/{id}', () => {
  test('returns the id and deleted: true', async () => {
    const { mock, chairs } = startWithCategories();
    const response = await call(mock, 'DELETE', pathOf(chairs));
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, data: { id: chairs.id, deleted: true } });
  });

  test('is a soft delete: deleted_at is set', async () => {
    const { mock, chairs } = startWithCategories();
    await call(mock, 'DELETE', pathOf(chairs));
    expect(mock.db.categories.get(chairs.id)).toEqual({ ...chairs, deleted_at: atNoon, updated_at: justAfterNoon });
  });

  test('the category no longer appears in standard queries', async () => {
    const { mock, chairs } = startWithCategories();
    await call(mock, 'DELETE', pathOf(chairs));
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Seats' }], ['DELETE']] as const) {
      const response = await call(mock, method, pathOf(chairs), body);
      expect(response.status).toBe(404);
      expect(response.body).toEqual({ success: false, error: 'Category not found' });
    }
  });

  test('products keep their category_ids', async () => {
    const { mock, chairs, desks } = startWithCategories();
    const category_ids = [chairs.id, desks.id];
    const parent = mock.db.productParents.insert({
      name: 'S',
      api_name: 's',
      recurrence_type: 'one_off',
      category_ids,
    });
    const product = mock.db.products.insert({ product_parent_id: parent.id, name: 'Stool', api_name: 'stool' });
    await call(mock, 'DELETE', pathOf(chairs));

    const found = read(await call(mock, 'GET', `/api/products/${product.id}`), productSchema);
    expect(found.categories.map(({ id }) => id)).toEqual(category_ids);
    expect(found.updated_at).toBe(atNoon);
    expect(mock.db.productParents.get(parent.id)).toEqual(parent);
  });

  test('child categories are not deleted', async () => {
    const { mock, desks, standing } = startWithCategories();
    await call(mock, 'DELETE', pathOf(desks));
    expect(await call(mock, 'GET', pathOf(standing))).toMatchObject({
      status: 200,
      body: { data: { parent_category_id: desks.id, updated_at: atNoon } },
    });
  });

  test('percentage price rules scoped to the category remain', async () => {
    const { mock, chairs } = startWithCategories();
    const parent = mock.db.productParents.insert({
      name: 'Care plan',
      api_name: 'care_plan',
      recurrence_type: 'recurring',
      category_ids: [chairs.id],
    });
    const product = mock.db.products.insert({ product_parent_id: parent.id, name: 'Care plan', api_name: 'care_plan' });
    const currency = mock.db.currencies.insert({ name: 'Euro', api_name: 'eur' });
    const pricebook = mock.db.pricebooks.insert({ name: 'Europe', api_name: 'europe', currency_id: currency.id });
    const price = mock.db.prices.insert({
      product_id: product.id,
      pricebook_id: pricebook.id,
      currency_id: currency.id,
      pricing_model: 'percent',
      percent: 8.5,
      price_percentage_type: 'product_type',
    });
    await call(mock, 'DELETE', pathOf(chairs));
    expect(mock.db.prices.list()).toEqual([price]);
  });

  test('nothing but the category changes', async () => {
    const { mock, chairs } = startWithCategories();
    const { categories: _, ...before } = contents(mock);
    const others = mock.db.categories.list(({ id }) => id !== chairs.id);
    await call(mock, 'DELETE', pathOf(chairs));
    const { categories: __, ...after } = contents(mock);
    expect(after).toEqual(before);
    expect(mock.db.categories.list(({ id }) => id !== chairs.id)).toEqual(others);
  });

  test('a category with an active discount gets 409 CATEGORY_REFERENCED_IN_DISCOUNT, and nothing changes', async () => {
    const { mock, chairs, desks } = startWithCategories();
    mock.db.discounts.insert({ name: 'Seats', category_ids: [desks.id, chairs.id] });
    const before = contents(mock);
    const response = await call(mock, 'DELETE', pathOf(chairs));

    expect(response.status).toBe(409);
    expect(response.body).toEqual({ success: false, error: 'CATEGORY_REFERENCED_IN_DISCOUNT' });
    expect(contents(mock)).toEqual(before);
    expect((await call(mock, 'GET', pathOf(chairs))).status).toBe(200);
  });

  test('a category with only an inactive discount is deleted', async () => {
    const { mock, chairs } = startWithCategories();
    mock.db.discounts.insert({ name: 'Seats', category_ids: [chairs.id], is_active: false });
    expect((await call(mock, 'DELETE', pathOf(chairs))).status).toBe(200);
  });

  test('one active discount among inactive ones prevents the deletion until it is inactive', async () => {
    const { mock, chairs } = startWithCategories();
    mock.db.discounts.insert({ name: 'Old', category_ids: [chairs.id], is_active: false });
    const discount = mock.db.discounts.insert({ name: 'New', category_ids: [chairs.id] });
    expect((await call(mock, 'DELETE', pathOf(chairs))).status).toBe(409);
    mock.db.discounts.update(discount.id, { is_active: false });
    expect((await call(mock, 'DELETE', pathOf(chairs))).status).toBe(200);
  });

  test('a discount on the parent or a child does not prevent the deletion', async () => {
    const { mock, furniture, desks, standing } = startWithCategories();
    mock.db.discounts.insert({ name: 'Around', category_ids: [furniture.id, standing.id] });
    expect((await call(mock, 'DELETE', pathOf(desks))).status).toBe(200);
  });

  test('a deleted category cannot become a parent', async () => {
    const { mock, chairs, desks } = startWithCategories();
    await call(mock, 'DELETE', pathOf(chairs));
    const response = await call(mock, 'PATCH', pathOf(desks), { parent_category_id: chairs.id });
    expect(invalidFields(response)).toEqual(['parent_category_id']);
  });

  test('a child of a deleted category can still be changed', async () => {
    const { mock, desks, standing } = startWithCategories();
    await call(mock, 'DELETE', pathOf(desks));
    expect(await call(mock, 'PATCH', pathOf(standing), { name: 'Rising desks' })).toMatchObject({
      status: 200,
      body: { data: { name: 'Rising desks', parent_category_id: desks.id } },
    });
  });
});
