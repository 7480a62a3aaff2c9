import { createControlFetch } from '../control-api/control-api.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import { assertOptionNames, type OptionNames } from '../shared/assert-option-names.ts';
import { themes } from './app/theme.ts';
import { type MountedWorkbench, mountPanel, type WorkbenchOptions } from './panel/mount-panel.tsx';

/**
 * Adds the workbench to a page that runs the mock: a button and a panel that shows records, requests and faults. The
 * panel is in a shadow root, works under a `style-src 'self'` of the page, and keeps its key events to itself.
 *
 * @param mock The mock of this page.
 * @throws A TypeError if an option is unknown or not valid.
 * @example
 * ```ts
 * import { mountWorkbench } from 'masterdata-sdk/mock/workbench';
 *
 * await setupMockWorker(mock).start();
 * mountWorkbench(mock);
 * ```
 */
export function mountWorkbench(mock: MockServer, options: WorkbenchOptions = {}): MountedWorkbench {
  assertOptions(options);
  const controlUrl = `${new URL(mock.baseUrl).origin}/__mock/`;
  return mountPanel({ controlUrl, fetch: createControlFetch(mock) }, options);
}

const optionNames: OptionNames<WorkbenchOptions> = {
  parent: true,
  toggleKey: true,
  button: true,
  open: true,
  theme: true,
};

/** Checks what a typo or a missing element would otherwise turn into an error without its cause. */
function assertOptions(options: WorkbenchOptions): void {
  assertOptionNames('mountWorkbench', options, optionNames);
  const { parent, theme } = options;
  // Not `instanceof`: the element can belong to another window.
  if (parent !== undefined && typeof parent?.append !== 'function') {
    throw new TypeError(`parent: must be an element, received ${String(parent)}`);
  }
  if (theme !== undefined && !themes.includes(theme)) {
    throw new TypeError(`theme: must be one of ${themes.join(', ')}, received ${String(theme)}`);
  }
}
