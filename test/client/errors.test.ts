import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  isApiError,
  isMasterDataError,
  isNotFoundError,
  isServerError,
  isValidationError,
  MasterDataError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnexpectedResponseError,
  ValidationError,
} from '../../src/index.ts';
import { apiErrorFields, ids } from './records.ts';
import { connect, rejection, type ScriptedResponse, serve, token } from './server.ts';

/** Returns the error of `products.update` after this response. */
async function errorFor(response: ScriptedResponse): Promise<unknown> {
  const server = await serve(response);
  return rejection(connect(server, { maxRetries: 0 }).products.update(ids.product, { name: 'Desk' }));
}

const path = `/api/products/${ids.product}`;
const failed = (error: string, details?: unknown) => ({
  success: false,
  error,
  ...(details !== undefined && { details }),
});

describe('the rows of the error table', () => {
  test.each<[string, ScriptedResponse, typeof ApiError, string]>([
    ['an invalid token', { status: 401, json: failed('Invalid API token') }, AuthenticationError, 'unauthorized'],
    ['a missing permission', { status: 403, json: failed('Forbidden') }, PermissionDeniedError, 'forbidden'],
    ['a wrong body', { status: 400, json: failed('Validation error', ['name']) }, ValidationError, 'validation_error'],
    ['an unknown record', { status: 404, json: failed('Product not found') }, NotFoundError, 'not_found'],
    ['a malformed id', { status: 400, json: failed('Invalid product ID format') }, ValidationError, 'invalid_id'],
    [
      'a category in a discount',
      { status: 409, json: failed('CATEGORY_REFERENCED_IN_DISCOUNT') },
      ConflictError,
      'CATEGORY_REFERENCED_IN_DISCOUNT',
    ],
    ['a taken api_name', { status: 409, json: failed('api_name already exists') }, ConflictError, 'conflict'],
    ['a used-up rate', { status: 429, json: failed('Too many requests') }, RateLimitError, 'rate_limited'],
    ['a failure', { status: 500, json: failed('Internal error') }, ServerError, 'server_error'],
    ['any other status', { status: 418, json: failed('I am a teapot') }, ApiError, 'http_error'],
  ])('%s', async (_, response, type, code) => {
    const error = await errorFor(response);
    expect(error).toBeInstanceOf(type);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: type.prototype.name, code, status: response.status, method: 'PATCH' });
  });
});

describe('the error text takes precedence over the status', () => {
  test.each([
    ['Product not found', [200, 400, 404, 410, 422], NotFoundError, { code: 'not_found', resource: 'Product' }],
    ['Product parent not found', [400, 404], NotFoundError, { code: 'not_found', resource: 'Product parent' }],
    ['Invalid product ID format', [200, 400, 404, 422], ValidationError, { code: 'invalid_id', resource: 'Product' }],
    ['Validation error', [200, 400, 409, 422], ValidationError, { code: 'validation_error' }],
    ['Forbidden', [200, 400, 403], PermissionDeniedError, { code: 'forbidden' }],
    ['Invalid API token', [200, 400, 401], AuthenticationError, { code: 'unauthorized' }],
    ['CATEGORY_REFERENCED_IN_DISCOUNT', [200, 400, 409], ConflictError, { code: 'CATEGORY_REFERENCED_IN_DISCOUNT' }],
  ])('%s under %j', async (text, statuses, type, fields) => {
    for (const status of statuses) {
      const error = await errorFor({ status, json: failed(text) });
      expect(error).toBeInstanceOf(type);
      expect(error).toMatchObject({ status, error: text, ...fields });
    }
  });

  test('except for 401, 403, 429 and the texts of proxies under 5xx', async () => {
    expect(await errorFor({ status: 401, json: failed('Token not found') })).toBeInstanceOf(AuthenticationError);
    expect(await errorFor({ status: 403, json: failed('Product not found') })).toBeInstanceOf(PermissionDeniedError);
    expect(await errorFor({ status: 429, json: failed('Validation error') })).toBeInstanceOf(RateLimitError);
    expect(await errorFor({ status: 502, json: failed('Upstream not found') })).toBeInstanceOf(ServerError);
  });

  test('an unknown code is kept, with the class of the status', async () => {
    const conflict = await errorFor({ status: 409, json: failed('PRODUCT_IN_OPEN_QUOTE') });
    expect(conflict).toBeInstanceOf(ConflictError);
    expect(conflict).toMatchObject({ code: 'PRODUCT_IN_OPEN_QUOTE' });
    expect(await errorFor({ json: failed('PRODUCT_IN_OPEN_QUOTE') })).toMatchObject({
      name: 'ApiError',
      status: 200,
      code: 'PRODUCT_IN_OPEN_QUOTE',
    });
  });

  test('details identify a validation error without its text', async () => {
    const error = await errorFor({
      json: { error: 'Something is off', details: [{ path: 'name', message: 'is short' }] },
    });
    expect(error).toBeInstanceOf(ValidationError);
  });
});

