import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, test } from 'vitest';
import { type ListeningServer, listen } from '../../../mocks/http.ts';
import { demo, type MockServer, type MockServerOptions } from '../../../mocks/index.ts';
import { mockHandlers } from '../../../mocks/msw.ts';
import { setupMockServer } from '../../../mocks/node.ts';
import { listenOnFreePort } from '../../listen-on-free-port.ts';
import { startMock, unknownId } from '../helpers.ts';

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const start = (options: MockServerOptions = {}) => startMock({ seed: demo, maxBodyBytes: 2000, ...options });

/** Starts an HTTP server that is closed after the test. */
async function serve(mock: MockServer = start()): Promise<ListeningServer> {
  const server = await listen(mock);
  closing.push(() => server.close());
  return server;
}

describe('msw', () => {
  /** Starts a server that records the paths of its requests. */
  async function startNetwork() {
    const seen: (string | undefined)[] = [];
    const server = createServer((incoming, response) => {
      seen.push(incoming.url);
      response.end('from the network');
    });
    closing.push(() => void server.close());
    return { seen, url: `http://127.0.0.1:${await listenOnFreePort(server)}` };
  }

  const intercept = (server: ReturnType<typeof setupServer>) => {
    server.listen({ onUnhandledFrame: 'bypass' });
    closing.push(() => server.close());
  };

  describe.each([
    ['setupMockServer', (mock: MockServer) => setupMockServer(mock)],
    ['setupServer with mockHandlers', (mock: MockServer) => setupServer(...mockHandlers(mock))],
  ])('by %s', (_, setUp) => {
    test.each(['/api', '/api/', '/api/unknown', '/api/customers/1/2/3', '/api?x=1', '/api/unknown?x=1'])(
      'a request to an unknown path under the base URL never reaches the network: %s',
      async (path) => {
        const { seen, url } = await startNetwork();
        intercept(setUp(start({ baseUrl: url })));
        const response = await fetch(url + path);
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject({
          success: false,
          error: expect.stringMatching(/^No such endpoint: GET \/api/),
        });
        expect(seen).toEqual([]);
      },
    );

    test('requests outside the base URL are not handled', async () => {
      const { seen, url } = await startNetwork();
      intercept(setUp(start({ baseUrl: `${url}/masterdata` })));
      for (const path of ['/', '/api/customers', '/masterdata2/api/customers']) {
        expect(await (await fetch(url + path)).text()).toBe('from the network');
      }
      expect(seen).toEqual(['/', '/api/customers', '/masterdata2/api/customers']);
    });
  });

  test('setupMockServer responds outside /api/ as well, so that a wrong path is noticed', async () => {
    const { seen, url } = await startNetwork();
    intercept(setupMockServer(start({ baseUrl: url })));
    for (const path of ['/', '/apis', '/customers']) expect((await fetch(url + path)).status).toBe(404);
    expect(seen).toEqual([]);
  });

  test('the handlers ignore requests outside /api/, because a page may have the same origin', async () => {
    const { seen, url } = await startNetwork();
    intercept(setupServer(...mockHandlers(start({ baseUrl: url }))));
    for (const path of ['/', '/apis', '/customers']) {
      expect(await (await fetch(url + path)).text()).toBe('from the network');
    }
    expect(seen).toEqual(['/', '/apis', '/customers']);
  });
});

