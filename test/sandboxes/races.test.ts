import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createMemoryStore,
  createSandboxes,
  type Persistence,
  type PersistenceStore,
  SandboxError,
  type Sandboxes,
} from '../../mocks/index.ts';
import { fc } from '../fast-check.ts';
import { runs } from '../sample.ts';

// The sweeps and the time of the last use. Everything else waits only for the scheduler.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }));
afterEach(() => void vi.useRealTimers());

type Pause = (label: string) => Promise<void>;

/** Returns a store whose operations wait before and after they take effect. */
function pausingStore(store: PersistenceStore, pause: Pause): PersistenceStore {
  const around = async <T>(label: string, run: () => Promise<T>): Promise<T> => {
    await pause(`before ${label}`);
    const result = await run();
    await pause(`after ${label}`);
    return result;
  };
  const pausing = (persistence: Persistence): Persistence => ({
    load: () => around('load', () => persistence.load()),
    append: (changes) => around('append', () => persistence.append(changes)),
    pull: () => persistence.pull(),
    runExclusive: (run) => around('runExclusive', () => persistence.runExclusive(run)),
  });
  return {
    open: (name) => around('open', async () => pausing(await store.open(name))),
    list: () => around('list', () => store.list()),
    delete: (name) => around('delete', () => store.delete(name)),
    close: () => store.close(),
  };
}

const limits = { maxActive: 2, idleTimeout: 1000, ttl: 100_000 };

/** Runs operations in parallel, and remembers which writes must still be there. */
class Race {
  readonly #sandboxes: Sandboxes;
  readonly #pause: Pause;
  #time = 0;
  readonly #written: { readonly name: string; readonly customer: string; readonly begin: number }[] = [];
  readonly #deletedAt = new Map<string, number>();

  constructor(sandboxes: Sandboxes, pause: Pause) {
    this.#sandboxes = sandboxes;
    this.#pause = pause;
  }

  async run({ kind, name }: Operation, index: number): Promise<void> {
    await this.#pause(`${kind} ${name}`);
    try {
      await this.#perform(kind, name, `customer ${index}`);
    } catch (error) {
      // Dropped by a deletion, or rejected as documented.
      if (error instanceof TypeError && error.message === 'fetch failed') return;
      if (error instanceof SandboxError) return;
      throw error;
    }
  }

  /** The customers of each sandbox whose creation was acknowledged, and began after each deletion had ended. */
  get remaining(): readonly (readonly [name: string, customers: readonly string[]])[] {
    return names.map((name) => {
      const since = this.#deletedAt.get(name) ?? 0;
      const remaining = this.#written.filter((each) => each.name === name && each.begin > since);
      return [name, remaining.map(({ customer }) => customer)];
    });
  }

  async #perform(kind: Operation['kind'], name: string, customer: string): Promise<void> {
    const sandboxes = this.#sandboxes;
    switch (kind) {
      case 'create':
        return (await sandboxes.create({ name })).release();
      case 'open':
        return (await sandboxes.open(name))?.release();
      case 'delete':
        await sandboxes.delete(name);
        this.#deletedAt.set(name, this.#now());
        return;
      case 'list':
        expect((await sandboxes.list()).filter(({ isLoaded }) => isLoaded).length).toBeLessThanOrEqual(2);
        return;
      case 'idle':
        vi.advanceTimersByTime(2 * limits.idleTimeout);
        return;
      case 'expire':
        for (const each of names) this.#deletedAt.set(each, this.#now());
        vi.advanceTimersByTime(2 * limits.ttl);
        return;
      default:
        return this.#write(name, customer, kind);
    }
  }

  async #write(name: string, customer: string, kind: 'write' | 'write later' | 'write directly'): Promise<void> {
    const begin = this.#now();
    const { mock, release } = await this.#sandboxes.openOrCreate(name);
    try {
      if (kind === 'write later') await this.#pause('the body');
      if (kind === 'write directly') {
        try {
          mock.db.customers.insert({ name: customer, type: 'company' });
        } catch (error) {
          expect(String(error)).toMatch(/was deleted|no longer in memory/);
          return;
        }
        await mock.flush();
      } else {
        const response = await mock.fetch(`${mock.baseUrl}/api/customers`, {
          method: 'POST',
          headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name: customer, type: 'company' }),
        });
        expect(response.status).toBe(201);
      }
      this.#written.push({ name, customer, begin });
    } finally {
      release();
    }
  }

  #now(): number {
    this.#time += 1;
    return this.#time;
  }
}