describe('details', () => {
  test.each([
    [
      'strings',
      ['name is too short', 'sku is taken'],
      [
        { path: '', message: 'name is too short' },
        { path: '', message: 'sku is taken' },
      ],
    ],
    [
      'issues',
      [{ path: 'shipping[weight]', message: 'must be a number' }],
      [{ path: 'shipping[weight]', message: 'must be a number' }],
    ],
    [
      'issues whose path is a list',
      [{ path: ['tax_ids', 0, 'tax'], message: 'is required' }],
      [{ path: 'tax_ids.0.tax', message: 'is required' }],
    ],
    [
      'a map',
      { name: 'is too short', 'inventory[sku]': 'is taken' },
      [
        { path: 'name', message: 'is too short' },
        { path: 'inventory[sku]', message: 'is taken' },
      ],
    ],
    [
      'issues without a path',
      [{ message: 'is odd' }, null],
      [
        { path: '', message: 'is odd' },
        { path: '', message: 'null' },
      ],
    ],
    ['a text', 'name is too short', [{ path: '', message: 'name is too short' }]],
    ['texts, some of which are empty', ['', 'name is too short', ' '], [{ path: '', message: 'name is too short' }]],
    ['none', undefined, []],
    ['an empty text', '', []],
    ['another value', 7, []],
  ])('as %s become issues, and are kept unchanged', async (_, details, issues) => {
    for (const success of [{ success: false }, {}]) {
      const error = await errorFor({ status: 400, json: { ...success, error: 'Validation error', details } });
      expect(error).toBeInstanceOf(ValidationError);
      expect(error).toMatchObject({ issues, code: 'validation_error' });
      expect(error).toHaveProperty('details', details);
    }
  });
});

test('a text as details does not make an error a validation error', async () => {
  const error = await errorFor({ status: 418, json: failed('No coffee', 'short and stout') });
  expect(error).toMatchObject({
    code: 'http_error',
    issues: [{ path: '', message: 'short and stout' }],
    message: expect.stringMatching(/failed with 418: No coffee: short and stout$/),
  });
});

describe('the message', () => {
  test.each([
    [
      failed('Validation error', ['api_name cannot be changed after creation']),
      'Validation error: api_name cannot be changed after creation',
    ],
    [
      failed('Validation error', { name: 'is required', type: 'is wrong' }),
      'Validation error: name is required; type is wrong',
    ],
    [failed('Validation error', ['a', 'b', 'c', 'd', 'e']), 'Validation error: a; b; c; and 2 more'],
    [failed('Validation error'), 'Validation error'],
  ])('reads like a sentence: %j', async (json, end) => {
    const error = await errorFor({ status: 400, json });
    expect(error).toHaveProperty('message', `PATCH ${path} failed with 400: ${end}`);
  });

  test.each([
    ['Not here', 'Not here. baseUrl ends in /api, and'],
    ['Did you mean /api/customers?', 'Did you mean /api/customers? baseUrl ends in /api, and'],
    ['No. Not here', 'No. Not here. baseUrl ends in /api, and'],
  ])('adds a hint to "%s" as a sentence of its own', async (error, expected) => {
    const server = await serve({ status: 404, json: failed(error) });
    const client = connect(server, { baseUrl: `${server.url}/api`, logLevel: 'off' });
    expect(await rejection(client.customers.list())).toMatchObject({ message: expect.stringContaining(expected) });
  });
});

