import { expect, test } from 'vitest';
import { createMemoryStore, createMockServer, createSandboxes } from '../../mocks/index.ts';
import { openSocket, send, serve } from './serve.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('only authenticated requests count as a use of a sandbox', async () => {
  // Loaded, but not used since the start: each use shows in the list.
  const store = createMemoryStore();
  await createSandboxes({ persistence: store }).create({ name: 'a', token: 'token-of-sandbox-a' });
  const open = async (onDemand: boolean) => {
    const sandboxes = createSandboxes({ persistence: store, onDemand });
    const { url } = await serve(
      { sandboxes, controlToken: 'control-token-1' },
      createMockServer({ token: 'server-token' }),
    );
    const used = async () => (await sandboxes.list()).some(({ lastUsedAt }) => lastUsedAt !== undefined);
    return { base: `${url}/sandboxes/a`, used };
  };
  for (const onDemand of [false, true]) {
    const { base, used } = await open(onDemand);
    const requests: readonly (readonly [path: string, method: string, headers: Record<string, string>])[] = [
      ['/api/customers', 'GET', {}],
      ['/api/customers', 'GET', bearer('wrong')],
      ['/api/customers', 'POST', bearer('wrong')],
      ['/api/customers', 'HEAD', {}],
      ['/api/customers', 'OPTIONS', {}],
      ['/api/customers', 'GET', bearer('server-token')],
      ['/api/unknown', 'GET', {}],
      ['/api/customers', 'OPTIONS', { origin: 'http://localhost', 'access-control-request-method': 'GET' }],
      ['/__mock/state', 'GET', {}],
      ['/__mock/state', 'GET', bearer('wrong')],
      ['/__mock/state', 'GET', bearer('token-of-sandbox-a')],
      ['/__mock/reset', 'POST', bearer('wrong')],
      ['/__mock/events', 'GET', bearer('wrong')],
      ['/__mock/health', 'GET', {}],
      ['/__mock/', 'GET', { accept: 'text/html' }],
    ];
    for (const [path, method, headers] of requests) {
      await (await fetch(base + path, { method, headers })).text();
      expect([onDemand, path, method, headers, await used()]).toEqual([onDemand, path, method, headers, false]);
    }
    const authenticated: typeof requests = onDemand
      ? [['/api/customers', 'GET', bearer('token-of-sandbox-a')]]
      : [['/__mock/state', 'GET', bearer('control-token-1')]];
    for (const [path, method, headers] of authenticated) await send(base + path, method, undefined, headers);
    expect(await used()).toBe(true);
  }
});

test('a sandbox is deleted after its ttl although a request without a token is in progress', async () => {
  const sandboxes = createSandboxes({ ttl: 200 });
  const { port } = await serve({ sandboxes });
  const { release } = await sandboxes.create({ name: 'a' });
  const other = await sandboxes.open('a', { counts: false });
  const socket = await openSocket(port);
  socket.write('GET /sandboxes/a/api/customers HTTP/1.1\r\nHost: localhost\r\n\r\n');
  release();
  await expect.poll(() => sandboxes.list()).toEqual([]);
  other?.touch();
  other?.release();
  expect(await sandboxes.list()).toEqual([]);
  socket.destroy();
});
