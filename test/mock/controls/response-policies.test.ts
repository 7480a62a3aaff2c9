/** Policies for the form of requests and responses. */
import { describe, expect, test } from 'vitest';
import { demo, type MockPolicies, type MockServer, policyValues } from '../../../mocks/index.ts';
import { MasterDataClient } from '../../../src/index.ts';
import { call, fieldsOf, invalidFields, justAfterNoon, startMock, unknownId } from '../helpers.ts';

const product = { api_name: 'fjord', recurrence_type: 'one_off', name: 'Fjord' } as const;

const dataOf = ({ body }: { body: unknown }) => fieldsOf(fieldsOf(body)['data']);

async function create(mock: MockServer, path: string, body: object) {
  return dataOf(await call(mock, 'POST', path, body));
}

describe('listOrder', () => {
  test.each([
    ['oldest-first', ['1', '2', '3']],
    ['newest-first', ['3', '2', '1']],
  ] as const)('%s: %j', async (listOrder, names) => {
    const mock = startMock({ policies: { listOrder } });
    for (const name of ['1', '2', '3']) mock.create.customer({ name });
    const client = new MasterDataClient(mock.clientOptions);
    expect((await client.customers.list()).map(({ name }) => name)).toEqual(names);
    mock.policies.pagination = 'link:2';
    const paged: string[] = [];
    for await (const { name } of client.customers.list()) paged.push(name);
    expect(paged).toEqual(names);
  });
});

describe('unsetText', () => {
  test.each([
    ['empty', ''],
    ['null', null],
  ] as const)('%s: %j in all optional text fields that are not nullable', async (unsetText, unset) => {
    const mock = startMock({ policies: { unsetText } });
    expect(await create(mock, '/api/catalogs', { name: 'Spring' })).toMatchObject({
      reference: unset,
      description: unset,
      id_crm: null,
    });
    expect(await create(mock, '/api/product-parents', { ...product, api_name: 'oslo' })).toMatchObject({
      reference: unset,
      description: unset,
    });
    const created = await create(mock, '/api/products', { ...product, 'identifiers[crm]': 'C-1' });
    expect(created).toMatchObject({
      reference: unset,
      inventory: { sku: unset },
      accounting: { ledger_account: unset },
      identifiers: { crm: 'C-1', erp: unset, accounting: unset },
    });
    const set = await call(mock, 'PATCH', `/api/products/${created['id']}`, { 'inventory[sku]': 'S-1' });
    expect(dataOf(set)).toMatchObject({ inventory: { sku: 'S-1' } });
  });

  test('null does not affect other empty texts and required fields', async () => {
    const mock = startMock({ policies: { unsetText: 'null' } });
    expect(await create(mock, '/api/customers', { name: '', type: 'company', id_crm: '' })).toMatchObject({
      name: '',
      id_crm: '',
    });
  });
});

test.each([
  ['null', null],
  ['zero', 0],
] as const)('unsetAmount %s: %j until it is set', async (unsetAmount, unset) => {
  const mock = startMock({ policies: { unsetAmount } });
  mock.create.pricebook();
  const created = await create(mock, '/api/products', product);
  const [price] = mock.db.prices.list();
  const path = `/api/prices/${price?.id}`;
  expect(dataOf(await call(mock, 'PATCH', path, { is_setup: true }))).toMatchObject({ amount: unset });
  const pricesOfProduct = async () => dataOf(await call(mock, 'GET', `/api/products/${created['id']}`))['prices'];
  expect(await pricesOfProduct()).toMatchObject([{ pricing_model: 'none', amount: null }]);
  await call(mock, 'PATCH', path, { pricing_model: 'flat' });
  expect(await pricesOfProduct()).toMatchObject([{ pricing_model: 'flat', amount: unset }]);
  expect(dataOf(await call(mock, 'PATCH', path, { amount: 12 }))).toMatchObject({ amount: 12 });
});

