import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ListenOptions } from '../../mocks/http.ts';
import { createMemoryStore, createMockServer, createSandboxes, demo } from '../../mocks/index.ts';
import { isLoopback } from '../../mocks/servers/node/host-and-origin.ts';
import { send, sendRaw, serve } from './serve.ts';

const controlToken = 'a-control-token-of-a-test';

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

  test('accepts an allowed host with the control token', async () => {
    const options = { allowedHosts: ['mock'], controlToken };
    expect((await reset({ host: 'mock:4010', authorization: `Bearer ${controlToken}` }, options)).status).toBe(200);
    expect((await reset({ host: 'mock:4010' }, options)).status).toBe(401);
    expect((await reset({ host: 'mock.example', authorization: `Bearer ${controlToken}` }, options)).status).toBe(403);
  });

  test.each([
    ...['0.0.0.0', '0.0.0.0:80', '0.0.0.0.', '0', '0:4010', '00', '0x0', '0.0', '0.0.0.1', '[::]', '[::]:4010'],
    ...['[0:0:0:0:0:0:0:0]', '[::0.0.0.0]', '[::ffff:0.0.0.0]', '[::ffff:0:0]:4010', '[::ffff:127.0.0.1]'],
    ...['[::127.0.0.1]', '[::FFFF:7f00:1]'],
  ])('rejects the host %s, where pages look like programs', async (host) => {
    const withToken = { host, authorization: `Bearer ${controlToken}` };
    for (const options of [{}, { controlToken }, { controlToken, host: '0.0.0.0' }, { controlToken, host: '::' }]) {
      const { status, error } = await reset(withToken, options);
      expect([status, error]).toEqual([403, expect.stringContaining('Use localhost, 127.0.0.1 or [::1].')]);
      expect((await reset({ host }, options)).status).toBe(403);
    }
  });

  test.each(['0.0.0.0', '[::]:4010', '[::ffff:127.0.0.1]'])(
    'serves no page and no API at the host %s',
    async (host) => {
      const { port, mock } = await serve();
      for (const path of ['/__mock/', '/__mock', '/api/customers', '/__mock/state']) {
        const lines = `host: ${host}\r\naccept: text/html\r\nauthorization: Bearer ${mock.token}\r\nconnection: close`;
        expect(await sendRaw(port, `GET ${path} HTTP/1.1\r\n${lines}\r\n\r\n`), path).toMatch(/^HTTP\/1\.1 403 /);
      }
    },
  );

  test.each(['1::2', '[::1]:4010', '[fe80::1]', '[2001:db8::1]'])('does not take %s for such a host', async (name) => {
    const host = name.startsWith('[') ? name : `[${name}]`;
    expect((await reset({ host })).status).toBe(200);
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

const forwarded: Record<string, string>[] = [
  { forwarded: 'for=203.0.113.9' },
  { via: '1.1 proxy' },
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-host': 'mocks.example.com' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-anything': '' },
  { 'X-Real-IP': '203.0.113.9' },
  { 'cf-connecting-ip': '203.0.113.9' },
  { 'true-client-ip': '203.0.113.9' },
];

const forwardingHeaders = [
  ...['Forwarded', 'Forwarded-For', 'X-Forwarded', 'X-Forwarded-For', 'X-HTTP-Forwarded-For', 'Via', 'CDN-Loop'],
  ...[
    'X-Real-IP',
    'Client-IP',
    'X-Client-IP',
    'X-Cluster-Client-IP',
    'True-Client-IP',
    'X-ProxyUser-Ip',
    'X-Remote-IP',
  ],
  ...['X-Originating-IP', 'X-Remote-Addr', 'X-Original-Host', 'X-Original-URL', 'X-Envoy-External-Address'],
  ...[
    'X-Envoy-Original-Path',
    'X-Azure-ClientIP',
    'X-Azure-SocketIP',
    'X-Azure-FDID',
    'X-ARR-LOG-ID',
    'X-AppEngine-User-IP',
  ],
  ...['X-AppEngine-Country', 'CF-Connecting-IP', 'CF-Connecting-IPv6', 'CF-Pseudo-IPv4', 'CF-Ray', 'CF-Visitor'],
  ...['CloudFront-Viewer-Address', 'CloudFront-Forwarded-Proto', 'X-Amz-Cf-Id', 'Fastly-Client-IP', 'Fastly-FF'],
  ...[
    'Fly-Client-IP',
    'Fly-Region',
    'X-Vercel-Id',
    'X-NF-Client-Connection-IP',
    'X-NF-Request-ID',
    'Akamai-Origin-Hop',
  ],
  ...['Tailscale-User-Login', 'Tailscale-Funnel-Request', 'Ngrok-Auth-User-Email', 'X-Goog-IAP-JWT-Assertion'],
  ...['X-Goog-Authenticated-User-Email', 'X-Auth-Request-User', 'Remote-User', 'X-MS-Client-Principal-Name'],
];

describe('a request that a proxy forwarded', () => {
  const routes = [
    ...['state', 'tokens', 'events', 'journal', 'snapshot?tokens=true', 'sandboxes', 'policies', 'faults', ''],
    ...['db/customers', 'sandboxes/one', 'fixtures', 'clock', 'search?q=a', 'unknown'],
  ];

  test.each(forwarded)('needs the control token for every route: %j', async (headers) => {
    const { port, controlToken: token, requiresControlToken } = await serve();
    expect(requiresControlToken).toBe(false);
    for (const route of routes) {
      const url = `http://127.0.0.1:${port}/__mock/${route}`;
      const { status, body } = await send(url, 'GET', undefined, headers);
      expect([route, status, body]).toEqual([route, 401, { error: expect.stringContaining('Control token') }]);
    }
    const state = `http://127.0.0.1:${port}/__mock/state`;
    expect((await send(state, 'GET', undefined, { ...headers, authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await send(state, 'GET')).status).toBe(200);
  });

  test('is recognized by the header of any proxy, tunnel or content delivery network', async () => {
    const { port } = await serve();
    const statusWith = async (name: string) =>
      (await send(`http://127.0.0.1:${port}/__mock/state`, 'GET', undefined, { [name]: 'x' })).status;
    const statuses = await Promise.all(forwardingHeaders.map(async (name) => [name, await statusWith(name)] as const));
    expect(statuses.filter(([, status]) => status !== 401)).toEqual([]);
    const others = ['x-request-id', 'traceparent', 'x-client', 'x-call-id', 'cache-control', 'x-zip', 'viable'];
    for (const name of others) expect([name, await statusWith(name)]).toEqual([name, 200]);
  });

  test('changes nothing without the control token, in a sandbox neither', async () => {
    const sandboxes = createSandboxes({ seed: demo });
    const { port, mock } = await serve({ sandboxes });
    const { mock: sandboxed, controlToken: token } = await sandboxes.create({ name: 'one' });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    mock.clock.set(0);
    sandboxed.clock.set(0);
    for (const path of ['', '/sandboxes/one', '/sandboxes/two']) {
      const response = await send(`http://127.0.0.1:${port}${path}/__mock/reset`, 'POST', undefined, headers);
      expect([path, response.status]).toEqual([path, 401]);
    }
    expect([mock.clock.now(), sandboxed.clock.now()]).toEqual([0, 0]);
    const url = `http://127.0.0.1:${port}/sandboxes/one/__mock/state`;
    expect((await send(url, 'GET', undefined, { ...headers, authorization: `Bearer ${token}` })).status).toBe(200);
  });

  test('may use the API with its token', async () => {
    const { url, mock } = await serve({}, createMockServer({ token: 'dev' }));
    const headers = { 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${mock.token}` };
    expect((await send(`${url}/api/customers`, 'GET', undefined, headers)).status).toBe(200);
  });

  test('needs a control token that nobody can guess', async () => {
    const { port } = await serve({ controlToken: 'short' });
    const url = `http://127.0.0.1:${port}/__mock/state`;
    const headers = { authorization: 'Bearer short' };
    expect((await send(url, 'GET', undefined, headers)).status).toBe(200);
    const { status, body } = await send(url, 'GET', undefined, { ...headers, via: '1.1 proxy' });
    expect([status, body]).toEqual([401, { error: expect.stringContaining('must have at least 16 characters') }]);
  });
});

const exposed: ListenOptions[] = [
  { host: '0.0.0.0' },
  { host: '::' },
  { publicUrl: 'https://mocks.example.com' },
  { publicUrl: 'http://127.0.0.1:4010' },
  { allowedHosts: ['mock'] },
];

describe.each(exposed)('a server that others can reach: %j', (options) => {
  test('requires the control token of local programs too', async () => {
    const { port, requiresControlToken, controlToken: token } = await serve(options);
    expect(requiresControlToken).toBe(true);
    const url = `http://127.0.0.1:${port}/__mock/state`;
    expect((await send(url, 'GET')).status).toBe(401);
    expect((await send(url, 'GET', undefined, { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  test('does not start with a short token: of the API, of the control API, or stored', async () => {
    const problem = 'must have at least 16 characters, because others can reach the server, received 15.';
    const short = 'x'.repeat(15);
    await expect(serve(options, createMockServer({ token: short }))).rejects.toThrow(`API token: ${problem}`);
    await expect(serve({ ...options, controlToken: short })).rejects.toThrow(`controlToken: ${problem}`);
    const second = createMockServer();
    second.tokens.issue({ token: short, permissions: [] });
    await expect(serve(options, second)).rejects.toThrow(`API token: ${problem}`);
    const store = createMemoryStore();
    await createMockServer({ token: short }).persist(await store.open('_default'));
    await expect(serve({ ...options, persistence: store })).rejects.toThrow(`API token: ${problem}`);
    await expect(serve({ ...options, controlToken: `${short}x` })).resolves.toBeDefined();
  });

  test('rejects short tokens that come later', async () => {
    const sandboxes = createSandboxes({ seed: demo });
    const { port, mock, controlToken: token, url } = await serve({ ...options, sandboxes });
    const root = `http://127.0.0.1:${port}`;
    const headers = { authorization: `Bearer ${token}` };
    const problem = expect.stringContaining('must have at least 16 characters');
    const snapshot = createMockServer({ token: 'short' }).snapshot({ tokens: true });
    for (const [path, body] of [
      ['tokens', { token: 'short' }],
      ['sandboxes', { name: 'one', token: 'short' }],
      ['snapshot', JSON.parse(JSON.stringify(snapshot))],
    ] as const) {
      const response = await send(`${root}/__mock/${path}`, 'POST', body, headers);
      expect([path, response.status, response.body]).toMatchObject([path, 400, { error: problem }]);
    }
    expect(await sandboxes.list()).toEqual([]);
    mock.tokens.issue({ token: 'short' });
    (await sandboxes.create({ name: 'two', token: 'short' })).release();
    expect(url).toBeDefined();
    for (const path of ['/api/customers', '/sandboxes/two/api/customers']) {
      const response = await send(root + path, 'GET', undefined, { authorization: 'Bearer short' });
      expect([path, response.status, response.body]).toMatchObject([path, 401, { success: false, error: problem }]);
    }
  });
});

test('a local server accepts short tokens', async () => {
  const { port, url } = await serve({ controlToken: 'open' }, createMockServer({ token: 'dev' }));
  expect((await send(`${url}/api/customers`, 'GET', undefined, { authorization: 'Bearer dev' })).status).toBe(200);
  const headers = { authorization: 'Bearer open' };
  const body = { token: 'x' };
  expect((await send(`http://127.0.0.1:${port}/__mock/tokens`, 'POST', body, headers)).status).toBe(201);
});

describe('GET /__mock/health', () => {
  test('tells anybody that the mock is up, and nothing else', async () => {
    const sandboxes = createSandboxes({ seed: demo });
    const { port } = await serve({ sandboxes, controlToken, host: '0.0.0.0' });
    for (const headers of [
      {},
      { via: '1.1 proxy' },
      { authorization: 'Bearer wrong' },
      { origin: 'https://a.example' },
    ]) {
      for (const path of ['/__mock/health', '/__mock/health/', '/__mock/health?x=1', '/sandboxes/none/__mock/health']) {
        const {
          status,
          body,
          headers: sent,
        } = await send(`http://127.0.0.1:${port}${path}`, 'GET', undefined, headers);
        expect([path, status, body]).toEqual([path, 200, { status: 'up' }]);
        expect(sent.get('access-control-allow-origin')).toBeNull();
      }
    }
    const raw = await sendRaw(port, 'HEAD /__mock/health HTTP/1.1\r\nhost: lb.example\r\nconnection: close\r\n\r\n');
    expect(raw).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n$/s);
    expect(await sandboxes.list()).toEqual([]);
    expect((await send(`http://127.0.0.1:${port}/__mock/health`, 'POST')).status).toBe(401);
    expect((await send(`http://127.0.0.1:${port}/__mock/healthy`, 'GET')).status).toBe(401);
  });

  test('is not there without a control API', async () => {
    const { port } = await serve({ control: false });
    expect((await send(`http://127.0.0.1:${port}/__mock/health`, 'GET')).status).toBe(404);
  });
});

test('every response of the control API has headers against pages that embed it', async () => {
  const sandboxes = createSandboxes();
  const { port } = await serve({ cors: ['https://app.example.com'], sandboxes });
  const origin = 'https://app.example.com';
  const responses = [
    await send(`http://127.0.0.1:${port}/__mock/state`, 'GET'),
    await send(`http://127.0.0.1:${port}/__mock/health`, 'GET'),
    await send(`http://127.0.0.1:${port}/__mock/nothing`, 'GET'),
    await send(`http://127.0.0.1:${port}/__mock/state`, 'GET', undefined, { origin }),
    await send(`http://127.0.0.1:${port}/__mock/state`, 'GET', undefined, { origin: 'https://evil.example' }),
    await send(`http://127.0.0.1:${port}/sandboxes/none/__mock/state`, 'GET'),
    await send(`http://127.0.0.1:${port}/__mock/journal.har`, 'GET'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 401, 403, 404, 200]);
  for (const { headers } of responses) {
    expect([headers.get('x-content-type-options'), headers.get('cross-origin-resource-policy')]).toEqual([
      'nosniff',
      'same-origin',
    ]);
  }
});

describe('a server behind a proxy', () => {
  const publicUrl = 'https://mocks.example.com/shop/';

  test('gives its public URLs', async () => {
    const server = await serve({ publicUrl }, createMockServer({ baseUrl: 'https://api.example.com/v1' }));
    expect([server.url, server.controlUrl]).toEqual([
      'https://mocks.example.com/shop/v1',
      'https://mocks.example.com/shop/__mock/',
    ]);
    const headers = { authorization: `Bearer ${server.controlToken}` };
    const { body } = await send(`http://127.0.0.1:${server.port}/__mock/state`, 'GET', undefined, headers);
    expect(body).toMatchObject({ baseUrl: server.url });
  });

  test.each(['', '/shop'])('accepts requests whose path begins with %j', async (prefix) => {
    const { port, mock, controlToken: token } = await serve({ publicUrl });
    mock.policies.pagination = 'link:1';
    const headers = { authorization: `Bearer ${mock.token}` };
    const list = await send(`http://127.0.0.1:${port}${prefix}/api/customers`, 'GET', undefined, headers);
    expect(list.headers.get('link')).toBe('</shop/api/customers?page=2>; rel="next"');
    const control = { authorization: `Bearer ${token}` };
    expect((await send(`http://127.0.0.1:${port}${prefix}/__mock/state`, 'GET', undefined, control)).status).toBe(200);
  });

  test('accepts its public host and origin', async () => {
    const options = { publicUrl, controlToken };
    const authorization = `Bearer ${controlToken}`;
    const headers = { host: 'mocks.example.com', origin: 'https://mocks.example.com', authorization };
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

test('leads a browser that opens the URL of the server, or of a sandbox, to the workbench', async () => {
  const { url, mock } = await serve({ sandboxes: createSandboxes({ seed: demo }) });
  await send(`${url}/__mock/sandboxes`, 'POST', { name: 'one' });
  const open = (path: string, accept = 'text/html') => fetch(url + path, { headers: { accept }, redirect: 'manual' });
  for (const [path, status] of [
    ['/', 404],
    ['/sandboxes/one/', 401],
  ] as const) {
    const response = await open(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, '__mock/']);
    expect((await open(path, 'application/json')).status).toBe(status);
  }
  expect((await open('/api/')).status).toBe(404);
  expect(mock.journal.list().map((entry) => entry.url)).toEqual(['/', '/api/']);
  const { url: withoutControl } = await serve({ control: false });
  expect((await fetch(withoutControl, { headers: { accept: 'text/html' } })).status).toBe(404);
});

test.each(['/', '/__mock', '/__mock/', '/__mock/workbench/none.js', '/__mock/openapi.json', '/__mock/events'])(
  'HEAD %s has the headers of GET and no body',
  async (path) => {
    const { port, url } = await serve();
    const headers = { accept: path.endsWith('.json') ? 'application/json' : 'text/html' };
    const aborted = new AbortController();
    onTestFinished(() => aborted.abort());
    const { signal } = aborted;
    const got = await fetch(url + path, { headers, signal, redirect: 'manual' });
    const lines = `host: 127.0.0.1:${port}\r\naccept: ${headers.accept}\r\naccept-encoding: gzip\r\nconnection: close`;
    const raw = await sendRaw(port, `HEAD ${path} HTTP/1.1\r\n${lines}\r\n\r\n`);
    expect(raw).toMatch(new RegExp(`^HTTP/1\\.1 ${got.status} [^]*\\r\\n\\r\\n$`));
    for (const name of ['content-type', 'content-length', 'location', 'cache-control']) {
      const [, value = null] = new RegExp(`^${name}: (.*)\\r$`, 'm').exec(raw) ?? [];
      expect([name, value]).toEqual([name, got.headers.get(name)]);
    }
  },
);

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
