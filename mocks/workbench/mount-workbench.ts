import { createControlFetch } from '../control-api/control-fetch.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import { type MountedWorkbench, mountPanel, type WorkbenchOptions } from './panel/mount-panel.tsx';

/**
 * Adds the workbench to a page that runs the mock: a button and a panel that shows records, requests and faults. The
 * panel is in a shadow root, works under a `style-src 'self'` of the page, and keeps its key events to itself.
 *
 * @param mock The mock of this page.
 * @throws A TypeError if `toggleKey` is not a combination of keys.
 * @example
 * ```ts
 * import { mountWorkbench } from 'masterdata-sdk/mock/workbench';
 *
 * await setupMockWorker(mock).start();
 * mountWorkbench(mock);
 * ```
 */
export function mountWorkbench(mock: MockServer, options: WorkbenchOptions = {}): MountedWorkbench {
  const controlUrl = `${new URL(mock.baseUrl).origin}/__mock/`;
  return mountPanel({ controlUrl, fetch: createControlFetch(mock) }, options);
}
