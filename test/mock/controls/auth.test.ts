import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { operations as endpoints } from '../../../src/contract/operations.ts';
import { call, contents, startMock, unknownId } from '../helpers.ts';

const segments = [
  ...['addresses', 'catalogs', 'categories', 'contacts', 'customers'],
  ...['payment-terms', 'prices', 'product-parents', 'products'],
] as const;

const permissions = (['*', ...segments] as const).flatMap((segment) =>
  (['read', 'write', '*'] as const).map((verb) => `${segment}:${verb}` as const),
);

const pathOf = ({ path }: Endpoint) => path.replace(/\{\w+\}/g, unknownId);
const request = (endpoint: Endpoint) => [endpoint.method, pathOf(endpoint), endpoint.body && {}] as const;

describe.each(endpoints)('$method $path', (endpoint) => {
  test('requires the Authorization header', async () => {
    const mock = startMock();
    const response = await mock.fetch(mock.baseUrl + pathOf(endpoint), { method: endpoint.method });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      success: false,
      error: 'Missing API token: send the header Authorization: Bearer <API_TOKEN>',
    });
  });

  test('valid token lacking permission for the operation: HTTP 403', async () => {
    const mock = startMock();
    const [segment, verb] = endpoint.permission.split(':');
    const enough = [`${segment}:${verb}`, `${segment}:*`, `*:${verb}`, '*:*'];
    const token = mock.tokens.issue({ permissions: permissions.filter((each) => !enough.includes(each)) });
    const response = await call(mock, ...request(endpoint), { token });
    expect(response.status).toBe(403);
    expect(response.body).toEqual({ success: false, error: 'Forbidden' });
  });

  test('a token with only its permission may call it', async () => {
    const mock = startMock();
    const [segment, verb] = endpoint.permission.split(':');
    const enough = [`${segment}:${verb}`, `${segment}:*`, `*:${verb}`, '*:*'];
    for (const permission of ['*', ...permissions.filter((each) => enough.includes(each))] as const) {
      const response = await call(mock, ...request(endpoint), {
        token: mock.tokens.issue({ permissions: [permission] }),
      });
      expect([401, 403]).not.toContain(response.status);
    }
  });
});

describe('the Authorization header', () => {
  const send = async (authorization: string) => {
    const mock = startMock();
    const response = await mock.fetch(`${mock.baseUrl}/api/customers`, {
      headers: { authorization: authorization.replace('TOKEN', mock.token) },
    });
    return {
      status: response.status,
      body: await response.json(),
      challenge: response.headers.get('www-authenticate'),
    };
  };

  test.each(['Bearer TOKEN', 'bearer TOKEN', 'BEARER TOKEN', 'Bearer   TOKEN'])(
    '%j opens the workspace',
    async (header) => {
      expect(await send(header)).toEqual({ status: 200, body: { success: true, data: [] }, challenge: null });
    },
  );

  test.each([
    'TOKEN',
    'Bearer',
    'BearerTOKEN',
    'Basic TOKEN',
    'Token TOKEN',
    'Bearer TOKENx',
    'Bearer x',
    'Bearer TOKEN TOKEN',
    'Bearer TOKEN, Bearer TOKEN',
    'Bearer "TOKEN"',
    'Bearer __proto__',
  ])('%j gets a 401 with a short text about the API token', async (header) => {
    expect(await send(header)).toEqual({
      status: 401,
      body: { success: false, error: 'Invalid API token' },
      challenge: 'Bearer',
    });
  });

  test('counts as missing if it is empty', async () => {
    expect(await send('')).toMatchObject({ status: 401, body: { error: expect.stringMatching(/^Missing API token/) } });
  });

  test('is invalid if it is sent twice', async () => {
    const mock = startMock();
    const headers = new Headers();
    headers.append('authorization', `Bearer ${mock.token}`);
    headers.append('authorization', `Bearer ${mock.token}`);
    expect((await mock.fetch(`${mock.baseUrl}/api/customers`, { headers })).status).toBe(401);
  });
});

