import { describe, expect, test } from 'vitest';
import { type MockPolicies, type MockServer, policyValues } from '../../../mocks/index.ts';
import {
  type ApiPromise,
  ConflictError,
  MasterDataClient,
  NotFoundError,
  ValidationError,
} from '../../../src/index.ts';
import { fc } from '../../fast-check.ts';
import { runs } from '../../sample.ts';
import { call, contents, fieldsOf, invalidFields, justAfterNoon, startMock, unknownId } from '../helpers.ts';

/** The defaults, as they are documented. */
const defaults: MockPolicies = {
  createdStatus: 201,
  notFoundStatus: 404,
  malformedIdStatus: 400,
  validationStatus: 400,
  validationDetails: 'issues',
  validationOmitsSuccess: false,
  unknownFields: 'reject',
  immutableFields: 'reject',
  nullOnCreate: 'reject',
  duplicateApiName: 409,
  inheritedDescription: 'parent',
  listOrder: 'oldest-first',
  unsetText: 'empty',
  unsetAmount: 'null',
  emptyUpdate: 'touch',
  unknownParameters: 'ignore',
  trailingSlash: 'reject',
  otherCaseIds: 'accept',
  deletedCategory: 'hidden',
  timestampFormat: 'milliseconds',
  idCase: 'lower',
  rateLimitHeaders: 'ratelimit',
  missingTokenText: 'Missing API token: send the header Authorization: Bearer <API_TOKEN>',
  invalidTokenText: 'Invalid API token',
  pagination: 'off',
  rateLimit: 'off',
};

const product = { api_name: 'fjord', recurrence_type: 'one_off', name: 'Fjord' } as const;

/** A mock with a product and a category under some policies. */
function startWith(policies: Partial<MockPolicies>) {
  const mock = startMock({ policies });
  const category = mock.db.categories.insert({ name: 'Desks', api_name: 'desks' });
  const parent = mock.db.productParents.insert({ ...product, description: "The parent's" });
  const { id } = mock.db.products.insert({
    name: 'Fjord',
    api_name: 'fjord',
    product_parent_id: parent.id,
    description: 'Its own',
  });
  return { mock, category, parent, productPath: `/api/products/${id}`, categoryPath: `/api/categories/${category.id}` };
}

describe('policies', () => {
  test('have the documented defaults', () => {
    expect(startMock().policies).toEqual(defaults);
  });

  test('list their values, the default first', () => {
    const { pagination: _, rateLimit: __, missingTokenText: ___, invalidTokenText: ____, ...choices } = defaults;
    expect(Object.fromEntries(Object.entries(policyValues).map(([name, [first]]) => [name, first]))).toEqual(choices);
  });

  test('have their defaults if they are undefined', () => {
    const chosen: Partial<MockPolicies> = { createdStatus: 200 };
    Reflect.set(chosen, 'notFoundStatus', undefined);
    expect(startMock({ policies: chosen }).policies).toEqual({ ...defaults, createdStatus: 200 });
  });

  test.each(Object.entries(policyValues))('%s cannot have any other value', (name) => {
    const policies: Partial<MockPolicies> = {};
    Reflect.set(policies, name, 'other');
    expect(() => startMock({ policies })).toThrow(
      new RegExp(`^policies.${name}: must be one of .+, received "other"$`),
    );
  });

  test('a wrong name or value is rejected when it is assigned', () => {
    const { policies } = startMock();
    const set = (name: string, value: unknown) => () => Object.assign(policies, { [name]: value });
    expect(set('createdStatus', 999)).toThrow(
      new TypeError('policies.createdStatus: must be one of 201, 200, received 999'),
    );
    expect(set('notfoundStatus', 410)).toThrow(
      /^Unknown policy "notfoundStatus"\. Did you mean "notFoundStatus"\? Valid policies: createdStatus, /,
    );
    expect(() => Reflect.deleteProperty(policies, 'createdStatus')).toThrow(
      'policies.createdStatus: must have a value.',
    );
    expect(() => Object.defineProperty(policies, 'createdStatus', { value: 999 })).toThrow(
      new TypeError('policies.createdStatus: must be set by assignment'),
    );
    policies.createdStatus = 200;
    expect(policies).toMatchObject({ createdStatus: 200, notFoundStatus: 404 });
    expect(Object.keys(policies)).not.toContain('notfoundStatus');
  });

  test.each(['color', 'toString', '__proto__x'])('an unknown name is rejected: %s', (name) => {
    const policies: Partial<MockPolicies> = {};
    Reflect.set(policies, name, 1);
    expect(() => startMock({ policies })).toThrow(
      new RegExp(`^Unknown policy "${name}"\\. Valid policies: createdStatus, `),
    );
  });

  test('can be set at any time, and reset restores those of the options', async () => {
    const mock = startMock({ policies: { notFoundStatus: 410 } });
    const status = async () => (await call(mock, 'GET', `/api/customers/${unknownId}`)).status;
    expect(await status()).toBe(410);
    mock.policies.notFoundStatus = 400;
    expect(await status()).toBe(400);
    mock.reset();
    expect(await status()).toBe(410);
  });
});