describe('a response that is not from the service', () => {
  const html = '<html>\n  <h1>Bad gateway</h1>\n</html>';

  test.each([
    [502, html, 'text/html', ServerError, 'Bad Gateway: <html> <h1>Bad gateway</h1> </html>'],
    [503, '', undefined, ServerError, 'Service Unavailable'],
    [404, html, 'text/html', ApiError, 'Not Found: <html>'],
    [401, '{"success":fal', 'application/json', AuthenticationError, 'Unauthorized: {"success":fal'],
    [403, '[]', 'application/json', PermissionDeniedError, 'Forbidden'],
    [429, 'slow down', 'text/plain', RateLimitError, 'Too Many Requests: slow down'],
    [400, '"no"', 'application/json', ApiError, 'Bad Request: "no"'],
    [413, html, 'text/html', ApiError, 'Payload Too Large: <html>'],
  ])('is an ApiError under %i, with body %j', async (status, body, type, expected, text) => {
    const error = await errorFor({ status, body, ...(type && { headers: { 'content-type': type } }) });
    expect(error).toBeInstanceOf(expected);
    expect(error).toMatchObject({ status, error: '', issues: [] });
    expect(String(error)).toContain(`${status}: ${text}`);
  });

  const expectation = 'expected JSON { success: true, data }, received';
  test.each([
    ['HTML', { body: html, headers: { 'content-type': 'text/html' } }, `text/html: <html> <h1>`],
    ['nothing', { body: '' }, 'an empty body'],
    ['nothing under 204', { status: 204 }, 'an empty body'],
    ['truncated JSON', { body: '{"success":true,"data":{"id"' }, 'no content type: {"success":true,"data":{"id"'],
    ['JSON without an envelope', { json: { id: ids.product } }, `application/json: {"id":`],
    ['an envelope without data', { json: { success: true } }, 'application/json: {"success":true}'],
    ['data without success', { json: { data: {} } }, 'application/json: {"data":{}}'],
    ['a list', { json: [] }, 'application/json: []'],
    ['null', { json: null }, 'application/json: null'],
  ])('is an UnexpectedResponseError with a success status: %s', async (_, response: ScriptedResponse, received) => {
    const error = await errorFor(response);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).not.toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: response.status ?? 200, method: 'PATCH' });
    expect(String(error)).toContain(`PATCH ${path} returned ${response.status ?? 200}: ${expectation} ${received}`);
  });

  test('is shown up to 200 characters', async () => {
    const error = await errorFor({ body: 'x'.repeat(5000) });
    expect(error).toHaveProperty('body', `${'x'.repeat(200)}…`);
    expect(await errorFor({ body: 'x'.repeat(200) })).toHaveProperty('body', 'x'.repeat(200));
    expect(String(error).length).toBeLessThan(400);
  });

  test.each([300, 304])('is unexpected under %i as well', async (status) => {
    const error = await errorFor({ status });
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ issues: [], contentType: undefined });
    expect(String(error)).toContain('received a redirect, which is not followed');
  });

  test('is a redirect if it is opaque', async () => {
    const client = connect(await serve(), { fetch: async () => Response.error() });
    const message = expect.stringMatching(/ returned 0: .* received a redirect, which is not followed$/);
    expect(await rejection(client.products.get(ids.product))).toMatchObject({
      name: 'UnexpectedResponseError',
      message,
    });
  });

  test('names the content type', async () => {
    const error = await errorFor({ body: html, headers: { 'content-type': 'text/html' } });
    expect(error).toHaveProperty('contentType', 'text/html');
  });

  test('may have neither a status text nor a body', async () => {
    const fetch = async () => new Response(null, { status: 404 });
    const client = connect(await serve(), { fetch });
    expect(String(await rejection(client.products.get(ids.product)))).toMatch(/failed with 404: no error body$/);
  });
});

