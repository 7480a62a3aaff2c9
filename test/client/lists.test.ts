import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import type { MasterDataClient } from '../../src/client.ts';
import { findByExternalId } from '../../src/helpers/find-by-external-id.ts';
import { addressListItem, customerListItem, ids, productParent } from './records.ts';
import { connect, listen, rejection, serve, serveWith, type TestServer } from './server.ts';

const customer = (number: number) => ({ ...customerListItem, name: `Customer ${number}`, id_erp: `K-${number}` });

/** Serves `total` customers in pages, with a link to the next page. */
async function servePages(total: number, pageSize: number, linkTo = (path: string) => `<${path}>; rel="next"`) {
  return serveWith(({ url = '' }) => {
    const page = Number(new URL(url, 'http://host').searchParams.get('page') ?? 1);
    const data = Array.from({ length: total }, (_, index) => customer(index + 1)).slice(
      (page - 1) * pageSize,
      page * pageSize,
    );
    const headers: Record<string, string> =
      page * pageSize < total ? { link: linkTo(`/api/customers?page=${page + 1}`) } : {};
    return { json: { success: true, data }, headers };
  });
}

async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const records: T[] = [];
  for await (const record of list) records.push(record);
  return records;
}

const urls = (server: TestServer) => server.requests.map(({ url }) => url);

