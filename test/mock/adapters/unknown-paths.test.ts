import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../mocks/http.ts';
import { call, startMock, unknownId } from '../helpers.ts';

test.each([
  '/',
  '/health',
  '/api',
  '/api/',
  '/api/unknown',
  '/api/customers/',
  '/api//customers',
  '/api/Customers',
  '/API/customers',
  `/api/customers/${unknownId}/`,
  `/api/customers/${unknownId}/contacts`,
  `/api/product-parents/${unknownId}/products`,
  '/v1/api/customers',
  '/api/constructor',
  '/api/__proto__',
])('an unknown path gets a JSON error that names it: %s', async (path) => {
  const response = await call(startMock(), 'GET', path);
  expect(response.status).toBe(404);
  expect(response.headers['content-type']).toBe('application/json');
  expect(response.body).toEqual({
    success: false,
    error: expect.stringContaining(`No such endpoint: GET ${path}. The specification has no such path. `),
  });
});

test.each<[path: string, meant: string, method?: string]>([
  ['/customers', '/api/customers'],
  ['/api/customers/', '/api/customers'],
  ['/api//customers', '/api/customers'],
  ['/api/Customers', '/api/customers'],
  ['/api/customer', '/api/customers'],
  ['/api/address', '/api/addresses'],
  [`/api/category/${unknownId}`, `/api/categories/${unknownId}`],
  ['/api/productParents', '/api/product-parents'],
  ['/api/product_parent', '/api/product-parents'],
  ['/api/paymentterms', '/api/payment-terms'],
  ['/API/customers', '/api/customers'],
  ['/v1/api/customers', '/api/customers'],
  ['/api/api/customers', '/api/customers'],
  [`/products/${unknownId}`, `/api/products/${unknownId}`],
  [`/api/customers/${unknownId}/addresses`, '/api/addresses'],
  [`/api/price/${unknownId}`, `/api/prices/${unknownId}`, 'PATCH'],
])('the error for %s suggests the path that was meant', async (path, meant, method = 'GET') => {
  expect((await call(startMock(), method, path)).body).toMatchObject({
    error: expect.stringMatching(new RegExp(` Did you mean ${meant}\\?$`)),
  });
});

test.each([
  '/',
  '/health',
  '/api',
  '/api/unknown',
  // There is no operation to list them.
  '/catalogs',
  `/api/customers/${unknownId}/contacts`,
  '/a'.repeat(5000),
])('the error for a path that resembles no other says what to do: %s', async (path) => {
  expect((await call(startMock(), 'GET', path)).body).toMatchObject({
    error: expect.stringMatching(
      / Check the path and the base URL\. If another service has this path, add your own handler before the mock\.$/,
    ),
  });
});

