import { type SetupWorker, type StartOptions, setupWorker } from 'msw/browser';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { IndexedDbPersistence } from '../../persistence/indexed-db.ts';
import { mockHandlers } from './handlers.ts';

/** How the worker treats the mock's data. */
export interface MockWorkerOptions {
  /**
   * Keeps records, tokens and ids in IndexedDB, so that they outlive the page and are the same in all tabs of the
   * origin. A call is answered once what it changed is stored. A name keeps the data apart from those of another mock.
   * Default false: they are gone with the page, and each tab has its own.
   */
  readonly persist?: boolean | string | undefined;
}

/** MSW's worker in front of a mock. */
export interface MockWorker extends SetupWorker {
  /**
   * Takes over the data that was kept, if there is any, and starts to answer. Wait for it before the first request.
   * Data that cannot be used, since it is damaged or of another version, is reported on the console and dropped. Called
   * again, it returns the same promise.
   *
   * @throws Error where the worker script cannot be loaded; the message says what to do.
   */
  readonly start: (options?: StartOptions) => Promise<ServiceWorkerRegistration | undefined>;
  /** Stops answering, once everything is kept. */
  readonly stop: () => Promise<void>;
  /** Resets the mock, and forgets the data that was kept. With `persist`, the mocks of other tabs are reset, too. */
  reset(): Promise<void>;
}

/**
 * An MSW worker that answers with the mock whatever the page sends below its `baseUrl` + `/api/`; other requests pass.
 * Handlers added with `use()` come first. Where you have a `setupWorker` of your own, give it `mockHandlers(mock)` of
 * `masterdata-sdk/mock/msw` instead.
 *
 * The worker's script has to be among your site's files: `npx masterdata-sdk init public/` puts it there.
 *
 * @param mock The service to answer with.
 * @param options Whether its data outlives the page.
 * @example
 * ```ts
 * const mock = createMockServer({ seed: demo });
 * const worker = setupMockWorker(mock, { persist: true });
 * await worker.start();
 * ```
 */
export function setupMockWorker(mock: MockServer, { persist = false }: MockWorkerOptions = {}): MockWorker {
  const kept = persist === false ? undefined : new IndexedDbPersistence(mock, persist === true ? 'default' : persist);
  const worker = setupWorker(...mockHandlers({ baseUrl: mock.baseUrl, fetch: kept ? kept.fetch : mock.fetch }));
  const { start, stop } = worker;
  let started: Promise<ServiceWorkerRegistration | undefined> | undefined;

  async function begin(options: StartOptions): Promise<ServiceWorkerRegistration | undefined> {
    await kept?.open();
    try {
      return await start(options);
    } catch (error) {
      await kept?.close();
      throw await explained(error, options.serviceWorker?.url ?? '/mockServiceWorker.js');
    }
  }

  return Object.assign(worker, {
    start(options: StartOptions = {}) {
      started ??= begin(options);
      return started;
    },
    async stop() {
      started = undefined;
      await stop();
      await kept?.close();
    },
    async reset() {
      mock.reset();
      await kept?.clear();
    },
  });
}

/** The error itself, or one that says what to do where its cause is that there is no worker script. */
async function explained(error: unknown, path: string): Promise<unknown> {
  const url = new URL(path, location.href).href;
  const found = await fetch(url).then(
    ({ ok, status, headers }) => {
      const type = headers.get('content-type') ?? 'no content type';
      return /javascript/i.test(type) && ok ? undefined : `${status}, ${type}`;
    },
    () => 'no answer',
  );
  if (found === undefined) return error;
  return new Error(
    `There is no worker script at ${url} (${found}). ` +
      "Put it among your site's files, for example with: npx masterdata-sdk init public/ " +
      "With Vite, the plugin of 'msw/vite' can serve it instead. " +
      'Where it is at another address, say so: worker.start({ serviceWorker: { url } }).',
    { cause: error },
  );
}
