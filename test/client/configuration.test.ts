import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import { ConfigurationError } from '../../src/errors/index.ts';
import { customer, ids } from './records.ts';
import { connect, rejection, serve, token } from './server.ts';

const ok = { json: { success: true, data: customer } };
const baseUrl = 'https://api.example.com';

/** Returns the error that the constructor throws. */
function thrown(options: ConstructorParameters<typeof MasterDataClient>[0]): unknown {
  try {
    new MasterDataClient(options);
  } catch (error) {
    return error;
  }
  throw new Error('expected it to throw');
}

describe('baseUrl', () => {
  test.each(['', '/', '/crm', '/crm/', '/crm/v2//'])('may end in %j', async (end) => {
    const server = await serve(ok);
    await connect(server, { baseUrl: server.url + end }).customers.get(ids.customer);
    expect(server.only().url).toBe(`${end.replace(/\/+$/, '')}/api/customers/${ids.customer}`);
  });

  test.each([
    ['', 'baseUrl: is missing'],
    ['api.example.com', 'absolute http or https URL'],
    ['//api.example.com', 'absolute http or https URL'],
    ['/\\\\api.example.com', 'absolute http or https URL'],
    ['/crm?key=hunter2', 'without credentials, query or fragment'],
    ['ftp://api.example.com', 'absolute http or https URL'],
    ['https://user:hunter2@api.example.com', 'without credentials'],
    ['https://hunter2@api.example.com', 'without credentials'],
    ['https://api.example.com?key=hunter2', 'without credentials, query or fragment'],
    ['https://api.example.com/?', 'without credentials, query or fragment'],
    ['https://api.example.com/#hunter2', 'without credentials, query or fragment'],
  ])('rejects %j', (url, message) => {
    vi.stubEnv('MASTERDATA_BASE_URL', undefined);
    const error = thrown({ baseUrl: url || undefined, apiToken: token });
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(String(error)).toContain(message);
    expect(inspect(error)).not.toContain('hunter2');
    vi.unstubAllEnvs();
  });
});

describe('a path as baseUrl', () => {
  /** Returns the URLs that a client requests in a page. */
  async function urlsOf(path: string): Promise<string[]> {
    const urls: string[] = [];
    vi.stubGlobal('location', new URL('https://shop.example/products/1?tab=prices'));
    const client = new MasterDataClient({
      baseUrl: path,
      apiToken: null,
      fetch: async (url) => {
        urls.push(url);
        return Response.json({ success: true, data: [] });
      },
    });
    await client.paymentTerms.list();
    vi.unstubAllGlobals();
    return urls;
  }

  test.each([
    ['/', 'https://shop.example/api/payment-terms'],
    ['/masterdata', 'https://shop.example/masterdata/api/payment-terms'],
    ['/masterdata/', 'https://shop.example/masterdata/api/payment-terms'],
    ['/a/../b', 'https://shop.example/b/api/payment-terms'],
  ])('%s is resolved against the address of the page', async (path, url) => {
    expect(await urlsOf(path)).toEqual([url]);
  });

  test('needs a page only when a request is sent', async () => {
    const client = new MasterDataClient({ baseUrl: '/masterdata', apiToken: null });
    const error = await rejection(client.paymentTerms.list());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ message: expect.stringContaining('baseUrl: relative URLs work only in a page') });
  });
});

describe('the token', () => {
  test.each(['two words', 'line\nbreak', 'line\r\nbreak: x', 'tökenhunter2', 'tab\t'])('rejects %j', async (bad) => {
    const error = thrown({ baseUrl, apiToken: bad });
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(inspect(error)).toContain('must be visible ASCII characters without spaces');
    expect(inspect(error)).not.toContain(bad);
    const server = await serve(ok);
    for (const apiToken of [bad, () => bad, async () => bad]) {
      expect(await rejection(connect(server).customers.list({}, { apiToken }))).toBeInstanceOf(ConfigurationError);
    }
    expect(server.requests).toEqual([]);
  });

  test('can be a function', async () => {
    const server = await serve(ok);
    for (const apiToken of [() => 'first', async () => 'second']) {
      await connect(server, { apiToken }).customers.get(ids.customer);
    }
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second']);
  });

  test('can differ for one request', async () => {
    const server = await serve(ok);
    await connect(server).customers.get(ids.customer, { apiToken: 'other' });
    expect(server.only().headers.authorization).toBe('Bearer other');
  });

  test('rejects with a ConfigurationError if its function fails, without a retry', async () => {
    const server = await serve(ok);
    const apiToken = vi.fn(() => Promise.reject(new Error('vault is sealed')));
    const error = await rejection(connect(server, { apiToken }).customers.list());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(String(error)).toContain('apiToken() failed: vault is sealed');
    expect(apiToken).toHaveBeenCalledOnce();
  });

  test('is not visible on the client', () => {
    const fetch = async () => Response.json({ success: true, data: {} });
    const client = new MasterDataClient({
      baseUrl,
      apiToken: token,
      headers: { 'x-key': 'hunter2' },
      fetch,
      logLevel: 'off',
    });
    for (const part of [client, client.products, client.products.get(ids.product)]) {
      for (const printed of [
        inspect(part, { showHidden: true, depth: 10 }),
        JSON.stringify(part),
        String(part),
        inspect(
          Reflect.ownKeys(part).map((key) => Reflect.get(part, key)),
          { depth: 10 },
        ),
      ]) {
        expect(printed).not.toContain('mdk_live');
        expect(printed).not.toContain('hunter2');
      }
    }
  });
});