describe('an error', () => {
  const response: ScriptedResponse = {
    status: 400,
    headers: { 'x-request-id': 'req_7', 'set-cookie': 'session=secret' },
    json: failed('Validation error', ['name']),
  };

  test('has the status, the request id, the method and the URL', async () => {
    const server = await serve(response);
    const error = await rejection(connect(server).addresses.list({ customer_id: 'private' }));
    expect(error).toMatchObject({ requestId: 'req_7', method: 'GET', url: `${server.url}/api/addresses` });
    if (!isApiError(error)) throw error;
    expect(error.headers.get('set-cookie')).toBe('session=secret');
  });

  test('has JSON for logs, without headers and stack', async () => {
    const error = await errorFor(response);
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ValidationError',
      message: `PATCH ${path} failed with 400: Validation error: name`,
      status: 400,
      code: 'validation_error',
      error: 'Validation error',
      details: ['name'],
      issues: [{ path: '', message: 'name' }],
      requestId: 'req_7',
      attempts: 1,
      method: 'PATCH',
      url: expect.stringContaining(path),
    });
    expect(inspect(error)).not.toContain('secret');
  });

  test('shows the line of the call', async () => {
    const server = await serve(response, { json: {} }, { cut: 'before' });
    const client = connect(server, { maxRetries: 0 });
    async function importProducts() {
      await new Promise((resolve) => setTimeout(resolve, 1));
      await client.products.update(ids.product, {});
    }
    for (const name of ['ValidationError', 'UnexpectedResponseError', 'ConnectionError']) {
      const error = await rejection(importProducts());
      const [first, second, third] = error instanceof Error ? (error.stack ?? '').split('\n') : [];
      expect(first).toMatch(`${name}: PATCH`);
      expect(second).toContain('Products.update');
      expect(third).toMatch(/importProducts .*errors\.test\.ts/);
    }
  });

  test.each(['inspect', 'json', 'string', 'stack', 'properties'])(
    'never shows the token, though the service repeats it: %s',
    async (form) => {
      const echo: ScriptedResponse = {
        status: 400,
        headers: { 'x-echo': `Bearer ${token}` },
        json: failed(`Bad header Bearer ${token}`, [token, { path: token, message: token }]),
      };
      for (const response of [
        echo,
        { ...echo, status: 200 },
        { body: `<p>${token}</p>` },
        { status: 500, body: token },
      ]) {
        const error = await errorFor(response);
        if (!isMasterDataError(error)) throw error;
        const printed = {
          inspect: () => inspect(error, { showHidden: true, depth: 10, getters: true }),
          json: () => JSON.stringify(error),
          string: () => String(error),
          stack: () => String(error.stack),
          properties: () =>
            Reflect.ownKeys(error)
              .map((key) => inspect(Reflect.get(error, key), { depth: 10 }))
              .join(),
        }[form];
        expect(printed?.()).not.toContain(token);
        expect(printed?.()).not.toContain('mdk_live');
      }
    },
  );

  test('shows no token if the connection fails, not even in a cause', async () => {
    const client = connect(await serve(), {
      maxRetries: 0,
      fetch: async (url, init) => {
        throw Object.assign(new Error(`cannot send ${JSON.stringify(init.headers)}`), { config: { url, init } });
      },
    });
    const error = await rejection(client.customers.list());
    expect(error).toHaveProperty('name', 'ConnectionError');
    expect(error).not.toHaveProperty('cause');
    expect(inspect(error, { showHidden: true, depth: 10 })).not.toContain('mdk_live');
  });
});