test.each(policyValues.createdStatus)(
  'createdStatus %d is the status of every creation, and of nothing else',
  async (createdStatus) => {
    const { mock, category, categoryPath, productPath } = startWith({ createdStatus });
    const customer = mock.db.customers.insert({ name: 'Halm', type: 'company' });
    const place = { type: 'billing', address_line1: 'A 1', city: 'Berlin', postal_code: '10969', country: 'DE' };
    for (const [path, body] of [
      ['/api/customers', { name: 'Halm', type: 'company' }],
      ['/api/addresses', { ...place, customer_id: customer.id }],
      ['/api/catalogs', { name: 'Spring' }],
      ['/api/product-parents', { ...product, api_name: 'shelf' }],
      ['/api/products', { ...product, api_name: 'rack', category_ids: [category.id] }],
    ] as const) {
      expect((await call(mock, 'POST', path, body)).status).toBe(createdStatus);
    }
    expect((await call(mock, 'GET', '/api/customers')).status).toBe(200);
    expect((await call(mock, 'PATCH', productPath, { name: 'Rack' })).status).toBe(200);
    expect((await call(mock, 'DELETE', categoryPath)).status).toBe(200);
  },
);

test.each(policyValues.notFoundStatus)(
  'notFoundStatus %d is the status of every "<Resource> not found"',
  async (notFoundStatus) => {
    const { mock } = startWith({ notFoundStatus });
    for (const [method, path, resource] of [
      ['GET', 'categories', 'Category'],
      ['PATCH', 'categories', 'Category'],
      ['DELETE', 'categories', 'Category'],
      ['GET', 'catalogs', 'Catalog'],
      ['GET', 'customers', 'Customer'],
      ['GET', 'contacts', 'Contact'],
      ['PATCH', 'contacts', 'Contact'],
      ['GET', 'addresses', 'Address'],
      ['PATCH', 'addresses', 'Address'],
      ['GET', 'products', 'Product'],
      ['PATCH', 'products', 'Product'],
      ['PATCH', 'prices', 'Price'],
    ] as const) {
      const response = await call(mock, method, `/api/${path}/${unknownId}`, method === 'PATCH' ? {} : undefined);
      expect(response.status).toBe(notFoundStatus);
      expect(response.body).toEqual({ success: false, error: `${resource} not found` });
    }
  },
);

test.each(policyValues.malformedIdStatus)(
  'malformedIdStatus %d is the status for an id that is not a UUID',
  async (malformedIdStatus) => {
    const { mock } = startWith({ malformedIdStatus });
    for (const [method, path, resource] of [
      ['GET', 'products', 'product'],
      ['PATCH', 'products', 'product'],
      ['GET', 'customers', 'customer'],
      ['DELETE', 'categories', 'category'],
      ['PATCH', 'prices', 'price'],
    ] as const) {
      const response = await call(mock, method, `/api/${path}/42`, method === 'PATCH' ? {} : undefined);
      expect(response.status).toBe(malformedIdStatus);
      expect(response.body).toEqual({ success: false, error: `Invalid ${resource} ID format` });
    }
  },
);

