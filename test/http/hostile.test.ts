import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { ListenOptions } from '../../mocks/http.ts';
import { createMockServer, demo, type MockServer } from '../../mocks/index.ts';
import { openSocket, sendRaw, serve } from './serve.ts';

/** Starts a server. `responds` returns the status of a call, which must not wait for the other connections. */
async function open(options: ListenOptions = {}, mock: MockServer = createMockServer({ seed: demo })) {
  const server = await serve(options, mock);
  const headers = { authorization: `Bearer ${mock.token}` };
  const responds = async () => {
    const response = await fetch(`${server.url}/api/customers`, { headers, signal: AbortSignal.timeout(60_000) });
    return response.status;
  };
  return {
    ...server,
    responds,
    request: (lines = '') =>
      `GET /api/customers HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${mock.token}\r\n${lines}\r\n`,
  };
}

/** Waits until more can be written to the connection, or until it is closed. */
async function waitUntilWritable(socket: Socket): Promise<void> {
  const ended = new AbortController();
  const { signal } = ended;
  await Promise.race(['drain', 'close'].map((event) => once(socket, event, { signal }))).catch(() => undefined);
  ended.abort();
}

/** Waits until the server closes the connection. */
async function waitUntilClosed(socket: Socket): Promise<void> {
  socket.resume();
  // Not `once`, which rejects if the connection is reset.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}

test('CONNECT gets a response', async () => {
  const { port, responds } = await open();
  expect(await sendRaw(port, 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 405 .*\nallow: GET, HEAD, .*CONNECT is not supported/s,
  );
  expect(await responds()).toBe(200);
});

describe('input that is too large', () => {
  test('a URL', async () => {
    const { port, responds } = await open();
    expect(await sendRaw(port, `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
    expect(await responds()).toBe(200);
  });

  test('many headers', async () => {
    const { port, responds, request } = await open();
    const flood = Array.from({ length: 5000 }, (_, n) => `x-${n}: y\r\n`).join('');
    const response = await sendRaw(port, request(flood));
    expect(response).toMatch(/^HTTP\/1\.1 431 /);
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toMatchObject({ success: false });
    expect(await responds()).toBe(200);
  });

  test('a header that never ends', async () => {
    const { port, responds, request } = await open();
    const socket = await openSocket(port);
    socket.write(request().slice(0, -2));
    let sent = 0;
    while (!socket.closed && sent < 10_000_000) {
      const flushed = socket.write('x'.repeat(65_536));
      sent += 65_536;
      if (!flushed) await waitUntilWritable(socket);
    }
    expect(sent).toBeLessThan(10_000_000);
    expect(await responds()).toBe(200);
  });

  test('the extensions of a chunk', async () => {
    const { port, responds, mock } = await open();
    const response = await sendRaw(
      port,
      `POST /api/customers HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${mock.token}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(100_000)}\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(await responds()).toBe(200);
  });
});

describe('input that takes too long', () => {
  const shortTimeouts = { headersTimeout: 1000, requestTimeout: 2000 };

  test('headers that come byte by byte (slowloris)', async () => {
    const { port, responds, request } = await open(shortTimeouts);
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(port)));
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('x');
    }, 50);
    for (const socket of sockets) socket.write(request().slice(0, -2));
    expect(await responds()).toBe(200);
    await Promise.all(sockets.map(waitUntilClosed));
    clearInterval(drip);
    expect(await responds()).toBe(200);
  });

  test('a connection that sends nothing', async () => {
    const { port, responds } = await open(shortTimeouts);
    const patient = await openSocket((await open({ headersTimeout: 200_000, requestTimeout: 200_000 })).port);
    await waitUntilClosed(await openSocket(port));
    expect(patient.closed).toBe(false);
    expect(await responds()).toBe(200);
  });

  test('an incomplete request gets 408', async () => {
    const { port, request } = await open(shortTimeouts);
    const response = await sendRaw(port, request().slice(0, -2));
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(response).toContain('took too long');
  });

  test.each([
    ['content-length: 1000', (socket: Socket) => socket.write(' ')],
    ['transfer-encoding: chunked', (socket: Socket) => socket.write('1\r\n \r\n')],
  ])('a body that never ends: %s', async (header, drip) => {
    const { port, responds, mock } = await open(shortTimeouts);
    const before = mock.db.customers.size;
    const socket = await openSocket(port);
    socket.write(
      `POST /api/customers HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${mock.token}\r\ncontent-type: application/json\r\n${header}\r\n\r\n`,
    );
    const dripping = setInterval(() => socket.writable && drip(socket), 50);
    const received = text(socket);
    await waitUntilClosed(socket);
    clearInterval(dripping);
    expect(await received.catch(() => '')).toMatch(/^HTTP\/1\.1 408 .*took too long/s);
    expect(mock.db.customers.size).toBe(before);
    expect(await responds()).toBe(200);
  });

  test('a body without end, at full speed: it gets 413, and the server soon closes the connection', async () => {
    const { port, responds, mock } = await open(shortTimeouts, createMockServer({ seed: demo, maxBodyBytes: 10_000 }));
    const socket = await openSocket(port);
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    socket.write(
      `POST /api/customers HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${mock.token}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    let sent = 0;
    while (!socket.closed) {
      sent += chunk.length;
      if (!socket.write(chunk)) await waitUntilWritable(socket);
    }
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    // The buffers of the connection hold a part of it.
    expect(sent).toBeLessThan(100_000_000);
    expect(await responds()).toBe(200);
  });
});

describe('invalid bytes', () => {
  const post = (token: string, headers: string) =>
    `POST /api/catalogs HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n${headers}\r\n\r\n`;
  const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

  test.each([
    ['a chunk size that is not a number', 'transfer-encoding: chunked', 'ZZZ\r\n{}'],
    ['a chunk that is longer than its size', 'transfer-encoding: chunked', '1\r\n{}{}{}\r\n'],
    ['a transfer encoding that is not HTTP', 'transfer-encoding: gzip', '{}'],
    ['a transfer encoding after chunked', 'transfer-encoding: chunked, gzip', '{}'],
  ])('in a body get 400, and nothing changes: %s', async (_, header, body) => {
    const { port, responds, mock } = await open();
    const before = mock.db.catalogs.size;
    const response = await sendRaw(port, post(mock.token, header) + body);
    expect(statusesIn(response)).toEqual([400]);
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toMatchObject({ success: false });
    expect(mock.db.catalogs.size).toBe(before);
    expect(await responds()).toBe(200);
  });

  test.each(['gzip, chunked', 'gzip,chunked', 'deflate, gzip, chunked', 'chunked, chunked', 'identity, chunked'])(
    'in a body that would need another decoder get 501 or 400, and nothing changes: %s',
    async (encoding) => {
      const { port, responds, mock } = await open();
      const before = mock.db.catalogs.size;
      const body = '{"name":"Spring"}';
      const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      const response = await sendRaw(port, post(mock.token, `transfer-encoding: ${encoding}`) + chunks);
      expect(['501', '400']).toContain(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);
      expect(mock.db.catalogs.size).toBe(before);
      expect(await responds()).toBe(200);
    },
  );

  test('in two Transfer-Encoding headers get 501 or 400', async () => {
    const { port, mock } = await open();
    const headers = 'transfer-encoding: gzip\r\ntransfer-encoding: chunked';
    expect(await sendRaw(port, `${post(mock.token, headers)}2\r\n{}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 (501|400) /);
  });

  test('after a complete request do not cut off its response', async () => {
    const { port, responds, mock } = await open();
    const body = '{"name":"Spring"}';
    const response = await sendRaw(
      port,
      `${post(mock.token, `content-length: ${body.length}`)}${body}stray bytes\r\n\r\n`,
    );
    expect(statusesIn(response)).toEqual([201, 400]);
    expect(mock.db.catalogs.find({ name: 'Spring' })).toBeDefined();
    expect(await responds()).toBe(200);
  });

  test('after pipelined and delayed requests get their 400 last', async () => {
    const { port, request, mock } = await open();
    mock.faults.add({ delay: 50 });
    const response = await sendRaw(port, `${request()}${request()}\u0000\u0001${'x'.repeat(100_000)}`);
    expect(statusesIn(response)).toEqual([200, 200, 400]);
  });

  test('behind a request that a fault drops close the connection', async () => {
    const { port, request, mock } = await open();
    mock.faults.add({ fault: 'drop-connection' });
    expect(await sendRaw(port, `${request()}stray bytes\r\n\r\n`)).toBe('');
  });
});

