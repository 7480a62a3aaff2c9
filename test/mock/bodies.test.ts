import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demo, type MockServer, type MockServerOptions } from '../../mocks/index.ts';
import { call, contents, invalidFields, startMock, unknownId } from './helpers.ts';

// A property is many runs in one test; a busy machine takes its time.

const contact = { customer_id: unknownId, first_name: 'Greta', last_name: 'Lindqvist', email: 'greta@halm.example' };

/** The operations with a body, on records of the demo workspace, each with a body that it takes. */
function startWithWrites(options: MockServerOptions = {}) {
  const mock = startMock({ seed: demo, ...options });
  const { db } = mock;
  const first = (table: 'contacts' | 'addresses' | 'categories' | 'products' | 'prices') => db[table].list()[0]?.id;
  const writes = [
    ['POST', '/api/customers', { name: 'Halm', type: 'company' }],
    ['PATCH', `/api/contacts/${first('contacts')}`, { first_name: 'Greta' }],
    [
      'POST',
      '/api/addresses',
      {
        customer_id: db.customers.list()[0]?.id,
        type: 'billing',
        address_line1: 'A 1',
        city: 'Berlin',
        postal_code: '10969',
        country: 'DE',
      },
    ],
    ['PATCH', `/api/addresses/${first('addresses')}`, { city: 'Kiel' }],
    ['PATCH', `/api/categories/${first('categories')}`, { name: 'Tables' }],
    ['POST', '/api/catalogs', { name: 'Spring' }],
    ['POST', '/api/product-parents', { api_name: 'shelf', recurrence_type: 'one_off', name: 'Shelf' }],
    ['POST', '/api/products', { api_name: 'rack', recurrence_type: 'one_off', name: 'Rack', 'shipping[weight]': 2 }],
    ['PATCH', `/api/products/${first('products')}`, { name: 'Fjord', 'shipping[weight]': 2 }],
    ['PATCH', `/api/prices/${first('prices')}`, { amount: 12, 'identifiers[erp]': 'X' }],
  ] as const;
  return { mock, writes };
}

/** Sends a body to every operation that takes one; each refuses it alike, and nothing changes. */
async function refusals(
  body: string | ((valid: object) => unknown),
  { headers, ...options }: MockServerOptions & { headers?: Record<string, string> } = {},
) {
  const { mock, writes } = startWithWrites(options);
  const before = contents(mock);
  const answers = [];
  for (const [method, path, valid] of writes) {
    const sent = typeof body === 'string' ? body : body(valid);
    answers.push(await call(mock, method, path, sent, headers && { headers }));
  }
  expect(contents(mock)).toEqual(before);
  return answers.map(({ status, body }) => ({ status, body }));
}

const refused = (message: string, path = '') => ({
  status: 400,
  body: { success: false, error: 'Validation error', details: [{ path, message }] },
});

async function expectAll(answers: Promise<{ status: number; body: unknown }[]>, expected: object) {
  for (const answer of await answers) expect(answer).toEqual(expected);
}

describe('requests with a body use Content-Type: application/json', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'text/json',
    'json',
    'application/json, application/json',
  ])('%s is refused', async (type) => {
    await expectAll(
      refusals((valid) => valid, { headers: { 'content-type': type } }),
      {
        status: 415,
        body: {
          success: false,
          error: `Unsupported media type: expected Content-Type application/json, received ${type}`,
        },
      },
    );
  });

  test('none at all is refused', async () => {
    const mock = startMock();
    const response = await mock.fetch(`${mock.baseUrl}/api/catalogs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.token}` },
      body: new TextEncoder().encode('{"name":"Spring"}'),
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toEqual({
      success: false,
      error: 'Unsupported media type: expected Content-Type application/json, received none',
    });
    expect(mock.db.catalogs.size).toBe(0);
  });

  test.each([
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json ;charset="utf-8"',
    'application/merge-patch+json',
  ])('%s is taken', async (type) => {
    const { mock, writes } = startWithWrites();
    for (const [method, path, valid] of writes) {
      const { status } = await call(mock, method, path, valid, { headers: { 'content-type': type } });
      expect(status).toBe(method === 'POST' ? 201 : 200);
    }
  });

  test('requests without a body need none', async () => {
    const mock = startMock();
    const category = mock.db.categories.insert({ name: 'Desks', api_name: 'desks' });
    const headers = { 'content-type': 'text/plain' };
    expect((await call(mock, 'GET', '/api/customers', undefined, { headers })).status).toBe(200);
    expect((await call(mock, 'DELETE', `/api/categories/${category.id}`, 'x', { headers })).status).toBe(200);
  });
});

