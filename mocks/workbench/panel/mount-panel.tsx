import { render } from 'preact';
import { createApp } from '../app/create-app.ts';
import { adoptStyles } from '../app/styles.ts';
import type { Theme } from '../app/theme.ts';
import { createMemoryRouter } from '../state/router.ts';
import { Session } from '../state/session.ts';
import type { SessionOptions } from '../state/session-options.ts';
import panelStyles from './panel.css';
import { Panel } from './panel.tsx';
import { PanelState } from './panel-state.ts';
import { matchesShortcut, parseShortcut } from './toggle-key.ts';

/** The theme of a page that the workbench is in. */
export type WorkbenchTheme = Theme;

/** Options of `mountWorkbench`. */
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
  /**
   * The theme of your page: `light`, `dark`, or `system` for that of the operating system. The user can choose another
   * one for the workbench. Default: `system`.
   */
  readonly theme?: WorkbenchTheme | undefined;
}

/** A mounted workbench. */
export interface MountedWorkbench {
  /** Opens the panel. */
  open(): void;
  /** Closes the panel. */
  close(): void;
  /** Changes the option `theme`, for example when your page changes its own theme. */
  setTheme(theme: WorkbenchTheme): void;
  /** Removes the panel, its button and its keyboard shortcut from the page. */
  unmount(): void;
}

const tagName = 'masterdata-workbench';

/** Adds the panel to a page. `mock` says how to reach the control API of the mock. */
export function mountPanel(mock: SessionOptions, options: WorkbenchOptions): MountedWorkbench {
  // A script in the head runs before there is a body.
  const {
    parent = document.body ?? document.documentElement,
    toggleKey = 'Alt+Shift+M',
    button = true,
    open = false,
    theme,
  } = options;
  const shortcut = toggleKey === false ? undefined : parseShortcut(toggleKey);
  // Each mock of a page has a workbench with a state, a place and a button of its own.
  const others = document.querySelectorAll(tagName).length;
  const name = others === 0 ? tagName : `${tagName} ${others + 1}`;
  const host = document.createElement(tagName);
  host.style.setProperty('--others', String(others));
  // The page around it may have another language.
  host.lang = 'en';
  const root = host.attachShadow({ mode: 'open' });
  adoptStyles(root, panelStyles);
  const app = createApp(new Session(mock), createMemoryRouter(`${name}-place`), name, theme);
  const state = new PanelState(app.preferences, open, toggleKey || undefined);

  const toggle = (event: KeyboardEvent) => {
    if (!shortcut || !matchesShortcut(event, shortcut)) return;
    event.preventDefault();
    // The first workbench takes the keys.
    event.stopImmediatePropagation();
    const { activeElement } = document;
    state.toggle(activeElement === host ? undefined : activeElement);
  };
  // Capturing, so that no other listener of the page stops it.
  addEventListener('keydown', toggle, true);
  root.addEventListener('keydown', (event) => event instanceof KeyboardEvent && app.shortcuts.handle(event));
  for (const type of ['keydown', 'keyup', 'keypress']) root.addEventListener(type, (event) => event.stopPropagation());
  parent.append(host);
  render(<Panel app={app} state={state} hasButton={button} />, root);
  return {
    open() {
      state.takesFocus = false;
      state.isOpen.value = true;
    },
    close() {
      state.isOpen.value = false;
    },
    setTheme(changed) {
      app.pageTheme.value = changed;
    },
    unmount() {
      removeEventListener('keydown', toggle, true);
      render(null, root);
      host.remove();
    },
  };
}
