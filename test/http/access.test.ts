import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { isLoopback } from '../../mocks/control-api/access.ts';
import type { ListenOptions } from '../../mocks/http.ts';
import { sendRaw, serve } from './serve.ts';

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
  // A page can neither read the response nor change the mock.
  expect(origin).toBeUndefined();
  expect(mock.clock.now() === 0).toBe(status !== 200);
  return { status, error: JSON.stringify(body) };
}

describe('the control API', () => {
  test.each(['localhost:4010', '127.0.0.1:4010', '[::1]:4010', 'app.localhost', 'LOCALHOST', '192.168.1.20:4010'])(
    'accepts programs that call it %s',
    async (host) => {
      expect((await reset({ host })).status).toBe(200);
    },
  );

  test('accepts its own pages, requests of Playwright and Cypress, and an address that a user typed', async () => {
    expect((await reset({ host: 'localhost:4010', origin: 'http://localhost:4010' })).status).toBe(200);
    expect((await reset({ host: 'localhost:4010', 'sec-fetch-site': 'none' })).status).toBe(200);
    expect((await reset({ host: 'localhost:4010', 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test.each(['https://evil.example', 'http://localhost:3000', 'http://evil.localhost:4010', 'null', 'file://'])(
    'rejects a page of %s',
    async (origin) => {
      const { status, error } = await reset({ host: 'localhost:4010', origin });
      expect(status).toBe(403);
      expect(error).toContain('rejects requests of pages');
    },
  );

  test.each(['cross-site', 'same-site'])('rejects a %s request of a page that sends no origin', async (site) => {
    expect((await reset({ host: 'localhost:4010', 'sec-fetch-site': site })).status).toBe(403);
  });

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
