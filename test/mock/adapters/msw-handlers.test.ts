import { getResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listen } from '../../../mocks/http.ts';
import { demo, type MockServer } from '../../../mocks/index.ts';
import { type HandlerOptions, mockHandlers } from '../../../mocks/msw.ts';
import { startMock } from '../helpers.ts';

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  vi.restoreAllMocks();
});

function intercept(mock: Pick<MockServer, 'baseUrl' | 'fetch'>, options?: HandlerOptions): void {
  const server = setupServer(...mockHandlers(mock, options));
  server.listen({ onUnhandledFrame: 'error' });
  closing.push(() => server.close());
}

describe('a DOM emulation that applies CORS', () => {
  const origin = 'http://localhost:3000';

  test('gets the same response to a preflight as over HTTP', async () => {
    const mock = startMock({ seed: demo });
    const server = await listen(mock);
    closing.push(() => server.close());
    const preflight = {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    };
    const overHttp = await fetch(`${server.url}/api/customers`, preflight);
    intercept(mock);
    const byMsw = await fetch(`${mock.baseUrl}/api/customers`, preflight);
    expect(byMsw.status).toBe(204);
    // MSW accepts every origin. The server names the admitted one.
    expect(overHttp.headers.get('access-control-allow-origin')).toBe(origin);
    for (const [name, value] of byMsw.headers) {
      if (name === 'access-control-allow-origin' || name === 'vary') continue;
      expect([name, overHttp.headers.get(name)]).toEqual([name, value]);
    }
    expect(byMsw.headers.get('access-control-allow-headers')).toBe('authorization, content-type');
    expect(mock.journal.size).toBe(0);
  });

  test('can read responses and errors', async () => {
    const mock = startMock({ seed: demo });
    intercept(mock);
    for (const [token, status] of [
      [mock.token, 200],
      ['x', 401],
    ]) {
      const response = await fetch(`${mock.baseUrl}/api/customers`, {
        headers: { origin, authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(status);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  test('gets the CORS headers of a fault unchanged', async () => {
    const mock = startMock({ seed: demo });
    intercept(mock);
    mock.faults.add({ status: 503, headers: { 'access-control-allow-origin': origin } });
    const authorization = `Bearer ${mock.token}`;
    const response = await fetch(`${mock.baseUrl}/api/customers`, { headers: { origin, authorization } });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  });
});

describe('a DOM emulation whose Request removes the headers of a page, like happy-dom', () => {
  const hidden = ['origin', 'access-control-request-method', 'access-control-request-headers'];
  class PageRequest extends Request {
    constructor(...parameters: ConstructorParameters<typeof Request>) {
      super(...parameters);
      for (const name of hidden) this.headers.delete(name);
    }
  }
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  function send(mock: MockServer, method: string, headers: Record<string, string>) {
    vi.stubGlobal('Request', PageRequest);
    return getResponse(mockHandlers(mock), new PageRequest(`${mock.baseUrl}/api/customers`, { method, headers }));
  }

  test('gets a response to a preflight', async () => {
    const mock = startMock({ seed: demo });
    const response = await send(mock, 'OPTIONS', {
      origin: 'http://localhost:3000',
      'access-control-request-method': 'POST',
    });
    expect(response?.status).toBe(204);
    expect(response?.headers.get('access-control-allow-origin')).toBe('*');
    expect(response?.headers.get('access-control-allow-methods')).toContain('POST');
    expect(mock.journal.size).toBe(0);
  });

  test('can read responses', async () => {
    const mock = startMock({ seed: demo });
    const authorization = `Bearer ${mock.token}`;
    const response = await send(mock, 'GET', { origin: 'http://localhost:3000', authorization });
    expect(response?.status).toBe(200);
    expect(response?.headers.get('access-control-allow-origin')).toBe('*');
    expect((await send(mock, 'OPTIONS', { authorization }))?.status).toBe(405);
  });
});

test('an OPTIONS request that is not a preflight is an API call', async () => {
  const mock = startMock();
  intercept(mock);
  expect((await fetch(`${mock.baseUrl}/api/customers`, { method: 'OPTIONS' })).status).toBe(405);
});

test('an unexpected error is reported, and not hidden behind a network error', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { baseUrl } = startMock();
  intercept({ baseUrl, fetch: () => Promise.reject(new RangeError('status must be from 200 to 599')) });
  const response = await fetch(`${baseUrl}/api/customers`);
  expect(response.status).toBe(500);
  expect(await response.text()).toContain('status must be from 200 to 599');
});

test('a dropped connection is a network error', async () => {
  const mock = startMock();
  intercept(mock);
  mock.faults.add({ fault: 'drop-connection' });
  const headers = { authorization: `Bearer ${mock.token}` };
  await expect(fetch(`${mock.baseUrl}/api/customers`, { headers })).rejects.toThrow('fetch');
});

describe('the option token', () => {
  const statusOf = async (mock: MockServer, init?: RequestInit) =>
    (await fetch(`${mock.baseUrl}/api/catalogs`, { method: 'POST', body: '{"name":"Spring"}', ...init })).status;
  const headers = { 'content-type': 'application/json' };

  test('adds the token to requests that have none, as a proxy does', async () => {
    const mock = startMock();
    intercept(mock, { token: mock.token });
    expect(await statusOf(mock, { headers })).toBe(201);
    expect(mock.journal.last('catalogs.create').body).toEqual({ name: 'Spring' });
    expect(mock.journal.last().headers).toMatchObject(headers);
  });

  test('leaves the token of a request as it is', async () => {
    const mock = startMock();
    intercept(mock, { token: mock.token });
    expect(await statusOf(mock, { headers: { ...headers, authorization: 'Bearer wrong' } })).toBe(401);
  });

  test('is not set by default', async () => {
    const mock = startMock();
    intercept(mock);
    expect(await statusOf(mock, { headers })).toBe(401);
  });
});

test('the base URL of a mock can be a path of the page', () => {
  expect(() => startMock({ baseUrl: '/masterdata' })).toThrow('baseUrl: must be an absolute URL, received /masterdata');
  vi.stubGlobal('location', new URL('https://shop.example/products?tab=prices'));
  expect(startMock({ baseUrl: '/masterdata' }).baseUrl).toBe('https://shop.example/masterdata');
  vi.unstubAllGlobals();
});

describe('the option pathPrefix', () => {
  test.each(['/', '/api/', '/api/customers/'])('%j may end with a slash', async (pathPrefix) => {
    const mock = startMock();
    const handlers = mockHandlers(mock, { pathPrefix, token: mock.token });
    expect((await getResponse(handlers, new Request(`${mock.baseUrl}/api/customers`)))?.status).toBe(200);
  });

  test.each(['api', 'https://example.com/api', 5])('%j is rejected', (pathPrefix) => {
    expect(() => mockHandlers(startMock(), { pathPrefix: pathPrefix as string })).toThrow(
      /^mockHandlers\.pathPrefix: must be empty or begin with a slash, received /,
    );
  });
});