describe('tokens', () => {
  test('a revoked token is invalid, and others are not', async () => {
    const mock = startMock();
    const token = mock.tokens.issue();
    expect((await call(mock, 'GET', '/api/customers', undefined, { token })).status).toBe(200);
    expect(mock.tokens.revoke(token)).toBe(true);
    expect((await call(mock, 'GET', '/api/customers', undefined, { token })).status).toBe(401);
    expect((await call(mock, 'GET', '/api/customers')).status).toBe(200);
    expect(mock.tokens.revoke(token)).toBe(false);
  });

  test('are opaque, 64 to 128 characters long, and differ', () => {
    const mock = startMock();
    const tokens = [mock.token, mock.tokens.issue(), mock.tokens.issue()];
    for (const token of tokens) expect(token).toMatch(/^\S{64,128}$/);
    expect(new Set(tokens).size).toBe(3);
  });

  test('can be given', async () => {
    const mock = startMock({ token: 'first' });
    expect(mock.token).toBe('first');
    expect(mock.tokens.issue({ token: 'second', permissions: [] })).toBe('second');
    expect((await call(mock, 'GET', '/api/customers', undefined, { token: 'first' })).status).toBe(200);
    expect((await call(mock, 'GET', '/api/customers', undefined, { token: 'second' })).status).toBe(403);
  });

  test.each([
    ['customer:read', 'customers:read'],
    ['customers:reed', 'customers:read'],
    ['customers', 'customers:*'],
    [''],
    ['customers:read:all'],
    ['invoices:send'],
  ])('are not issued with the unknown permission %j', (permission, closest?: string) => {
    const hint = closest === undefined ? '' : `. Did you mean "${closest}"?`;
    const mock = startMock();
    const before = mock.snapshot().tokens;
    // @ts-expect-error: the compiler rejects it as well.
    const issue = () => mock.tokens.issue({ permissions: ['*:read', permission] });
    expect(issue).toThrow(
      new TypeError(
        `tokens.issue.permissions.1: must be * or <resource>:<verb>; resources are customers, contacts, addresses, categories, catalogs, product-parents, products, prices, payment-terms, *; verbs are read, write, *, received ${JSON.stringify(permission)}${hint}`,
      ),
    );
    expect(mock.snapshot().tokens).toEqual(before);
  });

  test('open a workspace whose id is given in upper case', async () => {
    const mock = startMock();
    const workspace = mock.create.workspace().id;
    const { id } = mock.create.customer({ workspace_id: workspace });
    const token = mock.tokens.issue({ workspace: workspace.toUpperCase() });
    expect((await call(mock, 'GET', `/api/customers/${id}`, undefined, { token })).status).toBe(200);
  });

  test('are not issued for a workspace that does not exist', () => {
    expect(() => startMock().tokens.issue({ workspace: unknownId })).toThrow(TypeError);
  });

  test('a read-only token reads everything and writes nothing', async () => {
    const mock = startMock();
    const token = mock.tokens.issue({ permissions: ['*:read'] });
    const before = contents(mock);
    for (const endpoint of endpoints) {
      const { status } = await call(mock, ...request(endpoint), { token });
      if (endpoint.method === 'GET') expect(status).not.toBe(403);
      else expect(status).toBe(403);
    }
    expect(contents(mock)).toEqual(before);
  });
});

test('authentication precedes all checks of the body, the id and the record', async () => {
  const mock = startMock();
  const limited = mock.tokens.issue({ permissions: ['*:read'] });
  for (const [token, status] of [
    ['nobody', 401],
    [limited, 403],
  ] as const) {
    expect((await call(mock, 'PATCH', '/api/products/malformed', '{', { token })).status).toBe(status);
    expect(
      (await call(mock, 'POST', '/api/customers', 'x', { token, headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(status);
  }
});

test('no response contains the token', async () => {
  const mock = startMock();
  for (const token of [mock.token, 'made-up-token']) {
    for (const endpoint of endpoints) {
      const response = await call(mock, ...request(endpoint), { token });
      expect(JSON.stringify(response)).not.toContain(token);
    }
  }
});

test('a rejected tokens.issue uses no id', () => {
  const mock = startMock();
  const twin = startMock();
  for (const options of [
    { workspace: unknownId },
    { permissions: ['x'] as never },
    { token: 'ü' },
    { user: 7 as never },
  ]) {
    expect(() => mock.tokens.issue(options)).toThrow(TypeError);
  }
  expect(mock.create.customer()).toEqual(twin.create.customer());
});