test.each([
  ['GET http://mock.example/api/customers HTTP/1.1', 200],
  ['GET HTTP://mock.example:8080/api/customers?x=1 HTTP/1.1', 200],
  ['GET http://mock.example HTTP/1.1', 404],
  ['GET http://mock.example?/api/customers HTTP/1.1', 404],
])('a request target in absolute form is valid: %s', async (line, status) => {
  const { port, request } = await open();
  const [, ...rest] = request('connection: close\r\n').split('\r\n');
  expect(await sendRaw(port, [line, ...rest].join('\r\n'))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test('a log that throws does not break the response', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const { responds } = await open({
    log: () => {
      throw new Error('disk full');
    },
  });
  expect(await responds()).toBe(200);
  expect(await responds()).toBe(200);
  expect(printed).toHaveBeenCalledWith(
    expect.stringContaining('log'),
    expect.objectContaining({ message: 'disk full' }),
  );
  printed.mockRestore();
});

test('a thousand pipelined requests get their responses in order', async () => {
  const { port, request, responds } = await open();
  const calls = Array.from({ length: 1000 }, (_, n) =>
    n % 2 === 0 ? request() : request().replace('/api/customers', `/api/none/${n}`),
  );
  const response = await sendRaw(port, `${calls.slice(0, -1).join('')}${request('connection: close\r\n')}`);
  const statuses = [...response.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
  expect(statuses).toEqual(calls.map((_, n) => (n % 2 === 0 || n === 999 ? '200' : '404')));
  expect([...response.matchAll(/\/api\/none\/(\d+)/g)].map(([, n]) => Number(n))).toEqual(
    Array.from({ length: 499 }, (_, n) => 2 * n + 1),
  );
  expect(await responds()).toBe(200);
});

test('a client that sends and never reads is not written to without end', async () => {
  let handled = 0;
  const { port, request, responds } = await open({
    log: () => {
      handled += 1;
    },
  });
  const socket = await openSocket(port);
  socket.pause();
  socket.write(request().repeat(30_000));
  let before = -1;
  while (handled !== before) {
    before = handled;
    await wait(200);
  }
  expect(handled).toBeGreaterThan(0);
  expect(handled).toBeLessThan(20_000);
  expect(await responds()).toBe(200);
});

test('a client that pipelines too many requests is disconnected', async () => {
  const { port, request, mock } = await open();
  mock.faults.add({ delay: 60_000 });
  const socket = await openSocket(port);
  socket.write(request().repeat(1500));
  await wait(300);
  expect(socket.closed).toBe(false);
  socket.write(request().repeat(1500));
  await waitUntilClosed(socket);
  mock.faults.clear();
});

test('half-closed connections are closed', async () => {
  const { port, responds } = await open();
  const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(port)));
  for (const [n, socket] of sockets.entries()) socket.end(n % 2 ? 'GET /api/cust' : '');
  await Promise.all(sockets.map(waitUntilClosed));
  expect(await responds()).toBe(200);
});

test('clients that reset their connection do no harm', async () => {
  const { port, request, responds } = await open();
  const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(port)));
  for (const socket of sockets) {
    socket.write(request());
    socket.resetAndDestroy();
  }
  expect(await responds()).toBe(200);
});

