import { expect, test } from 'vitest';
import { call, invalidFields, startMock } from '../helpers.ts';

test('links to a deleted category can be sent back unchanged, but not added', async () => {
  const mock = startMock();
  const { create } = mock;
  const [kept, deleted] = [create.category(), create.category()];
  const product = create.product();
  const path = `/api/products/${product.id}`;
  const links = { category_ids: [kept.id, deleted.id] };
  expect((await call(mock, 'PATCH', path, links)).status).toBe(200);
  const child = create.category({ parent_category_id: deleted.id });
  expect((await call(mock, 'DELETE', `/api/categories/${deleted.id}`)).status).toBe(200);

  expect((await call(mock, 'PATCH', path, links)).status).toBe(200);
  const parent = { parent_category_id: deleted.id };
  expect((await call(mock, 'PATCH', `/api/categories/${child.id}`, parent)).status).toBe(200);

  expect(invalidFields(await call(mock, 'PATCH', `/api/categories/${kept.id}`, parent))).toEqual([
    'parent_category_id',
  ]);
  const other = `/api/products/${create.product().id}`;
  expect(invalidFields(await call(mock, 'PATCH', other, links))).toEqual(['category_ids.1']);
});

test('an address refers only to a contact of its customer', async () => {
  const mock = startMock();
  const { create } = mock;
  const address = create.address();
  const stranger = create.contact();
  expect(stranger.customer_id).not.toBe(address.customer_id);
  const path = `/api/addresses/${address.id}`;
  expect(invalidFields(await call(mock, 'PATCH', path, { contact_id: stranger.id }))).toEqual(['contact_id']);
  const own = create.contact({ customer_id: address.customer_id });
  expect((await call(mock, 'PATCH', path, { contact_id: own.id })).status).toBe(200);
  const { customer_id, type, address_line1, city, postal_code, country } = address;
  const body = { customer_id, type, address_line1, city, postal_code, country, contact_id: stranger.id };
  expect(invalidFields(await call(mock, 'POST', '/api/addresses', body))).toEqual(['contact_id']);
});
