import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { MasterDataClient } from '../../src/client.ts';
import { NotFoundError } from '../../src/errors/index.ts';
import { unhandledRejections } from '../unhandled-rejections.ts';
import { createdCustomer, customer, ids } from './records.ts';
import { connect, listen, rejection, serve } from './server.ts';

const ok = { headers: { 'x-request-id': 'req_1' }, json: { success: true, data: customer } };
const missing = { status: 404, json: { success: false, error: 'Customer not found' } };

describe('a call', () => {
  test('is sent if nothing uses its promise', async () => {
    const server = await serve({ status: 201, json: { success: true, data: createdCustomer } });
    const call = connect(server).customers.create({ name: 'Acme', type: 'company' });
    await vi.waitUntil(() => server.requests.length > 0, 60_000);
    expect(server.only()).toMatchObject({ method: 'POST', json: { name: 'Acme', type: 'company' } });
    // The server is closed after the test.
    await call;
  });

  test('is sent while fake timers replace all timers and `queueMicrotask`', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(ok.json)).buffer;
    // Not a `Response`, whose stream needs `queueMicrotask`.
    const fetch = vi.fn(async () => ({
      status: 200,
      statusText: '',
      url: '',
      headers: new Headers(),
      arrayBuffer: async () => bytes,
      text: async () => '',
    }));
    // Vitest needs timers to load the module that validates.
    const client = connect(await serve(), { fetch, validation: { responses: 'off' } });
    const { setImmediate } = globalThis;
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const call = client.customers.get(ids.customer);
    await new Promise((resolve) => setImmediate(resolve));
    expect(fetch).toHaveBeenCalledOnce();
    vi.useRealTimers();
    expect(await call).toEqual(customer);
  });

  test('is sent after the calls before it, whichever form is chosen', async () => {
    const paths: string[] = [];
    const fetch = async (url: string) => {
      paths.push(new URL(url).pathname);
      return Response.json({ success: true, data: {} });
    };
    const client = connect(await serve(), { fetch, validation: { responses: 'off' } });
    const request = (path: string) => client.request({ method: 'GET', path });
    await Promise.all([request('/a'), request('/b').result(), request('/c').asResponse(), request('/d')]);
    expect(paths).toEqual(['/a', '/b', '/c', '/d']);
  });

  test('is not sent if its signal is aborted in the same job', async () => {
    const fetch = vi.fn();
    const onError = vi.fn();
    const controller = new AbortController();
    const { customers } = connect(await serve(), { fetch, hooks: { onError } });
    const call = customers.get(ids.customer, { signal: controller.signal });
    controller.abort();
    expect(await rejection(call)).toHaveProperty('name', 'AbortError');
    expect(fetch).not.toHaveBeenCalled();
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ attempts: 0 }));
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
});

describe('a failed call', () => {
  const get = ({ customers }: MasterDataClient) => customers.get(ids.customer);
  const respond = vi.fn(async () => Response.json(missing.json, { status: 404 }));

  test.each<[string, (client: MasterDataClient) => unknown, string]>([
    ['a call that nothing uses', get, 'NotFoundError'],
    ['a list that nothing uses', ({ customers }) => customers.list(), 'NotFoundError'],
    ['a request', ({ request }) => request({ method: 'GET', path: '/api/x' }), 'NotFoundError'],
    ['a call with invalid input', ({ customers }) => customers.get(''), 'InvalidRequestError'],
    ['an aborted call', ({ customers }) => customers.list({}, { signal: AbortSignal.abort() }), 'AbortError'],
    ['then() without a handler of errors', (client) => void get(client).then(() => {}), 'NotFoundError'],
    ['finally()', (client) => void get(client).finally(() => {}), 'NotFoundError'],
    ['withResponse()', (client) => void get(client).withResponse(), 'NotFoundError'],
    [
      'an invalid call, of which asResponse() is used',
      ({ customers }) => void customers.get('').asResponse(),
      'InvalidRequestError',
    ],
    [
      'a call that is awaited after it failed',
      async (client) => {
        const call = get(client);
        await new Promise((resolve) => setTimeout(resolve, 20));
        await rejection(call);
      },
      'NotFoundError',
    ],
  ])('is one unhandled rejection: %s', async (_, call, name) => {
    const client = connect(await serve(), { fetch: respond });
    const reasons = await unhandledRejections(() => void call(client));
    expect(reasons).toEqual([expect.objectContaining({ name, stack: expect.stringContaining(import.meta.filename) })]);
  });

  test.each<[string, (client: MasterDataClient) => unknown]>([
    ['result()', (client) => get(client).result()],
    ['result() of a call with invalid input', ({ customers }) => customers.get('').result()],
    ['catch()', (client) => get(client).catch(() => {})],
    ['asResponse()', (client) => get(client).asResponse()],
    ['an iterator', ({ customers }) => customers.list()[Symbol.asyncIterator]()],
    [
      'an iterator of an aborted list',
      ({ customers }) => customers.list({}, { signal: AbortSignal.abort() })[Symbol.asyncIterator](),
    ],
    [
      'for await',
      ({ customers }) =>
        rejection(
          (async () => {
            for await (const _ of customers.list());
          })(),
        ),
    ],
    [
      'await, then asResponse()',
      async (client) => {
        const call = get(client);
        await rejection(call);
        await call.asResponse();
      },
    ],
    [
      'asResponse() while the call is in progress',
      async (client) => {
        const call = get(client);
        for (let job = 0; job < 5; job += 1) await Promise.resolve();
        await call.asResponse();
      },
    ],
    [
      'an async function that returns the call',
      async (client) => {
        const run = async () => get(client);
        await rejection(run());
      },
    ],
  ])('is no unhandled rejection after %s', async (_, use) => {
    const client = connect(await serve(), { fetch: respond });
    expect(await unhandledRejections(() => use(client))).toEqual([]);
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

  test('leaves the data of an error response and its validation to the program', async () => {
    const onError = vi.fn();
    const { logger, lines } = listen();
    const server = await serve(missing, { json: { success: true, data: { name: 7 } } });
    const client = connect(server, { hooks: { onError }, logger, validation: { responses: 'warn' } });
    expect((await client.customers.get(ids.customer).asResponse()).status).toBe(404);
    expect((await client.customers.get(ids.customer).asResponse()).status).toBe(200);
    expect(onError).not.toHaveBeenCalled();
    expect(lines).toEqual([]);
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
