import { describe, expect, test } from 'vitest';
import { catalogSchema } from '../../../src/contract/catalogs.ts';
import { atNoon, call, contents, invalidFields, read, startMock, unknownId } from '../helpers.ts';

describe('POST /api/catalogs', () => {
  test('returns the created catalog', async () => {
    const mock = startMock();
    const sent = {
      name: 'Office 2026',
      api_name: 'office_2026',
      reference: 'CAT-26',
      description: 'The current range',
      is_active: false,
      id_crm: 'K1',
      id_erp: 'K2',
      id_accounting: 'K3',
    };
    const response = await call(mock, 'POST', '/api/catalogs', sent);
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      success: true,
      data: { id: mock.db.catalogs.list()[0]?.id, ...sent, created_at: atNoon, updated_at: atNoon },
    });
  });

  test('is_active is true by default; texts are empty, external identifiers null', async () => {
    const mock = startMock();
    const response = await call(mock, 'POST', '/api/catalogs', { name: 'Office' });
    expect(response.body).toEqual({
      success: true,
      data: {
        id: mock.db.catalogs.list()[0]?.id,
        name: 'Office',
        api_name: 'office',
        reference: '',
        description: '',
        is_active: true,
        id_crm: null,
        id_erp: null,
        id_accounting: null,
        created_at: atNoon,
        updated_at: atNoon,
      },
    });
  });

  test.each([
    ['Spring 2026', 'spring_2026'],
    ['  Möbel & Büro! ', 'mobel_buro'],
    ['Été', 'ete'],
    ['2026', 'catalog_2026'],
    ['家具', 'catalog'],
    ['', 'catalog'],
    ['already_snake__case', 'already_snake_case'],
  ])('api_name is generated when omitted: %j becomes %j', async (name, api_name) => {
    const response = await call(startMock(), 'POST', '/api/catalogs', { name });
    expect(response.body).toMatchObject({ data: { name, api_name } });
  });

  test('a generated api_name is unique', async () => {
    const mock = startMock();
    mock.db.catalogs.insert({ name: 'Taken', api_name: 'office_2' });
    const create = async () => read(await call(mock, 'POST', '/api/catalogs', { name: 'Office' }), catalogSchema);
    const names = [await create(), await create(), await create()].map(({ api_name }) => api_name);
    expect(names).toEqual(['office', 'office_3', 'office_4']);
  });

  test('an existing api_name is a conflict', async () => {
    const mock = startMock();
    mock.db.catalogs.insert({ name: 'Office', api_name: 'office' });
    const before = contents(mock);
    const response = await call(mock, 'POST', '/api/catalogs', { name: 'Office', api_name: 'office' });
    expect(response.status).toBe(409);
    expect(response.body).toEqual({
      success: false,
      error: 'api_name already exists',
      details: [{ path: 'api_name', message: 'is already used by another catalog' }],
    });
    expect(contents(mock)).toEqual(before);
  });

  test.each([
    ['catalog name is required', { api_name: 'office' }, ['name']],
    ['api_name is snake_case', { name: 'Office', api_name: 'Office 2026' }, ['api_name']],
    ['is_active is a boolean', { name: 'Office', is_active: 1 }, ['is_active']],
    ['creation takes no null', { name: 'Office', reference: null, id_crm: null }, ['id_crm', 'reference']],
  ])('%s', async (_, body, fields) => {
    const mock = startMock();
    expect(invalidFields(await call(mock, 'POST', '/api/catalogs', body)).sort()).toEqual(fields);
    expect(mock.db.catalogs.list()).toEqual([]);
  });
});

describe('GET /api/catalogs/{id}', () => {
  test('returns the catalog', async () => {
    const mock = startMock();
    const { workspace_id: _, ...shown } = mock.db.catalogs.insert({
      name: 'Office',
      api_name: 'office',
      id_erp: 'K26',
    });
    const response = await call(mock, 'GET', `/api/catalogs/${shown.id}`);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, data: shown });
  });

  test('an unknown catalog gets "Catalog not found"', async () => {
    const response = await call(startMock(), 'GET', `/api/catalogs/${unknownId}`);
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, error: 'Catalog not found' });
  });

  test('an id that is not a UUID gets an error about the format', async () => {
    const response = await call(startMock(), 'GET', '/api/catalogs/office');
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ success: false, error: 'Invalid catalog ID format' });
  });
});