test('five hundred idle connections block nothing, and close with the server', async () => {
  const { port, responds, close } = await open();
  const sockets = await Promise.all(Array.from({ length: 500 }, () => openSocket(port)));
  expect(await responds()).toBe(200);
  const all = Promise.all(sockets.map(waitUntilClosed));
  await close();
  await all;
});

test.each([
  ['not HTTP', 'hello\r\n\r\n', 400],
  ['no host', 'GET /api/customers HTTP/1.1\r\n\r\n', 400],
  [
    'two lengths',
    'POST /api/customers HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
  ],
  [
    'a length and chunks',
    'POST /api/customers HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
    400,
  ],
  ['a bare line feed', 'GET /api/customers HTTP/1.1\nhost: localhost\n\n', 400],
  ['a space in a header name', 'GET /api/customers HTTP/1.1\r\nhost: localhost\r\nx y: z\r\n\r\n', 400],
])('a malformed request gets an error: %s', async (_, bytes, status) => {
  const { port, responds } = await open();
  expect(await sendRaw(port, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(await responds()).toBe(200);
});

test('a fault with an invalid header is rejected', async () => {
  const { responds, mock } = await open();
  expect(() => mock.faults.add({ times: 1, status: 503, headers: { 'x-y': 'a\u0100' } })).toThrow(TypeError);
  expect(await responds()).toBe(200);
});
