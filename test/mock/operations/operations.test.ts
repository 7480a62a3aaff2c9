/** Your own operations: the checks before them, their changes, and their place in the journal and in faults. */
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import {
  createMemoryStore,
  createMockServer,
  createSandboxes,
  type MockOperation,
  type MockServerOptions,
  mockOperation,
} from '../../../mocks/index.ts';
import { assertReceived } from '../../../mocks/matchers.ts';
import { defineOperation, MasterDataClient } from '../../../src/index.ts';
import { call, contents, startMock, unknownId } from '../helpers.ts';
import { addNote, createContact, deleteContact, listContacts } from './definitions.ts';

const create = mockOperation(createContact, {
  handle: ({ body, db }) => db.contacts.insert(body),
});
const list = mockOperation(listContacts, {
  handle({ query: { customer_id, limit }, db }) {
    return db.contacts.list(customer_id === undefined ? undefined : { customer_id }).slice(0, limit);
  },
});
const remove = mockOperation(deleteContact, {
  handle({ params, db }) {
    const { id } = db.contacts.require(params.id);
    db.contacts.delete(id);
    return { id, deleted: true };
  },
});
const note = mockOperation(addNote, {
  permission: 'notes:write',
  status: 202,
  handle: ({ params, body }) => ({ slug: params.slug, text: body.text }),
});
const operations = [create, list, remove, note];

function start(options: MockServerOptions = {}) {
  const mock = startMock({ operations, ...options });
  const customer_id = mock.create.customer().id;
  return { mock, customer_id, body: { first_name: 'Ada', email: 'ada@example.com', customer_id } };
}

/** Starts a mock with one operation, whose handler or schemas are wrong. */
function startBroken(operation: MockOperation, options: MockServerOptions = {}) {
  vi.spyOn(console, 'error').mockReturnValue();
  return start({ operations: [operation], ...options });
}

describe('a call', () => {
  test('by the client is typed by the definition, from the body to the data', async () => {
    const { mock, body, customer_id } = start();
    const client = new MasterDataClient(mock.clientOptions);
    const created = await client.call(createContact, { body });
    expect(created).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace', customer_id });
    expect(mock.db.contacts.get(created.id)).toEqual(created);
    expect(await client.call(listContacts, { query: { customer_id, limit: 1 } })).toEqual([created]);
    expect(await client.contacts.get(created.id)).toMatchObject({ first_name: 'Ada' });
    expect(await client.call(deleteContact, { params: { id: created.id } })).toEqual({ id: created.id, deleted: true });
    expect(mock.db.contacts.size).toBe(0);
  });

  test('has the status of its method, of the policy or of the option', async () => {
    const { mock, body, customer_id } = start({ policies: { createdStatus: 200 } });
    expect((await call(mock, 'POST', '/api/contacts', body)).status).toBe(200);
    mock.policies.createdStatus = 201;
    expect((await call(mock, 'POST', '/api/contacts', body)).status).toBe(201);
    const response = await call(mock, 'PUT', `/api/notes/a%2Fb/of/${customer_id}`, { text: 'Hi' });
    expect(response).toMatchObject({ status: 202, body: { success: true, data: { slug: 'a/b', text: 'Hi' } } });
  });

  test('can have a fixed response, without a handler', async () => {
    const fixed = mockOperation(listContacts, { response: [{ id: '1', first_name: 'Ada', customer_id: '2' }] });
    const { mock } = start({ operations: [fixed] });
    const client = new MasterDataClient(mock.clientOptions);
    expect(await client.call(listContacts)).toEqual([{ id: '1', first_name: 'Ada', customer_id: '2' }]);
  });

  test('does not change the operations of the specification or other mocks', async () => {
    const { mock } = start();
    expect((await call(mock, 'GET', '/api/products')).status).toBe(501);
    expect((await call(mock, 'GET', `/api/contacts/${unknownId}`)).body).toEqual({
      success: false,
      error: 'Contact not found',
    });
    expect((await call(startMock(), 'POST', '/api/contacts', {})).status).toBe(501);
    expect((await call(mock, 'PUT', '/api/contacts')).headers).toMatchObject({ allow: 'POST, GET' });
  });

  test('gets the value of a parameter that is also a segment of another path', async () => {
    const response = z.object({ name: z.string() });
    const operation = (name: string, method: 'GET' | 'POST', path: `/api/${string}`) =>
      mockOperation(defineOperation({ name, method, path, response }), {
        handle: ({ params }) => ({ name: `${name} ${JSON.stringify(params)}` }),
      });
    const { mock } = start({
      operations: [
        operation('tags.get', 'GET', '/api/tags/{name}'),
        operation('tags.stats', 'GET', '/api/tags/popular/stats'),
        operation('tags.clear', 'POST', '/api/tags/recent'),
        operation('tags.first', 'GET', '/api/tags/first'),
        operation('products.search', 'GET', '/api/products/search/all'),
      ],
    });
    const nameOf = async (method: string, path: string) => (await call(mock, method, path)).body;
    const named = (name: string) => ({ success: true, data: { name } });
    expect(await nameOf('GET', '/api/tags/popular')).toEqual(named('tags.get {"name":"popular"}'));
    expect(await nameOf('GET', '/api/tags/recent')).toEqual(named('tags.get {"name":"recent"}'));
    expect(await nameOf('GET', '/api/tags/first')).toEqual(named('tags.first {}'));
    expect(await call(mock, 'DELETE', '/api/tags/first')).toMatchObject({ status: 405, headers: { allow: 'GET' } });
    expect(await call(mock, 'GET', '/api/products/search')).toMatchObject({
      status: 400,
      body: { error: 'Invalid product ID format' },
    });
  });

  test.each([
    ['addresses.archive', 'address'],
    ['boxes.get', 'box'],
    ['batches.get', 'batch'],
    ['dashes.get', 'dash'],
    ['purchases.get', 'purchase'],
    ['deliveries.get', 'delivery'],
    ['access.get', 'access'],
  ])('%s has the singular of its name in errors', async (name, record) => {
    const definition = defineOperation({ name, method: 'GET', path: '/api/own/{id}', response: z.object({}) });
    const { mock } = start({ operations: [mockOperation(definition, { response: {} })] });
    expect((await call(mock, 'GET', '/api/own/1')).body).toMatchObject({ error: `Invalid ${record} ID format` });
  });
});

