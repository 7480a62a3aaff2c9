import type { Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Announcer } from '../state/announcer.ts';
import type { Preferences } from '../state/preferences.ts';
import type { Router } from '../state/router.ts';
import type { Session } from '../state/session.ts';
import type { Shortcuts } from '../state/shortcuts.ts';
import type { Toasts } from '../state/toasts.ts';
import type { Theme } from './theme.ts';

/** Everything that a page of the workbench works with. */
export interface App {
  readonly session: Session;
  readonly router: Router;
  readonly preferences: Preferences;
  readonly toasts: Toasts;
  readonly shortcuts: Shortcuts;
  readonly announcer: Announcer;
  /** The theme of the page that the workbench is in. It applies unless the user chooses another one. */
  readonly pageTheme: Signal<Theme>;
  /** Runs an action of the user. Shows its error, and resolves with undefined then. */
  run<T>(action: () => Promise<T>): Promise<T | undefined>;
}

/** The controls of the panel that the workbench is in. */
export interface PanelControls {
  readonly isOpen: Signal<boolean>;
  /** The keys that open and close it. */
  readonly keys: string | undefined;
  /** Whether the page makes room for the panel. */
  readonly isBeside: Signal<boolean>;
  toggleDock(): void;
  openWindow(): void;
}

const context = createContext<App | undefined>(undefined);

export const AppProvider = context.Provider;

/** Returns the app that the component is in. */
export function useApp(): App {
  const app = useContext(context);
  if (!app) throw new Error('useApp: must be called in a component of the workbench');
  return app;
}
