import { describe, expect, test } from 'vitest';
import type { MasterDataClient } from '../../src/client.ts';
import { operations } from '../../src/contract/operations.ts';
import type { ApiPromise } from '../../src/transport/api-promise.ts';
import * as records from './records.ts';
import { connect, rejection, serve, token } from './server.ts';

const { ids } = records;

interface Expected {
  call: (client: MasterDataClient) => ApiPromise<unknown>;
  /** Method, path and query of the request. */
  request: string;
  /** The JSON keys and values of the request. */
  body?: object;
  /** The `data` of the response. */
  data: unknown;
}

const calls: Record<string, Expected> = {
  'customers.create': {
    call: (client) =>
      client.customers.create({
        name: 'Acme GmbH',
        type: 'company',
        logo: 'https://example.com/logo.svg',
        tax_ids: [{ tax: 'eu_vat', tax_value: 'DE123456789' }],
        id_erp: 'K-100',
        id_crm: undefined,
      }),
    request: 'POST /api/customers',
    body: {
      name: 'Acme GmbH',
      type: 'company',
      logo: 'https://example.com/logo.svg',
      tax_ids: [{ tax: 'eu_vat', tax_value: 'DE123456789' }],
      id_erp: 'K-100',
    },
    data: records.createdCustomer,
  },
  'customers.list': {
    call: (client) => client.customers.list(),
    request: 'GET /api/customers',
    data: [records.customerListItem, records.customerListItem],
  },
  'customers.get': {
    call: (client) => client.customers.get(ids.customer),
    request: `GET /api/customers/${ids.customer}`,
    data: records.customer,
  },
  'contacts.get': {
    call: (client) => client.contacts.get(ids.contact),
    request: `GET /api/contacts/${ids.contact}`,
    data: records.contact,
  },
  'contacts.update': {
    call: (client) => client.contacts.update(ids.contact, { role: ['buyer', 'legal'], phone: null, id_crm: null }),
    request: `PATCH /api/contacts/${ids.contact}`,
    body: { role: ['buyer', 'legal'], phone: null, id_crm: null },
    data: records.contact,
  },
  'addresses.create': {
    call: (client) =>
      client.addresses.create({
        customer_id: ids.customer,
        type: 'shipping',
        address_line1: 'Hafenstrasse 1',
        city: 'Hamburg',
        postal_code: '20457',
        country: 'DE',
        contact_id: ids.contact,
      }),
    request: 'POST /api/addresses',
    body: {
      customer_id: ids.customer,
      type: 'shipping',
      address_line1: 'Hafenstrasse 1',
      city: 'Hamburg',
      postal_code: '20457',
      country: 'DE',
      contact_id: ids.contact,
    },
    data: records.addressListItem,
  },
  'addresses.list': {
    call: (client) => client.addresses.list({ customer_id: ids.customer }),
    request: `GET /api/addresses?customer_id=${ids.customer}`,
    data: [records.addressListItem],
  },
  'addresses.get': {
    call: (client) => client.addresses.get(ids.address),
    request: `GET /api/addresses/${ids.address}`,
    data: records.address,
  },
  'addresses.update': {
    call: (client) => client.addresses.update(ids.address, { city: 'Bremen', address_line2: null, contact_id: null }),
    request: `PATCH /api/addresses/${ids.address}`,
    body: { city: 'Bremen', address_line2: null, contact_id: null },
    data: records.address,
  },
  'categories.get': {
    call: (client) => client.categories.get(ids.category),
    request: `GET /api/categories/${ids.category}`,
    data: records.category,
  },
  'categories.update': {
    call: (client) => client.categories.update(ids.category, { parent_category_id: null, is_active: false }),
    request: `PATCH /api/categories/${ids.category}`,
    body: { parent_category_id: null, is_active: false },
    data: records.category,
  },
  'categories.delete': {
    call: (client) => client.categories.delete(ids.category),
    request: `DELETE /api/categories/${ids.category}`,
    data: { id: ids.category, deleted: true },
  },
  'catalogs.create': {
    call: (client) => client.catalogs.create({ name: 'Office', is_active: false }),
    request: 'POST /api/catalogs',
    body: { name: 'Office', is_active: false },
    data: records.catalog,
  },
  'catalogs.get': {
    call: (client) => client.catalogs.get(ids.catalog),
    request: `GET /api/catalogs/${ids.catalog}`,
    data: records.catalog,
  },
  'productParents.create': {
    call: (client) =>
      client.productParents.create({ api_name: 'standing_desk', recurrence_type: 'one_off', name: 'Standing desk' }),
    request: 'POST /api/product-parents',
    body: { api_name: 'standing_desk', recurrence_type: 'one_off', name: 'Standing desk' },
    data: records.createdProductParent,
  },
  'productParents.list': {
    call: (client) => client.productParents.list(),
    request: 'GET /api/product-parents',
    data: [records.productParent],
  },
  'productParents.getProduct': {
    call: (client) => client.productParents.getProduct(ids.parent, ids.product),
    request: `GET /api/product-parents/${ids.parent}/products/${ids.product}`,
    data: { whatever: ['the', 'service', 'sends'] },
  },
  'products.create': {
    call: (client) =>
      client.products.create({
        api_name: 'standing_desk',
        recurrence_type: 'one_off',
        name: 'Standing desk',
        catalog_ids: [ids.catalog],
        category_ids: [],
        inventory: { sku: 'SD-1' },
        settings: { unit_per_pack: 1 },
        accounting: { ledger_account: '8400' },
        identifiers: { crm: 'C-1', erp: 'E-1', accounting: 'A-1' },
        shipping: {
          weight: 32,
          weight_unit: 'kg',
          height: 70,
          length: 160,
          width: 80,
          length_unit: 'cm',
          country_of_origin: 'DE',
          harmonized_system_code: '9403.30',
        },
      }),
    request: 'POST /api/products',
    body: {
      api_name: 'standing_desk',
      recurrence_type: 'one_off',
      name: 'Standing desk',
      catalog_ids: [ids.catalog],
      category_ids: [],
      'inventory[sku]': 'SD-1',
      'settings[unit_per_pack]': 1,
      'accounting[ledger_account]': '8400',
      'identifiers[crm]': 'C-1',
      'identifiers[erp]': 'E-1',
      'identifiers[accounting]': 'A-1',
      'shipping[weight]': 32,
      'shipping[weight_unit]': 'kg',
      'shipping[height]': 70,
      'shipping[length]': 160,
      'shipping[width]': 80,
      'shipping[length_unit]': 'cm',
      'shipping[country_of_origin]': 'DE',
      'shipping[harmonized_system_code]': '9403.30',
    },
    data: records.createdProduct,
  },
  'products.get': {
    call: (client) => client.products.get(ids.product),
    request: `GET /api/products/${ids.product}`,
    data: records.product,
  },
  'products.update': {
    call: (client) =>
      client.products.update(ids.product, {
        name: 'Desk',
        primary_image_id: null,
        shipping: { weight: null, length: 120, width: undefined },
        identifiers: {},
      }),
    request: `PATCH /api/products/${ids.product}`,
    body: { name: 'Desk', primary_image_id: null, 'shipping[weight]': null, 'shipping[length]': 120 },
    data: records.updatedProduct,
  },
  'prices.update': {
    call: (client) =>
      client.prices.update(ids.price, {
        pricing_model: 'flat',
        amount: 499,
        percent: null,
        identifiers: { erp: 'P-1' },
      }),
    request: `PATCH /api/prices/${ids.price}`,
    body: { pricing_model: 'flat', amount: 499, percent: null, 'identifiers[erp]': 'P-1' },
    data: records.price,
  },
  'paymentTerms.list': {
    call: (client) => client.paymentTerms.list(),
    request: 'GET /api/payment-terms',
    data: [{ id: 'net30', days: 30 }],
  },
};

