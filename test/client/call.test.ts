import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { defineOperation, type Hooks, type OperationDefinition } from '../../src/index.ts';
import { connect, rejection, serve, token } from './server.ts';

const contact = z.object({ id: z.string(), first_name: z.string() });

const createContact = defineOperation({
  name: 'contacts.create',
  method: 'POST',
  path: '/api/contacts',
  body: z.object({ first_name: z.string(), role: z.string().optional() }),
  response: contact,
});

const listNotes = defineOperation({
  name: 'notes.list',
  method: 'GET',
  path: '/api/contacts/{id}/notes/{note_id}',
  query: mini.object({ page: mini.optional(mini.number()) }),
  response: mini.array(mini.object({ text: mini.string() })),
});

const clear = defineOperation({ name: 'notes.clear', method: 'DELETE', path: '/api/notes', response: z.null() });

const ada = { id: '1', first_name: 'Ada' };

describe('client.call', () => {
  test('sends the body unchanged, and returns the data', async () => {
    const server = await serve({ status: 201, json: { success: true, data: { ...ada, extra: 'kept' } } });
    const body = { first_name: 'Ada' };
    const data = await connect(server).call(createContact, { body });
    expectTypeOf(data).toEqualTypeOf<{ id: string; first_name: string }>();
    expect(data).toEqual({ ...ada, extra: 'kept' });
    expect(server.only()).toMatchObject({
      method: 'POST',
      url: '/api/contacts',
      json: body,
      headers: { authorization: `Bearer ${token}` },
    });
  });

  test('fills the path and the query', async () => {
    const server = await serve({ json: { success: true, data: [{ text: 'a' }] } });
    const data = await connect(server).call(listNotes, { params: { id: 'a/b', note_id: '2' }, query: { page: 3 } });
    expectTypeOf(data).toEqualTypeOf<{ text: string }[]>();
    expect(server.only().url).toBe('/api/contacts/a%2Fb/notes/2?page=3');
  });

  test('accepts any text as a parameter, unless a proxy could decode it to another path', async () => {
    const server = await serve({ json: { success: true, data: [] } });
    const client = connect(server);
    for (const note_id of ['a/b', 'a\\b', '/', 'a..b/', '50%', '...', 'a%2fb', ';', '?#&= é']) {
      await client.call(listNotes, { params: { id: '1', note_id } });
      expect(server.requests.at(-1)?.url).toBe(`/api/contacts/1/notes/${encodeURIComponent(note_id)}`);
    }
    const { length } = server.requests;
    for (const note_id of ['../a', 'a/..', 'a/./b', '..\\a', '..%2fa', '..;a']) {
      expect(await rejection(client.call(listNotes, { params: { id: '1', note_id } }))).toMatchObject({
        name: 'InvalidRequestError',
        message: expect.stringContaining('dot segments'),
      });
    }
    expect(server.requests).toHaveLength(length);
  });

  test('needs no input if the operation has none, and takes options', async () => {
    const server = await serve({ json: { success: true, data: null } });
    expect(await connect(server).call(clear)).toBeNull();
    expect(await connect(server).call(clear, {}, { headers: { 'x-note': '1' } })).toBeNull();
    expect(server.requests.map(({ headers }) => headers['x-note'])).toEqual([undefined, '1']);
  });

  test('shows the name of the operation and its route to hooks', async () => {
    const server = await serve({ json: { success: true, data: [] } });
    const calls: unknown[] = [];
    const hooks: Hooks = { onRequest: ({ call: { operation, route } }) => void calls.push([operation, route]) };
    await connect(server, { hooks }).call(listNotes, { params: { id: '1', note_id: '2' } });
    expect(calls).toEqual([['notes.list', '/api/contacts/{id}/notes/{note_id}']]);
  });

  test('rejects a missing parameter of the path, and sends nothing', async () => {
    const server = await serve({ json: {} });
    const error = await rejection(connect(server).call(listNotes, { params: { id: '1' } as never }));
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      message: expect.stringContaining('note_id: must be an id for /api/contacts/{id}/notes/{note_id}'),
    });
    expect(server.requests).toEqual([]);
  });

  test.each(['.evil.example/api', '@evil.example/api', '/api/../admin', '/api/x?admin=1'])(
    'rejects the path %j of an operation that was not defined, and sends nothing',
    async (path) => {
      const server = await serve({ json: {} });
      const call = Reflect.apply(connect(server).call, undefined, [{ ...clear, path }]);
      expect(await rejection(call)).toMatchObject({
        name: 'InvalidRequestError',
        message: expect.stringContaining('path: must start with a single /'),
      });
      expect(server.requests).toEqual([]);
    },
  );

  test('validates the data against the schema', async () => {
    const server = await serve({ json: { success: true, data: { id: 1, first_name: 'Ada' } } });
    const client = connect(server, { validation: { responses: 'throw' } });
    const error = await rejection(client.call(createContact, { body: { first_name: 'Ada' } }));
    expect(error).toMatchObject({ name: 'UnexpectedResponseError', issues: [{ path: 'id' }] });
  });

  test('validates the body and the query if the option says so, and sends nothing', async () => {
    const server = await serve({ json: { success: true, data: ada } });
    const client = connect(server, { validation: { requests: 'throw' } });
    const body = await rejection(client.call(createContact, { body: { first_name: 5 } as never }));
    const query = await rejection(
      client.call(listNotes, { params: { id: '1', note_id: '2' }, query: { page: 'x' } as never }),
    );
    expect(body).toMatchObject({ name: 'InvalidRequestError', issues: [{ path: 'first_name' }] });
    expect(query).toMatchObject({ name: 'InvalidRequestError', issues: [{ path: 'page' }] });
    expect(server.requests).toEqual([]);
    expect(await client.call(createContact, { body: { first_name: 'Ada' } })).toEqual(ada);
  });

  test('accepts a schema that validates asynchronously', async () => {
    const validate = async (value: unknown) => (value === null ? { value } : { issues: [{ message: 'is odd' }] });
    const response = { '~standard': { version: 1, vendor: 'test', validate } } as const;
    const operation = defineOperation({ name: 'x.clear', method: 'DELETE', path: '/api/x', response });
    const server = await serve({ json: { success: true, data: {} } });
    const client = connect(server, { validation: { responses: 'throw' } });
    expect(await rejection(client.call(operation))).toMatchObject({ issues: [{ message: 'is odd' }] });
  });

  test.each<[unknown, string]>([
    [
      { signal: AbortSignal.abort(), timeout: -1 },
      'Unknown option "input.signal". Valid options: params, query, body.',
    ],
    [{ method: 'DELETE' }, 'Unknown option "input.method"'],
    [{ querry: {} }, 'Unknown option "input.querry". Did you mean "query"?'],
    [{ query: new URLSearchParams('page=2') }, 'input.query: must be a plain object, received URLSearchParams'],
    [{ params: 1 }, 'input.params: must be a plain object, received 1'],
    [null, 'input: must be an object, received null'],
    ['7', 'input: must be an object, received a string'],
  ])('rejects the input %j, and sends nothing', async (input, message) => {
    const server = await serve({ json: { success: true, data: null } });
    const error = await rejection(Reflect.apply(connect(server).call, undefined, [clear, input]));
    expect(error).toMatchObject({ name: 'ConfigurationError', message: expect.stringContaining(message) });
    expect(server.requests).toEqual([]);
  });

  test('does not compile with another input than that of the definition', () => {
    const client = connect({ url: 'http://127.0.0.1:9' } as never);
    const calls = () => [
      // @ts-expect-error: the body is missing
      client.call(createContact),
      // @ts-expect-error: the field has another type
      client.call(createContact, { body: { first_name: 5 } }),
      // @ts-expect-error: the operation has no query
      client.call(createContact, { body: { first_name: 'Ada' }, query: { page: 1 } }),
      // @ts-expect-error: the parameters are missing
      client.call(listNotes, {}),
      // @ts-expect-error: a parameter has another name
      client.call(listNotes, { params: { id: '1', note: '2' } }),
      // @ts-expect-error: the operation has no body
      client.call(listNotes, { params: { id: '1', note_id: '2' }, body: {} }),
    ];
    expect(calls).toBeTypeOf('function');
  });
});