describe('iterating a list', () => {
  test('reads all pages, one request each', async () => {
    const server = await servePages(7, 3);
    const { logger, lines } = listen();
    const records = await collect(connect(server, { logger }).customers.list());
    expect(records.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `Customer ${number}`));
    expect(urls(server)).toEqual(['/api/customers', '/api/customers?page=2', '/api/customers?page=3']);
    expect(new Set(server.requests.map(({ headers }) => headers.authorization)).size).toBe(1);
    expect(lines).toEqual([]);
  });

  test('requests the next page when it is needed', async () => {
    const server = await servePages(7, 3);
    for await (const { name } of connect(server).customers.list()) if (name === 'Customer 3') break;
    expect(urls(server)).toEqual(['/api/customers']);
  });

  test('sends the query with the first request and follows the link as it is', async () => {
    const server = await serveWith((_, count) => ({
      json: { success: true, data: [addressListItem] },
      ...(count === 1 && { headers: { link: '</api/addresses?cursor=a%2Fb>; rel="next"' } }),
    }));
    expect(await collect(connect(server).addresses.list({ customer_id: ids.customer }))).toHaveLength(2);
    expect(urls(server)).toEqual([`/api/addresses?customer_id=${ids.customer}`, '/api/addresses?cursor=a%2Fb']);
  });

  test('uses the options for each page', async () => {
    const server = await serveWith((_, count) =>
      count === 1
        ? { json: { success: true, data: [productParent] }, headers: { link: '<?page=2>; rel=next' } }
        : { status: 503 },
    );
    const list = connect(server).productParents.list({}, { headers: { 'x-tenant': 'a' }, maxRetries: 0 });
    expect(await rejection(collect(list))).toMatchObject({ name: 'ServerError', status: 503 });
    expect(server.requests.map(({ headers }) => headers['x-tenant'])).toEqual(['a', 'a']);
  });

  test('sends the first request once, even if the list is awaited', async () => {
    const server = await servePages(2, 3);
    const list = connect(server).customers.list();
    expect(await list).toHaveLength(2);
    expect(await collect(list)).toHaveLength(2);
    expect(server.requests).toHaveLength(1);
  });

  test('ends when the signal is aborted', async () => {
    const server = await servePages(100, 1);
    const controller = new AbortController();
    const seen: string[] = [];
    const error = await rejection(
      (async () => {
        for await (const { name } of connect(server).customers.list({}, { signal: controller.signal })) {
          if (seen.push(name) === 2) controller.abort();
        }
      })(),
    );
    expect(error).toMatchObject({ name: 'AbortError' });
    expect(seen).toHaveLength(2);
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    ['an absolute URL', (server: TestServer) => `<${server.url}/api/customers?page=2>; rel="next"`],
    ['a relative URL', () => '<customers?page=2>; rel="next"'],
    ['several links', () => '</api/customers>; rel="first", </api/customers?page=2>; title="a, <b>"; rel="next"'],
    ['several relations', () => '</api/customers?page=2>; rel="NEXT last"'],
    ['a relation without quotes', () => '</api/customers?page=2>;rel=next'],
  ])('understands %s', async (_, link) => {
    const server: TestServer = await serveWith((__, count) => ({
      json: { success: true, data: [customer(count)] },
      ...(count === 1 && { headers: { link: link(server) } }),
    }));
    expect(await collect(connect(server).customers.list())).toHaveLength(2);
    expect(urls(server)).toEqual(['/api/customers', '/api/customers?page=2']);
  });

  test.each([
    '</api/customers?page=1>; rel="prev"',
    '/api/customers?page=2',
    '<>; rel="last"',
    'rel="next"',
    '</a>; relation="next"',
    '</a>; title="next"',
    '</a>',
  ])('ends after the page if its link is %s', async (link) => {
    const server = await serve({ json: { success: true, data: [customer(1)] }, headers: { link } });
    expect(await collect(connect(server).customers.list())).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  test('does not send the token to another origin', async () => {
    const other = await serve({ json: { success: true, data: [] } });
    const server = await serve({
      json: { success: true, data: [customer(1)] },
      headers: { link: `<${other.url}/api/customers?page=2>; rel="next"` },
    });
    const seen: unknown[] = [];
    const read = async (client: MasterDataClient) => {
      for await (const record of client.customers.list()) seen.push(record);
    };
    expect(await rejection(read(connect(server)))).toMatchObject({
      name: 'UnexpectedResponseError',
      message: expect.stringContaining('another origin'),
    });
    expect(seen).toHaveLength(1);
    expect(other.requests).toEqual([]);
  });

  test.each(['</api/customers>; rel="next"', '<>; rel="next"', '<http://[>; rel="next"'])(
    'ends with an error if the link is %s, which leads nowhere',
    async (link) => {
      const server = await serve({ json: { success: true, data: [customer(1)] }, headers: { link } });
      expect(await rejection(collect(connect(server).customers.list()))).toMatchObject({
        name: 'UnexpectedResponseError',
        message: expect.stringContaining('the link to the next page'),
      });
      expect(server.requests).toHaveLength(1);
    },
  );

  test('follows a link outside the prefix of the base URL, within the origin', async () => {
    const paths: string[] = [];
    const server = await serveWith((_, count) => ({
      json: { success: true, data: [customer(count)] },
      ...(count === 1 && { headers: { link: '</other/api/customers?page=2>; rel="next"' } }),
    }));
    const client = connect(server, {
      baseUrl: `${server.url}/gateway`,
      hooks: { onResponse: ({ call }) => paths.push(call.path) },
    });
    expect(await collect(client.customers.list())).toHaveLength(2);
    expect(paths).toEqual(['/api/customers', '/other/api/customers']);
  });

  test('keeps the prefix of the base URL', async () => {
    const paths: string[] = [];
    const server = await serveWith((_, count) => ({
      json: { success: true, data: [customer(count)] },
      ...(count === 1 && { headers: { link: '</gateway/api/customers?page=2>; rel="next"' } }),
    }));
    const client = connect(server, {
      baseUrl: `${server.url}/gateway`,
      hooks: { onResponse: ({ call }) => paths.push(call.path) },
    });
    expect(await collect(client.customers.list())).toHaveLength(2);
    expect(urls(server)).toEqual(['/gateway/api/customers', '/gateway/api/customers?page=2']);
    expect(paths).toEqual(['/api/customers', '/api/customers']);
  });
});

describe('awaiting a list that is incomplete logs a warning', () => {
  test('if the response links to a next page', async () => {
    const server = await servePages(7, 3);
    const { logger, lines } = listen();
    const client = connect(server, { logger, validation: { responses: 'off' } });
    expect(await client.customers.list()).toHaveLength(3);
    expect(lines).toEqual([
      'warn [masterdata-sdk] customers.list returned 3 records, but the service has more: the response links to a next page. ' +
        'To read all pages, iterate: for await (const record of client.customers.list()).',
    ]);
    expect(server.requests).toHaveLength(1);
  });

  test('only if the program reads the records of the page', async () => {
    const server = await servePages(7, 3);
    const { logger, lines } = listen();
    const { customers } = connect(server, { logger, validation: { responses: 'off' } });
    const list = customers.list();
    await vi.waitUntil(() => server.requests.length > 0, 60_000);
    expect((await list.asResponse()).status).toBe(200);
    expect(await collect(list)).toHaveLength(7);
    expect(lines).toEqual([]);
    expect((await list.catch(() => [])).length).toBe(3);
    await list.finally(() => {});
    await list.result();
    expect(lines).toHaveLength(1);
    expect(urls(server)).toEqual(['/api/customers', '/api/customers?page=2', '/api/customers?page=3']);
  });

  test.each([
    ['await', async (client: MasterDataClient) => await client.paymentTerms.list()],
    ['for await', (client: MasterDataClient) => collect(client.paymentTerms.list())],
    ['result()', (client: MasterDataClient) => client.paymentTerms.list().result()],
    ['withResponse()', (client: MasterDataClient) => client.paymentTerms.list().withResponse()],
  ])('if the response has unknown members next to data: %s', async (_, read) => {
    const server = await serve({ json: { success: true, data: [{ id: 'a' }], next_cursor: 'x', total: 9 } });
    const { logger, lines } = listen();
    await read(connect(server, { logger }));
    expect(lines).toEqual([
      'warn [masterdata-sdk] paymentTerms.list returned 1 record, but there may be more: next to data, the response has ' +
        'next_cursor, total, which the specification does not document.',
    ]);
  });

  test('with the first five of many unknown members', async () => {
    const members = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`m${index}`.padEnd(60, 'x'), 1]));
    const server = await serve({ json: { success: true, data: [], ...members } });
    const { logger, lines } = listen();
    await connect(server, { logger }).customers.list();
    const names = Array.from({ length: 5 }, (_, index) => `m${index}`.padEnd(40, 'x'));
    expect(lines[0]).toContain(`has ${names.join(', ')}, …, which the specification`);
  });

  test('but a complete list, or another operation, logs none', async () => {
    const link = '</api/customers?page=1>; rel="prev"';
    const server = await serve(
      { json: { success: true, data: [customer(1)] }, headers: { link } },
      {
        json: { success: true, data: { id: ids.category, deleted: true }, took: 3 },
        headers: { link: '<x>; rel=next' },
      },
    );
    const { logger, lines } = listen();
    const client = connect(server, { logger });
    await client.customers.list();
    await client.categories.delete(ids.category);
    expect(lines).toEqual([]);
  });
});

