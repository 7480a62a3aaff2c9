import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createMemoryStore,
  createMockServer,
  createSandboxes,
  demo,
  type Persistence,
  type PersistenceStore,
  type Sandbox,
  type Sandboxes,
} from '../../mocks/index.ts';
import { Random } from '../../mocks/shared/random.ts';

/** Creates a customer by a request, as an adapter does: in use from the request to the response. */
async function createCustomer(sandboxes: Sandboxes, name: string, customer: string): Promise<number> {
  const sandbox = await sandboxes.openOrCreate(name);
  try {
    const { baseUrl, token } = sandbox.mock;
    const response = await sandbox.mock.fetch(`${baseUrl}/api/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: customer, type: 'company' }),
    });
    return response.status;
  } finally {
    sandbox.release();
  }
}

/** Opens a sandbox, reads something from it, and releases it. */
async function read<T>(sandboxes: Sandboxes, name: string, of: (sandbox: Sandbox) => T): Promise<T | undefined> {
  const sandbox = await sandboxes.open(name);
  sandbox?.release();
  return sandbox && of(sandbox);
}

const customerNames = ({ mock }: Sandbox) => mock.db.customers.list().map(({ name }) => name);

/** Returns a store whose operations take some turns of the event loop. */
function slowStore(store: PersistenceStore): PersistenceStore {
  const random = new Random(1);
  const pause = async () => {
    for (let turns = random.uint32() % 4; turns > 0; turns -= 1) await nextTurn();
  };
  const slow = (persistence: Persistence): Persistence => ({
    load: () => pause().then(() => persistence.load()),
    append: (changes) => pause().then(() => persistence.append(changes)),
    pull: () => persistence.pull(),
    runExclusive: async (run) => {
      await pause();
      const result = await persistence.runExclusive(run);
      await pause();
      return result;
    },
  });
  return {
    open: (name) => pause().then(async () => slow(await store.open(name))),
    list: () => pause().then(() => store.list()),
    delete: (name) => pause().then(() => store.delete(name)),
    close: () => store.close(),
  };
}

/** Returns a store, and a function that lets its writes fail or succeed. */
function failingStore() {
  const store = createMemoryStore();
  let isFull = false;
  const orFail = <T>(run: () => Promise<T>) => (isFull ? Promise.reject(new Error('disk full')) : run());
  const failing: PersistenceStore = {
    ...store,
    async open(name) {
      const persistence = await store.open(name);
      return {
        load: () => persistence.load(),
        pull: () => persistence.pull(),
        append: (changes) => orFail(() => persistence.append(changes)),
        runExclusive: (run) => orFail(() => persistence.runExclusive(run)),
      };
    },
  };
  const setFull = (value: boolean) => {
    isFull = value;
  };
  return { store: failing, setFull };
}

test('sandboxes are there after a restart, with their tokens', async () => {
  const store = createMemoryStore();
  const first = createSandboxes({ seed: demo, persistence: store });
  await createCustomer(first, 'on-demand', 'Acme');
  const created = await first.create({ name: 'created', token: 'secret' });
  created.mock.faults.add({ on: 'customers.list', status: 503 });
  await first.close();

  const second = createSandboxes({ seed: demo, persistence: store });
  expect(await second.list()).toEqual([
    { name: 'created', isLoaded: false, lastUsedAt: undefined },
    { name: 'on-demand', isLoaded: false, lastUsedAt: undefined },
  ]);
  await expect(second.create({ name: 'created' })).rejects.toMatchObject({ code: 'exists' });
  expect(await read(second, 'on-demand', customerNames)).toContain('Acme');
  expect(await read(second, 'created', ({ mock, controlToken }) => [mock.token, controlToken])).toEqual([
    'secret',
    created.controlToken,
  ]);
  expect(await read(second, 'created', ({ mock }) => mock.faults.list())).toHaveLength(1);
  expect(await second.delete('created')).toBe(true);
  expect(await second.open('created')).toBeUndefined();
  await second.close();
  expect((await createSandboxes({ persistence: store }).list()).map(({ name }) => name)).toEqual(['on-demand']);
});

test('a stored sandbox keeps the stream of its ids, and one of version 1 the stream that it shared', async () => {
  const draw = async (store: PersistenceStore, count: number) => {
    const sandboxes = createSandboxes({ seed: demo, persistence: store });
    const { mock } = await sandboxes.openOrCreate('worker-1');
    const ids = Array.from({ length: count }, () => mock.create.customer().id);
    await sandboxes.close();
    return ids;
  };
  const store = createMemoryStore();
  const before = await draw(store, 2);
  expect([...before, ...(await draw(store, 2))]).toEqual(await draw(createMemoryStore(), 4));

  const old = createMemoryStore();
  await draw(old, 0);
  const persistence = await old.open('sandboxes/worker-1');
  await persistence.append([
    {
      written: [{ collection: 'settings', key: 'version', position: 0, value: 1 }],
      deleted: [{ collection: 'settings', key: 'idStream' }],
    },
  ]);
  const base = createMockServer({ seed: demo });
  const shared = Array.from({ length: 4 }, () => base.create.customer().id);
  expect([...(await draw(old, 2)), ...(await draw(old, 2))]).toEqual(shared);
});

test('stored sandboxes share their equal rows: with the seed, and after a restart with each other', async () => {
  const store = createMemoryStore();
  const first = createSandboxes({ seed: demo, persistence: store, maxActive: 2 });
  const names = ['a', 'b', 'c'];
  for (const name of names) await createCustomer(first, name, `Customer of ${name}`);
  const rowsOf = (sandboxes: Sandboxes, name: string) => read(sandboxes, name, ({ mock }) => mock.snapshot().rows);
  const own = (rows: Awaited<ReturnType<typeof rowsOf>>) => Array.from(rows?.customers.values() ?? []);
  const newest = await rowsOf(first, 'c');
  // `a` was unloaded when `c` was created.
  const reloaded = await rowsOf(first, 'a');
  expect(reloaded?.products).toBe(newest?.products);
  expect(own(reloaded).filter((row) => !own(newest).includes(row))).toMatchObject([{ name: 'Customer of a' }]);
  await first.close();

  // The rows of the new seed have other timestamps.
  const second = createSandboxes({ seed: demo, clock: '2030-01-01T00:00:00Z', persistence: store });
  const restarted = await Promise.all(names.map((name) => rowsOf(second, name)));
  expect(new Set(restarted.map((rows) => rows?.products)).size).toBe(1);
  for (const [at, rows] of restarted.entries()) expect(own(rows).at(-1)?.name).toBe(`Customer of ${names[at]}`);
  await second.close();
});

test("the server's token opens a sandbox on demand after it has changed, and no other sandbox", async () => {
  const store = createMemoryStore();
  const first = createSandboxes({ persistence: store });
  await first.openOrCreate('on-demand', { token: 'old' });
  await first.create({ name: 'created', token: 'own' });
  await first.close();
  const second = createSandboxes({ persistence: store });
  const tokensOf = async (name: string) => {
    const { mock } = await second.openOrCreate(name, { token: 'new' });
    return [...(mock.snapshot().tokens?.keys() ?? [])];
  };
  expect(await tokensOf('on-demand')).toEqual(['old', 'new']);
  expect(await tokensOf('created')).toEqual(['own']);
});

test("the server's token opens a stored sandbox on demand after a reset, and stays revoked until then", async () => {
  const store = createMemoryStore();
  const first = createSandboxes({ persistence: store });
  await first.openOrCreate('on-demand', { token: 'old' });
  await first.close();
  const second = createSandboxes({ persistence: store });
  const hasToken = async () => {
    const { mock } = await second.openOrCreate('on-demand', { token: 'new' });
    return mock.tokens.has('new');
  };
  const { mock } = await second.openOrCreate('on-demand', { token: 'new' });
  for (let round = 0; round < 2; round += 1) {
    expect(await hasToken()).toBe(true);
    mock.tokens.revoke('new');
    expect(await hasToken()).toBe(false);
    mock.reset();
  }
  expect(await hasToken()).toBe(true);
});

test('no write is lost or doubled while sandboxes are unloaded and loaded', async () => {
  const store = slowStore(createMemoryStore());
  const sandboxes = createSandboxes({ persistence: store, maxActive: 3 });
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const acknowledged = new Map(names.map((name) => [name, [] as string[]]));
  const random = new Random(2);
  let full = 0;
  const worker = async (worker: number) => {
    for (let turn = 0; turn < 60; turn += 1) {
      const name = names[random.uint32() % names.length] ?? 'a';
      const customer = `${worker}-${turn}`;
      try {
        expect(await createCustomer(sandboxes, name, customer)).toBe(201);
        acknowledged.get(name)?.push(customer);
      } catch (error) {
        expect(error).toMatchObject({ code: 'full' });
        full += 1;
      }
    }
  };
  await Promise.all([0, 1, 2, 3, 4].map(worker));
  expect(full).toBeLessThan(300);
  expect((await sandboxes.list()).filter(({ isLoaded }) => isLoaded)).toHaveLength(3);
  for (const name of names) {
    expect((await read(sandboxes, name, customerNames))?.sort()).toEqual(acknowledged.get(name)?.sort());
  }
  await sandboxes.close();
  const restarted = createSandboxes({ persistence: store });
  for (const name of names) {
    expect((await read(restarted, name, customerNames))?.sort()).toEqual(acknowledged.get(name)?.sort());
  }
});

test('a sandbox whose creation cannot be stored does not exist', async () => {
  const { store, setFull } = failingStore();
  setFull(true);
  const sandboxes = createSandboxes({ persistence: store, maxActive: 1 });
  await expect(sandboxes.create({ name: 'a' })).rejects.toThrow('disk full');
  expect(await sandboxes.list()).toEqual([]);
  setFull(false);
  await sandboxes.create({ name: 'a' });
  expect(await store.list()).toEqual(['sandboxes/a']);
});

test('a deleted sandbox stays deleted, although a call was in progress', async () => {
  const store = slowStore(createMemoryStore());
  const sandboxes = createSandboxes({ persistence: store });
  const { mock } = await sandboxes.create({ name: 'a' });
  const held = mock.faults.hold('customers.create');
  const call = createCustomer(sandboxes, 'a', 'Acme').catch(() => 'dropped');
  await held.reached();
  expect(await sandboxes.delete('a')).toBe(true);
  expect(await call).toBe('dropped');
  expect(await store.list()).toEqual([]);
});

test('a call that is in progress while its sandbox is unloaded is dropped, not lost after a 201', async () => {
  const store = createMemoryStore();
  const sandboxes = createSandboxes({ persistence: store, maxActive: 1 });
  const { mock, release } = await sandboxes.create({ name: 'a' });
  const held = mock.faults.hold('customers.create');
  const response = mock.fetch(`${mock.baseUrl}/api/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Acme', type: 'company' }),
  });
  const dropped = expect(response).rejects.toThrow('fetch failed');
  await held.reached();
  release();
  (await sandboxes.create({ name: 'b' })).release();
  held.release();
  await dropped;
  expect(await read(sandboxes, 'a', customerNames)).toEqual([]);
});