describe('the checks of other operations come first', () => {
  test('token, rate limit, permission, body, ids', async () => {
    const { mock, body } = start({ rateLimit: { limit: 5, window: 60_000, algorithm: 'fixed-window' } });
    const post = (token: string, sent: unknown = body) => call(mock, 'POST', '/api/contacts', sent, { token });
    expect((await post('nobody')).status).toBe(401);
    expect((await post(mock.tokens.issue({ permissions: ['contacts:read', 'notes:write' as never] }))).status).toBe(
      403,
    );
    expect((await post(mock.tokens.issue({ permissions: ['contacts:write'] }))).status).toBe(201);
    expect(await post(mock.token, { ...body, email: 'no' })).toMatchObject({
      status: 400,
      body: { success: false, error: 'Validation error', details: [{ path: 'email' }] },
    });
    const remove = await call(mock, 'DELETE', '/api/contacts/1');
    expect(remove).toMatchObject({ status: 400, body: { error: 'Invalid contact ID format' } });
    await call(mock, 'GET', '/api/customers');
    expect((await post(mock.token)).status).toBe(429);
  });

  test('a permission of its own is needed, and can be issued', async () => {
    const { mock, customer_id } = start();
    const put = (token: string) => call(mock, 'PUT', `/api/notes/a/of/${customer_id}`, { text: '' }, { token });
    const issue = (...permissions: string[]) => mock.tokens.issue({ permissions: permissions as never });
    for (const permission of ['notes:write', 'notes:*', '*:write', '*']) {
      expect((await put(issue(permission))).status).toBe(202);
    }
    expect((await put(issue('notes:read', 'customers:*'))).status).toBe(403);
    expect(mock.tokens.issue({ permissions: [note.permission] })).toEqual(expect.any(String));
    expect(() => issue('note:write')).toThrow(
      /^tokens\.issue\.permissions\.0: must be .*, payment-terms, notes, \*; .*received "note:write"\. Did you mean "notes:write"\?$/,
    );
    expect(() => startMock().tokens.issue({ permissions: ['notes:write' as never] })).toThrow(TypeError);
  });

  test('tokens with such a permission survive a snapshot, also in a mock without the operation', () => {
    const { mock } = start();
    const token = mock.tokens.issue({ permissions: [note.permission] });
    const json = JSON.parse(JSON.stringify(mock.snapshot({ tokens: true })));
    const other = startMock({ seed: json });
    expect(other.tokens.list().find((each) => each.token === token)?.permissions).toEqual(['notes:write']);
  });

  test.each([
    ['{', 400, 'must be JSON, received a text that is not JSON'],
    ['', 400, 'expected object, received undefined'],
    ['null', 400, 'expected object, received null'],
    [`${'['.repeat(200)}${']'.repeat(200)}`, 400, 'must be nested at most 100 levels deep'],
  ])('the body %j gets %i', async (body, status, message) => {
    const { mock } = start();
    const response = await call(mock, 'POST', '/api/contacts', body);
    expect(response.status).toBe(status);
    expect(JSON.stringify(response.body)).toContain(message);
  });

  test('a body of another type gets 415, and a large one 413', async () => {
    const { mock, body } = start({ maxBodyBytes: 200 });
    const headers = { 'content-type': 'text/plain' };
    expect((await call(mock, 'POST', '/api/contacts', body, { headers })).status).toBe(415);
    expect((await call(mock, 'POST', '/api/contacts', { ...body, first_name: 'x'.repeat(300) })).status).toBe(413);
  });

  test('the ids follow the policies, and other parameters can have any text', async () => {
    const { mock, customer_id } = start({ policies: { malformedIdStatus: 404 } });
    const put = (path: string) => call(mock, 'PUT', `/api/notes/${path}`, { text: '' });
    expect(await put('x/of/y')).toMatchObject({ status: 404, body: { error: 'Invalid customer ID format' } });
    expect((await put(`x/of/${customer_id.toUpperCase()}`)).status).toBe(202);
  });
});