describe('findByExternalId', () => {
  test('finds a record on a later page', async () => {
    const server = await servePages(9, 2);
    const { logger, lines } = listen();
    const found = await findByExternalId(connect(server, { logger }).customers.list(), { id_erp: 'K-8' });
    expect(found?.name).toBe('Customer 8');
    expect(server.requests).toHaveLength(5);
    expect(lines).toEqual([]);
  });

  test('notices a second record on a later page', async () => {
    const server = await serveWith((_, count) => ({
      json: { success: true, data: [customer(1)] },
      ...(count < 3 && { headers: { link: `</api/customers?page=${count + 1}>; rel="next"` } }),
    }));
    expect(await rejection(findByExternalId(connect(server).customers.list(), { id_erp: 'K-1' }))).toMatchObject({
      name: 'MasterDataError',
      message: expect.stringMatching(/^3 records have/),
    });
  });

  test('takes an async iterable', async () => {
    async function* read() {
      yield customer(1);
      yield customer(2);
    }
    expect((await findByExternalId(read(), { id_erp: 'K-2' }))?.name).toBe('Customer 2');
  });
});

describe('a list as a query function of TanStack Query', () => {
  test('rejects with the recipe in JavaScript, and nothing is sent', async () => {
    const server = await serve({ json: { success: true, data: [] } });
    const { list } = connect(server).customers;
    const context = { client: {}, queryKey: ['customers'], signal: new AbortController().signal, meta: undefined };
    const call: Promise<unknown> = Reflect.apply(list, undefined, [context]);
    const error = await rejection(call);
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      message: expect.stringContaining('queryFn: ({ signal }) => client.customers.list({}, { signal })'),
    });
    expect(server.requests).toEqual([]);
  });

  test.each([
    ['customers', 'a string'],
    [7, '7'],
    [null, 'null'],
    [['a'], 'an array'],
    [new URLSearchParams('customer_id=1'), 'URLSearchParams'],
    [new Map([['customer_id', '1']]), 'Map'],
  ])('rejects %s as the query', async (query, received) => {
    const server = await serve({ json: { success: true, data: [] } });
    const { customers } = connect(server);
    const call: Promise<unknown> = Reflect.apply(customers.list, customers, [query]);
    expect(await rejection(call)).toMatchObject({
      name: 'InvalidRequestError',
      message: expect.stringContaining(`the first parameter must be a query, received ${received}`),
    });
    expect(server.requests).toEqual([]);
  });

  test('takes the recipe', async () => {
    const server = await serve({ json: { success: true, data: [customer(1)] } });
    const client = connect(server);
    const queryFn = ({ signal }: { signal: AbortSignal }) => client.customers.list({}, { signal });
    expect(await queryFn({ signal: new AbortController().signal })).toHaveLength(1);
    expect(server.only().url).toBe('/api/customers');
  });
});

