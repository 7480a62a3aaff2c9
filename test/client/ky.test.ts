import { createServer } from 'node:http';
import ky from 'ky';
import { describe, expect, test, vi } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import { listenOnFreePort } from '../listen-on-free-port.ts';
import { createdCustomer, customer, ids } from './records.ts';
import { connect, rejection, serve, token } from './server.ts';

const ok = { json: { success: true, data: customer } };
const create = { name: 'Acme', type: 'company' } as const;

describe('the option ky', () => {
  test('sends through the instance, whose prefix, base URL, parameters and headers do not change the request', async () => {
    const server = await serve(ok);
    const instance = ky.create({
      prefix: 'https://elsewhere.example/prefix',
      baseUrl: 'https://elsewhere.example',
      searchParams: { a: 'b' },
      headers: { Authorization: 'Basic eDp5', 'x-team': 'erp' },
      retry: 5,
    });
    const client = connect(server, { ky: instance });
    expect(await client.request({ method: 'GET', path: '/api/x', query: { page: 1 } })).toEqual(customer);
    expect(server.only()).toMatchObject({
      url: '/api/x?page=1',
      headers: { authorization: `Bearer ${token}`, 'x-team': 'erp' },
    });
  });

  test('runs its hooks, which can change everything', async () => {
    const server = await serve(ok);
    const seen = vi.fn();
    const instance = ky.create({
      hooks: {
        beforeRequest: [({ request }) => request.headers.set('x-signature', 'abc')],
        afterResponse: [({ response }) => seen(response.status)],
      },
    });
    await connect(server, { ky: instance }).customers.get(ids.customer);
    expect(server.only().headers['x-signature']).toBe('abc');
    expect(seen).toHaveBeenCalledExactlyOnceWith(200);
  });

  test('sends a POST once, even if a hook calls ky.retry()', async () => {
    const server = await serve({ status: 201, json: { success: true, data: createdCustomer } });
    const hooks = { afterResponse: [() => ky.retry({ delay: 1 })] };
    const client = connect(server, { ky: ky.create({ retry: 5, hooks }) });
    expect(await rejection(client.customers.create(create))).toMatchObject({ name: 'ConnectionError' });
    expect(server.only()).toMatchObject({ url: '/api/customers', json: create });
  });

  test('leaves the retries to the client', async () => {
    const server = await serve({ status: 503 }, ok);
    const client = connect(server, {
      ky: ky.create({ retry: { limit: 9, methods: ['post', 'get'], delay: () => 1 } }),
    });
    expect(await client.customers.get(ids.customer)).toEqual(customer);
    expect(server.requests.map(({ headers }) => headers['x-retry-count'])).toEqual([undefined, '1']);
    const busy = await serve({ status: 503 });
    await rejection(
      connect(busy, { ky: ky.create({ retry: { limit: 9, methods: ['post'] } }) }).customers.create(create),
    );
    busy.only();
  });

  test('turns the error of a hook into a ConnectionError, without the token and without its cause', async () => {
    const hooks = {
      beforeRequest: [
        ({ request }: { request: Request }) => {
          const cause = new Error('password=hunter2');
          throw new Error(`cannot sign ${request.headers.get('authorization')}`, { cause });
        },
      ],
    };
    const client = connect(await serve(), { ky: ky.create({ hooks }), maxRetries: 0 });
    const error = await rejection(client.customers.get(ids.customer));
    expect(error).toMatchObject({ name: 'ConnectionError' });
    expect(String(error)).toContain('failed: cannot sign Bearer [token]');
    expect(String(error)).not.toContain('hunter2');
  });

  test('does not resend a POST whose hook failed after it was sent', async () => {
    const server = await serve({ status: 201, json: { success: true, data: createdCustomer } });
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const client = connect(server, { ky: ky.create({ hooks: { afterResponse: [() => Promise.reject(refused)] } }) });
    await rejection(client.customers.create(create));
    server.only();
  });

  test('does not resend a POST if a hook cannot connect', async () => {
    const server = await serve({ status: 201, json: { success: true, data: createdCustomer } });
    const closed = createServer();
    const port = await listenOnFreePort(closed);
    closed.close();
    const instance = ky.create({ hooks: { afterResponse: [() => ky(`http://127.0.0.1:${port}`, { retry: 0 })] } });
    const error = await rejection(connect(server, { ky: instance }).customers.create(create));
    expect(error).toMatchObject({ name: 'ConnectionError', code: 'ECONNREFUSED' });
    server.only();
  });

  test('keeps the timeout of the client', async () => {
    const server = await serve({ ...ok, delay: Number.POSITIVE_INFINITY });
    const client = connect(server, { ky: ky.create({ timeout: 1 }), timeout: 100, maxRetries: 0 });
    expect(await rejection(client.customers.get(ids.customer))).toMatchObject({ name: 'TimeoutError' });
    const slow = await serve({ ...ok, delay: 50 });
    const patient = connect(slow, { ky: ky.create({ timeout: 1, totalTimeout: 1 }) });
    expect(await patient.customers.get(ids.customer)).toEqual(customer);
  });

  test('cannot be combined with fetch, and must be an instance', () => {
    const options = { baseUrl: 'https://api.example.com', apiToken: token };
    expect(() => new MasterDataClient({ ...options, ky, fetch })).toThrow('ky: cannot be combined with fetch');
    // @ts-expect-error a fetch is not a ky instance
    expect(() => new MasterDataClient({ ...options, ky: fetch })).toThrow('ky: must be a ky instance');
  });
});