describe('instanceof', () => {
  test('works across two copies of the package, in both directions', async () => {
    vi.resetModules();
    const other = await import('../../src/index.ts');
    expect(other.NotFoundError).not.toBe(NotFoundError);
    const theirs = new other.NotFoundError('not here', apiErrorFields);
    const ours = new NotFoundError('not here', apiErrorFields);
    const own = { MasterDataError, ApiError, NotFoundError, ValidationError };
    for (const [error, types] of [[theirs, own] as const, [ours, other] as const]) {
      expect(error instanceof types.MasterDataError).toBe(true);
      expect(error instanceof types.ApiError).toBe(true);
      expect(error instanceof types.NotFoundError).toBe(true);
      expect(error instanceof types.ValidationError).toBe(false);
    }
    expect(isNotFoundError(theirs)).toBe(true);
    expect(other.isApiError(ours)).toBe(true);
  });

  test('is false for subclasses, other values and look-alikes', async () => {
    class MissingPriceError extends NotFoundError {}
    const error = await errorFor({ status: 404, json: failed('Price not found') });
    expect(error instanceof MissingPriceError).toBe(false);
    expect(Object.create(MissingPriceError.prototype) instanceof MissingPriceError).toBe(true);
    expect(Object.create(MissingPriceError.prototype) instanceof NotFoundError).toBe(true);
    for (const value of [null, undefined, 'NotFoundError', 7, {}, new Error('no'), { name: 'NotFoundError' }]) {
      expect(value instanceof MasterDataError).toBe(false);
      expect(isApiError(value) || isValidationError(value) || isServerError(value)).toBe(false);
    }
  });
});

describe('a response that misleads', () => {
  test('data: null is accepted only by client.request', async () => {
    const server = await serve({ json: { success: true, data: null } });
    const client = connect(server, { validation: { responses: 'off' } });
    expect(await rejection(client.products.get(ids.product))).toBeInstanceOf(UnexpectedResponseError);
    expect(await client.request({ method: 'GET', path: '/api/x' })).toBeNull();
  });

  test.each(['text', 7, false, [], [{ id: ids.product }]])('data: %j is not a record', async (data) => {
    const server = await serve({ json: { success: true, data } });
    const client = connect(server, { validation: { responses: 'off' } });
    const error = await rejection(client.products.get(ids.product));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(String(error)).toContain('returned 200: expected a record as data, received application/json: {"success":');
    expect(await client.request({ method: 'GET', path: '/api/x' })).toEqual(data);
  });

  test.each(['text', 7, {}, { items: [] }, null])('data: %j is not a list', async (data) => {
    const server = await serve({ json: { success: true, data } });
    const client = connect(server, { validation: { responses: 'off' } });
    const read = async () => {
      for await (const _ of client.customers.list()) throw new Error('not a record');
    };
    for (const error of [await rejection(client.customers.list()), await rejection(read())]) {
      expect(error).toBeInstanceOf(UnexpectedResponseError);
      expect(String(error)).toContain('expected a list as data');
    }
  });

  test.each([
    ['an HTML page', { body: '<html>', headers: { 'content-type': 'text/html' } }],
    ['no body', {}],
    ['the JSON of a gateway', { json: { message: 'no Route matched' } }],
    ['the JSON of Fastify', { json: { message: 'Route GET:/x not found', error: 'Not Found', statusCode: 404 } }],
    ['the JSON of Spring', { json: { timestamp: '2026-01-01', status: 404, error: 'Not Found', path: '/x' } }],
  ])('a 404 with %s is not a NotFoundError', async (_, response) => {
    const error = await errorFor({ status: 404, ...response });
    expect(error).not.toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ name: 'ApiError', code: 'http_error', status: 404 });
    if ('json' in response) expect(String(error)).toContain(JSON.stringify(response.json));
  });

  test.each([
    { success: false },
    { error: 'gone' },
    { error: 'gone', details: [] },
    { ...failed('gone'), id: 7 },
    { success: false, error: { text: 'gone' } },
  ])('a 404 with %j is from the service', async (json) => {
    expect(await errorFor({ status: 404, json })).toMatchObject({ name: 'NotFoundError', code: 'not_found' });
  });

  test('success: false under 200 is an ApiError', async () => {
    expect(await errorFor({ json: { success: false } })).toMatchObject({ name: 'ApiError', code: 'http_error' });
  });

  test('details can be nested deeply', async () => {
    const deep = `${'['.repeat(9000)}${']'.repeat(9000)}`;
    const failure = `{"success":false,"error":"Validation error","details":${deep}}`;
    for (const [body, text] of [
      [failure, '[nested too deeply]'],
      [deep, 'Bad Request: [[['],
    ] as const) {
      const server = await serve({ status: 400, body, headers: { 'content-type': 'application/json' } });
      const result = await connect(server).products.get(ids.product).result();
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).toContain(text);
    }
  });

  test('details can be anything', async () => {
    const odd = { toString: 1, valueOf: null };
    for (const details of [[odd], [{ path: odd, message: odd }], [{ path: [odd] }], { name: odd }, [null], odd]) {
      expect(await errorFor({ status: 400, json: failed('Validation error', details) })).toBeInstanceOf(
        ValidationError,
      );
    }
  });

  test('long texts are cut in the message, not in the fields', async () => {
    const long = 'x'.repeat(100_000);
    const error = await errorFor({ status: 400, json: failed(long, [{ path: long, message: long }]) });
    expect(String(error).length).toBeLessThan(600);
    expect(error).toMatchObject({ error: long, issues: [{ path: long, message: long }] });
  });

  test('retryAfter and attempts are on every ApiError', async () => {
    const error = await errorFor({ status: 503, headers: { 'retry-after': '7' } });
    expect(error).toMatchObject({ name: 'ServerError', retryAfter: 7, attempts: 1 });
    expect(await errorFor({ status: 400 })).toMatchObject({ retryAfter: undefined, attempts: 1 });
  });
});