test('the list of sandboxes is read again after the store failed', async () => {
  const store = createMemoryStore();
  const list = vi.spyOn(store, 'list').mockRejectedValueOnce(new Error('busy'));
  const sandboxes = createSandboxes({ persistence: store });
  await expect(sandboxes.open('a')).rejects.toThrow('busy');
  expect(await sandboxes.open('a')).toBeUndefined();
  expect(list).toHaveBeenCalledTimes(2);
});

test('an unloaded sandbox needs persistence', () => {
  expect(() => createSandboxes({ idleTimeout: 1000 })).toThrow('idleTimeout: must be absent without persistence');
});

describe('with time limits', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const loaded = async (sandboxes: Sandboxes) =>
    (await sandboxes.list()).filter(({ isLoaded }) => isLoaded).map(({ name }) => name);

  test('an idle sandbox is unloaded, unless a call of it is held', async () => {
    const sandboxes = createSandboxes({ persistence: createMemoryStore(), idleTimeout: 1000 });
    onTestFinished(() => sandboxes.close());
    await createCustomer(sandboxes, 'idle', 'Acme');
    await createCustomer(sandboxes, 'held', 'Acme');
    const mock = await read(sandboxes, 'held', (sandbox) => sandbox.mock);
    const held = mock?.faults.hold('customers.create');
    const call = createCustomer(sandboxes, 'held', 'Later');
    await held?.reached();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await loaded(sandboxes)).toEqual(['held']);
    expect(await read(sandboxes, 'idle', customerNames)).toEqual(['Acme']);
    expect(await loaded(sandboxes)).toEqual(['held', 'idle']);
    held?.release();
    expect(await call).toBe(201);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await loaded(sandboxes)).toEqual([]);
    expect(await read(sandboxes, 'held', customerNames)).toEqual(['Acme', 'Later']);
  });

  test('a sandbox is deleted after its ttl, whether it is in memory or not', async () => {
    const store = createMemoryStore();
    const sandboxes = createSandboxes({ persistence: store, idleTimeout: 1000, ttl: 10_000 });
    onTestFinished(() => sandboxes.close());
    await createCustomer(sandboxes, 'a', 'Acme');
    await createCustomer(sandboxes, 'b', 'Acme');
    await vi.advanceTimersByTimeAsync(9000);
    expect(await loaded(sandboxes)).toEqual([]);
    await createCustomer(sandboxes, 'b', 'Later');
    await vi.advanceTimersByTimeAsync(4000);
    expect(await store.list()).toEqual(['sandboxes/b']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await store.list()).toEqual([]);
  });

  test('a sandbox whose changes cannot be stored stays in memory', async () => {
    const { store, setFull } = failingStore();
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => errors.mockRestore());
    const sandboxes = createSandboxes({ persistence: store, idleTimeout: 1000 });
    const sandbox = await sandboxes.create({ name: 'a' });
    setFull(true);
    sandbox.mock.create.customer({ name: 'Acme' });
    sandbox.release();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await loaded(sandboxes)).toEqual(['a']);
    expect(errors).toHaveBeenCalled();
    setFull(false);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await loaded(sandboxes)).toEqual([]);
    expect(await read(sandboxes, 'a', customerNames)).toEqual(['Acme']);
    await sandboxes.close();
  });
});