describe('emptyUpdate', () => {
  const start = (emptyUpdate: MockPolicies['emptyUpdate']) => {
    const mock = startMock({ policies: { emptyUpdate } });
    const { id } = mock.create.product();
    const category = mock.create.category().id;
    return { mock, id, paths: [`/api/products/${id}`, `/api/categories/${category}`] };
  };

  test('touch only changes updated_at', async () => {
    const { mock, id, paths } = start('touch');
    const before = mock.db.products.get(id);
    for (const path of paths) expect(dataOf(await call(mock, 'PATCH', path, {}))['updated_at']).toBe(justAfterNoon);
    expect({ ...mock.db.products.get(id), updated_by: before?.updated_by }).toEqual({
      ...before,
      updated_at: justAfterNoon,
    });
  });

  test('ignore changes nothing', async () => {
    const { mock, id, paths } = start('ignore');
    const before = mock.db.products.get(id);
    for (const path of paths) expect((await call(mock, 'PATCH', path, {})).status).toBe(200);
    expect(mock.db.products.get(id)).toEqual(before);
  });

  test('reject returns a validation error', async () => {
    const { mock, id, paths } = start('reject');
    const before = mock.db.products.get(id);
    for (const path of paths) expect(invalidFields(await call(mock, 'PATCH', path, {}))).toEqual(['']);
    expect(mock.db.products.get(id)).toEqual(before);
  });
});

describe('unknownParameters', () => {
  test('ignore', async () => {
    const mock = startMock();
    expect((await call(mock, 'GET', '/api/customers?sort=name')).status).toBe(200);
  });

  test('reject names each unknown parameter once, of every operation', async () => {
    const mock = startMock({ policies: { unknownParameters: 'reject' } });
    const { id } = mock.create.customer();
    const fields = async (method: string, path: string, body?: object) =>
      invalidFields(await call(mock, method, path, body));
    expect(await fields('GET', '/api/customers?sort=name&sort=id&page=1')).toEqual(['sort', 'page']);
    expect(await fields('GET', `/api/addresses?customer_id=${id}&city=Oslo`)).toEqual(['city']);
    expect(await fields('GET', `/api/customers/${id}?x`)).toEqual(['x']);
    expect(await fields('POST', '/api/catalogs?dry_run=1', { name: 'Spring' })).toEqual(['dry_run']);
    expect(mock.db.catalogs.list()).toEqual([]);
    expect((await call(mock, 'GET', `/api/addresses?customer_id=${id}`)).status).toBe(200);
  });

  test('ignore keeps the whole query in the link to the next page', async () => {
    const mock = startMock({ policies: { pagination: 'link:1' } });
    for (const name of ['Halm', 'Nord']) mock.create.customer({ name });
    const { headers } = await call(mock, 'GET', '/api/customers?q=a?b&page=1');
    expect(headers['link']).toBe('</api/customers?q=a%3Fb&page=2>; rel="next"');
  });

  test('reject knows `page` if lists have pages', async () => {
    const mock = startMock({ policies: { unknownParameters: 'reject', pagination: 'link' } });
    expect((await call(mock, 'GET', '/api/customers?page=1')).status).toBe(200);
    expect(invalidFields(await call(mock, 'GET', '/api/customers?page=1&page=2'))).toEqual(['page']);
    const { id } = mock.create.customer();
    expect(invalidFields(await call(mock, 'GET', `/api/customers/${id}?page=1`))).toEqual(['page']);
  });
});

test.each([
  ['reject', 404],
  ['accept', 200],
] as const)('trailingSlash %s: %d', async (trailingSlash, status) => {
  const mock = startMock({ policies: { trailingSlash } });
  const { id } = mock.create.customer();
  for (const path of ['/api/customers/', `/api/customers/${id}/`, `/api/addresses/?customer_id=${id}`]) {
    expect((await call(mock, 'GET', path)).status).toBe(status);
  }
  expect((await call(mock, 'GET', '/api/customers//')).status).toBe(404);
  expect((await call(mock, 'GET', '/')).status).toBe(404);
});

