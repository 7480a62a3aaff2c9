import { afterEach, describe, expect, test, vi } from 'vitest';
import { demo, type MockServer, type SnapshotJson } from '../../../mocks/index.ts';
import { preview } from '../../../src/contract/printable.ts';
import { call, contents, startMock, unknownId } from '../helpers.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns everything that a client can read, and what it creates next, as text. */
async function view(mock: MockServer, token = mock.token): Promise<string> {
  const snapshot = mock.snapshot();
  const responses = [];
  for (const path of ['/api/customers', '/api/addresses', '/api/product-parents', '/api/payment-terms']) {
    responses.push(await call(mock, 'GET', path, undefined, { token }));
  }
  for (const { id } of mock.db.products.list()) {
    responses.push(await call(mock, 'GET', `/api/products/${id}`, undefined, { token }));
  }
  responses.push(await call(mock, 'POST', '/api/catalogs', { name: 'Next' }, { token }), mock.create.customer());
  mock.restore(snapshot);
  return JSON.stringify(responses);
}

/** Creates a mock with deleted and changed records. */
async function startWithHistory(): Promise<MockServer> {
  const mock = startMock({ seed: demo });
  const { db, create } = mock;
  const workspace_id = create.workspace().id;
  create.product({ workspace_id });
  const parent = create.category();
  const child = create.category({ parent_category_id: parent.id });
  create.productParent({ category_ids: [parent.id] });
  expect((await call(mock, 'DELETE', `/api/categories/${parent.id}`)).status).toBe(200);
  db.categories.update(child.id, { name: 'Unchanged' });
  create.customer();
  return mock;
}

const toText = (mock: MockServer) => JSON.stringify(mock.snapshot());
const toTextWithTokens = (mock: MockServer) => JSON.stringify(mock.snapshot({ tokens: true }));
const fromText = (text: string): SnapshotJson => JSON.parse(text);

