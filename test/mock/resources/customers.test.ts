import { describe, expect, test } from 'vitest';
import { createdCustomerSchema } from '../../../src/contract/customers.ts';
import { atNoon, call, contents, invalidFields, read, startMock, unknownId } from '../helpers.ts';

const full = {
  name: 'Halm & Söhne GmbH',
  type: 'company',
  segment_id: unknownId,
  logo: 'https://assets.example.com/halm.svg',
  tax_ids: [
    { tax: 'eu_vat', tax_value: 'DE298374651' },
    { tax: 'ch_uid', tax_value: 'CHE-123.456.789' },
  ],
  id_crm: 'C-1001',
  id_erp: '70001',
  id_accounting: '10001',
};

describe('POST /api/customers', () => {
  test('returns the created customer, without contact_ids and address_ids', async () => {
    const mock = startMock();
    const response = await call(mock, 'POST', '/api/customers', full);

    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      success: true,
      data: {
        id: mock.db.customers.list()[0]?.id,
        workspace_id: mock.workspace,
        ...full,
        created_at: atNoon,
        updated_at: atNoon,
      },
    });
  });

  test('omitted fields are null, and tax_ids are empty', async () => {
    const mock = startMock();
    const response = await call(mock, 'POST', '/api/customers', { name: 'Ines Duarte', type: 'individual' });

    expect(response.body).toEqual({
      success: true,
      data: {
        id: mock.db.customers.list()[0]?.id,
        workspace_id: mock.workspace,
        name: 'Ines Duarte',
        type: 'individual',
        segment_id: null,
        logo: null,
        tax_ids: [],
        id_crm: null,
        id_erp: null,
        id_accounting: null,
        created_at: atNoon,
        updated_at: atNoon,
      },
    });
  });

  test('each customer gets its own id', async () => {
    const mock = startMock();
    const first = read(await call(mock, 'POST', '/api/customers', full), createdCustomerSchema);
    const second = read(await call(mock, 'POST', '/api/customers', full), createdCustomerSchema);
    expect(second.id).not.toBe(first.id);
  });

  test.each([
    ['customer type must be company or individual', { ...full, type: 'charity' }, ['type']],
    ['name and type are required', {}, ['name', 'type']],
    ['segment_id is a UUID', { ...full, segment_id: 'gold' }, ['segment_id']],
    ['logo is a URL', { ...full, logo: 'halm.svg' }, ['logo']],
    ['tax is required in each of tax_ids', { ...full, tax_ids: [{ tax_value: 'DE1' }] }, ['tax_ids.0.tax']],
    [
      'tax_value is required in each of tax_ids',
      { ...full, tax_ids: [{ tax: 'eu_vat', tax_value: 'DE1' }, { tax: 'eu_vat' }] },
      ['tax_ids.1.tax_value'],
    ],
    ['tax_ids is an array', { ...full, tax_ids: 'DE1' }, ['tax_ids']],
    [
      'external identifiers are strings',
      { ...full, id_crm: 1, id_erp: true, id_accounting: [] },
      ['id_crm', 'id_erp', 'id_accounting'],
    ],
    ['no field can be null', { ...full, segment_id: null, logo: null, id_crm: null }, ['segment_id', 'logo', 'id_crm']],
    [
      'contact_ids and address_ids are not part of the body',
      { ...full, contact_ids: [], address_ids: [] },
      ['contact_ids', 'address_ids'],
    ],
  ])('%s', async (_, body, fields) => {
    const mock = startMock();
    const before = contents(mock);
    expect(invalidFields(await call(mock, 'POST', '/api/customers', body)).sort()).toEqual(fields.sort());
    expect(contents(mock)).toEqual(before);
  });
});

describe('reading customers', () => {
  /** A customer with two contacts and two addresses, and one without. */
  function startWithCustomers() {
    const mock = startMock();
    const customer = mock.db.customers.insert({ ...full });
    const person = { customer_id: customer.id, first_name: 'G', last_name: 'L', email: 'g@halm.example' };
    const place = {
      customer_id: customer.id,
      address_line1: 'A 1',
      city: 'Berlin',
      postal_code: '10969',
      country: 'DE',
    };
    const contacts = [mock.db.contacts.insert(person), mock.db.contacts.insert(person)];
    const addresses = [
      mock.db.addresses.insert({ ...place, type: 'billing' }),
      mock.db.addresses.insert({ ...place, type: 'shipping' }),
    ];
    const other = mock.db.customers.insert({ name: 'Camille Ferrand', type: 'individual' });
    const links = { contact_ids: contacts.map(({ id }) => id), address_ids: addresses.map(({ id }) => id) };
    return { mock, customer, other, links };
  }

  test('GET /api/customers/{id} returns the customer with tax_ids, contact_ids and address_ids', async () => {
    const { mock, customer, links } = startWithCustomers();
    const response = await call(mock, 'GET', `/api/customers/${customer.id}`);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      success: true,
      data: {
        id: customer.id,
        workspace_id: mock.workspace,
        ...full,
        ...links,
        created_at: atNoon,
        updated_at: atNoon,
      },
    });
  });

  test('GET /api/customers returns an array of customers with contact_ids and address_ids, without tax_ids', async () => {
    const { mock, customer, other, links } = startWithCustomers();
    const response = await call(mock, 'GET', '/api/customers');
    const { tax_ids: _, ...listedCustomer } = customer;
    const { tax_ids: __, ...listedOther } = other;

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      success: true,
      data: [
        { ...listedCustomer, ...links },
        { ...listedOther, contact_ids: [], address_ids: [] },
      ],
    });
  });

  test('an empty workspace has an empty list', async () => {
    expect(await call(startMock(), 'GET', '/api/customers')).toMatchObject({
      status: 200,
      body: { success: true, data: [] },
    });
  });

  test('an unknown customer gets "Customer not found"', async () => {
    const response = await call(startMock(), 'GET', `/api/customers/${unknownId}`);
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, error: 'Customer not found' });
  });

  test('an id that is not a UUID gets an error about the format', async () => {
    const response = await call(startMock(), 'GET', '/api/customers/C-1001');
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ success: false, error: 'Invalid customer ID format' });
  });
});
