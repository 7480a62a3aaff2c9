/** Runs in the pages of the tests: a mock, its worker and a client, for `page.evaluate`. */
import { createStore, get, set } from 'idb-keyval';
import type { StartOptions } from 'msw/browser';
import { type MockWorker, type MockWorkerOptions, setupMockWorker } from '../../mocks/browser.ts';
import { createMockServer, demo, type MockServer, type MockServerOptions } from '../../mocks/index.ts';
import { ApiError, MasterDataClient } from '../../src/index.ts';

declare global {
  interface Window {
    mock: MockServer;
    worker: MockWorker;
    client: MasterDataClient;
    /** Makes the three, and starts the worker. */
    start(options?: PageOptions): Promise<void>;
    /** Names of the customers, by the API. */
    customers(): Promise<string[]>;
    /** The data stored under the default name. */
    stored(): Promise<unknown>;
    store(value: unknown): Promise<void>;
    /** Lets nothing be read from the store or written to it, until what it returns is called. */
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

window.customers = async () => (await window.client.customers.list()).map(({ name }) => name);

window.reasonOf = async (call) => {
  try {
    await call;
    return 'nothing';
  } catch (error) {
    return error instanceof ApiError ? `${error.name} ${error.status}` : String(error);
  }
};

const database = createStore('masterdata-mock', 'snapshots');
window.stored = () => get('default', database);
window.store = (value) => set('default', value, database);

window.holdStore = () =>
  new Promise((resolve, reject) => {
    database('readwrite', (store) => {
      // A transaction goes on for as long as it has something to do.
      let isHeld = true;
      const hold = () => {
        if (isHeld) store.get('default').onsuccess = hold;
      };
      hold();
      resolve(() => {
        isHeld = false;
      });
    }).catch(reject);
  });
