import { describe, expect, test } from 'vitest';
import { atNoon, call, contents, invalidFields, justAfterNoon, startMock, unknownId } from '../helpers.ts';

function startWithContact() {
  const mock = startMock();
  const customer = mock.db.customers.insert({ name: 'Halm & Söhne GmbH', type: 'company' });
  const contact = mock.db.contacts.insert({
    customer_id: customer.id,
    first_name: 'Greta',
    last_name: 'Lindqvist',
    email: 'greta@halm.example',
    phone: '+49 30 5550101',
    role: ['buyer', 'signer'],
    id_crm: 'P-2001',
    id_erp: '80001',
    id_accounting: '20001',
  });
  const address = mock.db.addresses.insert({
    customer_id: customer.id,
    contact_id: contact.id,
    type: 'shipping',
    address_line1: 'Am Nordkai 3',
    city: 'Hamburg',
    postal_code: '20457',
    country: 'DE',
  });
  const expected = {
    id: contact.id,
    workspace_id: mock.workspace,
    customer_id: customer.id,
    first_name: 'Greta',
    last_name: 'Lindqvist',
    email: 'greta@halm.example',
    phone: '+49 30 5550101',
    role: ['buyer', 'signer'],
    id_crm: 'P-2001',
    id_erp: '80001',
    id_accounting: '20001',
    address_ids: [address.id],
    created_at: atNoon,
    updated_at: atNoon,
  };
  return { mock, contact, customer, address, expected, path: `/api/contacts/${contact.id}` };
}

describe('GET /api/contacts/{id}', () => {
  test('returns the contact with its addresses', async () => {
    const { mock, path, expected } = startWithContact();
    const response = await call(mock, 'GET', path);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, data: expected });
  });

  test('addresses that no longer refer to the contact are not listed', async () => {
    const { mock, path, address, expected } = startWithContact();
    await call(mock, 'PATCH', `/api/addresses/${address.id}`, { contact_id: null });
    expect((await call(mock, 'GET', path)).body).toEqual({ success: true, data: { ...expected, address_ids: [] } });
  });

  test('an unknown contact gets "Contact not found"', async () => {
    const response = await call(startMock(), 'GET', `/api/contacts/${unknownId}`);
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, error: 'Contact not found' });
  });

  test('an id that is not a UUID gets an error about the format', async () => {
    const response = await call(startMock(), 'GET', '/api/contacts/greta');
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ success: false, error: 'Invalid contact ID format' });
  });
});

describe('PATCH /api/contacts/{id}', () => {
  test('updates only the given fields, and returns the updated contact', async () => {
    const { mock, path, expected } = startWithContact();
    const response = await call(mock, 'PATCH', path, { email: 'g.lindqvist@halm.example', role: ['legal'] });
    const updated = { ...expected, email: 'g.lindqvist@halm.example', role: ['legal'], updated_at: justAfterNoon };

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, data: updated });
    expect((await call(mock, 'GET', path)).body).toEqual({ success: true, data: updated });
  });

  test('fields typed T | null are cleared by sending null', async () => {
    const { mock, path, expected } = startWithContact();
    const nulls = { phone: null, id_crm: null, id_erp: null, id_accounting: null };
    expect((await call(mock, 'PATCH', path, nulls)).body).toEqual({
      success: true,
      data: { ...expected, ...nulls, updated_at: justAfterNoon },
    });
  });

  test.each(['buyer', 'signer', 'billing', 'shipping', 'legal', 'admin'])('role can be %s', async (role) => {
    const { mock, path } = startWithContact();
    expect((await call(mock, 'PATCH', path, { role: [role] })).body).toMatchObject({ data: { role: [role] } });
  });

  test('role can be empty', async () => {
    const { mock, path } = startWithContact();
    expect((await call(mock, 'PATCH', path, { role: [] })).body).toMatchObject({ data: { role: [] } });
  });

  test.each([
    ['customer_id cannot be changed', { customer_id: unknownId }, ['customer_id']],
    ['role has allowed values', { role: ['buyer', 'ceo'] }, ['role.1']],
    ['role is an array', { role: 'buyer' }, ['role']],
    ['email is an e-mail address', { email: 'greta' }, ['email']],
    [
      'fields that are not nullable cannot be null',
      { first_name: null, last_name: null, email: null, role: null },
      ['email', 'first_name', 'last_name', 'role'],
    ],
    ['names and phone are strings', { first_name: 1, last_name: {}, phone: 30 }, ['first_name', 'last_name', 'phone']],
    [
      'address_ids, id and the timestamps are read-only',
      { address_ids: [], id: unknownId, created_at: atNoon, updated_at: atNoon },
      ['address_ids', 'created_at', 'id', 'updated_at'],
    ],
  ])('%s', async (_, body, fields) => {
    const { mock, path } = startWithContact();
    const before = contents(mock);
    expect(invalidFields(await call(mock, 'PATCH', path, { ...body })).sort()).toEqual(fields);
    expect(contents(mock)).toEqual(before);
  });

  test('an unknown contact gets "Contact not found"', async () => {
    const response = await call(startMock(), 'PATCH', `/api/contacts/${unknownId}`, { first_name: 'Greta' });
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, error: 'Contact not found' });
  });
});
