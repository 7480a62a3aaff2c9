import { describe, expect, test } from 'vitest';
import type { ListenOptions } from '../../mocks/http.ts';
import { createMockServer } from '../../mocks/index.ts';
import { send, sendRaw, serve } from './serve.ts';

const origin = 'https://app.example.com';
const admitted = { cors: [origin] };

test('a preflight gets the requested headers by name, because browsers do not accept * for authorization', async () => {
  const { url } = await serve(admitted);
  const { status, headers } = await send(`${url}/api/customers`, 'OPTIONS', undefined, {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,x-trace',
  });
  expect(status).toBe(204);
  expect(Object.fromEntries(headers)).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'authorization,content-type,x-trace',
    'access-control-max-age': '7200',
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Private-Network',
  });
  expect(headers.has('access-control-allow-private-network')).toBe(false);
});

test('a page of the public network may call the server if it asks', async () => {
  const { url } = await serve(admitted);
  const { headers } = await send(`${url}/api/customers`, 'OPTIONS', undefined, {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-private-network': 'true',
  });
  expect(headers.get('access-control-allow-private-network')).toBe('true');
});

test('a page may send a method that the path does not have, and read the 405', async () => {
  const { url } = await serve(admitted);
  const preflight = await send(`${url}/api/customers`, 'OPTIONS', undefined, {
    origin,
    'access-control-request-method': 'PUT',
  });
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
  const { status, headers } = await send(`${url}/api/customers`, 'PUT', {}, { origin });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([405, origin]);
});

test('OPTIONS without the headers of a preflight is an API call', async () => {
  const { url } = await serve(admitted);
  expect((await send(`${url}/api/customers`, 'OPTIONS')).status).toBe(405);
});

test('a page may read every response header, including those of rate limits and faults', async () => {
  const mock = createMockServer({ rateLimit: { limit: 1 } });
  const { url } = await serve(admitted, mock);
  const call = () => send(`${url}/api/customers`, 'GET', undefined, { origin, authorization: `Bearer ${mock.token}` });
  expect((await call()).headers.get('ratelimit-limit')).toBe('1');
  const { status, headers } = await call();
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('60');
  expect(headers.get('access-control-expose-headers')).toBe('*');
  // `*` does not work with credentials, but the API has no cookies.
  expect(headers.has('access-control-allow-credentials')).toBe(false);
});

test('an invalid request has no origin that could be admitted', async () => {
  const { url } = await serve(admitted);
  const { status, headers, body } = await send(`${url}/api/customers`, 'GET', undefined, { big: 'x'.repeat(20_000) });
  expect(status).toBe(431);
  expect(headers.has('access-control-allow-origin')).toBe(false);
  expect(body).toEqual({ success: false, error: 'The request line and the headers are larger than 16384 bytes' });
});

test('CORS headers of a fault replace those of the server', async () => {
  const { url, mock } = await serve(admitted);
  mock.faults.add({ status: 503, headers: { 'Access-Control-Allow-Origin': origin, vary: 'Origin' } });
  const { headers } = await send(`${url}/api/customers`, 'GET', undefined, { origin });
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('access-control-expose-headers')).toBe('*');
});

describe('origins', () => {
  /** Returns the status of a call, its CORS headers, and whether it reached the API. */
  async function call(headers: Record<string, string>, options: ListenOptions = {}, method = 'GET') {
    const { url, mock } = await serve(options);
    const response = await send(`${url}/api/customers`, method, undefined, {
      authorization: `Bearer ${mock.token}`,
      ...headers,
    });
    const { status, body } = response;
    const cors = Object.fromEntries([...response.headers].filter(([name]) => /^access-control|^vary$/.test(name)));
    return { status, cors, error: Object(body).error, reached: mock.journal.size > 0 };
  }

  test.each([
    'http://localhost:5173',
    'https://localhost',
    'http://127.0.0.1:1',
    'http://[::1]:3000',
    'http://a.localhost',
  ])('the loopback origin %s is admitted', async (loopback) => {
    const { status, cors } = await call({ origin: loopback });
    expect(status).toBe(200);
    expect(cors).toEqual({
      'access-control-allow-origin': loopback,
      'access-control-expose-headers': '*',
      vary: 'Origin',
    });
  });

  test.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'null',
    'file://',
    'http://localhost:5173/',
    `${origin}.evil.example`,
  ])('the origin %s gets 403 without CORS headers', async (other) => {
    const { status, cors, error, reached } = await call({ origin: other }, admitted);
    expect([status, reached]).toEqual([403, false]);
    expect(cors).toEqual({ vary: 'Origin' });
    expect(error).toContain(`received ${other}. Start the server with --cors`);
  });

  test('a preflight of another origin gets 403 without CORS headers', async () => {
    const headers = { origin, 'access-control-request-method': 'POST' };
    const { status, cors } = await call(headers, {}, 'OPTIONS');
    expect([status, cors]).toEqual([403, { vary: 'Origin' }]);
  });

  test('a request without an origin gets no CORS headers', async () => {
    expect(await call({})).toMatchObject({ status: 200, cors: { vary: 'Origin' } });
  });

  test('listen rejects something other than an origin', async () => {
    await expect(serve({ cors: ['app.example.com'] })).rejects.toThrow(
      'cors: must be an origin like https://app.example.com, received app.example.com',
    );
  });
});

describe('hosts of the API', () => {
  const call = (port: number, host: string) =>
    sendRaw(port, `GET /api/customers HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);

  test('a server on a loopback address rejects other names (DNS rebinding)', async () => {
    const { port } = await serve({ allowedHosts: ['mock'] });
    expect(await call(port, 'evil.example')).toMatch(/^HTTP\/1\.1 403 [\s\S]+--allowed-host evil\.example/);
    for (const host of ['localhost:4010', '127.0.0.1', 'mock'])
      expect(await call(port, host)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('a server on another address accepts any name', async () => {
    const { port } = await serve({ host: '0.0.0.0' });
    expect(await call(port, 'mock.example')).toMatch(/^HTTP\/1\.1 401 /);
  });
});
