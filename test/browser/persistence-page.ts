/** Runs in a page of the tests: the tests that every persistence store passes, for IndexedDB. */
import { openDB } from 'idb';
import { createIndexedDbStore } from '../../mocks/persistence/indexed-db.ts';
import { deletes, record, writes } from '../persistence/records.ts';
import { testPersistence } from '../persistence/suite.ts';
import { describe, expect, test, tests, vi } from './in-page-vitest.ts';

declare global {
  interface Window {
    /** The names of the tests. */
    suite: readonly string[];
    /** Runs a test with empty databases. Returns the stack of its error, if it fails. */
    runTest(name: string): Promise<string | undefined>;
  }
}

// A page that crashes closes nothing, and the next page opens the same database.
testPersistence(async () => ({ open: async () => createIndexedDbStore(), crash: async () => undefined }));

describe('two tabs', () => {
  const openTwo = () => Promise.all([createIndexedDbStore().open('default'), createIndexedDbStore().open('default')]);

  test('get the changes of each other, and only those', async () => {
    const [a, b] = await openTwo();
    await a.append([writes(record('a', 0), record('b', 1))]);
    expect(await a.pull()).toEqual([]);
    expect(await b.pull()).toEqual([writes(record('a', 0), record('b', 1))]);
    await b.append([deletes('a'), writes(record('b', 1, 'new'))]);
    expect(await a.runExclusive((others) => ({ result: others, changes: [writes(record('c', 2))] }))).toEqual([
      { written: [record('b', 1, 'new')], deleted: [{ collection: 'customers', key: 'a' }] },
    ]);
    expect(await b.pull()).toEqual([writes(record('c', 2))]);
    expect((await b.load())?.records).toEqual([record('b', 1, 'new'), record('c', 2)]);
  });

  test('are notified of the changes of each other', async () => {
    const [a, b] = await openTwo();
    const heard = new Promise<void>((resolve) => b.onRemoteChange(resolve));
    await a.append([writes(record('a', 0))]);
    await heard;
  });

  test('run functions one after another, each with the changes of the others', async () => {
    const [a, b] = await openTwo();
    const seen: (string | undefined)[] = [];
    const runs = [a, b, a, b, a].map((tab, at) =>
      tab.runExclusive((others) => {
        seen.push(others.map(({ written }) => written.map(({ key }) => key).join()).join());
        return { result: undefined, changes: [writes(record(String(at), at))] };
      }),
    );
    await Promise.all(runs);
    expect(seen).toEqual(['', '0', '1', '2', '3']);
  });

  test('store nothing if a function throws', async () => {
    const [a, b] = await openTwo();
    await b.append([writes(record('a', 0))]);
    const run = () => {
      throw new Error('thrown');
    };
    await expect(a.runExclusive(run)).rejects.toThrow('thrown');
    expect(await a.pull()).toEqual([writes(record('a', 0))]);
  });

  test('cannot continue if one has missed a deletion that is no longer remembered', async () => {
    const [a, b] = await openTwo();
    await a.append([writes(record('a', 0), record('b', 1))]);
    expect(await b.pull()).toHaveLength(1);
    await a.append([deletes('a')]);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 24 * 60 * 60 * 1000);
    expect((await a.load())?.records).toEqual([record('b', 1)]);
    vi.restoreAllMocks();
    await a.append([writes(record('b', 1, 'new'))]);
    await expect(b.pull()).rejects.toThrow('this page was suspended for too long. Reload it.');
    await expect(b.append([writes(record('c', 2))])).rejects.toThrow('suspended');
    expect((await b.load())?.records).toEqual([record('b', 1, 'new')]);
    expect(await b.pull()).toEqual([]);
  });
});

describe('a store', () => {
  test('stores what was appended before it is closed', async () => {
    const store = createIndexedDbStore();
    const mock = await store.open('default');
    const appended = mock.append([writes(record('a', 0))]);
    await store.close();
    await appended;
    expect((await (await createIndexedDbStore().open('default')).load())?.records).toEqual([record('a', 0)]);
  });

  test('rejects a database of a newer version', async () => {
    (await openDB('masterdata-mock:default', 99)).close();
    await expect(createIndexedDbStore().open('default')).rejects.toThrow(
      'the stored data comes from a newer version of masterdata-sdk',
    );
  });

  test('gives way to a newer version in another tab', async () => {
    const mock = await createIndexedDbStore().open('default');
    await mock.append([writes(record('a', 0))]);
    const newer = await openDB('masterdata-mock:default', 99);
    await expect(mock.append([writes(record('b', 1))])).rejects.toThrow('newer version');
    expect(await newer.count('entries')).toBe(1);
    newer.close();
  });
});

window.suite = [...tests.keys()];

window.runTest = async (name) => {
  const store = createIndexedDbStore();
  for (const mock of await store.list()) await store.delete(mock);
  await store.close();
  try {
    const skip = () => {
      throw new Error('was skipped');
    };
    await tests.get(name)?.({ skip });
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
};