describe('the code', () => {
  test.each([
    [409, 'DUPLICATE', 'DUPLICATE', 'ConflictError'],
    [400, 'API_NAME_TAKEN', 'API_NAME_TAKEN', 'ValidationError'],
    [422, 'E1042', 'E1042', 'ValidationError'],
    [403, 'FORBIDDEN', 'forbidden', 'PermissionDeniedError'],
    [403, 'FORBIDDEN_FIELD', 'FORBIDDEN_FIELD', 'PermissionDeniedError'],
    [401, 'TOKEN_EXPIRED', 'TOKEN_EXPIRED', 'AuthenticationError'],
    [503, 'OVERLOADED', 'OVERLOADED', 'ServerError'],
    [409, 'Duplicate', 'conflict', 'ConflictError'],
    [409, 'NOT UNIQUE', 'conflict', 'ConflictError'],
    [409, 'X', 'conflict', 'ConflictError'],
    [409, '42', 'conflict', 'ConflictError'],
    [404, 'PRODUCT NOT FOUND', 'not_found', 'NotFoundError'],
  ])('of %d with the error %j is %s', async (status, text, code, name) => {
    expect(await errorFor({ status, json: failed(text) })).toMatchObject({ name, code, error: text });
  });
});

describe('a request without a complete response', () => {
  const fields = { method: 'PATCH', url: expect.stringMatching(new RegExp(`^http://.*${path}$`)) };

  test.each([0, 1])('has method, url and attempts after %d retries: ConnectionError', async (maxRetries) => {
    const client = connect(await serve({ cut: 'before' }), { maxRetries });
    const error = await rejection(client.products.update(ids.product, {}));
    expect(error).toMatchObject({ name: 'ConnectionError', ...fields, attempts: maxRetries + 1 });
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ ...fields, attempts: maxRetries + 1 });
  });

  test('has method, url and attempts: TimeoutError', async () => {
    const client = connect(await serve({ delay: Number.POSITIVE_INFINITY }), { maxRetries: 0, timeout: 50 });
    const error = await rejection(client.products.update(ids.product, {}));
    expect(error).toMatchObject({ name: 'TimeoutError', ...fields, attempts: 1 });
  });

  test('has no attempt if no token came in time', async () => {
    const client = connect(await serve(), { maxRetries: 0, timeout: 50, apiToken: () => new Promise(() => {}) });
    const error = await rejection(client.products.update(ids.product, {}));
    expect(error).toMatchObject({ name: 'TimeoutError', ...fields, attempts: 0 });
  });
});
