/** Each form of a call rejects with a MasterDataError only: with one error per call, whose stack shows the caller. */
import { createServer } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import { MasterDataError } from '../../src/errors/index.ts';
import type { ApiPromise } from '../../src/transport/api-promise.ts';
import { serveUntilTestEnds } from '../serve-until-test-ends.ts';
import { customer, ids } from './records.ts';
import { connect, rejection, type ScriptedResponse, serve, serveWith, token } from './server.ts';

const ok = { json: { success: true, data: customer } };
const missing = { status: 404, json: { success: false, error: 'Customer not found' } };

const forms: readonly [string, (call: ApiPromise<unknown>) => Promise<unknown>][] = [
  ['await', async (call) => await call],
  ['withResponse', (call) => call.withResponse()],
  ['asResponse', (call) => call.asResponse()],
  [
    'result',
    async (call) => {
      const result = await call.result();
      if (result.ok) return result.data;
      throw result.error;
    },
  ],
];

/** Runs each form of a call, and returns the rejections. Throws if one is not a MasterDataError. */
async function rejections(call: ApiPromise<unknown>): Promise<MasterDataError[]> {
  const errors: MasterDataError[] = [];
  for (const [name, run] of forms) {
    try {
      await run(call);
    } catch (error) {
      if (!(error instanceof MasterDataError)) throw new Error(`${name} rejected with ${String(error)}`);
      errors.push(error);
    }
  }
  return errors;
}

/** Serves a response as it is written. Returns a client of the server. */
async function connectRaw(head: string, body: Uint8Array | string): Promise<MasterDataClient> {
  const end = `\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`;
  const server = createServer(({ socket }) => {
    socket.write(Buffer.from(head + end, 'latin1'));
    socket.end(body);
  });
  const baseUrl = await serveUntilTestEnds(server);
  return new MasterDataClient({ baseUrl, apiToken: token, maxRetries: 0, validation: { responses: 'off' } });
}

describe('a response that `new Response` does not accept', () => {
  const body = JSON.stringify(ok.json);
  const json = 'content-type: application/json';

  test.each([
    [200, 'HTTP/1.1 200 \xc3\xa4\xff'],
    [299, 'HTTP/1.1 299 Fine'],
    [600, 'HTTP/1.1 600 Odd'],
    [999, 'HTTP/1.1 999 Denied'],
    [404, 'HTTP/1.1 404 Nicht da \xe4'],
  ])('is returned as it is: %i, %s', async (status, line) => {
    const client = await connectRaw(`${line}\r\n${json}`, body);
    const call = client.customers.get(ids.customer);
    await rejections(call);
    const response = await call.asResponse();
    expect(response).toBeInstanceOf(Response);
    expect(response).toMatchObject({ status, ok: status < 300 });
    expect(response.url).toMatch(`/api/customers/${ids.customer}`);
    expect(await response.text()).toBe(body);
  });

  test.each([
    [200, 'Ünïcödé ✓'],
    [200, 'line\nbreak'],
    [600, 'Odd'],
    [999, 'Denied'],
    [100, 'Continue'],
    [199, ''],
    [204, 'None ✓'],
    [304, 'Same ✓'],
    [500, 'Broken ✓'],
  ])('from a custom fetch is returned as it is: %i %s', async (status, statusText) => {
    const bytes = status === 204 || status === 304 ? '' : body;
    const fetched = {
      status,
      statusText,
      url: 'http://localhost/x',
      headers: new Headers({ 'content-type': 'application/json' }),
      arrayBuffer: async () => new TextEncoder().encode(bytes).buffer,
      text: async () => bytes,
    };
    const call = connect(await serve(), { fetch: async () => fetched, maxRetries: 0 }).customers.get(ids.customer);
    await rejections(call);
    for (const response of [await call.asResponse(), (await call.asResponse()).clone()]) {
      expect(await response.text()).toBe(bytes);
    }
    expect(await call.asResponse()).toMatchObject({ status, statusText, ok: status >= 200 && status < 300 });
  });

  test('can have headers that `Headers` rejects', async () => {
    const fetched = {
      status: 200,
      statusText: '',
      url: '',
      headers: {
        get: (name: string) => (name === 'content-type' ? 'application/json' : null),
        forEach(callback: (value: string, name: string) => void) {
          callback('✓', 'x-note');
          callback('a', 'bad name');
          callback('application/json', 'content-type');
        },
      },
      text: async () => body,
      arrayBuffer: async () => new TextEncoder().encode(body).buffer,
    };
    const call = connect(await serve(), { fetch: async () => fetched }).customers.get(ids.customer);
    expect(await call).toEqual(customer);
    expect((await call.asResponse()).headers.get('content-type')).toBe('application/json');
    const failed = connect(await serve(), { fetch: async () => ({ ...fetched, status: 404 }) });
    expect(await rejections(failed.customers.get(ids.customer))).toHaveLength(3);
  });
});

