import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { MasterDataClient } from '../../src/client.ts';
import type { Logger } from '../../src/types/logger.ts';
import { contact, customer, customerListItem, ids, product } from './records.ts';
import { connect, rejection, serve } from './server.ts';

/** Creates a logger and the list of its warnings. */
function listen(): { logger: Logger; warnings: string[] } {
  const warnings: string[] = [];
  const silent = () => {};
  return {
    warnings,
    logger: { debug: silent, info: silent, error: silent, warn: (message) => warnings.push(message) },
  };
}

/** The server of a client whose `fetch` sends nothing. */
const anyServer = { url: 'https://api.example.com', requests: [], only: () => expect.unreachable() };

const response = (data: unknown) => ({ json: { success: true, data } });
const odd = { ...customer, type: 'foundation', tax_ids: [{ tax: 7, tax_value: 'x' }], name: undefined, extra: true };

describe('validation of responses', () => {
  test('warns by default and returns the data unchanged', async () => {
    const server = await serve(response(odd));
    const { logger, warnings } = listen();
    const data = await connect(server, { logger, validation: {} }).customers.get(ids.customer);
    expect(data).toEqual(JSON.parse(JSON.stringify(odd)));
    expect(warnings).toEqual([
      '[masterdata-sdk] customers.get: the response does not match the contract at name: is required; ' +
        'type: must be one of "company", "individual", received "foundation"; tax_ids.*.tax: must be a string, received number',
    ]);
  });

  test('warns once per operation and field', async () => {
    const item = { ...customerListItem, name: 7 };
    const server = await serve(response([item, item]));
    const { logger, warnings } = listen();
    const client = connect(server, { logger, validation: {} });
    await client.customers.list();
    await client.customers.list();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('customers.list: the response does not match the contract at *.name');
  });

  test('warns once if many fields are missing, and only about others after that', async () => {
    const server = await serve(
      response({}),
      response({}),
      response({ ...product, name: 7 }),
      response({ ...product, prices: [{}] }),
    );
    const { logger, warnings } = listen();
    const client = connect(server, { logger, validation: {} });
    for (let call = 0; call < 4; call += 1) await client.products.get(ids.product);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^\[masterdata-sdk\] products\.get: .* at id: is required; (?:\w+: is required; ){4}and \d\d more$/,
      ),
      expect.stringMatching(/at prices\.\*\.id: is required; prices\.\*\./),
    ]);
  });

  test.each<[string, (key: number) => string, number]>([
    ['a UUID', (key) => `3f2b8c1e-7d64-4e0b-8f63-${String(key).padStart(12, '0')}`, 1],
    ['a number', String, 1],
    ['a text', (key) => `Customer ${key} ${'x'.repeat(200)}`, 100],
  ])('does not warn about each entry of a record whose key is %s', async (_, keyOf, lines) => {
    const { logger, warnings } = listen();
    let calls = 0;
    const validate = () => {
      calls += 1;
      return { issues: [{ message: 'is wrong', path: ['customers', keyOf(calls), 'name'] }] };
    };
    const fetch = async () => Response.json({ success: true, data: {} });
    const client = connect(anyServer, { logger, fetch, validation: {} });
    const request = { method: 'GET', path: '/api/x', schema: { '~standard': { validate } } } as const;
    for (let call = 0; call < 300; call += 1) await client.request(request);
    expect(calls).toBe(300);
    expect(warnings).toHaveLength(lines);
    expect(warnings.at(-1)).toMatch(
      lines === 1 ? /customers\.\*\.name: is wrong$/ : /More fields of this operation are not logged\.$/,
    );
    expect(warnings.join('').length).toBeLessThan(lines * 400);
  });

  test('does not warn about each path of many requests', async () => {
    const { logger, warnings } = listen();
    const schema = { '~standard': { validate: () => ({ issues: [{ message: 'is wrong' }] }) } };
    const fetch = async () => Response.json({ success: true, data: {} });
    const client = connect(anyServer, { logger, fetch, validation: {} });
    for (let call = 0; call < 300; call += 1) await client.request({ method: 'GET', path: `/api/x-${call}`, schema });
    expect(warnings).toHaveLength(200);
    expect(warnings[199]).toMatch(/ More operations are not logged\.$/);
  });

  test('warns about a sample of a long list, and validates all of it with throw', async () => {
    const list: object[] = Array.from({ length: 5000 }, () => customerListItem);
    const invalid = { ...customerListItem, name: 7 };
    const warningsFor = async (at: number): Promise<readonly string[]> => {
      const server = await serve(response(list.with(at, invalid)));
      const { logger, warnings } = listen();
      await connect(server, { logger, validation: {} }).customers.list();
      expect(await rejection(connect(server).customers.list())).toMatchObject({
        name: 'UnexpectedResponseError',
        issues: [{ path: `${at}.name`, message: 'must be a string, received number' }],
      });
      return warnings;
    };
    const warning =
      '[masterdata-sdk] customers.list: the response does not match the contract at *.name: must be a string, received number (1,000 of 5,000 records were validated)';
    expect(await warningsFor(0)).toEqual([warning]);
    expect(await warningsFor(4999)).toEqual([warning]);
    expect(await warningsFor(1)).toEqual([]);
  });

  test('warns about each record of a list that is not long', async () => {
    const list: object[] = Array.from({ length: 1000 }, () => customerListItem);
    for (const at of [1, 500, 998]) {
      const server = await serve(response(list.with(at, { ...customerListItem, name: 7 })));
      const { logger, warnings } = listen();
      await connect(server, { logger, validation: {} }).customers.list();
      expect(warnings).toEqual([expect.stringMatching(/at \*\.name: must be a string, received number$/)]);
    }
  });

  test('does not warn about valid data with unknown fields', async () => {
    const server = await serve(response({ ...product, brand_new: true }));
    const { logger, warnings } = listen();
    const data = await connect(server, { logger, validation: {} }).products.get(ids.product);
    expect(data).toHaveProperty('brand_new', true);
    expect(warnings).toEqual([]);
  });

  test('throws an error with the issues in the mode throw', async () => {
    const server = await serve(response(odd));
    const error = await rejection(connect(server).customers.get(ids.customer));
    expect(error).toMatchObject({ name: 'UnexpectedResponseError', status: 200 });
    expect(error).toHaveProperty('issues.length', 2);
    expect(String(error)).toContain(
      'returned 200: the data does not match the contract: name is required; tax_ids.0.tax must be a string',
    );
  });

  describe('throws no error for a new value of an enum, which is a warning', () => {
    test.each<[string, (client: MasterDataClient) => Promise<unknown>, unknown]>([
      ['customers.get', ({ customers }) => customers.get(ids.customer), { ...customer, type: 'foundation' }],
      ['contacts.get', ({ contacts }) => contacts.get(ids.contact), { ...contact, role: ['buyer', 'pilot'] }],
      [
        'products.get',
        ({ products }) => products.get(ids.product),
        { ...product, prices: product.prices.map((entry) => ({ ...entry, pricing_model: 'x'.repeat(60) })) },
      ],
      ['customers.list', ({ customers }) => customers.list(), [customerListItem, { ...customerListItem, type: 'new' }]],
    ])('%s', async (operation, call, data) => {
      const server = await serve(response(data));
      const { logger, warnings } = listen();
      expect(await call(connect(server, { logger }))).toEqual(data);
      expect(warnings).toEqual([
        expect.stringMatching(`${operation}: the response does not match the contract at .*: must be one of "`),
      ]);
    });

    test.each([7, null, ['company'], {}])('but %j is no value of an enum', async (type) => {
      const server = await serve(response({ ...customer, type }));
      expect(await rejection(connect(server).customers.get(ids.customer))).toMatchObject({
        name: 'UnexpectedResponseError',
        issues: [{ path: 'type' }],
      });
    });

    test('but a schema of the caller decides itself', async () => {
      const issue = { message: 'must be one of "a", received "b"', path: ['type'] };
      const schema = { '~standard': { validate: () => ({ issues: [issue] }) } };
      const call = connect(await serve(response(customer))).request({ method: 'GET', path: '/api/x', schema });
      expect(await rejection(call)).toMatchObject({ name: 'UnexpectedResponseError', issues: [{ path: 'type' }] });
    });

    test('but a request must not have one', async () => {
      const server = await serve(response(customer));
      const { customers } = connect(server, { validation: { requests: 'throw' } });
      const call = customers.create(JSON.parse('{"name":"Acme","type":"foundation"}'));
      expect(await rejection(call)).toMatchObject({ name: 'InvalidRequestError', issues: [{ path: 'type' }] });
      expect(server.requests).toEqual([]);
    });
  });

  test('can be set for one request', async () => {
    const server = await serve(response(odd));
    const { logger, warnings } = listen();
    const client = connect(server, { logger });
    await client.customers.get(ids.customer, { validation: { responses: 'off' } });
    expect(warnings).toEqual([]);
  });

  test('does not replace an error of the service', async () => {
    const server = await serve({ status: 404, json: { success: false, error: 'Customer not found' } });
    expect(await rejection(connect(server).customers.get(ids.customer))).toMatchObject({ name: 'NotFoundError' });
  });

  test('writes to the console by default and respects the log level', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const server = await serve(response(odd));
    await connect(server, { validation: {} }).customers.get(ids.customer);
    expect(warn).toHaveBeenCalledOnce();
    await connect(server, { validation: {}, logLevel: 'error' }).customers.get(ids.customer);
    await connect(server, { validation: {}, logLevel: 'off' }).customers.get(ids.customer);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  test('returns the data if the validation itself fails', async () => {
    const server = await serve(response(customer));
    const { logger, warnings } = listen();
    const schema = { '~standard': { validate: () => Promise.reject(new Error('broken schema')) } };
    const client = connect(server, { logger, validation: {} });
    expect(await client.request({ method: 'GET', path: '/api/x', schema })).toEqual(customer);
    expect(warnings).toEqual(['[masterdata-sdk] GET /api/x: the response could not be validated: broken schema']);
  });
});