test.each(policyValues.validationStatus)(
  'validationStatus %d is the status of every validation error except those of the product PATCH',
  async (validationStatus) => {
    const { mock, categoryPath } = startWith({ validationStatus });
    const responses = [
      await call(mock, 'POST', '/api/customers', {}),
      await call(mock, 'POST', '/api/customers', '{'),
      await call(mock, 'POST', '/api/products', { ...product, 'shipping[weight': 1 }),
      await call(mock, 'GET', '/api/addresses?customer_id=42'),
      await call(mock, 'PATCH', categoryPath, { parent_category_id: unknownId }),
      await call(mock, 'PATCH', categoryPath, { api_name: 'x' }),
    ];
    for (const response of responses) {
      expect(response).toMatchObject({ status: validationStatus, body: { success: false, error: 'Validation error' } });
    }
  },
);

describe('validationDetails', () => {
  const body = { type: 'x', logo: 'y', 'paint[color]': 1 };
  const shapes: { [Shape in MockPolicies['validationDetails']]: object } = {
    issues: {
      details: [
        { path: 'paint[color]', message: 'is not a known field' },
        { path: 'name', message: 'is required' },
        { path: 'type', message: 'must be one of "company", "individual", received "x"' },
        { path: 'logo', message: 'must be a URL' },
      ],
    },
    strings: {
      details: [
        'paint[color] is not a known field',
        'name is required',
        'type must be one of "company", "individual", received "x"',
        'logo must be a URL',
      ],
    },
    fields: {
      details: {
        'paint[color]': 'is not a known field',
        name: 'is required',
        type: 'must be one of "company", "individual", received "x"',
        logo: 'must be a URL',
      },
    },
    none: {},
  };

  test.each(policyValues.validationDetails)('%s', async (validationDetails) => {
    const { mock } = startWith({ validationDetails });
    const response = await call(mock, 'POST', '/api/customers', body);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ success: false, error: 'Validation error', ...shapes[validationDetails] });
  });

  test('fields: an issue of the whole body has an empty name', async () => {
    const { mock } = startWith({ validationDetails: 'fields' });
    const response = await call(mock, 'POST', '/api/customers', '[]');
    expect(response.body).toMatchObject({ details: { '': 'must be a JSON object, received an array' } });
  });

  test('strings: an issue of the whole body begins without a field', async () => {
    const { mock } = startWith({ validationDetails: 'strings' });
    const response = await call(mock, 'POST', '/api/customers', '[]');
    expect(response.body).toMatchObject({ details: ['must be a JSON object, received an array'] });
  });

  test('other errors have no details', async () => {
    const { mock } = startWith({ validationDetails: 'strings' });
    const { body } = await call(mock, 'GET', `/api/customers/${unknownId}`);
    expect(body).not.toHaveProperty('details');
  });
});

test.each(policyValues.validationOmitsSuccess)(
  'validationOmitsSuccess %s: some validation responses omit success, others have it',
  async (validationOmitsSuccess) => {
    const { mock, productPath } = startWith({ validationOmitsSuccess });
    const details = [{ path: 'name', message: 'is required' }];
    const rest = { error: 'Validation error', details };
    const expected = validationOmitsSuccess ? rest : { success: false, ...rest };
    expect((await call(mock, 'POST', '/api/catalogs', {})).body).toEqual(expected);
    const patched = await call(mock, 'PATCH', productPath, { color: 1 });
    expect(Object.hasOwn(fieldsOf(patched.body), 'success')).toBe(!validationOmitsSuccess);
    const notFound = await call(mock, 'GET', `/api/customers/${unknownId}`);
    expect(notFound.body).toEqual({ success: false, error: 'Customer not found' });
  },
);