test('a new product has a price in each pricebook, which an own price replaces', async () => {
  const clone = defineOperation({ name: 'products.clone', method: 'POST', path: '/api/clones', response: z.unknown() });
  const operation = mockOperation(clone, {
    handle({ db }) {
      const parent = db.productParents.insert({ name: 'Desk', api_name: 'desk', recurrence_type: 'one_off' });
      const fields = { name: 'Desk', api_name: 'desk', product_parent_id: parent.id };
      const product_id = db.products.insert(fields).id;
      const [blank] = db.prices.list({ product_id });
      if (!blank) throw new Error('expected a price');
      const { pricebook_id, currency_id } = blank;
      db.prices.insert({ product_id, pricebook_id, currency_id, pricing_model: 'flat', amount: 7 });
      return db.prices.list({ product_id });
    },
  });
  const mock = startMock({ operations: [operation] });
  mock.create.pricebook();
  const { body } = await call(mock, 'POST', '/api/clones');
  expect(body).toMatchObject({ data: [{ amount: 7 }] });
  expect(mock.db.prices.size).toBe(1);
});

describe('the query', () => {
  const echo = defineOperation({ ...listContacts, name: 'echo.list', path: '/api/echo', response: z.unknown() });
  const plain = defineOperation({ name: 'echo.get', method: 'GET', path: '/api/echo/one', response: z.null() });

  test.each([
    ['', {}],
    ['?limit=3&active=true', { limit: 3, active: true }],
    ['?customer_id=3&active=false', { customer_id: '3', active: false }],
    ['?tags=a', { tags: ['a'] }],
    ['?limit=-007', { limit: -7 }],
    ['?tags=1&tags=2&limit=-1.5', { tags: ['1', '2'], limit: -1.5 }],
  ])('%s becomes %j, as the schema demands', async (search, query) => {
    const mock = startMock({ operations: [mockOperation(echo, { handle: (given) => given.query })] });
    expect((await call(mock, 'GET', `/api/echo${search}`)).body).toEqual({ success: true, data: query });
  });

  test.each([
    ['?ids=1', [1]],
    ['?ids=1&ids=2', [1, 2]],
  ])('%s becomes a list of numbers if the schema demands one', async (search, ids) => {
    const query = z.object({ ids: z.array(z.number()) });
    const operation = mockOperation({ ...echo, query }, { handle: (given) => given.query });
    const { body } = await call(startMock({ operations: [operation] }), 'GET', `/api/echo${search}`);
    expect(body).toEqual({ success: true, data: { ids } });
  });

  test('keeps the texts that its schema accepts', async () => {
    const operation = mockOperation({ ...echo, query: z.looseObject({}) }, { handle: (given) => given.query });
    const { body } = await call(startMock({ operations: [operation] }), 'GET', '/api/echo?x=3&y=true');
    expect(body).toEqual({ success: true, data: { x: '3', y: 'true' } });
  });

  test.each(['?limit=x', '?limit=1&limit=2', '?active=1&limit=5'])('%s is rejected', async (search) => {
    const mock = startMock({ operations: [mockOperation(echo, { handle: (given) => given.query })] });
    expect(await call(mock, 'GET', `/api/echo${search}`)).toMatchObject({
      status: 400,
      body: {
        error: 'Validation error',
        details: [{ path: /limit=/.test(search) && !/=5/.test(search) ? 'limit' : 'active' }],
      },
    });
  });

  test.each([
    ['?limit=100', 'limit', 'Too big: expected number to be <=50'],
    ['?limit=x', 'limit', 'Invalid input: expected number, received string'],
    ['?code=12', 'code', 'Too small: expected string to have >=5 characters'],
    ['?active=7', 'active', 'Invalid input: expected boolean, received string'],
  ])('%s is rejected with the problem of its value', async (search, path, message) => {
    const query = z.object({
      limit: z.number().max(50).optional(),
      code: z.string().min(5).optional(),
      active: z.boolean().optional(),
    });
    const mock = startMock({ operations: [mockOperation({ ...plain, query }, { response: null })] });
    expect(await call(mock, 'GET', `/api/echo/one${search}`)).toMatchObject({
      status: 400,
      body: { details: [{ path, message }] },
    });
  });

  test('may have the page of the policy pagination, even if its schema is strict', async () => {
    const query = z.strictObject({ limit: z.number().optional() });
    const operation = mockOperation({ ...echo, query }, { handle: (given) => [1, given.query] });
    const mock = startMock({ operations: [operation], policies: { pagination: 'link:1' } });
    const { headers } = await call(mock, 'GET', '/api/echo?limit=5');
    expect(headers['link']).toContain('page=2');
    expect(await call(mock, 'GET', '/api/echo?limit=5&page=2')).toMatchObject({ body: { data: [{ limit: 5 }] } });
    mock.policies.pagination = 'off';
    expect((await call(mock, 'GET', '/api/echo?page=2')).status).toBe(400);
  });

  test('with many wrong parameters is validated a limited number of times', async () => {
    let count = 0;
    const validate = (value: unknown) => {
      count += 1;
      return { issues: Object.keys(value as object).map((path) => ({ message: 'is wrong', path: [path] })) };
    };
    const query = { '~standard': { version: 1, vendor: 'test', validate } } as const;
    const mock = startMock({ operations: [mockOperation({ ...plain, query }, { response: null })] });
    const search = Array.from({ length: 1_000 }, (_, index) => `p${index}=1`).join('&');
    expect((await call(mock, 'GET', `/api/echo/one?${search}`)).status).toBe(400);
    expect(count).toBe(301);
  });

  test('follows the policy unknownParameters, if the operation has none', async () => {
    const mock = startMock({ operations: [mockOperation(plain, { response: null })] });
    expect((await call(mock, 'GET', '/api/echo/one?x=1')).status).toBe(200);
    mock.policies.unknownParameters = 'reject';
    expect(await call(mock, 'GET', '/api/echo/one?x=1')).toMatchObject({
      status: 400,
      body: { details: [{ path: 'x' }] },
    });
  });

  test('divides a list into pages, as the policy says', async () => {
    const { mock, body } = start({ policies: { pagination: 'link:1' } });
    for (let count = 0; count < 3; count += 1) await call(mock, 'POST', '/api/contacts', body);
    const { headers, body: page } = await call(mock, 'GET', '/api/contacts?limit=2');
    expect(page).toMatchObject({ data: [{ first_name: 'Ada' }] });
    expect(headers).toMatchObject({ link: '</api/contacts?limit=2&page=2>; rel="next"' });
  });
});