describe('validation of requests', () => {
  const body = { name: 'x', shipping: { weight: 2, color: 'red' }, category_ids: ['no-uuid'] };

  test('is off by default', async () => {
    const server = await serve(response(product));
    const { logger, warnings } = listen();
    await connect(server, { logger, validation: { responses: 'off' } }).products.update(ids.product, body);
    expect(warnings).toEqual([]);
    expect(server.only().json).toHaveProperty('shipping[color]', 'red');
  });

  test('warns and sends the request', async () => {
    const server = await serve(response(product));
    const { logger, warnings } = listen();
    await connect(server, { logger, validation: { requests: 'warn', responses: 'off' } }).products.update(
      ids.product,
      body,
    );
    expect(warnings).toEqual([
      '[masterdata-sdk] products.update: the request does not match the contract at name: must be at least 2 characters; ' +
        'category_ids.*: must be a UUID; shipping[color]: is not a known field',
    ]);
    server.only();
  });

  test('throws and sends nothing', async () => {
    const server = await serve();
    const client = connect(server, { validation: { requests: 'throw' } });
    const error = await rejection(client.products.update(ids.product, body));
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      issues: [
        { path: 'name', message: 'must be at least 2 characters' },
        { path: 'category_ids.0', message: 'must be a UUID' },
        { path: 'shipping[color]', message: 'is not a known field' },
      ],
    });
    expect(String(error)).toContain('products.update was not sent: name must be at least 2 characters');
    expect(await rejection(client.addresses.list({ customer_id: 'x' }))).toMatchObject({
      issues: [{ path: 'customer_id', message: 'must be a UUID' }],
    });
    expect(server.requests).toEqual([]);
  });

  test.each<[string, (client: MasterDataClient, query: never) => Promise<unknown>]>([
    ['addresses.list', ({ addresses }, query) => addresses.list(query)],
    ['customers.list', ({ customers }, query) => customers.list(query)],
    ['paymentTerms.list', ({ paymentTerms }, query) => paymentTerms.list(query)],
  ])('names a query parameter that %s does not have', async (operation, call) => {
    const server = await serve(response([]));
    const misspelled = { customerId: ids.customer, omitted: undefined } as never;
    const client = connect(server, { validation: { requests: 'throw' } });
    expect(await rejection(call(client, misspelled))).toMatchObject({
      message: `${operation} was not sent: customerId is not a known parameter`,
      issues: [{ path: 'customerId', message: 'is not a known parameter' }],
    });
    expect(server.requests).toEqual([]);

    const { logger, warnings } = listen();
    await call(connect(server, { logger, validation: { requests: 'warn' } }), misspelled);
    expect(warnings).toEqual([
      `[masterdata-sdk] ${operation}: the request does not match the contract at customerId: is not a known parameter`,
    ]);
    expect(server.only().url).toContain(`?customerId=${ids.customer}`);
  });

  test('accepts a number of JSON.rawJSON', async () => {
    const server = await serve(response(product));
    const rawJSON: (text: string) => never = Reflect.get(JSON, 'rawJSON');
    const client = connect(server, { validation: { requests: 'throw', responses: 'off' } });
    await client.products.update(ids.product, { shipping: { weight: rawJSON('12.50') } });
    expect(server.only().body).toBe('{"shipping[weight]":12.50}');
    const text = client.products.update(ids.product, { shipping: { weight: rawJSON('"12.50"') } });
    expect(await rejection(text)).toMatchObject({
      issues: [{ path: 'shipping[weight]', message: 'must be a number, received string' }],
    });
  });
});

