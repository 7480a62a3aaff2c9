import { describe, expect, test } from 'vitest';
import { demo, type MockServer } from '../../mocks/index.ts';
import { contract } from '../../src/contract/index.ts';
import { operations as endpoints } from '../../src/contract/operations.ts';
import { undocumentedOperations } from '../../src/contract/undocumented-operations.ts';
import { MasterDataClient } from '../../src/index.ts';
import { call, contents, fieldsOf, startMock } from '../mock/helpers.ts';
import { notShown, type Operation, operations } from './specification.ts';

/** Returns the path with ids of records in the demo workspace. */
function pathIn({ db }: MockServer, path: string): string {
  const product = db.products.list()[0];
  const ids: Record<string, string | undefined> = {
    customers: db.customers.list()[0]?.id,
    contacts: db.contacts.list()[0]?.id,
    addresses: db.addresses.list()[0]?.id,
    categories: db.categories.find({ api_name: 'services' })?.id,
    catalogs: db.catalogs.list()[0]?.id,
    'product-parents': product?.product_parent_id,
    products: product?.id,
    prices: db.prices.list()[0]?.id,
  };
  return path.replace('{id}', ids[path.split('/')[2] ?? ''] ?? '').replace('{product_id}', product?.id ?? '');
}

/** The smallest body that each creation accepts. */
const least: Readonly<Record<string, (mock: MockServer) => object>> = {
  'customers.create': () => ({ name: 'Halm', type: 'company' }),
  'addresses.create': ({ db }) => ({
    customer_id: db.customers.list()[0]?.id,
    type: 'billing',
    address_line1: 'A 1',
    city: 'Berlin',
    postal_code: '10969',
    country: 'DE',
  }),
  'catalogs.create': () => ({ name: 'Spring' }),
  'productParents.create': () => ({ api_name: 'shelf', recurrence_type: 'one_off', name: 'Shelf' }),
  'products.create': () => ({ api_name: 'rack', recurrence_type: 'one_off', name: 'Rack' }),
};

const send = (mock: MockServer, { method, path, body, call: [resource, name] }: Operation) =>
  call(mock, method, pathIn(mock, path), body && (least[`${resource}.${name}`]?.(mock) ?? {}));

describe.each(operations)('$method $path', (operation) => {
  const {
    method,
    path,
    call: [resource, name],
  } = operation;

  test('is in the contract, with the name of the client method', () => {
    const found = endpoints.filter((endpoint) => endpoint.method === method && endpoint.path === path);
    expect(found.map((endpoint) => endpoint.name)).toEqual([`${resource}.${name}`]);
    expect(contract).toHaveProperty([resource, name, 'name'], `${resource}.${name}`);
    expect(contract).toHaveProperty([resource, name, 'method'], method);
    expect(contract).toHaveProperty([resource, name, 'path'], path);
  });

  test('is in the client', () => {
    const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: 'token' });
    expect(client).toHaveProperty([resource, name], expect.any(Function));
  });

  test('gets a response in the envelope { success: true, data }, as application/json', async () => {
    const response = await send(startMock({ seed: demo }), operation);
    expect(response.status).toBe(method === 'POST' ? 201 : 200);
    expect(response.headers['content-type']).toBe('application/json');
    expect(Object.keys(fieldsOf(response.body))).toEqual(['success', 'data']);
    expect(response.body).toMatchObject({ success: true });
  });

  test('gets exactly the fields of the contract', async () => {
    const endpoint = endpoints.find((entry) => entry.method === method && entry.path === path);
    const { body: answered } = await send(startMock({ seed: demo }), operation);
    const data: unknown = Reflect.get(fieldsOf(answered), 'data');
    expect(endpoint?.response.parse(data)).toEqual(data);
  });
});

const withBody = operations.flatMap((operation) => (operation.body ? [{ ...operation, body: operation.body }] : []));

test.each(withBody)(
  '$method $path requires exactly the fields that the specification requires',
  async ({ method, path, body }) => {
    const required = Object.keys(body).filter((field) => !field.endsWith('?'));
    const mock = startMock({ seed: demo });
    const response = await call(mock, method, pathIn(mock, path), {});
    if (required.length === 0) expect(response.status).toBe(200);
    else {
      const details = required.map((field) => ({ path: field, message: 'is required' }));
      expect(response).toMatchObject({ status: 400, body: { details: expect.arrayContaining(details) } });
      expect(response.body).toHaveProperty('details.length', required.length);
    }
  },
);

describe('operations that the specification does not show', () => {
  test('are not in the contract', () => {
    const known = operations.map(({ method, path }) => `${method} ${path}`);
    expect(endpoints.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(known.sort());
  });

  test('are not in the client', () => {
    const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: 'token' });
    const methods = Object.entries(client).flatMap(([resource, methods]) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(methods))
        .filter((name) => name !== 'constructor')
        .map((name) => `${resource}.${name}`),
    );
    expect(methods.sort()).toEqual(operations.map(({ call }) => call.join('.')).sort());
  });
});

describe('operations that the specification lists without showing them', () => {
  test('are the undocumented operations of the contract', () => {
    expect(undocumentedOperations.map(({ name, method, path }) => [name, method, path]).sort()).toEqual(
      [...notShown].sort(),
    );
  });

  test.each(notShown)('%s gets an error that says so', async (name, method, path) => {
    const mock = startMock({ seed: demo });
    const before = contents(mock);
    const target = pathIn(mock, path);
    const response = await call(
      mock,
      method,
      target,
      method === 'POST' || method === 'PATCH' ? { name: 'X' } : undefined,
    );
    expect(response.status).toBe(501);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.body).toEqual({
      success: false,
      error: `Not shown in the specification: ${name} (${method} ${target}). To add it to the mock, use mockOperation().`,
    });
    expect(contents(mock)).toEqual(before);
  });
});
