/** Runs in the pages of the tests: a mock, its worker and a client, for `page.evaluate`. */
import { openDB } from 'idb';
import type { StartOptions } from 'msw/browser';
import { type MockWorker, type MockWorkerOptions, setupMockWorker } from '../../mocks/browser.ts';
import {
  createMockServer,
  demo,
  type MockServer,
  type MockServerOptions,
  type StoredRecord,
} from '../../mocks/index.ts';
import { createIndexedDbStore } from '../../mocks/persistence/indexed-db.ts';
import { ApiError, type ClientOptions, MasterDataClient } from '../../src/index.ts';

declare global {
  interface Window {
    mock: MockServer;
    worker: MockWorker;
    client: MasterDataClient;
    /** Creates the three and starts the worker. */
    start(options?: PageOptions): Promise<void>;
    /** Creates a client of another service. */
    connect(options: ClientOptions): MasterDataClient;
    /** Returns the names of the customers, by the API. */
    customers(): Promise<string[]>;
    /** Returns the records that are stored under the default name. */
    stored(): Promise<readonly StoredRecord[]>;
    /** Stores a record under the default name. */
    store(record: StoredRecord): Promise<void>;
    /** Deletes the database of the default name, like a user who clears the data of the site. */
    deleteStored(): Promise<void>;
    /** Holds the lock of the stored data. Returns a function that releases it. */
    holdStore(): Promise<() => void>;
    /** Describes a rejection: the class and the status, or the message. */
    reasonOf(call: PromiseLike<unknown>): Promise<string>;
  }
}

interface PageOptions extends MockWorkerOptions {
  readonly mock?: Omit<MockServerOptions, 'seed'>;
  readonly start?: StartOptions;
}

window.start = async ({ mock: mockOptions, start, ...options } = {}) => {
  const mock = createMockServer({ seed: demo, baseUrl: location.origin, token: 'token-of-this-site', ...mockOptions });
  const worker = setupMockWorker(mock, options);
  const client = new MasterDataClient({ baseUrl: mock.baseUrl, apiToken: mock.token, maxRetries: 0 });
  Object.assign(window, { mock, worker, client });
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass', ...start });
};

window.connect = (options) => new MasterDataClient(options);

window.customers = async () => (await window.client.customers.list()).map(({ name }) => name);

window.reasonOf = async (call) => {
  try {
    await call;
    return 'nothing';
  } catch (error) {
    return error instanceof ApiError ? `${error.name} ${error.status}` : String(error);
  }
};

/** Opens the stored data of the default name for a function. */
async function withStored<T>(use: (name: string, store: ReturnType<typeof createIndexedDbStore>) => Promise<T>) {
  const store = createIndexedDbStore();
  const name = (await store.list()).find((each) => each.startsWith('default '));
  if (name === undefined) throw new Error('nothing is stored');
  try {
    return await use(name, store);
  } finally {
    await store.close();
  }
}

window.stored = () => withStored(async (name, store) => (await (await store.open(name)).load())?.records ?? []);

window.store = (record) =>
  withStored(async (name, store) => (await store.open(name)).append([{ written: [record], deleted: [] }]));

window.deleteStored = () => withStored((name, store) => store.delete(name));

window.holdStore = () =>
  withStored(async (name) => {
    const database = await openDB(`masterdata-mock:${name}`);
    const transaction = database.transaction('meta', 'readwrite');
    let isHeld = true;
    // A transaction lasts as long as it has requests.
    const hold = async () => {
      while (isHeld) await transaction.store.get('meta');
      database.close();
    };
    void hold();
    return () => {
      isHeld = false;
    };
  });
