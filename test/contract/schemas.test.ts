import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { operations as endpoints } from '../../src/contract/operations.ts';
import { validate } from '../../src/contract/validate.ts';
import { fieldsOf } from '../mock/helpers.ts';
import { type Fields, grouped, names, sample, schemaNames, type Type, variations } from './notation.ts';
import { type Operation, operations } from './specification.ts';

function endpointOf({ method, path }: Operation): Endpoint {
  const endpoint = endpoints.find((candidate) => candidate.method === method && candidate.path === path);
  if (!endpoint) throw new Error(`the contract has no ${method} ${path}`);
  return endpoint;
}

const bodyOf = (operation: Operation) => endpointOf(operation).body ?? z.strictObject({ 'no body': z.never() });
const queryOf = (operation: Operation) => endpointOf(operation).query ?? z.strictObject({ 'no query': z.never() });

/** Returns the values for which the schema and the table differ. */
function differences(schema: z.ZodMiniType, type: Type): string[] {
  return variations(type).flatMap(({ what, value, fits }) => {
    const checked = validate(schema, value);
    if (checked.ok === fits) return [];
    return [`${what || 'the whole'}: ${checked.ok ? 'is taken' : JSON.stringify(checked.issues)}`];
  });
}

const closed = operations.filter(({ response }) => typeof response !== 'string');

describe.each(closed)('the response of $method $path', (operation) => {
  const { response } = operation;

  test('has exactly the specified fields', () => {
    expect(schemaNames(endpointOf(operation).response).sort()).toEqual(names(response).sort());
  });

  test('always has all fields, with the specified types and nullability', () => {
    expect(differences(endpointOf(operation).response, response)).toEqual([]);
  });

  test('can have unknown fields', () => {
    const record: unknown = Array.isArray(response) ? fieldsOf(sample(response))[0] : sample(response);
    const more = { ...fieldsOf(record), new_field: 1 };
    expect(validate(endpointOf(operation).response, Array.isArray(response) ? [more] : more).ok).toBe(true);
  });
});

describe('records whose fields are not specified', () => {
  test.each([
    ['/api/payment-terms', [{}, { id: 1, days: 30, nested: { a: [] } }], [{}, [1], ['x'], null]],
    ['/api/product-parents/{id}/products/{product_id}', { anything: [1] }, [[], 'x', null]],
  ])('%s: can have any fields', (path, fitting, wrong) => {
    const schema = endpoints.find((endpoint) => endpoint.path === path)?.response ?? z.never();
    expect(validate(schema, fitting).ok).toBe(true);
    for (const value of wrong) expect(validate(schema, value).ok).toBe(false);
  });
});

const withBody = operations.flatMap((operation) => (operation.body ? [{ ...operation, body: operation.body }] : []));

describe.each(withBody)('the body of $method $path', (operation) => {
  const body: Fields = grouped(operation.body);

  test('has exactly the specified fields', () => {
    expect(schemaNames(bodyOf(operation)).sort()).toEqual(names(body).sort());
  });

  test('has required and optional fields with the specified types and nullability', () => {
    expect(differences(bodyOf(operation), body)).toEqual([]);
  });

  test('can have each optional field without the others', () => {
    const required = Object.fromEntries(Object.entries(body).filter(([key]) => !key.endsWith('?')));
    const least = fieldsOf(sample(required));
    expect(validate(bodyOf(operation), least).ok).toBe(true);
    for (const [name, value] of Object.entries(fieldsOf(sample(body)))) {
      expect(validate(bodyOf(operation), { ...least, [name]: value }).ok).toBe(true);
    }
  });

  test('cannot have unknown fields, also within groups', () => {
    const whole = fieldsOf(sample(body));
    expect(validate(bodyOf(operation), { ...whole, color: 'red' })).toMatchObject({ issues: [{ path: 'color' }] });
    for (const [group, value] of Object.entries(whole)) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      expect(validate(bodyOf(operation), { ...whole, [group]: { ...value, color: 'red' } })).toMatchObject({
        issues: [{ path: `${group}[color]` }],
      });
    }
  });

  test('cannot have immutable fields', () => {
    expect(endpointOf(operation).immutable ?? []).toEqual(operation.immutable ?? []);
    for (const field of operation.immutable ?? []) {
      expect(validate(bodyOf(operation), { ...fieldsOf(sample(body)), [field]: 'x' }).ok).toBe(false);
    }
  });
});

