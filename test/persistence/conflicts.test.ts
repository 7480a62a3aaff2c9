/** Direct writes of two mocks that share their stored data, like two tabs, at the same time. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import {
  type Change,
  createMockServer,
  defineTable,
  demo,
  type MockServer,
  type StoredRecord,
} from '../../mocks/index.ts';
import { fc } from '../fast-check.ts';
import { runs } from '../sample.ts';

/** Stored data that several mocks use at once. */
class SharedData {
  readonly #changes: Change[] = [];

  /** Stores a change of a mock that is not attached. */
  write(change: Change): void {
    this.#changes.push(change);
  }

  /** Restores the stored state in a mock, or stores that of the mock. */
  async attach(mock: MockServer) {
    let seen = 0;
    const others = () => this.#changes.slice(seen);
    const store = async (changes: readonly Change[]) => {
      // Stored data shares no objects with a mock.
      this.#changes.push(...structuredClone(changes));
      seen = this.#changes.length;
    };
    return mock.persist({
      isShared: true,
      load: async () => {
        seen = this.#changes.length;
        const isLoaded = ({ collection }: StoredRecord) => !collection.startsWith('snapshots/');
        return seen > 0 ? { records: this.records().filter(isLoaded) } : undefined;
      },
      loadCollection: async (collection) => this.records().filter((each) => each.collection === collection),
      append: store,
      async pull() {
        const changes = others();
        seen += changes.length;
        return changes;
      },
      async runExclusive(run) {
        const { result, changes } = run(others());
        await store(changes);
        return result;
      },
    });
  }

  /** The number of changes. */
  get size(): number {
    return this.#changes.length;
  }

  records(): readonly StoredRecord[] {
    const records = new Map<string, StoredRecord>();
    for (const { written, deleted } of this.#changes) {
      for (const { collection, key } of deleted) records.delete(`${collection} ${key}`);
      for (const each of written) records.set(`${each.collection} ${each.key}`, each);
    }
    return [...records.values()].sort((a, b) => a.position - b.position);
  }
}

const options = { seed: demo, token: 'secret' };

async function start() {
  const data = new SharedData();
  const [a, b] = [createMockServer(options), createMockServer(options)];
  const attached = [await data.attach(a), await data.attach(b)];
  /** Waits until both mocks have stored their writes and have those of the other. Checks that they agree. */
  const settle = async () => {
    await Promise.all([a.flush(), b.flush()]);
    for (const { refresh } of attached) await refresh();
    // A refresh may repeat a pending write.
    await Promise.all([a.flush(), b.flush()]);
    for (const { refresh } of attached) await refresh();
    const reloaded = createMockServer(options);
    await data.attach(reloaded);
    const state = (mock: MockServer) => {
      const { tables, tokens } = mock.snapshot({ tokens: true }).toJSON();
      const sorted = Object.entries(tables).map(([name, rows = []]) => [
        name,
        rows.map((row) => JSON.stringify(row)).sort(),
      ]);
      return { tables: sorted, tokens };
    };
    expect(state(a)).toEqual(state(reloaded));
    expect(state(b)).toEqual(state(reloaded));
    return reloaded;
  };
  return { a, b, data, attached, settle };
}

const warnings: string[] = [];

beforeEach(() => {
  warnings.length = 0;
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text));
});

afterEach(() => void vi.restoreAllMocks());

const undone = (reason: string) =>
  `[masterdata-sdk] A direct write was undone, because another tab has changed the same records: ${reason}`;

