import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import { MasterDataError } from '../../src/errors/index.ts';
import type { ClientOptions } from '../../src/types/options.ts';
import { createRedact, minTokenLength } from '../../src/wire/redact-token.ts';
import { customer, ids } from './records.ts';
import { connect, listen, rejection, type ScriptedResponse, serve } from './server.ts';

const long = 'mdk_live_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST';
const escaped = 'mdk_live/0123+456789"abcdefghij\\klmnopqrstuvwxyz=&<ABCDEFGHIJKLMNOP';
const short = 'sesame78';

/** The server of a client whose `fetch` sends nothing. */
const anyServer = { url: 'https://api.example.com', requests: [], only: () => expect.unreachable() };

/** Returns everything that a program could print of a value. */
function printed(value: unknown): string {
  const written: unknown[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((...args) => written.push(inspect(args, { depth: null })));
  console.log(value);
  log.mockRestore();
  const parts = [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    JSON.stringify(value),
    String(value),
    inspect(written),
  ];
  if (typeof value === 'object' && value !== null) {
    for (const key of Reflect.ownKeys(value))
      parts.push(String(key), inspect(Reflect.get(value, key), { depth: null }));
    for (const key of Object.keys(value)) parts.push(key, inspect(Reflect.get(value, key), { depth: null }));
  }
  if (value instanceof Error) parts.push(String(value.stack), inspect(value.cause, { depth: null }));
  return parts.join('\n');
}

/** Returns a token with all characters escaped, as JSON allows. */
const inUnicode = (token: string) =>
  [...token].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** The forms in which a token could be shown. */
const forms = (token: string) => [
  token,
  JSON.stringify(token).slice(1, -1),
  inspect(token).slice(1, -1),
  inUnicode(token),
];

/** Responses that repeat the token in every place where a service could. */
function echoes(token: string): ScriptedResponse[] {
  const header = {
    'x-echo': `Bearer ${token}`,
    'x-request-id': `req ${token}`,
    'content-type': `text/plain; x=${token}`,
  };
  const said = { error: `No such API token: ${token}`, details: [token, { path: token, message: `is ${token}` }] };
  return [
    ...[200, 400, 401, 403, 404, 409, 418, 422, 500].flatMap((status): ScriptedResponse[] => [
      { status, headers: header, json: { success: false, ...said } },
      { status, headers: header, json: { error: 'Validation error', details: { [token]: `is ${token}` } } },
      { status, headers: header, body: `<p>Bearer ${token}</p>` },
      { status, body: `{"success":false,"error":"No such API token: ${inUnicode(token)}"}` },
      { status, headers: header, body: JSON.stringify({ token, list: [{ [token]: token }] }).replaceAll('/', '\\/') },
      { status, headers: header, json: { success: true, data: { ...customer, type: token, name: { [token]: 1 } } } },
    ]),
    { status: 302, headers: { location: `https://elsewhere.example/?token=${encodeURIComponent(token)}&${token}` } },
    { cut: 'before' },
    { cut: 'within', body: token },
    { body: token, delay: 300 },
  ];
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe.each([
  ['the usual length', long],
  ['characters that JSON escapes', escaped],
  ['the shortest length', short],
  ['characters that a URL and a form encode', "!it's(mdk)~live*/+=%41$&'"],
])('a token of %s', (_, token) => {
  test('is not in errors, hooks and logs, whatever the response contains', async () => {
    const watch = async (response: ScriptedResponse, responses: 'throw' | 'warn') => {
      const server = await serve(response);
      const { logger, lines } = listen();
      const facts: unknown[] = [];
      const tell = (fact: unknown) => void facts.push(fact);
      const client = connect(server, {
        apiToken: token,
        logger,
        logLevel: 'debug',
        maxRetries: 1,
        timeout: 150,
        validation: { responses },
        hooks: { onRequest: tell, onResponse: tell, onRetry: tell, onError: tell },
      });
      const outcome = await client.customers.get(ids.customer).result();
      const shown = [printed(outcome.ok ? client : outcome.error), printed(facts), lines.join('\n')].join('\n');
      for (const form of forms(token)) expect(shown).not.toContain(form);
      expect(shown).not.toMatch(/authorization/i);
      expect(lines.length).toBeGreaterThan(1);
    };
    await Promise.all(echoes(token).flatMap((response) => [watch(response, 'throw'), watch(response, 'warn')]));
  });

  test('is not in errors and logs if a new token replaced it during the call', async () => {
    const next = 'mdk_live_next_0123456789abcdefghijklmnopqrstuvwxyz';
    for (const response of echoes(token).filter(({ delay }) => !delay)) {
      const server = await serve({ status: 401, json: { success: false, error: 'Invalid API token' } }, response);
      const { logger, lines } = listen();
      const tokens = [token, next];
      const client = connect(server, {
        apiToken: () => tokens.shift() ?? next,
        logger,
        logLevel: 'debug',
        maxRetries: 0,
      });
      const outcome = await client.customers.get(ids.customer).result();
      const shown = [outcome.ok ? '' : printed(outcome.error), lines.join('\n')].join('\n');
      for (const form of forms(token)) expect(shown).not.toContain(form);
      expect(server.requests).toHaveLength(2);
    }
  });

  test.each(['throw', 'warn'] as const)('is not in the issues of a schema that judges it: %s', async (responses) => {
    const server = await serve({ json: { success: true, data: { note: `Bearer ${token}` } } });
    const { logger, lines } = listen();
    const quotes = [token, token.slice(0, 40), JSON.stringify(token), `"${token.slice(0, -1)}…`];
    const validate = vi.fn((value: unknown) => {
      const { note }: { note?: unknown } = Object(value);
      const issues = quotes.map((quote) => ({ message: `must not be ${quote}`, path: ['note', token] }));
      return String(note).includes(token) ? { issues } : {};
    });
    const client = connect(server, { apiToken: token, logger, validation: { responses } });
    const call = client.request({ method: 'GET', path: '/api/x', schema: { '~standard': { validate } } });
    const { error, data } = Object(await call.result());
    expect(validate).toHaveBeenCalledExactlyOnceWith({ note: `Bearer ${token}` });
    if (responses === 'warn') expect(data).toEqual({ note: `Bearer ${token}` });
    else
      expect(error).toMatchObject({
        name: 'UnexpectedResponseError',
        issues: quotes.map(() => ({ path: 'note.[token]' })),
      });
    const shown = printed(error) + lines.join('\n');
    expect(shown).toContain('must not be [token]');
    for (const form of forms(token.slice(0, minTokenLength))) expect(shown).not.toContain(form);
  });

  test('is not in the message about a field of the contract, which shows its start', async () => {
    const server = await serve({ json: { success: true, data: { ...customer, type: token, name: 7 } } });
    const { logger, lines } = listen();
    const client = connect(server, { apiToken: token, logger });
    const error = await rejection(client.customers.get(ids.customer));
    expect(error).toMatchObject({ issues: [{ path: 'name', message: 'must be a string, received number' }] });
    expect(lines.join()).toContain('received "[token]"');
    for (const form of forms(token.slice(0, minTokenLength))) expect(printed(error) + lines.join()).not.toContain(form);
  });

  test('is not in the error of a fetch that keeps the request', async () => {
    const server = await serve();
    const client = connect(server, {
      apiToken: token,
      maxRetries: 0,
      fetch: async (url, init) => {
        const cause = Object.assign(new Error(`at ${url} with ${token}`), { init });
        throw Object.assign(new Error(`cannot send Bearer ${token}`, { cause }), { config: { url, init } });
      },
    });
    const error = await rejection(client.customers.list());
    for (const form of forms(token)) expect(printed(error)).not.toContain(form);
  });

  test('is not on the client, its resources and its promises, before and after a call', async () => {
    const server = await serve({ json: { success: true, data: customer } });
    for (const apiToken of [token, async () => token]) {
      const client = connect(server, { apiToken, headers: { 'x-key': 'hunter2' } });
      const call = client.customers.get(ids.customer);
      for (const round of [1, 2]) {
        for (const part of [client, ...Object.values(client), call, Object.getPrototypeOf(client)]) {
          const shown = printed(part);
          for (const form of forms(token)) expect(shown, `round ${round}`).not.toContain(form);
          expect(shown).not.toContain('hunter2');
        }
        await call;
      }
      const { response } = await call.withResponse();
      for (const form of forms(token)) expect(printed(response)).not.toContain(form);
    }
  });
});

describe('in a page', () => {
  interface Page {
    readonly userAgent?: string;
    readonly worker?: string;
    /** The number of clients that send a request. Default: 1. */
    readonly clients?: number;
    /** Whether the page is a frame with `sandbox="allow-scripts"`. */
    readonly isSandboxed?: boolean;
  }

  /** Returns the warnings of a new copy of the package in a page, before and after the first request. */
  async function warningsOf(
    options: ClientOptions,
    { userAgent = 'Mozilla/5.0', worker, clients = 1, isSandboxed = false }: Page = {},
  ): Promise<{ atConstruction: string[]; afterRequest: string[] }> {
    vi.resetModules();
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    vi.stubGlobal('location', new URL('https://shop.example/products'));
    vi.stubGlobal('navigator', {
      userAgent,
      get serviceWorker() {
        if (isSandboxed) throw new DOMException('Service worker is disabled', 'SecurityError');
        return worker && { controller: { scriptURL: worker } };
      },
    });
    vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [] }));
    const fresh: { MasterDataClient: typeof MasterDataClient } = await import('../../src/client.ts');
    const { logger, lines } = listen();
    const all = Array.from(
      { length: clients },
      () => new fresh.MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: long, logger, ...options }),
    );
    const atConstruction = [...lines];
    for (const client of all) await client.paymentTerms.list();
    await vi.dynamicImportSettled();
    vi.unstubAllGlobals();
    return { atConstruction, afterRequest: lines };
  }

  const quiet = { atConstruction: [], afterRequest: [] };
  const loud = { atConstruction: [], afterRequest: [expect.stringContaining('Visitors of this page can read')] };

  test('only the first request warns that the token can be read', async () => {
    expect(await warningsOf({}, { clients: 3 })).toEqual({
      atConstruction: [],
      afterRequest: [
        'warn [masterdata-sdk] Visitors of this page can read the API token. Call the service through a server that ' +
          'adds the token (with apiToken: null in the page), or set allowTokenInBrowser.',
      ],
    });
    expect(await warningsOf({ apiToken: async () => long })).toEqual(loud);
  });

  test('nothing is logged with allowTokenInBrowser', async () => {
    expect(await warningsOf({ allowTokenInBrowser: true })).toEqual(quiet);
  });

  test('nothing is logged for a mock', async () => {
    const fetch = async () => Response.json({ success: true, data: [] });
    expect(await warningsOf({ fetch })).toEqual(quiet);
    expect(await warningsOf({}, { worker: 'https://shop.example/mockServiceWorker.js' })).toEqual(quiet);
    expect(await warningsOf({}, { worker: 'https://shop.example/sw.js' })).toEqual(loud);
  });

  test('a sandboxed frame, which must not ask for the service worker, warns too', async () => {
    expect(await warningsOf({}, { isSandboxed: true })).toEqual(loud);
  });

  test.each([
    'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/26.1.0',
    'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HappyDOM/20.0.0',
  ])('nothing is logged in an emulated page: %s', async (userAgent) => {
    expect(await warningsOf({}, { userAgent })).toEqual(quiet);
  });

  test.each([null, 'dev', 'test-token', async () => 'dev'])('nothing is logged for the token %s', async (apiToken) => {
    expect(await warningsOf({ apiToken })).toEqual(quiet);
  });

  test.each(['https://shop.example', 'https://shop.example/masterdata', '/masterdata', '/'])(
    'nothing is logged for a proxy of the same origin, %s',
    async (baseUrl) => {
      expect(await warningsOf({ baseUrl })).toEqual(quiet);
    },
  );

  test.each([
    'http://localhost:4010',
    'http://127.0.0.1:4010',
    'http://127.8.9.1',
    'http://[::1]:4010',
    'http://api.localhost',
    'http://nas.local/crm',
    'https://masterdata.test',
  ])('nothing is logged for %s', async (baseUrl) => {
    expect(await warningsOf({ baseUrl })).toEqual(quiet);
  });

  test.each(['https://localhost.example.com', 'https://127.example.com', 'https://mylocalhost', 'https://test.com'])(
    'a warning is logged for %s',
    async (baseUrl) => {
      expect(await warningsOf({ baseUrl })).toEqual(loud);
    },
  );

  test('a program without a page logs nothing', async () => {
    const { logger, lines } = listen();
    const fetch = async () => Response.json({ success: true, data: [] });
    vi.stubGlobal('fetch', fetch);
    await new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: long, logger }).paymentTerms.list();
    vi.unstubAllGlobals();
    expect(lines).toEqual([]);
  });
});