test('the query of GET /api/addresses has an optional customer_id, a UUID', () => {
  const operation = operations.find(({ query }) => query !== undefined);
  if (!operation?.query) throw new Error('no operation with a query');
  expect(operation.path).toBe('/api/addresses');
  expect(schemaNames(queryOf(operation))).toEqual(['customer_id']);
  expect(differences(queryOf(operation), operation.query)).toEqual([]);
});

test('exactly the operations with a specified body or query have one in the contract', () => {
  for (const operation of operations) {
    const { body, query } = endpointOf(operation);
    expect([body !== undefined, query !== undefined]).toEqual([
      operation.body !== undefined,
      operation.query !== undefined,
    ]);
  }
});

describe('rules of the specification', () => {
  const issues = (call: string, body: object) => {
    const endpoint = endpoints.find(({ name }) => name === call);
    const checked = validate(endpoint?.body ?? z.strictObject({}), body);
    return checked.ok ? [] : checked.issues;
  };

  test.each([
    [
      'Customer type must be company or individual',
      'customers.create',
      { name: 'H', type: 'x' },
      'type',
      'must be one of "company", "individual", received "x"',
    ],
    [
      'Contact role has allowed values',
      'contacts.update',
      { role: ['x'] },
      'role.0',
      'must be one of "buyer", "signer", "billing", "shipping", "legal", "admin", received "x"',
    ],
    [
      'Address type must be billing or shipping',
      'addresses.update',
      { type: 'x' },
      'type',
      'must be one of "billing", "shipping", received "x"',
    ],
    [
      'country is an ISO 3166-1 alpha-2 code',
      'addresses.update',
      { country: 'DEU' },
      'country',
      'must be an ISO 3166-1 alpha-2 country code, such as "DE"',
    ],
    [
      'Product-parent recurrence_type is one_off or recurring',
      'productParents.create',
      { api_name: 'a', name: 'A', recurrence_type: 'x' },
      'recurrence_type',
      'must be one of "one_off", "recurring", received "x"',
    ],
    [
      'Product-parent api_name is snake_case',
      'productParents.create',
      { api_name: 'A', name: 'A', recurrence_type: 'one_off' },
      'api_name',
      'must be snake_case: lower-case letters, digits and single underscores',
    ],
    ['Catalog name is required', 'catalogs.create', {}, 'name', 'is required'],
    [
      'Product name must be at least 2 characters',
      'products.update',
      { name: 'A' },
      'name',
      'must be at least 2 characters',
    ],
    ['Price amount must be a positive number', 'prices.update', { amount: 0 }, 'amount', 'must be a positive number'],
    ['percent is bounded 0 to 100', 'prices.update', { percent: 101 }, 'percent', 'must be from 0 to 100'],
    [
      'tax_ids: both keys required per entry',
      'customers.create',
      { name: 'H', type: 'company', tax_ids: [{ tax: 'x' }] },
      'tax_ids.0.tax_value',
      'is required',
    ],
  ])('%s', (_, call, body, path, message) => {
    expect(issues(call, body)).toEqual([{ path, message }]);
  });

  test('Address customer_id must be a valid UUID', () => {
    expect(issues('addresses.create', { customer_id: '42' })).toContainEqual({
      path: 'customer_id',
      message: 'must be a UUID',
    });
  });

  test('Product-parent api_name and recurrence_type are required', () => {
    expect(issues('productParents.create', { name: 'A' })).toEqual([
      { path: 'api_name', message: 'is required' },
      { path: 'recurrence_type', message: 'is required' },
    ]);
  });
});
