import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { connect, rejection, serve, token } from './server.ts';

const ok = { json: { success: true, data: { id: 7 } } };

describe('client.request', () => {
  test('reaches any path, and sends the body as it is given', async () => {
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

  test('takes its type from a schema, and returns the data as it came', async () => {
    const server = await serve({ json: { success: true, data: { id: 7, extra: 'kept' } } });
    const data = await connect(server).request({
      method: 'GET',
      path: '/api/pricebooks/7',
      schema: z.object({ id: z.number() }),
    });
    expectTypeOf(data).toEqualTypeOf<{ id: number }>();
    expect(data).toEqual({ id: 7, extra: 'kept' });
  });

  test('holds the data against the schema', async () => {
    const server = await serve(ok);
    const error = await rejection(
      connect(server).request({ method: 'GET', path: '/api/x', schema: z.object({ id: z.string() }) }),
    );
    expect(error).toMatchObject({ name: 'UnexpectedResponseError', issues: [{ path: 'id' }] });
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
    '/api/.\t./admin',
    '/api/x?query=1',
    '/api/x#fragment',
    '/api/x y',
    '/api\n',
  ])('refuses the path %j, and sends nothing', async (path) => {
    const server = await serve(ok);
    const client = connect(server, { baseUrl: `${server.url}/prefix` });
    expect(await rejection(client.request({ method: 'GET', path }))).toMatchObject({ name: 'InvalidRequestError' });
    expect(server.requests).toEqual([]);
  });

  test.each(['/', '/api/a..b', '/api/...', '/api/.hidden', '/api//x', '/api/%2F', '/api/x;y=@:$'])(
    'takes the path %j as it is',
    async (path) => {
      const server = await serve(ok);
      await connect(server, { baseUrl: `${server.url}/prefix` }).request({ method: 'GET', path });
      expect(server.only().url).toBe(`/prefix${path}`);
    },
  );
});

describe('a redirect', () => {
  test('to another origin does not carry the token', async () => {
    const other = await serve(ok);
    const server = await serve({ status: 302, headers: { location: `${other.url}/elsewhere` } });
    expect(await connect(server).request({ method: 'GET', path: '/api/x' })).toEqual({ id: 7 });
    expect(server.only().headers.authorization).toBe(`Bearer ${token}`);
    expect(other.only().headers).not.toHaveProperty('authorization');
  });

  test.each([301, 302, 303, 307, 308])(
    'under %i is not followed for what writes: it would be another request',
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
