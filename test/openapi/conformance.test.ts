/** The mock conforms to the OpenAPI document, checked by an independent validator. */
import { beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '../../docs/generate/openapi-document.ts';
import { createMockServer, demo, type MockPolicies, type MockServer } from '../../mocks/index.ts';
import { operationNames } from '../../src/contract/operations.ts';
import { MasterDataClient } from '../../src/index.ts';
import { sample } from '../sample.ts';
import { type Call, calls } from './calls.ts';
import { closed, type Exchange, type Operations, read, validating } from './validator.ts';

/** Every shape of a validation error. */
const validationForms: readonly Partial<MockPolicies>[] = [
  { validationDetails: 'issues' },
  { validationDetails: 'strings' },
  { validationDetails: 'fields' },
  { validationDetails: 'none' },
  { validationOmitsSuccess: true },
];

let operations: Operations;

beforeAll(async () => {
  operations = await read(closed(await openApiDocument()));
});

function start(policies: Partial<MockPolicies> = {}) {
  const mock = createMockServer({ seed: demo, policies, clock: '2026-03-02T09:00:00.000Z' });
  const { fetch, exchanges } = validating(operations, mock.fetch);
  return { mock, fetch, exchanges };
}

/** Requests for which the document and the mock differ. */
function disagreements(exchanges: readonly Exchange[]) {
  return exchanges.filter(
    ({ documented, requestViolations, responseViolations }) =>
      !documented || requestViolations.length > 0 || responseViolations.length > 0,
  );
}

function row<Row>(found: Row | undefined): Row {
  if (found === undefined) throw new Error('the demo workspace has it');
  return found;
}

test('the requests and responses of the quickstart match the document', async () => {
  const { mock, fetch, exchanges } = start();
  const client = new MasterDataClient({ baseUrl: mock.baseUrl, apiToken: mock.token, fetch });
  const category = (api_name: string) => row(mock.db.categories.find({ api_name })).id;

  const customer = await client.customers.create({
    name: 'Atelier Brandt',
    type: 'company',
    logo: 'https://assets.example.com/brandt.svg',
    tax_ids: [{ tax: 'eu_vat', tax_value: 'DE811569869' }],
    id_crm: 'C-2044',
  });
  await client.customers.list();
  await client.customers.get(customer.id);

  const { id: contact_id } = mock.db.contacts.insert({
    customer_id: customer.id,
    first_name: 'Ida',
    last_name: 'Brandt',
    email: 'ida@brandt.example',
    role: ['buyer', 'signer', 'billing', 'shipping', 'legal', 'admin'],
  });
  await client.contacts.get(contact_id);
  await client.contacts.update(contact_id, { phone: '+49 341 5550199', role: ['admin'], id_erp: null });

  const address = await client.addresses.create({
    customer_id: customer.id,
    type: 'shipping',
    address_line1: 'Gartenstraße 9',
    city: 'Leipzig',
    postal_code: '04103',
    country: 'DE',
    contact_id,
  });
  await client.addresses.get(address.id);
  await client.addresses.update(address.id, { name: 'Studio', contact_id: null, state: null, country: 'AT' });

  const catalog = await client.catalogs.create({ name: 'Workshop 2026' });
  await client.catalogs.get(catalog.id);

  const parent = await client.productParents.create({
    api_name: 'rolling_shelf',
    recurrence_type: 'recurring',
    name: 'Rolling shelf',
  });
  expect((await client.productParents.list()).map(({ id }) => id)).toContain(parent.id);

  const created = await client.products.create({
    api_name: 'folding_workbench',
    recurrence_type: 'one_off',
    name: 'Folding workbench',
    is_active: true,
    catalog_ids: [catalog.id],
    category_ids: [category('desks')],
    inventory: { sku: 'FW-700' },
    settings: { unit_per_pack: 1 },
    accounting: { ledger_account: '8400' },
    identifiers: { crm: 'c', erp: '410077', accounting: 'a' },
    shipping: { weight: 18.5, weight_unit: 'kg', height: 12, length: 110, width: 60, length_unit: 'cm' },
  });
  await client.productParents.getProduct(created.product_parent_id, created.id);

  const price = row(created.prices[0]);
  await client.prices.update(price.id, { pricing_model: 'flat', amount: 249, identifiers: { erp: 'P-1' } });
  await client.prices.update(price.id, { pricing_model: 'percent', percent: 12.5, price_percentage_type: 'product' });
  await client.prices.update(price.id, { pricing_model: 'volume', percent: null, volume_tiers: [{ from: 1 }, 2, 'x'] });
  await client.products.get(created.id);

  await client.products.update(created.id, {
    description: 'Folds flat, holds 200 kg',
    shipping: { weight: 19, height: null, weight_unit: null },
    primary_image_id: '3c7c2f5e-88d4-4a6b-9d0e-5a1f6f0b7c21',
    category_ids: [],
  });
  await client.products.update(created.id, { primary_image_id: null });

  await client.categories.get(category('desks'));
  await client.categories.update(category('desks'), { is_active: false, parent_category_id: null });
  const rejected = await client.categories.delete(category('chairs')).result();
  expect(rejected).toMatchObject({ ok: false, error: { status: 409 } });
  await client.categories.delete(category('lighting'));
  const gone = await client.categories.get(category('lighting')).result();
  expect(gone).toMatchObject({ ok: false, error: { status: 404 } });

  await client.paymentTerms.list();
  const addresses = await client.addresses.list({ customer_id: customer.id });
  expect(addresses.map(({ id }) => id)).toEqual([address.id]);
  await client.addresses.list();

  expect(disagreements(exchanges)).toEqual([]);
  expect(new Set(exchanges.map(({ operation }) => operation))).toEqual(new Set(operationNames));
});

describe.each(calls)('$name', (call) => {
  const send = async (path: string, body?: unknown, policies?: Partial<MockPolicies>, token?: string) => {
    const { mock, fetch, exchanges } = start(policies);
    await request(mock, fetch, call, path, body, token);
    const [exchange, ...others] = exchanges;
    expect(others).toEqual([]);
    return row(exchange);
  };
  const agreed = { operation: call.name, documented: true, responseViolations: [] };
  const path = (mock: MockServer) => call.path(mock);

  test('with a valid body, or without one', async () => {
    const { mock, fetch, exchanges } = start();
    await request(mock, fetch, call, path(mock), call.body?.(mock));
    expect(disagreements(exchanges)).toEqual([]);
    expect(exchanges).toMatchObject([{ status: call.method === 'POST' ? 201 : 200 }]);
  });

  test('without a token or a permission', async () => {
    const { mock, fetch, exchanges } = start();
    await request(mock, fetch, call, path(mock), call.body?.(mock), '');
    await request(mock, fetch, call, path(mock), call.body?.(mock), mock.tokens.issue({ permissions: [] }));
    expect(exchanges).toEqual([
      { ...agreed, status: 401, requestViolations: ['Invalid security scheme used'] },
      { ...agreed, status: 403, requestViolations: [] },
    ]);
  });

  test('beyond the rate limit', async () => {
    const { mock, fetch, exchanges } = start({ rateLimit: { limit: 1 } });
    await mock.fetch(`${mock.baseUrl}/api/customers`, { headers: { authorization: `Bearer ${mock.token}` } });
    await request(mock, fetch, call, path(mock), call.body?.(mock));
    expect(disagreements(exchanges)).toEqual([]);
    expect(exchanges).toMatchObject([{ status: 429 }]);
  });

  test.each(call.unknown ?? [])('of an unknown record: %s', async (unknown) => {
    const { mock } = start();
    const exchange = await send(unknown, call.body?.(mock));
    expect(exchange).toEqual({ ...agreed, requestViolations: [], status: 404 });
  });

  test.each(call.malformed ?? [])('with a malformed id: %s', async (malformed) => {
    const { mock } = start();
    const exchange = await send(malformed, call.body?.(mock));
    expect(exchange).toMatchObject({ ...agreed, status: 400 });
    expect(exchange.requestViolations).not.toEqual([]);
  });

  test.each(call.invalid ?? [])('with %j: the document and the mock both reject it', async (body) => {
    // In `npm test`, the first body of an operation gets all forms.
    const forms = body === call.invalid?.[0] ? validationForms : sample(validationForms);
    for (const policies of forms) {
      const { mock } = start();
      const exchange = await send(path(mock), body, policies);
      expect(exchange).toMatchObject({ ...agreed, status: 400 });
      expect(exchange.requestViolations).not.toEqual([]);
    }
  });

  test.each(call.rejected ?? [])(
    'with %j: valid by the document, rejected because of the records',
    async (body, status) => {
      const { mock } = start();
      expect(await send(path(mock), { ...call.body?.(mock), ...body })).toEqual({
        ...agreed,
        requestViolations: [],
        status,
      });
    },
  );
});

test('a query that the mock rejects does not match the document', async () => {
  const { mock, fetch, exchanges } = start();
  const list = row(calls.find(({ name }) => name === 'addresses.list'));
  await request(mock, fetch, list, '/api/addresses?customer_id=C-1');
  expect(exchanges).toMatchObject([
    {
      status: 400,
      requestViolations: ['Request query parameter customer_id must match format "uuid"'],
      responseViolations: [],
    },
  ]);
});

describe('the validator finds', () => {
  const respondWith = (change: (data: Record<string, unknown>) => unknown) => async () => {
    const mock = createMockServer({ seed: demo });
    const altered = async (...[input, init]: Parameters<typeof fetch>) => {
      const response = await mock.fetch(input, init);
      const { data } = await response.json();
      return Response.json({ success: true, data: change(data) }, { status: response.status });
    };
    const { fetch, exchanges } = validating(operations, altered);
    const get = row(calls.find(({ name }) => name === 'customers.get'));
    await request(mock, fetch, get, get.path(mock));
    return exchanges[0]?.responseViolations;
  };

  test.each<[string, (data: Record<string, unknown>) => unknown, string]>([
    [
      'a missing field',
      ({ tax_ids: _, ...data }) => data,
      "Response body property data must have required property 'tax_ids'",
    ],
    [
      'an unknown field',
      (data) => ({ ...data, deleted_at: null }),
      "Response body property data must NOT have additional properties; found 'deleted_at'",
    ],
    ['a wrong type', (data) => ({ ...data, name: 7 }), 'Response body property data.name must be string'],
    [
      'null in a field that is not nullable',
      (data) => ({ ...data, name: null }),
      'Response body property data.name must be string',
    ],
    [
      'an id that is not a UUID',
      (data) => ({ ...data, id: '7' }),
      'Response body property data.id must match format "uuid"',
    ],
    [
      'a time that is not a date',
      (data) => ({ ...data, created_at: 'now' }),
      'Response body property data.created_at must match format "date-time"',
    ],
    [
      'a value that is not in the enum',
      (data) => ({ ...data, type: 'club' }),
      'Response body property data.type must be equal to one of the allowed values: company, individual',
    ],
    ['a list for a record', (data) => [data], 'Response body property data must be object'],
  ])('%s', async (_, change, violation) => {
    expect(await respondWith(change)()).toContain(violation);
  });
});

async function request(
  mock: MockServer,
  send: typeof fetch,
  { method }: Call,
  path: string,
  body?: unknown,
  token = mock.token,
): Promise<void> {
  await send(mock.baseUrl + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
