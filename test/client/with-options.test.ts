import ky from 'ky';
import { describe, expect, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { MasterDataClient, VERSION } from '../../src/index.ts';
import { customer, ids } from './records.ts';
import { connect, listen, rejection, serve, token } from './server.ts';

const ok = { json: { success: true, data: customer } };

describe('withOptions', () => {
  test('replaces options, merges headers and keeps the rest', async () => {
    const server = await serve({ status: 503 }, ok);
    const client = connect(server, { headers: { 'x-a': '1', 'X-B': '1' }, maxRetries: 0 });
    const derived = client.withOptions({ headers: { 'x-b': '2' }, maxRetries: 1, timeout: undefined });
    expect(derived).toBeInstanceOf(MasterDataClient);
    expect(await derived.customers.get(ids.customer)).toEqual(customer);
    expect(server.requests[1]?.headers).toMatchObject({ 'x-a': '1', 'x-b': '2', authorization: `Bearer ${token}` });
  });

  test('does not change the client', async () => {
    const server = await serve({ status: 503 });
    const client = connect(server, { maxRetries: 0 });
    client.withOptions({ maxRetries: 5 });
    await rejection(client.customers.get(ids.customer));
    server.only();
  });

  test('shares the token that a function returned', async () => {
    const server = await serve(ok);
    const apiToken = vi.fn(async () => 'shared-token');
    const client = connect(server, { apiToken });
    await client.customers.get(ids.customer);
    await client.withOptions({ timeout: 5000 }).customers.get(ids.customer);
    await client.withOptions({}).withOptions({ maxRetries: 1 }).customers.get(ids.customer);
    expect(apiToken).toHaveBeenCalledOnce();
  });

  test('keeps base URL and token of the environment at the time of construction', async () => {
    const server = await serve(ok);
    vi.stubEnv('MASTERDATA_BASE_URL', server.url);
    vi.stubEnv('MASTERDATA_API_TOKEN', 'from-the-environment');
    const client = new MasterDataClient();
    vi.unstubAllEnvs();
    await client.withOptions({ maxRetries: 0 }).customers.get(ids.customer);
    expect(server.only().headers.authorization).toBe('Bearer from-the-environment');
  });

  test('keeps headers as they were at the time of construction', async () => {
    const server = await serve(ok);
    const headers = new Headers({ 'x-a': '1' });
    const client = connect(server, { headers: Object(headers) });
    headers.set('x-a', '2');
    await client.customers.get(ids.customer);
    await client.withOptions({ maxRetries: 0 }).customers.get(ids.customer);
    expect(server.requests.map((request) => request.headers['x-a'])).toEqual(['1', '1']);
  });

  test('lets fetch and ky replace each other', async () => {
    const server = await serve(ok);
    const fetch = vi.fn(async () => Response.json(ok.json));
    const client = connect(server, { ky: ky.create() }).withOptions({ fetch });
    await client.customers.get(ids.customer);
    expect(fetch).toHaveBeenCalledOnce();
    await client.withOptions({ ky: ky.create() }).customers.get(ids.customer);
    server.only();
  });

  test('rejects what the constructor rejects', async () => {
    const client = connect(await serve());
    expect(() => client.withOptions({ timeout: -1 })).toThrow('timeout: must be false or milliseconds');
  });
});

describe('the user-agent', () => {
  test('names the application, the package and the runtime', async () => {
    const server = await serve(ok);
    const appInfo = { name: 'acme-sync', version: '1.4.0', url: 'https://acme.example' };
    await connect(server, { appInfo }).customers.get(ids.customer);
    expect(server.only().headers['user-agent']).toBe(
      `acme-sync/1.4.0 (https://acme.example) masterdata-sdk/${VERSION} ${navigator.userAgent}`,
    );
  });

  test('needs the name of an application', async () => {
    const options = { baseUrl: 'https://api.example.com', apiToken: 't', appInfo: { version: '1.4.0' } };
    expect(() => Reflect.construct(MasterDataClient, [options])).toThrow('appInfo.name: is missing');
  });

  test('can be replaced by a header', async () => {
    const server = await serve(ok);
    await connect(server, { headers: { 'User-Agent': 'mine' } }).customers.get(ids.customer);
    expect(server.only().headers['user-agent']).toBe('mine');
  });

  test('is left to a browser', async () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    const fetch = vi.fn<(url: string, init: { headers: object }) => Promise<Response>>(async () =>
      Response.json(ok.json),
    );
    await connect(await serve(), { fetch, appInfo: { name: 'acme' } }).customers.get(ids.customer);
    vi.unstubAllGlobals();
    expect(fetch.mock.lastCall?.[1].headers).not.toHaveProperty('user-agent');
  });

  test('carries the version of the package', () => {
    expect(VERSION).toBe(manifest.version);
  });
});

describe('apiToken: null', () => {
  test('sends no Authorization header, whatever the environment says', async () => {
    const server = await serve(ok);
    vi.stubEnv('MASTERDATA_API_TOKEN', 'from-the-environment');
    await connect(server, { apiToken: null }).customers.get(ids.customer);
    await connect(server).customers.get(ids.customer, { apiToken: null });
    vi.unstubAllEnvs();
    for (const { headers } of server.requests) expect(headers).not.toHaveProperty('authorization');
    expect(server.requests).toHaveLength(2);
  });

  test('does not change the texts of errors', async () => {
    const server = await serve({ status: 404, json: { success: false, error: 'Customer not found' } });
    const error = await rejection(connect(server, { apiToken: null }).customers.get(ids.customer));
    expect(error).toMatchObject({ error: 'Customer not found' });
  });
});

describe('methods', () => {
  test('work unbound', async () => {
    const server = await serve(ok);
    const client = connect(server);
    const { get } = client.customers;
    const { request, withOptions } = client;
    expect(await get(ids.customer)).toEqual(customer);
    expect(await request({ method: 'GET', path: '/api/x' })).toEqual(customer);
    expect(await withOptions({}).customers.get(ids.customer)).toEqual(customer);
  });

  test('work on a reactive proxy', async () => {
    const server = await serve(ok);
    // Like Vue: objects are wrapped on access, functions are not.
    const reactive = <T extends object>(target: T): T =>
      new Proxy(target, {
        get(object, key, receiver) {
          const value: unknown = Reflect.get(object, key, receiver);
          return typeof value === 'object' && value !== null ? reactive(value) : value;
        },
      });
    const client = reactive(connect(server));
    expect(await client.customers.get(ids.customer)).toEqual(customer);
    expect(await client.request({ method: 'GET', path: '/api/x' })).toEqual(customer);
    expect(await client.withOptions({}).customers.get(ids.customer)).toEqual(customer);
  });

  test('can be spied on', async () => {
    const client = connect(await serve());
    const spy = vi.spyOn(client.customers, 'get').mockRejectedValue(new Error('mocked'));
    await rejection(client.customers.get('x'));
    expect(spy).toHaveBeenCalledOnce();
  });
});

describe('baseUrl that ends in /api', () => {
  test('is warned of once, and explained in the 404', async () => {
    const server = await serve({ status: 404, body: '<html>' });
    const { logger, lines } = listen();
    const client = connect(server, { baseUrl: `${server.url}/api`, logger });
    client.withOptions({ maxRetries: 0 });
    expect(lines).toEqual([expect.stringContaining('warn [masterdata-sdk] baseUrl ends in /api')]);
    expect(String(await rejection(client.customers.get(ids.customer)))).toContain('Remove it from baseUrl');
  });
});