describe('a snapshot', () => {
  test('shares the rows with the mock, without copies', () => {
    const mock = startMock({ seed: demo });
    const rows = () => Object.values(mock.db).flatMap((table) => [...table.list()]);
    const before = rows();
    const snapshot = mock.snapshot();
    for (const { id } of mock.db.customers.list()) mock.db.customers.update(id, { name: 'Changed' });
    mock.restore(snapshot);
    const after = rows();
    expect(after).toHaveLength(before.length);
    for (const [at, row] of after.entries()) expect(row).toBe(before[at]);
  });

  test('shares unchanged rows with the snapshot before it', () => {
    const mock = startMock({ seed: demo });
    const [before, between] = [mock.snapshot(), mock.snapshot()];
    expect(between.rows).toEqual(before.rows);
    for (const { id } of mock.db.customers.list()) mock.db.customers.update(id, { name: 'Changed' });
    const after = mock.snapshot();
    expect(after.rows.customers).not.toBe(before.rows.customers);
    expect(after.rows.addresses).toBe(before.rows.addresses);
    mock.restore(before);
    expect(mock.snapshot().rows.customers).toBe(before.rows.customers);
  });

  test('does not change with the mock', async () => {
    const mock = await startWithHistory();
    const snapshot = mock.snapshot();
    const text = JSON.stringify(snapshot);
    await call(mock, 'POST', '/api/customers', { name: 'Later', type: 'company' });
    mock.tokens.issue();
    mock.create.category();
    for (const { id } of mock.db.prices.list()) mock.db.prices.update(id, { parent_price_id: null });
    expect(JSON.stringify(snapshot)).toBe(text);
  });

  test('restores tokens: revoked ones are valid again, new ones are not', async () => {
    const mock = startMock();
    const kept = mock.tokens.issue({ permissions: ['*:read'] });
    const snapshot = mock.snapshot();
    const later = mock.tokens.issue();
    mock.tokens.revoke(kept);
    mock.tokens.revoke(mock.token);
    mock.restore(snapshot);
    const statuses = [mock.token, kept, later].map(
      async (token) => (await call(mock, 'POST', '/api/catalogs', { name: 'A' }, { token })).status,
    );
    expect(await Promise.all(statuses)).toEqual([201, 403, 401]);
  });

  test.each([undefined, 'own-token'])(
    'restores that the token of the mock was revoked: option token %s',
    async (token) => {
      const mock = startMock({ token });
      const own = mock.token;
      mock.tokens.revoke(own);
      const snapshot = mock.snapshot();
      mock.snapshots.save('revoked');
      for (const restore of [async () => mock.restore(snapshot), () => mock.snapshots.restore('revoked')]) {
        mock.tokens.issue({ token: own });
        await restore();
        expect([mock.token, mock.tokens.has(own)]).toEqual([own, false]);
      }
    },
  );

  test('does not restore policies, faults, the clock and the journal', async () => {
    const mock = startMock();
    const snapshot = mock.snapshot();
    mock.policies.createdStatus = 200;
    mock.faults.add({ status: 503 });
    mock.clock.set(0);
    await call(mock, 'GET', '/api/customers');
    mock.restore(snapshot);
    expect([mock.policies.createdStatus, mock.faults.list().length, mock.clock.now(), mock.journal.size]).toEqual([
      200, 1, 0, 1,
    ]);
  });

  test.each(['as it is', 'as JSON'])(
    'with settings restores policies, faults, clock and rate limits: %s',
    async (form) => {
      const mock = startMock({ policies: { rateLimit: { limit: 3 } } });
      const status = async () => (await call(mock, 'GET', '/api/customers')).status;
      mock.policies.createdStatus = 200;
      mock.faults.add({ on: 'customers.list', times: 2, status: 503 });
      mock.clock.set(0);
      expect([await status(), mock.faults.list()]).toMatchObject([503, [{ hits: 1 }]]);
      const taken = mock.snapshot({ settings: true });
      const snapshot = form === 'as JSON' ? fromText(JSON.stringify(taken)) : taken;
      expect([await status(), await status(), await status()]).toEqual([503, 200, 200]);
      mock.policies.createdStatus = 201;
      mock.faults.add('maintenance');
      mock.reset();
      const changes = vi.fn();
      mock.onChange(changes);
      mock.restore(snapshot);
      expect(mock.policies.createdStatus).toBe(200);
      expect(mock.clock.now()).toBe(0);
      expect(mock.faults.list()).toMatchObject([{ on: 'customers.list', times: 2, hits: 1 }]);
      expect([await status(), await status(), await status()]).toEqual([503, 200, 200]);
      const written = changes.mock.calls.flatMap(([{ written }]) => written);
      expect(written).toEqual(expect.arrayContaining([expect.objectContaining({ key: 'policies' })]));
    },
  );

  test('with settings fits a mock with other options', () => {
    const snapshot = startMock({ clock: 0, faults: ['slow-3g'] }).snapshot({ settings: true });
    const mock = startMock({ clock: 5, faults: [{ status: 500 }], policies: { createdStatus: 200 } });
    mock.restore(snapshot);
    expect([mock.clock.now(), mock.clock.isStopped, mock.policies.createdStatus]).toEqual([0, true, 201]);
    expect(mock.faults.list()).toMatchObject([{ delay: { min: 400 } }]);
  });

  test('can be restored by another mock, with its workspace and token', async () => {
    const [mock, other] = [await startWithHistory(), startMock({ randomSeed: 99 })];
    other.restore(mock.snapshot());
    expect([other.workspace, other.token]).toEqual([mock.workspace, mock.token]);
    expect(contents(other)).toEqual(contents(mock));
    expect(await view(other)).toBe(await view(mock));
    expect(other.create.customer().workspace_id).toBe(mock.workspace);
    other.reset();
    expect(other.token).not.toBe(mock.token);
    expect((await call(other, 'GET', '/api/customers')).body).toEqual({ success: true, data: [] });
  });
});

