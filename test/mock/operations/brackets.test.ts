/** The keys of bodies of your own operations: as they are sent, or with groups in brackets. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { mockOperation } from '../../../mocks/index.ts';
import { assertReceived } from '../../../mocks/matchers.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { defineOperation, InvalidRequestError, MasterDataClient } from '../../../src/index.ts';
import { call, startMock } from '../helpers.ts';

const part = {
  method: 'POST',
  path: '/api/orders',
  response: z.unknown(),
} as const;

/** Sends its groups as nested objects, and its keys may have brackets. */
const plain = defineOperation({ ...part, name: 'orders.create', body: z.looseObject({}) });

const order = z.object({
  name: z.string(),
  ship: z.object({ to: z.object({ city: z.string(), zip: z.string().optional() }) }),
  items: z.array(z.object({ sku: z.string() })).optional(),
});
const nested = defineOperation({ ...part, name: 'orders.nest', path: '/api/nested', body: order });
const bracketed = defineOperation({ ...nested, name: 'orders.send', path: '/api/bracketed', brackets: true });

function start() {
  const operations = [plain, nested, bracketed].map((definition) =>
    mockOperation({ ...definition, body: definition.body.optional() }, { handle: ({ body }) => body ?? null }),
  );
  const mock = startMock({ operations });
  const sent: unknown[] = [];
  const client = new MasterDataClient({
    ...mock.clientOptions,
    maxRetries: 0,
    fetch: async (url, init) => {
      sent.push(init?.body ?? null);
      return mock.fetch(url, init);
    },
  });
  return { mock, client, sent };
}

const flat = { name: 'A', 'ship[to][city]': 'Bern' };
const grouped = { name: 'A', ship: { to: { city: 'Bern' } } };

describe('without brackets', () => {
  test('the handler, the journal, faults and matchers see the keys that were sent', async () => {
    const { mock, client, sent } = start();
    const body = { 'a[b]': 1, 'a[b': 2, a: { b: 3 } };
    expect(await client.call(plain, { body })).toEqual(body);
    expect(sent).toEqual([JSON.stringify(body)]);
    expect(mock.journal.last(plain).body).toEqual(body);
    const remote = await connectMock('http://mock/__mock/', { fetch: createControlFetch(mock) });
    expect((await remote.journal.last(plain)).body).toEqual(body);
    assertReceived(mock, plain, { times: 1, body: { 'a[b]': 1 } });
    expect(() => assertReceived(mock, plain, { body: { a: { b: 1 } } })).toThrow('a.b: expected 1, received 3');
    mock.faults.add({ on: plain, match: { body: { 'a[b]': 5 } }, status: 503 });
    expect((await call(mock, 'POST', '/api/orders', { a: { b: 5 } })).status).toBe(201);
    expect(mock.journal.last().closestFault?.differences).toEqual(['body.a[b]: expected 5, received nothing']);
    expect((await call(mock, 'POST', '/api/orders', { 'a[b]': 5 })).status).toBe(503);
  });

  test('paths of issues have the form of the body', async () => {
    const { mock, client } = start();
    const body = { name: 'A', ship: { to: { city: 1 } }, items: [{ sku: 1 }] };
    const paths = ['ship.to.city', 'items.0.sku'];
    expect(await call(mock, 'POST', '/api/nested', body)).toMatchObject({
      status: 400,
      body: { details: paths.map((path) => ({ path })) },
    });
    expect((await call(mock, 'POST', '/api/nested', flat)).body).toMatchObject({ details: [{ path: 'ship' }] });
    const strict = client.withOptions({ validation: { requests: 'throw' } });
    const error: unknown = await strict.call(nested, { body: body as never }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ issues: paths.map((path) => ({ path })) });
  });

  test('paths of issues of the records have the form of the body as well', async () => {
    const definition = defineOperation({ ...part, name: 'racks.create', body: z.looseObject({}) });
    const operations = [definition, { ...definition, name: 'racks.send', path: '/api/b', brackets: true } as const].map(
      (each) => mockOperation(each, { handle: ({ body, db }) => db.products.insert(body as never) }),
    );
    const mock = startMock({ operations });
    const { id: product_parent_id } = mock.create.productParent();
    const rack = { name: 'Rack', api_name: 'rack', product_parent_id };
    const created = await call(mock, 'POST', '/api/orders', { ...rack, shipping: { weight: 'x' } });
    expect(created).toMatchObject({ status: 400, body: { details: [{ path: 'shipping.weight' }] } });
    const sent = await call(mock, 'POST', '/api/b', { ...rack, 'shipping[weight]': 'x' });
    expect(sent).toMatchObject({ status: 400, body: { details: [{ path: 'shipping[weight]' }] } });
  });

  test('paths of issues of a query and of data have dots', async () => {
    const definition = defineOperation({
      ...part,
      name: 'orders.list',
      method: 'GET',
      query: z.object({ tags: z.array(z.enum(['a'])) }),
      response: z.object({ ship: z.object({ to: z.string() }) }),
    });
    const mock = startMock({ operations: [mockOperation(definition, { handle: () => ({ ship: {} }) as never })] });
    const response = await call(mock, 'GET', '/api/orders?tags=a&tags=b');
    expect(response).toMatchObject({ status: 400, body: { details: [{ path: 'tags.1' }] } });
    expect((await call(mock, 'GET', '/api/orders?tags=a')).body).toMatchObject({
      error: expect.stringContaining('ship.to Invalid input'),
    });
  });
});