test('each operation of the contract is here', () => {
  const names = operations.map(({ name }) => name);
  expect(Object.keys(calls).sort()).toEqual(names.sort());
});

describe.each(Object.entries(calls))('%s', (_, { call, request, body, data }) => {
  test('sends the documented request and returns the data', async () => {
    const server = await serve({ json: { success: true, data } });

    expect(await call(connect(server))).toEqual(data);

    const { method, url, headers, json } = server.only();
    expect(`${method} ${url}`).toBe(request);
    expect(json).toEqual(body ?? '');
    expect(headers).toMatchObject({ authorization: `Bearer ${token}`, accept: 'application/json' });
    expect(headers['content-type']).toBe(body && 'application/json');
    expect(headers).not.toHaveProperty('x-retry-count');
  });

  test('accepts status 201 as well', async () => {
    const server = await serve({ status: 201, json: { success: true, data } });
    expect(await call(connect(server))).toEqual(data);
  });
});

test('addresses are listed without a filter', async () => {
  const server = await serve({ json: { success: true, data: [] } });
  expect(await connect(server).addresses.list()).toEqual([]);
  expect(await connect(server).addresses.list({ customer_id: undefined })).toEqual([]);
  expect(server.requests.map(({ url }) => url)).toEqual(['/api/addresses', '/api/addresses']);
});

describe('a path parameter', () => {
  test('is encoded', async () => {
    const server = await serve({ json: { success: true, data: records.product } });
    await connect(server).products.get('a?c#d%2e é');
    expect(server.only().url).toBe('/api/products/a%3Fc%23d%252e%20%C3%A9');
  });

  test.each(['', ' ', '.', '..', '\ud800'])('is rejected before anything is sent if it is %j', async (id) => {
    const server = await serve();
    const client = connect(server);
    await expect(client.products.get(id)).rejects.toThrow(/^id: must be an id for \/api\/products\/\{id\}/);
    await expect(client.products.get(id)).rejects.toMatchObject({ name: 'InvalidRequestError' });
    await expect(client.productParents.getProduct(ids.parent, id)).rejects.toThrow('product_id: must be an id');
    expect(server.requests).toEqual([]);
  });

  // A proxy that decodes the path would send the token to another path.
  test.each(['a/b', 'a\\b', '/', '../../admin', '..\\admin', 'a%2fb', 'a%5Cb', '%252f', '..;a', '%2e%2e', '.%252e'])(
    'is rejected before anything is sent if it is %j, which a proxy could decode to another path',
    async (id) => {
      const server = await serve();
      const client = connect(server);
      const invalid = { name: 'InvalidRequestError' };
      expect(await rejection(client.products.get(id))).toMatchObject(invalid);
      expect(await rejection(client.products.update(id, {}))).toMatchObject(invalid);
      expect(await rejection(client.productParents.getProduct(ids.parent, id))).toMatchObject(invalid);
      expect(server.requests).toEqual([]);
    },
  );

  test('is not quoted if it has a slash, because many tokens have one', async () => {
    const error = await rejection(connect(await serve()).products.get('hunter2/hunter2'));
    expect(error).toHaveProperty('message', 'id: must be an id for /api/products/{id}, without / and \\');
  });

  test.each([undefined, null, 7, {}, 7n, Symbol('7')])('is rejected if a JavaScript program passes %s', async (id) => {
    const server = await serve();
    const { products } = connect(server);
    const call: Promise<unknown> = Reflect.apply(products.get, products, [id]);
    await expect(call).rejects.toThrow('id: must be an id');
    expect(server.requests).toEqual([]);
  });
});