describe('as JSON', () => {
  test('it can be restored to the same bytes, in this mock or another', async () => {
    const mock = await startWithHistory();
    const text = toText(mock);
    const before = await view(mock);
    for (const other of [mock, startMock({ randomSeed: 99 }), startMock({ seed: demo })]) {
      await call(other, 'POST', '/api/customers', { name: 'Later', type: 'company' });
      other.restore(fromText(text));
      expect(toText(other)).toBe(text);
      expect(contents(other)).toEqual(contents(mock));
      expect(other.workspace).toBe(mock.workspace);
      expect(await view(other)).toBe(before);
    }
  });

  test('it contains no tokens, and the mock that restores it keeps its own', async () => {
    const mock = await startWithHistory();
    const issued = mock.tokens.issue();
    const text = toText(mock);
    for (const token of [mock.token, issued]) expect(text).not.toContain(token);
    const other = startMock({ randomSeed: 99 });
    const { token } = other;
    const readOnly = other.tokens.issue({ permissions: ['*:read'] });
    const elsewhere = other.tokens.issue({ workspace: other.create.workspace().id });
    other.restore(fromText(text));
    expect([other.token, other.workspace]).toEqual([token, mock.workspace]);
    const statusWith = async (each: string) =>
      (await call(other, 'POST', '/api/catalogs', { name: 'A' }, { token: each })).status;
    // The last two belong to a workspace that is gone and to another mock.
    expect(await Promise.all([token, readOnly, elsewhere, issued].map(statusWith))).toEqual([201, 403, 401, 401]);
    mock.tokens.revoke(issued);
    mock.restore(fromText(text));
    expect(mock.snapshot().tokens?.has(issued)).toBe(false);
  });

  test('tokens keep their workspace if the snapshot has it, although another one is the first', () => {
    const mock = startMock();
    const { workspace } = mock;
    const token = mock.tokens.issue();
    const first = mock.create.workspace().id;
    mock.restore({ ...fromText(toText(mock)), workspace: first });
    expect(mock.workspace).toBe(first);
    expect(mock.tokens.list().find((each) => each.token === token)).toMatchObject({ workspace });
  });

  test('it contains tokens on request, with their permissions', async () => {
    const mock = await startWithHistory();
    const token = mock.tokens.issue({ permissions: ['customers:read'] });
    const other = startMock({ randomSeed: 99 });
    other.restore(fromText(toTextWithTokens(mock)));
    expect(other.token).toBe(mock.token);
    expect((await call(other, 'GET', '/api/customers', undefined, { token })).status).toBe(200);
    expect((await call(other, 'GET', '/api/addresses', undefined, { token })).status).toBe(403);
  });

  test('it keeps links to deleted records', async () => {
    const mock = await startWithHistory();
    const [parent] = mock.db.productParents.list(({ category_ids }) =>
      category_ids.some((id) => mock.db.categories.get(id)?.deleted_at),
    );
    expect(parent).toBeDefined();
    const other = startMock();
    other.restore(fromText(toText(mock)));
    expect(other.db.productParents.get(parent?.id ?? '')).toEqual(parent);
  });

  test('it may lack tables that were added to the package since', () => {
    const mock = startMock();
    const { tables, ...rest } = fromText(toText(mock));
    mock.restore({ ...rest, tables: { workspaces: tables.workspaces ?? [] } });
    expect(mock.db.workspaces.size).toBe(1);
  });

  test('a snapshot of another copy of the package is read as JSON', async () => {
    const mock = await startWithHistory();
    const { rows, tokens } = mock.snapshot();
    const copy = { rows, tokens, toJSON: () => fromText(toText(mock)) };
    const other = startMock({ randomSeed: 99 });
    Reflect.apply(other.restore, other, [copy]);
    expect(contents(other)).toEqual(contents(mock));
  });
});

test('ids in upper case name the same rows, and the JSON stays as it is', async () => {
  const mock = await startWithHistory();
  const json = JSON.parse(toText(mock));
  const [contact] = json.tables.contacts;
  const [id, customer_id] = [contact.id, contact.customer_id];
  Object.assign(contact, { id: id.toUpperCase(), customer_id: customer_id.toUpperCase() });
  json.tables.paymentTerms[0].terms = { days: [30] };
  const before = JSON.stringify(json);
  const other = startMock();
  other.restore(json);
  expect(other.db.contacts.get(id)).toMatchObject({ id, customer_id });
  json.tables.paymentTerms[0].terms.days.push(60);
  json.tables.paymentTerms[0].terms.days.pop();
  expect(JSON.stringify(json)).toBe(before);
});