describe('unknownFields', () => {
  const customer = { name: 'Halm', type: 'company', tax_ids: [{ tax: 'eu_vat', tax_value: 'DE1' }] };
  const unknown = { color: 'crimson', 'paint[color]': 'crimson', nested: { a: 1 }, created_at: 'yesterday' };

  test('reject: the error names each field', async () => {
    const { mock } = startWith({ unknownFields: 'reject' });
    const response = await call(mock, 'POST', '/api/customers', { ...customer, ...unknown });
    expect(response.body).toMatchObject({
      details: Object.keys(unknown).map((path) => ({ path, message: 'is not a known field' })),
    });
  });

  test('ignore: the known fields are stored, and nothing else', async () => {
    const { mock, categoryPath } = startWith({ unknownFields: 'ignore' });
    const tax_ids = [{ tax: 'eu_vat', tax_value: 'DE1', country: 'DE' }];
    const response = await call(mock, 'POST', '/api/customers', { ...customer, ...unknown, tax_ids });
    expect(response).toMatchObject({ status: 201, body: { data: customer } });
    const stored = JSON.stringify(contents(mock));
    expect(stored).not.toMatch(/crimson|nested|yesterday|"country"/);
    expect(response.body).toMatchObject({ data: { tax_ids: [{ tax: 'eu_vat', tax_value: 'DE1' }] } });

    const patched = await call(mock, 'PATCH', categoryPath, {
      name: 'Tables',
      color: 'red',
      deleted_at: justAfterNoon,
    });
    expect(patched).toMatchObject({ status: 200, body: { data: { name: 'Tables' } } });
    expect(patched.body).not.toHaveProperty('data.color');
  });

  test('ignore: also within a group', async () => {
    const { mock } = startWith({ unknownFields: 'ignore' });
    const body = { ...product, api_name: 'rack', 'shipping[weight]': 2, 'shipping[color]': 'red' };
    expect((await call(mock, 'POST', '/api/products', body)).body).toMatchObject({ data: { shipping: { weight: 2 } } });
  });

  test('ignore: wrong values of known fields are still rejected', async () => {
    const { mock } = startWith({ unknownFields: 'ignore' });
    const body = { ...customer, logo: 'x', 'logo[x]': 1, 'paint[': 1 };
    expect(invalidFields(await call(mock, 'POST', '/api/customers', body))).toEqual(['logo']);
  });
});

describe('immutableFields', () => {
  const attempt = async (immutableFields: MockPolicies['immutableFields']) => {
    const { mock, categoryPath, category } = startWith({ immutableFields });
    const body = {
      name: 'Tables',
      api_name: 'tables',
      created_at: 'yesterday',
      id: unknownId,
      workspace_id: unknownId,
    };
    const response = await call(mock, 'PATCH', categoryPath, body);
    return { mock, category, response };
  };

  test('reject: the error names each field, and nothing changes', async () => {
    const { mock, category, response } = await attempt('reject');
    expect(response.body).toEqual({
      success: false,
      error: 'Validation error',
      details: [
        { path: 'api_name', message: 'cannot be changed after creation' },
        { path: 'created_at', message: 'is read-only' },
        { path: 'id', message: 'is read-only' },
        { path: 'workspace_id', message: 'is read-only' },
      ],
    });
    expect(mock.db.categories.list()).toEqual([category]);
  });

  test('ignore: they keep their values, and other fields change', async () => {
    const { mock, category, response } = await attempt('ignore');
    expect(response.status).toBe(200);
    expect(mock.db.categories.list()).toEqual([{ ...category, name: 'Tables', updated_at: justAfterNoon }]);
  });

  test.each([
    ['contacts', 'customer_id'],
    ['addresses', 'customer_id'],
    ['prices', 'product_id'],
    ['prices', 'pricebook_id'],
    ['prices', 'currency_id'],
  ] as const)('applies to %s: %s', async (table, field) => {
    for (const immutableFields of policyValues.immutableFields) {
      const mock = startMock({ policies: { immutableFields } });
      const id = insertOne(mock, table);
      const before = mock.db[table].get(id);
      const { status } = await call(mock, 'PATCH', `/api/${table}/${id}`, { [field]: unknownId });
      expect(status).toBe(immutableFields === 'ignore' ? 200 : 400);
      expect(mock.db[table].get(id)).toMatchObject({ [field]: fieldsOf(before)[field] });
    }
  });
});