describe('schemas that cannot be loaded', () => {
  /** Loads a client whose schemas cannot be loaded, as in a page that is older than the files of its server. */
  async function loadConnect(): Promise<typeof connect> {
    vi.resetModules();
    vi.doMock('../../src/contract/contacts.ts', () => Promise.reject(new Error('404')));
    onTestFinished(() => vi.doUnmock('../../src/contract/contacts.ts'));
    return (await import('./server.ts')).connect;
  }

  test('reject a call that must be validated, before anything is sent', async () => {
    const connectAnew = await loadConnect();
    const server = await serve(response(contact));
    const { logger } = listen();
    const error = await rejection(
      connectAnew(server, { logger, validation: { responses: 'throw' } }).contacts.get(ids.contact),
    );
    expect(error).toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining('contacts.get: the response could not be validated'),
    });
    expect(server.requests).toEqual([]);
  });

  test('do not withhold the data otherwise', async () => {
    const connectAnew = await loadConnect();
    const { logger, warnings } = listen();
    const client = connectAnew(await serve(response(contact)), { logger, validation: {} });
    expect(await client.contacts.get(ids.contact)).toEqual(contact);
    expect(warnings).toEqual([
      expect.stringContaining('[masterdata-sdk] contacts.get: the response could not be validated'),
    ]);
  });
});
