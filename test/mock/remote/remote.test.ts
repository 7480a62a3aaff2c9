import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { listen } from '../../../mocks/http.ts';
import {
  createMockServer,
  createSandboxes,
  demo,
  type Fault,
  InvalidRecordError,
  type MockServer,
} from '../../../mocks/index.ts';
import { type ConnectOptions, connectMock, type RemoteMock } from '../../../mocks/remote.ts';
import { MasterDataClient } from '../../../src/index.ts';
import { fc } from '../../fast-check.ts';
import { pageFetch } from '../../page-fetch.ts';
import { runs } from '../../sample.ts';
import { unknownId } from '../helpers.ts';

/** A mock, and the same mock as another process sees it. */
interface Pair {
  readonly local: MockServer;
  readonly mock: RemoteMock;
}

/** Connects over HTTP. The server closes when the test ends. */
async function overHttp(local: MockServer = createMockServer({ seed: demo }), options?: ConnectOptions): Promise<Pair> {
  const server = await listen(local);
  onTestFinished(() => server.close());
  return { local, mock: await connectMock(server.controlUrl ?? '', options) };
}

/** Connects in the same process, as the panel of a browser does. */
async function inPage(local: MockServer = createMockServer({ seed: demo })): Promise<Pair> {
  return { local, mock: await connectMock(`${local.baseUrl}/__mock/`, { fetch: createControlFetch(local) }) };
}

/** Returns the error that a function throws, or that its promise rejects with. */
async function errorOf(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error('expected an error');
}

function rows(mock: MockServer): string {
  return JSON.stringify(mock.snapshot().toJSON().tables);
}

function addMatching(match: object): (mock: MockServer | RemoteMock) => unknown {
  return (mock) => mock.faults.add({ on: 'products.update', match, status: 503 } as Fault);
}

/** The calls with wrong arguments whose errors must be those of the local mock. */
const wrongCalls: readonly (readonly [name: string, call: (mock: MockServer | RemoteMock) => unknown])[] = [
  ['an unknown field', (mock) => mock.db.customers.insert({ name: 'A', type: 'company', x: 1 } as never)],
  ['a missing field', (mock) => mock.db.customers.insert({ name: 'A' } as never)],
  ['no fields', (mock) => mock.db.customers.insert(null as never)],
  ['an update of an unknown row', (mock) => mock.db.customers.update(unknownId, { name: 'B' })],
  ['an update with an empty id', (mock) => mock.db.customers.update('x/y', { name: 'B' })],
  ['a duplicate', (mock) => mock.db.categories.insert({ name: 'A', api_name: 'desks' })],
  ['a deletion that leaves references', (mock) => mock.db.workspaces.delete(mock.workspace)],
  ['an unknown trait', (mock) => mock.create.customer({}, { traits: ['x'] as never })],
  ['a wrong field of a factory', (mock) => mock.create.contact({ customer_id: unknownId })],
  ['a wrong field of a list', (mock) => mock.create.customer.list(2, { type: 'x' } as never)],
  ['a list with a negative number', (mock) => mock.create.customer.list(-1)],
  ['a list with a huge number', (mock) => mock.create.customer.list(1e9)],
  ['a list with a text as number', (mock) => mock.create.customer.list('3' as never)],
  ['an id that is no text', (mock) => mock.db.customers.get(5 as never)],
  ['a deletion without an id', (mock) => mock.db.customers.delete(undefined as never)],
  ['a fault without an effect', (mock) => mock.faults.add({ on: 'products.get' } as never)],
  ['an unknown preset', (mock) => mock.faults.add('x' as never)],
  ['an unknown operation', (mock) => mock.faults.hold('products.x' as never)],
  ['an unknown parameter in the conditions of a fault', addMatching({ params: { ids: 'a' } })],
  ['a wrong step of a sequence', (mock) => mock.faults.add({ sequence: [{ status: 9 }] })],
  ['a wrong date', (mock) => mock.clock.set('yesterday')],
  ['an invalid date', (mock) => mock.clock.set(new Date(Number.NaN))],
  ['a time beyond the years', (mock) => mock.clock.set(1e18)],
  ['an infinite step', (mock) => mock.clock.advance(Number.POSITIVE_INFINITY)],
  ['the last entry of an empty journal', ({ journal }) => (journal as MockServer['journal']).last('products.update')],
  ['a token of an unknown workspace', (mock) => mock.tokens.issue({ workspace: unknownId })],
  ['a token that a header cannot contain', (mock) => mock.tokens.issue({ token: 'a b' })],
  ['a snapshot of another version', (mock) => mock.restore({ version: 9 } as never)],
];