const json = (token: string) => JSON.stringify(token).slice(1, -1);
const lowerHex = (text: string) => text.replace(/%../g, (hex) => hex.toLowerCase());
const asForm = (token: string) => new URLSearchParams({ token }).toString().slice('token='.length);

describe.each([long, escaped, short, "!it's(mdk)~live*/+=%41$&'"])('an echo of the token %s', (token) => {
  test.each<[string, string]>([
    ['as sent', token],
    ['inside of a word', `x${token}y`],
    ['several times', `${token}${token} ${token}`],
    ['URL-encoded', encodeURIComponent(token)],
    ['URL-encoded in lower case', lowerHex(encodeURIComponent(token))],
    ['form-encoded', asForm(token)],
    ['form-encoded in lower case', lowerHex(asForm(token))],
    ['JSON-escaped', json(token)],
    ['JSON-escaped with slashes', json(token).replaceAll('/', '\\/')],
  ])('is not shown: %s', async (_, echo) => {
    const server = await serve({
      status: 400,
      body: `<p>${echo}</p>`,
      headers: { 'x-echo': echo, 'x-request-id': echo },
    });
    const error = await rejection(connect(server, { apiToken: token, maxRetries: 0 }).customers.list());
    expect(printed(error)).not.toContain(echo);
    expect(error).toMatchObject({
      requestId: expect.stringContaining('[token]'),
      message: expect.stringContaining('[token]'),
    });
  });
});

