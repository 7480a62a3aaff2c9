import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { customer, ids } from './records.ts';
import { connect, rejection, serve, serveWith } from './server.ts';

const ok = { json: { success: true, data: customer } };
const unauthorized = { status: 401, json: { success: false, error: 'Invalid API token' } };

/** A server that accepts some tokens, and a function that returns the given tokens in turn, then the last one. */
async function rotate(valid: readonly string[], given: readonly string[]) {
  const apiToken = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return given[Math.min(apiToken.mock.calls.length, given.length) - 1] ?? '';
  });
  const server = await serveWith(({ headers }) =>
    // Responses take different times, as with a real service: some arrive long after other requests were resent.
    ({
      ...(valid.some((token) => headers.authorization === `Bearer ${token}`) ? ok : unauthorized),
      delay: Math.random() * 100,
    }),
  );
  return { server, apiToken, client: connect(server, { apiToken, maxRetries: 0 }) };
}

const hundred = Array.from({ length: 100 }, (_, index) => index);

describe('a token function', () => {
  test('is called once for all calls, concurrent and later ones', async () => {
    const { apiToken, client, server } = await rotate(['first'], ['first']);
    await Promise.all(hundred.map(() => client.customers.get(ids.customer)));
    await client.customers.get(ids.customer);
    expect(apiToken).toHaveBeenCalledOnce();
    expect(server.requests).toHaveLength(101);
  });

  test('is called again after a 401, and each call is resent once', async () => {
    const { apiToken, client, server } = await rotate(['second'], ['first', 'second']);
    const data = await Promise.all(hundred.map(() => client.customers.get(ids.customer)));
    expect(data).toHaveLength(100);
    expect(apiToken).toHaveBeenCalledTimes(2);
    expect(server.requests).toHaveLength(200);
    await client.customers.get(ids.customer);
    expect(apiToken).toHaveBeenCalledTimes(2);
  });

  test('rejects the calls if the new token is rejected as well', async () => {
    const { apiToken, client, server } = await rotate([], ['first', 'second', 'third']);
    const errors = await Promise.all(hundred.map(() => rejection(client.customers.get(ids.customer))));
    for (const error of errors) expect(error).toMatchObject({ name: 'AuthenticationError', status: 401 });
    expect(apiToken).toHaveBeenCalledTimes(2);
    expect(server.requests).toHaveLength(200);
    await rejection(client.customers.get(ids.customer));
    expect(apiToken).toHaveBeenCalledTimes(3);
  });

  test('is called again only once for a call, even if its retry gets 401 as well', async () => {
    const server = await serve(unauthorized, { status: 503, headers: { 'retry-after': '0' } }, unauthorized);
    const apiToken = vi.fn(() => `token-${apiToken.mock.calls.length}`);
    const error = await rejection(connect(server, { apiToken }).customers.get(ids.customer));
    expect(error).toMatchObject({ name: 'AuthenticationError', attempts: 3 });
    expect(apiToken).toHaveBeenCalledTimes(2);
    expect(server.requests).toHaveLength(3);
  });

  test('that returns the same token causes no second request', async () => {
    const { apiToken, client, server } = await rotate([], ['first']);
    const errors = await Promise.all(hundred.map(() => rejection(client.customers.get(ids.customer))));
    for (const error of errors) expect(error).toMatchObject({ name: 'AuthenticationError' });
    expect(apiToken).toHaveBeenCalledTimes(2);
    expect(server.requests).toHaveLength(100);
  });

  test('resends a POST as well, because a rejected token did nothing', async () => {
    const { client, server } = await rotate(['second'], ['first', 'second']);
    await client.request({ method: 'POST', path: '/api/pricebooks', body: { name: 'Retail' } });
    expect(server.requests.map(({ json }) => json)).toEqual([{ name: 'Retail' }, { name: 'Retail' }]);
  });

  test('that throws rejects the waiting calls, and is called again by the next', async () => {
    const server = await serve(ok);
    const apiToken = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('vault is sealed'))
      .mockResolvedValue('first');
    const client = connect(server, { apiToken });
    const errors = await Promise.all([1, 2, 3].map(() => rejection(client.customers.get(ids.customer))));
    for (const error of errors) {
      expect(error).toMatchObject({ name: 'ConfigurationError', message: 'apiToken() failed: vault is sealed' });
    }
    expect(apiToken).toHaveBeenCalledOnce();
    expect(await client.customers.get(ids.customer)).toEqual(customer);
    expect(apiToken).toHaveBeenCalledTimes(2);
  });

  test('that never returns delays only its own calls, until their timeout', async () => {
    const server = await serve(ok);
    const apiToken = vi
      .fn<() => Promise<string>>()
      .mockReturnValueOnce(new Promise(() => {}))
      .mockResolvedValue('first');
    const client = connect(server, { apiToken, maxRetries: 0 });
    expect(await rejection(client.customers.get(ids.customer, { timeout: 100 }))).toMatchObject({
      name: 'TimeoutError',
    });
    expect(await client.customers.get(ids.customer)).toEqual(customer);
  });

  test('that never returns is called again, even if the timer of the first call is early', async () => {
    // Node measures a timer from the start of the turn of its event loop, so it can end before its time is over.
    vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    const server = await serve(ok);
    const apiToken = vi
      .fn<() => Promise<string>>()
      .mockReturnValueOnce(new Promise(() => {}))
      .mockResolvedValue('first');
    const client = connect(server, { apiToken, maxRetries: 0 });
    const first = rejection(client.customers.get(ids.customer, { timeout: 100 }));
    // A call that waits for a shorter time has no effect on the others.
    expect(await rejection(client.customers.get(ids.customer, { timeout: 10 }))).toMatchObject({
      name: 'TimeoutError',
    });
    expect(apiToken).toHaveBeenCalledOnce();
    expect(await first).toMatchObject({ name: 'TimeoutError' });
    expect(await client.customers.get(ids.customer)).toEqual(customer);
    expect(apiToken).toHaveBeenCalledTimes(2);
  });

  test('can differ for a request, and is called once for all requests with it', async () => {
    const server = await serve(ok);
    const apiToken = vi.fn(async () => 'theirs');
    const client = connect(server);
    for (let i = 0; i < 3; i += 1) await client.customers.get(ids.customer, { apiToken });
    await client.customers.get(ids.customer);
    expect(apiToken).toHaveBeenCalledOnce();
    expect(server.requests.map(({ headers }) => headers.authorization?.slice(0, 13))).toEqual([
      'Bearer theirs',
      'Bearer theirs',
      'Bearer theirs',
      'Bearer mdk_li',
    ]);
  });

  test('is not called if a fixed token of the request is rejected', async () => {
    const server = await serve(unauthorized);
    expect(await rejection(connect(server).customers.list())).toMatchObject({ name: 'AuthenticationError' });
    server.only();
  });
});