describe('maxSandboxes', () => {
  const full = (count: number, counted: string) =>
    `sandboxes: at most ${count} can exist, ${counted}. Delete one, or raise maxSandboxes (--max-sandboxes).`;

  test('rejects only new sandboxes, and counts stored ones, also after a restart', async () => {
    const store = createMemoryStore();
    const first = createSandboxes({ persistence: store, maxSandboxes: 2, maxActive: 1 });
    for (const name of ['one', 'two']) (await first.create({ name })).release();
    await expect(first.create({ name: 'three' })).rejects.toThrow(full(2, 'counting stored ones'));
    await expect(first.openOrCreate('three')).rejects.toMatchObject({ code: 'full' });
    for (const name of ['one', 'two']) (await first.openOrCreate(name)).release();
    await first.close();
    const second = createSandboxes({ persistence: store, maxSandboxes: 1 });
    expect((await second.list()).map(({ name }) => name)).toEqual(['one', 'two']);
    for (const name of ['one', 'two']) (await second.open(name))?.release();
    await expect(second.create({ name: 'three' })).rejects.toThrow(full(1, 'counting stored ones'));
    await second.delete('one');
    await second.delete('two');
    (await second.create({ name: 'three' })).release();
    await second.close();
  });

  test.each([true, false])('holds for parallel creations; with a store: %s', async (isStored) => {
    const sandboxes = createSandboxes({ maxSandboxes: 3, ...(isStored && { persistence: createMemoryStore() }) });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => sandboxes.openOrCreate(`worker-${n}`)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await sandboxes.list()).toHaveLength(3);
    await sandboxes.delete((await sandboxes.list())[0]?.name ?? '');
    (await sandboxes.create()).release();
    await expect(sandboxes.create()).rejects.toThrow(full(3, isStored ? 'counting stored ones' : 'all in memory'));
    await sandboxes.close();
  });

  test('does not count a sandbox whose creation failed', async () => {
    const sandboxes = createSandboxes({ maxSandboxes: 1 });
    await expect(sandboxes.create({ token: 'two words' })).rejects.toThrow('printable ASCII');
    (await sandboxes.create()).release();
    await sandboxes.close();
  });
});
