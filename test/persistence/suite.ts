import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import {
  type Change,
  createMockServer,
  defineTable,
  demo,
  type MockServer,
  type Persistence,
  type PersistenceStore,
  type StoredRecord,
  type TableDefinition,
} from '../../mocks/index.ts';
import { errorMessage } from '../../mocks/shared/errors.ts';
import { stateVersion } from '../../mocks/snapshots/stored-state.ts';
import { deletes, record, writes } from './records.ts';

/** A store of one test. */
export interface TestStore {
  /** Opens the store, or opens it again after it was closed. */
  open(): Promise<PersistenceStore>;
  /** Ends the store like a crash, without closing it. Undefined if that cannot be simulated in this process. */
  readonly crash?: (store: PersistenceStore) => Promise<void>;
}

/** A value that neither JSON nor a structured clone can represent. */
const unserializable = {
  toJSON() {
    throw new TypeError('cannot be stored');
  },
};

/** Everything of a mock that is stored. */
function stateOf(mock: MockServer) {
  return {
    snapshot: mock.snapshot({ tokens: true }).toJSON(),
    policies: { ...mock.policies },
    faults: mock.faults.list(),
  };
}

/** Tests the behavior that every implementation of `PersistenceStore` has. */
export function testPersistence(createStore: () => Promise<TestStore>): void {
  const openStore = async () => (await createStore()).open();
  const openDefault = async () => (await openStore()).open('default');

  describe('a store', () => {
    test('has nothing at first', async () => {
      const store = await openStore();
      expect(await store.list()).toEqual([]);
      expect(await (await store.open('default')).load()).toBeUndefined();
      await store.close();
    });

    test('returns the records of each collection in the order of their positions after it is opened again', async () => {
      const { open } = await createStore();
      const store = await open();
      const before = await store.open('default');
      const token = record('t', 0, { user: 'x' }, 'tokens');
      await before.append([writes(record('b', 1), record('a', 0), token), writes(record('c', 2))]);
      await store.close();
      const again = await open();
      const { records = [] } = (await (await again.open('default')).load()) ?? {};
      const of = (collection: string) => records.filter((each) => each.collection === collection);
      expect(of('customers')).toEqual([record('a', 0), record('b', 1), record('c', 2)]);
      expect(of('tokens')).toEqual([token]);
      expect(records).toHaveLength(4);
      await again.close();
    });

    test('applies changes in order: it replaces, deletes and adds records again', async () => {
      const mock = await openDefault();
      await mock.append([writes(record('a', 0), record('b', 1)), writes(record('b', 1, 'new')), deletes('a')]);
      expect((await mock.load())?.records).toEqual([record('b', 1, 'new')]);
      await mock.append([deletes('b'), writes(record('b', 2, 'again'))]);
      expect((await mock.load())?.records).toEqual([record('b', 2, 'again')]);
      await mock.append([writes(record('c', 3)), deletes('c'), deletes('unknown')]);
      expect((await mock.load())?.records).toEqual([record('b', 2, 'again')]);
    });

    test('stores all changes of a call or none', async () => {
      const mock = await openDefault();
      await mock.append([writes(record('a', 0))]);
      const broken = writes(record('c', 2), record('d', 3, unserializable));
      await expect(mock.append([writes(record('b', 1)), deletes('a'), broken])).rejects.toThrow();
      expect((await mock.load())?.records).toEqual([record('a', 0)]);
      await mock.append([writes(record('b', 1))]);
      expect((await mock.load())?.records).toEqual([record('a', 0), record('b', 1)]);
    });

    test('keeps mocks apart, lists and deletes them', async () => {
      const store = await openStore();
      const [two, one] = [await store.open('two'), await store.open('one')];
      await two.append([writes(record('a', 0, 2))]);
      await one.append([writes(record('a', 0, 1))]);
      expect(await store.list()).toEqual(['one', 'two']);
      await store.delete('one');
      await store.delete('unknown');
      expect(await store.list()).toEqual(['two']);
      expect(await one.load()).toBeUndefined();
      expect((await two.load())?.records).toEqual([record('a', 0, 2)]);
      await store.close();
    });

    test('preserves text exactly', async () => {
      const mock = await openDefault();
      const value = { name: 'Söhne "& Töchter" \u0000 \u2028 😀', long: 'x'.repeat(100_000) };
      await mock.append([writes(record("it's", 0, value))]);
      expect((await mock.load())?.records).toEqual([record("it's", 0, value)]);
    });

    test('runs functions exclusively, in order, and stores their changes', async () => {
      const mock = await openDefault();
      const run = (key: string, position: number) =>
        mock.runExclusive(() => ({ result: key, changes: [writes(record(key, position))] }));
      expect(await Promise.all([run('a', 0), run('b', 1)])).toEqual(['a', 'b']);
      expect(await mock.runExclusive((others) => ({ result: others, changes: [] }))).toEqual([]);
      expect((await mock.load())?.records).toEqual([record('a', 0), record('b', 1)]);
      const broken = { result: 'c', changes: [writes(record('c', 2, unserializable))] };
      await expect(mock.runExclusive(() => broken)).rejects.toThrow();
      expect((await mock.load())?.records).toHaveLength(2);
      expect(await mock.pull()).toEqual([]);
    });

    test('rejects calls after it is closed', async () => {
      const store = await openStore();
      const mock = await store.open('default');
      await store.close();
      await expect(mock.append([writes(record('a', 0))])).rejects.toThrow('is closed');
      await expect(mock.runExclusive(() => ({ result: 1, changes: [] }))).rejects.toThrow('is closed');
      await expect(mock.load()).rejects.toThrow('is closed');
      await expect(store.list()).rejects.toThrow('is closed');
      await expect(store.delete('default')).rejects.toThrow('is closed');
      await expect(store.open('default')).rejects.toThrow('is closed');
    });
  });

  describe('a mock', () => {
    const create = (mock: MockServer, name: string) =>
      mock.fetch(`${mock.baseUrl}/api/customers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name, type: 'company' }),
      });

    test('continues where it was, with everything that a snapshot and the settings contain', async () => {
      const { open } = await createStore();
      const store = await open();
      const first = createMockServer({ seed: demo });
      expect(await first.persist(await store.open('default'))).toMatchObject({ loaded: 'empty', warnings: [] });
      await create(first, 'Acme');
      first.create.product();
      first.db.customers.delete(first.db.customers.insert({ name: 'Gone', type: 'company' }).id);
      first.tokens.issue({ permissions: ['*:read'] });
      first.tokens.revoke(first.tokens.issue());
      first.policies.createdStatus = 200;
      first.policies.rateLimit = { limit: 10 };
      first.clock.set('2030-01-01');
      first.faults.add({ on: 'customers.list', after: 1, times: 2, status: 503 });
      const get = (mock: MockServer) =>
        mock.fetch(`${mock.baseUrl}/api/customers`, { headers: { authorization: `Bearer ${mock.token}` } });
      expect((await get(first)).status).toBe(200);
      expect((await get(first)).status).toBe(503);
      await first.flush();
      await store.close();

      const again = await open();
      const second = createMockServer({ seed: demo });
      expect(await second.persist(await again.open('default'))).toMatchObject({ loaded: 'restored', warnings: [] });
      expect(stateOf(second)).toEqual(stateOf(first));
      expect(second.clock.now()).toBe(Date.parse('2030-01-01'));
      expect((await get(second)).status).toBe(503);
      const response = await get(second);
      expect(response.status).toBe(200);
      expect(response.headers.get('ratelimit-remaining')).toBe('8');
      expect((await create(second, 'New')).status).toBe(200);
      await again.close();
    });

    test('keeps tokens and JSON whose keys are names of properties of every object', async () => {
      const { open } = await createStore();
      const store = await open();
      const first = createMockServer({ token: '__proto__' });
      await first.persist(await store.open('default'));
      const tokens = ['constructor', 'toString', 'hasOwnProperty'];
      for (const token of tokens) first.tokens.issue({ token, permissions: ['*:read'] });
      const tiers = [JSON.parse('{"__proto__":{"amount":1},"constructor":null,"__defineGetter__":[]}')];
      const price = first.create.price({ volume_tiers: tiers });
      await first.flush();
      await store.close();

      const again = await open();
      const second = createMockServer();
      await second.persist(await again.open('default'));
      expect(second.token).toBe('__proto__');
      expect(new Set(second.tokens.list())).toEqual(new Set(first.tokens.list()));
      expect(await create(second, 'Acme')).toMatchObject({ status: 201 });
      expect(JSON.stringify(second.db.prices.get(price.id))).toBe(JSON.stringify(price));
      await second.flush();
      await again.close();
    });

    test('has the order of its lists after rows were deleted and restored', async () => {
      const { open } = await createStore();
      const store = await open();
      const first = createMockServer({ seed: demo, token: 'token' });
      await first.persist(await store.open('default'));
      const [customer] = first.db.customers.list(({ id }) => !first.db.contacts.find({ customer_id: id }));
      const address = first.create.address();
      first.db.addresses.delete(address.id);
      first.create.contact();
      if (customer) first.db.customers.update(customer.id, { name: 'Changed' });
      first.reset();
      first.create.customer({ name: 'Last' });
      await first.flush();
      await store.close();
      const again = await open();
      const second = createMockServer({ seed: {}, token: 'token' });
      await second.persist(await again.open('default'));
      expect(second.snapshot().toJSON()).toEqual(first.snapshot().toJSON());
      await again.close();
    });

    test('has every change that was acknowledged before a crash', async ({ skip }) => {
      const testStore = await createStore();
      if (!testStore.crash) return skip();
      const store = await testStore.open();
      const first = createMockServer({ token: 'token' });
      await first.persist(await store.open('default'));
      await create(first, 'Acme');
      await testStore.crash(store);
      const second = createMockServer({ token: 'token' });
      await second.persist(await (await testStore.open()).open('default'));
      expect(second.db.customers.list().map(({ name }) => name)).toEqual(['Acme']);
    });

    test('keeps named snapshots, with their records, tokens, ids and order', async () => {
      const { open } = await createStore();
      const store = await open();
      const first = createMockServer({ seed: demo });
      first.snapshots.save('in memory before');
      await first.persist(await store.open('default'));
      const gone = first.tokens.issue({ user: 'ada' });
      const [customer] = first.db.customers.list(({ id }) => !first.db.contacts.find({ customer_id: id }));
      const saved = first.snapshots.save('Ä & b');
      const before = first.snapshot({ tokens: true }).toJSON();
      first.tokens.revoke(gone);
      if (customer) first.db.customers.delete(customer.id);
      first.create.product();
      const after = first.snapshot({ tokens: true }).toJSON();
      await first.flush();
      await store.close();

      const again = await open();
      const second = createMockServer({ seed: demo });
      await second.persist(await again.open('default'));
      expect(stateOf(second).snapshot).toEqual(after);
      expect(second.snapshots.list()).toEqual(first.snapshots.list());
      expect(second.snapshots.list()[1]).toEqual(saved);
      expect((await second.snapshots.get('in memory before'))?.toJSON()).toEqual(
        (await first.snapshots.get('in memory before'))?.toJSON(),
      );
      await second.snapshots.restore('Ä & b');
      expect(stateOf(second).snapshot).toEqual(before);
      expect(await second.snapshots.get('unknown')).toBeUndefined();
      await expect(second.snapshots.restore('unknown')).rejects.toThrow(
        'Snapshot "unknown" not found. Saved snapshots: in memory before, Ä & b.',
      );
      second.reset();
      await second.flush();
      expect(second.snapshots.list()).toHaveLength(2);
      await again.close();
    });

    test('replaces and deletes named snapshots, also in the store', async () => {
      const store = await openStore();
      const persistence = await store.open('default');
      const mock = createMockServer({ token: 'token' });
      await mock.persist(persistence);
      const partsOf = async (name: string) => (await persistence.loadCollection?.(`snapshots/${name}`)) ?? [];
      mock.snapshots.save('small');
      for (let index = 0; index < 8; index += 1) mock.create.customer({ name: 'x'.repeat(100_000) });
      mock.snapshots.save('a');
      await mock.flush();
      const { length } = await partsOf('a');
      expect(length).toBeGreaterThan(2);
      expect((await persistence.load())?.records.filter(({ collection }) => collection.includes('/'))).toEqual([]);
      mock.reset();
      mock.snapshots.save('a');
      await mock.flush();
      expect(await partsOf('a')).toHaveLength(1);
      const other = createMockServer({ token: 'token' });
      await other.persist(await store.open('default'));
      await other.snapshots.restore('a');
      expect(other.db.customers.size).toBe(0);
      await store.close();
    });

    test('forgets a deleted snapshot', async () => {
      const store = await openStore();
      const persistence = await store.open('default');
      const mock = createMockServer({ token: 'token' });
      await mock.persist(persistence);
      mock.snapshots.save('a');
      expect([mock.snapshots.delete('a'), mock.snapshots.delete('a')]).toEqual([true, false]);
      await mock.flush();
      expect(await persistence.loadCollection?.('snapshots/a')).toEqual([]);
      const other = createMockServer({ token: 'token' });
      await other.persist(await store.open('default'));
      expect(other.snapshots.list()).toEqual([]);
      await store.close();
    });

    test('upgrades a snapshot that an older version stored, and rejects one of a newer version', async () => {
      const store = await openStore();
      const persistence = await store.open('default');
      const first = createMockServer({ seed: demo, token: 'token' });
      first.db.customers.update(first.db.customers.list()[0]?.id ?? '', { name: 'Before' });
      const { detach } = await first.persist(persistence);
      first.snapshots.save('a');
      await detach();
      const setVersion = async (version: number) => {
        const [part] = (await persistence.loadCollection?.('snapshots/a')) ?? [];
        const { parts, records } = Object(part?.value) as { parts: number; records: readonly StoredRecord[] };
        const changed = records.map((each) => {
          if (each.key === 'version') return { ...each, value: version };
          return each.collection === 'customers' ? { ...each, value: { ...Object(each.value), color: 'red' } } : each;
        });
        await persistence.append([writes(record('0', 0, { parts, records: changed }, 'snapshots/a'))]);
      };
      await setVersion(1);
      const second = createMockServer({ seed: demo, token: 'token' });
      const attached = await second.persist(persistence);
      await second.snapshots.restore('a');
      expect(second.db.customers.list()).toEqual(first.db.customers.list());
      await attached.detach();
      await setVersion(99);
      const third = createMockServer({ seed: demo, token: 'token' });
      await third.persist(persistence);
      const before = stateOf(third);
      await expect(third.snapshots.restore('a')).rejects.toThrow('received version 99. Update masterdata-sdk.');
      expect(stateOf(third)).toEqual(before);
      await store.close();
    });

    test('rejects a snapshot whose parts are missing or broken, and changes nothing', async () => {
      const store = await openStore();
      const persistence = await store.open('default');
      const mock = createMockServer({ seed: demo, token: 'token' });
      const { detach } = await mock.persist(persistence);
      for (let index = 0; index < 8; index += 1) mock.create.customer({ name: 'x'.repeat(100_000) });
      mock.snapshots.save('a');
      await detach();
      const again = createMockServer({ token: 'token' });
      await again.persist(persistence);
      const before = stateOf(again);
      const restore = () => again.snapshots.restore('a');
      const change = async (deleted: string, value: unknown) =>
        persistence.append([
          { written: [record('0', 0, value, 'snapshots/a')], deleted: [{ collection: 'snapshots/a', key: deleted }] },
        ]);
      const [{ value } = record('', 0)] = (await persistence.loadCollection?.('snapshots/a')) ?? [];
      await change('1', value);
      await expect(restore()).rejects.toThrow(
        'Snapshot "a" cannot be used: 1 of its stored parts are missing. Delete it.',
      );
      const deleted = Array.from({ length: 10 }, (_, at) => ({ collection: 'snapshots/a' as const, key: `${at}` }));
      await persistence.append([{ written: [], deleted }]);
      await expect(restore()).rejects.toThrow('1 of its stored parts are missing. Delete it.');
      await change('0', 'broken');
      await expect(restore()).rejects.toThrow('Snapshot "a" cannot be used: ');
      await change('0', { parts: 2, records: [null] });
      await expect(restore()).rejects.toThrow('Snapshot "a" cannot be used: ');
      expect(stateOf(again)).toEqual(before);
      expect(again.snapshots.delete('a')).toBe(true);
      await again.flush();
      expect(await persistence.loadCollection?.('snapshots/a')).toEqual([]);
      await store.close();
    });

    test('keeps the rows of your own tables, also in snapshots, and rejects those that no longer fit', async () => {
      const notes = (text: z.ZodString | z.ZodNumber) =>
        defineTable({
          name: 'notes',
          row: z.object({ text, customer_id: z.guid() }),
          references: { customer_id: 'customers' },
        });
      const store = await openStore();
      const persistence = await store.open('default');
      const first = createMockServer({ token: 'token', tables: [notes(z.string())] });
      const attached = await first.persist(persistence);
      const { id: customer_id } = first.create.customer();
      const note = first.db.notes.insert({ text: 'Call back', customer_id });
      const gone = first.db.notes.insert({ text: 'Gone', customer_id });
      first.db.notes.delete(gone.id);
      expect(first.snapshots.save('a').tables).toMatchObject({ customers: 1, notes: 1 });
      first.db.notes.update(note.id, { text: 'Later' });
      await attached.detach();

      const open = async (tables: readonly TableDefinition[]) => {
        const mock = createMockServer({ token: 'token', tables });
        const { warnings, detach } = await mock.persist(persistence);
        const before = stateOf(mock);
        const error = await mock.snapshots.restore('a').catch(errorMessage);
        if (error !== undefined) expect(stateOf(mock)).toEqual(before);
        await detach();
        return { rows: mock.snapshot().toJSON().tables as Record<string, unknown>, warnings, error };
      };
      const missing = 'The mock has no table notes. Its stored rows are kept until you define it.';
      expect(await open([])).toMatchObject({ warnings: [missing], error: `Snapshot "a" cannot be used: ${missing}` });
      const unfit = await open([notes(z.number())]);
      expect(unfit.error).toMatch(/^Snapshot "a" cannot be used: 1 stored rows of notes are not valid.*: text /);
      expect(unfit.rows['notes']).toBeUndefined();
      const { rows, error } = await open([notes(z.string())]);
      expect([error, rows['notes']]).toEqual([undefined, [note]]);
      await store.close();
    });

    test('accepts the token of a start after it was revoked', async () => {
      const store = await openStore();
      for (const token of [undefined, undefined, 'option', 'option']) {
        const mock = createMockServer({ token });
        const { detach } = await mock.persist(await store.open('default'));
        expect((await create(mock, 'Acme')).status).toBe(201);
        mock.reset();
        expect((await create(mock, 'Acme')).status).toBe(201);
        mock.tokens.revoke(mock.token);
        await detach();
      }
      await store.close();
    });

    test('brings back the tokens of a snapshot, and keeps the token of the option', async () => {
      const store = await openStore();
      const first = createMockServer({ token: 'first' });
      const { detach } = await first.persist(await store.open('default'));
      first.tokens.issue({ token: 'revoked', user: 'ada' });
      first.snapshots.save('a');
      first.tokens.revoke('revoked');
      await detach();
      const second = createMockServer({ token: 'second' });
      await second.persist(await store.open('default'));
      expect(second.tokens.has('revoked')).toBe(false);
      await second.snapshots.restore('a');
      expect(['first', 'second', 'revoked'].map((token) => second.tokens.has(token))).toEqual([true, true, true]);
      expect(second.token).toBe('second');
      await store.close();
    });

    test('upgrades older data: unknown fields are dropped, unknown tables are kept, and new fields get their defaults', async () => {
      const store = await openStore();
      const persistence = await store.open('default');
      const first = createMockServer({ seed: demo, token: 'token' });
      await (await first.persist(persistence)).detach();
      const [customer] = first.db.customers.list();
      const { tax_ids: _, ...older } = { ...customer, color: 'red' };
      await persistence.append([
        writes(record('version', 0, 0, 'settings'), record(customer?.id ?? '', 0, older), {
          ...record('1', 0),
          collection: 'segments' as never,
        }),
      ]);
      const second = createMockServer({ token: 'token' });
      const { warnings, loaded } = await second.persist(persistence);
      expect(loaded).toBe('restored');
      expect(warnings).toEqual([
        'This version has no customers.color. The stored values were dropped.',
        'The mock has no table segments. Its stored rows are kept until you define it.',
      ]);
      expect(second.db.customers.get(customer?.id ?? '')).toEqual({ ...customer, tax_ids: [] });
      const { records = [] } = (await persistence.load()) ?? {};
      expect(records.find(({ key }) => key === 'version')?.value).toBe(stateVersion);
      expect(records.find(({ key }) => key === customer?.id)?.value).toEqual({ ...customer, tax_ids: [] });
      expect(records.filter(({ collection }) => (collection as string) === 'segments')).toHaveLength(1);
      await store.close();
    });

    test('keeps each stored policy whose option is the same, and drops those that no longer exist', async () => {
      const store = await openStore();
      const persistence = await store.open('default');
      const first = createMockServer({ token: 'token' });
      const { detach } = await first.persist(persistence);
      await detach();
      const option = { createdStatus: 201, notFoundStatus: 410, former: 1 };
      const value = { createdStatus: 200, notFoundStatus: 400, former: 2 };
      await persistence.append([writes(record('policies', 0, { option, value }, 'settings'))]);
      const second = createMockServer({ token: 'token' });
      expect((await second.persist(persistence)).warnings).toEqual([]);
      expect(second.policies).toEqual({ ...first.policies, createdStatus: 200 });
      await store.close();
    });

    test('rejects newer data, and leaves it and the mock as they are', async () => {
      const store = await openStore();
      const persistence = await store.open('default');
      await persistence.append([writes(record('version', 0, 99, 'settings'), record('x', 0, { future: true }))]);
      const before = await persistence.load();
      const mock = createMockServer({ seed: demo });
      const snapshot = mock.snapshot();
      await expect(mock.persist(persistence)).rejects.toThrow(
        `the stored data must have version ${stateVersion} or older, received version 99. Update masterdata-sdk.`,
      );
      mock.create.customer();
      mock.restore(snapshot);
      await mock.flush();
      expect(await persistence.load()).toEqual(before);
      await store.close();
    });

    test('rejects data that is not the state of a mock', async () => {
      const store = await openStore();
      const persistence = await store.open('default');
      const first = createMockServer({ seed: demo });
      await first.persist(persistence);
      const [customer] = first.db.customers.list();
      await persistence.append([writes(record(customer?.id ?? '', 0, { ...customer, type: 'club' }))]);
      await expect(createMockServer().persist(persistence)).rejects.toThrow('tables.customers.0.type');
      await store.close();
    });

    test('rolls back a call whose change cannot be stored, and responds with 500', async () => {
      const store = await openStore();
      const mock = createMockServer({ seed: demo });
      const { persistence, fail } = failing(await store.open('default'));
      await mock.persist(persistence);
      const before = stateOf(mock);
      fail(true);
      const response = await create(mock, 'Lost');
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({
        success: false,
        error: 'The mock could not store the change: the disk is full',
      });
      expect(stateOf(mock)).toEqual(before);
      expect(mock.history.list()).toEqual([]);
      expect(mock.journal.changes(mock.journal.last().id)).toEqual([]);
      fail(false);
      expect((await create(mock, 'Kept')).status).toBe(201);
      expect(mock.history.list()).toMatchObject([{ operation: 'customers.create' }]);
      const other = createMockServer();
      await other.persist(await store.open('default'));
      expect(stateOf(other).snapshot).toEqual(stateOf(mock).snapshot);
      await store.close();
    });

    test('reports a direct write that cannot be stored, keeps it, and stores it with the next change', async () => {
      const store = await openStore();
      const mock = createMockServer({ seed: demo });
      const { persistence, fail } = failing(await store.open('default'));
      await mock.persist(persistence);
      const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      fail(true);
      const { id } = mock.db.customers.insert({ name: 'Direct', type: 'company' });
      await expect(mock.flush()).rejects.toThrow('the disk is full');
      expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('the disk is full'));
      report.mockRestore();
      expect((await create(mock, 'Lost')).status).toBe(500);
      expect(mock.db.customers.get(id)?.name).toBe('Direct');
      fail(false);
      expect((await create(mock, 'Kept')).status).toBe(201);
      const other = createMockServer();
      await other.persist(await store.open('default'));
      expect(stateOf(other).snapshot).toEqual(stateOf(mock).snapshot);
      await store.close();
    });

    test('stores what the history restores, and begins with an empty history', async () => {
      const store = await openStore();
      const mock = createMockServer({ seed: demo });
      await mock.persist(await store.open('default'));
      await create(mock, 'Lost');
      mock.db.products.delete(mock.db.products.list()[0]?.id ?? '');
      mock.history.restoreBefore(mock.history.first);
      await mock.flush();
      const other = createMockServer();
      await other.persist(await store.open('default'));
      expect(stateOf(other).snapshot).toEqual(stateOf(mock).snapshot);
      expect(other.history.list()).toEqual([]);
      await store.close();
    });

    test('stores only the rows that differ after a reset', async () => {
      const store = await openStore();
      const mock = createMockServer({ seed: demo });
      await mock.persist(await store.open('default'));
      const [first] = mock.db.customers.list();
      mock.db.customers.update(first?.id ?? '', { name: 'Changed' });
      const { id } = mock.db.customers.insert({ name: 'New', type: 'company' });
      const changes: Change[] = [];
      await mock.flush();
      mock.onChange((change) => changes.push(change));
      mock.reset();
      await mock.flush();
      const [{ written = [], deleted = [] } = {}] = changes;
      expect(written.filter(({ collection }) => collection !== 'settings').map(({ key }) => key)).toEqual([first?.id]);
      expect(deleted).toEqual([{ collection: 'customers', key: id }]);
      mock.restore(JSON.parse(JSON.stringify(mock.snapshot())));
      await mock.flush();
      expect(changes).toHaveLength(1);
      await store.close();
    });
  });
}

/** Returns a persistence that rejects on demand. */
function failing(persistence: Persistence): { persistence: Persistence; fail: (fails: boolean) => void } {
  let fails = false;
  return {
    fail: (value) => {
      fails = value;
    },
    persistence: {
      load: () => persistence.load(),
      pull: () => persistence.pull(),
      append: async (changes) => {
        if (fails) throw new Error('the disk is full');
        await persistence.append(changes);
      },
      runExclusive: async (run) => {
        if (!fails) return persistence.runExclusive(run);
        run([]);
        throw new Error('the disk is full');
      },
    },
  };
}