const names = ['a', 'b', 'c'];
const operation = fc.record({
  kind: fc.constantFrom('create', 'open', 'write', 'write later', 'write directly', 'delete', 'list', 'idle', 'expire'),
  name: fc.constantFrom(...names),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the names of the customers of a sandbox, or nothing if it does not exist. */
async function customersOf(sandboxes: Sandboxes, name: string): Promise<readonly (string | null)[]> {
  const sandbox = await sandboxes.open(name);
  const customers = sandbox?.mock.db.customers.list().map((customer) => customer.name) ?? [];
  sandbox?.release();
  return customers;
}

test('whatever runs in parallel, no acknowledged write is lost, and there are never too many sandboxes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(operation, { maxLength: 14 }), async (scheduler, operations) => {
      const pause: Pause = (label) => scheduler.schedule(Promise.resolve(), label);
      const stored = createMemoryStore();
      const sandboxes = createSandboxes({ ...limits, persistence: pausingStore(stored, pause) });
      const race = new Race(sandboxes, pause);
      await scheduler.waitFor(Promise.all(operations.map((each, index) => race.run(each, index))));

      const read = (from: Sandboxes) =>
        scheduler.waitFor(Promise.all(names.map(async (name) => [name, await customersOf(from, name)] as const)));
      await scheduler.waitIdle();
      const inMemory = await readInTurn(sandboxes, (run) => scheduler.waitFor(run));
      for (const [name, customers] of race.remaining) {
        expect(inMemory.get(name)).toEqual(expect.arrayContaining([...customers]));
        expect(new Set(inMemory.get(name)).size).toBe(inMemory.get(name)?.length);
      }
      expect(await scheduler.waitFor(stored.list())).toEqual(
        (await scheduler.waitFor(sandboxes.list())).map(({ name }) => `sandboxes/${name}`),
      );
      await scheduler.waitFor(sandboxes.close());
      const restarted = createSandboxes({ persistence: stored });
      expect(new Map(await read(restarted))).toEqual(inMemory);
      await restarted.close();
    }),
    { numRuns: runs(150) },
  );
});

/** Reads one sandbox after another: not all of them fit in memory. */
async function readInTurn(sandboxes: Sandboxes, waitFor: <T>(run: Promise<T>) => Promise<T>) {
  const found = new Map<string, readonly (string | null)[]>();
  for (const name of names) found.set(name, await waitFor(customersOf(sandboxes, name)));
  return found;
}

test('close() waits for what is in progress, and nothing reaches the store afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(operation, { maxLength: 10 }), async (scheduler, operations) => {
      const pause: Pause = (label) => scheduler.schedule(Promise.resolve(), label);
      const stored = createMemoryStore();
      let isClosed = false;
      const late: string[] = [];
      const observe: Pause = (label) => {
        if (isClosed) late.push(label);
        return pause(label);
      };
      const sandboxes = createSandboxes({ ...limits, persistence: pausingStore(stored, observe) });
      const race = new Race(sandboxes, pause);
      const close = async () => {
        await pause('close');
        await Promise.all([sandboxes.close(), sandboxes.close()]);
        isClosed = true;
      };
      const running = operations.map((each, index) => race.run(each, index));
      await scheduler.waitFor(Promise.all([close(), ...running]));
      await scheduler.waitIdle();
      expect(late).toEqual([]);
      const restarted = createSandboxes({ persistence: stored });
      for (const [name, customers] of race.remaining) {
        expect(await customersOf(restarted, name)).toEqual(expect.arrayContaining([...customers]));
      }
      await restarted.close();
    }),
    { numRuns: runs(100) },
  );
});

test('openOrCreate() and delete() in parallel leave no sandbox that loses writes', async () => {
  const store = createMemoryStore();
  const sandboxes = createSandboxes({ persistence: store });
  const [{ mock }, isDeleted] = await Promise.all([sandboxes.openOrCreate('a'), sandboxes.delete('a')]);
  expect([isDeleted, await sandboxes.list(), await store.list()]).toEqual([true, [], []]);
  const call = mock.fetch(`${mock.baseUrl}/api/customers`, { headers: { authorization: `Bearer ${mock.token}` } });
  await expect(call).rejects.toThrow('fetch failed');
  expect(() => mock.create.customer()).toThrow('sandbox "a": was deleted');
});

test('parallel creations do not exceed maxActive', async () => {
  const sandboxes = createSandboxes({ maxActive: 3 });
  const created = await Promise.allSettled(Array.from({ length: 10 }, () => sandboxes.create()));
  expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await sandboxes.list()).toHaveLength(3);
  const opened = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => sandboxes.openOrCreate(`new-${at}`)));
  expect(opened.map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
});

test('a deletion that the store rejects deletes nothing', async () => {
  const store = createMemoryStore();
  const sandboxes = createSandboxes({ persistence: store });
  const { mock } = await sandboxes.create({ name: 'a' });
  mock.create.customer({ name: 'Acme' });
  vi.spyOn(store, 'delete').mockRejectedValueOnce(new Error('busy'));
  await expect(sandboxes.delete('a')).rejects.toThrow('busy');
  expect(await customersOf(sandboxes, 'a')).toEqual(['Acme']);
  expect(await sandboxes.delete('a')).toBe(true);
  expect(await sandboxes.open('a')).toBeUndefined();
});