describe('real HTTP', () => {
  /** Sends a request with `node:http` and reads the whole response. */
  async function send(url: string, options: RequestOptions = {}, body = '') {
    const outgoing = request(url, options);
    outgoing.end(body);
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
    if (!incoming) throw new Error('no response');
    return { reused: outgoing.reusedSocket, incoming, status: incoming.statusCode, text: await text(incoming) };
  }

  test('listens only on this machine, on a free port, by default', async () => {
    const server = await serve();
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect(server.port).toBeGreaterThan(0);
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === '::1'),
  );

  test.runIf(hasIpv6)('listens on the given host', async () => {
    const server = await listen(start(), { host: '::1', port: 0 });
    closing.push(() => server.close());
    expect(server.url).toBe(`http://[::1]:${server.port}`);
    expect((await fetch(`${server.url}/api/customers`)).status).toBe(401);
  });

  test('rejects if the port is in use', async () => {
    const { port } = await serve();
    await expect(listen(start(), { port })).rejects.toThrow(expect.objectContaining({ code: 'EADDRINUSE' }));
  });

  test('a chunked body over the limit gets 413 before it ends, and the server keeps working', async () => {
    const mock = start();
    const server = await serve(mock);
    const outgoing = request(`${server.url}/api/customers`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mock.token}`,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      },
    });
    outgoing.on('error', () => {
      // The server may close the connection while the rest is being written.
    });
    for (let chunk = 0; chunk < 5; chunk += 1) outgoing.write('x'.repeat(1000));
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
    if (!incoming) throw new Error('no response');
    expect(incoming.statusCode).toBe(413);
    expect(JSON.parse(await text(incoming))).toEqual({
      success: false,
      error: 'Request body too large: the limit is 2000 bytes',
    });
    outgoing.destroy();

    const response = await fetch(`${server.url}/api/customers`, { headers: { authorization: `Bearer ${mock.token}` } });
    expect(response.status).toBe(200);
  });

  test('a client that disconnects in the middle of its body does no harm', async () => {
    const mock = start();
    const server = await serve(mock);
    const before = mock.db.customers.size;
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      `POST /api/customers HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${mock.token}\r\n` +
        'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"name":',
    );
    await once(socket, 'connect');
    socket.destroy();
    await once(socket, 'close');
    expect((await fetch(`${server.url}/api/unknown`)).status).toBe(404);
    expect(mock.db.customers.size).toBe(before);
  });

  test('bytes that are not HTTP are rejected, and the server keeps working', async () => {
    const server = await serve();
    const socket = connect(server.port, '127.0.0.1');
    socket.end('hello\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await fetch(`${server.url}/api/customers`)).status).toBe(401);
  });

  test('responds to a CORS preflight with authorization', async () => {
    const server = await serve();
    const response = await fetch(`${server.url}/api/products/${unknownId}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    const list = (name: string) => response.headers.get(name)?.split(/,\s*/);
    expect(response.status).toBe(204);
    expect(list('access-control-allow-origin')).toEqual(['http://localhost:5173']);
    expect(list('access-control-allow-methods')).toEqual(expect.arrayContaining(['GET', 'POST', 'PATCH', 'DELETE']));
    // For a browser, `*` does not include `authorization`: the header must be named.
    expect(list('access-control-allow-headers')).toEqual(expect.arrayContaining(['authorization', 'content-type']));
  });

  test('a page of a loopback origin may read every response, including errors', async () => {
    const mock = start();
    const server = await serve(mock);
    const origin = 'http://localhost:5173';
    for (const headers of [{ origin }, { origin, authorization: `Bearer ${mock.token}` }]) {
      const response = await fetch(`${server.url}/api/customers`, { headers });
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('access-control-expose-headers')).toBe('*');
    }
  });

  test('a connection is kept alive after errors', async () => {
    const mock = start();
    const server = await serve(mock);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    closing.push(() => agent.destroy());
    const headers = { authorization: `Bearer ${mock.token}` };
    const get = (path: string, sent = headers) => send(server.url + path, { agent, headers: sent });

    const responses = [
      await get('/api/customers', { authorization: 'Bearer wrong' }),
      await get('/api/unknown'),
      await get('/api/products'),
      await get('/api/products/42'),
      await get('/api/customers'),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 404, 501, 400, 200]);
    expect(responses.map(({ reused }) => reused)).toEqual([false, true, true, true, true]);
  });

  test('the unread body of a rejected request is not parsed as the next request', async () => {
    const mock = start();
    const server = await serve(mock);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    closing.push(() => agent.destroy());
    const post = (headers: Record<string, string>, body: string, path = '/api/customers') =>
      send(server.url + path, { agent, method: 'POST', headers }, body);
    const authorization = `Bearer ${mock.token}`;
    const json = { 'content-type': 'application/json' };
    const smuggled = 'GET /api/customers HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(40);

    const statuses = [];
    for (let round = 0; round < 5; round += 1) {
      statuses.push((await post({ ...json }, smuggled)).status);
      statuses.push((await post({ ...json, authorization }, smuggled, '/api/unknown')).status);
      statuses.push((await post({ ...json, authorization }, smuggled + smuggled)).status);
      statuses.push((await post({ ...json, authorization }, '{"name":"Halm","type":"company"}')).status);
    }
    expect(statuses).toEqual(Array.from({ length: 5 }, () => [401, 404, 413, 201]).flat());
  });

  test('HEAD has the headers of the response and no body', async () => {
    const mock = start();
    const server = await serve(mock);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    closing.push(() => agent.destroy());
    const headers = { authorization: `Bearer ${mock.token}` };
    const head = await send(`${server.url}/api/customers`, { agent, headers, method: 'HEAD' });
    expect(head.status).toBe(405);
    expect(head.incoming.headers).toMatchObject({ 'content-type': 'application/json', allow: 'POST, GET' });
    expect(head.text).toBe('');
    expect((await send(`${server.url}/api/customers`, { agent, headers })).status).toBe(200);
  });

  test('content-length is in bytes', async () => {
    const mock = start();
    const server = await serve(mock);
    mock.db.customers.insert({ name: 'Ünïcödé 家具 🪑', type: 'company' });
    const { incoming, text } = await send(`${server.url}/api/customers`, {
      headers: { authorization: `Bearer ${mock.token}` },
    });
    expect(Number(incoming.headers['content-length'])).toBe(Buffer.byteLength(text));
  });

  test('many concurrent requests each get a response', async () => {
    const mock = start();
    const server = await serve(mock);
    const headers = { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' };
    const names = Array.from({ length: 100 }, (_, n) => `Customer ${n}`);
    const created = await Promise.all(
      names.map(async (name) => {
        const body = JSON.stringify({ name, type: 'company' });
        const response = await fetch(`${server.url}/api/customers`, { method: 'POST', headers, body });
        return response.json();
      }),
    );
    expect(created).toMatchObject(names.map((name) => ({ success: true, data: { name } })));
  });

  test('close returns promptly with open connections: idle, and in the middle of a request', async () => {
    const mock = start();
    const server = await listen(mock);
    const agent = new Agent({ keepAlive: true });
    closing.push(() => agent.destroy());
    await send(`${server.url}/api/customers`, { agent });
    const half = connect(server.port, '127.0.0.1');
    half.on('error', () => {
      // The connection was reset.
    });
    half.write('POST /api/customers HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{');
    await once(half, 'connect');

    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise((resolve) => {
      // Before the connections would time out.
      late = setTimeout(() => resolve('too late'), 20_000);
    });
    expect(await Promise.race([server.close(), tooLate])).toBeUndefined();
    clearTimeout(late);
    await expect(fetch(`${server.url}/api/customers`)).rejects.toThrow();
  });
});
