/** The headers `x-call-id` and `x-retry-count`, which the specification does not name. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMockServer, demo } from '../../mocks/index.ts';
import { MasterDataClient } from '../../src/client.ts';
import type { ClientOptions } from '../../src/types/options.ts';
import { customer, ids } from './records.ts';
import { busy, connect, serve } from './server.ts';

const ok = { json: { success: true, data: customer } };

afterEach(() => void vi.unstubAllGlobals());

describe('outside pages', () => {
  test('all attempts of a call have the same id, and each call has another one', async () => {
    const server = await serve(busy(503), busy(429), ok);
    const client = connect(server);
    await client.customers.get(ids.customer);
    await client.customers.get(ids.customer);
    const [first, second, third, other] = server.requests.map(({ headers }) => headers['x-call-id']);
    expect(first).toMatch(/^[\da-f]{24}$/);
    expect([second, third]).toEqual([first, first]);
    expect(other).toMatch(/^[\da-f]{24}$/);
    expect(other).not.toBe(first);
    expect(server.requests.map(({ headers }) => headers['x-retry-count'])).toEqual([undefined, '1', '2', undefined]);
  });

  test('a request with a new token is another attempt', async () => {
    const server = await serve({ status: 401, json: { success: false, error: 'Invalid API token' } }, ok);
    const tokens = ['first-token', 'second-token'];
    await connect(server, { apiToken: () => tokens.shift() ?? '' }).customers.get(ids.customer);
    const [first, second] = server.requests.map(({ headers }) => headers);
    expect(second?.['x-call-id']).toBe(first?.['x-call-id']);
    expect(second?.['x-retry-count']).toBe('1');
  });

  test('each page of a list is a call of its own', async () => {
    const link = { link: '</api/customers?page=2>; rel="next"' };
    const server = await serve(
      { headers: link, json: { success: true, data: [] } },
      { json: { success: true, data: [] } },
    );
    for await (const _ of connect(server).customers.list());
    const [first, second] = server.requests.map(({ headers }) => headers['x-call-id']);
    expect(second).toMatch(/^[\da-f]{24}$/);
    expect(second).not.toBe(first);
  });

  test('none is sent with callHeaders: false', async () => {
    const server = await serve(busy(503), ok);
    await connect(server, { callHeaders: false }).customers.get(ids.customer);
    for (const { headers } of server.requests) {
      expect(headers).not.toHaveProperty('x-call-id');
      expect(headers).not.toHaveProperty('x-retry-count');
    }
  });

  test('a header of the caller replaces the id', async () => {
    const server = await serve(ok);
    await connect(server, { headers: { 'X-Call-Id': 'job-7' } }).customers.get(ids.customer);
    expect(server.only().headers['x-call-id']).toBe('job-7');
  });

  test('a runtime without crypto sends only the number of earlier attempts', async () => {
    vi.stubGlobal('crypto', undefined);
    const server = await serve(busy(503), ok);
    await connect(server).customers.get(ids.customer);
    const [, second] = server.requests.map(({ headers }) => headers);
    expect(second).toMatchObject({ 'x-retry-count': '1' });
    expect(second).not.toHaveProperty('x-call-id');
  });
});

describe('in a page', () => {
  /** Returns the names of the headers of the two attempts of a call in a page of `https://shop.example`. */
  async function sentFrom(
    given: ClientOptions = {},
    { worker, isWorker = false }: { readonly worker?: string; readonly isWorker?: boolean } = {},
  ): Promise<readonly string[]> {
    if (!isWorker) {
      vi.stubGlobal('window', {});
      vi.stubGlobal('document', {});
    }
    vi.stubGlobal('location', new URL('https://shop.example/products'));
    vi.stubGlobal('navigator', {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
      serviceWorker: worker && { controller: { scriptURL: worker } },
    });
    const sent: Record<string, string>[] = [];
    const respond = async (_: unknown, init?: { readonly headers?: unknown }) => {
      sent.push(Object(init?.headers));
      const retry = { status: 503, headers: { 'retry-after': '0' } };
      return Response.json({ success: sent.length > 1, data: [] }, sent.length > 1 ? {} : retry);
    };
    vi.stubGlobal('fetch', respond);
    const { fetch, ...options } = given;
    const client = new MasterDataClient({
      baseUrl: 'https://api.example.com',
      apiToken: 'dev',
      ...options,
      ...(fetch && { fetch: respond }),
    });
    await client.paymentTerms.list();
    expect(sent).toHaveLength(2);
    return [...new Set(sent.flatMap((headers) => Object.keys(headers)).filter((name) => name.startsWith('x-')))];
  }

  const both = ['x-call-id', 'x-retry-count'];

  test('a service of another origin gets none, because its preflight may not allow them', async () => {
    expect(await sentFrom()).toEqual([]);
    expect(await sentFrom({}, { isWorker: true })).toEqual([]);
    expect(await sentFrom({}, { worker: 'https://shop.example/sw.js' })).toEqual([]);
    expect(await sentFrom({ baseUrl: 'http://127.0.0.1:4010' })).toEqual([]);
  });

  test.each(['https://shop.example', 'https://shop.example/masterdata', '/masterdata'])(
    'the origin of the page gets both: %s',
    async (baseUrl) => {
      expect(await sentFrom({ baseUrl })).toEqual(both);
    },
  );

  test('a custom fetch and the service worker of MSW get both', async () => {
    expect(await sentFrom({ fetch: async () => new Response() })).toEqual(both);
    expect(await sentFrom({}, { worker: 'https://shop.example/mockServiceWorker.js' })).toEqual(both);
  });

  test('callHeaders decides', async () => {
    expect(await sentFrom({ callHeaders: true })).toEqual(both);
    expect(await sentFrom({ baseUrl: '/masterdata', callHeaders: false })).toEqual([]);
    expect(await sentFrom({ fetch: async () => new Response(), callHeaders: false })).toEqual([]);
  });
});

test('the options of a mock turn them on', () => {
  expect(createMockServer({ seed: demo }).clientOptions.callHeaders).toBe(true);
});
