import { describe, expect, test } from 'vitest';
import { createMemoryStore, createMockServer, demo, type Fault, type MockServer } from '../../../mocks/index.ts';
import { MasterDataClient } from '../../../src/index.ts';
import { fc } from '../../fast-check.ts';
import { runs } from '../../sample.ts';
import { call, startMock } from '../helpers.ts';

const start = (faults: readonly Fault[] = []) => startMock({ seed: demo, faults });

function clientOf(mock: MockServer, token = mock.token): MasterDataClient {
  return new MasterDataClient({ ...mock.clientOptions, apiToken: token, maxRetries: 0 });
}

/** Returns the status of each call. */
async function statusesOf(calls: readonly (() => PromiseLike<unknown>)[]): Promise<number[]> {
  const all: number[] = [];
  for (const run of calls) {
    const error = await Promise.resolve(run()).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    all.push(error === undefined ? 200 : Number(Reflect.get(Object(error), 'status')));
  }
  return all;
}

describe('match', () => {
  test('a parameter of the path: only this record fails', async () => {
    const mock = start();
    const [one, other] = mock.db.products.list();
    const client = clientOf(mock);
    mock.faults.add({ on: 'products.*', match: { params: { id: one?.id ?? '' } }, status: 503 });
    const get = (id = '') => client.products.get(id);
    expect(await statusesOf([() => get(one?.id), () => get(other?.id), () => client.customers.list()])).toEqual([
      503, 200, 200,
    ]);
  });

  test('an id in the case of the responses', async () => {
    const mock = startMock({ seed: demo, policies: { idCase: 'upper' } });
    const [stored] = mock.db.products.list();
    mock.faults.add({ on: 'products.get', match: { params: { id: stored?.id ?? '' } }, status: 503 });
    const client = clientOf(mock);
    expect(await statusesOf([() => client.products.get(stored?.id.toUpperCase() ?? '')])).toEqual([503]);
  });

  test('a part of the body, nested as the client takes it, also in a list', async () => {
    const mock = start();
    const { id } = mock.create.product();
    const client = clientOf(mock);
    mock.faults.add({ on: 'products.update', match: { body: { shipping: { weight: 2 } } }, status: 422 });
    mock.faults.add({ on: 'customers.create', match: { body: { tax_ids: [{ tax: 'VAT' }] } }, status: 409 });
    const tax = { tax: 'VAT', value: 'DE1' };
    expect(
      await statusesOf([
        () => client.products.update(id, { shipping: { weight: 2, weight_unit: 'kg' } }),
        () => client.products.update(id, { shipping: { weight: 3 } }),
        () => client.products.update(id, { name: 'Desk' }),
        () => client.products.get(id),
        () => client.customers.create({ name: 'Acme', type: 'company', tax_ids: [tax as never] }),
        () => client.customers.create({ name: 'Acme', type: 'company' }),
      ]),
    ).toEqual([422, 200, 200, 200, 409, 200]);
  });

  test('the query, the headers, the workspace and the user', async () => {
    const mock = start();
    const workspace = mock.db.workspaces.insert({ name: 'Other' }).id;
    const ann = mock.tokens.issue({ user: 'ann' });
    const other = mock.tokens.issue({ workspace });
    mock.faults.add({ match: { user: 'ann' }, status: 403 });
    mock.faults.add({ match: { workspace }, status: 502 });
    mock.faults.add({ match: { query: { page: '2', tag: ['a', 'b'] } }, status: 500 });
    mock.faults.add({ match: { headers: { 'Accept-Language': 'de' } }, status: 406 });
    const statuses: number[] = [];
    for (const [path, options] of [
      ['/api/customers', {}],
      ['/api/customers', { token: ann }],
      ['/api/customers', { token: other }],
      ['/api/customers?page=2&tag=a&tag=b&more=1', {}],
      ['/api/customers?page=2&tag=a', {}],
      ['/api/customers', { headers: { 'accept-language': 'de' } }],
      ['/api/customers', { headers: { 'accept-language': 'en' } }],
    ] as const) {
      statuses.push((await call(mock, 'GET', path, undefined, options)).status);
    }
    expect(statuses).toEqual([200, 403, 502, 500, 200, 406, 200]);
  });

  test('counts only the calls that meet the conditions: the second update of a record', async () => {
    const mock = start();
    const [one, other] = mock.create.product.list(2);
    const client = clientOf(mock);
    mock.faults.add({
      on: 'products.update',
      match: { params: { id: one?.id ?? '' } },
      after: 1,
      times: 1,
      status: 503,
    });
    const update = (id = '') => client.products.update(id, { name: 'Desk' });
    expect(
      await statusesOf([
        () => update(other?.id),
        () => update(one?.id),
        () => update(other?.id),
        () => update(one?.id),
        () => update(one?.id),
      ]),
    ).toEqual([200, 200, 200, 503, 200]);
  });

  test('a body that is not JSON, or that no one reads, matches no pattern', async () => {
    const mock = start();
    mock.faults.add({ on: '*', match: { body: { name: 'Acme' } }, status: 503 });
    expect((await call(mock, 'POST', '/api/customers', '{"name":')).status).toBe(400);
    expect((await call(mock, 'GET', '/api/customers')).status).toBe(200);
    expect((await call(mock, 'POST', '/api/none', { name: 'Acme' })).status).toBe(404);
    expect((await call(mock, 'POST', '/api/customers', { name: 'Acme', type: 'company' })).status).toBe(503);
  });

  test('holds only the calls that meet the conditions', async () => {
    const mock = start();
    const [one, other] = mock.db.products.list();
    const client = clientOf(mock);
    const held = mock.faults.hold('products.get', { match: { params: { id: one?.id ?? '' } } });
    const waiting = Promise.resolve(client.products.get(one?.id ?? ''));
    await held.reached();
    await client.products.get(other?.id ?? '');
    held.release();
    expect((await waiting).id).toBe(one?.id);
  });

  test('a token that is revoked while the body arrives uses up no fault', async () => {
    const mock = start();
    mock.faults.add({ on: 'customers.create', match: { body: { name: 'Acme' } }, times: 1, status: 503 });
    const token = mock.tokens.issue();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        mock.tokens.revoke(token);
        controller.enqueue(new TextEncoder().encode('{"name":"Acme","type":"company"}'));
        controller.close();
      },
    });
    const response = await mock.fetch(
      new Request(`${mock.baseUrl}/api/customers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
        // @ts-expect-error Node requires it for a stream, and the types do not have it.
        duplex: 'half',
      }),
    );
    expect(response.status).toBe(401);
    expect(mock.faults.list()).toMatchObject([{ hits: 0 }]);
  });

  const cyclic: { name: string; shipping?: unknown } = { name: 'Desk' };
  cyclic.shipping = cyclic;
  test.each([
    [{ params: { ids: 'a' } }, 'fault.match.params: unknown name "ids" of products.update. Did you mean "id"?'],
    [{ params: { id: 1 } }, 'fault.match.params.id: must be a string, received 1'],
    [{ parms: {} }, 'fault.match: unknown property "parms". Did you mean "params"?'],
    [{ token: 'secret-token' }, 'fault.match.token: must be absent, because faults are listed and stored.'],
    [{ headers: { Authorization: 'Bearer secret' } }, 'fault.match.headers.Authorization: must be absent'],
    [{ query: { page: 2 } }, 'fault.match.query.page: must be a string or an array of strings, received 2'],
    [
      { body: { shiping: {} } },
      'fault.match.body: unknown name "shiping" of products.update. Did you mean "shipping"?',
    ],
    [{ body: { shipping: { weigt: 1 } } }, 'fault.match.body.shipping: unknown name "weigt"'],
    [{ body: { name: /Desk/ } }, 'fault.match.body.name: must be JSON, because faults are stored, received RegExp'],
    [{ body: { name: expect.any(String) } }, 'fault.match.body.name: must be JSON'],
    [
      { body: { name: undefined } },
      'fault.match.body.name: must be JSON, because faults are stored, received undefined',
    ],
    [{ body: { shipping: { weight: Number.NaN } } }, 'fault.match.body.shipping.weight: must be JSON'],
    [
      { body: cyclic },
      'fault.match.body.shipping: must be JSON, because faults are stored, received a value that contains',
    ],
    [{ body: [] }, 'fault.match.body: must be an object, received an array'],
    ['a', 'fault.match: must be an object, received "a"'],
  ])('%o is an error', (match, message) => {
    const mock = start();
    const fault = { on: 'products.update', match, status: 503 } as unknown as Fault;
    expect(() => mock.faults.add(fault)).toThrow(message);
    expect(() => createMockServer({ faults: [fault] })).toThrow(message);
    expect(mock.faults.list()).toEqual([]);
  });

  test('conditions that no operation of the fault can meet are an error', () => {
    const mock = start();
    const add = (fault: object) => () => mock.faults.add({ status: 503, ...fault } as Fault);
    expect(add({ on: 'products.get', match: { body: { name: 'Desk' } } })).toThrow(
      'fault.match.body: must be absent, because products.get has no body',
    );
    expect(add({ on: 'customers.list', match: { params: { id: 'a' } } })).toThrow(
      'fault.match.params: unknown name "id" of customers.list. Valid names: none.',
    );
    const ofCustomer = (body: object) => add({ on: 'customers.create', match: { body } });
    expect(ofCustomer({ tax_ids: [{ tax: 'VAT' }, { tx: 'VAT' }] })).toThrow(
      'fault.match.body.tax_ids.1: unknown name "tx" of customers.create. Did you mean "tax"?',
    );
    expect(ofCustomer({ name: [{ first: 'Ada' }] })).toThrow('fault.match.body.name.0: unknown name "first"');
    expect(add({ on: ['customers.list', 'products.get'], match: { params: { id: 'a' } } })).not.toThrow();
    expect(add({ match: { params: { product_id: 'a' }, body: { api_name: 'desk' } } })).not.toThrow();
  });

  test('keeps a copy of the conditions', async () => {
    const mock = start();
    const body = { name: 'Acme' };
    mock.faults.add({ on: 'customers.create', match: { body }, status: 503 });
    body.name = 'Other';
    expect(mock.faults.list()).toMatchObject([{ match: { body: { name: 'Acme' } } }]);
  });

  test('a pattern that is a part of a body always matches, and another value never does', async () => {
    const field = fc.constantFrom('name', 'reference', 'description');
    const fields = fc.dictionary(field, fc.string({ minLength: 1 }), { minKeys: 1 });
    await fc.assert(
      fc.asyncProperty(fields, fc.nat(), async (body, pick) => {
        const mock = startMock({ faults: [] });
        const names = Object.keys(body);
        const name = names[pick % names.length] ?? '';
        const add = (value: unknown) =>
          mock.faults.add({ on: 'catalogs.create', match: { body: { [name]: value } as object }, status: 503 });
        add(`${body[name]}!`);
        const send = async () => (await call(mock, 'POST', '/api/catalogs', { name: 'Catalog', ...body })).status;
        expect(await send()).not.toBe(503);
        add(body[name]);
        expect(await send()).toBe(503);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('a sequence', () => {
  const recovery = {
    name: 'recovery',
    on: 'customers.list',
    sequence: [{ status: 503, times: 2 }, { pass: true }, { status: 500 }],
  } as const satisfies Fault;
  const list = (mock: MockServer, count: number) =>
    statusesOf(Array.from({ length: count }, () => () => clientOf(mock).customers.list()));

  test('changes from call to call, then calls run as usual, until it is reset', async () => {
    const mock = start();
    const added = mock.faults.add(recovery);
    expect(added.id).toBe('recovery');
    expect(await list(mock, 5)).toEqual([503, 503, 200, 500, 200]);
    expect(mock.faults.list()).toEqual([{ ...recovery, id: 'recovery', hits: 4, waiting: 0 }]);
    expect(mock.faults.reset('recovery')).toBe(true);
    expect(mock.faults.list()).toMatchObject([{ hits: 0 }]);
    expect(await list(mock, 1)).toEqual([503]);
    expect(mock.faults.remove('recovery')).toBe(true);
    expect([mock.faults.reset('recovery'), mock.faults.list()]).toEqual([false, []]);
  });

  test('delays a call', async () => {
    const mock = start();
    mock.faults.add({ name: 'slow', sequence: [{ status: 503 }, { delay: 600_000 }] });
    expect(await list(mock, 1)).toEqual([503]);
    const slow = list(mock, 1);
    await mock.faults.reached('slow');
    expect(mock.faults.list()).toMatchObject([{ hits: 2, waiting: 1 }]);
    mock.faults.remove('slow');
    expect(await slow).toEqual([200]);
  });

  test('without a name leaves the list after its last step', async () => {
    const mock = start();
    const { id } = mock.faults.add({ sequence: [{ status: 503 }] });
    expect(mock.faults.list()).toMatchObject([{ id }]);
    expect([await list(mock, 2), mock.faults.list()]).toEqual([[503, 200], []]);
  });

  test('replaces the fault with the same name', async () => {
    const mock = start();
    mock.faults.add(recovery);
    mock.faults.add({ name: 'recovery', on: 'customers.list', times: 1, status: 502 });
    expect(await list(mock, 2)).toEqual([502, 200]);
    expect(mock.faults.list()).toMatchObject([{ id: 'recovery', status: 502, hits: 1 }]);
  });

  test('continues after a restore of its settings and from storage', async () => {
    const store = createMemoryStore();
    const mock = start();
    await mock.persist(await store.open('default'));
    mock.faults.add(recovery);
    await list(mock, 3);
    const snapshot = JSON.parse(JSON.stringify(mock.snapshot({ settings: true })));
    expect(await list(mock, 2)).toEqual([500, 200]);
    await mock.flush();
    const other = start();
    await other.persist(await store.open('default'));
    expect(other.faults.list()).toEqual(mock.faults.list());
    mock.restore(snapshot);
    expect(await list(mock, 2)).toEqual([500, 200]);
    mock.faults.reset('recovery');
    expect(await list(mock, 1)).toEqual([503]);
  });

  test.each([
    [{ sequence: [] }, 'fault.sequence: must be an array of at least one step'],
    [{ sequence: [{ status: 99 }] }, 'fault.sequence.0.status: must be a whole number from 200 to 599, received 99'],
    [{ sequence: [{ delay: 1 }, { hold: true }] }, 'fault.sequence.1: unknown property "hold"'],
    [{ sequence: [{ pass: true, status: 503 }] }, 'fault.sequence.0.pass: must be absent'],
    [{ sequence: [{ status: 204, body: {} }] }, 'fault.sequence.0.body: must be absent'],
    [{ sequence: [{ status: 503 }], times: 2 }, 'fault.times: must be absent if there is a sequence'],
    [{ sequence: [{ status: 503 }], status: 503 }, 'fault.sequence: must be absent if there is a status'],
    [{ name: '1', status: 503 }, 'fault.name: must be a name of at most 64 letters'],
  ])('%o is an error', (fault, message) => {
    expect(() => start().faults.add(fault as unknown as Fault)).toThrow(message);
  });
});

describe('the journal explains why no fault applied', () => {
  test('names the closest fault and the parts that differ', async () => {
    const mock = start();
    const [product] = mock.db.products.list();
    const id = product?.id ?? '';
    mock.faults.add({ on: 'customers.list', status: 503 });
    mock.faults.add({ on: 'products.update', match: { params: { id: 'x' }, body: { name: 'Desk' } }, status: 503 });
    mock.faults.add({ on: 'products.update', match: { params: { id }, body: { name: 'Desk' } }, status: 503 });
    await clientOf(mock).products.update(id, { name: 'Lamp' });
    expect(mock.journal.last().closestFault).toEqual({
      id: '3',
      differences: ['body.name: expected "Desk", received "Lamp"'],
    });
    expect(mock.journal.last().fault).toBeUndefined();
  });

  test('names a value of another type than an id', async () => {
    const id = '11111111-1111-4111-8111-111111111111';
    for (const [expected, sent] of [
      [id, 5],
      [5, id],
    ]) {
      const body = { customer_id: expected as string };
      const mock = start([{ on: 'addresses.create', match: { body }, status: 503 }]);
      await call(mock, 'POST', '/api/addresses', { customer_id: sent });
      expect(mock.journal.last().closestFault?.differences).toEqual([
        `body.customer_id: expected ${JSON.stringify(expected)}, received ${JSON.stringify(sent)}`,
      ]);
    }
  });

  test('names the user', async () => {
    const mock = start([{ match: { user: 'ann' }, status: 503 }]);
    await clientOf(mock).customers.list();
    expect(mock.journal.last().closestFault?.differences).toEqual([expect.stringMatching(/^user: expected "ann", /)]);
  });

  test('names the operation, if no fault is of the operation of the request', async () => {
    const mock = start([{ on: ['products.get', 'customers.get'], status: 503 }]);
    await clientOf(mock).customers.list();
    await call(mock, 'GET', '/api/none');
    expect(mock.journal.list().map(({ closestFault }) => closestFault?.differences)).toEqual([
      ['operation: expected products.get or customers.get, received customers.list'],
      ['operation: expected products.get or customers.get, received none'],
    ]);
  });

  test('names the call, if earlier ones are skipped', async () => {
    const mock = start([{ on: 'customers.list', after: 2, status: 503 }]);
    await clientOf(mock).customers.list();
    expect(mock.journal.last().closestFault?.differences).toEqual(['after: expected call 3 or later, received call 1']);
  });

  test('is absent without faults, and if a fault applied', async () => {
    const mock = start();
    const client = clientOf(mock);
    await client.customers.list();
    mock.faults.add({ probability: 0, status: 503 });
    mock.faults.add({ times: 1, delay: 1 });
    await client.customers.list();
    expect(mock.journal.list().map(({ closestFault }) => closestFault)).toEqual([undefined, undefined]);
  });

  /** Calls `customers.list` and returns the closest faults, each with the first difference. */
  const closestOf = async (mock: MockServer, calls: number) => {
    for (let count = 0; count < calls; count += 1) await call(mock, 'GET', '/api/customers');
    return mock.journal.list().map(({ closestFault: closest }) => closest && [closest.id, ...closest.differences]);
  };

  test('names a fault that is used up', async () => {
    const mock = start([{ on: 'customers.list', times: 2, status: 503 }]);
    const expected = [undefined, undefined, ['1', 'times: used up by 2 earlier calls']];
    expect(await closestOf(mock, 3)).toEqual(expected);
    expect(mock.faults.list()).toEqual([]);
    mock.reset();
    expect(await closestOf(mock, 3)).toEqual(expected);
  });

  test('names a sequence or a fault with a name that is used up', async () => {
    const sequence = [{ status: 503 }, { delay: 1 }];
    expect((await closestOf(start([{ on: 'customers.list', sequence }]), 3)).at(-1)).toEqual([
      '1',
      'sequence: used up by 2 earlier calls',
    ]);
    const named = start([{ name: 'once', on: 'customers.list', times: 1, status: 503 }]);
    expect((await closestOf(named, 2)).at(-1)).toEqual(['once', 'times: used up by 1 earlier call']);
  });

  test('names a fault whose share leaves out the call', async () => {
    const mock = start([{ probability: 0, status: 503 }]);
    expect(await closestOf(mock, 1)).toEqual([
      ['1', 'probability: expected a call of the share 0, received another one'],
    ]);
  });

  test('names the step of a sequence that lets the call pass', async () => {
    const sequence = [{ pass: true, times: 2 }, { status: 503 }, { pass: true }] as const;
    const mock = start([{ on: 'customers.list', sequence }]);
    expect(await closestOf(mock, 5)).toEqual([
      ['1', 'sequence: step 1 lets the call pass'],
      ['1', 'sequence: step 1 lets the call pass'],
      undefined,
      ['1', 'sequence: step 3 lets the call pass'],
      ['1', 'sequence: used up by 4 earlier calls'],
    ]);
  });

  test('names a fault that is used up together with the conditions that the call does not meet', async () => {
    const mock = start([{ on: 'customers.create', match: { body: { name: 'A' } }, times: 1, status: 503 }]);
    const create = (name: string) => call(mock, 'POST', '/api/customers', { name, type: 'company' });
    expect([(await create('A')).status, (await create('A')).status, (await create('B')).status]).toEqual([
      503, 201, 201,
    ]);
    expect(mock.journal.list().map(({ closestFault }) => closestFault?.differences)).toEqual([
      undefined,
      ['times: used up by 1 earlier call'],
      ['body.name: expected "A", received "B"', 'times: used up by 1 earlier call'],
    ]);
  });

  test('prefers a fault that can still apply, and then the one that was used up last', async () => {
    const mock = start();
    const closest = () => mock.journal.last().closestFault?.id;
    for (const status of [500, 501]) mock.faults.add({ on: 'customers.list', times: 1, status });
    await closestOf(mock, 3);
    expect(closest()).toBe('2');
    mock.faults.add({ on: 'customers.list', match: { query: { page: '1' } }, status: 503 });
    await closestOf(mock, 1);
    expect(closest()).toBe('2');
    mock.faults.add({ on: 'customers.list', after: 5, status: 503 });
    await closestOf(mock, 1);
    expect(closest()).toBe('4');
  });

  test('does not name a fault that was removed', async () => {
    const mock = start();
    const fault = mock.faults.add({ on: 'customers.list', times: 1, status: 503 });
    expect(await closestOf(mock, 2)).toEqual([undefined, ['1', 'times: used up by 1 earlier call']]);
    fault.remove();
    mock.faults.add({ on: 'customers.list', times: 1, status: 503 });
    await closestOf(mock, 1);
    mock.faults.remove('2');
    mock.faults.add({ on: 'customers.list', times: 1, status: 503 });
    await closestOf(mock, 1);
    mock.faults.clear();
    expect((await closestOf(mock, 1)).slice(2)).toEqual([undefined, undefined, undefined]);
    const held = mock.faults.hold('customers.list', { times: 1 });
    const waiting = call(mock, 'GET', '/api/customers');
    await held.reached();
    held.release();
    await waiting;
    expect((await closestOf(mock, 1)).at(-1)).toBeUndefined();
  });

  test('names no fault that was used up before its id was free again', async () => {
    const mock = start();
    const snapshot = mock.snapshot({ settings: true });
    mock.faults.add({ on: 'customers.list', times: 1, status: 503 });
    await closestOf(mock, 1);
    mock.restore(snapshot);
    expect((await closestOf(mock, 1)).at(-1)).toBeUndefined();
  });

  test('shows no token, also not a part of one', async () => {
    const mock = start();
    const token = mock.tokens.issue({ token: `secret-${'0123456789'.repeat(30)}` });
    mock.faults.add({
      match: { headers: { 'x-api-key': 'other', 'x-note': 'other' }, query: { note: 'other', key: 'a' } },
      status: 503,
    });
    const headers = { 'x-api-key': 'wrong-token-of-a-stranger', 'x-note': `key ${token}` };
    await call(mock, 'GET', `/api/customers?note=wrong-token-of-a-stranger&key=pin`, undefined, { token, headers });
    const { closestFault } = mock.journal.last();
    expect(closestFault?.differences).toEqual([
      'query.note: expected "other", received "[token]"',
      'query.key: expected another value',
      'headers.x-api-key: expected another value',
      'headers.x-note: expected "other", received "key [token]"',
    ]);
    expect(JSON.stringify(mock.journal.list())).not.toContain('0123456789');
  });

  test('lists at most five differences', async () => {
    const mock = start();
    const query = { a: '1', b: '1', c: '1', d: '1', e: '1', f: '1', g: '1' };
    mock.faults.add({ on: 'customers.list', match: { query }, status: 503 });
    await clientOf(mock).customers.list();
    expect(mock.journal.last().closestFault?.differences).toHaveLength(6);
    expect(mock.journal.last().closestFault?.differences.at(-1)).toBe('and 2 more');
  });
});
