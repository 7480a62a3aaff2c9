import { describe, expect, test, vi } from 'vitest';
import { NotFoundError } from '../../src/errors/index.ts';
import { customer, ids } from './records.ts';
import { connect, rejection, serve } from './server.ts';

const ok = { headers: { 'x-request-id': 'req_1' }, json: { success: true, data: customer } };
const missing = { status: 404, json: { success: false, error: 'Customer not found' } };

describe('a call', () => {
  test('is not sent before its first use', async () => {
    const server = await serve(ok);
    connect(server).customers.get(ids.customer);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.requests).toEqual([]);
  });

  test('is sent once, no matter how often it is used', async () => {
    const server = await serve(ok);
    const call = connect(server).customers.get(ids.customer);
    const [data, again, response, { requestId }, result] = await Promise.all([
      call,
      call.then((record) => record.name),
      call.asResponse(),
      call.withResponse(),
      call.result(),
    ]);
    expect(data).toEqual(customer);
    expect(again).toBe(customer.name);
    expect(await response.json()).toEqual(ok.json);
    expect(requestId).toBe('req_1');
    expect(result).toEqual({ ok: true, data: customer });
    expect(await call).toBe(data);
    server.only();
  });

  test('works where a promise is expected', async () => {
    const server = await serve(ok, missing);
    const client = connect(server);
    const done = vi.fn();
    const promise: Promise<{ name: string }> = client.customers.get(ids.customer);
    expect(await promise.finally(done)).toEqual(customer);
    expect(done).toHaveBeenCalledOnce();
    expect(await client.customers.get(ids.customer).catch((error: unknown) => error)).toBeInstanceOf(NotFoundError);
    expect(Object.prototype.toString.call(promise)).toBe('[object ApiPromise]');
  });

  test('leaves no unhandled rejection after one handler', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const server = await serve(missing);
    const call = connect(server).customers.get(ids.customer);
    expect(await rejection(call)).toBeInstanceOf(NotFoundError);
    expect((await call.asResponse()).status).toBe(404);
    await connect(server).customers.get(ids.customer).result();
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('withResponse', () => {
  test('returns the data with the response', async () => {
    const server = await serve({ ...ok, status: 201 });
    const { data, response, requestId } = await connect(server).customers.get(ids.customer).withResponse();
    expect(data).toEqual(customer);
    expect(response).toMatchObject({ status: 201, ok: true, url: `${server.url}/api/customers/${ids.customer}` });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual(ok.json);
    expect(requestId).toBe('req_1');
  });

  test('rejects like the call', async () => {
    const server = await serve(missing);
    expect(await rejection(connect(server).customers.get(ids.customer).withResponse())).toBeInstanceOf(NotFoundError);
  });
});

describe('asResponse', () => {
  test.each([
    [200, { json: { anything: 1 } }, '{"anything":1}'],
    [204, { status: 204 }, ''],
    [404, missing, JSON.stringify(missing.json)],
    [502, { status: 502, body: '<html>' }, '<html>'],
  ])('returns the response under %i, with a new body on each call', async (status, response, body) => {
    const server = await serve(response);
    const call = connect(server, { maxRetries: 0 }).customers.get(ids.customer);
    for (const response of [await call.asResponse(), await call.asResponse()]) {
      expect(response.status).toBe(status);
      expect(await response.text()).toBe(body);
    }
    server.only();
  });

  test('keeps bytes as they are', async () => {
    const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0xff, 0x00, 0x80);
    const server = await serve();
    const client = connect(server, { fetch: async () => new Response(bytes) });
    const response = await client.request({ method: 'GET', path: '/api/logo' }).asResponse();
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  });
});

describe('result', () => {
  test('returns the data or the error, and narrows its type', async () => {
    const server = await serve(ok, missing, { cut: 'before' });
    const client = connect(server, { maxRetries: 0 });
    const found = await client.customers.get(ids.customer).result();
    if (!found.ok) throw found.error;
    expect(found.data.name).toBe('Acme GmbH');
    const lost = await client.customers.get(ids.customer).result();
    expect(lost).toMatchObject({ ok: false, error: { code: 'not_found', resource: 'Customer' } });
    expect(await client.customers.get(ids.customer).result()).toMatchObject({
      ok: false,
      error: { name: 'ConnectionError' },
    });
    expect(await client.customers.get('').result()).toMatchObject({
      ok: false,
      error: { name: 'InvalidRequestError' },
    });
  });
});