describe.each([
  ['over HTTP', overHttp],
  ['in the same page', inPage],
])('a mock %s', (_, connect) => {
  test('gives its client options', async () => {
    const { local, mock } = await connect();
    local.create.customer({ name: 'Halm' });
    const customers = await new MasterDataClient(mock.clientOptions).customers.list();
    expect(customers.map(({ name }) => name)).toContain('Halm');
    expect(mock.token).toBe(local.token);
    expect(mock.workspace).toBe(local.workspace);
  });

  test('reads and writes rows', async () => {
    const { local, mock } = await connect();
    const { customers } = mock.db;
    const row = await customers.insert({ name: 'Halm', type: 'company', segment_id: undefined });
    expect(row).toEqual(local.db.customers.get(row.id));
    expect(await customers.size).toBe(local.db.customers.size);
    expect(await customers.get(row.id.toUpperCase())).toEqual(row);
    expect(await customers.update(row.id, { name: 'Halm & Söhne' })).toMatchObject({ name: 'Halm & Söhne' });
    expect(await customers.list()).toEqual(local.db.customers.list());
    expect(await customers.find({ name: 'Halm & Söhne' })).toEqual(local.db.customers.get(row.id));
    expect(await customers.list({ type: 'company' })).toEqual(local.db.customers.list({ type: 'company' }));
    expect(await customers.list(({ name }) => name.startsWith('Halm'))).toHaveLength(2);
    expect(await customers.delete(row.id)).toBe(true);
    expect(local.db.customers.get(row.id)).toBeUndefined();
  });

  test('gives the results of the local mock for ids and values that do not exist', async () => {
    const { mock } = await connect();
    for (const id of [unknownId, '', '.', '..', 'a/b', '?', '%', '\ud800', 'x\udc00']) {
      expect(await mock.db.customers.get(id), id).toBeUndefined();
      expect(await mock.db.customers.delete(id), id).toBe(false);
      expect(await mock.tokens.revoke(id), id).toBe(false);
      expect(await mock.faults.remove(id), id).toBe(false);
    }
    expect(await mock.db.customers.find({ segment_id: undefined } as object)).toBeUndefined();
    expect(await mock.db.customers.list({ name: Number.NaN as never })).toEqual([]);
  });

  test('creates and builds records', async () => {
    const { local, mock } = await connect();
    const product = await mock.create.product({}, { traits: ['flat-prices'] });
    expect(local.db.prices.list({ product_id: product.id }).every(({ amount }) => amount !== null)).toBe(true);
    const [first, second] = await mock.create.customer.list(2, (index) => ({ name: `Acme ${index}` }));
    expect([first?.name, second?.name]).toEqual(['Acme 0', 'Acme 1']);
    expect(await mock.create.customer.list(0)).toEqual([]);
    const size = local.db.customers.size;
    const fields = await mock.build.customer({ type: 'individual' });
    expect(local.db.customers.size).toBe(size);
    expect(await mock.db.customers.insert(fields)).toMatchObject({ type: 'individual' });
  });

  test('adds and removes faults', async () => {
    const { local, mock } = await connect();
    const client = new MasterDataClient({ ...mock.clientOptions, maxRetries: 0 });
    const fault = await mock.faults.add({ on: 'customers.list', status: 503 });
    await mock.faults.add('slow-3g');
    await expect(client.customers.list()).rejects.toThrow('503');
    expect(await mock.faults.list()).toMatchObject([{ id: fault.id, status: 503, hits: 1, waiting: 0 }, { hits: 1 }]);
    await fault.remove();
    await fault.remove();
    expect(local.faults.list()).toHaveLength(1);
    await mock.faults.clear();
    expect(local.faults.list()).toEqual([]);
  });

  test('adds exact faults and sequences, starts them again, and explains', async () => {
    const { local, mock } = await connect();
    const client = new MasterDataClient({ ...mock.clientOptions, maxRetries: 0 });
    const [one, other] = local.db.products.list();
    const match = { params: { id: one?.id ?? '' }, body: { name: 'Desk' } };
    await mock.faults.add({ name: 'once', on: 'products.update', match, sequence: [{ status: 503 }, { pass: true }] });
    const update = (id = '') => client.products.update(id, { name: 'Desk' });
    await update(other?.id);
    expect((await mock.journal.last()).closestFault).toEqual({
      id: 'once',
      differences: [`params.id: expected "${one?.id}", received "${other?.id}"`],
    });
    await expect(update(one?.id)).rejects.toThrow('503');
    await update(one?.id);
    expect(await mock.faults.list()).toEqual(local.faults.list());
    expect(await mock.faults.reset('once')).toBe(true);
    expect(await mock.faults.reset('other')).toBe(false);
    await expect(update(one?.id)).rejects.toThrow('503');
  });

  test('holds calls until they are released', async () => {
    const { mock } = await connect();
    const held = await mock.faults.hold('customers.list', { times: 1 });
    expect(await held.waiting).toBe(0);
    const list = new MasterDataClient(mock.clientOptions).customers.list().then(() => 'released');
    await held.reached();
    expect(await held.waiting).toBe(1);
    await held.release();
    expect(await list).toBe('released');
    await expect(held.reached()).rejects.toThrow(`Fault ${held.id} not found`);
  });

  test('sets the clock', async () => {
    const { local, mock } = await connect();
    await mock.clock.set('2030-01-01T00:00:00Z');
    await mock.clock.advance(1500);
    expect(await mock.clock.now()).toBe(Date.parse('2030-01-01T00:00:01.500Z'));
    expect([local.clock.isStopped, await mock.clock.isStopped]).toEqual([true, true]);
    await mock.clock.set(new Date(Date.UTC(2031, 0)));
    await mock.clock.advance(0.25);
    expect(local.clock.now()).toBe(Date.UTC(2031, 0) + 0.25);
    await mock.clock.resume();
    expect([local.clock.isStopped, await mock.clock.isStopped]).toEqual([false, false]);
    expect(Math.abs(local.clock.now() - Date.now())).toBeLessThan(60_000);
  });

  test('reads the journal and waits for entries', async () => {
    const { local, mock } = await connect();
    const client = new MasterDataClient(mock.clientOptions);
    const isSecond = { where: ({ body }: { body: { name: string } }) => body.name === 'Second', timeout: 60_000 };
    const next = mock.journal.waitFor('customers.create', isSecond);
    await client.customers.create({ name: 'First', type: 'company' });
    const { id } = await mock.journal.last('customers.create');
    await client.customers.create({ name: 'Second', type: 'company' });
    expect((await next).body).toEqual({ name: 'Second', type: 'company' });
    expect(await mock.journal.waitFor('customers.create', { after: id })).toMatchObject({ id: id + 1 });
    expect([await mock.journal.size, await mock.journal.limit]).toEqual([2, 1000]);
    expect(await mock.journal.list()).toEqual(JSON.parse(JSON.stringify(local.journal.list())));
    expect(await mock.journal.list('products.get')).toEqual([]);
    for (const missing of [-1, 1.5, 99, Number.NaN]) {
      expect(await mock.journal.get(missing)).toBe(local.journal.get(missing));
      expect(await mock.journal.changes(missing)).toEqual(local.journal.changes(missing));
    }
    expect(await mock.journal.find(({ method }) => method === 'POST')).toMatchObject({ id: id + 1 });
    const har = (url: string) => ({ log: { entries: [{ request: { url: `${url}/api/customers` } }, {}] } });
    expect(await mock.journal.toHar()).toMatchObject(har(mock.baseUrl));
    expect(await mock.journal.toHar('https://x.example')).toMatchObject(har('https://x.example'));
    await mock.journal.clear();
    expect(local.journal.size).toBe(0);
  });

  test('stops waiting after the timeout, with the error of the local mock, or when the signal is aborted', async () => {
    const { local, mock } = await connect();
    const options = { where: () => false, timeout: 20, after: 0 };
    await new MasterDataClient(mock.clientOptions).customers.list();
    for (const operation of ['customers.list', 'products.get'] as const) {
      const expected = await errorOf(() => local.journal.waitFor(operation, options as object));
      expect(await errorOf(() => mock.journal.waitFor(operation, options))).toEqual(expected);
    }
    const stopped = new AbortController();
    const waiting = mock.journal.waitFor('products.get', { signal: stopped.signal });
    stopped.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  test('waits for an entry that follows the removal of all others', async () => {
    const { mock } = await connect();
    const client = new MasterDataClient(mock.clientOptions);
    const seen: string[] = [];
    const isSecond = ({ body: { name } }: { body: { name: string } }) => {
      seen.push(name);
      return name === 'Second';
    };
    const next = mock.journal.waitFor('customers.create', { where: isSecond });
    await client.customers.create({ name: 'First', type: 'company' });
    await vi.waitFor(() => expect(seen).toEqual(['First']));
    await mock.journal.clear();
    await client.customers.create({ name: 'Second', type: 'company' });
    expect(await next).toMatchObject({ id: 1, body: { name: 'Second' } });
  });

  test('issues, lists and revokes tokens', async () => {
    const { local, mock } = await connect();
    const token = await mock.tokens.issue({ permissions: ['*:read'], token: 'a/b?c#d%' });
    expect(token).toBe('a/b?c#d%');
    const client = new MasterDataClient({ ...mock.clientOptions, apiToken: token });
    await expect(client.customers.create({ name: 'A', type: 'company' })).rejects.toThrow('403');
    expect(await mock.tokens.list()).toEqual(local.tokens.list());
    expect(await mock.tokens.list()).toMatchObject([
      { token: local.token, permissions: ['*'], workspace: local.workspace },
      { token, permissions: ['*:read'], workspace: local.workspace },
    ]);
    expect(await mock.tokens.revoke(token)).toBe(true);
    expect(await mock.tokens.list()).toHaveLength(1);
    await expect(client.customers.list()).rejects.toThrow('401');
  });

  test('sets policies', async () => {
    const { local, mock } = await connect();
    expect(await mock.policies.set({ notFoundStatus: 410 })).toMatchObject({ notFoundStatus: 410 });
    expect(await mock.policies.get()).toEqual(local.policies);
    const expected = await errorOf(() => Object.assign(local.policies, { x: 1 }));
    expect(await errorOf(() => mock.policies.set({ createdStatus: 200, x: 1 } as never))).toEqual(expected);
    expect(local.policies.createdStatus).toBe(201);
  });

  test('takes and restores snapshots, and resets', async () => {
    const { local, mock } = await connect();
    const snapshot = await mock.snapshot();
    expect(JSON.stringify(snapshot)).not.toContain(local.token);
    expect((await mock.snapshot({ tokens: true })).token).toBe(local.token);
    await mock.faults.add({ on: 'products.get', status: 503 });
    const withSettings = await mock.snapshot({ settings: true });
    await mock.faults.clear();
    await mock.restore(withSettings);
    expect(local.faults.list()).toMatchObject([{ on: 'products.get' }]);
    const { size } = local.db.customers;
    await mock.create.customer();
    await mock.restore(snapshot);
    expect(local.db.customers.size).toBe(size);
    const other = createMockServer({ token: 'other' });
    await mock.restore(other.snapshot({ tokens: true }));
    expect([mock.token, mock.workspace]).toEqual(['other', other.workspace]);
    await mock.reset();
    expect(mock.token).toBe(local.token);
    expect(local.db.customers.size).toBe(size);
  });

  test('queries rows in pages', async () => {
    const { local, mock } = await connect();
    local.create.customer.list(5, (index) => ({ name: `Zeta ${5 - index}` }));
    const query = { search: 'zeta', sort: { column: 'name' }, limit: 2 } as const;
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await mock.db.customers.query({ ...query, cursor });
      expect(page.total).toBe(5);
      names.push(...page.rows.map(({ name }) => name));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(names).toEqual(['Zeta 1', 'Zeta 2', 'Zeta 3', 'Zeta 4', 'Zeta 5']);
    const last = await mock.db.customers.query({ ...query, sort: { column: 'name', descending: true }, limit: 1 });
    expect(last.rows[0]?.name).toBe('Zeta 5');
    expect((await mock.db.customers.query()).rows).toEqual(local.db.customers.list());
    for (const name of ['Zürich', 'Ärger', 'École', 'Straße', 'apfel', 'Strand']) local.create.category({ name });
    const search = async (text: string) =>
      (await mock.db.categories.query({ search: text })).rows.map(({ name }) => name);
    expect(await search('  STRASSE ')).toEqual(['Straße']);
    expect(await search('ecole')).toEqual(['École']);
    expect(await search('École')).toEqual(['École']);
    expect((await mock.db.categories.query({ search: 'arger' })).total).toBe(1);
    const sorted = (await mock.db.categories.query({ sort: { column: 'name' } })).rows.map(({ name }) => name);
    const added = sorted.filter((name) => ['apfel', 'Ärger', 'École', 'Strand', 'Straße', 'Zürich'].includes(name));
    expect(added).toEqual(['apfel', 'Ärger', 'École', 'Strand', 'Straße', 'Zürich']);
    const columns = 'id, workspace_id, created_at, updated_at, name, rate, amount, is_percentage';
    expect(await errorOf(() => mock.db.taxes.query({ where: { x: 1 } } as never))).toEqual(
      new TypeError(`Unknown column "x" of taxes. Valid columns: ${columns}.`),
    );
    await expect(mock.db.customers.query({ cursor: 'x' })).rejects.toThrow(
      'query.cursor: must be the cursor of a page',
    );
  });

  test('includes the rows that a page refers to, each once', async () => {
    const { local, mock } = await connect();
    const [parent] = local.db.productParents.list();
    local.db.productParents.update(parent?.id ?? '', { category_ids: local.db.categories.list().map(({ id }) => id) });
    const { rows, included } = await mock.db.products.query({ include: ['product_parent_id'] });
    const ids = new Set(rows.map(({ product_parent_id }) => product_parent_id));
    expect(included).toEqual({ productParents: [...ids].map((id) => local.db.productParents.get(id)) });
    expect(included?.productParents?.[0]?.name).toBe(parent?.name);
    // A list of ids, a second column, and a column without a value.
    const { included: lists } = await mock.db.productParents.query({
      where: { id: parent?.id ?? '' },
      include: ['category_ids', 'workspace_id'],
    });
    expect(lists).toEqual({ categories: local.db.categories.list(), workspaces: local.db.workspaces.list() });
    const { id } = local.create.address({ contact_id: null });
    const unset = await mock.db.addresses.query({ where: { id }, include: ['contact_id'] });
    expect(unset.included).toEqual({ contacts: [] });
    expect(await mock.db.products.query({ limit: 1 })).not.toHaveProperty('included');
    await expect(mock.db.products.query({ include: ['product_parent'] } as never)).rejects.toThrow(
      'query.include: "product_parent" is not a column of products that refers to rows. Did you mean "product_parent_id"?',
    );
  });

  test('sorts again after a row was changed', async () => {
    const { local, mock } = await connect(createMockServer());
    const [first, second] = local.create.customer.list(2, (index) => ({ name: `Name ${index}` }));
    const query = { sort: { column: 'name' } } as const;
    expect((await mock.db.customers.query(query)).rows).toEqual([first, second]);
    local.db.customers.update(first?.id ?? '', { name: 'Name 2' });
    expect((await mock.db.customers.query(query)).rows.map(({ name }) => name)).toEqual(['Name 1', 'Name 2']);
    await expect(mock.db.customers.query({ where: JSON.parse('{"__proto__": 1}') })).rejects.toThrow(
      'Unknown column "__proto__" of customers.',
    );
  });

  test('continues after a page whose rows were removed', async () => {
    const { local, mock } = await connect(createMockServer());
    const rows = local.create.customer.list(6);
    const { cursor } = await mock.db.customers.query({ limit: 3 });
    local.db.customers.delete(rows[0]?.id ?? '');
    expect((await mock.db.customers.query({ limit: 3, cursor })).rows).toEqual(rows.slice(3));
    for (const row of rows.slice(1, 3)) local.db.customers.delete(row.id);
    expect((await mock.db.customers.query({ limit: 3, cursor })).rows).toEqual(rows.slice(3));
    const added = local.create.customer();
    expect((await mock.db.customers.query({ cursor })).rows).toEqual([...rows.slice(3), added]);
  });

  test('continues after a reset', async () => {
    const seed = (db: MockServer['db']) => {
      for (const name of ['a', 'b', 'c', 'd']) db.customers.insert({ name, type: 'company' });
    };
    const { local, mock } = await connect(createMockServer({ seed }));
    local.create.customer.list(3);
    const { cursor } = await mock.db.customers.query({ limit: 2 });
    local.reset();
    expect((await mock.db.customers.query({ cursor })).rows.map(({ name }) => name)).toEqual(['c', 'd']);
  });

  test('accepts a cursor only with the sort of its page', async () => {
    const { local, mock } = await connect(createMockServer());
    local.create.customer.list(3);
    const sort = { column: 'name', descending: true } as const;
    const { cursor } = await mock.db.customers.query({ limit: 1, sort });
    const error = 'query.cursor: must be used with the same sort as the page it came from';
    await expect(mock.db.customers.query({ cursor })).rejects.toThrow(error);
    await expect(mock.db.customers.query({ cursor, sort: { column: 'name' } })).rejects.toThrow(error);
    expect((await mock.db.customers.query({ cursor, sort })).rows).toHaveLength(2);
  });

  const sorts = [
    undefined,
    { column: 'rate' },
    { column: 'name', descending: true },
    { column: 'amount' },
    [{ column: 'amount', descending: true }, { column: 'rate' }],
  ] as const;
  test.each(sorts.map((sort) => [sort] as const))(
    'shows every row once that is there from the first page to the last, sorted by %j',
    async (sort) => {
      const change = fc.tuple(
        fc.constantFrom('insert', 'update', 'delete'),
        fc.nat(20),
        fc.integer({ min: 0, max: 4 }),
      );
      const sizes = { minLength: 1, maxLength: 8 };
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(4), sizes),
          fc.array(fc.array(change, sizes), sizes),
          async (rates, changes) => {
            const { local, mock } = await inPage(createMockServer());
            const add = (rate: number) =>
              local.create.tax({ rate, name: `Tax ${rate}`, amount: rate > 2 ? null : rate });
            const first = rates.map((rate) => add(rate).id);
            const changed = new Set<string>();
            const shown: string[] = [];
            let cursor: string | undefined;
            for (let page = 0; page === 0 || cursor !== undefined; page += 1) {
              const found = await mock.db.taxes.query({ limit: 2, cursor, sort });
              shown.push(...found.rows.map(({ id }) => id));
              cursor = found.cursor;
              for (const [kind, at, rate] of changes[page] ?? []) {
                const id = first[at] ?? '';
                if (kind === 'insert') add(rate);
                if (!local.db.taxes.get(id)) continue;
                if (kind === 'update') local.db.taxes.update(id, { rate, name: `Tax ${rate}` });
                if (kind === 'delete') local.db.taxes.delete(id);
                if (kind !== 'insert') changed.add(id);
              }
            }
            expect(first.filter((id) => !changed.has(id) && shown.filter((each) => each === id).length !== 1)).toEqual(
              [],
            );
          },
        ),
        { numRuns: runs(40) },
      );
    },
  );

  test('tells what refers to a row, as its deletion would', async () => {
    const { local, mock } = await connect();
    for (const table of [
      'workspaces',
      'customers',
      'categories',
      'products',
      'pricebooks',
      'prices',
      'taxes',
    ] as const) {
      for (const { id } of local.db[table].list()) {
        const found = await mock.db[table].references(id);
        const copy = createMockServer({ seed: local.snapshot() });
        const error = await errorOf(() => {
          copy.db[table].delete(id);
          throw new Error('deleted');
        });
        expect(found?.canDelete, `${table} ${id} ${found?.reason}`).toBe(String(error) === 'Error: deleted');
        expect(found?.reason === undefined).toBe(found?.canDelete);
        for (const { table: other, ids, total } of found?.references ?? []) {
          expect([ids.length, local.db[other].list().length >= total]).toEqual([Math.min(total, 100), true]);
        }
      }
    }
    const product = local.db.products.list()[0];
    expect((await mock.db.products.references(product?.id ?? ''))?.references).toMatchObject([
      { table: 'prices', column: 'product_id', total: 2, onDelete: 'delete' },
    ]);
    expect(await mock.db.products.references(unknownId)).toBeUndefined();
    const pricebook = await mock.db.pricebooks.find({ name: 'Europe' });
    expect(await mock.db.pricebooks.references(pricebook?.id ?? '')).toMatchObject({
      references: [{ table: 'prices', onDelete: 'delete' }],
      reason: 'Rows that are deleted with it are used by rows of prices. Delete those first.',
    });
  });

  test('searches all tables by id and text', async () => {
    const { local, mock } = await connect();
    const category = local.db.categories.find({ api_name: 'desks' });
    const { results } = await mock.search(category?.id.toUpperCase() ?? '');
    expect(results[0]).toEqual({ table: 'categories', column: 'id', row: category });
    expect(results.length).toBeGreaterThan(1);
    expect((await mock.search('STANDING desk')).results.map(({ table }) => table)).toContain('products');
    expect(await mock.search('e', { limit: 3 })).toMatchObject({ results: [{}, {}, {}], isTruncated: true });
    expect(await mock.search('no such text')).toEqual({ results: [], isTruncated: false });
    await expect(mock.search(' ')).rejects.toThrow('q: must be a text to search for');
    await expect(mock.search('e', { limit: 501 })).rejects.toThrow('limit: must be a whole number from 1 to 500');
  });

  test('keeps snapshots under names', async () => {
    const { local, mock } = await connect();
    const size = local.db.customers.size;
    const saved = await mock.snapshots.save('before all tests');
    expect(saved).toMatchObject({ name: 'before all tests', tables: { customers: size } });
    await mock.create.customer();
    await mock.snapshots.save('with one more');
    expect((await mock.snapshots.list()).map(({ name }) => name)).toEqual(['before all tests', 'with one more']);
    await mock.snapshots.restore('before all tests');
    expect(local.db.customers.size).toBe(size);
    await mock.reset();
    expect((await mock.snapshots.get('with one more'))?.tables.customers).toHaveLength(size + 1);
    expect(JSON.stringify(await mock.snapshots.get('with one more'))).not.toContain(local.token);
    expect(await mock.snapshots.delete('with one more')).toBe(true);
    expect(await mock.snapshots.delete('with one more')).toBe(false);
    expect(await mock.snapshots.get('..')).toBeUndefined();
    await expect(mock.snapshots.restore('x')).rejects.toThrow(
      'Snapshot "x" not found. Saved snapshots: before all tests.',
    );
    for (const wrong of ['', '..', 'a/b', 'a\nb', 'x'.repeat(101)]) {
      await expect(mock.snapshots.save(wrong), wrong).rejects.toThrow(TypeError);
    }
  });

  test('limits the number of snapshots', async () => {
    const { mock } = await connect(createMockServer());
    for (let index = 0; index < 100; index += 1) await mock.snapshots.save(`s${index}`);
    await mock.snapshots.save('s1');
    await expect(mock.snapshots.save('one more')).rejects.toThrow('snapshots: at most 100 can be kept');
  });

  test('describes the policies', async () => {
    const { local, mock } = await connect();
    local.policies.notFoundStatus = 410;
    const described = await mock.policies.describe();
    expect(described.map(({ name, value }) => [name, value])).toEqual(Object.entries(local.policies));
    expect(described).toContainEqual({
      name: 'notFoundStatus',
      value: 410,
      default: 404,
      values: [404, 400, 410],
      description: 'The status of `<Resource> not found`.',
    });
    for (const { values, format } of described) expect(values === undefined).toBe(format !== undefined);
  });

  test.each(wrongCalls)('rejects %s with the error of the local mock', async (_name, call) => {
    const { local, mock } = await connect();
    const before = rows(local);
    const expected = await errorOf(() => call(local));
    const received = await errorOf(() => call(mock));
    expect(received).toEqual(expected);
    expect(received).toBeInstanceOf(Reflect.get(Object(expected), 'constructor'));
    if (expected instanceof InvalidRecordError) expect(received).toHaveProperty('issues', expected.issues);
    expect(rows(local)).toBe(before);
  });
});