test.each<[ScriptedResponse, string]>([
  [{ status: 400, body: 'no' }, 'ApiError'],
  [{ cut: 'before' }, 'ConnectionError'],
  [{ delay: Number.POSITIVE_INFINITY }, 'TimeoutError'],
])(
  'a link to the next page that repeats the token is not shown if the page has the response %j',
  async (page, name) => {
    const next = { link: `</api/customers/${long}?page=2&key=${long}>; rel="next", </${long}>; rel="up"` };
    const server = await serve({ headers: next, json: { success: true, data: [customer] } }, page);
    const facts: unknown[] = [];
    const tell = (...told: unknown[]) => void facts.push(told);
    const hooks = { onRequest: tell, onResponse: tell, onRetry: tell, onError: tell };
    const logger = { debug: tell, info: tell, warn: tell, error: tell };
    const options = { apiToken: long, maxRetries: 0, timeout: 1000, logger, logLevel: 'debug', hooks } as const;
    const read = async () => {
      for await (const record of connect(server, options).customers.list()) expect(record).toBeDefined();
    };
    const error = await rejection(read());
    expect(error).toMatchObject({ name, url: `${server.url}/api/customers/[token]` });
    expect(server.requests[1]?.url).toBe(`/api/customers/${long}?page=2&key=${long}`);
    expect(printed([error, facts])).not.toContain(long);
  },
);