describe('defineOperation', () => {
  test('returns the definition', () => {
    expect(createContact).toMatchObject({ name: 'contacts.create', method: 'POST', path: '/api/contacts' });
    expectTypeOf(createContact.name).toEqualTypeOf<'contacts.create'>();
  });

  const valid = { name: 'notes.get', method: 'GET', path: '/api/notes/{id}', response: contact };
  test.each([
    [{ respones: contact }, 'defineOperation: unknown property "respones". Did you mean "response"?'],
    [{ name: 'get' }, 'name: must be a resource and an operation, for example contacts.create, received "get"'],
    [{ method: 'get' }, 'method: must be one of GET, POST, PUT, PATCH, DELETE, received "get"'],
    [{ path: '/notes' }, 'path: must be a path below /api/ with parameters like {id}, each with a name of its own'],
    [{ path: '/api/{id}/{id}' }, 'path: must be a path below /api/'],
    [{ path: '/api/notes?page=1' }, 'path: must be a path below /api/'],
    [{ path: '/api/../notes' }, 'path: must be a path below /api/'],
    [{ response: undefined }, 'response: must be a Standard Schema, received undefined'],
    [{ query: {} }, 'query: must be a Standard Schema, received an object'],
    [{ body: contact }, 'body: must be absent, because a GET request cannot have a body, received an object'],
    [
      { name: 'products.get' },
      'products.get: the specification documents products.get (GET /api/products/{id}). Use client.products.get(), or',
    ],
    [{ path: '/api/products/{product_id}' }, 'notes.get: the specification documents products.get'],
  ])('rejects %o', (changes, message) => {
    expect(() => defineOperation({ ...valid, ...changes } as unknown as OperationDefinition)).toThrow(message);
  });
});