describe('a body is a JSON object', () => {
  test.each([
    '{',
    '{"name":}',
    "{'name': 'x'}",
    '{"name":"x"} {}',
    'name=x',
    '<xml/>',
    '{"name":"x",}',
    'undefined',
    '\u0000',
  ])('invalid JSON is refused: %j', async (text) => {
    await expectAll(refusals(text), refused('expected a JSON object, received a text that is not JSON'));
  });

  test.each(['', ' ', '\r\n\t'])('an empty body is refused: %j', async (text) => {
    await expectAll(refusals(text), refused('expected a JSON object, received an empty body'));
  });

  test.each(['[]', '[{"name":"x"}]'])('an array is refused: %s', async (text) => {
    await expectAll(refusals(text), refused('expected a JSON object, received an array'));
  });

  test.each(['null', '1', 'true', '"name"'])('any other value is refused: %s', async (text) => {
    await expectAll(refusals(text), refused(`expected a JSON object, received ${text}`));
  });
});

describe('a body that is too large', () => {
  test('is answered 413', async () => {
    await expectAll(
      refusals((valid) => ({ ...valid, name: 'x'.repeat(500) }), { maxBodyBytes: 500 }),
      {
        status: 413,
        body: { success: false, error: 'Request body too large: the limit is 500 bytes' },
      },
    );
  });

  test('is larger than 1 MiB unless the mock is made with another limit', async () => {
    await expectAll(refusals(`{"name":"${'x'.repeat(1024 * 1024)}"}`), {
      status: 413,
      body: { success: false, error: 'Request body too large: the limit is 1048576 bytes' },
    });
  });

  test('is measured in bytes, and may be as large as the limit', async () => {
    const text = JSON.stringify({ name: 'é'.repeat(100) });
    const maxBodyBytes = new TextEncoder().encode(text).length;
    const send = (limit: number) => call(startMock({ maxBodyBytes: limit }), 'POST', '/api/catalogs', text);
    expect((await send(maxBodyBytes)).status).toBe(201);
    expect((await send(maxBodyBytes - 1)).status).toBe(413);
  });
});

