import { describe, expect, test, vi } from 'vitest';
import { listen } from '../../mocks/http.ts';
import {
  createMemoryStore,
  createMockServer,
  createSandboxes,
  type Fault,
  type MockServer,
  type SnapshotJson,
} from '../../mocks/index.ts';
import { send } from '../http/serve.ts';

const withHeader = (name: string, value: string): Fault => ({ status: 200, headers: { [name]: value } });

const forbidden: readonly (readonly [name: string, value: string])[] = [
  ['set-cookie', 'a=b'],
  ['Set-Cookie', 'a=b'],
  ['location', 'https://evil.example'],
  ['refresh', '0; url=https://evil.example'],
  ['service-worker-allowed', '/'],
  ['clear-site-data', '"*"'],
  ['content-security-policy', "script-src 'unsafe-inline'"],
  ['X-Content-Type-Options', 'sniff'],
  ['access-control-allow-origin', '*'],
  ['content-disposition', 'attachment; filename=a.html'],
  ['content-encoding', 'gzip'],
  ['strict-transport-security', 'max-age=1'],
  ['report-to', '{}'],
  ['sourcemap', '/a'],
  ['ratelimit', 'limit=1'],
  ['x-custom', 'a'],
  ['content-type', 'text/html'],
  ['Content-Type', 'application/javascript'],
  ['content-type', 'image/svg+xml'],
  ['content-type', 'text/xml'],
  ['content-type', ''],
  // A browser takes the last type of a list.
  ['content-type', 'application/json, text/html'],
  ['content-type', 'application/json; a=b, text/html'],
  ['content-type', 'text/plain; a="b", text/html'],
];

const allowed: readonly (readonly [name: string, value: string])[] = [
  ['Retry-After', '3'],
  ['ratelimit-limit', '1'],
  ['RateLimit-Policy', '1;w=1'],
  ['X-RateLimit-Remaining', '0'],
  ['link', '</api/customers?page=2>; rel="next"'],
  ['x-request-id', 'r'],
  ['www-authenticate', 'Bearer'],
  ['cache-control', 'no-store'],
  ['content-type', 'application/json'],
  ['Content-Type', 'application/problem+json; charset=utf-8'],
  ['content-type', 'text/plain;charset="utf-8"'],
];

/** Returns the error of a function, whether it throws or rejects. */
async function errorOf(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** Returns the JSON of a snapshot whose settings contain a fault. */
function snapshotWith(fault: Fault): SnapshotJson {
  const mock = createMockServer();
  mock.faults.add(fault);
  return JSON.parse(JSON.stringify(mock.snapshot({ settings: true })));
}

const message = /^fault\.headers\.[\w-]+: must be (?:absent|JSON or text\/plain), because sandboxes share one origin/;

describe.each(forbidden)('a fault with %s: %s', (name, value) => {
  const fault = withHeader(name, value);

  test('is rejected by each way into a sandbox of this process', async () => {
    const { mock } = await createSandboxes().create();
    const ways: readonly (() => unknown)[] = [
      () => mock.faults.add(fault),
      () => mock.faults.add(Object.assign(Object.create({ headers: { [name]: value } }), { status: 200 })),
      () => mock.faults.add({ sequence: [{ pass: true }, { status: 200, headers: { [name]: value } }] }),
      () => mock.restore(snapshotWith(fault)),
      () => createSandboxes({ faults: [fault] }),
      () => createSandboxes({ seed: snapshotWith(fault) }),
    ];
    for (const way of ways) {
      const error = await errorOf(way);
      expect(error).toBeInstanceOf(TypeError);
      expect((error as Error).message).toMatch(message);
    }
    expect(mock.faults.list()).toEqual([]);
  });
});

test.each(allowed)('a sandbox may have a fault with %s: %s', async (name, value) => {
  const { mock } = await createSandboxes({ faults: [withHeader(name, value)] }).create();
  const response = await mock.fetch(`${mock.baseUrl}/api/customers`, {
    headers: { authorization: `Bearer ${mock.token}` },
  });
  expect(response.headers.get(name)).toBe(value);
});

test('the error names the allowed headers', async () => {
  const { mock } = await createSandboxes().create();
  expect(() => mock.faults.add(withHeader('set-cookie', 'a=b'))).toThrow(
    'fault.headers.set-cookie: must be absent, because sandboxes share one origin. Allowed headers: cache-control, ' +
      'content-type, link, ratelimit-*, retry-after, www-authenticate, x-ratelimit-*, x-request-id.',
  );
  expect(mock.faults.add('maintenance').id).toBe('1');
});

test('two spellings of one header do not make a list of types', async () => {
  const { mock } = await createSandboxes().create();
  const headers = { 'content-type': 'application/json', 'Content-Type': 'text/html' };
  expect(() => mock.faults.add({ status: 200, headers })).toThrow(message);
});

test('a stored fault of an older version is dropped with a warning', async () => {
  const store = createMemoryStore();
  await createSandboxes({ persistence: store }).create({ name: 'a', token: 'token-of-a' });
  const older: MockServer = createMockServer();
  await older.persist(await store.open('sandboxes/a'));
  older.faults.add(withHeader('set-cookie', 'a=b'));
  await older.flush();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const sandbox = await createSandboxes({ persistence: store }).open('a');
  expect(sandbox?.mock.faults.list()).toEqual([]);
  expect(warn.mock.calls.flat().join()).toMatch(
    /sandbox "a": The stored faults were dropped: fault\.headers\.set-cookie/,
  );
  warn.mockRestore();
});

test("over HTTP, a sandbox rejects such a fault, and the server's own mock accepts it", async () => {
  const sandboxes = createSandboxes();
  const server = await listen(createMockServer(), { sandboxes });
  const { body } = await send(`${server.controlUrl}sandboxes`, 'POST');
  const { controlUrl } = body as { controlUrl: string };
  for (const [name, value] of forbidden) {
    const { status, body: rejected } = await send(`${controlUrl}faults`, 'POST', withHeader(name, value));
    expect([status, rejected]).toEqual([400, { name: 'TypeError', error: expect.stringMatching(message) }]);
    const restored = await send(`${controlUrl}snapshot`, 'POST', snapshotWith(withHeader(name, value)));
    expect([restored.status, restored.body]).toMatchObject([400, { error: expect.stringMatching(message) }]);
  }
  expect((await send(`${controlUrl}faults`, 'GET')).body).toEqual({ faults: [] });
  expect((await send(`${server.controlUrl}faults`, 'POST', withHeader('x-custom', 'a'))).status).toBe(201);
  await server.close();
});

test('a header named __proto__ does not hide others', async () => {
  const { mock } = await createSandboxes().create();
  const hidden = JSON.parse('{"status": 200, "headers": {"__proto__": {"set-cookie": "a=b"}, "x-custom": "a"}}');
  expect(() => mock.faults.add(hidden)).toThrow('fault.headers');
  const own = JSON.parse('{"status": 200, "__proto__": {"headers": {"set-cookie": "a=b"}}}');
  await errorOf(() => mock.faults.add(own));
  expect(JSON.stringify(mock.faults.list())).not.toContain('set-cookie');
});