describe('the link to the next page', () => {
  test.each([
    ['a title with a comma and a semicolon', '</api/customers?page=2>; title="a, b; c"; rel="next"'],
    ['a title with an escaped quote', '</x>; title="\\", "; rel=prev, </api/customers?page=2>; rel="next"'],
  ])('can be next to %s', async (_, link) => {
    const server = await servePages(2, 1, () => link);
    expect(await collect(connect(server).customers.list())).toHaveLength(2);
  });

  test('can be in one of several headers', async () => {
    const server = await serveWith((_, count) => ({
      json: { success: true, data: [customer(count)] },
      headers: {
        link: ['</api/customers>; rel="first"', ...(count < 2 ? ['</api/customers?page=2>; rel="next"'] : [])],
      },
    }));
    expect(await collect(connect(server).customers.list())).toHaveLength(2);
  });

  test('of another resource is not followed', async () => {
    const link = '</api/customers?page=2>; rel="next"; anchor="/api/contacts"';
    const server = await serve({ json: { success: true, data: [customer(1)] }, headers: { link } });
    expect(await collect(connect(server).customers.list())).toHaveLength(1);
  });

  test.each(['user:hunter2', 'hunter2', ':hunter2'])(
    'must not contain %s, which the error does not show',
    async (user) => {
      const server: TestServer = await serveWith(() => ({
        json: { success: true, data: [customer(1)] },
        headers: { link: `<${server.url.replace('//', `//${user}@`)}/api/customers?page=2>; rel="next"` },
      }));
      const error = await rejection(collect(connect(server).customers.list()));
      expect(error).toMatchObject({
        name: 'UnexpectedResponseError',
        message: expect.stringContaining('the link to the next page contains credentials'),
      });
      expect(inspect(error)).not.toContain('hunter2');
      server.only();
    },
  );
});