test.each([
  ['policies', { createdStatus: 999 }, 'createdStatus'],
  ['policies', [], 'snapshot.settings.policies: must be an object'],
  ['faults', { random: 1, lastId: 1, faults: [{ id: '1', fault: {}, skipped: 0, hits: 0 }] }, 'fault'],
  ['clock', { ahead: 'x' }, 'clock.ahead'],
  ['clock', { ahead: 0, stopped: 8.64e15 }, 'clock.stopped: must be milliseconds in the years 0 to 9999'],
  ['clock', { ahead: 0, stopped: -8.64e15 }, 'clock.stopped: must be milliseconds in the years 0 to 9999'],
  ['rateLimits', null, 'rateLimits'],
])('settings with invalid %s are rejected, and nothing changes', (name, value, message) => {
  const mock = startMock();
  mock.faults.add({ status: 503 });
  const json = fromText(JSON.stringify(mock.snapshot({ settings: true })));
  mock.policies.createdStatus = 200;
  mock.clock.set(0);
  mock.faults.clear();
  mock.create.customer();
  const before = JSON.stringify(mock.snapshot({ settings: true }));
  const damaged = { ...json, settings: { ...json.settings, [name]: value } };
  expect(() => mock.restore(damaged as never)).toThrow(message);
  expect(JSON.stringify(mock.snapshot({ settings: true }))).toBe(before);
});

describe('a value that is not a snapshot is rejected, and nothing changes', () => {
  type Damage = (json: object) => unknown;
  const read = (json: object, path: string): unknown =>
    path
      .split('.')
      .reduce<unknown>((at, name) => (Object(at) === at ? Reflect.get(Object(at), name) : undefined), json);
  /** Sets a value deep in the JSON. */
  const set =
    (path: string, value: unknown): Damage =>
    (json) => {
      const end = path.lastIndexOf('.');
      const at = end === -1 ? json : read(json, path.slice(0, end));
      Reflect.set(Object(at), path.slice(end + 1), value);
      return json;
    };
  /** Sets a value to that of another place. */
  const copy =
    (from: string, to: string): Damage =>
    (json) =>
      set(to, read(json, from))(json);

  test.each<[string, Damage, string]>([
    ['null', () => null, 'snapshot: must be an object, received null'],
    ['a text', (json) => JSON.stringify(json), 'snapshot: must be an object, received '],
    ['an array', () => [], 'snapshot: must be an object, received an array'],
    ['something else', () => ({}), 'snapshot.version: must be 1, received undefined'],
    [
      'what has rows, but is none',
      () => ({ rows: {} }),
      'must be a snapshot or its JSON, received a copy. Pass the snapshot itself',
    ],
    ['another version', set('version', 2), 'snapshot.version: must be 1, received 2'],
    ['ids', set('ids', '1'), 'snapshot.ids: must be a whole number from 0, received "1"'],
    ['ids', set('ids', -1), 'snapshot.ids: must be a whole number from 0, received -1'],
    ['ids', set('ids', 1.5), 'snapshot.ids: must be a whole number from 0, received 1.5'],
    ['no tables', set('tables', undefined), 'snapshot.tables: must be an object, received undefined'],
    ['tables', set('tables', []), 'snapshot.tables: must be an object, received an array'],
    ['an unknown table', set('tables.invoices', []), 'Unknown table "invoices"'],
    ['a table', set('tables.customers', {}), 'snapshot.tables.customers: must be an array, received an object'],
    ['a row', set('tables.customers.0', null), 'snapshot.tables.customers.0: must be an object, received null'],
    ['a field', set('tables.customers.1.type', 'firm'), 'snapshot.tables.customers.1.type: must be one of "company"'],
    [
      'a missing field',
      set('tables.products.0.shipping', undefined),
      'snapshot.tables.products.0.shipping: must be an object, received undefined',
    ],
    [
      'an id twice',
      copy('tables.catalogs.0.id', 'tables.catalogs.1.id'),
      'snapshot.tables.catalogs.1.id: must be unique, received ',
    ],
    [
      'a broken reference',
      set('tables.contacts.0.customer_id', unknownId),
      'customer_id must be the id of a Customer in this workspace',
    ],
    [
      'a broken link',
      set('tables.productParents.0.catalog_ids', [unknownId]),
      'catalog_ids.0 must be the id of a Catalog in this workspace',
    ],
    [
      'a row without workspace',
      set('tables.taxes.0.workspace_id', unknownId),
      'workspace_id must be the id of a Workspace',
    ],
    [
      'a record that was updated before it was created',
      set('tables.customers.0.created_at', '2030-01-01T00:00:00.000Z'),
      'updated_at must not be before created_at',
    ],
    [
      'products without a default product',
      set('tables.products.0.is_default', false),
      'is_default must be true, because the product parent has no other default product',
    ],
    [
      'a deep value',
      set('tables.paymentTerms.0.terms', JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))),
      'snapshot.tables.paymentTerms.0.terms: must be nested at most 100 levels deep',
    ],
    [
      'a number that JSON cannot represent',
      set('tables.paymentTerms.0.days', Number.NaN),
      'snapshot.tables.paymentTerms.0.days: must be a JSON value, received NaN',
    ],
    [
      'a function',
      set('tables.paymentTerms.0.days', () => 30),
      'snapshot.tables.paymentTerms.0.days: must be a JSON value, received function',
    ],
    [
      'a prototype',
      set('tables.paymentTerms.0', JSON.parse('{ "__proto__": {} }')),
      'snapshot.tables.paymentTerms.0.__proto__: is not a known field',
    ],
    [
      'a circle',
      copy('tables.categories.0.id', 'tables.categories.0.parent_category_id'),
      'must not make the category its own ancestor',
    ],
    [
      'a name twice',
      copy('tables.categories.0.api_name', 'tables.categories.1.api_name'),
      'api_name is already used by another category',
    ],
    ['a token', set('tokens.abc', null), 'snapshot.tokens.[token]: must be an object'],
    ['a token', set('tokens.abc', {}), 'snapshot.tokens.[token].workspace: must be a string'],
    [
      'a token of nowhere',
      set('tokens.abc', { workspace: unknownId, permissions: [], user: 'u' }),
      `snapshot: must contain the workspace ${unknownId}`,
    ],
    ['a workspace', set('workspace', unknownId), `snapshot: must contain the workspace ${unknownId}`],
    ['a token that is not a string', set('token', 5), 'snapshot.token: must be a string'],
    [
      'sequences',
      set('sequences', { customers: -1 }),
      'snapshot.sequences.customers: must be a whole number from 0, received -1',
    ],
    ['sequences', set('sequences', { invoices: 1 }), 'snapshot: unknown property "sequences.invoices"'],
  ])('%s: %#', async (_, damage, message) => {
    const mock = await startWithHistory();
    const damaged = damage(JSON.parse(toTextWithTokens(mock)));
    mock.create.catalog();
    const [before, rows] = [toText(mock), contents(mock)];
    const restore = () => Reflect.apply(mock.restore, mock, [damaged]);
    expect(restore).toThrow(TypeError);
    expect(restore).toThrow(message);
    expect(toText(mock)).toBe(before);
    expect(contents(mock)).toEqual(rows);
  });
});

