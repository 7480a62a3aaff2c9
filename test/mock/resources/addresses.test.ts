import { describe, expect, test } from 'vitest';
import { atNoon, call, contents, invalidFields, justAfterNoon, startMock, unknownId } from '../helpers.ts';

/** Two customers; the first has a contact. */
function startWithCustomers() {
  const mock = startMock();
  const customer = mock.db.customers.insert({ name: 'Halm & Söhne GmbH', type: 'company' });
  const other = mock.db.customers.insert({ name: 'Bluepine Coworking Inc.', type: 'company' });
  const contact = mock.db.contacts.insert({
    customer_id: customer.id,
    first_name: 'Greta',
    last_name: 'Lindqvist',
    email: 'greta@halm.example',
  });
  return { mock, customer, other, contact };
}

const place = { type: 'shipping', address_line1: 'Am Nordkai 3', city: 'Hamburg', postal_code: '20457', country: 'DE' };
const optional = {
  name: 'Warehouse',
  address_line2: 'Gate 7',
  state: 'HH',
  comment: 'Deliveries before noon',
  id_crm: 'A-1',
  id_erp: '9',
  id_accounting: '3',
};
const nothing = {
  name: null,
  address_line2: null,
  state: null,
  contact_id: null,
  comment: null,
  id_crm: null,
  id_erp: null,
  id_accounting: null,
};

describe('POST /api/addresses', () => {
  test('returns the created address with workspace_id', async () => {
    const { mock, customer, contact } = startWithCustomers();
    const sent = { customer_id: customer.id, contact_id: contact.id, ...place, ...optional };
    const response = await call(mock, 'POST', '/api/addresses', sent);

    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      success: true,
      data: {
        id: mock.db.addresses.list()[0]?.id,
        workspace_id: mock.workspace,
        ...sent,
        created_at: atNoon,
        updated_at: atNoon,
      },
    });
  });

  test('omitted fields are null', async () => {
    const { mock, customer } = startWithCustomers();
    const response = await call(mock, 'POST', '/api/addresses', { customer_id: customer.id, ...place });
    expect(response.body).toMatchObject({ data: nothing });
  });

  test('adds the address to its customer and its contact', async () => {
    const { mock, customer, contact } = startWithCustomers();
    await call(mock, 'POST', '/api/addresses', { customer_id: customer.id, contact_id: contact.id, ...place });
    const address_ids = mock.db.addresses.list().map(({ id }) => id);

    expect((await call(mock, 'GET', `/api/customers/${customer.id}`)).body).toMatchObject({ data: { address_ids } });
    expect((await call(mock, 'GET', `/api/contacts/${contact.id}`)).body).toMatchObject({ data: { address_ids } });
  });

  test.each(['customer_id', 'type', 'address_line1', 'city', 'postal_code', 'country'])(
    '%s is required',
    async (field) => {
      const { mock, customer } = startWithCustomers();
      const body = { customer_id: customer.id, ...place, [field]: undefined };
      expect(invalidFields(await call(mock, 'POST', '/api/addresses', body))).toEqual([field]);
    },
  );

  test.each([
    ['address type must be billing or shipping', { type: 'home' }, ['type']],
    ['address customer_id must be a valid UUID', { customer_id: '42' }, ['customer_id']],
    ['customer_id must name a customer', { customer_id: unknownId }, ['customer_id']],
    ['contact_id must be a valid UUID', { contact_id: 'greta' }, ['contact_id']],
    ['contact_id must name a contact', { contact_id: unknownId }, ['contact_id']],
    ['country is an ISO 3166-1 alpha-2 code', { country: 'Germany' }, ['country']],
    ['country is a code that is assigned', { country: 'XX' }, ['country']],
    ['country is in upper case', { country: 'de' }, ['country']],
    ['no field can be null', { name: null, contact_id: null }, ['name', 'contact_id']],
  ])('%s', async (_, change, fields) => {
    const { mock, customer } = startWithCustomers();
    const before = contents(mock);
    const body = { customer_id: customer.id, ...place, ...change };
    expect(invalidFields(await call(mock, 'POST', '/api/addresses', body)).sort()).toEqual(fields.sort());
    expect(contents(mock)).toEqual(before);
  });
});

/** Two addresses of the first customer and one of the second. */
function startWithAddresses() {
  const { mock, customer, other, contact } = startWithCustomers();
  const insert = (customer_id: string, type: 'billing' | 'shipping') =>
    mock.db.addresses.insert({ ...place, ...optional, type, customer_id });
  const mine = [insert(customer.id, 'billing'), insert(customer.id, 'shipping')];
  const theirs = insert(other.id, 'billing');
  return { mock, customer, other, contact, mine, theirs };
}

