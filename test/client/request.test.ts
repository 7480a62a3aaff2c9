import ky from 'ky';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { ClientOptions } from '../../src/types/options.ts';
import { connect, rejection, serve, serveWith, type TestServer, token } from './server.ts';

const ok = { json: { success: true, data: { id: 7 } } };

describe('client.request', () => {
  test('sends any path, with an unchanged body', async () => {
    const server = await serve(ok);
    const body = { shipping: { weight: 2 }, 'a[b]': null };
    const data = await connect(server).request<{ id: number }>({
      method: 'POST',
      path: '/api/pricebooks',
      query: { page: 2, tag: ['a', 'b&c'], active: true, none: undefined },
      body,
    });
    expectTypeOf(data).toEqualTypeOf<{ id: number }>();
    expect(data).toEqual({ id: 7 });
    expect(server.only()).toMatchObject({
      method: 'POST',
      url: '/api/pricebooks?page=2&tag=a&tag=b%26c&active=true',
      json: body,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
  });

  test('gets its type from a schema, and returns the data unchanged', async () => {
    const server = await serve({ json: { success: true, data: { id: 7, extra: 'kept' } } });
    const data = await connect(server).request({
      method: 'GET',
      path: '/api/pricebooks/7',
      schema: z.object({ id: z.number() }),
    });
    expectTypeOf(data).toEqualTypeOf<{ id: number }>();
    expect(data).toEqual({ id: 7, extra: 'kept' });
  });

  test('validates the data against the schema', async () => {
    const server = await serve(ok);
    const error = await rejection(
      connect(server).request({ method: 'GET', path: '/api/x', schema: z.object({ id: z.string() }) }),
    );
    expect(error).toMatchObject({ name: 'UnexpectedResponseError', issues: [{ path: 'id' }] });
  });

  test('accepts the path of an issue as keys and as segments', async () => {
    const validate = () => ({
      issues: [{ message: 'is odd', path: ['list', { key: 0 }, { key: 'id' }] }, { message: 'x' }],
    });
    const schema = { '~standard': { version: 1, vendor: 'test', validate } } as const;
    const client = connect(await serve(ok));
    expect(await rejection(client.request({ method: 'GET', path: '/api/x', schema }))).toMatchObject({
      issues: [
        { path: 'list.0.id', message: 'is odd' },
        { path: '', message: 'x' },
      ],
    });
  });

  test('has the same errors and retries', async () => {
    const server = await serve(
      { status: 503, headers: { 'retry-after': '0' } },
      { status: 404, json: { success: false, error: 'Pricebook not found' } },
    );
    const error = await rejection(connect(server).request({ method: 'PUT', path: '/api/pricebooks/7', body: {} }));
    expect(error).toMatchObject({ name: 'NotFoundError', resource: 'Pricebook', method: 'PUT' });
    expect(server.requests).toHaveLength(2);
  });

  test.each<[unknown, string]>([
    [undefined, 'request.method: must be one of GET, POST, PUT, PATCH, DELETE, received "undefined"'],
    [null, 'request.method: must be one of'],
    [{ path: '/api/x' }, 'request.method: must be one of'],
    [{ method: 'post', path: '/api/x' }, 'received "post"'],
    [{ method: 'TRACE', path: '/api/x' }, 'received "TRACE"'],
    [{ method: Symbol('GET'), path: '/api/x' }, 'received "Symbol(GET)"'],
    [{ method: 'GET', path: '/api/x', query: 'a=1' }, 'request.query: must be a plain object, received "a=1"'],
    [{ method: 'GET', path: '/api/x', query: [1] }, 'request.query: must be a plain object, received an array'],
    [
      { method: 'GET', path: '/api/x', query: new URLSearchParams('a=1') },
      'request.query: must be a plain object, received URLSearchParams',
    ],
    [{ method: 'GET', path: '/api/x', querry: {} }, 'Unknown option "request.querry". Did you mean "query"?'],
    [{ method: 'GET', path: '/api/x', schema: {} }, 'request.schema: must be a Standard Schema, received an object'],
  ])('rejects %j and sends nothing', async (request, message) => {
    const server = await serve(ok);
    const error = await rejection(Reflect.apply(connect(server).request, undefined, [request]));
    expect(error).toMatchObject({ name: 'ConfigurationError', message: expect.stringContaining(message) });
    expect(server.requests).toEqual([]);
  });

  test.each([
    '',
    'api/x',
    'https://evil.example/',
    '//evil.example/api',
    '/\\evil.example',
    '/api/../../admin',
    '/api/..',
    '/api/.',
    '/api/%2e%2E/admin',
    '/api/.%2e/admin',
    '/..%2fx',
    '/api/..%2Fadmin',
    '/api/%2e%2e%5cadmin',
    '/api/a%2F..',
    '/api/a%5c.%2fb',
    '/api/..%252f..%252fadmin',
    '/api/%252e%252E/admin',
    // Some servers drop what follows a semicolon, and then resolve the segment.
    '/api/..;/admin',
    '/api/..;x=1%2fadmin',
    '/api/..%3badmin',
    '/api/.\t./admin',
    '/api/x?query=1',
    '/api/x#fragment',
    '/api/x y',
    '/api\n',
    // A URL parser drops control characters at the end, and then sees a dot segment.
    '/..\x01',
    '/api\0',
  ])('rejects the path %j and sends nothing', async (path) => {
    const server = await serve(ok);
    const client = connect(server, { baseUrl: `${server.url}/prefix` });
    expect(await rejection(client.request({ method: 'GET', path }))).toMatchObject({ name: 'InvalidRequestError' });
    expect(server.requests).toEqual([]);
  });

  test.each([
    '/',
    '/api/a..b',
    '/api/...',
    '/api/.hidden',
    '/api//x',
    '/api/%2F',
    '/api/x;y=@:$',
    '/api/a%2Fb',
    '/api/..a%2F...',
    '/api/%25',
  ])('sends the path %j unchanged', async (path) => {
    const server = await serve(ok);
    await connect(server, { baseUrl: `${server.url}/prefix` }).request({ method: 'GET', path });
    expect(server.only().url).toBe(`/prefix${path}`);
  });
});

describe('a redirect', () => {
  test('of a GET is followed within the origin, up to five times', async () => {
    const server = await serveWith((_, count) =>
      count < 6 ? { status: 302, headers: { location: `/step/${count}?a=b` } } : ok,
    );
    const client = connect(server, { headers: { 'x-tenant': 'a' } });
    expect(await client.request({ method: 'GET', path: '/api/x' })).toEqual({ id: 7 });
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/x', ...[1, 2, 3, 4, 5].map((n) => `/step/${n}?a=b`)]);
    expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${token}`]));
  });

  test('is read before it is followed, so that its connection can be used again', async () => {
    const redirect = new Response('Moved', { status: 302, headers: { location: '/next' } });
    const responses = [redirect, Response.json({ success: true, data: 1 })];
    const client = connect(await serve(), { fetch: async () => responses.shift() ?? expect.unreachable() });
    expect(await client.request({ method: 'GET', path: '/api/x' })).toBe(1);
    expect(redirect.bodyUsed).toBe(true);
  });

  test.each(['user', ':hunter2'])('with the credentials %s is not followed', async (credentials) => {
    const server: TestServer = await serveWith(() => ({
      status: 302,
      headers: { location: server.url.replace('//', `//${credentials}@`) },
    }));
    const error = await rejection(connect(server).request({ method: 'GET', path: '/api/x' }));
    expect(error).toMatchObject({ name: 'UnexpectedResponseError', status: 302 });
    expect(String(error)).not.toContain('hunter2');
    server.only();
  });

  test('is an error after the fifth', async () => {
    const server = await serve({ status: 307, headers: { location: '/again' } });
    const error = await rejection(connect(server).request({ method: 'GET', path: '/api/x' }));
    expect(error).toMatchObject({ name: 'UnexpectedResponseError', status: 307 });
    expect(server.requests).toHaveLength(6);
  });

  test.each([301, 302, 303, 307, 308])('under %i to another origin sends nothing there', async (status) => {
    const other = await serve(ok);
    const server = await serve({ status, headers: { location: `${other.url}/elsewhere` } });
    const client = connect(server, {
      headers: { 'x-key': 'hunter2' },
      hooks: { onRequest: () => ({ headers: { 'x-trace': '1' } }) },
    });
    const error = await rejection(client.request({ method: 'GET', path: '/api/x' }));
    expect(error).toMatchObject({ name: 'UnexpectedResponseError', status });
    expect(String(error)).toContain(`a redirect to ${other.url}/elsewhere, which is not followed`);
    server.only();
    expect(other.requests).toEqual([]);
  });

  test('to another origin is not followed after one within the origin', async () => {
    const other = await serve(ok);
    const server = await serve(
      { status: 302, headers: { location: '/next' } },
      { status: 302, headers: { location: `${other.url}/elsewhere` } },
    );
    expect(await rejection(connect(server).request({ method: 'GET', path: '/api/x' }))).toMatchObject({ status: 302 });
    expect(other.requests).toEqual([]);
  });

  test.each<[number, Record<string, string>]>([
    [302, {}],
    [302, { location: 'http://[' }],
    [300, { location: '/elsewhere' }],
    [304, { location: '/elsewhere' }],
  ])('under %i with %j is not followed', async (status, headers) => {
    const server = await serve({ status, headers });
    const error = await rejection(connect(server).request({ method: 'GET', path: '/api/x' }));
    expect(error).toHaveProperty('name', 'UnexpectedResponseError');
    server.only();
  });

  test('is never followed in a browser, and the error says so', async () => {
    const server = await serve(ok);
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    const fetch = vi.fn(async () => {
      throw new TypeError('Failed to fetch');
    });
    const client = connect(server, { fetch, maxRetries: 0 });
    const error = await rejection(client.request({ method: 'GET', path: '/api/x' }));
    vi.unstubAllGlobals();
    expect(fetch).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ redirect: 'error' }));
    expect(String(error)).toContain('that the service does not redirect');
  });

  test.each<[string, (failure: Error) => ClientOptions, string]>([
    ['a system error', (failure) => ({ fetch: () => Promise.reject(failure) }), 'connect ECONNREFUSED 127.0.0.1:4010'],
    ['a hook', (failure) => ({ ky: ky.create({ hooks: { beforeRequest: [() => Promise.reject(failure)] } }) }), 'no'],
  ])('is not named as the cause of %s in an emulated page', async (_, optionsFor, message) => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:4010'), { code: 'ECONNREFUSED' });
    const client = connect(await serve(ok), { ...optionsFor(new TypeError('no', { cause })), maxRetries: 0 });
    const error = await rejection(client.request({ method: 'GET', path: '/api/x' }));
    vi.unstubAllGlobals();
    expect(error).toHaveProperty('message', `GET /api/x failed: ${message}`);
  });

  test.each([301, 302, 303, 307, 308])(
    'under %i is never followed for a write, which would become another request',
    async (status) => {
      const other = await serve(ok);
      const server = await serve({ status, headers: { location: `${other.url}/elsewhere` } });
      const error = await rejection(connect(server).customers.create({ name: 'Acme', type: 'company' }));
      expect(error).toMatchObject({ name: 'UnexpectedResponseError', status });
      expect(String(error)).toContain(`a redirect to ${other.url}/elsewhere`);
      expect(other.requests).toEqual([]);
    },
  );
});
