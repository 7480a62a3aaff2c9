import { setupMockWorker } from '../../../mocks/browser.ts';
import { createMockServer, demo, type MockServer } from '../../../mocks/index.ts';
import { type MountedWorkbench, mountWorkbench } from '../../../mocks/workbench.ts';
import { MasterDataClient } from '../../../src/index.ts';

/** The service that runs in the page: a mock, a client that calls it, and the workbench. */
export interface LiveService {
  readonly mock: MockServer;
  readonly client: MasterDataClient;
  readonly workbench: MountedWorkbench;
  /** Whether the client sends real requests, which a service worker receives. Otherwise it calls `mock.fetch`. */
  readonly hasWorker: boolean;
  /** Stops the service worker and removes the workbench. */
  close(): void;
}

/**
 * Starts the mock behind a path of the site.
 *
 * @param base The base path of the site, with slashes at both ends.
 */
export async function startService(base: string): Promise<LiveService> {
  const mock = createMockServer({ baseUrl: `${base}live-service`, seed: demo });
  const stopWorker = await startWorker(mock, `${base}mockServiceWorker.js`);
  const hasWorker = stopWorker !== undefined;
  const client = new MasterDataClient(hasWorker ? { baseUrl: mock.baseUrl, apiToken: null } : mock.clientOptions);
  const workbench = mountWorkbench(mock);
  return {
    mock,
    client,
    workbench,
    hasWorker,
    close() {
      workbench.unmount();
      stopWorker?.();
    },
  };
}

/** Returns a function that stops the worker, or undefined if requests of this page do not reach a worker. */
async function startWorker(mock: MockServer, url: string): Promise<(() => void) | undefined> {
  // MSW would replace `fetch` instead, and no request would be visible in the developer tools.
  if (!('serviceWorker' in navigator)) return undefined;
  const worker = setupMockWorker(mock, { token: mock.token });
  try {
    await worker.start({ quiet: true, serviceWorker: { url } });
  } catch {
    return undefined;
  }
  const stop = () => void worker.stop();
  const probe = new MasterDataClient({ baseUrl: mock.baseUrl, apiToken: null, maxRetries: 0 });
  const { ok } = await probe.paymentTerms.list().result();
  mock.journal.clear();
  if (ok) return stop;
  stop();
  return undefined;
}
