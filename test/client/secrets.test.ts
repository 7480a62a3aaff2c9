import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import { createRedact } from '../../src/instrumentation/redact-token.ts';
import type { ClientOptions } from '../../src/types/options.ts';
import { customer, ids } from './records.ts';
import { connect, listen, rejection, type ScriptedResponse, serve } from './server.ts';

const long = 'mdk_live_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST';
const escaped = 'mdk_live/0123+456789"abcdefghij\\klmnopqrstuvwxyz=&<ABCDEFGHIJKLMNOP';
const short = 'sesame7';

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

/** The forms in which a token could be shown. */
const forms = (token: string) => [token, JSON.stringify(token).slice(1, -1), inspect(token).slice(1, -1)];

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
  ['a length that only tests have', short],
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

test('a short token that is part of a word does not change the word', async () => {
  const server = await serve({
    status: 404,
    json: { success: false, error: 'Product not found: promo1, promo123, promo1.' },
  });
  const error = await rejection(connect(server, { apiToken: 'promo1' }).customers.list());
  expect(error).toMatchObject({ error: 'Product not found: [token], promo123, [token].' });
});

describe('in a page', () => {
  interface Page {
    readonly userAgent?: string;
    readonly worker?: string;
    /** The number of clients that send a request. Default: 1. */
    readonly clients?: number;
  }

  /** Returns the warnings of a new copy of the package in a page, before and after the first request. */
  async function warningsOf(
    options: ClientOptions,
    { userAgent = 'Mozilla/5.0', worker, clients = 1 }: Page = {},
  ): Promise<{ atConstruction: string[]; afterRequest: string[] }> {
    vi.resetModules();
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    vi.stubGlobal('location', new URL('https://shop.example/products'));
    vi.stubGlobal('navigator', { userAgent, serviceWorker: worker && { controller: { scriptURL: worker } } });
    vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [] }));
    const fresh: { MasterDataClient: typeof MasterDataClient } = await import('../../src/client.ts');
    const { logger, lines } = listen();
    const all = Array.from(
      { length: clients },
      () => new fresh.MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: long, logger, ...options }),
    );
    const atConstruction = [...lines];
    for (const client of all) await client.paymentTerms.list();
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

/** Escapes each character of a token by its code in hexadecimal. */
function escapeAll(token: string, encode: (hex: string) => string): string {
  return Array.from(token, (character) => encode(character.charCodeAt(0).toString(16))).join('');
}

test.each(['\\', '%25', '&#0', 'mdk_live_', 'A'])('a long response of %j is searched quickly', (text) => {
  const redact = createRedact(long);
  expect(redact(text.repeat(200_000))).toBe(text.repeat(200_000));
});

describe.each([long, escaped])('an encoded echo of the token %s', (token) => {
  test.each<[string, string]>([
    ['URL encoding', encodeURIComponent(token)],
    ['URL encoding in lower case', encodeURIComponent(token).replace(/%../g, (hex) => hex.toLowerCase())],
    ['double URL encoding', encodeURIComponent(encodeURIComponent(token))],
    ['base64', btoa(token)],
    ['base64 of the header', btoa(`Bearer ${token}`)],
    ['base64 at another offset', btoa(`x${token}y`)],
    ['base64url', btoa(`xy${token}`).replaceAll('+', '-').replaceAll('/', '_')],
    ['hex', Buffer.from(token).toString('hex')],
    ['upper case', token.toUpperCase()],
    ['URL encoding of every character', escapeAll(token, (hex) => `%${hex}`)],
    ['HTML references in decimal', escapeAll(token, (hex) => `&#${Number.parseInt(hex, 16)};`)],
    ['HTML references in hexadecimal', escapeAll(token, (hex) => `&#x00${hex.toUpperCase()};`)],
    ['a string literal', escapeAll(token, (hex) => `\\u00${hex}`)],
    ['a string literal inside another', JSON.stringify(JSON.stringify(token).slice(1, -1)).slice(1, -1)],
    ['HTML', token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
  ])('is not shown: %s', async (_, echo) => {
    const server = await serve({
      status: 400,
      body: `<p>${echo}</p>`,
      headers: { 'x-echo': echo, 'x-request-id': echo },
    });
    const error = await rejection(connect(server, { apiToken: token, maxRetries: 0 }).customers.list());
    // Omit the edges of base64, which depend on the text around the token.
    expect(printed(error)).not.toContain(echo.slice(4, -4));
    expect(printed(error)).toContain('[token]');
  });
});

test.each(['dev', 'test', 'a'])('the placeholder token %s does not garble messages', async (apiToken) => {
  const server = await serve({ status: 404, json: { success: false, error: 'a dev test environment was not found' } });
  const error = await rejection(connect(server, { apiToken }).customers.list());
  expect(error).toMatchObject({ error: 'a dev test environment was not found' });
});
