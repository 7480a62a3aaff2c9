/** The input of a call is read when the method is called, before the request is sent. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import { createdCustomer, customer, ids } from './records.ts';
import { connect, rejection, serve, serveWith } from './server.ts';

const created = { status: 201, json: { success: true, data: createdCustomer } };
const off = { validation: { responses: 'off' } } as const;

describe('the body', () => {
  test('of a reused object is the one of each call', async () => {
    const server = await serve(created);
    const client = connect(server);
    const body = { name: '', type: 'company' as const, tax_ids: [{ tax: 'eu_vat', tax_value: '' }] };
    const calls = ['A', 'B', 'C'].map((name) => {
      body.name = name;
      for (const entry of body.tax_ids) entry.tax_value = name;
      return client.customers.create(body);
    });
    body.name = 'changed';
    await Promise.all(calls);
    expect(server.requests.map(({ json }) => json)).toEqual(
      ['A', 'B', 'C'].map((name) => ({ name, type: 'company', tax_ids: [{ tax: 'eu_vat', tax_value: name }] })),
    );
  });

  const id = ids.product;
  test.each<[string, (client: MasterDataClient, body: { name: string }) => PromiseLike<unknown>]>([
    ['addresses.create', (client, body) => Reflect.apply(client.addresses.create, undefined, [body])],
    ['addresses.update', (client, body) => Reflect.apply(client.addresses.update, undefined, [id, body])],
    ['catalogs.create', (client, body) => client.catalogs.create(body)],
    ['categories.update', (client, body) => client.categories.update(id, body)],
    ['contacts.update', (client, body) => Reflect.apply(client.contacts.update, undefined, [id, body])],
    ['customers.create', (client, body) => Reflect.apply(client.customers.create, undefined, [body])],
    ['prices.update', (client, body) => Reflect.apply(client.prices.update, undefined, [id, body])],
    ['productParents.create', (client, body) => Reflect.apply(client.productParents.create, undefined, [body])],
    ['products.create', (client, body) => Reflect.apply(client.products.create, undefined, [body])],
    ['products.update', (client, body) => client.products.update(id, body)],
    ['request', (client, body) => client.request({ method: 'POST', path: '/api/x', body })],
  ])('of %s is read at once', async (_, call) => {
    const server = await serve({ json: { success: true, data: {} } });
    const body = { name: 'before' };
    const pending = call(connect(server, off), body);
    body.name = 'after';
    await pending;
    expect(server.only().json).toEqual({ name: 'before' });
  });

  test('is validated as it is sent', async () => {
    const server = await serve(created);
    const client = connect(server, { validation: { requests: 'throw' } });
    const body = { name: 'Acme', type: 'company' };
    const call: PromiseLike<unknown> = Reflect.apply(client.customers.create, undefined, [body]);
    Object.assign(body, { type: 7 });
    await call;
    expect(server.only().json).toEqual({ name: 'Acme', type: 'company' });
  });

  test('of a retry is the same', async () => {
    const server = await serve({ status: 503, headers: { 'retry-after': '0' } }, { json: { success: true, data: {} } });
    const body = { name: 'before' };
    const pending = connect(server, off).products.update(id, body);
    setTimeout(() => Object.assign(body, { name: 'after' }), 20);
    await pending;
    expect(server.requests.map(({ json }) => json)).toEqual([{ name: 'before' }, { name: 'before' }]);
  });
});

test('the query, the headers and the other options are read at once', async () => {
  const server = await serve({ json: { success: true, data: [] } });
  const client = connect(server, off);
  const query = { customer_id: ids.customer };
  const tags = ['a', 'b'];
  const headers = { 'x-job': 'first' };
  const options = { headers, apiToken: 'first-token-0123456789', maxRetries: 0 };
  const custom = { method: 'GET' as const, path: '/api/x', query: { tag: tags } };
  const calls = [client.addresses.list(query, options), client.request(custom, options)];
  query.customer_id = 'changed';
  tags.push('c');
  headers['x-job'] = 'second';
  options.apiToken = 'second-token-0123456789';
  custom.path = '/api/y';
  for (const call of calls) await call;
  expect(server.requests.map(({ url }) => url)).toEqual([
    `/api/addresses?customer_id=${ids.customer}`,
    '/api/x?tag=a&tag=b',
  ]);
  for (const request of server.requests) {
    expect(request.headers).toMatchObject({ 'x-job': 'first', authorization: 'Bearer first-token-0123456789' });
  }
});

test('the query can be a proxy, and is validated as it is sent', async () => {
  const server = await serve({ json: { success: true, data: [] } });
  const client = connect(server, { validation: { requests: 'throw' } });
  const query = { customer_id: ids.customer };
  const call = client.addresses.list(new Proxy(query, {}));
  query.customer_id = 'changed';
  await call;
  await client.request({ method: 'GET', path: '/api/x', query: { tags: new Proxy(['a', 'b'], {}) } });
  expect(server.requests.map(({ url }) => url)).toEqual([
    `/api/addresses?customer_id=${ids.customer}`,
    '/api/x?tags=a&tags=b',
  ]);
});

test('each page of a list is requested with the options of the call', async () => {
  const server = await serveWith((_, count) => ({
    json: { success: true, data: [{ id: `${count}` }] },
    ...(count < 3 && { headers: { link: `<?page=${count + 1}>; rel="next"` } }),
  }));
  const options = { headers: { 'x-job': 'first' } };
  for await (const _ of connect(server, off).paymentTerms.list({}, options)) options.headers['x-job'] = 'second';
  expect(server.requests.map(({ headers }) => headers['x-job'])).toEqual(['first', 'first', 'first']);
});

test('the result of a call can be read after its time limits', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const fetch = vi.fn(async () => Response.json({ success: true, data: customer }));
  const client = new MasterDataClient({
    baseUrl: 'http://localhost',
    apiToken: 'token',
    fetch,
    validation: { responses: 'off' },
  });
  const call = client.customers.get(ids.customer, { timeout: 1000, totalTimeout: 2000 });
  await vi.advanceTimersByTimeAsync(2100);
  expect(fetch).toHaveBeenCalledOnce();
  expect(await call).toEqual(customer);
});

describe('invalid input', () => {
  const fail = (): never => {
    throw new Error('cannot read');
  };
  const evil = (name: string) => Object.defineProperty({}, name, { get: fail, enumerable: true });

  test.each<[string, (client: MasterDataClient) => PromiseLike<unknown>]>([
    ['a getter of the body', (client) => client.products.update(ids.product, evil('name'))],
    ['a getter of the query', (client) => client.customers.list(evil('page'))],
    ['a getter of the options', (client) => client.customers.get(ids.customer, evil('timeout'))],
    ['the getter of the signal', (client) => client.customers.get(ids.customer, evil('signal'))],
    ['a getter of the request', (client) => Reflect.apply(client.request, undefined, [evil('path')])],
    [
      'the text of the method',
      (client) => Reflect.apply(client.request, undefined, [{ method: { toString: fail }, path: '/api/x' }]),
    ],
    ['an empty id', (client) => client.customers.get('')],
    ['wrong options', (client) => Reflect.apply(client.customers.get, undefined, [ids.customer, { timeout: -1 }])],
    ['a proxy', (client) => Reflect.apply(client.request, undefined, [new Proxy({}, { get: fail, ownKeys: fail })])],
  ])('never throws at the call: %s', async (_, call) => {
    const server = await serve();
    const pending = call(connect(server));
    expect(await rejection(pending)).toMatchObject({
      name: expect.stringMatching(/^(InvalidRequest|Configuration)Error$/),
    });
    expect(server.requests).toEqual([]);
  });
});