describe('two mocks write at once:', () => {
  test('a new reference to a deleted row is undone', async () => {
    const { a, b, settle } = await start();
    const customer = a.create.customer();
    await settle();
    a.db.customers.delete(customer.id);
    const address = b.create.address({ customer_id: customer.id });
    const { db } = await settle();
    expect(db.customers.get(customer.id)).toBeUndefined();
    expect(db.addresses.get(address.id)).toBeUndefined();
    expect(warnings).toEqual([undone('addresses: customer_id must be the id of a Customer in this workspace')]);
  });

  test('the deletion of a row with a new reference is undone', async () => {
    const { a, b, settle } = await start();
    const customer = a.create.customer();
    await settle();
    const address = a.create.address({ customer_id: customer.id });
    b.db.customers.delete(customer.id);
    const { db } = await settle();
    expect(db.customers.get(customer.id)).toEqual(customer);
    expect(db.addresses.get(address.id)).toEqual(address);
    expect(warnings).toEqual([undone('customers: id is used by rows of addresses. Delete those first.')]);
  });

  test('the later row with the same api_name is undone, and what depends on it, but nothing else', async () => {
    const { a, b, settle } = await start();
    a.db.currencies.insert({ name: 'Yen', api_name: 'jpy' });
    const { id } = b.db.currencies.insert({ name: 'Yen', api_name: 'jpy' });
    b.db.pricebooks.insert({ name: 'Japan', api_name: 'japan', currency_id: id });
    const customer = b.create.customer();
    b.policies.notFoundStatus = 410;
    const { db, policies } = await settle();
    expect(db.currencies.list({ api_name: 'jpy' })).toHaveLength(1);
    expect(db.pricebooks.find({ api_name: 'japan' })).toBeUndefined();
    expect(db.customers.get(customer.id)).toEqual(customer);
    expect(policies.notFoundStatus).toBe(410);
    expect(warnings).toHaveLength(2);
  });

  test('the later snapshot of two with one name replaces the other one as a whole', async () => {
    const { a, b, settle } = await start();
    for (let index = 0; index < 8; index += 1) a.create.customer({ name: 'x'.repeat(100_000) });
    a.snapshots.save('one');
    b.snapshots.save('one');
    b.snapshots.save('two');
    b.snapshots.delete('two');
    // The name of a setting that is about to be stored as well.
    a.snapshots.save('faults');
    b.faults.add({ on: 'customers.list', status: 503 });
    const reloaded = await settle();
    const names = (mock: MockServer) => mock.snapshots.list().map(({ name }) => name);
    expect([a, b, reloaded].map(names)).toEqual([
      ['one', 'faults'],
      ['one', 'faults'],
      ['one', 'faults'],
    ]);
    const customers = createMockServer(options).db.customers.size;
    for (const mock of [a, b, reloaded]) expect((await mock.snapshots.get('one'))?.rows.customers.size).toBe(customers);
    expect(warnings).toEqual([]);
  });

  test('a new product and a new pricebook get their price', async () => {
    const { a, b, settle } = await start();
    const product = a.create.product();
    const currency_id = b.db.currencies.list()[0]?.id ?? '';
    const pricebook = b.db.pricebooks.insert({ name: 'New', api_name: 'new', currency_id });
    const { db } = await settle();
    expect(db.prices.list({ product_id: product.id, pricebook_id: pricebook.id })).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  test('new rows at one position get positions of their own when they are loaded', async () => {
    const { a, b, data, settle } = await start();
    a.create.customer();
    b.create.customer();
    const { db } = await settle();
    const stored = data.records().filter(({ collection }) => collection === 'customers');
    expect(stored.map(({ position }) => position)).toEqual(stored.map((_, at) => at));
    expect(stored.map(({ key }) => key)).toEqual(db.customers.list().map(({ id }) => id));
    const { size } = data;
    await data.attach(createMockServer(options));
    expect(data.size).toBe(size);
  });

  test('a deleted product takes the price in a new pricebook with it', async () => {
    const { a, b, settle } = await start();
    const product = a.create.product();
    await settle();
    const currency_id = a.db.currencies.list()[0]?.id ?? '';
    const pricebook = a.db.pricebooks.insert({ name: 'New', api_name: 'new', currency_id });
    b.db.products.delete(product.id);
    const { db } = await settle();
    expect(db.products.get(product.id)).toBeUndefined();
    expect(db.prices.list({ pricebook_id: pricebook.id })).toHaveLength(db.products.list().length);
    expect(warnings).toEqual([]);
  });

  test('the later version of the same row is kept', async () => {
    const { a, b, settle } = await start();
    const { id } = a.create.customer({ name: 'Old' });
    await settle();
    a.db.customers.update(id, { name: 'From a' });
    b.db.customers.update(id, { name: 'From b' });
    expect((await settle()).db.customers.get(id)?.name).toBe('From b');
    expect(warnings).toEqual([]);
  });

  test('an operation of one mock is one of the other, until it is removed', async () => {
    const { a, b, settle } = await start();
    a.operations.add({ method: 'GET', path: '/api/reports', data: { total: 1 } });
    b.create.customer();
    await settle();
    const headers = { authorization: 'Bearer secret' };
    const read = async () => (await b.fetch(`${b.baseUrl}/api/reports`, { headers })).json();
    expect(await read()).toEqual({ success: true, data: { total: 1 } });
    b.faults.add({ on: 'reports.get' as never, status: 503 });
    b.operations.remove('reports.get');
    const reloaded = await settle();
    expect([a, reloaded].map(({ operations, faults }) => [operations.list(), faults.list().length])).toEqual([
      [[], 1],
      [[], 1],
    ]);
    expect(await read()).toMatchObject({ success: false });
    expect(warnings).toEqual([]);
  });

  test('a token that one mock revokes is revoked in the other', async () => {
    const { a, b, attached, settle } = await start();
    const changed: string[] = [];
    b.onChange(({ written }) => changed.push(...written.map(({ collection, key }) => `${collection} ${key}`)));
    const token = a.tokens.issue();
    await a.flush();
    await attached[1]?.refresh();
    expect(changed).toContain(`tokens ${token}`);
    await settle();
    const statusOf = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await b.fetch(`${b.baseUrl}/api/customers`, { headers })).status;
    };
    expect(await statusOf()).toBe(200);
    a.tokens.revoke(token);
    await settle();
    expect(await statusOf()).toBe(401);
  });

  test('a token for a deleted workspace is revoked', async () => {
    const { a, b, settle } = await start();
    const workspace = a.db.workspaces.insert({ name: 'Second' }).id;
    await settle();
    a.db.workspaces.delete(workspace);
    b.tokens.issue({ token: 'second', workspace });
    const { tokens } = (await settle()).snapshot({ tokens: true }).toJSON();
    expect(Object.keys(tokens ?? {})).toEqual(['secret']);
  });

  test('a reset that would delete a row with a new reference is undone, and the next one is not', async () => {
    const { a, b, settle } = await start();
    const customer = a.create.customer();
    await settle();
    a.create.address({ customer_id: customer.id });
    b.reset();
    expect((await settle()).db.customers.get(customer.id)).toEqual(customer);
    expect(warnings).toHaveLength(1);
    b.reset();
    expect((await settle()).db.customers.get(customer.id)).toBeUndefined();
    expect(warnings).toHaveLength(1);
  });

  test('the history has the changes of the other mock, and those that were repeated on top', async () => {
    const { a, b, settle } = await start();
    const { id } = a.db.taxes.insert({ name: 'A' });
    b.db.taxes.insert({ name: 'B' });
    await settle();
    a.db.taxes.update(id, { name: 'From a' });
    b.db.taxes.update(id, { name: 'From b' });
    await settle();
    const changes = b.history.list().slice(-2);
    expect(changes).toMatchObject([
      { origin: 'other-tab', records: [{ label: 'From a' }] },
      { origin: 'direct-write', records: [{ label: 'From b' }] },
    ]);
    b.history.restoreBefore(changes[0]?.id ?? 0);
    expect((await settle()).db.taxes.get(id)?.name).toBe('A');
  });

  test('a row that an older definition rejects is skipped, and direct writes are kept', async () => {
    const data = new SharedData();
    const define = (kinds: readonly string[]) => defineTable({ name: 'notes', row: z.object({ kind: z.enum(kinds) }) });
    const older = createMockServer({ tables: [define(['a'])] });
    const newer = createMockServer({ tables: [define(['a', 'b'])] });
    await data.attach(older);
    await data.attach(newer);
    const note = newer.db.notes.insert({ kind: 'b' });
    newer.create.customer({ name: 'Newer' });
    await newer.flush();
    older.create.customer({ name: 'Older' });
    await older.flush();
    expect(older.db.customers.list().map(({ name }) => name)).toEqual(expect.arrayContaining(['Newer', 'Older']));
    expect(older.db.notes.size).toBe(0);
    expect(warnings).toEqual([
      // The end of the message is zod's, whose language other tests may set.
      expect.stringContaining(
        `A change of another tab was skipped, because this tab cannot use it. Reload this tab. Reason: notes: id ${note.id}; kind `,
      ),
    ]);
    const reloaded = createMockServer({ tables: [define(['a', 'b'])] });
    await data.attach(reloaded);
    expect(reloaded.db.customers.size).toBe(2);
    expect(reloaded.db.notes.list()).toEqual([note]);
  });

  test('a change of a newer version is not applied', async () => {
    const data = new SharedData();
    const mock = createMockServer();
    const { refresh } = await data.attach(mock);
    data.write({ written: [{ collection: 'settings', key: 'version', position: 0, value: 99 }], deleted: [] });
    await expect(refresh()).rejects.toThrow('received version 99. Update masterdata-sdk.');
  });

  test('another policy leaves the window of an unchanged rate limit open', async () => {
    const { a, b, attached, settle } = await start();
    const status = async () =>
      (await a.fetch(`${a.baseUrl}/api/customers`, { headers: { authorization: 'Bearer secret' } })).status;
    a.policies.rateLimit = { limit: 1, window: 60_000 };
    await settle();
    expect([await status(), await status()]).toEqual([200, 429]);
    b.policies.createdStatus = 200;
    await b.flush();
    await attached[0]?.refresh();
    expect(a.policies.createdStatus).toBe(200);
    expect(await status()).toBe(429);
    b.policies.rateLimit = { limit: 2, window: 60_000 };
    await b.flush();
    await attached[0]?.refresh();
    expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
  });

  test('a write that another mock refreshes under is checked too', async () => {
    const { a, b, attached, settle } = await start();
    const customer = a.create.customer();
    await settle();
    a.db.customers.delete(customer.id);
    await a.flush();
    b.create.address({ customer_id: customer.id });
    await attached[1]?.refresh();
    await settle();
    expect(warnings).toHaveLength(1);
  });
});

