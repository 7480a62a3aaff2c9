import { describe, expect, test, vi } from 'vitest';
import type { ErrorHookContext, Hooks, ResponseHookContext, RetryHookContext } from '../../src/types/hooks.ts';
import { customer, ids } from './records.ts';
import { connect, listen, rejection, serve } from './server.ts';

const ok = { headers: { 'x-request-id': 'req_1' }, json: { success: true, data: customer } };
const busy = { status: 503, headers: { 'retry-after': '0' } };
const missing = { status: 404, json: { success: false, error: 'Customer not found' } };
const path = `/api/customers/${ids.customer}`;

/** Hooks that record their arguments, in order. */
function note(): { hooks: Hooks; events: (readonly [string, object])[] } {
  const events: (readonly [string, object])[] = [];
  const add = (name: string) => (context: object) => {
    events.push([name, context]);
  };
  return {
    events,
    hooks: {
      onRequest: add('onRequest'),
      onResponse: add('onResponse'),
      onRetry: add('onRetry'),
      onError: add('onError'),
    },
  };
}

describe('hooks', () => {
  test('are called for each attempt, with the same call', async () => {
    const server = await serve(busy, { cut: 'before' }, ok);
    const { hooks, events } = note();
    await connect(server, { hooks }).customers.get(ids.customer);
    const call = {
      operation: 'customers.get',
      method: 'GET',
      route: '/api/customers/{id}',
      path,
      url: server.url + path,
    };
    const duration = expect.any(Number);
    expect(events).toEqual([
      ['onRequest', { call, attempt: 1 }],
      ['onResponse', { call, attempt: 1, status: 503, duration, requestId: undefined }],
      ['onRetry', { call, attempt: 1, delay: expect.any(Number), status: 503, error: undefined }],
      ['onRequest', { call, attempt: 2 }],
      [
        'onRetry',
        {
          call,
          attempt: 2,
          delay: expect.any(Number),
          status: undefined,
          error: expect.objectContaining({ name: 'ConnectionError' }),
        },
      ],
      ['onRequest', { call, attempt: 3 }],
      ['onResponse', { call, attempt: 3, status: 200, duration, requestId: 'req_1' }],
    ]);
    const calls = new Set(events.map(([, context]) => 'call' in context && context.call));
    expect(calls.size).toBe(1);
  });

  test('get the timeout that causes a retry', async () => {
    const server = await serve({ ...ok, delay: Number.POSITIVE_INFINITY }, ok);
    const onRetry = vi.fn<(context: RetryHookContext) => void>();
    await connect(server, { hooks: { onRetry }, timeout: 5000 }).customers.get(ids.customer);
    expect(onRetry).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        attempt: 1,
        status: undefined,
        error: expect.objectContaining({ name: 'TimeoutError' }),
      }),
    );
  });

  test.each([
    ['an error response', missing, {}, 'NotFoundError', 1],
    ['retries that are used up', busy, { maxRetries: 1 }, 'ServerError', 2],
    ['no response', { cut: 'before' as const }, { maxRetries: 0 }, 'ConnectionError', 1],
    ['an invalid response', { body: '<html>' }, {}, 'UnexpectedResponseError', 1],
    ['data that breaks the contract', { json: { success: true, data: {} } }, {}, 'UnexpectedResponseError', 1],
  ])('see %s once', async (_, response, options, name, attempts) => {
    const server = await serve(response);
    const onError = vi.fn<(context: ErrorHookContext) => void>();
    const call = connect(server, { ...options, hooks: { onError } }).customers.get(ids.customer);
    const error = await rejection(call);
    await Promise.allSettled([call, call.withResponse(), call.asResponse(), call.result()]);
    expect(error).toMatchObject({ name });
    expect(onError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ error, attempts, duration: expect.any(Number) }),
    );
  });

  test('are called if the call is aborted', async () => {
    const server = await serve({ ...ok, delay: 500 });
    const onError = vi.fn<(context: ErrorHookContext) => void>();
    await rejection(
      connect(server, { hooks: { onError } }).customers.get(ids.customer, { signal: AbortSignal.timeout(50) }),
    );
    expect(onError.mock.lastCall?.[0].error.name).toBe('AbortError');
  });

  test('get no response that arrives after the call is aborted', async () => {
    const [onResponse, onError] = [vi.fn(), vi.fn()];
    const controller = new AbortController();
    let respond: (response: Response) => void = () => {};
    const fetch = () => {
      controller.abort();
      return new Promise<Response>((resolve) => {
        respond = resolve;
      });
    };
    const client = connect(await serve(), { fetch, hooks: { onResponse, onError } });
    await rejection(client.customers.get(ids.customer, { signal: controller.signal }));
    respond(new Response(null, { status: 204 }));
    await vi.waitUntil(() => onError.mock.calls.length > 0);
    await new Promise((resolve) => setTimeout(resolve));
    expect(onResponse).not.toHaveBeenCalled();
  });

  test('get no error if only the response is read', async () => {
    const server = await serve(missing);
    const { hooks, events } = note();
    await connect(server, { hooks }).customers.get(ids.customer).asResponse();
    expect(events.map(([name]) => name)).toEqual(['onRequest', 'onResponse']);
  });

  test('get a route without ids for a custom request', async () => {
    const server = await serve(ok);
    const onResponse = vi.fn<(context: ResponseHookContext) => void>();
    const client = connect(server, { hooks: { onResponse } });
    await client.request({ method: 'GET', path: `/api/pricebooks/${ids.price}/prices/17`, query: { secret: 'x' } });
    expect(onResponse.mock.lastCall?.[0].call).toEqual({
      operation: 'GET /api/pricebooks/{id}/prices/{id}',
      route: '/api/pricebooks/{id}/prices/{id}',
      method: 'GET',
      path: `/api/pricebooks/${ids.price}/prices/17`,
      url: `${server.url}/api/pricebooks/${ids.price}/prices/17`,
    });
  });

  test('cannot change their arguments', async () => {
    const server = await serve(ok);
    const { hooks, events } = note();
    await connect(server, { hooks }).customers.get(ids.customer);
    for (const [, context] of events) {
      expect(Object.isFrozen(context)).toBe(true);
      expect(Object.isFrozen('call' in context && context.call)).toBe(true);
    }
  });
});