describe('the workspace', () => {
  test('checks records as the API does', async () => {
    const { mock, body } = start();
    const { body: error } = await call(mock, 'POST', '/api/contacts', { ...body, customer_id: unknownId });
    expect(error).toMatchObject({ error: 'Validation error', details: [{ path: 'customer_id' }] });
    expect(mock.db.contacts.size).toBe(0);
  });

  test('has only the records of the token', async () => {
    const { mock, body } = start();
    const workspace = mock.create.workspace().id;
    const token = mock.tokens.issue({ workspace });
    const foreign = mock.create.contact();
    expect((await call(mock, 'GET', '/api/contacts', undefined, { token })).body).toEqual({ success: true, data: [] });
    const deletion = await call(mock, 'DELETE', `/api/contacts/${foreign.id}`, undefined, { token });
    expect(deletion).toMatchObject({ status: 404, body: { error: 'Contact not found' } });
    const insertion = await call(mock, 'POST', '/api/contacts', body, { token });
    expect(insertion).toMatchObject({ status: 400, body: { details: [{ path: 'customer_id' }] } });
    expect(mock.db.contacts.list()).toEqual([foreign]);
  });

  test('does not let a body choose another workspace', async () => {
    const anything = defineOperation({ ...createContact, body: z.looseObject({}) });
    const handle = mockOperation(anything, {
      handle: ({ body, db }) => db.contacts.insert(body as never),
    });
    const { mock, body } = start({ operations: [handle] });
    const workspace_id = mock.create.workspace().id;
    await call(mock, 'POST', '/api/contacts', { last_name: '', ...body, workspace_id });
    expect(mock.db.contacts.list().map((row) => row.workspace_id)).toEqual([mock.workspace]);
  });

  test('keeps a record that others refer to', async () => {
    const { mock, customer_id } = start();
    const contact = mock.create.contact({ customer_id });
    mock.create.address({ customer_id, contact_id: contact.id });
    expect(await call(mock, 'DELETE', `/api/contacts/${contact.id}`)).toMatchObject({
      status: 409,
      body: { error: 'Contact is used by rows of addresses. Delete those first.' },
    });
    expect(mock.db.contacts.get(contact.id)).toEqual(contact);
  });

  test.each([409, 400] as const)(
    'names the value that another record has, with duplicateApiName: %s',
    async (status) => {
      const write = mockOperation(deleteContact, {
        handle({ params: { id }, db }) {
          const [product] = db.products.list({ is_default: false });
          const [price] = db.prices.list(({ amount }) => amount !== null);
          if (id === product?.id) db.products.update(id, { is_default: true });
          else if (id === price?.product_id) db.prices.insert({ ...price, id: unknownId, amount: 1 });
          else if (id === price?.pricebook_id) db.catalogs.insert({ name: 'A', api_name: 'a' });
          else db.customers.insert({ id, name: 'Halm', type: 'company' });
          return { id, deleted: true };
        },
      });
      const { mock, customer_id } = start({ operations: [write], policies: { duplicateApiName: status } });
      mock.create.catalog({ api_name: 'a' });
      const { product_parent_id } = mock.create.product();
      const other = mock.create.product({ product_parent_id });
      const { product_id, pricebook_id } = mock.create.price({ amount: 5 });
      const errorOf = async (id: string) => {
        const response = await call(mock, 'DELETE', `/api/contacts/${id}`);
        return [response.status, Reflect.get(Object(response.body), 'error')];
      };
      expect(await errorOf(customer_id)).toEqual([409, 'Customer: id is already used by another row']);
      expect(await errorOf(product_id)).toEqual([409, 'Price: pricebook_id already has a price of the product']);
      expect(await errorOf(other.id)).toEqual([
        409,
        'Product: is_default must be false, because the product parent already has a default product',
      ]);
      expect(await errorOf(pricebook_id)).toEqual([
        status,
        status === 409 ? 'api_name already exists' : 'Validation error',
      ]);
    },
  );

  test('reads and updates', async () => {
    const seen: unknown[] = [];
    const probe = mockOperation(deleteContact, {
      handle({ params: { id }, db, workspace, user }) {
        const contact = db.contacts.require(id.toUpperCase());
        seen.push(db.contacts.find({ id: unknownId }), db.contacts.list({ id }), user);
        seen.push(
          db.contacts.find({ id: id.toUpperCase() }),
          db.contacts.find(() => true),
        );
        seen.push(
          db.contacts.list(({ last_name }) => last_name === 'x'),
          db.contacts.list({ id: { in: [id.toUpperCase()] } }).length,
          db.contacts.list(undefined, { sort: { column: 'last_name', descending: true } }).length,
          workspace,
        );
        db.contacts.update(id, { last_name: 'Byron' });
        return { id: contact.id, deleted: true };
      },
    });
    const { mock, customer_id } = start({ operations: [probe] });
    const contact = mock.create.contact({ customer_id });
    const token = mock.tokens.issue({ user: 'ann' });
    expect((await call(mock, 'DELETE', `/api/contacts/${contact.id}`, undefined, { token })).status).toBe(200);
    expect(seen).toEqual([undefined, [contact], 'ann', contact, contact, [], 1, 1, mock.workspace]);
    expect(mock.db.contacts.get(contact.id)?.last_name).toBe('Byron');
  });

  test.each([
    ['an id', unknownId, `where: must be an object of values or a function, received "${unknownId}". To find a row by`],
    ['an unknown column', { nam: 'A' }, 'Unknown column "nam" of contacts.'],
    ['an unknown operator', { first_name: { contain: 'A' } }, 'Unknown operator "contain" of first_name.'],
    ['an async function', async () => false, 'where: must be a synchronous function'],
  ])('find rejects %s like the tables of the mock', async (_, where, message) => {
    const broken = mockOperation(listContacts, {
      handle: ({ db }) => [db.contacts.find(where as never)] as never,
    });
    const { mock } = startBroken(broken);
    expect(() => mock.db.contacts.find(where as never)).toThrow(message);
    const { status, body } = await call(mock, 'GET', '/api/contacts');
    expect([status, Reflect.get(Object(body), 'error')]).toEqual([500, expect.stringContaining(message)]);
  });

  test.each([
    ['an unknown table', 'contact', 'Unknown table "contact". Did you mean "contacts"?'],
    ['the workspaces', 'workspaces', 'workspaces: an operation sees only the rows of its workspace'],
  ])('rejects %s', async (_, table, message) => {
    const broken = mockOperation(listContacts, {
      handle: ({ db }) => db.table({ name: table } as never).list() as never,
    });
    const { mock } = startBroken(broken);
    const { status, body } = await call(mock, 'GET', '/api/contacts');
    expect([status, JSON.stringify(body)]).toEqual([
      500,
      expect.stringContaining(JSON.stringify(message).slice(1, -1)),
    ]);
  });

  test('have methods that can be passed on', async () => {
    const passing = mockOperation(listContacts, {
      handle({ db }) {
        const ids = db.contacts.list().map(({ id }) => id);
        return ids.map(db.contacts.require);
      },
    });
    const { mock } = start({ operations: [passing] });
    mock.create.contact();
    const { body } = await call(mock, 'GET', '/api/contacts');
    expect(body).toMatchObject({ data: mock.db.contacts.list().map(({ id }) => ({ id })) });
    expect(
      mock.db.contacts
        .list()
        .map(({ id }) => id)
        .map(mock.db.contacts.get),
    ).not.toContain(undefined);
  });

  test('cannot be used after the call', async () => {
    const later: (() => unknown)[] = [];
    const leaking = mockOperation(createContact, {
      handle({ body, db }) {
        later.push(() => db.contacts.insert(body));
        return db.contacts.insert(body);
      },
    });
    const { mock, body } = start({ operations: [leaking] });
    await call(mock, 'POST', '/api/contacts', body);
    const before = contents(mock);
    expect(later[0]).toThrow('contacts.create: the call has ended');
    expect(contents(mock)).toEqual(before);
  });
});