describe('bracketed keys', () => {
  const create = { api_name: 'rack', recurrence_type: 'one_off', name: 'Rack' };

  /** Sends a body to the operations whose bodies have groups: the creation and update of a product, and a price. */
  async function groupRefusals(body: (valid: object) => unknown) {
    return (await refusals(body)).slice(-3);
  }

  test('are literal flat JSON key names containing brackets', async () => {
    const mock = startMock();
    await call(mock, 'POST', '/api/products', { ...create, 'shipping[weight]': 2, 'inventory[sku]': 'R-1' });
    expect(mock.db.products.list()).toMatchObject([{ shipping: { weight: 2 }, inventory: { sku: 'R-1' } }]);
  });

  test('a nested object where a bracketed key belongs is refused', async () => {
    const [created, updated, priced] = await groupRefusals((valid) => ({
      ...valid,
      ...('amount' in valid ? { identifiers: { erp: 'X' } } : { inventory: { sku: 'R-1' }, shipping: {} }),
    }));
    const product = {
      status: 400,
      body: {
        success: false,
        error: 'Validation error',
        details: [
          { path: 'inventory', message: 'expected flat keys such as "inventory[sku]", received a nested object' },
          { path: 'shipping', message: 'expected flat keys such as "shipping[weight]", received a nested object' },
        ],
      },
    };
    expect(created).toEqual(product);
    expect(updated).toEqual(product);
    expect(priced).toEqual(
      refused('expected flat keys such as "identifiers[crm]", received a nested object', 'identifiers'),
    );
  });

  test('a nested object as the value of a bracketed key is refused', async () => {
    for (const answer of await groupRefusals((valid) => ({ ...valid, 'identifiers[crm]': { erp: 'X' } }))) {
      expect(answer).toEqual(
        refused('"identifiers[crm]" has a nested object where bracketed keys belong', 'identifiers[crm]'),
      );
    }
  });

  test('a group that is neither is refused', async () => {
    for (const value of [null, [], 'X', 1, true]) {
      for (const answer of await groupRefusals((valid) => ({
        ...valid,
        identifiers: value,
        'identifiers[erp]': undefined,
      }))) {
        expect(answer).toMatchObject({
          status: 400,
          body: { error: 'Validation error', details: [{ path: 'identifiers' }] },
        });
      }
    }
  });

  test.each([
    ['a value beside its group', '{"identifiers":"x","identifiers[crm]":"y"}', 'identifiers[crm]'],
    ['a group beside its value', '{"identifiers[crm]":"y","identifiers":"x"}', 'identifiers'],
    ['a value and a group below it', '{"identifiers[crm]":"y","identifiers[crm][x]":"z"}', 'identifiers[crm][x]'],
  ])('that collide are refused: %s', async (_, text, key) => {
    await expectAll(refusals(text), refused(`"${key}" collides with another key`, key));
  });

  test.each([
    'shipping[weight',
    'shipping]weight[',
    'shipping[]',
    '[weight]',
    'shipping[weight]x',
    'shipping[[weight]]',
    '',
  ])('with stray, unclosed or empty brackets are refused: %j', async (key) => {
    await expectAll(
      refusals(JSON.stringify({ [key]: 2 })),
      refused(`"${key}" has stray, unclosed or empty brackets`, key),
    );
  });

  test.each([
    ['__proto__', 'true'],
    ['__proto__', '{"polluted":true}'],
    ['constructor', '{"prototype":{"polluted":true}}'],
    ['prototype', '{"polluted":true}'],
    ['__proto__[polluted]', 'true'],
    ['constructor[prototype][polluted]', 'true'],
    ['shipping[__proto__]', 'true'],
    ['shipping[__proto__][polluted]', 'true'],
  ])('that would reach into a prototype are refused: %s with the value %s', async (key, value) => {
    await expectAll(refusals(`{"${key}":${value}}`), refused(`"${key}" is not allowed as a key`, key));
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('fields', () => {
  test('that are unknown are refused, and each named', async () => {
    const { mock, writes } = startWithWrites();
    const before = contents(mock);
    for (const [method, path, valid] of writes) {
      const unknown = {
        colour: 'red',
        'paint[colour]': 'red',
        toString: 1,
        hasOwnProperty: null,
        nested: { a: { b: 1 } },
      };
      const answer = await call(mock, method, path, { ...valid, ...unknown });
      expect(invalidFields(answer)).toEqual(['colour', 'paint[colour]', 'toString', 'hasOwnProperty', 'nested']);
    }
    expect(contents(mock)).toEqual(before);
  });

  test('that are wrong are all named at once, with what is wrong', async () => {
    const mock = startMock();
    const answer = await call(mock, 'POST', '/api/customers', {
      type: 7,
      logo: {},
      colour: 'red',
      tax_ids: [{ tax: 'x' }],
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      success: false,
      error: 'Validation error',
      details: [
        { path: 'colour', message: 'is not a known field' },
        { path: 'name', message: 'is required' },
        { path: 'type', message: 'expected one of "company", "individual", received 7' },
        { path: 'logo', message: 'expected string, received object' },
        { path: 'tax_ids.0.tax_value', message: 'is required' },
      ],
    });
  });

  test('inside an array are refused too', async () => {
    const body = { name: 'H', type: 'company', tax_ids: [{ tax: 'x', tax_value: 'y', country: 'DE' }] };
    expect(invalidFields(await call(startMock(), 'POST', '/api/customers', body))).toEqual(['tax_ids.0.country']);
  });

  test('that are missing all is an update that changes nothing but updated_at', async () => {
    const mock = startMock();
    const customer = mock.db.customers.insert({ name: 'Halm', type: 'company' });
    const before = mock.db.contacts.insert({ ...contact, customer_id: customer.id });
    expect((await call(mock, 'PATCH', `/api/contacts/${before.id}`, {})).status).toBe(200);
    const { updated_at: _, ...after } = mock.db.contacts.get(before.id) ?? before;
    expect(before).toMatchObject(after);
  });
});

test('texts of any script come back as they were sent', async () => {
  const mock: MockServer = startMock();
  const name = 'Ünïcödé 家具 🪑 \u2028 "quoted" \\ \u0007';
  expect((await call(mock, 'POST', '/api/catalogs', { name })).body).toMatchObject({ data: { name } });
});

test('a byte order mark before the JSON is not part of it', async () => {
  const answer = await call(startMock(), 'POST', '/api/catalogs', '\uFEFF{"name":"Spring"}');
  expect(answer.status).toBe(201);
});

test('a body nested more than 100 levels deep is refused, and nothing changes', async () => {
  const mock = startMock({ seed: demo });
  const [price] = mock.db.prices.list();
  const before = contents(mock);
  for (const depth of [5_000, 20_000, 200_000]) {
    const text = `{"volume_tiers":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const answer = await call(mock, 'PATCH', `/api/prices/${price?.id}`, text);
    expect(answer).toMatchObject({ status: 400, body: { error: 'Validation error' } });
    expect(contents(mock)).toEqual(before);
  }
});

test('whatever JSON is sent, the answer is a success or a clear refusal, and a refusal changes nothing', async () => {
  const { mock, writes } = startWithWrites();
  const fields = [...new Set(writes.flatMap(([, , valid]) => Object.keys(valid)))];
  const key = fc.oneof(
    fc.constantFrom(
      ...fields,
      '__proto__',
      'shipping[width]',
      'role',
      'category_ids',
      'volume_tiers',
      'identifiers',
      'percent',
    ),
    fc.string(),
  );
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom(unknownId, 'company', 'billing', 'one_off', 'DE', 1e300));
  const body = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(fc.tuple(key, value), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...writes), body, fc.boolean(), async ([method, path, valid], sent, complete) => {
      const before = contents(mock);
      const whole = complete && typeof sent === 'object' && sent !== null && !Array.isArray(sent);
      const answer = await call(mock, method, path, JSON.stringify(whole ? { ...valid, ...sent } : sent));
      expect([200, 201, 400, 409]).toContain(answer.status);
      expect(answer.body).toHaveProperty(answer.status < 300 ? 'data' : 'error');
      if (answer.status >= 400) expect(contents(mock)).toEqual(before);
    }),
    { numRuns: 500 },
  );
});