describe('the environment', () => {
  test('provides the base URL and the token if the options do not', async () => {
    const server = await serve(ok);
    vi.stubEnv('MASTERDATA_BASE_URL', server.url);
    vi.stubEnv('MASTERDATA_API_TOKEN', 'from-the-environment');
    await new MasterDataClient().customers.get(ids.customer);
    await new MasterDataClient({ apiToken: 'given' }).customers.get(ids.customer);
    vi.unstubAllEnvs();
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer from-the-environment',
      'Bearer given',
    ]);
  });

  test('is named in the error if it lacks one of them', () => {
    vi.stubEnv('MASTERDATA_BASE_URL', '');
    vi.stubEnv('MASTERDATA_API_TOKEN', '');
    expect(String(thrown({ baseUrl }))).toContain('apiToken: is missing. Pass it or set MASTERDATA_API_TOKEN.');
    expect(String(thrown({ apiToken: token }))).toContain('baseUrl: is missing. Pass it or set MASTERDATA_BASE_URL.');
    vi.unstubAllEnvs();
  });

  test.each([
    ['MASTERDATA_BASE_URL', 'api.example.com', 'or a path of the page'],
    ['MASTERDATA_API_TOKEN', 'hunter2\n', 'must be visible ASCII characters without spaces'],
    ['MASTERDATA_LOG', 'DEBUG', 'must be debug, info, warn, error or off, received DEBUG'],
  ])('is named in the error if %s is malformed', (name, value, problem) => {
    vi.stubEnv('MASTERDATA_BASE_URL', baseUrl);
    vi.stubEnv('MASTERDATA_API_TOKEN', token);
    vi.stubEnv(name, value);
    const error = thrown({});
    vi.unstubAllEnvs();
    expect(String(error)).toContain(`${problem} (from ${name})`);
    expect(String(error)).not.toContain('hunter2');
  });

  test('can be absent, as in a browser', () => {
    vi.stubGlobal('process', undefined);
    const error = thrown({});
    vi.unstubAllGlobals();
    expect(error).toMatchObject({
      message:
        'baseUrl: is missing. Pass it or set MASTERDATA_BASE_URL. ' +
        'apiToken: is missing. Pass it or set MASTERDATA_API_TOKEN.',
    });
  });
});

describe('options', () => {
  test.each([
    { timeout: 0 },
    { timeout: -1 },
    { timeout: Number.NaN },
    { timeout: Number.POSITIVE_INFINITY },
    { totalTimeout: 0 },
    { maxRetries: -1 },
    { maxRetries: 1.5 },
    { headers: { 'bad name': 'x' } },
    { headers: { 'x-key': 'hunter2\nx' } },
  ])('reject invalid values: %j', async (options) => {
    const error = thrown({ baseUrl, apiToken: token, ...options });
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(String(error)).toContain(Object.keys(options)[0]);
    expect(String(error)).not.toContain('hunter2');
    const server = await serve();
    expect(await rejection(connect(server).customers.list({}, options))).toBeInstanceOf(ConfigurationError);
    expect(server.requests).toEqual([]);
  });

  test('headers of the client and the request are merged and cannot replace the token', async () => {
    const server = await serve(ok);
    const client = connect(server, { headers: { 'X-Source': 'erp', 'X-Tenant': 'a', Authorization: 'Basic x' } });
    await client.customers.get(ids.customer, { headers: { 'x-tenant': 'b', authorization: 'Basic y' } });
    expect(server.only().headers).toMatchObject({
      'x-source': 'erp',
      'x-tenant': 'b',
      authorization: `Bearer ${token}`,
    });
  });

  test('fetch defaults to the current global fetch', async () => {
    const server = await serve(ok);
    const client = connect(server);
    const stub = vi.fn(async () => Response.json(ok.json));
    vi.stubGlobal('fetch', stub);
    expect(await client.customers.get(ids.customer)).toEqual(customer);
    vi.unstubAllGlobals();
    expect(stub).toHaveBeenCalledWith(
      `${server.url}/api/customers/${ids.customer}`,
      expect.objectContaining({ method: 'GET', body: null }),
    );
    expect(server.requests).toEqual([]);
  });
});