describe('a call that is aborted during the wait for a token', () => {
  test('does not affect other calls', async () => {
    const server = await serve(ok);
    const apiToken = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return 'first-token';
    });
    const client = connect(server, { apiToken });
    const aborted = rejection(client.customers.get(ids.customer, { signal: AbortSignal.timeout(20) }));
    const others = [client.customers.get(ids.customer), client.customers.get(ids.customer)];
    expect(await aborted).toMatchObject({ name: 'AbortError' });
    expect(await client.customers.get(ids.customer)).toEqual(customer);
    await Promise.all(others);
    expect(apiToken).toHaveBeenCalledOnce();
  });

  test('leaves no timer behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const client = connect(await serve(ok), { apiToken: () => new Promise(() => {}) });
    const controller = new AbortController();
    const call = rejection(client.customers.get(ids.customer, { signal: controller.signal }));
    await vi.waitUntil(() => vi.getTimerCount() > 0, 60_000);
    controller.abort();
    await call;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('names the token function in its timeout error', async () => {
    const client = connect(await serve(ok), { apiToken: () => new Promise(() => {}), timeout: 80, maxRetries: 0 });
    expect(String(await rejection(client.customers.get(ids.customer)))).toContain(
      'timed out: apiToken() returned no token within 80 ms',
    );
  });
});

test('the error of a token function has its own message, not that of its cause', async () => {
  const apiToken = () => Promise.reject(new Error('vault is sealed', { cause: new Error('password=hunter2') }));
  const error = await rejection(connect(await serve(ok), { apiToken }).customers.get(ids.customer));
  expect(error).toMatchObject({ message: 'apiToken() failed: vault is sealed' });
});

test('a hook and a token function can throw a text, or an error of another realm', async () => {
  const errors: [unknown, string][] = [
    ['vault is sealed', 'vault is sealed'],
    [runInNewContext('new TypeError("vault is sealed")'), 'vault is sealed'],
    [runInNewContext('new TypeError()'), 'TypeError'],
    [Object.create(null), 'unknown error'],
  ];
  for (const [thrown, message] of errors) {
    const fail = async () => {
      throw thrown;
    };
    const server = await serve(ok);
    const withToken = await rejection(connect(server, { apiToken: fail }).customers.get(ids.customer));
    expect(withToken).toMatchObject({ message: `apiToken() failed: ${message}` });
    const withHook = await rejection(connect(server, { hooks: { onRequest: fail } }).customers.get(ids.customer));
    expect(withHook).toMatchObject({ message: `onRequest failed: ${message}` });
    expect(server.requests).toEqual([]);
  }
});