describe('asResponse returns the bytes that arrived', () => {
  const bom = Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d);
  const invalid = Uint8Array.of(0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22);
  const binary = Uint8Array.from({ length: 256 }, (_, index) => index);

  test.each([
    ['a byte order mark', bom],
    ['invalid UTF-8', invalid],
    ['binary data', binary],
    ['nothing', new Uint8Array()],
  ])('with %s, whatever the content type', async (_, bytes) => {
    for (const type of ['application/json', 'application/json; charset=utf-16', 'text/plain', 'image/png']) {
      const client = await connectRaw(`HTTP/1.1 200 OK\r\ncontent-type: ${type}`, bytes);
      const response = await client.request({ method: 'GET', path: '/api/x' }).asResponse();
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    }
  });

  test('and the data of JSON with a byte order mark can be read', async () => {
    const bytes = Buffer.concat([bom.subarray(0, 3), Buffer.from(JSON.stringify(ok.json))]);
    const client = await connectRaw('HTTP/1.1 200 OK\r\ncontent-type: application/json', bytes);
    expect(await client.customers.get(ids.customer)).toEqual(customer);
  });

  test.each([204, 205, 304])('and none under %i', async (status) => {
    const server = await serve({ status });
    const response = await connect(server).request({ method: 'GET', path: '/api/x' }).asResponse();
    expect(response.status).toBe(status);
    expect(response.body).toBeNull();
  });
});

function raise(value: unknown): never {
  throw value;
}

/** Returns the functions with which a custom response returns its body. */
function bodyOf(body: string) {
  return { text: async () => body, arrayBuffer: async () => new TextEncoder().encode(body).buffer };
}

describe('a custom fetch that returns no response', () => {
  test.each([
    undefined,
    null,
    'text',
    7,
    {},
    { ok: true },
    { status: 200 },
    { status: 200, headers: new Headers() },
    { status: 200, ...bodyOf('{}') },
    { status: 200, headers: new Headers(), text: bodyOf('{}').text },
    { status: '200', headers: new Headers(), ...bodyOf('{}') },
    { status: 200, headers: {}, ...bodyOf('{}') },
    { data: {}, status: 200, statusText: 'OK', headers: { 'content-type': 'x' }, config: {} },
  ])('is a ConfigurationError, without a retry: %j', async (returned) => {
    const fetch = vi.fn(async () => returned);
    const client = connect(await serve(), { fetch: Object(fetch) });
    const errors = await rejections(client.customers.get(ids.customer));
    expect(errors).toHaveLength(4);
    expect(new Set(errors).size).toBe(1);
    expect(errors[0]).toMatchObject({
      name: 'ConfigurationError',
      message: 'fetch: must return a Response',
    });
    expect(fetch).toHaveBeenCalledOnce();
  });

  test.each<[string, () => unknown]>([
    ['throws a string', () => raise('refused')],
    ['throws nothing', () => raise(undefined)],
    ['throws an object without a text', () => raise(Object.create(null))],
    ['throws at once', () => raise(new Error('sync'))],
    ['rejects', async () => raise(null)],
  ])('but %s is a ConnectionError', async (_, fetch) => {
    const client = connect(await serve(), { fetch: Object(fetch), maxRetries: 0 });
    for (const error of await rejections(client.customers.get(ids.customer))) {
      expect(error).toMatchObject({ name: 'ConnectionError' });
    }
  });

  test('a body that cannot be read is a ConnectionError', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
    const fetch = vi.fn(async () => new Response(body));
    const call = connect(await serve(), { fetch, maxRetries: 0 }).customers.get(ids.customer);
    expect(await rejections(call)).toHaveLength(4);
    expect(fetch).toHaveBeenCalledOnce();
  });
});