/** Adds a record of a table and the records that it refers to, and returns its id. */
function insertOne({ db }: MockServer, table: 'contacts' | 'addresses' | 'prices'): string {
  if (table === 'prices') {
    const currency = db.currencies.insert({ name: 'Euro', api_name: 'eur' });
    const pricebook = db.pricebooks.insert({ name: 'Europe', api_name: 'europe', currency_id: currency.id });
    const parent = db.productParents.insert(product);
    const { id } = db.products.insert({ name: 'Fjord', api_name: 'fjord', product_parent_id: parent.id });
    return db.prices.insert({ product_id: id, pricebook_id: pricebook.id, currency_id: currency.id }).id;
  }
  const customer = db.customers.insert({ name: 'Halm', type: 'company' });
  return table === 'contacts'
    ? db.contacts.insert({ customer_id: customer.id, first_name: 'G', last_name: 'L', email: 'g@halm.example' }).id
    : db.addresses.insert({
        customer_id: customer.id,
        type: 'billing',
        address_line1: 'A 1',
        city: 'Berlin',
        postal_code: '10969',
        country: 'DE',
      }).id;
}

describe('nullOnCreate', () => {
  const creations = [
    ['/api/customers', { name: 'Halm', type: 'company' }, ['segment_id', 'logo', 'id_crm', 'id_erp', 'id_accounting']],
    ['/api/catalogs', { name: 'Spring' }, ['id_crm', 'id_erp', 'id_accounting']],
    ['/api/product-parents', { ...product, api_name: 'rack' }, ['id_crm', 'id_erp', 'id_accounting']],
    ['/api/products', { ...product, api_name: 'shelf' }, ['shipping[weight]', 'shipping[length_unit]']],
  ] as const;

  test.each(creations)('reject: POST %s', async (path, body, nullable) => {
    const { mock } = startWith({ nullOnCreate: 'reject' });
    const nulls = Object.fromEntries(nullable.map((field) => [field, null]));
    expect(invalidFields(await call(mock, 'POST', path, { ...body, ...nulls }))).toEqual(nullable);
  });

  test.each(creations)('accept: POST %s stores the same as without the fields', async (path, body, nullable) => {
    const nulls = Object.fromEntries(nullable.map((field) => [field, null]));
    const [omitted, accepted] = await Promise.all(
      [body, { ...body, ...nulls }].map((sent) => {
        const { mock } = startWith({ nullOnCreate: 'accept' });
        return call(mock, 'POST', path, sent);
      }),
    );
    expect(accepted).toEqual(omitted);
    expect(accepted?.status).toBe(201);
  });

  test('accept: values and unknown fields next to a null are treated as without it', async () => {
    const { mock } = startWith({ nullOnCreate: 'accept', unknownFields: 'ignore' });
    const body = { name: 'Halm', type: 'company', id_crm: 'c-1', id_erp: null, nickname: 'H', alias: null };
    expect(await call(mock, 'POST', '/api/customers', body)).toMatchObject({
      status: 201,
      body: { data: { name: 'Halm', id_crm: 'c-1', id_erp: null } },
    });
  });

  test('accept: fields that are never null, and fields of updates, are still rejected', async () => {
    const { mock, categoryPath } = startWith({ nullOnCreate: 'accept' });
    const created = await call(mock, 'POST', '/api/customers', { name: null, type: 'company', tax_ids: null });
    expect(invalidFields(created)).toEqual(['name', 'tax_ids']);
    expect(invalidFields(await call(mock, 'PATCH', categoryPath, { description: null }))).toEqual(['description']);
  });
});

