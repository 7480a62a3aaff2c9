import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { demo, type MockServer, type MockServerOptions } from '../../../mocks/index.ts';
import { fc } from '../../fast-check.ts';
import { isShort, runs } from '../../sample.ts';
import { call, contents, invalidFields, startMock, unknownId } from '../helpers.ts';

const contact = { customer_id: unknownId, first_name: 'Greta', last_name: 'Lindqvist', email: 'greta@halm.example' };

/** Starts a mock. Returns all operations with a body, each with a valid body for a record of the demo workspace. */
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

/** Sends a body to every operation that takes one. Returns the responses, which must not change anything. */
async function rejections(
  body: string | ((valid: object) => unknown),
  { headers, ...options }: MockServerOptions & { headers?: Record<string, string> } = {},
) {
  const { mock, writes } = startWithWrites(options);
  const before = contents(mock);
  const responses = [];
  for (const [method, path, valid] of writes) {
    const sent = typeof body === 'string' ? body : body(valid);
    responses.push(await call(mock, method, path, sent, headers && { headers }));
  }
  expect(contents(mock)).toEqual(before);
  return responses.map(({ status, body }) => ({ status, body }));
}

const rejected = (message: string, path = '') => ({
  status: 400,
  body: { success: false, error: 'Validation error', details: [{ path, message }] },
});

async function expectAll(responses: Promise<{ status: number; body: unknown }[]>, expected: object) {
  for (const response of await responses) expect(response).toEqual(expected);
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
    'application/merge-patch+json',
    'application/vnd.example+json; charset=utf-8',
  ])('%s is rejected', async (type) => {
    await expectAll(
      rejections((valid) => valid, { headers: { 'content-type': type } }),
      {
        status: 415,
        body: {
          success: false,
          error: `Unsupported media type: Content-Type must be application/json, received ${type}`,
        },
      },
    );
  });

  test('a missing content type is rejected', async () => {
    const mock = startMock();
    const response = await mock.fetch(`${mock.baseUrl}/api/catalogs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.token}` },
      body: new TextEncoder().encode('{"name":"Spring"}'),
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toEqual({
      success: false,
      error: 'Unsupported media type: Content-Type must be application/json, received none',
    });
    expect(mock.db.catalogs.size).toBe(0);
  });

  test.each([
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json ;charset="utf-8"',
    'application/json; charset=US-ASCII',
  ])('%s is accepted', async (type) => {
    const { mock, writes } = startWithWrites();
    for (const [method, path, valid] of writes) {
      const { status } = await call(mock, method, path, valid, { headers: { 'content-type': type } });
      expect(status).toBe(method === 'POST' ? 201 : 200);
    }
  });

  test('a request without a body needs no content type', async () => {
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
  ])('invalid JSON is rejected: %j', async (text) => {
    await expectAll(rejections(text), rejected('must be a JSON object, received a text that is not JSON'));
  });

  test.each(['', ' ', '\r\n\t'])('an empty body is rejected: %j', async (text) => {
    await expectAll(rejections(text), rejected('must be a JSON object, received an empty body'));
  });

  test.each(['[]', '[{"name":"x"}]'])('an array is rejected: %s', async (text) => {
    await expectAll(rejections(text), rejected('must be a JSON object, received an array'));
  });

  test.each(['null', '1', 'true', '"name"'])('any other value is rejected: %s', async (text) => {
    await expectAll(rejections(text), rejected(`must be a JSON object, received ${text}`));
  });
});

describe('a body that is too large', () => {
  test('gets 413', async () => {
    await expectAll(
      rejections((valid) => ({ ...valid, name: 'x'.repeat(500) }), { maxBodyBytes: 500 }),
      {
        status: 413,
        body: { success: false, error: 'Request body too large: the limit is 500 bytes' },
      },
    );
  });

  test('has more than 1 MiB by default', async () => {
    await expectAll(rejections(`{"name":"${'x'.repeat(1024 * 1024)}"}`), {
      status: 413,
      body: { success: false, error: 'Request body too large: the limit is 1048576 bytes' },
    });
  });

  test('is measured in bytes, and may have exactly the limit', async () => {
    const text = JSON.stringify({ name: 'é'.repeat(100) });
    const maxBodyBytes = new TextEncoder().encode(text).length;
    const send = (limit: number) => call(startMock({ maxBodyBytes: limit }), 'POST', '/api/catalogs', text);
    expect((await send(maxBodyBytes)).status).toBe(201);
    expect((await send(maxBodyBytes - 1)).status).toBe(413);
  });
});