describe('a handler that fails', () => {
  const insertThen = (then: () => unknown) =>
    mockOperation(createContact, {
      handle({ body, db }) {
        db.contacts.insert(body);
        return then() as never;
      },
    });
  const asynchronous = { '~standard': { version: 1, vendor: 'test', validate: async (value: unknown) => ({ value }) } };
  const throwing = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: () => {
        throw new Error('odd');
      },
    },
  };
  const withSchema = (schemas: object, response: unknown = {}) =>
    mockOperation({ ...createContact, ...schemas }, { handle: () => response } as never);
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;

  test.each<[string, MockOperation, string]>([
    [
      'an error',
      insertThen(() => {
        throw new RangeError('Boom');
      }),
      'the handler of contacts.create threw an error: Boom',
    ],
    [
      'a text',
      insertThen(() => {
        // biome-ignore lint/style/useThrowOnlyError: JavaScript can throw anything.
        throw 'Boom'; // oxlint-disable-line typescript/only-throw-error
      }),
      'the handler of contacts.create threw an error: Boom',
    ],
    ['a promise', insertThen(async () => ({})), 'the handler of contacts.create returned a promise, but must be sync'],
    ['a rejected promise', insertThen(() => Promise.reject(new Error('late'))), 'returned a promise'],
    ['nothing', insertThen(() => undefined), 'the data of contacts.create is undefined. Return data, or null'],
    ['a function', insertThen(() => () => 1), 'the data of contacts.create is a function'],
    [
      'nothing, if the schema accepts it',
      mockOperation({ ...createContact, response: z.unknown() }, { handle: () => undefined }),
      'the data of contacts.create is undefined',
    ],
    [
      'other data',
      insertThen(() => ({ id: 5 })),
      'does not match its response schema: id Invalid input: expected string',
    ],
    ['a cycle', insertThen(() => cycle), 'the data of contacts.create threw an error: Converting circular structure'],
    [
      'details of reject() that contain themselves',
      mockOperation(createContact, { handle: ({ reject }) => reject(400, 'No', cycle) }),
      'the handler of contacts.create threw an error: Converting circular structure',
    ],
    [
      'an object without a text',
      insertThen(() => {
        throw Object.create(null);
      }),
      'the handler of contacts.create threw an error: unknown error',
    ],
    ['an asynchronous body schema', withSchema({ body: asynchronous }), 'the body schema of contacts.create validates'],
    [
      'an asynchronous response schema',
      withSchema({ response: asynchronous }),
      'the response schema of contacts.create',
    ],
    [
      'an asynchronous query schema',
      withSchema({ query: asynchronous }),
      'the query schema of contacts.create validates',
    ],
    ['a schema that throws', withSchema({ body: throwing }), 'the body schema of contacts.create threw an error: odd'],
  ])('with %s gets 500, and nothing changes', async (_, operation, message) => {
    const { mock, body } = startBroken(operation);
    const before = JSON.stringify(mock.snapshot({ tokens: true, settings: true }));
    const response = await call(mock, 'POST', '/api/contacts', body);
    expect(response).toMatchObject({ status: 500, body: { success: false, error: expect.stringContaining(message) } });
    expect(JSON.stringify(response.body)).toContain('Nothing was changed.');
    expect(JSON.stringify(mock.snapshot({ tokens: true, settings: true }))).toBe(before);
    expect(mock.journal.last()).toMatchObject({ operation: 'contacts.create', response: { status: 500 } });
    expect(mock.journal.changes(1)).toEqual([]);
  });

  test('prints an error with its stack', async () => {
    const error = new RangeError('Boom');
    const { mock, body } = startBroken(
      insertThen(() => {
        throw error;
      }),
    );
    await call(mock, 'POST', '/api/contacts', body);
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('contacts.create threw an error'), error);
  });

  test('by reject() has its status and text', async () => {
    const rejecting = mockOperation(createContact, {
      handle({ body, db, reject }) {
        db.contacts.insert(body);
        return reject(409, 'Already there', { first_name: body.first_name });
      },
    });
    const { mock, body } = start({ operations: [rejecting] });
    expect(await call(mock, 'POST', '/api/contacts', body)).toMatchObject({
      status: 409,
      body: { success: false, error: 'Already there', details: { first_name: 'Ada' } },
    });
    expect(mock.db.contacts.size).toBe(0);
  });

  test('by reject() with another status is an error', async () => {
    const { mock, body } = startBroken(mockOperation(createContact, { handle: ({ reject }) => reject(200, 'Fine') }));
    const { body: error } = await call(mock, 'POST', '/api/contacts', body);
    expect(JSON.stringify(error)).toContain('reject.status: must be a whole number from 400 to 599, received 200');
  });

  test('undoes direct writes of the mock as well', async () => {
    const direct = insertThen(() => {
      mock.create.customer();
      throw new Error('Boom');
    });
    const { mock, body } = startBroken(direct);
    const before = contents(mock);
    await call(mock, 'POST', '/api/contacts', body);
    expect(contents(mock)).toEqual(before);
  });

  test('stores nothing', async () => {
    const store = createMemoryStore();
    const { mock, body } = startBroken(insertThen(() => undefined));
    await mock.persist(await store.open('a'));
    await call(mock, 'POST', '/api/contacts', body);
    const restored = startMock();
    await restored.persist(await store.open('a'));
    expect(contents(restored)).toEqual(contents(mock));
    expect(restored.db.contacts.size).toBe(0);
  });
});