test('a mock can start with a snapshot, which reset restores', async () => {
  const mock = await startWithHistory();
  const other = startMock({ randomSeed: 99, seed: fromText(toText(mock)) });
  expect(contents(other)).toEqual(contents(mock));
  expect(other.workspace).toBe(mock.workspace);
  expect((await call(other, 'POST', '/api/catalogs', { name: 'Later' })).status).toBe(201);
  other.reset();
  expect(contents(other)).toEqual(contents(mock));
});

test('a mock that starts with a snapshot accepts the option token and the tokens of the snapshot', async () => {
  const mock = startMock({ seed: demo });
  const other = startMock({ seed: mock.snapshot(), token: 'given' });
  expect(other.token).toBe('given');
  for (const token of ['given', mock.token]) {
    expect((await call(other, 'GET', '/api/customers', undefined, { token })).status).toBe(200);
  }
});

test('a name of a snapshot is a text that every store can keep', () => {
  const { snapshots } = startMock();
  const names = [
    '',
    '.',
    '..',
    'a/b',
    'a\u0000',
    '\ud800',
    'a\udfff',
    'x'.repeat(101),
    5,
    undefined,
    null,
    { tag: 'run' },
  ];
  for (const name of names) {
    // @ts-expect-error Plain JavaScript can pass any value.
    expect(() => snapshots.save(name), String(name)).toThrow(
      new TypeError(
        `snapshot name: must be 1 to 100 characters without slashes and control characters, and not . or .., received ${preview(name)}`,
      ),
    );
  }
  expect(snapshots.list()).toEqual([]);
  for (const name of ['before checkout', '...', '😀', '__proto__', 'ä%2F'])
    expect(snapshots.save(name).name).toBe(name);
  for (let count = snapshots.list().length; count < 100; count += 1) snapshots.save(`${count}`);
  expect(() => snapshots.save('one more')).toThrow('snapshots: at most 100 can be kept. Delete one first.');
  expect(snapshots.save('99').name).toBe('99');
});