describe('a host that formats stacks', () => {
  const original = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  afterEach(() => {
    if (original) Object.defineProperty(Error, 'prepareStackTrace', original);
    else Reflect.deleteProperty(Error, 'prepareStackTrace');
  });

  test.each<[string, (error: Error, frames: unknown[]) => unknown]>([
    ['returns the frames', (_, frames) => frames],
    ['returns a number', () => 7],
    ['returns nothing', () => undefined],
    ['returns null', () => null],
    [
      'throws',
      () => {
        throw new Error('no stack');
      },
    ],
  ])('and %s changes nothing', async (_, prepare) => {
    // Not a real connection: the host would break Node's own code.
    const fetch = vi
      .fn<() => Promise<Response>>()
      .mockImplementationOnce(async () => Response.json(ok.json))
      .mockImplementationOnce(async () => Response.json(missing.json, { status: 404 }))
      .mockImplementationOnce(() => Promise.reject(new TypeError('fetch failed')))
      .mockImplementation(() => new Promise(() => {}));
    const client = connect(await serve(), { fetch, maxRetries: 0, timeout: 200 });
    Reflect.set(Error, 'prepareStackTrace', prepare);
    const names: string[] = [];
    const found = await client.customers.get(ids.customer).result();
    for (const id of [ids.customer, ids.customer, '', ids.customer]) {
      const result = await client.customers.get(id).result();
      names.push(result.ok ? 'ok' : result.error.name);
    }
    Reflect.deleteProperty(Error, 'prepareStackTrace');
    expect(found).toEqual({ ok: true, data: customer });
    expect(names).toEqual(['NotFoundError', 'ConnectionError', 'InvalidRequestError', 'TimeoutError']);
  });
});

