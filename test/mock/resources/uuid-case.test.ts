import { describe, expect, test } from 'vitest';
import { call, startMock, unknownId } from '../helpers.ts';

/** A mock with an address of a contact of a customer, and a category in another. */
function start() {
  const mock = startMock();
  const customer = mock.create.customer();
  const contact = mock.create.contact({ customer_id: customer.id });
  const address = mock.create.address({ customer_id: customer.id });
  const category = mock.create.category();
  return { mock, customer, contact, address, category };
}

// RFC 9562: written in lower case, read in any.
describe('a UUID in upper case', () => {
  test('in a path finds the record, whose id is in lower case', async () => {
    const { mock, customer } = start();
    const response = await call(mock, 'GET', `/api/customers/${customer.id.toUpperCase()}`);
    expect(response).toMatchObject({ status: 200, body: { data: { id: customer.id } } });
  });

  test('in a path with two ids finds both', async () => {
    const { mock } = start();
    const product = mock.create.product();
    const path = `/api/product-parents/${product.product_parent_id.toUpperCase()}/products/${product.id.toUpperCase()}`;
    expect(await call(mock, 'GET', path)).toMatchObject({ status: 200, body: { data: { id: product.id } } });
  });

  test('of no record is not found', async () => {
    const response = await call(startMock(), 'GET', `/api/customers/${unknownId.toUpperCase()}`);
    expect(response).toMatchObject({ status: 404, body: { error: 'Customer not found' } });
  });

  test('in a filter finds the records', async () => {
    const { mock, customer, address } = start();
    const response = await call(mock, 'GET', `/api/addresses?customer_id=${customer.id.toUpperCase()}`);
    expect(response).toMatchObject({ status: 200, body: { data: [{ id: address.id }] } });
  });

  test('in a creation refers to the record, and is stored in lower case', async () => {
    const { mock, customer, contact } = start();
    const created = await call(mock, 'POST', '/api/addresses', {
      customer_id: customer.id.toUpperCase(),
      contact_id: contact.id.toUpperCase(),
      type: 'billing',
      address_line1: '1 Main Street',
      city: 'Springfield',
      postal_code: '12345',
      country: 'US',
    });
    expect(created).toMatchObject({
      status: 201,
      body: { data: { customer_id: customer.id, contact_id: contact.id } },
    });
    const listed = await call(mock, 'GET', `/api/addresses?customer_id=${customer.id}`);
    expect(listed.body).toMatchObject({ data: [{}, { contact_id: contact.id }] });
  });

  test('in an update refers to the record as well', async () => {
    const { mock, contact, address } = start();
    const body = { contact_id: contact.id.toUpperCase() };
    const updated = await call(mock, 'PATCH', `/api/addresses/${address.id.toUpperCase()}`, body);
    expect(updated).toMatchObject({ status: 200, body: { data: { id: address.id, contact_id: contact.id } } });
  });

  test('in a list of ids refers to the records as well', async () => {
    const { mock, category } = start();
    const product = mock.create.product();
    const body = { category_ids: [category.id.toUpperCase()] };
    const updated = await call(mock, 'PATCH', `/api/products/${product.id}`, body);
    expect(updated).toMatchObject({ status: 200, body: { data: { categories: [{ id: category.id }] } } });
  });

  test('cannot make a category its own ancestor', async () => {
    const { mock, category } = start();
    const body = { parent_category_id: category.id.toUpperCase() };
    expect((await call(mock, 'PATCH', `/api/categories/${category.id}`, body)).status).toBe(400);
  });

  test('of a record without a table is stored in lower case as well', async () => {
    const mock = startMock();
    const segment_id = 'ABCDEF00-0000-4000-8000-000000000001';
    const created = await call(mock, 'POST', '/api/customers', { name: 'Halm', type: 'company', segment_id });
    expect(created).toMatchObject({ status: 201, body: { data: { segment_id: segment_id.toLowerCase() } } });
    expect(mock.db.customers.list({ segment_id })).toHaveLength(1);
  });

  test('is the same id to the tables', () => {
    const { mock, customer } = start();
    const id = 'ABCDEF00-0000-4000-8000-000000000001';
    expect(mock.db.contacts.insert({ id, customer_id: customer.id.toUpperCase(), ...person })).toMatchObject({
      id: id.toLowerCase(),
      customer_id: customer.id,
    });
    expect(() => mock.db.contacts.insert({ id: id.toLowerCase(), customer_id: customer.id, ...person })).toThrow(
      'contacts: id is already used by another row',
    );
    expect(mock.db.contacts.get(id)?.id).toBe(id.toLowerCase());
    expect(mock.db.contacts.update(id, { phone: '1' }).phone).toBe('1');
    expect(mock.db.contacts.delete(id)).toBe(true);
  });
});

test('a link that is given twice is one link, in any case', async () => {
  const { mock, category } = start();
  const created = await call(mock, 'POST', '/api/products', {
    api_name: 'rack',
    recurrence_type: 'one_off',
    name: 'Rack',
    category_ids: [category.id, category.id.toUpperCase(), category.id],
  });
  expect(created).toMatchObject({ status: 201, body: { data: { category_ids: [category.id] } } });
  const [product] = mock.db.products.list();
  const changed = await call(mock, 'PATCH', `/api/products/${product?.id}`, {
    category_ids: [category.id.toUpperCase(), category.id],
  });
  expect(changed.body).toMatchObject({ data: { categories: [{ id: category.id }] } });
});

const person = { first_name: 'Ida', last_name: 'Brandt', email: 'ida@brandt.example' };