test('two mocks agree after random writes, and their data can be loaded', async () => {
  const kind = fc.constantFrom(
    'customer',
    'address',
    'product',
    'pricebook',
    'catalog',
    'delete',
    'reset',
    'undo',
    'restore',
  );
  const step = fc.record({ mock: fc.nat(1), kind, at: fc.nat(), wait: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      const { a, b, attached, settle } = await start();
      for (const { mock: which, kind, at, wait } of steps) {
        const mock = which === 0 ? a : b;
        write(mock, kind, at);
        if (wait) await attached[which]?.refresh();
      }
      await settle();
      for (const mock of [a, b]) assertChain(mock);
    }),
    { numRuns: runs(40) },
  );
}, 600_000);

/** Checks that the history has every change since its first: the values before each are those after the former one. */
function assertChain({ db, history }: MockServer): void {
  const rows = new Map<string, unknown>();
  for (const [table, { list }] of Object.entries(db)) for (const row of list()) rows.set(`${table} ${row.id}`, row);
  for (const { id } of history.list().toReversed()) {
    for (const { table, id: row, before, after } of history.changes(id)) {
      expect(rows.get(`${table} ${row}`)).toEqual(after);
      rows.set(`${table} ${row}`, before);
    }
  }
}

function write({ db, create, reset, history }: MockServer, kind: string, at: number): void {
  const pick = <T>(rows: readonly T[]) => rows[at % rows.length];
  const name = `name_${at % 3}`;
  try {
    if (kind === 'customer') create.customer({ name });
    else if (kind === 'address') create.address({ customer_id: pick(db.customers.list())?.id });
    else if (kind === 'product') create.product({ name });
    else if (kind === 'catalog') db.catalogs.insert({ name, api_name: name });
    else if (kind === 'reset') reset();
    else if (kind === 'undo') history.undo(pick(history.list())?.id ?? 0);
    else if (kind === 'restore') history.restoreBefore(pick(history.list())?.id ?? 0);
    else if (kind === 'pricebook') {
      db.pricebooks.insert({ name, api_name: name, currency_id: pick(db.currencies.list())?.id ?? '' });
    } else {
      const table = pick([db.customers, db.addresses, db.products, db.pricebooks, db.catalogs, db.contacts]);
      const ids: readonly string[] = table?.list().map(({ id }) => id) ?? [];
      const id = pick(ids);
      if (id !== undefined) table?.delete(id);
    }
  } catch {
    // The write is not valid in this state.
  }
}
