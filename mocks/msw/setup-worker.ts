import { type SetupWorker, type StartOptions, setupWorker } from 'msw/browser';
import { preview } from '../../src/contract/printable.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import type { PagePersistence } from '../persistence/page-persistence.ts';
import { assertOptionNames, type OptionNames } from '../shared/assert-option-names.ts';
import { assertHandlerOptions, mockHandlers, nameUnhandled, type WithUnhandled } from './handlers.ts';
import { waitForControl } from './page-control.ts';

/** Options of `setupMockWorker()`. */
export interface MockWorkerOptions {
  /**
   * Whether to store the state of the mock in IndexedDB, so that it survives the page and is shared by all tabs of the
   * origin: records, tokens, ids, policies, faults, the clock, rate limits and named snapshots. A call gets its
   * response once its changes are stored. If IndexedDB is missing or full, the mock works without it, and a warning on
   * the console says so. A name separates the data of several mocks, and so does the token. Requires the option `token`
   * of the mock. Default: false. Each tab then has its own data, which is lost with the page.
   */
  readonly persist?: boolean | string | undefined;
  /**
   * A token that is added to requests without `authorization`, as a proxy between your app and the service does.
   * Usually `mock.token`. Default: none, so that such requests get a 401.
   */
  readonly token?: string | undefined;
}

const workerOptionNames: OptionNames<MockWorkerOptions> = { persist: true, token: true };

/** MSW's worker in front of a mock. */
export interface MockWorker extends SetupWorker {
  /**
   * Loads the stored data, if there is any, and resolves once the mock gets the requests of the page. Await it before
   * the first request. If the service worker does not take control of the page within five seconds, a warning on the
   * console says why. Stored data that is corrupt or of a newer version is left untouched: the mock then works without
   * persistence, and a warning on the console says so. Workers of a page start and stop one after the other: a start
   * stops the worker that was started before. While the worker is started, further calls return the same promise.
   *
   * Requests outside the API reach the network without a warning. Pass `onUnhandledFrame: 'warn'` to see them. MSW 2
   * calls this option `onUnhandledRequest`. Both names work with both versions.
   *
   * @throws An Error if the worker script cannot be loaded. The message explains what to do; `start` can then be called
   * again.
   */
  readonly start: (options?: WithUnhandled<StartOptions>) => Promise<ServiceWorkerRegistration | undefined>;
  /** Stops responding, after all changes are stored. */
  readonly stop: () => Promise<void>;
  /**
   * Resets the mock, and with `persist` the stored data and the mocks in other tabs. Stored data that could not be used
   * is replaced.
   */
  reset(): Promise<void>;
}

/** Stops the started worker of this page. MSW intercepts WebSockets, and two workers cannot both do so. */
let releaseStarted: (() => Promise<void>) | undefined;

/** Settles when the starts and stops of the workers of this page are over. At the same time, MSW rejects the second. */
let lastChange: Promise<unknown> = Promise.resolve();

function afterLastChange<Result>(change: () => Promise<Result>): Promise<Result> {
  const result = lastChange.then(change);
  lastChange = result.catch(() => undefined);
  return result;
}

/** Whether the last start failed. MSW then keeps a message for a worker that never came. */
let hasFailed = false;

/**
 * Sets up an MSW worker that responds with the mock to all requests of the page below `baseUrl` + `/api/`. Handlers
 * added with `use()` take precedence. If you have your own `setupWorker`, pass it `mockHandlers(mock)` of
 * `masterdata-sdk/mock/msw` instead.
 *
 * The worker script must be among the files of your site: `npx masterdata-sdk init public/` puts it there.
 *
 * @param mock The mock that handles the requests.
 * @param options Whether its data survives the page.
 * @throws A TypeError if an option is not valid. Pass options of MSW to `worker.start()`.
 * @example
 * ```ts
 * const mock = createMockServer({ seed: demo, token: 'dev' });
 * const worker = setupMockWorker(mock, { persist: true });
 * await worker.start();
 * ```
 */