describe('with brackets', () => {
  test('the client sends groups as keys with brackets, and the mock nests them', async () => {
    const { mock, client, sent } = start();
    expect(await client.call(bracketed, { body: grouped })).toEqual(grouped);
    expect(sent).toEqual([JSON.stringify(flat)]);
    expect(mock.journal.last(bracketed)).toMatchObject({ body: grouped, rawBody: JSON.stringify(flat) });
    assertReceived(mock, bracketed, { times: 1, body: { ship: { to: { city: 'Bern' } } } });
    mock.faults.add({ on: bracketed, match: { body: { ship: { to: { city: 'Bern' } } } }, status: 503 });
    expect((await call(mock, 'POST', '/api/bracketed', flat)).status).toBe(503);
  });

  test('paths of issues have brackets on both sides', async () => {
    const { mock, client } = start();
    const body = { ...flat, 'ship[to][city]': 1, items: [{ sku: 1 }] };
    const details = [{ path: 'ship[to][city]' }, { path: 'items.0.sku' }];
    expect((await call(mock, 'POST', '/api/bracketed', body)).body).toMatchObject({ details });
    const strict = client.withOptions({ validation: { requests: 'throw' } });
    const wrong = { name: 'A', ship: { to: { city: 1 } }, items: [{ sku: 1 }] } as never;
    await expect(strict.call(bracketed, { body: wrong })).rejects.toMatchObject({ issues: details });
  });

  test.each([
    [grouped, [{ path: 'ship', message: 'must be sent as flat keys with brackets, received a nested object' }]],
    [{ name: 'A', 'ship[to': 1 }, [{ path: '', message: '"ship[to" has stray, unclosed or empty brackets' }]],
    [{ name: 'A', ship: 1, 'ship[to]': 1 }, [{ path: '', message: '"ship[to]" collides with another key' }]],
  ])('the body %j gets 400', async (body, details) => {
    const { mock } = start();
    expect(await call(mock, 'POST', '/api/bracketed', body)).toMatchObject({ status: 400, body: { details } });
  });

  test('a body that may be omitted is not sent', async () => {
    const { client, sent } = start();
    const definition = defineOperation({ ...bracketed, body: order.optional() });
    expect(await client.call(definition, { body: undefined })).toBeNull();
    expect(sent).toEqual([null]);
  });

  test('the control API and its OpenAPI document describe the keys that are sent', async () => {
    const { mock } = start();
    const get = async (path: string) => (await createControlFetch(mock)(`http://mock/__mock/${path}`)).json();
    expect(await get('operations')).toMatchObject({
      operations: [{ hasBrackets: false }, { hasBrackets: false }, { hasBrackets: true }],
    });
    const schemaOf = ({ paths }: Awaited<ReturnType<typeof get>>, path: string) =>
      paths[path].post.requestBody.content['application/json'].schema;
    const document = await get('openapi.json');
    expect(schemaOf(document, '/api/bracketed')).toMatchObject({
      required: ['name', 'ship[to][city]'],
      properties: { name: {}, 'ship[to][city]': { type: 'string' }, 'ship[to][zip]': {}, items: { type: 'array' } },
    });
    expect(schemaOf(document, '/api/nested')).toMatchObject({ properties: { ship: { properties: { to: {} } } } });
  });
});

test.each([
  [{ brackets: 'yes' }, 'brackets: must be true or false, received "yes"'],
  [{ brackets: true, body: undefined }, 'brackets: must be absent or false, because the operation has no body'],
  [{ bracket: true }, 'unknown property "bracket". Did you mean "brackets"?'],
])('the definition with %j is rejected', (properties, message) => {
  expect(() => defineOperation({ ...nested, ...properties } as never)).toThrow(message);
});
