/** The operations of `masterdata-sdk/mock/plausible`. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { demo, type MockServer } from '../../../mocks/index.ts';
import { plausible } from '../../../mocks/plausible.ts';
import { contract } from '../../../src/contract/index.ts';
import { undocumentedOperations } from '../../../src/contract/undocumented-operations.ts';
import { validate } from '../../../src/contract/validate.ts';
import { type CallResponse, call, contents, startMock, unknownId } from '../helpers.ts';

type Listed = 'contacts' | 'categories' | 'catalogs' | 'products';

const start = () => startMock({ seed: demo, operations: plausible });
const dataOf = ({ body }: CallResponse) => (body as { readonly data: unknown }).data;
const get = async (mock: MockServer, path: string) => dataOf(await call(mock, 'GET', path));

test('are operations that the specification mentions, and are off by default', async () => {
  const mentioned = undocumentedOperations.map(({ method, path }) => `${method} ${path}`);
  for (const { method, path } of plausible) {
    expect(mentioned).toContain(`${method} ${path}`);
    expect((await call(startMock(), method, path.replace('{id}', unknownId))).status).toBe(501);
  }
  expect(plausible).toHaveLength(11);
});

test.each<Listed>(['contacts', 'categories', 'catalogs', 'products'])(
  '%s.list returns what get returns',
  async (name) => {
    const mock = start();
    mock.create.workspace();
    const list = (await get(mock, `/api/${name}`)) as { readonly id: string }[];
    expect(list.map(({ id }) => id)).toEqual(mock.db[name].list().map(({ id }) => id));
    expect(list.length).toBeGreaterThan(1);
    for (const record of list) expect(record).toEqual(await get(mock, `/api/${name}/${record.id}`));
    expect(validate(z.array<z.ZodMiniType>(contract[name].get.response), list)).toMatchObject({ ok: true });
  },
);

test('categories.list omits deleted ones', async () => {
  const mock = start();
  const { id } = mock.create.category();
  expect((await call(mock, 'DELETE', `/api/categories/${id}`)).status).toBe(200);
  const list = (await get(mock, '/api/categories')) as { readonly id: string }[];
  expect(list.map((category) => category.id)).not.toContain(id);
});

describe('a deletion', () => {
  const records: Readonly<Record<string, (mock: MockServer) => string>> = {
    customers: (mock) => mock.create.customer().id,
    contacts: (mock) => mock.create.contact().id,
    addresses: (mock) => mock.create.address().id,
    catalogs: (mock) => mock.create.catalog().id,
    products: (mock) => mock.create.product().id,
  };

  test.each(Object.entries(records))('removes one of %s', async (name, create) => {
    const mock = start();
    const path = `/api/${name}/${create(mock)}`;
    const id = path.split('/').at(-1);
    expect(await call(mock, 'DELETE', path)).toMatchObject({ status: 200, body: { data: { id, deleted: true } } });
    expect((await call(mock, 'GET', path)).status).toBe(404);
    expect((await call(mock, 'DELETE', path)).status).toBe(404);
    expect(mock.db.prices.list().filter(({ product_id }) => product_id === id)).toEqual([]);
  });

  test.each([
    ['customers', 'customer_id', 'Customer is used by rows of contacts'],
    ['catalogs', 'catalog_ids', 'Catalog is used by rows of productParents'],
  ] as const)('keeps one of %s to which others refer', async (name, field, error) => {
    const mock = start();
    const referring = [...mock.db.contacts.list(), ...mock.db.productParents.list()].map((row) => Object(row)[field]);
    const [id = ''] = referring.flat().filter(Boolean);
    const before = contents(mock);
    expect(await call(mock, 'DELETE', `/api/${name}/${id}`)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(error) },
    });
    expect(contents(mock)).toEqual(before);
  });
});

describe('a creation', () => {
  const contact = { first_name: 'Ada', last_name: 'King', email: 'ada@example.com' };

  test('of a contact and a category returns what get returns', async () => {
    const mock = start();
    const customer_id = mock.create.customer().id;
    for (const [name, body] of [
      ['contacts', { ...contact, customer_id, role: ['buyer'], id_erp: 'E-1' }],
      ['categories', { name: 'Rugs', api_name: 'rugs_2', description: 'Soft' }],
    ] as const) {
      const response = await call(mock, 'POST', `/api/${name}`, body);
      expect(response).toMatchObject({ status: 201, body: { data: body } });
      const { id } = dataOf(response) as { readonly id: string };
      expect(dataOf(response)).toEqual(await get(mock, `/api/${name}/${id}`));
    }
  });

  test.each([
    ['contacts', contact, 'customer_id'],
    ['contacts', { ...contact, customer_id: unknownId }, 'customer_id'],
    ['categories', { name: 'Rugs', api_name: 'No' }, 'api_name'],
  ])('of %s with a wrong field is rejected as by the API', async (name, body, path) => {
    const mock = start();
    const response = await call(mock, 'POST', `/api/${name}`, body);
    expect(response).toMatchObject({ status: 400, body: { error: 'Validation error', details: [{ path }] } });
  });

  test('of a category follows the policies', async () => {
    const mock = start();
    const body = { name: 'Rugs', api_name: 'rugs_2', color: 'red' };
    mock.policies.unknownFields = 'reject';
    expect((await call(mock, 'POST', '/api/categories', body)).status).toBe(400);
    mock.policies.unknownFields = 'ignore';
    expect((await call(mock, 'POST', '/api/categories', body)).status).toBe(201);
    expect((await call(mock, 'POST', '/api/categories', body)).body).toMatchObject({
      error: 'api_name already exists',
    });
  });
});
