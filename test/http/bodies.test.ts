import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createMockServer, demo, type MockServer } from '../../mocks/index.ts';
import { openSocket, sendRaw, serve } from './serve.ts';

/** More than Node reads of a body by itself. */
const padding = ' '.repeat(1_000_000);

function headersOf(mock: MockServer): Record<string, string> {
  return { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' };
}

/** The head of a request with a body, for a raw connection. */
function head(line: string, mock: MockServer, headers: string, token = mock.token): string {
  return `${line} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n${headers}\r\n\r\n`;
}

/** Waits until the server has checked its connections for requests that are late. */
async function waitForTimeouts(port: number, mock: MockServer): Promise<void> {
  const late = await sendRaw(port, head('POST /api/catalogs', mock, 'content-length: 10', 'late'));
  expect(late).toMatch(/^HTTP\/1\.1 401 /);
  expect(await sendRaw(port, 'GET /api/catalogs HTTP/1.1\r\n')).toMatch(/^HTTP\/1\.1 408 /);
}

const waits = [
  ['holds', (mock: MockServer) => mock.faults.hold('catalogs.create')],
  ['delays', (mock: MockServer) => mock.faults.add({ on: 'catalogs.create', delay: 2 ** 31 - 1 })],
] as const;

describe.each(waits)('a write that a fault %s', (_, add) => {
  test.each([
    ['with a length', ''],
    ['with a large body', padding],
  ])('is stored and in the journal if the client gives up, %s', async (__, space) => {
    const { url, mock } = await serve();
    const { id } = add(mock);
    const entered = mock.journal.waitFor('catalogs.create', { timeout: 60_000 });
    const caller = new AbortController();
    const response = fetch(`${url}/api/catalogs`, {
      method: 'POST',
      headers: headersOf(mock),
      body: `${JSON.stringify({ name: 'Spring' })}${space}`,
      signal: caller.signal,
    });
    const rejection = expect(response).rejects.toThrow('abort');
    await mock.faults.reached(id);
    caller.abort();
    await rejection;
    expect(await entered).toMatchObject({ response: { status: 201 }, body: { name: 'Spring' } });
    expect(mock.db.catalogs.list({ name: 'Spring' })).toHaveLength(1);
  });
});

describe('a call that waits longer than requestTimeout', () => {
  test.each([
    ['POST', '/api/catalogs', 201, 20_000_000],
    ['POST', '/api/catalogs', 413, 100],
    ['DELETE', '/api/categories/{id}', 200, 100],
    ['GET', '/api/customers', 200, 100],
  ])('%s %s gets its response: %i', async (method, path, status, maxBodyBytes) => {
    const mock = createMockServer({ seed: demo, maxBodyBytes });
    const { port } = await serve({ headersTimeout: 300, requestTimeout: 300 }, mock);
    const { id } = mock.create.category();
    const held = mock.faults.hold('*', { times: 1 });
    const socket = await openSocket(port);
    const body = `${JSON.stringify({ name: 'Spring' })}${padding}`;
    const received = text(socket);
    const line = `${method} ${path.replace('{id}', id)}`;
    socket.write(head(line, mock, `content-length: ${body.length}\r\nconnection: close`));
    socket.write(body);
    await held.reached();
    await waitForTimeouts(port, mock);
    held.release();
    expect(await received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

describe('a body that does not end', () => {
  test('does not delay a 401', async () => {
    const { port, mock } = await serve();
    for (const framing of ['content-length: 1000', 'transfer-encoding: chunked']) {
      const response = await sendRaw(
        port,
        head('POST /api/catalogs', mock, `${framing}\r\nconnection: close`, 'wrong'),
      );
      expect(response).toMatch(/^HTTP\/1\.1 401 /);
    }
  });

  test('does not delay a 413', async () => {
    const { port, mock } = await serve({}, createMockServer({ seed: demo, maxBodyBytes: 100 }));
    const announced = head('POST /api/catalogs', mock, 'content-length: 1000\r\nconnection: close');
    expect(await sendRaw(port, announced)).toMatch(/^HTTP\/1\.1 413 /);
    const sent = head('POST /api/catalogs', mock, 'transfer-encoding: chunked\r\nconnection: close');
    expect(await sendRaw(port, `${sent}70\r\n${'x'.repeat(112)}\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('is a 400 in the journal once the connection ends', async () => {
    const { port, mock } = await serve();
    const held = mock.faults.hold('catalogs.create', { times: 1 });
    const entered = mock.journal.waitFor('catalogs.create', { timeout: 60_000 });
    const socket = await openSocket(port);
    socket.write(`${head('POST /api/catalogs', mock, 'content-length: 1000')}{"name":`, () => socket.destroy());
    expect(await entered).toMatchObject({ response: { status: 400 }, fault: 'hold' });
    expect(held.waiting).toBe(0);
  });
});

test('a client that waits for 100 Continue can send its body while the call is held', async () => {
  const { port, mock } = await serve();
  const held = mock.faults.hold('catalogs.create');
  const request = openRequest({
    port,
    method: 'POST',
    path: '/api/catalogs',
    headers: { ...headersOf(mock), expect: '100-continue' },
  });
  request.flushHeaders();
  await once(request, 'continue');
  request.end(JSON.stringify({ name: 'Spring' }));
  await held.reached();
  held.release();
  const [response] = await once(request, 'response');
  response.resume();
  expect(response.statusCode).toBe(201);
});

test('the headers of a fault have the same characters as in the same process', async () => {
  const { url, mock } = await serve();
  mock.faults.add({ on: '*', status: 503, headers: { 'x-reason': 'Gerät fällt aus' }, body: 'Gerät' });
  const init = { headers: headersOf(mock) };
  for (const send of [() => fetch(`${url}/api/x`, init), () => mock.fetch(`${mock.baseUrl}/api/x`, init)]) {
    const response = await send();
    expect(response.headers.get('x-reason')).toBe('Gerät fällt aus');
    expect(await response.text()).toBe('Gerät');
  }
});
