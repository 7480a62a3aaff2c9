import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bugs } from './bugs.ts';
import { callEverything, comparable } from './calls.ts';
import { createThirdServer } from './server.ts';
import { type VariantName, variants } from './variants.ts';

const correct = comparable(await callEverything(createThirdServer()));

const send = async (method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> => {
  const server = createThirdServer();
  const request = new Request(
    `https://third.example/api/${path.replace('{product}', server.workspaces[0].products[0] ?? '')}`,
    {
      method,
      headers: { authorization: `Bearer ${server.workspaces[0].token}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    },
  );
  const response = await server.fetch(request);
  return { status: response.status, body: await response.json() };
};

describe('the third server', () => {
  test('responds with the envelope and the defaults of the specification', async () => {
    const answer = await send('POST', 'catalogs', { name: 'Spring Sale' });
    expect(answer).toMatchObject({
      status: 201,
      body: { success: true, data: { name: 'Spring Sale', api_name: 'spring_sale', is_active: true, id_crm: null } },
    });
  });

  test('responds with the create shape and with the read shape of a product', async () => {
    const body = { name: 'Chair', api_name: 'chair', recurrence_type: 'one_off', 'inventory[sku]': 'S-1' };
    const created = await send('POST', 'products', body);
    expect(created.body).toMatchObject({
      data: { catalog_ids: [], category_ids: [], inventory: { sku: 'S-1' }, settings: { recurrence_type: 'one_off' } },
    });
    expect(created.body).not.toHaveProperty('data.categories');
    const read = await send('GET', 'products/{product}');
    expect(read.body).toMatchObject({
      data: {
        catalogs: [{ api_name: 'spring' }, { api_name: 'summer' }],
        categories: [{ api_name: 'lighting' }, { api_name: 'lamps' }],
        settings: { language_code: 'en', recurrence_type: 'recurring' },
        prices: [
          { pricing_model: 'flat', amount: 19.9 },
          { pricing_model: 'volume', amount: null },
        ],
      },
    });
  });

  test('rejects creation-only fields and malformed ids of a product', async () => {
    expect(await send('PATCH', 'products/{product}', { api_name: 'other' })).toMatchObject({
      status: 400,
      body: { success: false, error: 'Validation error', details: [{ path: 'api_name' }] },
    });
    expect(await send('GET', 'products/42')).toMatchObject({ body: { error: 'Invalid product ID format' } });
  });

  test('responds to no request with a crash', () => {
    expect(correct.filter((answer) => answer.includes('"status":5'))).toEqual([]);
  });

  test.each(bugs)('shows the bug $name', async ({ name, operation, cause }) => {
    expect(operation).toMatch(/^(ANY|(GET|POST|PATCH|DELETE) \/api\/\S+)$/);
    expect(cause).toMatch(/\.$/);
    expect(comparable(await callEverything(createThirdServer({ bugs: [name] })))).not.toEqual(correct);
  });

  test('has at least 85 bugs and 32 variants, which all do something', () => {
    const sources = readdirSync(import.meta.dirname)
      .filter((file) => !/^(bugs|variants|calls)|test/.test(file))
      .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
      .join('\n');
    const names = Object.keys(variants) as VariantName[];
    expect(bugs.length).toBeGreaterThanOrEqual(85);
    expect(names.length).toBeGreaterThanOrEqual(32);
    expect(names.filter((name) => !sources.includes(`variant('${name}')`))).toEqual([]);
  });
});