export function setupMockWorker(mock: MockServer, options: MockWorkerOptions = {}): MockWorker {
  assertOptionNames('setupMockWorker', options, workerOptionNames);
  const { persist = false, token } = options;
  assertHandlerOptions('setupMockWorker', mock, { token });
  if (typeof persist !== 'boolean' && (typeof persist !== 'string' || persist === '')) {
    throw new TypeError(`setupMockWorker.persist: must be true, false or a name, received ${preview(persist)}`);
  }
  if (persist !== false && mock.isTokenGenerated) {
    throw new TypeError(
      'persist: the mock must have the option `token`, because a generated one changes with each page',
    );
  }
  let persistence: PagePersistence | undefined;
  const worker = setupWorker(...mockHandlers(mock, { token }));
  // Methods of MSW 2 use `this`.
  const start = worker.start.bind(worker);
  const stop = worker.stop.bind(worker);
  let starting: Promise<ServiceWorkerRegistration | undefined> | undefined;

  async function loadPersistence(): Promise<PagePersistence | undefined> {
    if (persist === false) return undefined;
    const loaded = await import('../persistence/page-persistence.ts');
    persistence ??= new loaded.PagePersistence(mock, persist === true ? 'default' : persist);
    return persistence;
  }

  async function startNext(options: WithUnhandled<StartOptions>): Promise<ServiceWorkerRegistration | undefined> {
    await releaseStarted?.();
    await (await loadPersistence())?.open();
    try {
      const registration = await start({
        ...(hasFailed && { findWorker: isSameScript() }),
        ...options,
        // MSW would warn about each request of the page itself, for example on a reload.
        ...nameUnhandled(options, 'bypass'),
      });
      if (registration) await waitForControl(registration);
      hasFailed = false;
      releaseStarted = release;
      return registration;
    } catch (error) {
      starting = undefined;
      hasFailed = true;
      // Not awaited: MSW would wait for a response of the worker that is missing.
      if (worker.readyState === 1) void stop();
      await persistence?.close();
      throw await explain(error, options.serviceWorker?.url ?? '/mockServiceWorker.js');
    }
  }

  async function stopWorker(): Promise<void> {
    if (releaseStarted === release) releaseStarted = undefined;
    await stop();
    await persistence?.close();
  }

  /** Makes way for another worker. */
  async function release(): Promise<void> {
    starting = undefined;
    await stopWorker();
  }

  const mockWorker: MockWorker = Object.assign(worker, {
    start(options: WithUnhandled<StartOptions> = {}) {
      starting ??= afterLastChange(() => startNext(options));
      return starting;
    },
    stop() {
      starting = undefined;
      return afterLastChange(stopWorker);
    },
    async reset() {
      mock.reset();
      await (await loadPersistence())?.replace();
    },
  });
  return mockWorker;
}

/** Returns MSW's default `findWorker` as a new function, which makes MSW forget the worker that failed to start. */
function isSameScript(): NonNullable<StartOptions['findWorker']> {
  return (scriptUrl, workerUrl) => scriptUrl === workerUrl;
}

/** Returns an error that explains what to do if the worker script is missing, or the error itself. */
async function explain(error: unknown, path: string): Promise<unknown> {
  const url = new URL(path, location.href).href;
  const found = await fetch(url).then(
    ({ ok, status, headers }) => {
      const type = headers.get('content-type') ?? 'no content type';
      return /javascript/i.test(type) && ok ? undefined : `${status}, ${type}`;
    },
    () => 'no response',
  );
  if (found === undefined) return error;
  return new Error(
    `There is no worker script at ${url} (${found}). ` +
      "Add it to your site's files, for example with: npx masterdata-sdk init public/ " +
      "With Vite, the plugin 'msw/vite' can serve it instead. " +
      'If the script is at another address, pass it: worker.start({ serviceWorker: { url } }).',
    { cause: error },
  );
}