test('sandboxes are created, used and deleted', async () => {
  const local = createMockServer({ seed: demo });
  const server = await listen(local, { sandboxes: createSandboxes({ seed: local.snapshot() }) });
  onTestFinished(() => server.close());
  const mock = await connectMock(server.controlUrl ?? '');
  const created = await mock.sandboxes.create({ name: 'worker-1' });
  const sandbox = await created.connect();
  await sandbox.create.customer({ name: 'Only here' });
  expect(await new MasterDataClient(sandbox.clientOptions).customers.list()).toHaveLength(local.db.customers.size + 1);
  expect(sandbox.baseUrl).toBe(created.baseUrl);
  expect(await mock.sandboxes.list()).toMatchObject([{ name: 'worker-1', baseUrl: created.baseUrl }]);
  expect(await (await mock.sandboxes.get('worker-1'))?.connect()).toHaveProperty('baseUrl', created.baseUrl);
  await expect(mock.sandboxes.create({ name: 'A' })).rejects.toThrow(TypeError);
  await expect(mock.sandboxes.create({ name: 'worker-1' })).rejects.toMatchObject({ status: 409 });
  expect(await mock.sandboxes.delete('worker-1')).toBe(true);
  expect(await mock.sandboxes.get('worker-1')).toBeUndefined();
  expect(await mock.sandboxes.delete('worker-1')).toBe(false);
});