describe('onRequest', () => {
  test('can add and replace headers, but not the token', async () => {
    const server = await serve(busy, ok);
    const client = connect(server, {
      headers: { 'x-tenant': 'a', 'x-source': 'erp' },
      hooks: {
        onRequest: async ({ attempt }) => ({
          headers: { traceparent: `00-${attempt}`, 'X-Tenant': 'b', Authorization: 'Basic eDp5' },
        }),
      },
    });
    await client.customers.get(ids.customer);
    for (const [index, { headers }] of server.requests.entries()) {
      expect(headers).toMatchObject({ traceparent: `00-${index + 1}`, 'x-tenant': 'b', 'x-source': 'erp' });
      expect(headers.authorization).toMatch(/^Bearer mdk_/);
    }
    expect(server.requests).toHaveLength(2);
  });

  test('rejects the call if it throws', async () => {
    const server = await serve(ok);
    const onRequest = () => {
      throw new Error('no span');
    };
    const error = await rejection(connect(server, { hooks: { onRequest } }).customers.get(ids.customer));
    expect(error).toMatchObject({ name: 'ConfigurationError', message: 'onRequest failed: no span' });
    expect(server.requests).toEqual([]);
  });

  test('rejects the call if its headers are invalid, without showing them', async () => {
    const server = await serve(ok);
    const hooks = { onRequest: () => ({ headers: { 'x-key': 'hun\nter2' } }) };
    const error = await rejection(connect(server, { hooks }).customers.list());
    expect(error).toMatchObject({ name: 'ConfigurationError' });
    expect(String(error)).not.toContain('ter2');
    expect(server.requests).toEqual([]);
  });
});

describe('a hook that only observes', () => {
  test.each(['throws', 'rejects'])('that %s does not change the call, and is logged', async (kind) => {
    const server = await serve(busy, missing);
    const { logger, lines } = listen();
    const broken =
      kind === 'throws'
        ? vi.fn(() => {
            throw new Error('no meter');
          })
        : vi.fn(() => Promise.reject(new Error('no meter')));
    const client = connect(server, { logger, hooks: { onResponse: broken, onRetry: broken, onError: broken } });
    expect(await rejection(client.customers.get(ids.customer))).toMatchObject({ name: 'NotFoundError' });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(broken).toHaveBeenCalledTimes(4);
    expect(lines).toEqual([
      'error [masterdata-sdk] onResponse failed: no meter',
      'error [masterdata-sdk] onRetry failed: no meter',
      'error [masterdata-sdk] onResponse failed: no meter',
      'error [masterdata-sdk] onError failed: no meter',
    ]);
  });

  test('is not awaited', async () => {
    const server = await serve(ok);
    const client = connect(server, { hooks: { onResponse: () => new Promise(() => {}) } });
    expect(await client.customers.get(ids.customer)).toEqual(customer);
  });
});