describe.each(policyValues.duplicateApiName)('duplicateApiName %d', (duplicateApiName) => {
  test('is the status if another record has the api_name', async () => {
    const { mock, parent } = startWith({ duplicateApiName });
    mock.db.catalogs.insert({ name: 'Spring', api_name: 'spring' });
    for (const [path, body, record] of [
      ['/api/product-parents', { ...product, api_name: parent.api_name }, 'Product parent'],
      ['/api/products', { ...product, api_name: parent.api_name }, 'Product parent'],
      ['/api/catalogs', { name: 'Spring', api_name: 'spring' }, 'Catalog'],
    ] as const) {
      const response = await call(mock, 'POST', path, body);
      expect(response.status).toBe(duplicateApiName);
      expect(response.body).toEqual({
        success: false,
        error: duplicateApiName === 409 ? 'api_name already exists' : 'Validation error',
        details: [{ path: 'api_name', message: `is already used by another ${record.toLowerCase()}` }],
      });
    }
  });

  test('does not depend on validationStatus', async () => {
    const { mock } = startWith({ duplicateApiName, validationStatus: 422 });
    expect((await call(mock, 'POST', '/api/product-parents', product)).status).toBe(duplicateApiName);
  });
});

test.each([
  ['issues', [{ path: 'api_name', message: expect.any(String) }]],
  ['strings', [expect.stringMatching(/^api_name /)]],
  ['fields', { api_name: expect.any(String) }],
  ['none', undefined],
] as const)('the details of a 409 follow validationDetails %s', async (validationDetails, details) => {
  const { mock } = startWith({ duplicateApiName: 409, validationDetails });
  const { status, body } = await call(mock, 'POST', '/api/product-parents', product);
  expect(status).toBe(409);
  expect(body).toEqual({ success: false, error: 'api_name already exists', ...(details && { details }) });
});

test('a deleted category is not found, and no record can add a link to it', async () => {
  const { mock, category, categoryPath, productPath } = startWith({});
  await call(mock, 'DELETE', categoryPath);
  expect((await call(mock, 'GET', categoryPath)).body).toEqual({ success: false, error: 'Category not found' });
  expect((await call(mock, 'PATCH', productPath, { category_ids: [category.id] })).status).toBe(400);
});

test.each([
  ['parent', "The parent's"],
  ['own', 'Its own'],
] as const)(
  'inheritedDescription %s: description_inherit_from_product shows the description of the %s',
  async (inheritedDescription, text) => {
    const { mock, productPath } = startWith({ inheritedDescription });
    const description = async () => (await call(mock, 'GET', productPath)).body;
    expect(await description()).toMatchObject({ data: { description: 'Its own' } });
    const patched = await call(mock, 'PATCH', productPath, { description_inherit_from_product: true });
    expect(patched.body).toMatchObject({ data: { description: text } });
    expect(await description()).toMatchObject({ data: { description: text } });
    await call(mock, 'PATCH', productPath, { description_inherit_from_product: false });
    expect(await description()).toMatchObject({ data: { description: 'Its own' } });
  },
);

/** Policies of every combination. */
const anyPolicies = fc.record({
  createdStatus: fc.constantFrom(...policyValues.createdStatus),
  notFoundStatus: fc.constantFrom(...policyValues.notFoundStatus),
  malformedIdStatus: fc.constantFrom(...policyValues.malformedIdStatus),
  validationStatus: fc.constantFrom(...policyValues.validationStatus),
  validationDetails: fc.constantFrom(...policyValues.validationDetails),
  validationOmitsSuccess: fc.constantFrom(...policyValues.validationOmitsSuccess),
  unknownFields: fc.constantFrom(...policyValues.unknownFields),
  immutableFields: fc.constantFrom(...policyValues.immutableFields),
  nullOnCreate: fc.constantFrom(...policyValues.nullOnCreate),
  duplicateApiName: fc.constantFrom(...policyValues.duplicateApiName),
  inheritedDescription: fc.constantFrom(...policyValues.inheritedDescription),
});