describe('the connection', () => {
  test.each([
    '',
    '127.0.0.1:4010',
    'ftp://127.0.0.1/',
    'http://127.0.0.1:4010/__mock/?token=secret',
    'http://127.0.0.1:4010/__mock/#secret',
    'http://user:secret@127.0.0.1:4010/__mock/',
    'http://secret@127.0.0.1:4010/__mock/',
  ])('rejects the URL %j without showing a query or credentials', async (url) => {
    const error = await errorOf(() => connectMock(url));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toMatch(/^TypeError: controlUrl: must be a URL like /);
    expect(String(error)).not.toContain('secret');
  });

  test('says what is at a wrong URL', async () => {
    const local = createMockServer();
    const server = await listen(local);
    onTestFinished(() => server.close());
    await expect(connectMock(server.url)).rejects.toThrow(
      `GET /state returned 404, which is not a response of the control API. Check the control URL: ${server.url}/.`,
    );
    await server.close();
    await expect(connectMock(server.url)).rejects.toMatchObject({ name: 'ControlApiError', status: undefined });
  });

  test('accepts a control URL without a slash at the end', async () => {
    const server = await listen(createMockServer());
    onTestFinished(() => server.close());
    const mock = await connectMock((server.controlUrl ?? '').slice(0, -1));
    expect(mock.baseUrl).toBe(server.url);
  });

  test('calls a fetch as a function, because that of a page is no method of another object', async () => {
    const local = createMockServer({ seed: demo });
    const send = pageFetch(createControlFetch(local));
    const mock = await connectMock(`${local.baseUrl}/__mock/`, { fetch: send });
    expect(await mock.db.customers.size).toBe(local.db.customers.size);
    const { data } = await new MasterDataClient(mock.clientOptions).customers.list().withResponse();
    expect(data).toHaveLength(local.db.customers.size);
  });
});

test('waits no longer than the timeout while entries arrive that it does not accept', async () => {
  const local = createMockServer({ seed: demo });
  const list = () => local.fetch(`${local.baseUrl}/api/customers`);
  const { mock } = await overHttp(local, {
    async fetch(input, init) {
      if (String(input).includes('/journal/wait')) await list();
      return fetch(input, init);
    },
  });
  const options = { where: () => false, timeout: 20 };
  await expect(mock.journal.waitFor('customers.list', options)).rejects.toThrow(
    new RangeError('The journal has no entry of customers.list that matches within 20 ms.'),
  );
  // Without time to wait, the entries that are already there count.
  const isLast = { where: ({ id }: { id: number }) => id === local.journal.size, timeout: 0 };
  expect(await mock.journal.waitFor('customers.list', isLast)).toEqual(await mock.journal.last());
});

test('rejects with an error of where, although it is a RangeError', async () => {
  const { mock } = await inPage();
  await new MasterDataClient(mock.clientOptions).customers.list();
  const where = () => {
    throw new RangeError('mine');
  };
  await expect(mock.journal.waitFor('customers.list', { where, timeout: 60_000 })).rejects.toThrow('mine');
});
