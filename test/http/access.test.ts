import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { isLoopback } from '../../mocks/control-api/access.ts';
import type { ListenOptions } from '../../mocks/http.ts';
import { createMockServer } from '../../mocks/index.ts';
import { send, sendRaw, serve } from './serve.ts';

/** Returns the status of a control request with headers that `fetch` does not send. */
async function reset(headers: Record<string, string>, options: ListenOptions = {}) {
  const { port, mock } = await serve(options);
  mock.clock.set(0);
  const [status, origin, body] = await new Promise<readonly [number | undefined, string | undefined, unknown]>(
    (resolve, reject) => {
      request({ port, host: '127.0.0.1', path: '/__mock/reset', method: 'POST', headers }, (response) => {
        json(response).then(
          (read) => resolve([response.statusCode, response.headers['access-control-allow-origin'], read]),
          reject,
        );
      })
        .on('error', reject)
        .end();
    },
  );
  // A page of another origin cannot read the response, and nothing changes without access.
  if (status === 403) expect(origin).toBeUndefined();
  expect(mock.clock.now() === 0).toBe(status !== 200);
  return { status, error: JSON.stringify(body) };
}

describe('the control API', () => {
  test.each(['localhost:4010', '127.0.0.1:4010', '[::1]:4010', 'app.localhost', 'LOCALHOST', '192.168.1.20:4010'])(
    'accepts programs that use the host %s',
    async (host) => {
      expect((await reset({ host })).status).toBe(200);
    },
  );

  test('accepts an address that a user typed', async () => {
    expect((await reset({ host: 'localhost:4010', 'sec-fetch-site': 'none' })).status).toBe(200);
  });

  test.each([
    { host: 'localhost:4010', origin: 'http://localhost:4010' },
    { host: 'localhost:4010', 'sec-fetch-site': 'same-origin' },
    { host: 'localhost:4010', 'sec-fetch-site': 'same-site' },
    { host: 'localhost:4010', 'sec-fetch-site': 'cross-site' },
    { host: 'localhost:4010', origin: 'http://localhost:3000' },
    { host: 'localhost:4010', origin: 'http://evil.localhost:4010' },
  ])('requires the control token of a page: %j', async (headers) => {
    const { status, error } = await reset(headers);
    expect(status).toBe(401);
    expect(error).toContain('Control token: must be given');
  });

  test.each(['https://evil.example', 'null', 'file://'])(
    'rejects a page of %s, even with the control token',
    async (origin) => {
      const options = { controlToken: 'open' };
      const { status, error } = await reset({ host: 'localhost:4010', origin, authorization: 'Bearer open' }, options);
      expect(status).toBe(403);
      expect(error).toContain(`Start the server with --cors ${origin}`);
    },
  );

  test.each(['evil.example', 'evil.example:4010', 'localhost.evil.example', '127.0.0.1.evil.example', '@', 'a b'])(
    'rejects the host %s, which may be the name of a page (DNS rebinding)',
    async (host) => {
      const { status, error } = await reset({ host, origin: `http://${host}` });
      expect(status).toBe(403);
      expect(error).toContain('--allowed-host');
    },
  );

  test('accepts an allowed host', async () => {
    expect((await reset({ host: 'mock:4010' }, { allowedHosts: ['mock'] })).status).toBe(200);
    expect((await reset({ host: 'mock.example' }, { allowedHosts: ['mock'] })).status).toBe(403);
  });

  test('rejects a request without a host', async () => {
    const { port } = await serve();
    expect(await sendRaw(port, 'GET /__mock/state HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('rejects the preflight of a page, without CORS headers', async () => {
    const { port } = await serve();
    const response = await fetch(`http://127.0.0.1:${port}/__mock/reset`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(403);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('the control token', () => {
  const state = (port: number, headers: Record<string, string> = {}) =>
    send(`http://127.0.0.1:${port}/__mock/state`, 'GET', undefined, headers);

  test('is random, and opens the control API for pages of the server and of admitted origins', async () => {
    const { port, controlToken, requiresControlToken } = await serve({ cors: ['https://app.example.com'] });
    expect(controlToken).toMatch(/^mdcontrol_[0-9a-f]{64}$/);
    expect(controlToken).not.toBe((await serve()).controlToken);
    expect(requiresControlToken).toBe(false);
    for (const origin of [`http://127.0.0.1:${port}`, 'http://localhost:5173', 'https://app.example.com']) {
      const { status, headers } = await state(port, { origin, authorization: `Bearer ${controlToken}` });
      expect([status, headers.get('access-control-allow-origin')], origin).toEqual([200, origin]);
      // The page can read why it was rejected.
      const denied = await state(port, { origin });
      expect([denied.status, denied.headers.get('access-control-allow-origin')], origin).toEqual([401, origin]);
    }
  });

  test('is required of programs if it was given, or if other machines can reach the server', async () => {
    for (const options of [{ controlToken: 'open' }, { host: '0.0.0.0' }]) {
      const { port, controlToken, requiresControlToken } = await serve(options);
      expect(requiresControlToken).toBe(true);
      const { status, headers, body } = await state(port);
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(JSON.stringify(body)).not.toContain(controlToken);
      expect((await state(port, { authorization: `Bearer ${controlToken}` })).status).toBe(200);
    }
  });

  test.each(['Bearer', 'Bearer ', 'Bearer ope', 'Bearer openn', 'Bearer OPEN', 'Basic open', 'open'])(
    'is not %j',
    async (authorization) => {
      const { port } = await serve({ controlToken: 'open' });
      expect((await state(port, { authorization })).status).toBe(401);
    },
  );

  test('is not the API token, and does not open the API', async () => {
    const { port, mock, url, controlToken } = await serve();
    expect((await state(port, { authorization: `Bearer ${mock.token}` })).status).toBe(401);
    const headers = { authorization: `Bearer ${controlToken}` };
    expect((await send(`${url}/api/customers`, 'GET', undefined, headers)).status).toBe(401);
    await expect(serve({ controlToken: mock.token }, mock)).rejects.toThrow('controlToken: must not be the API token');
  });

  test('is rejected without being shown if a header cannot contain it', async () => {
    await expect(serve({ controlToken: 'se cret' })).rejects.toThrow(
      /^listen\.controlToken: must be printable ASCII without spaces$/,
    );
  });

  test('is never read from a query', async () => {
    const { port } = await serve({ controlToken: 'open' });
    const { status, body } = await send(`http://127.0.0.1:${port}/__mock/state?token=open`, 'GET');
    expect([status, JSON.stringify(body)]).toEqual([401, expect.not.stringContaining('open')]);
  });

  test('lets a page of an admitted origin send a preflight', async () => {
    const { port } = await serve({ cors: ['https://app.example.com'] });
    const response = await fetch(`http://127.0.0.1:${port}/__mock/reset`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization');
  });
});

describe('a server behind a proxy', () => {
  const publicUrl = 'https://mocks.example.com/shop/';

  test('gives its public URLs', async () => {
    const server = await serve({ publicUrl }, createMockServer({ baseUrl: 'https://api.example.com/v1' }));
    expect([server.url, server.controlUrl]).toEqual([
      'https://mocks.example.com/shop/v1',
      'https://mocks.example.com/shop/__mock/',
    ]);
    const { body } = await send(`http://127.0.0.1:${server.port}/__mock/state`, 'GET');
    expect(body).toMatchObject({ baseUrl: server.url });
  });

  test.each(['', '/shop'])('accepts requests whose path begins with %j', async (prefix) => {
    const { port, mock } = await serve({ publicUrl });
    mock.policies.pagination = 'link:1';
    const headers = { authorization: `Bearer ${mock.token}` };
    const list = await send(`http://127.0.0.1:${port}${prefix}/api/customers`, 'GET', undefined, headers);
    expect(list.headers.get('link')).toBe('</shop/api/customers?page=2>; rel="next"');
    expect((await send(`http://127.0.0.1:${port}${prefix}/__mock/state`, 'GET')).status).toBe(200);
  });

  test('accepts its public host and origin', async () => {
    const options = { publicUrl, controlToken: 'open' };
    const headers = { host: 'mocks.example.com', origin: 'https://mocks.example.com', authorization: 'Bearer open' };
    expect((await reset(headers, options)).status).toBe(200);
    expect((await reset({ ...headers, origin: 'http://mocks.example.com' }, options)).status).toBe(200);
    expect((await reset({ ...headers, origin: 'https://other.example.com' }, options)).status).toBe(403);
  });

  test.each(['mocks.example.com', 'ftp://mocks.example.com', 'https://a@b.example', 'https://a.example/?x'])(
    'rejects the public URL %s',
    async (wrong) => {
      await expect(serve({ publicUrl: wrong })).rejects.toThrow('publicUrl: must be a URL like https://');
    },
  );
});

test('redirects browsers from the address of the workbench without its slash', async () => {
  const { port } = await serve();
  const url = `http://127.0.0.1:${port}/__mock`;
  const response = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([308, '__mock/']);
  expect((await send(url, 'GET')).body).toHaveProperty('paths');
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.20', false],
  ['127.0.0.1.evil.example', false],
])('isLoopback(%j) is %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