test('a write with every method is stored before its response', async () => {
  const store = createMemoryStore();
  const touch = mockOperation(listContacts, {
    handle: ({ db }) => [db.contacts.insert({ first_name: 'A', last_name: 'B', email: 'a@example.com', customer_id })],
  });
  const { mock, customer_id } = start({ operations: [touch] });
  await mock.persist(await store.open('a'));
  await call(mock, 'GET', '/api/contacts');
  const restored = startMock();
  await restored.persist(await store.open('a'));
  expect(restored.db.contacts.size).toBe(1);
});

describe('the controls', () => {
  test('the journal has entries by name and by definition', async () => {
    const { mock, body } = start();
    const next = mock.journal.waitFor(createContact);
    await call(mock, 'POST', '/api/contacts', body);
    expect((await next).body.first_name).toBe('Ada');
    expect(mock.journal.last(createContact)).toMatchObject({ operation: 'contacts.create', body, params: {} });
    expect(mock.journal.list('contacts.create' as never)).toHaveLength(1);
    expect(mock.journal.summaries({ operation: 'contacts.create' as never })).toHaveLength(1);
    expect(mock.journal.changes(1)).toMatchObject([{ table: 'contacts', after: { first_name: 'Ada' } }]);
    expect(() => mock.journal.last('contacts.creat' as never)).toThrow('Did you mean "contacts.create"?');
    expect(() => startMock().journal.last(createContact)).toThrow('Unknown operation "contacts.create".');
  });

  test('faults apply by name, by definition and by resource', async () => {
    const { mock, body, customer_id } = start({ faults: [{ on: addNote, status: 418 }] });
    mock.faults.add({ on: createContact, match: { body: { first_name: 'Ada' } }, status: 503, times: 1 });
    mock.faults.add({ on: 'notes.*' as never, status: 429, after: 1 });
    expect((await call(mock, 'POST', '/api/contacts', { ...body, first_name: 'Eve' })).status).toBe(201);
    expect((await call(mock, 'POST', '/api/contacts', body)).status).toBe(503);
    expect((await call(mock, 'POST', '/api/contacts', body)).status).toBe(201);
    expect((await call(mock, 'PUT', `/api/notes/a/of/${customer_id}`, {})).status).toBe(418);
    expect(mock.faults.list()).toMatchObject([{ on: 'notes.add' }, { on: 'notes.*' }]);
    mock.reset();
    expect(mock.faults.list()).toMatchObject([{ on: 'notes.add', status: 418 }]);
    const held = mock.faults.hold(deleteContact, { match: { params: { id: unknownId } } });
    expect(held.waiting).toBe(0);
  });

  test('faults of unknown operations, parameters and bodies are rejected', () => {
    const { mock } = start();
    const add = (fault: object) => () => mock.faults.add(fault as never);
    expect(add({ on: 'contacts.creat', status: 503 })).toThrow(
      /^fault\.on: must be .*notes\.add\) or a list of these, received "contacts\.creat"\. Did you mean "contacts\.create"\?$/,
    );
    expect(add({ on: addNote, match: { params: { slugs: 'a' } }, status: 503 })).toThrow(
      'fault.match.params: unknown name "slugs" of notes.add. Did you mean "slug"?',
    );
    expect(add({ on: listContacts, match: { body: { x: 1 } }, status: 503 })).toThrow(
      'fault.match.body: must be absent, because contacts.list has no body',
    );
    expect(() => startMock().faults.add({ on: createContact, status: 503 })).toThrow('fault.on: must be "*"');
  });

  test('stored faults of an operation that the mock no longer has stay until it is back', async () => {
    const store = createMemoryStore();
    const { mock } = start();
    mock.faults.add({ on: createContact, status: 503 });
    await mock.persist(await store.open('a'));
    const without = startMock();
    expect((await without.persist(await store.open('a'))).warnings).toEqual([]);
    expect(without.faults.list()).toMatchObject([{ on: 'contacts.create', hits: 0 }]);
    expect(without.db.customers.size).toBe(1);
    const { mock: back, body } = start();
    await back.persist(await store.open('a'));
    expect((await call(back, 'POST', '/api/contacts', body)).status).toBe(503);
  });

  test('matchers find them by their definition, with path parameters', async () => {
    const { mock, customer_id, body } = start();
    await call(mock, 'PUT', `/api/notes/a/of/${customer_id}`, { text: 'Hi' });
    await call(mock, 'POST', '/api/contacts', body);
    assertReceived(mock, addNote, { times: 1, params: { slug: 'a' }, body: { text: 'Hi' } });
    assertReceived(mock, createContact, { body: { first_name: 'Ada' } });
    expect(() => assertReceived(mock, addNote, { params: { slug: 'b' } })).toThrow('params.slug: expected "b"');
    expect(() => assertReceived(mock, 'contacts.creat' as never)).toThrow('Did you mean "contacts.create"?');
    expect(() => assertReceived(mock, undefined as never)).toThrow('Unknown operation "undefined".');
    expect(() => assertReceived(startMock(), createContact)).toThrow('Unknown operation "contacts.create".');
  });

  test('sandboxes have them as well', async () => {
    const sandboxes = createSandboxes({
      operations,
      seed: { customers: [{ id: unknownId, name: 'A', type: 'company' }] },
    });
    const { mock } = await sandboxes.create();
    const body = { first_name: 'Ada', email: 'ada@example.com', customer_id: unknownId };
    expect((await call(mock, 'POST', '/api/contacts', body)).status).toBe(201);
    await sandboxes.close();
  });
});

