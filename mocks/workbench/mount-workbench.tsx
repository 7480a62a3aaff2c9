import { render } from 'preact';
import { createControlFetch } from '../control-api/control-fetch.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import { createApp } from './app/create-app.ts';
import { adoptStyles } from './app/styles.ts';
import { matchesShortcut, parseShortcut } from './panel/keyboard-shortcut.ts';
import panelStyles from './panel/panel.css';
import { Panel } from './panel/panel.tsx';
import { PanelState } from './panel/panel-state.ts';
import { createMemoryRouter } from './store/router.ts';
import { Session } from './store/session.ts';

/** Options of {@link mountWorkbench}. */
export interface WorkbenchOptions {
  /** The element that gets the panel as a child. Default: `document.body`. */
  readonly parent?: Element | undefined;
  /**
   * The keys that open and close the panel: modifiers and a letter, a digit or a named key, joined by `+`. False for
   * none. Default: `Alt+Shift+M`.
   */
  readonly toggleKey?: string | false | undefined;
  /** Whether the button that opens the panel is visible. Default: true. */
  readonly button?: boolean | undefined;
  /** Whether the panel is open on the first visit. Later visits remember the last state. Default: false. */
  readonly open?: boolean | undefined;
}

/** A mounted workbench. */
export interface MountedWorkbench {
  /** Opens the panel. */
  open(): void;
  /** Closes the panel. */
  close(): void;
  /** Removes the panel, its button and its keyboard shortcut from the page. */
  unmount(): void;
}

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
  const { parent = document.body, toggleKey = 'Alt+Shift+M', button = true, open = false } = options;
  const shortcut = toggleKey === false ? undefined : parseShortcut(toggleKey);
  const host = document.createElement('masterdata-workbench');
  const root = host.attachShadow({ mode: 'open' });
  adoptStyles(root, panelStyles);
  const fetch = createControlFetch(mock);
  const session = new Session({ controlUrl: `${new URL(mock.baseUrl).origin}/__mock/`, fetch });
  const app = createApp(session, createMemoryRouter('masterdata-workbench-place'));
  const state = new PanelState(app.preferences, open);

  const toggle = (event: KeyboardEvent) => {
    if (!shortcut || !matchesShortcut(event, shortcut)) return;
    event.preventDefault();
    event.stopPropagation();
    state.isOpen.value = !state.isOpen.value;
  };
  // Capturing, so that no other listener of the page stops it.
  addEventListener('keydown', toggle, true);
  root.addEventListener('keydown', (event) => event instanceof KeyboardEvent && app.shortcuts.handle(event));
  for (const type of ['keydown', 'keyup', 'keypress']) root.addEventListener(type, (event) => event.stopPropagation());
  parent.append(host);
  render(<Panel app={app} state={state} keys={toggleKey || undefined} hasButton={button} />, root);
  return {
    open() {
      state.isOpen.value = true;
    },
    close() {
      state.isOpen.value = false;
    },
    unmount() {
      removeEventListener('keydown', toggle, true);
      render(null, root);
      host.remove();
    },
  };
}
