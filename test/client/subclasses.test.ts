import { describe, expect, test, vi } from 'vitest';
import * as errors from '../../src/errors/index.ts';
import { type ClientOptions, type CustomRequest, MasterDataClient, type RequestOptions } from '../../src/index.ts';
import { apiErrorFields, customer, ids } from './records.ts';
import { connect, rejection, serve, token } from './server.ts';

const ok = { json: { success: true, data: customer } };

describe('a subclass of the client', () => {
  class TenantClient extends MasterDataClient {
    readonly #tenant: string;
    #calls = 0;
    readonly greet = () => `hello ${this.#tenant}`;

    constructor(options: ClientOptions = {}, tenant = 'none') {
      super({ ...options, headers: { ...options.headers, 'x-tenant': tenant } });
      this.#tenant = tenant;
    }

    get tenant() {
      return this.#tenant.toUpperCase();
    }

    set calls(value: number) {
      this.#calls = value;
    }

    override request<T>(request: CustomRequest<T>, options?: RequestOptions) {
      this.#calls += 1;
      return super.request(request, options);
    }

    count() {
      return this.#calls;
    }
  }
  class RegionClient extends TenantClient {
    readonly #region = 'eu';
    get region() {
      return this.#region;
    }
  }

  test.each([TenantClient, RegionClient])('can have getters, setters, private fields and methods', async (Type) => {
    const server = await serve(ok);
    const client = new Type({ baseUrl: server.url, apiToken: token }, 'acme');
    expect(client.tenant).toBe('ACME');
    expect(client.greet()).toBe('hello acme');
    expect(await client.customers.get(ids.customer)).toEqual(customer);
    const { request, count } = client;
    expect(await request({ method: 'GET', path: '/api/x' })).toEqual(customer);
    expect(count()).toBe(1);
    client.calls = 7;
    expect(count()).toBe(7);
    expect(server.requests[0]?.headers).toHaveProperty('x-tenant', 'acme');
    if (client instanceof RegionClient) expect(client.region).toBe('eu');
  });

  test('stays one with other options, which it may copy, and shares the token', async () => {
    const server = await serve({ status: 503 });
    const apiToken = vi.fn(async () => token);
    const client = new RegionClient({ baseUrl: server.url, apiToken, maxRetries: 0, headers: { 'x-a': '1' } });
    const derived = client.withOptions({ headers: { 'x-b': '2' } }).withOptions({ timeout: 5000 });
    expect(derived).toBeInstanceOf(RegionClient);
    expect(derived.region).toBe('eu');
    await rejection(client.customers.get(ids.customer));
    await rejection(derived.customers.get(ids.customer));
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.headers).toMatchObject({ 'x-a': '1', 'x-b': '2', 'x-tenant': 'none' });
    expect(apiToken).toHaveBeenCalledOnce();
  });

  test('a client itself stays a client', async () => {
    const client = connect(await serve(ok));
    expect(Object.getPrototypeOf(client.withOptions({}))).toBe(MasterDataClient.prototype);
  });
});

const fields = { ...apiErrorFields, contentType: '', body: '' };
const classes = Object.entries(errors).flatMap(([name, value]) =>
  /^[A-Z]/.test(name) ? [[name, value] as const] : [],
);

describe.each(classes)('a subclass of %s', (name, type) => {
  const Base: new (...parameters: readonly unknown[]) => errors.MasterDataError = Object(type);
  class Sub extends Base {
    readonly #extra = 'extra';
    get extra() {
      return this.#extra;
    }
    constructor(...parameters: readonly unknown[]) {
      super(...parameters);
      this.name = 'Sub';
    }
  }
  class Leaf extends Sub {
    override name = 'Leaf';
  }
  const secondParameter = name === 'ConnectionError' ? undefined : name === 'InvalidRequestError' ? [] : fields;

  test('can set its name, and has its own fields', () => {
    for (const [Type, expected] of [
      [Sub, 'Sub'],
      [Leaf, 'Leaf'],
    ] as const) {
      const error = new Type('not here', secondParameter);
      expect(error.name).toBe(expected);
      expect(error.extra).toBe('extra');
      expect(String(error)).toMatch(new RegExp(`^${expected}: .*not here`));
      expect(error.toJSON()).toMatchObject({ name: expected });
      expect(error.stack).toContain('subclasses.test.ts');
    }
    const isAborted = name === 'AbortedError';
    expect(new Base('x', secondParameter).name).toBe(isAborted ? 'AbortError' : name);
  });

  test('is recognized, also by another copy of the package, and does not match its base', async () => {
    vi.resetModules();
    const other = await import('../../src/index.ts');
    const theirs: typeof Base = Reflect.get(other, name);
    expect(theirs).not.toBe(Base);
    const error = new Leaf('not here', secondParameter);
    for (const known of [Leaf, Sub, Base, theirs, errors.MasterDataError, other.MasterDataError, Error]) {
      expect(error instanceof known).toBe(true);
    }
    expect(Reflect.apply(Reflect.get(other, `is${name}`), undefined, [error])).toBe(true);
    for (const plain of [new Base('x', secondParameter), new theirs('x', secondParameter)]) {
      expect(plain instanceof Sub).toBe(false);
      expect(plain instanceof Base).toBe(true);
    }
    expect(new Sub('x', secondParameter) instanceof Leaf).toBe(false);
  });
});
