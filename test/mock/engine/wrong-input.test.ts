import { describe, expect, test, vi } from 'vitest';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { listen, sqlite } from '../../../mocks/http.ts';
import { createMemoryStore, createMockServer, createSandboxes, InvalidRecordError } from '../../../mocks/index.ts';
import { mockHandlers } from '../../../mocks/msw.ts';
import { setupMockServer } from '../../../mocks/node.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { startMock } from '../helpers.ts';

/** Calls a function with arguments that its types forbid, like JavaScript code. */
function wrongly(object: object, name: string, ...given: readonly unknown[]): () => unknown {
  return () => Reflect.apply(Reflect.get(object, name), object, given);
}

describe('arguments that only JavaScript can pass are rejected with the expected value', () => {
  test('unknown options', async () => {
    expect(wrongly({ createMockServer }, 'createMockServer', { sed: {} })).toThrow(
      /^createMockServer: unknown option "sed"\. Did you mean "seed"\? Valid options: baseUrl, seed, /,
    );
    expect(wrongly({ createSandboxes }, 'createSandboxes', { token: 'x' })).toThrow(
      /^createSandboxes: unknown option "token"\. Valid options: baseUrl, .*, maxActive, /,
    );
    await expect(wrongly({ listen }, 'listen', startMock(), { prot: 4010 })()).rejects.toThrow(
      /^listen: unknown property "prot"\. Did you mean "port"\? Valid properties: port, /,
    );
    for (const name of ['mockHandlers', 'setupMockServer'] as const) {
      expect(wrongly({ mockHandlers, setupMockServer }, name, startMock(), { prefix: '/api' })).toThrow(
        `${name}: unknown option "prefix". Did you mean "pathPrefix"? Valid options: pathPrefix, token.`,
      );
    }
  });

  test('unknown options of methods', async () => {
    const mock = startMock();
    const unknown = (subject: string, name: string, valid: string, closest = valid) =>
      new TypeError(`${subject}: unknown option "${name}". Did you mean "${closest}"? Valid options: ${valid}.`);
    expect(wrongly(mock, 'snapshot', { token: true })).toThrow(
      unknown('snapshot', 'token', 'tokens, settings', 'tokens'),
    );
    expect(wrongly(mock, 'restore', mock.snapshot(), { keepcalls: true })).toThrow(
      unknown('restore', 'keepcalls', 'keepCalls'),
    );
    expect(wrongly(mock.create, 'customer', {}, { trait: ['individual'] })).toThrow(
      unknown('customers', 'trait', 'traits'),
    );
    expect(wrongly(mock.build, 'customer', {}, ['individual'])).toThrow('customers: options must be an object');
    await expect(wrongly(createSandboxes(), 'create', { nme: 'one' })()).rejects.toThrow(
      unknown('sandboxes.create', 'nme', 'name, token', 'name'),
    );
    await expect(wrongly(mock.journal, 'waitFor', 'customers.create', { tiemout: 1 })()).rejects.toThrow(
      unknown('waitFor', 'tiemout', 'where, timeout, after, signal', 'timeout'),
    );
    await expect(wrongly({ sqlite }, 'sqlite', 'unused.db', { durabilty: 'full' })()).rejects.toThrow(
      unknown('sqlite', 'durabilty', 'durability'),
    );
  });

  test.each([
    [[], 'policies: must be an object of policies by name, received an array'],
    [{ version: 2, policies: {} }, 'policies: version must be 1, received 2'],
    [
      { version: 1, kit: { toString: 1 }, policies: { x: 1 } },
      /^Unknown policy "x" in a policies file .* without a ver/,
    ],
  ])('policies that are %j', (policies, message) => {
    expect(wrongly({ createMockServer }, 'createMockServer', { policies })).toThrow(message);
  });

  test.each([null, 'demo', []])('options that are %j', (options) => {
    expect(wrongly({ createMockServer }, 'createMockServer', options)).toThrow(
      /^createMockServer: options must be an object, received /,
    );
  });

  test.each([
    [{ faults: { status: 503 } }, 'faults: must be an array, received an object'],
    [{ maxBodyBytes: '1 MB' }, 'maxBodyBytes: must be a whole number from 0, received "1 MB"'],
    [{ baseUrl: 'https://user:password@example.com' }, 'baseUrl: must have no credentials, query or fragment'],
    [{ clock: '2026-02-30' }, 'clock: must be a date, received 2026-02-30'],
    [{ clock: '+002026-02-30' }, 'clock: must be a date, received +002026-02-30'],
  ])('the options %j', (options, message) => {
    expect(wrongly({ createMockServer }, 'createMockServer', options)).toThrow(new TypeError(message));
  });

  test.each([
    [{ port: '4010' }, 'listen.port: must be a whole number from 0 to 65535, received "4010"'],
    [{ host: 1 }, 'listen.host: must be a string, received 1'],
    [{ cors: 'https://app.example.com' }, 'listen.cors: must be an array, received "https://app.example.com"'],
    [{ allowedHosts: 'mock' }, 'listen.allowedHosts: must be an array, received "mock"'],
    [{ host: '' }, 'listen.host: must be an IP address or a host name, received ""'],
    [{ host: 'http://mock' }, 'listen.host: must be an IP address or a host name, received "http://mock"'],
    ...['http://mock:4010', 'mock:4010', 'mock/', '*.mock', '.mock', 'a@mock'].map((host): [object, string] => [
      { allowedHosts: ['one', host] },
      `allowedHosts: must be a host name without scheme, port or path, received ${host}. Use mock.`,
    ]),
    [{ allowedHosts: [''] }, 'allowedHosts: must be a host name without scheme, port or path, received no value'],
    [{ control: 'off' }, 'listen.control: must be a boolean, received "off"'],
    [{ sandboxes: true }, 'listen.sandboxes: must be the result of createSandboxes(), received true'],
    [
      { persistence: 'state.db' },
      `listen.persistence: must be a store, for example await sqlite('state.db'), received "state.db"`,
    ],
    [{ log: 'all' }, 'listen.log: must be a function, received "all"'],
    [{ headersTimeout: -1 }, 'listen.headersTimeout: must be a whole number from 1, received -1'],
  ])('the options %j of a server', async (options, message) => {
    await expect(wrongly({ listen }, 'listen', startMock(), options)()).rejects.toThrow(new TypeError(message));
  });

  test('a server with wrong options closes its store, and loads nothing', async () => {
    const store = createMemoryStore();
    const close = vi.spyOn(store, 'close');
    const open = vi.spyOn(store, 'open');
    await expect(listen(startMock(), { persistence: store, port: -1 })).rejects.toThrow('listen.port');
    expect(close).toHaveBeenCalledOnce();
    expect(open).not.toHaveBeenCalled();
  });

  test('a server without a mock', async () => {
    await expect(wrongly({ listen }, 'listen')()).rejects.toThrow(
      'listen: must be called with a mock, received undefined',
    );
  });

  test('the token of a mock is never shown', () => {
    expect(wrongly({ createMockServer }, 'createMockServer', { token: 'my secret' })).toThrow(
      new TypeError('createMockServer.token: must be printable ASCII without spaces'),
    );
  });

  test.each(['mockHandlers', 'setupMockServer'] as const)('the arguments of %s', (name) => {
    const create = (...given: readonly unknown[]) => wrongly({ mockHandlers, setupMockServer }, name, ...given);
    expect(create()).toThrow(new TypeError(`${name}: must be called with a mock, received undefined`));
    expect(create(startMock(), { pathPrefix: ['/api'] })).toThrow(
      new TypeError(`${name}.pathPrefix: must be empty or begin with a slash, received an array`),
    );
    for (const token of ['', 'my secret', 'secret\n', 'sécret', 5, null]) {
      expect(create(startMock(), { token })).toThrow(
        new TypeError(`${name}.token: must be printable ASCII without spaces`),
      );
    }
  });

  test('the options of a connection', async () => {
    const url = 'http://127.0.0.1:9/__mock/';
    const connect = (options: unknown) => wrongly({ connectMock }, 'connectMock', url, options)();
    await expect(connect({ token: 'x' })).rejects.toThrow(
      'connectMock: unknown option "token". Did you mean "controlToken"? Valid options: controlToken, fetch.',
    );
    await expect(connect({ fetch: true })).rejects.toThrow(
      new TypeError('connectMock.fetch: must be a function, received true'),
    );
    for (const controlToken of ['', 'my secret', 'secret\n']) {
      await expect(connect({ controlToken })).rejects.toThrow(
        new TypeError('connectMock.controlToken: must be printable ASCII without spaces'),
      );
    }
  });

  test('the options of the methods that only a connection has', async () => {
    const mock = startMock();
    const remote = await connectMock(`${mock.baseUrl}/__mock/`, { fetch: createControlFetch(mock) });
    await expect(wrongly(remote, 'search', 'a', { limt: 1 })()).rejects.toThrow(
      'search: unknown option "limt". Did you mean "limit"? Valid options: limit.',
    );
    expect(wrongly(remote, 'events', { sginal: undefined })).toThrow(
      'events: unknown option "sginal". Did you mean "signal"? Valid options: signal.',
    );
  });

  test('fields that are not an object', () => {
    const { create, build } = startMock();
    const message = 'customers: must be an object with fields';
    expect(wrongly(create, 'customer', 'Acme')).toThrow(message);
    expect(wrongly(build, 'customer', 'Acme')).toThrow(message);
    expect(wrongly(create.customer, 'list', 2, () => 'Acme')).toThrow(message);
    expect(wrongly(create, 'customer', {}, { traits: 'individual' })).toThrow(
      'customers.traits: must be an array, received "individual"',
    );
  });

  test('unknown columns', () => {
    const { db } = startMock();
    const message =
      /^Unknown column "nme" of customers\. Did you mean "name"\? Valid columns: id, workspace_id, name, /;
    expect(wrongly(db.customers, 'find', { nme: 'Acme' })).toThrow(message);
    expect(wrongly(db.customers, 'list', { nme: 'Acme' })).toThrow(message);
    expect(wrongly(db.paymentTerms, 'list', { any: 'field' })()).toEqual([]);
  });

  test('unknown operations', async () => {
    const { journal } = startMock();
    const message =
      /^Unknown operation "customer\.create"\. Did you mean "customers\.create"\? Valid operations: customers\.create, /;
    expect(wrongly(journal, 'list', 'customer.create')).toThrow(message);
    expect(wrongly(journal, 'last', 'customer.create')).toThrow(message);
    await expect(wrongly(journal, 'waitFor', 'customer.create')()).rejects.toThrow(message);
  });

  test.each([-1, Number.NaN, '100', 2 ** 31])('a timeout of the journal that is %j', async (timeout) => {
    await expect(wrongly(startMock().journal, 'waitFor', 'customers.create', { timeout })()).rejects.toThrow(
      /^waitFor\.timeout: must be milliseconds from 0 and below 2\^31, received /,
    );
  });

  test('a listener that is not a function', () => {
    const mock = startMock();
    expect(wrongly(mock, 'onChange')).toThrow(new TypeError('onChange: listener must be a function'));
    expect(wrongly(mock.faults, 'onWaiting')).toThrow(new TypeError('faults.onWaiting: listener must be a function'));
    for (const listener of [undefined, null, () => undefined, { onEntry: true }]) {
      expect(wrongly(mock.journal, 'subscribe', listener)).toThrow(/^journal\.subscribe: must be called with/);
    }
  });

  test('new policies in place of the old ones', () => {
    const mock = startMock();
    expect(Reflect.set(mock, 'policies', { notFoundStatus: 410 })).toBe(false);
    expect(Reflect.set(mock, 'baseUrl', 'https://other.example.com')).toBe(false);
  });

  test.each(['demo', 1, []])('a seed that is %j', (seed) => {
    const received = seed === 'demo' ? `"demo". Import it: import { demo } from 'masterdata-sdk/mock'.` : seed;
    const reason = `seed: must be a function, rows by table or a snapshot, received ${received}`;
    expect(wrongly({ startMock }, 'startMock', { seed })).toThrow(new TypeError(reason));
  });

  test('a seed that is null', () => {
    expect(wrongly({ startMock }, 'startMock', { seed: null })).toThrow('received null');
  });

  test.each([undefined, null, 'Halm', 7, []])('a row that is %j', (row) => {
    const { db } = startMock();
    const rejection = new InvalidRecordError('customers', [{ path: '', message: 'must be an object with fields' }]);
    expect(wrongly(db.customers, 'insert', row)).toThrow(rejection);
    expect(db.customers.size).toBe(0);
  });

  class Named {
    get name() {
      return 'Halm';
    }
  }

  test.each([undefined, null, 'Halm', [], new Named()])('changes that are %j', (changes) => {
    const { db, create } = startMock();
    const row = create.customer();
    expect(wrongly(db.customers, 'update', row.id, changes)).toThrow('customers: must be an object with fields');
    expect(db.customers.get(row.id)).toBe(row);
  });

  test('an instance of a class without fields, which would select or set nothing', () => {
    const { db, create } = startMock();
    create.customer();
    const message = 'where: must be an object of values or a function, received an instance of a class without fields';
    expect(wrongly(db.customers, 'list', new Named())).toThrow(new TypeError(message));
    expect(wrongly(db.customers, 'find', new Named())).toThrow(new TypeError(message));
    expect(wrongly(create, 'customer', new Named())).toThrow('customers: must be an object with fields');
    expect(wrongly(db.products, 'insert', { shipping: new Named() })).toThrow(
      'products: shipping must be a JSON value, received an instance of a class without fields',
    );
    expect(db.customers.list({})).toHaveLength(1);
  });

  test('permissions that are not a list', () => {
    const { tokens } = startMock();
    expect(wrongly(tokens, 'issue', { permissions: 'customers:read' })).toThrow(
      new TypeError('tokens.issue.permissions: must be an array, received "customers:read"'),
    );
  });

  test('a copy of a snapshot', () => {
    const mock = startMock();
    const snapshot = mock.snapshot();
    for (const copy of [{ ...snapshot }, structuredClone({ ...snapshot })]) {
      expect(wrongly(mock, 'restore', copy)).toThrow(
        'received a copy. Pass the snapshot itself or JSON.parse(JSON.stringify(snapshot)).',
      );
    }
  });
});

test('an option that is undefined counts as omitted', async () => {
  const none = {
    ...{ baseUrl: undefined, seed: undefined, policies: undefined, permissions: undefined, clock: undefined },
    ...{ randomSeed: undefined, token: undefined, rateLimit: undefined, faults: undefined, journal: undefined },
    maxBodyBytes: undefined,
  };
  const mock = startMock(none);
  expect(mock.baseUrl).toBe(startMock().baseUrl);
  expect(
    mock.tokens.issue({ token: undefined, workspace: undefined, permissions: undefined, user: undefined }),
  ).not.toBe(mock.token);
  const server = await listen(mock, { port: undefined, host: undefined, control: undefined, persistence: undefined });
  expect(server.controlUrl).toBeDefined();
  await server.close();
});