test('under all policies, an invalid product PATCH gets a 400 that names the field, and changes nothing', async () => {
  const wrong = fc.constantFrom<[string, unknown]>(
    ['api_name', 'fjord_two'],
    ['recurrence_type', 'recurring'],
    ['catalog_ids', []],
    ['parent_primary_image_id', null],
    ['settings[language_code]', 'de'],
    ['color', 'red'],
    ['shipping[color]', 'red'],
    ['nested', { a: 1 }],
    ['name', 'F'],
    ['category_ids', [unknownId]],
    ['shipping[weight', 1],
    ['shipping', { weight: 1 }],
  );
  await fc.assert(
    fc.asyncProperty(anyPolicies, wrong, async (chosen, [field, value]) => {
      const { mock, productPath } = startWith(chosen);
      const before = contents(mock);
      const response = await call(mock, 'PATCH', productPath, { reference: 'R', [field]: value });
      expect(response).toMatchObject({ status: 400, body: { error: 'Validation error' } });
      expect(JSON.stringify(Reflect.get(fieldsOf(response.body), 'details'))).toContain(field);
      expect(contents(mock)).toEqual(before);
    }),
    { numRuns: runs(300) },
  );
});

test('the client is correct under every combination of policies', async () => {
  await fc.assert(
    fc.asyncProperty(anyPolicies, async (chosen) => {
      const { mock, category, parent, productPath } = startWith(chosen);
      const { baseUrl, fetch } = mock;
      const client = new MasterDataClient({
        baseUrl,
        fetch,
        apiToken: mock.token,
        maxRetries: 0,
        validation: { responses: 'throw' },
      });
      const productId = productPath.slice('/api/products/'.length);
      const issueOf = (field: string, message: string) =>
        ({
          issues: [{ path: field, message }],
          strings: [{ path: '', message: `${field} ${message}` }],
          fields: [{ path: field, message }],
          none: [],
        })[chosen.validationDetails];

      expect(await client.catalogs.create({ name: 'Spring' })).toMatchObject({ name: 'Spring' });
      expect(await client.products.get(productId)).toMatchObject({ id: productId });

      const missing = await errorOf(client.customers.get(unknownId));
      expect(missing).toBeInstanceOf(NotFoundError);
      expect(missing).toMatchObject({ code: 'not_found', resource: 'Customer', status: chosen.notFoundStatus });

      const malformed = await errorOf(client.products.get('42'));
      expect(malformed).toBeInstanceOf(ValidationError);
      expect(malformed).toMatchObject({ code: 'invalid_id', status: chosen.malformedIdStatus });

      const short = await errorOf(client.products.create({ api_name: 'rack', recurrence_type: 'one_off', name: 'R' }));
      expect(short).toBeInstanceOf(ValidationError);
      expect(short).toMatchObject({
        code: 'validation_error',
        status: chosen.validationStatus,
        issues: issueOf('name', 'must be at least 2 characters'),
      });

      const stated = await errorOf(client.products.update(productId, { name: 'R' }));
      expect(stated).toBeInstanceOf(ValidationError);
      expect(stated).toMatchObject({ code: 'validation_error', status: 400 });

      const taken = await errorOf(client.productParents.create({ ...product, api_name: parent.api_name }));
      expect(taken).toBeInstanceOf(chosen.duplicateApiName === 409 ? ConflictError : ValidationError);
      expect(taken).toMatchObject({ status: chosen.duplicateApiName });

      mock.db.discounts.insert({ name: 'Autumn', category_ids: [category.id] });
      const kept = await errorOf(client.categories.delete(category.id));
      expect(kept).toBeInstanceOf(ConflictError);
      expect(kept).toMatchObject({ code: 'CATEGORY_REFERENCED_IN_DISCOUNT', status: 409 });
    }),
    { numRuns: runs(150) },
  );
});

async function errorOf(call: ApiPromise<unknown>): Promise<unknown> {
  const outcome = await call.result();
  return outcome.ok ? undefined : outcome.error;
}