test.each(['SECURITY.md', 'docs/observability.md', 'docs/matchers.md'])(
  '%s has the length of the shortest token',
  (file) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
    expect(text.match(/at least (\d+) characters/)?.[1]).toBe(String(minTokenLength));
  },
);

test.each(['dev', 'test', 'a', 'company'])('the placeholder token %s does not garble messages', async (apiToken) => {
  const message = 'a company that we test in a dev environment was not found';
  const server = await serve({ status: 404, json: { success: false, error: message } });
  const error = await rejection(connect(server, { apiToken }).customers.list());
  expect(error).toMatchObject({ error: message });
});

describe('a token of any length and content', () => {
  test.each([
    ['1,000 characters', 'k'.repeat(1000)],
    ['4,000 characters', 'mdk_live/+'.repeat(400)],
    ['100,000 characters', 'mdk_live/+'.repeat(10_000)],
    ['100,000 percent signs', '%'.repeat(100_000)],
  ])('does not make a call fail: %s', async (_, apiToken) => {
    const respond = (status: number, body: unknown) => async () => Response.json(body, { status });
    const connectTo = (fetch: typeof globalThis.fetch) =>
      connect(anyServer, { apiToken, fetch, maxRetries: 0, logger: listen().logger, logLevel: 'debug' });
    const created = connectTo(respond(201, { success: true, data: { ...customer, name: apiToken } }));
    expect(await created.customers.create({ name: 'Acme', type: 'company' })).toMatchObject({ name: apiToken });
    const failing = connectTo(respond(400, { success: false, error: `no ${apiToken}`, details: [apiToken] }));
    const error = await rejection(failing.customers.list());
    expect(error).toMatchObject({ error: 'no [token]', details: ['[token]'] });
  });

  test.each([
    ['halves of surrogate pairs', `\ud800token${'\udfff'.repeat(20)}`],
    ['100,000 halves', '\udc00'.repeat(100_000)],
    ['regular expression syntax', '(?:[a-z]+)+$^*.\\d{1,9}|'],
    ['replacement patterns', "$&$1$'$`$<name>$$"],
    ['an empty text', ''],
  ])('is replaced as a plain text: %s', (_, token) => {
    expect(createRedact(token)(`<${token}>`)).toBe(token === '' ? '<>' : '<[token]>');
  });

  test('costs time only in proportion to the text', () => {
    for (const part of ['\\', '%25', '&#0', 'mdk_live_', 'A', long.slice(0, -1)]) {
      const text = part.repeat(200_000);
      expect(createRedact(long)(text)).toBe(text);
    }
    expect(createRedact('a'.repeat(1000))('a'.repeat(2_000_000))).toBe('[token]'.repeat(2000));
  });

  test('is replaced before one that is part of it', () => {
    expect(createRedact('mdk_live', 'mdk_live_of_this_shop')('mdk_live_of_this_shop, mdk_live')).toBe(
      '[token], [token]',
    );
  });
});