describe('otherCaseIds and idCase', () => {
  const id = 'abcdefab-cdef-4abc-8def-abcdefabcdef';

  test.each([
    ['accept', 200, undefined],
    ['not-found', 404, 'Customer not found'],
    ['malformed', 400, 'Invalid customer ID format'],
  ] as const)('%s: %d', async (otherCaseIds, status, error) => {
    for (const idCase of policyValues.idCase) {
      const mock = startMock({ policies: { otherCaseIds, idCase } });
      mock.db.customers.insert({ id, name: 'Halm', type: 'company' });
      const [same, other] = idCase === 'upper' ? [id.toUpperCase(), id] : [id, id.toUpperCase()];
      expect(await call(mock, 'GET', `/api/customers/${same}`)).toMatchObject({
        status: 200,
        body: { data: { id: same } },
      });
      const response = await call(mock, 'GET', `/api/customers/${other}`);
      expect(response.status).toBe(status);
      expect(fieldsOf(response.body)['error']).toBe(error);
    }
  });

  test('not-found names the resource of each parameter', async () => {
    const mock = startMock({ policies: { otherCaseIds: 'not-found' } });
    const other = id.toUpperCase();
    const error = async (path: string) => fieldsOf((await call(mock, 'GET', path)).body)['error'];
    expect(await error(`/api/product-parents/${unknownId}/products/${other}`)).toBe('Product not found');
    expect(await error(`/api/categories/${other}`)).toBe('Category not found');
  });

  test('upper applies to every id of a response, and to nothing else', async () => {
    const text = async (idCase: MockPolicies['idCase']) => {
      const mock = startMock({ seed: demo, policies: { idCase }, token: 'token' });
      const [one] = mock.db.products.list();
      const customers = await call(mock, 'GET', '/api/customers');
      return JSON.stringify([customers.body, (await call(mock, 'GET', `/api/products/${one?.id}`)).body]);
    };
    const uuid = /"(?!created_by|updated_by)(\w+)":(?:"|\[")[0-9a-f]{8}-[0-9a-f-]{27}/g;
    const [lower, upper] = [await text('lower'), await text('upper')];
    expect(lower).toMatch(uuid);
    expect(Array.from(upper.matchAll(uuid), ([, name]) => name)).toEqual([]);
    expect(upper.toLowerCase()).toBe(lower.toLowerCase());
  });
});

describe('deletedCategory', () => {
  test.each([
    ['hidden', 404],
    ['shown', 200],
  ] as const)('%s: %d', async (deletedCategory, status) => {
    const mock = startMock({ policies: { deletedCategory } });
    const { id } = mock.create.category();
    const path = `/api/categories/${id}`;
    expect(dataOf(await call(mock, 'GET', path))).not.toHaveProperty('deleted_at');
    expect((await call(mock, 'DELETE', path)).status).toBe(200);
    const deleted = await call(mock, 'GET', path);
    expect(deleted.status).toBe(status);
    if (status === 200) expect(dataOf(deleted)['deleted_at']).toEqual(mock.db.categories.get(id)?.deleted_at);
    expect((await call(mock, 'PATCH', path, { name: 'Back' })).status).toBe(404);
    expect((await call(mock, 'DELETE', path)).status).toBe(404);
  });
});

test.each([
  ['milliseconds', '2026-03-02T12:00:00.000Z'],
  ['seconds', '2026-03-02T12:00:00Z'],
  ['microseconds', '2026-03-02T12:00:00.000000+00:00'],
] as const)('timestampFormat %s: %s', async (timestampFormat, text) => {
  const mock = startMock({ policies: { timestampFormat } });
  const name = '2026-03-02T12:00:00.000Z';
  expect(await create(mock, '/api/catalogs', { name })).toMatchObject({ name, created_at: text, updated_at: text });
  const client = new MasterDataClient({ ...mock.clientOptions, validation: { responses: 'throw' } });
  expect(await client.customers.create({ name, type: 'company' })).toMatchObject({ created_at: text });
});

describe('the texts of a 401', () => {
  test('are those of the policies', async () => {
    const mock = startMock({ policies: { missingTokenText: 'Log in', invalidTokenText: 'Bad API token' } });
    const error = async (authorization: string) =>
      fieldsOf((await call(mock, 'GET', '/api/customers', undefined, { headers: { authorization } })).body)['error'];
    expect(await error('')).toBe('Log in');
    expect(await error('Bearer nonsense')).toBe('Bad API token');
    expect(await error('Basic abc')).toBe('Bad API token');
    const client = new MasterDataClient({ ...mock.clientOptions, apiToken: 'nonsense' });
    await expect(client.customers.list()).rejects.toMatchObject({ code: 'unauthorized', error: 'Bad API token' });
  });

  test.each(['', 'a\nb', 'x'.repeat(201), 7])('cannot be %j', (text) => {
    const mock = startMock();
    expect(() => Object.assign(mock.policies, { invalidTokenText: text })).toThrow(
      /^policies\.invalidTokenText: must be 1 to 200 characters without control characters, received /,
    );
  });
});