describe('bracketed keys', () => {
  const create = { api_name: 'rack', recurrence_type: 'one_off', name: 'Rack' };

  /** Sends a body to the operations whose bodies have groups: product creation and update, and price update. */
  async function groupRejections(body: (valid: object) => unknown) {
    return (await rejections(body)).slice(-3);
  }

  test('are flat JSON keys with literal brackets', async () => {
    const mock = startMock();
    await call(mock, 'POST', '/api/products', { ...create, 'shipping[weight]': 2, 'inventory[sku]': 'R-1' });
    expect(mock.db.products.list()).toMatchObject([{ shipping: { weight: 2 }, inventory: { sku: 'R-1' } }]);
  });

  test('reject a nested object in place of a group', async () => {
    const [created, updated, priced] = await groupRejections((valid) => ({
      ...valid,
      ...('amount' in valid ? { identifiers: { erp: 'X' } } : { inventory: { sku: 'R-1' }, shipping: {} }),
    }));
    const product = {
      status: 400,
      body: {
        success: false,
        error: 'Validation error',
        details: [
          {
            path: 'inventory',
            message: 'must be sent as flat keys such as "inventory[sku]", received a nested object',
          },
          {
            path: 'shipping',
            message: 'must be sent as flat keys such as "shipping[weight]", received a nested object',
          },
        ],
      },
    };
    expect(created).toEqual(product);
    expect(updated).toEqual(product);
    expect(priced).toEqual(
      rejected('must be sent as flat keys such as "identifiers[crm]", received a nested object', 'identifiers'),
    );
  });

  test('reject an object or a list as the value of a bracketed key', async () => {
    for (const [value, received] of [
      [{ erp: 'X' }, 'object'],
      [['X'], 'array'],
    ] as const) {
      for (const response of await groupRejections((valid) => ({ ...valid, 'identifiers[crm]': value }))) {
        expect(response).toEqual(rejected(`must be a string, received ${received}`, 'identifiers[crm]'));
      }
    }
  });

  test('reject a group that is sent as a single value', async () => {
    for (const value of [null, [], 'X', 1, true]) {
      const body = { identifiers: value, 'identifiers[erp]': undefined };
      for (const response of await groupRejections((valid) => ({ ...valid, ...body }))) {
        expect(response).toEqual(
          rejected('must be sent as flat keys such as "identifiers[crm]", received a single value', 'identifiers'),
        );
      }
    }
  });

  test('report a group and every other wrong field together', async () => {
    const body = { shipping: { weight: 1 }, color: 'red', name: 3, 'identifiers[crm]': 4 };
    const [created, updated, priced] = (await groupRejections((valid) => ({ ...valid, ...body }))).map((response) =>
      invalidFields(response),
    );
    expect(created).toEqual(['color', 'shipping', 'name', 'identifiers[crm]']);
    expect(updated).toEqual(['color', 'shipping', 'name', 'identifiers[crm]']);
    expect(priced).toEqual(['shipping', 'color', 'name', 'identifiers[crm]']);
  });

  const unknownKeys = [
    'shipping[weight][x]',
    'name[x]',
    'identifiers[crm][x]',
    'tax_ids[0]',
    'tax_ids[0][tax]',
    'role[0]',
    'shipping[weight',
    'shipping]weight[',
    'shipping[]',
    '[weight]',
    'shipping[weight]x',
    'shipping[[weight]]',
    '',
    '__proto__[polluted]',
    'constructor[prototype][polluted]',
    'shipping[__proto__]',
    'shipping[__proto__][polluted]',
    `shipping${'[x]'.repeat(3000)}`,
    `a${'[b]'.repeat(300_000)}`,
  ];

  test.each(unknownKeys.map((key) => [key.slice(0, 50), key]))(
    'report an unknown key as it was sent: %j',
    async (_, key) => {
      for (const response of await rejections((valid) => ({ ...valid, [key]: 'x' }))) {
        expect(response).toEqual(rejected('is not a known field', key));
      }
    },
  );

  test.each(unknownKeys.map((key) => [key.slice(0, 50), key]))(
    'ignore an unknown key if the policy says so: %j',
    async (_, key) => {
      const { mock, writes } = startWithWrites({ policies: { unknownFields: 'ignore' } });
      for (const [method, path, valid] of writes) {
        // The product PATCH rejects unknown fields under any policy.
        const expected = path.startsWith('/api/products/') ? 400 : method === 'POST' ? 201 : 200;
        expect((await call(mock, method, path, { ...valid, [key]: 'x' })).status).toBe(expected);
      }
    },
  );

  test.each([
    ['__proto__', 'true'],
    ['__proto__', '{"polluted":true}'],
    ['constructor', '{"prototype":{"polluted":true}}'],
    ['prototype', '{"polluted":true}'],
  ])('never reach a prototype: %s with the value %s', async (key, value) => {
    await expectAll(
      rejections((valid) => `${JSON.stringify(valid).slice(0, -1)},"${key}":${value}}`),
      rejected('is not a known field', key),
    );
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('numbers that are too large for JavaScript', () => {
  test.each([
    ['in a field', '{"amount":1e400}', 'amount', 'must be a number, received Infinity'],
    ['in a list', '{"volume_tiers":[{"amount":1e400}]}', 'volume_tiers.0.amount', 'must be a finite number'],
    [
      'deep in a list',
      '{"graduated_tiers":[1,{"a":{"b":[-1e400]}}]}',
      'graduated_tiers.1.a.b.0',
      'must be a finite number',
    ],
  ])('are rejected %s', async (_, text, path, message) => {
    const mock = startMock({ seed: demo });
    const before = contents(mock);
    const response = await call(mock, 'PATCH', `/api/prices/${mock.db.prices.list()[0]?.id}`, text);
    expect(response).toMatchObject(rejected(message, path));
    expect(contents(mock)).toEqual(before);
  });

  test('are reported together with all other issues', async () => {
    const mock = startMock({ seed: demo });
    const text = '{"percent":1e400,"volume_tiers":[1e400],"color":"red"}';
    const response = await call(mock, 'PATCH', `/api/prices/${mock.db.prices.list()[0]?.id}`, text);
    expect(invalidFields(response)).toEqual(['color', 'percent', 'volume_tiers.0']);
  });
});

describe('the encoding of a body', () => {
  const { mock, writes } = startWithWrites();
  const send = (method: string, path: string, body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    mock.fetch(mock.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json', ...headers },
      body,
    });

  test('must be UTF-8', async () => {
    const before = contents(mock);
    const latin1 = Uint8Array.from(Buffer.from('{"name":"M\u00fcller"}', 'latin1'));
    const truncated = new TextEncoder().encode('{"name":"\u{1fa91}').subarray(0, -1);
    for (const [method, path] of writes) {
      for (const bytes of [latin1, truncated, Uint8Array.from(Buffer.from('{"name":"x"}', 'utf16le'))]) {
        const response = await send(method, path, Uint8Array.from(bytes));
        expect(response.status).toBe(400);
        const text = await response.text();
        // UTF-16 text without special characters is valid UTF-8, but not JSON.
        expect(text).toMatch(/not valid UTF-8|not JSON/);
      }
    }
    expect(contents(mock)).toEqual(before);
  });

  test.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, identity', 'x'])(
    'must not be compressed: %s',
    async (encoding) => {
      const before = contents(mock);
      for (const [method, path, valid] of writes) {
        const bytes = encoding === 'gzip' ? gzipSync(JSON.stringify(valid)) : Buffer.from(JSON.stringify(valid));
        const response = await send(method, path, Uint8Array.from(bytes), { 'content-encoding': encoding });
        expect(response.status).toBe(415);
        expect(await response.json()).toEqual({
          success: false,
          error: `Unsupported media type: Content-Encoding must be absent, received ${encoding}`,
        });
      }
      expect(contents(mock)).toEqual(before);
    },
  );

  test('can be named', async () => {
    const body = new TextEncoder().encode('{"name":"M\u00fcller"}');
    const headers = { 'content-encoding': 'identity', 'content-type': 'application/json;charset=UTF-8' };
    expect((await send('POST', '/api/catalogs', body, headers)).status).toBe(201);
  });

  test.each(['iso-8859-1', 'utf-16', 'x'])('must not be the charset %s', async (charset) => {
    const response = await send('POST', '/api/catalogs', new TextEncoder().encode('{"name":"x"}'), {
      'content-type': `application/json; charset=${charset}`,
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toEqual({
      success: false,
      error: `Unsupported media type: the charset must be UTF-8, received ${charset}`,
    });
  });
});

test.skipIf(isShort)('a body with very many issues gets a validation error', async () => {
  const body = { name: 'Halm', type: 'company', tax_ids: Array.from({ length: 100_000 }, () => ({})) };
  const response = await call(startMock(), 'POST', '/api/customers', body);
  expect(response).toMatchObject({ status: 400, body: { error: 'Validation error' } });
});

describe('fields', () => {
  test('that are unknown are all named', async () => {
    const { mock, writes } = startWithWrites();
    const before = contents(mock);
    for (const [method, path, valid] of writes) {
      const unknown = {
        color: 'red',
        'paint[color]': 'red',
        toString: 1,
        hasOwnProperty: null,
        nested: { a: { b: 1 } },
      };
      const response = await call(mock, method, path, { ...valid, ...unknown });
      expect(invalidFields(response)).toEqual(['color', 'paint[color]', 'toString', 'hasOwnProperty', 'nested']);
    }
    expect(contents(mock)).toEqual(before);
  });

  test('that are wrong are all named, each with its problem', async () => {
    const mock = startMock();
    const response = await call(mock, 'POST', '/api/customers', {
      type: 7,
      logo: {},
      color: 'red',
      tax_ids: [{ tax: 'x' }],
    });
    expect(response.status).toBe(400);
    expect(response.body).toEqual({
      success: false,
      error: 'Validation error',
      details: [
        { path: 'color', message: 'is not a known field' },
        { path: 'name', message: 'is required' },
        { path: 'type', message: 'must be one of "company", "individual", received 7' },
        { path: 'logo', message: 'must be a string, received object' },
        { path: 'tax_ids.0.tax_value', message: 'is required' },
      ],
    });
  });

  test('inside an array are rejected too', async () => {
    const body = { name: 'H', type: 'company', tax_ids: [{ tax: 'x', tax_value: 'y', country: 'DE' }] };
    expect(invalidFields(await call(startMock(), 'POST', '/api/customers', body))).toEqual(['tax_ids.0.country']);
  });

  test('may all be missing in an update, which then changes only updated_at', async () => {
    const mock = startMock();
    const customer = mock.db.customers.insert({ name: 'Halm', type: 'company' });
    const before = mock.db.contacts.insert({ ...contact, customer_id: customer.id });
    expect((await call(mock, 'PATCH', `/api/contacts/${before.id}`, {})).status).toBe(200);
    const { updated_at: _, ...after } = mock.db.contacts.get(before.id) ?? before;
    expect(before).toMatchObject(after);
  });
});

test('texts of any script are stored unchanged', async () => {
  const mock: MockServer = startMock();
  const name = 'Ünïcödé 家具 🪑 \u2028 "quoted" \\ \u0007';
  expect((await call(mock, 'POST', '/api/catalogs', { name })).body).toMatchObject({ data: { name } });
});

test('a byte order mark before the JSON is ignored', async () => {
  const response = await call(startMock(), 'POST', '/api/catalogs', '\uFEFF{"name":"Spring"}');
  expect(response.status).toBe(201);
});

test('a body nested more than 100 levels deep is rejected, and nothing changes', async () => {
  const mock = startMock({ seed: demo });
  const [price] = mock.db.prices.list();
  const before = contents(mock);
  for (const depth of [5_000, 20_000, 200_000]) {
    const text = `{"volume_tiers":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const response = await call(mock, 'PATCH', `/api/prices/${price?.id}`, text);
    expect(response).toMatchObject({ status: 400, body: { error: 'Validation error' } });
    expect(contents(mock)).toEqual(before);
  }
});

test('any JSON gets a success or a client error, and an error changes nothing', async () => {
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
      const response = await call(mock, method, path, JSON.stringify(whole ? { ...valid, ...sent } : sent));
      expect([200, 201, 400, 409]).toContain(response.status);
      expect(response.body).toHaveProperty(response.status < 300 ? 'data' : 'error');
      if (response.status >= 400) expect(contents(mock)).toEqual(before);
    }),
    { numRuns: runs(500) },
  );
});