/** Returns the frames of a stack, and checks the first line. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof MasterDataError)) throw error;
  const [first = '', ...frames] = (error.stack ?? '').split('\n');
  expect(first).toBe(`${error.name}: ${error.message}`);
  return frames;
}

describe('an error', () => {
  test('is one object for all forms of a call, with the stack of the caller', async () => {
    for (const response of [{ cut: 'before' }, { status: 200, body: '<html>' }, missing] satisfies ScriptedResponse[]) {
      const onError = vi.fn();
      const client = connect(await serve(response), { maxRetries: 0, hooks: { onError } });
      const theCaller = () => client.customers.get(ids.customer);
      const errors = await rejections(theCaller());
      expect(new Set(errors).size).toBe(1);
      expect(framesOf(errors[0]).slice(0, 2).join()).toContain('theCaller');
      expect(onError).toHaveBeenCalledOnce();
    }
  });

  test.each<[string, () => Promise<string>]>([
    ['rejects', () => Promise.reject(new Error('vault is sealed'))],
    ['returns no token', async () => ''],
    ['never returns', () => new Promise(() => {})],
  ])('of calls that wait for one token function that %s is their own', async (_, provide) => {
    const apiToken = vi.fn(provide);
    const onError = vi.fn();
    const client = connect(await serve(), { apiToken, timeout: 200, maxRetries: 0, hooks: { onError } });
    const firstCaller = () => rejection(client.customers.get(ids.customer));
    const secondCaller = () => rejection(client.customers.list());
    const [first, second] = await Promise.all([firstCaller(), secondCaller()]);
    expect(apiToken).toHaveBeenCalledOnce();
    expect(first).not.toBe(second);
    expect(framesOf(first).join('\n')).toContain('firstCaller');
    expect(framesOf(first).join('\n')).not.toContain('secondCaller');
    expect(framesOf(second).join('\n')).toContain('secondCaller');
    expect(onError.mock.calls.map(([{ attempts }]) => attempts)).toEqual([0, 0]);
  });

  test('that a custom fetch throws for each call is not the error of the calls', async () => {
    const thrown = new MasterDataError('mine');
    const fetch = () => Promise.reject(thrown);
    const client = connect(await serve(), { fetch, maxRetries: 0 });
    const stack = thrown.stack;
    const errors = [await rejection(client.customers.list()), await rejection(client.customers.list())];
    expect(errors[0]).not.toBe(errors[1]);
    expect(errors).not.toContain(thrown);
    expect(thrown.stack).toBe(stack);
  });

  const collect = async (list: AsyncIterable<unknown>) => {
    for await (const _ of list);
  };

  test.each([1, 2])('of page %i of an iterated list shows the caller, and is reported once', async (failing) => {
    const server = await serveWith((_, count) =>
      count < failing
        ? { json: { success: true, data: [{ id: 'a' }] }, headers: { link: '<?page=2>; rel="next"' } }
        : { status: 503, headers: { 'retry-after': '0' } },
    );
    const onError = vi.fn();
    const client = connect(server, { hooks: { onError }, maxRetries: 1 });
    const listTerms = () => client.paymentTerms.list();
    const list = listTerms();
    const error = await rejection(collect(list));
    expect(framesOf(error).slice(0, 2).join()).toContain('listTerms');
    expect(error).toMatchObject({ name: 'ServerError', attempts: 2 });
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ error, attempts: 2 }));
  });

  test.each<[string, ScriptedResponse]>([
    ['a failed attempt', { cut: 'before' }],
    ['an error response', missing],
    ['wrong data', { json: { success: true, data: {} } }],
  ])('is the same if a list is awaited and iterated: %s', async (_, response) => {
    const onError = vi.fn();
    const list = connect(await serve(response), { hooks: { onError }, maxRetries: 0 }).paymentTerms.list();
    const errors = [await rejection(list), await rejection(collect(list)), await rejection(collect(list))];
    expect(new Set(errors).size).toBe(1);
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ attempts: 1 }));
  });

  test('of a link that cannot be followed shows the caller', async () => {
    const server = await serve({
      json: { success: true, data: [] },
      headers: { link: '<https://elsewhere.example/>; rel="next"' },
    });
    const onError = vi.fn();
    const client: MasterDataClient = connect(server, { hooks: { onError } });
    const listTerms = () => client.paymentTerms.list();
    const error = await rejection(collect(listTerms()));
    expect(framesOf(error).slice(0, 2).join()).toContain('listTerms');
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe('the number of attempts', () => {
  test('is 0 if a hook prevents the first one, and does not count a prevented retry', async () => {
    const onError = vi.fn();
    let isOff = true;
    const onRequest = () => {
      if (isOff) throw new Error('off');
    };
    const client = connect(await serve({ status: 503, headers: { 'retry-after': '0' } }), {
      hooks: {
        onRequest,
        onError,
        onRetry() {
          isOff = true;
        },
      },
    });
    await rejection(client.customers.list());
    isOff = false;
    await rejection(client.customers.list());
    expect(onError.mock.calls.map(([{ attempts }]) => attempts)).toEqual([0, 1]);
  });

  test('is 0 if the call was aborted before it was sent, and 1 in the first attempt', async () => {
    const onError = vi.fn();
    const client = connect(await serve({ delay: Number.POSITIVE_INFINITY }), { hooks: { onError } });
    await rejection(client.customers.list({}, { signal: AbortSignal.abort() }));
    await rejection(client.customers.list({}, { signal: AbortSignal.timeout(200) }));
    expect(onError.mock.calls.map(([{ attempts }]) => attempts)).toEqual([0, 1]);
  });
});
