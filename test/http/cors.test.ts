import { expect, test } from 'vitest';
import { createMockServer } from '../../mocks/index.ts';
import { send, serve } from './serve.ts';

const origin = 'https://app.example.com';

test('a preflight gets the requested headers by name, because browsers do not accept * for authorization', async () => {
  const { url } = await serve();
  const { status, headers } = await send(`${url}/api/customers`, 'OPTIONS', undefined, {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,x-trace',
  });
  expect(status).toBe(204);
  expect(Object.fromEntries(headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization,content-type,x-trace',
    'access-control-max-age': '7200',
    vary: 'Access-Control-Request-Headers, Access-Control-Request-Private-Network',
  });
  expect(headers.has('access-control-allow-private-network')).toBe(false);
});

test('a page of the public network may call the server if it asks', async () => {
  const { url } = await serve();
  const { headers } = await send(`${url}/api/customers`, 'OPTIONS', undefined, {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-private-network': 'true',
  });
  expect(headers.get('access-control-allow-private-network')).toBe('true');
});

test('a page may send a method that the path does not have, and read the 405', async () => {
  const { url } = await serve();
  const preflight = await send(`${url}/api/customers`, 'OPTIONS', undefined, {
    origin,
    'access-control-request-method': 'PUT',
  });
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
  const { status, headers } = await send(`${url}/api/customers`, 'PUT', {}, { origin });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([405, '*']);
});

test('OPTIONS without the headers of a preflight is an API call', async () => {
  const { url } = await serve();
  expect((await send(`${url}/api/customers`, 'OPTIONS')).status).toBe(405);
});

test('a page may read every response header, including those of rate limits and faults', async () => {
  const mock = createMockServer({ rateLimit: { limit: 1 } });
  const { url } = await serve({}, mock);
  const call = () => send(`${url}/api/customers`, 'GET', undefined, { origin, authorization: `Bearer ${mock.token}` });
  expect((await call()).headers.get('ratelimit-limit')).toBe('1');
  const { status, headers } = await call();
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('60');
  expect(headers.get('access-control-expose-headers')).toBe('*');
  // `*` does not work with credentials, but the API has no cookies.
  expect(headers.has('access-control-allow-credentials')).toBe(false);
});

test('a page may read the error of an invalid request', async () => {
  const { url } = await serve();
  const { status, headers, body } = await send(`${url}/api/customers`, 'GET', undefined, { big: 'x'.repeat(20_000) });
  expect(status).toBe(431);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(body).toEqual({ success: false, error: 'The request line and the headers are larger than 16384 bytes' });
});

test('CORS headers of a fault replace those of the server', async () => {
  const { url, mock } = await serve();
  mock.faults.add({ status: 503, headers: { 'Access-Control-Allow-Origin': origin, vary: 'Origin' } });
  const { headers } = await send(`${url}/api/customers`, 'GET', undefined, { origin });
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('access-control-expose-headers')).toBe('*');
});
