/** Requests that are sent through each adapter, and a record of the responses. Runs in Node and in pages. */
import { createMockServer, demo, type MockServer } from '../../mocks/index.ts';

/** Starts a mock that returns the same bytes for the same calls in the same order. */
export function startMock(): MockServer {
  return createMockServer({
    baseUrl: 'https://api.example.com/masterdata',
    seed: demo,
    clock: '2026-03-02T12:00:00.000Z',
    maxBodyBytes: 2000,
  });
}

/** A request, and a change of the mock before it. */
export interface Step {
  /** The expected status, and a description. */
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly before?: () => unknown;
}

/** A response in a form that can be compared. */
export interface CapturedResponse {
  readonly what: string;
  /** The status; 0 if no complete response arrived. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body. Decoding fails if it is not UTF-8. */
  readonly body: string;
}

interface Extra {
  readonly headers?: Readonly<Record<string, string>>;
  readonly before?: () => unknown;
}

/**
 * Returns requests with every kind of success and failure.
 *
 * @param sharesOrigin Whether the mock shares its origin with others, so that faults can set only some headers.
 */
export function conversation(
  { db, faults, policies, token, tokens }: MockServer,
  sharesOrigin = false,
): readonly Step[] {
  const anyHeaders = (headers: Readonly<Record<string, string>>) => (sharesOrigin ? { 'retry-after': '30' } : headers);
  const first = (table: 'customers' | 'contacts' | 'addresses' | 'products' | 'prices') => db[table].list()[0]?.id;
  const category = (api_name: string) => db.categories.find({ api_name })?.id;
  const readOnly = tokens.issue({ permissions: ['*:read'] });
  const other = tokens.issue({ workspace: db.workspaces.insert({ name: 'Other' }).id });
  const bearer = (each: string) => ({ headers: { authorization: `Bearer ${each}` } });

  const step = (what: string, method: string, path: string, body?: unknown, { headers, before }: Extra = {}): Step => ({
    what,
    method,
    path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: toBytes(body) }),
    ...(before && { before }),
  });
  const customers = (what: string, extra?: Extra) => step(what, 'GET', '/api/customers', undefined, extra);
  const invalid = (what: string, before?: () => unknown) =>
    step(what, 'POST', '/api/customers', { name: '', type: 'x', unknown: 1 }, before && { before });

  const unknownId = '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b';
  const rack = { api_name: 'rack', recurrence_type: 'one_off', name: 'Räck 家具 🪑', 'shipping[weight]': 2 };
  const product = `/api/products/${first('products')}`;

  return [
    customers('200: a list'),
    step('200: a filtered list', 'GET', `/api/addresses?customer_id=${first('customers')}`),
    step('200: a record', 'GET', product),
    step('201: a creation', 'POST', '/api/products', rack),
    step('201: a creation with a byte order mark', 'POST', '/api/catalogs', '\uFEFF{"name":"Spring"}'),
    step('201: a content type with a parameter', 'POST', '/api/catalogs', '{"name":"\\u0000\\ud83e"}', {
      headers: { 'content-type': 'Application/JSON; charset=utf-8' },
    }),
    step('200: an update with bracketed keys', 'PATCH', product, { 'shipping[weight]': 3, name: 'Fjäll' }),
    step('200: an empty update', 'PATCH', `/api/contacts/${first('contacts')}`, {}),
    step('200: an update of a price', 'PATCH', `/api/prices/${first('prices')}`, {
      pricing_model: 'flat',
      amount: 12.5,
    }),
    step('200: a deletion', 'DELETE', `/api/categories/${category('services')}`),
    step('200: what was created', 'GET', '/api/product-parents'),
    customers('200: a lower-case scheme', { headers: { authorization: `bearer ${token}` } }),
    customers('200: another workspace', bearer(other)),
    step(
      '200: a creation, by policy',
      'POST',
      '/api/catalogs',
      { name: 'Autumn' },
      {
        before: () => Object.assign(policies, { createdStatus: 200 }),
      },
    ),

    { what: '401: no token', method: 'GET', path: '/api/customers', headers: {} },
    customers('401: a wrong token', bearer('wrong')),
    customers('401: another scheme', { headers: { authorization: 'Basic eDp5' } }),
    customers('401: two tokens', bearer(`${token}, Bearer ${token}`)),
    step('401: a wrong token with a body', 'POST', '/api/products', rack, bearer('wrong')),
    step('403', 'POST', '/api/products', rack, bearer(readOnly)),

    step('404: a record', 'GET', `/api/customers/${unknownId}`),
    step('404: a record of another workspace', 'GET', product, undefined, bearer(other)),
    step('410: a record, by policy', 'GET', `/api/customers/${unknownId}`, undefined, {
      before: () => Object.assign(policies, { notFoundStatus: 410 }),
    }),
    step('404: a path', 'GET', '/api/unknown'),
    step('404: a path with a query', 'GET', '/api/unknown?x=1'),
    step('404: a path with a body', 'POST', '/api/unknown', rack),
    step('404: an encoded path', 'GET', '/api/%E5%AE%B6%20x'),
    step('404: the root', 'GET', '/api'),

    step('400: an id', 'GET', '/api/products/42'),
    step('400: an id with an encoded slash', 'GET', '/api/products/a%2Fb'),
    step('400: a query', 'GET', '/api/addresses?customer_id=42'),
    invalid('400: fields'),
    invalid('400: details as strings', () => Object.assign(policies, { validationDetails: 'strings' })),
    invalid('400: details by field', () => Object.assign(policies, { validationDetails: 'fields' })),
    invalid('400: no details', () => Object.assign(policies, { validationDetails: 'none' })),
    invalid('422: without success', () =>
      Object.assign(policies, { validationDetails: 'issues', validationOmitsSuccess: true, validationStatus: 422 }),
    ),
    step('400: the product PATCH', 'PATCH', product, { api_name: 'x', unknown: 1 }),
    step('422: no JSON', 'PATCH', `/api/contacts/${first('contacts')}`, '{'),
    step('422: an empty body', 'POST', '/api/customers', ''),
    step(
      '400: a body that is not UTF-8',
      'POST',
      '/api/customers',
      new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    ),

    step('405', 'PUT', '/api/customers', {}),
    step('405: HEAD', 'HEAD', '/api/customers'),
    step('405: OPTIONS that is not a preflight', 'OPTIONS', '/api/customers'),
    step('409: a category that is referenced', 'DELETE', `/api/categories/${category('chairs')}`),
    step('409: an api_name', 'POST', '/api/product-parents', { ...rack, 'shipping[weight]': undefined }),
    step('413', 'POST', '/api/customers', { name: 'x'.repeat(3000) }),
    step('413: much too large', 'POST', '/api/customers', { name: 'x'.repeat(500_000) }),
    step('415', 'POST', '/api/customers', '{}', { headers: { 'content-type': 'text/plain' } }),
    step('415: a compressed body', 'POST', '/api/customers', '{}', { headers: { 'content-encoding': 'gzip' } }),
    step('501', 'GET', '/api/products'),
    step('501: with a body', 'POST', '/api/categories', { name: 'X' }),

    customers('200: within the rate limit', {
      before: () => Object.assign(policies, { rateLimit: { limit: 1, window: 30_000 } }),
    }),
    customers('429: over the rate limit'),
    customers('200: a token out of a bucket', {
      before: () => Object.assign(policies, { rateLimit: { limit: 1, window: 30_000, algorithm: 'token-bucket' } }),
      ...bearer(other),
    }),

    customers('503: a fault', {
      before: () => {
        policies.rateLimit = 'off';
        faults.add({
          times: 1,
          status: 503,
          headers: anyHeaders({ 'retry-after': '30', 'X-Maintenance': 'yes' }),
          body: { ü: [] },
        });
      },
    }),
    customers('500: a fault with a text', {
      before: () =>
        faults.add({
          times: 1,
          status: 500,
          headers: anyHeaders({ 'content-type': 'text/html' }),
          body: '<h1>Störung',
        }),
    }),
    customers('502: a fault without a body', { before: () => faults.add({ times: 1, status: 502, body: '' }) }),
    customers('503: a fault with the headers of a real response', {
      before: () =>
        faults.add({
          times: 1,
          status: 503,
          headers: anyHeaders({
            'content-length': '7',
            'content-encoding': 'gzip',
            'transfer-encoding': 'chunked',
            connection: 'keep-alive',
            'keep-alive': 'timeout=5',
            'content-type': 'application/json; charset=utf-8',
            'cache-control': 'no-store',
          }),
          body: { success: false },
        }),
    }),
    step(
      '409: a fault that matches the body',
      'POST',
      '/api/catalogs',
      { name: 'Exact' },
      {
        before: () => {
          faults.add({ name: 'exact', on: 'catalogs.create', match: { body: { name: 'Exact' } }, status: 409 });
          faults.add({ on: 'customers.*', match: { params: { id: 'other' } }, status: 500 });
        },
      },
    ),
    step('200: another body', 'POST', '/api/catalogs', { name: 'Other' }),
    customers('205: a fault', { before: () => faults.add({ times: 1, status: 205 }) }),
    customers('204: a fault', { before: () => faults.add({ times: 1, status: 204 }) }),
    customers('200: invalid JSON', { before: () => faults.add({ times: 1, fault: 'invalid-json' }) }),
    customers('200: a delayed response', { before: () => faults.add({ times: 1, delay: 20 }) }),
    customers('0: a dropped connection', { before: () => faults.add({ times: 1, fault: 'drop-connection' }) }),
    customers('0: a truncated response', { before: () => faults.add({ times: 1, fault: 'truncate-response' }) }),
    step(
      '0: a dropped response',
      'POST',
      '/api/catalogs',
      { name: 'Written' },
      {
        before: () => faults.add({ times: 1, fault: 'drop-response' }),
      },
    ),
    customers('200: the state afterwards'),
    step('200: the creations afterwards', 'GET', '/api/product-parents'),
  ];
}

/** Sends all requests of the conversation to the mock at a URL. Returns the responses. */
export async function converse(
  mock: MockServer,
  fetch: typeof globalThis.fetch,
  url: string,
  sharesOrigin = false,
): Promise<CapturedResponse[]> {
  const responses: CapturedResponse[] = [];
  for (const { what, path, before, ...init } of conversation(mock, sharesOrigin)) {
    before?.();
    responses.push({ what, ...(await responseOf(fetch, url + path, init)) });
  }
  return responses;
}

function toBytes(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return typeof body === 'string' ? body : JSON.stringify(body);
}

async function responseOf(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
): Promise<Omit<CapturedResponse, 'what'>> {
  let response: Response;
  let bytes: ArrayBuffer;
  try {
    response = await fetch(url, init);
    bytes = await response.arrayBuffer();
  } catch {
    return { status: 0, headers: {}, body: '' };
  }
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    // Decoded strictly, different bodies stay different.
    body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
  };
}
