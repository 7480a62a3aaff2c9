import { expect, test, vi } from 'vitest';
import {
  type Change,
  createMemoryStore,
  createMockServer,
  type MockServer,
  type Persistence,
} from '../../mocks/index.ts';

const create = (mock: MockServer, name: string) =>
  mock.fetch(`${mock.baseUrl}/api/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, type: 'company' }),
  });

async function listNames(mock: MockServer): Promise<readonly string[]> {
  const response = await mock.fetch(`${mock.baseUrl}/api/customers`, {
    headers: { authorization: `Bearer ${mock.token}` },
  });
  const { data } = await response.json();
  return data.map(({ name }: { name: string }) => name);
}

/** A persistence whose writes take effect only when the test ends them. */
function slowPersistence() {
  const stored: (readonly Change[])[] = [];
  const pending: { readonly changes: readonly Change[]; readonly end: (error?: Error) => void }[] = [];
  const append = (changes: readonly Change[]) =>
    new Promise<void>((resolve, reject) => {
      const end = (error?: Error) => {
        if (error) return reject(error);
        stored.push(changes);
        resolve();
      };
      pending.push({ changes, end });
    });
  const persistence: Persistence = {
    load: async () => undefined,
    append,
    pull: async () => [],
    async runExclusive(run) {
      const { result, changes } = run([]);
      await append(changes);
      return result;
    },
  };
  /** Ends the next write, once it has started. */
  const endWrite = async (error?: Error) => {
    await vi.waitUntil(() => pending.length > 0, 60_000);
    pending.shift()?.end(error);
  };
  return { persistence, stored, pending, endWrite };
}

async function start() {
  const slow = slowPersistence();
  const mock = createMockServer();
  const persisted = mock.persist(slow.persistence);
  await slow.endWrite();
  await persisted;
  slow.stored.length = 0;
  return { mock, ...slow };
}

const namesIn = (changes: readonly Change[]) =>
  changes.flatMap(({ written }) =>
    written.flatMap(({ collection, value }) => (collection === 'customers' ? [(value as { name: string }).name] : [])),
  );

test('calls run one after another, and reads see only stored changes', async () => {
  const { mock, stored, pending, endWrite } = await start();
  const first = create(mock, 'First');
  const second = create(mock, 'Second');
  await vi.waitUntil(() => pending.length > 0, 60_000);
  const read = listNames(mock);
  await Promise.resolve();
  expect(pending).toHaveLength(1);
  await endWrite(new Error('the disk is full'));
  await endWrite();
  expect((await first).status).toBe(500);
  expect((await second).status).toBe(201);
  expect(await read).toEqual(['Second']);
  expect(stored.map(namesIn)).toEqual([['Second']]);
});

test('direct writes in one turn are stored together, in order', async () => {
  const { mock, stored, endWrite } = await start();
  for (const name of ['a', 'b', 'c']) mock.db.customers.insert({ name, type: 'company' });
  mock.tokens.issue();
  const flushed = mock.flush();
  await endWrite();
  await flushed;
  expect(stored.map(namesIn)).toEqual([['a', 'b', 'c']]);
  expect(stored[0]).toHaveLength(4);
});

test('a call that fails is kept if a direct write came after it, and both are stored in order', async () => {
  const { mock, stored, pending, endWrite } = await start();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const response = create(mock, 'Call');
  await vi.waitUntil(() => pending.length > 0, 60_000);
  const customer = mock.db.customers.find({ name: 'Call' });
  mock.create.address({ customer_id: customer?.id });
  await endWrite(new Error('the disk is full'));
  expect((await response).status).toBe(500);
  await endWrite();
  await mock.flush();
  expect(stored.map(namesIn)).toEqual([['Call']]);
  expect(stored.flat().map(({ written }) => written[0]?.collection)).toEqual(['customers', 'addresses']);
  vi.restoreAllMocks();
});

test('listeners are called once a change is stored, and never for a call that was undone', async () => {
  const { mock, endWrite } = await start();
  const changes: Change[] = [];
  mock.onChange((change) => changes.push(change));
  const lost = create(mock, 'Lost');
  await endWrite(new Error('the disk is full'));
  await lost;
  const kept = create(mock, 'Kept');
  expect(changes).toEqual([]);
  await endWrite();
  await kept;
  expect(namesIn(changes)).toEqual(['Kept']);
});

test('a mock stops storing after detach()', async () => {
  const { persistence, stored, endWrite } = slowPersistence();
  const mock = createMockServer();
  const attaching = mock.persist(persistence);
  await endWrite();
  const attached = await attaching;
  mock.create.customer();
  const detached = attached.detach();
  await endWrite();
  await detached;
  mock.create.customer();
  await mock.flush();
  expect(stored).toHaveLength(2);
});

const replacements: readonly (readonly [string, (mock: MockServer) => void])[] = [
  ['reset()', (mock) => mock.reset()],
  ['restore()', (mock) => mock.restore(createMockServer().snapshot())],
];

test.each(replacements)('%s drops a call whose change is being stored', async (_, replace) => {
  for (const error of [undefined, new Error('disk full')]) {
    const { mock, stored, pending, endWrite } = await start();
    const response = create(mock, 'Acme');
    const rejection = expect(response).rejects.toThrow('fetch failed');
    await vi.waitUntil(() => pending.length > 0, 60_000);
    const read = listNames(mock);
    const readRejection = expect(read).rejects.toThrow('fetch failed');
    replace(mock);
    await endWrite(error);
    await endWrite();
    await rejection;
    await readRejection;
    await mock.flush();
    expect(mock.journal.list()).toEqual([]);
    expect(mock.db.customers.size).toBe(0);
    const [id] = stored.flat().flatMap(({ written }) => written.filter(({ collection }) => collection === 'customers'));
    if (id)
      expect(stored.at(-1)?.flatMap(({ deleted }) => deleted)).toContainEqual({ collection: 'customers', key: id.key });
  }
});

test('a call that is dropped while its change is being stored does not wait for a fault', async () => {
  const { mock, endWrite, pending } = await start();
  const held = mock.faults.holdResponse('customers.create');
  await endWrite();
  const response = create(mock, 'Acme');
  const rejection = expect(response).rejects.toThrow('fetch failed');
  await vi.waitUntil(() => pending.length > 0, 60_000);
  mock.restore(mock.snapshot());
  await endWrite();
  await rejection;
  expect(held.waiting).toBe(0);
});

test('a mock has one persistence at a time', async () => {
  const mock = createMockServer();
  const [one, two] = [createMemoryStore(), createMemoryStore()];
  const attaching = mock.persist(await one.open('default'));
  await expect(mock.persist(await two.open('default'))).rejects.toThrow('the mock already stores its changes');
  const first = await attaching;
  await first.detach();
  await mock.persist(await two.open('default'));
  // The second call of a clean-up function does not stop what was attached later.
  await first.detach();
  first.abandon();
  const { id } = mock.create.customer();
  await mock.flush();
  const again = createMockServer();
  await again.persist(await two.open('default'));
  expect(again.db.customers.get(id)).toBeDefined();
  expect(await two.list()).toEqual(['default']);
});

test('a call that begins while a reset is being stored gets its response and its entry', async () => {
  const { mock, pending, endWrite } = await start();
  mock.create.customer();
  await endWrite();
  mock.reset();
  const response = create(mock, 'Acme');
  await vi.waitUntil(() => pending.length > 0, 60_000);
  await endWrite();
  await endWrite();
  expect((await response).status).toBe(201);
  expect(mock.journal.list().map(({ response: { status } }) => status)).toEqual([201]);
  expect(mock.db.customers.list().map(({ name }) => name)).toEqual(['Acme']);
});

test('restore() with keepCalls keeps a call whose change is being stored', async () => {
  const { mock, pending, endWrite } = await start();
  const response = create(mock, 'Acme');
  await vi.waitUntil(() => pending.length > 0, 60_000);
  mock.restore(mock.snapshot(), { keepCalls: true });
  await endWrite();
  if (pending.length > 0) await endWrite();
  expect((await response).status).toBe(201);
  expect(mock.journal.size).toBe(1);
});

test('reads work while a direct write cannot be stored', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { mock, stored, endWrite } = await start();
  mock.create.customer({ name: 'Direct' });
  await endWrite(new Error('the disk is full'));
  const read = listNames(mock);
  await endWrite(new Error('the disk is full'));
  expect(await read).toEqual(['Direct']);
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('the disk is full'));
  const created = create(mock, 'Call');
  await endWrite();
  expect((await created).status).toBe(201);
  expect(stored.map(namesIn)).toEqual([['Direct', 'Call']]);
  report.mockRestore();
});

test('each time that changes cannot be stored is reported once', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { mock, endWrite } = await start();
  for (const reports of [1, 2]) {
    mock.create.customer({ name: 'Direct' });
    await endWrite(new Error('the disk is full'));
    const created = create(mock, 'Call');
    await endWrite();
    await created;
    expect(report).toHaveBeenCalledTimes(reports);
  }
  report.mockRestore();
});

test('a persistence that cannot load snapshots stores none', async () => {
  const { mock, stored, pending } = await start();
  const changes: Change[] = [];
  mock.onChange((change) => changes.push(change));
  mock.snapshots.save('one');
  await mock.flush();
  mock.snapshots.delete('one');
  await mock.flush();
  expect([pending, stored]).toEqual([[], []]);
  expect(changes).toHaveLength(2);
});

test('a part of a stored snapshot with several rows has at most 256 KiB', async () => {
  const persistence = await createMemoryStore().open('mock');
  const sizes: number[] = [];
  const mock = createMockServer();
  await mock.persist(persistence);
  mock.onChange(({ written }) => {
    for (const { collection, value } of written) {
      if (collection === 'snapshots/one') sizes.push(Buffer.byteLength(JSON.stringify(value)));
    }
  });
  for (const length of [40_000, 40_000, 40_000]) mock.create.customer({ name: '漢'.repeat(length) });
  mock.create.customer({ name: 'x'.repeat(400_000) });
  mock.snapshots.save('one');
  await mock.flush();
  expect(sizes.filter((size) => size > 300_000)).toEqual([expect.closeTo(401_000, -4)]);
  const customers = mock.db.customers.list();
  mock.reset();
  await mock.snapshots.restore('one');
  expect(mock.db.customers.list()).toEqual(customers);
});

test('the parts of a stored snapshot can be loaded in any order', async () => {
  const store = await createMemoryStore().open('mock');
  const mock = createMockServer();
  await mock.persist(store);
  for (const name of ['a', 'b', 'c']) mock.create.customer({ name: name.repeat(200_000) });
  mock.snapshots.save('one');
  await mock.flush();
  const reversed: Persistence = {
    load: () => store.load(),
    loadCollection: async (collection) => ((await store.loadCollection?.(collection)) ?? []).toReversed(),
    append: (changes) => store.append(changes),
    pull: () => store.pull(),
    runExclusive: (run) => store.runExclusive(run),
  };
  const other = createMockServer();
  await other.persist(reversed);
  const { rows } = (await other.snapshots.get('one')) ?? expect.unreachable();
  expect([...rows.customers.values()]).toEqual(mock.db.customers.list());
});

test('a snapshot replaces another one of the same time', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  const store = await createMemoryStore().open('mock');
  const mock = createMockServer();
  await mock.persist(store);
  const { id } = mock.create.customer();
  for (const name of ['Former', 'Later']) {
    mock.db.customers.update(id, { name });
    mock.snapshots.save('one');
    await mock.flush();
  }
  vi.useRealTimers();
  const other = createMockServer();
  await other.persist(store);
  expect((await other.snapshots.get('one'))?.rows.customers.get(id)?.name).toBe('Later');
});