describe('a method that the specification does not show on a path', () => {
  test.each([
    ['PUT', '/api/customers', 'POST, GET'],
    ['DELETE', '/api/customers', 'POST, GET'],
    ['POST', `/api/customers/${unknownId}`, 'GET'],
    ['PUT', `/api/products/${unknownId}`, 'GET, PATCH'],
    ['PATCH', '/api/payment-terms', 'GET'],
    ['HEAD', '/api/product-parents', 'POST, GET'],
    ['OPTIONS', `/api/categories/${unknownId}`, 'GET, PATCH, DELETE'],
  ])('%s %s gets a 405 with the documented methods', async (method, path, allow) => {
    const mock = startMock();
    const response = await mock.fetch(mock.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${mock.token}` },
    });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    if (method === 'HEAD') return;
    expect(await response.json()).toEqual({
      success: false,
      error: `No such endpoint: ${method} ${path}. Documented methods of this path: ${allow}.`,
    });
  });

  test('gets an empty Allow header if no method of the path is documented', async () => {
    const response = await call(startMock(), 'PUT', '/api/prices');
    expect(response).toMatchObject({ status: 405, headers: { allow: '' } });
    expect(response.body).toEqual({
      success: false,
      error: 'No such endpoint: PUT /api/prices. Documented methods of this path: none.',
    });
  });

  test('a HEAD request gets no body', async () => {
    const mock = startMock();
    const response = await mock.fetch(`${mock.baseUrl}/api/customers`, { method: 'HEAD' });
    expect(await response.text()).toBe('');
  });
});

describe('a base URL with a path', () => {
  test('is a prefix of every path', async () => {
    const mock = startMock({ baseUrl: 'https://example.com/masterdata/v2/' });
    expect(mock.baseUrl).toBe('https://example.com/masterdata/v2');
    expect((await call(mock, 'GET', '/api/customers')).status).toBe(200);
    expect((await call(mock, 'GET', '/api/unknown')).body).toMatchObject({
      error: expect.stringMatching(/^No such endpoint: GET \/masterdata\/v2\/api\/unknown\. /),
    });
    expect((await call(mock, 'GET', '//api/customers')).body).toMatchObject({
      error: expect.stringMatching(/^No such endpoint: GET .* Did you mean \/masterdata\/v2\/api\/customers\?$/),
    });
  });

  test('that ends in /api is explained in the error, because each path starts with /api', async () => {
    const mock = startMock({ baseUrl: 'https://example.com/api' });
    const response = await mock.fetch('https://example.com/api/customers');
    expect(await response.json()).toMatchObject({
      error: expect.stringMatching(
        /^No such endpoint: GET \/api\/customers\. .* The mock's baseUrl must not end in \/api, because every path starts with it\.$/,
      ),
    });
  });

  test.each([
    ['/api/customers', ' Did you mean /masterdata/v2/api/customers?'],
    ['/masterdata/api/customers', ' Did you mean /masterdata/v2/api/customers?'],
    ['/masterdata/v20/api/customers', ' Did you mean /masterdata/v2/api/customers?'],
    [`/api/customers/${unknownId}`, ` Did you mean /masterdata/v2/api/customers/${unknownId}?`],
    ['/health', ' Check the path and the base URL.'],
    ['/', ' Check the path and the base URL.'],
  ])('is suggested if a request omits it: %s', async (path, advice) => {
    const mock = startMock({ baseUrl: 'https://example.com/masterdata/v2' });
    const server = await listen(mock);
    onTestFinished(() => server.close());
    const headers = { authorization: `Bearer ${mock.token}` };
    for (const response of [
      await mock.fetch(`https://example.com${path}`, { headers }),
      await fetch(`http://127.0.0.1:${server.port}${path}`, { headers }),
    ]) {
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        success: false,
        error: expect.stringContaining(`No such endpoint: GET ${path}. The specification has no such path.${advice}`),
      });
    }
    expect(mock.journal.last()).toMatchObject({ operation: undefined, url: path });
    expect(mock.journal.toHar().log.entries.at(-1)).toMatchObject({
      request: { url: `https://example.com${path}` },
    });
  });

  test.each(['', '/', '?x=1'])('is a path without an endpoint: %j', async (rest) => {
    const mock = startMock({ baseUrl: 'https://example.com/masterdata/v2' });
    const response = await mock.fetch(mock.baseUrl + rest);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: expect.stringMatching(/^No such endpoint: GET \/masterdata\/v2\/?\. /),
    });
  });

  test.each(['', 'example.com', '/api', 'ftp://example.com', 'mailto:a@b.example'])('cannot be %j', (baseUrl) => {
    expect(() => startMock({ baseUrl })).toThrow(TypeError);
  });
});

test('a query does not change the path', async () => {
  const mock = startMock();
  expect((await call(mock, 'GET', '/api/customers?page=2')).status).toBe(200);
  expect((await call(mock, 'GET', '/api/unknown?page=2')).status).toBe(404);
});

test('an aborted request rejects, as with fetch, and changes nothing', async () => {
  const mock = startMock();
  const request = mock.fetch(`${mock.baseUrl}/api/catalogs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
    body: '{"name":"Spring"}',
    signal: AbortSignal.abort(),
  });
  await expect(request).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(mock.db.catalogs.size).toBe(0);
});