describe('GET /api/addresses', () => {
  test('returns an array of addresses with workspace_id', async () => {
    const { mock, mine, theirs } = startWithAddresses();
    const response = await call(mock, 'GET', '/api/addresses');
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, data: [...mine, theirs] });
    expect(response.body).toMatchObject({ data: [...mine, theirs].map(() => ({ workspace_id: mock.workspace })) });
  });

  test('the optional query customer_id filters by customer', async () => {
    const { mock, customer, other, mine, theirs } = startWithAddresses();
    const list = (id: string) => call(mock, 'GET', `/api/addresses?customer_id=${id}`);
    expect((await list(customer.id)).body).toEqual({ success: true, data: mine });
    expect((await list(other.id)).body).toEqual({ success: true, data: [theirs] });
    expect((await list(unknownId)).body).toEqual({ success: true, data: [] });
  });

  test.each(['?customer_id=42', '?customer_id='])('the query %s is not a UUID', async (query) => {
    const response = await call(startMock(), 'GET', `/api/addresses${query}`);
    expect(invalidFields(response)).toEqual(['customer_id']);
  });

  test('a parameter that occurs twice is rejected', async () => {
    const { mock, customer, other } = startWithAddresses();
    for (const ids of [
      [customer.id, other.id],
      [customer.id, customer.id],
    ]) {
      const query = ids.map((id) => `customer_id=${id}`).join('&');
      expect(await call(mock, 'GET', `/api/addresses?${query}`)).toMatchObject({
        status: 400,
        body: { error: 'Validation error', details: [{ path: 'customer_id', message: 'must be given once' }] },
      });
    }
    expect((await call(mock, 'GET', '/api/addresses?sort=name&sort=type')).status).toBe(200);
  });

  test('an undocumented parameter is ignored, as in all operations', async () => {
    const { mock } = startWithAddresses();
    expect(await call(mock, 'GET', '/api/addresses?page=2')).toEqual(await call(mock, 'GET', '/api/addresses'));
  });
});

describe('GET /api/addresses/{id}', () => {
  test('returns the address without workspace_id', async () => {
    const { mock, theirs } = startWithAddresses();
    const { workspace_id: _, ...expected } = theirs;
    const response = await call(mock, 'GET', `/api/addresses/${theirs.id}`);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, data: expected });
  });

  test('an unknown address gets "Address not found"', async () => {
    const response = await call(startMock(), 'GET', `/api/addresses/${unknownId}`);
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, error: 'Address not found' });
  });

  test('an id that is not a UUID gets an error about the format', async () => {
    const response = await call(startMock(), 'GET', '/api/addresses/1');
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ success: false, error: 'Invalid address ID format' });
  });
});

describe('PATCH /api/addresses/{id}', () => {
  test('updates only the given fields, and returns the updated address without workspace_id', async () => {
    const { mock, theirs } = startWithAddresses();
    const { workspace_id: _, ...expected } = theirs;
    const response = await call(mock, 'PATCH', `/api/addresses/${theirs.id}`, { type: 'shipping', city: 'Kiel' });
    const updated = { ...expected, type: 'shipping', city: 'Kiel', updated_at: justAfterNoon };

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, data: updated });
    expect((await call(mock, 'GET', `/api/addresses/${theirs.id}`)).body).toEqual({ success: true, data: updated });
  });

  test('fields typed T | null are cleared by sending null', async () => {
    const { mock, contact, mine } = startWithAddresses();
    const path = `/api/addresses/${mine[0]?.id}`;
    expect((await call(mock, 'PATCH', path, { contact_id: contact.id })).body).toMatchObject({
      data: { contact_id: contact.id },
    });
    expect((await call(mock, 'PATCH', path, nothing)).body).toMatchObject({ data: nothing });
  });

  test('the contact must belong to the customer of the address', async () => {
    const { mock, contact, other, theirs } = startWithAddresses();
    const before = contents(mock);
    const update = await call(mock, 'PATCH', `/api/addresses/${theirs.id}`, { contact_id: contact.id });
    expect(invalidFields(update)).toEqual(['contact_id']);
    const body = { ...place, customer_id: other.id, contact_id: contact.id };
    expect(invalidFields(await call(mock, 'POST', '/api/addresses', body))).toEqual(['contact_id']);
    expect(contents(mock)).toEqual(before);
  });

  test('a contact lists its addresses in the order of creation, not of linking', async () => {
    const { mock, contact, mine } = startWithAddresses();
    for (const { id } of mine.toReversed()) {
      await call(mock, 'PATCH', `/api/addresses/${id}`, { contact_id: contact.id });
    }
    expect((await call(mock, 'GET', `/api/contacts/${contact.id}`)).body).toMatchObject({
      data: { address_ids: mine.map(({ id }) => id) },
    });
  });

  test.each([
    ['customer_id cannot be changed', { customer_id: unknownId }, ['customer_id']],
    ['type must be billing or shipping', { type: 'home' }, ['type']],
    ['country is an ISO 3166-1 alpha-2 code', { country: 'DEU' }, ['country']],
    ['contact_id must name a contact', { contact_id: unknownId }, ['contact_id']],
    [
      'fields that are not nullable cannot be null',
      { type: null, address_line1: null, city: null, postal_code: null, country: null },
      ['address_line1', 'city', 'country', 'postal_code', 'type'],
    ],
    ['id and workspace_id are read-only', { id: unknownId, workspace_id: unknownId }, ['id', 'workspace_id']],
  ])('%s', async (_, body, fields) => {
    const { mock, theirs } = startWithAddresses();
    const before = contents(mock);
    expect(invalidFields(await call(mock, 'PATCH', `/api/addresses/${theirs.id}`, body)).sort()).toEqual(fields);
    expect(contents(mock)).toEqual(before);
  });

  test('customer_id cannot be changed, not even to the same', async () => {
    const { mock, theirs } = startWithAddresses();
    const response = await call(mock, 'PATCH', `/api/addresses/${theirs.id}`, { customer_id: theirs.customer_id });
    expect(response.body).toEqual({
      success: false,
      error: 'Validation error',
      details: [{ path: 'customer_id', message: 'cannot be changed after creation' }],
    });
  });

  test('an unknown address gets "Address not found"', async () => {
    const response = await call(startMock(), 'PATCH', `/api/addresses/${unknownId}`, { city: 'Kiel' });
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, error: 'Address not found' });
  });
});