describe('wrong definitions are rejected when they are created', () => {
  const options = { handle: () => ({}) } as never;
  test.each<[() => unknown, string | RegExp]>([
    [
      () => mockOperation({ ...createContact, name: 'contacts.get' }, options),
      'the specification documents contacts.get',
    ],
    [
      () => mockOperation({ ...deleteContact, method: 'PATCH', path: '/api/contacts/{contact}' }, options),
      'the specification documents contacts.update',
    ],
    [
      () => mockOperation({ ...createContact, path: '/contacts' as never }, options),
      'path: must be a path below /api/',
    ],
    [() => mockOperation({ ...createContact, respones: 1 } as never, options), 'Did you mean "response"?'],
    [() => mockOperation(createContact, {} as never), 'contacts.create: handle must be a function, unless there is a'],
    [() => mockOperation(createContact, undefined as never), 'contacts.create: options must be an object'],
    [
      () => mockOperation({ ...createContact, response: z.unknown() }, { response: undefined }),
      'the data of contacts.create is undefined. Return data, or null if there is none',
    ],
    [() => mockOperation(createContact, { handler: 1 } as never), 'unknown option "handler". Did you mean "handle"?'],
    [
      () => mockOperation(createContact, { handle: () => 1, response: {} } as never),
      'contacts.create: must have either handle or response, received both',
    ],
    [
      () => mockOperation(createContact, { handle: async () => ({}) } as never),
      'contacts.create: handle must be synchronous, because a call is atomic, received "an async function"',
    ],
    [
      () => mockOperation(createContact, { response: { id: 5 } } as never),
      /^the data of contacts\.create does not match its response schema: id .*undefined$/s,
    ],
    [
      () => mockOperation(createContact, { handle: () => 1, permission: 'contacts' } as never),
      'contacts.create: permission must be a resource and read or write, for example contacts:write, received "contacts"',
    ],
    [() => mockOperation(createContact, { handle: () => 1, status: 204 } as never), 'status must be a status from 200'],
    [() => createMockServer({ operations: {} as never }), 'operations: must be an array, received an object'],
    [
      () => createMockServer({ operations: [createContact as never] }),
      'operations.0: must be the result of mockOperation(definition, …), received an object',
    ],
    [() => createMockServer({ operations: [null as never] }), 'operations.0: must be the result of mockOperation('],
    [
      () => createMockServer({ operations: [create, create] }),
      'operations.1: contacts.create (POST /api/contacts) has the name or the path of another',
    ],
    [
      () =>
        createMockServer({
          operations: [
            remove,
            mockOperation({ ...deleteContact, name: 'people.remove', path: '/api/contacts/{key}' }, options),
          ],
        }),
      'operations.1: people.remove (DELETE /api/contacts/{key}) has the name or the path of another',
    ],
  ])('case %#', (run, message) => {
    expect(run).toThrow(TypeError);
    expect(run).toThrow(message);
  });
});