describe('the error of a hostile fetch', () => {
  const throwing = () => {
    throw new Error(long);
  };
  const cyclic = Object.assign(new Error(`at ${long}`), { cause: {} });
  cyclic.cause = cyclic;
  const deep = Array.from({ length: 10_000 }).reduce<Error>((cause) => new Error(long, { cause }), new Error(long));
  test.each<[string, unknown]>([
    ['a cycle of causes', cyclic],
    ['10,000 causes', deep],
    [
      'getters that throw',
      Object.defineProperties(new Error('x'), {
        message: { get: throwing },
        code: { get: throwing },
        cause: { get: throwing },
      }),
    ],
    ['a message without a text', Object.assign(new Error('x'), { message: Object.create(null) })],
    ['an object without a prototype', Object.create(null)],
    ['a message of 10 million characters', new Error(`${long} `.repeat(150_000))],
    ['a symbol', Symbol(long)],
  ])('becomes a MasterDataError without the token: %s', async (_, thrown) => {
    const fetch = async () => {
      throw thrown;
    };
    const error = await rejection(connect(anyServer, { apiToken: long, fetch, maxRetries: 0 }).customers.list());
    expect(error).toBeInstanceOf(MasterDataError);
    expect(printed(error)).not.toContain(long);
  });

  test('is not shown if its response cannot be read', async () => {
    const headers = { get: () => null, forEach: throwing };
    const response = { status: 400, statusText: '', url: '', headers, arrayBuffer: async () => new ArrayBuffer(0) };
    const fetch = async () => response;
    const error = await rejection(connect(anyServer, { apiToken: long, fetch, maxRetries: 0 }).customers.list());
    expect(error).toMatchObject({ name: 'MasterDataError', message: 'GET /api/customers failed: [token]' });
    expect(printed(error)).not.toContain(long);
  });
});
