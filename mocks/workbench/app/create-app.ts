import { signal } from '@preact/signals';
import { Announcer } from '../state/announcer.ts';
import { isBoolean, Preferences } from '../state/preferences.ts';
import type { Router } from '../state/router.ts';
import type { Session } from '../state/session.ts';
import { Shortcuts } from '../state/shortcuts.ts';
import { Toasts } from '../state/toasts.ts';
import type { App } from './context.ts';
import type { Theme } from './theme.ts';

/** @param name The name under which the browser stores the preferences. */
export function createApp(session: Session, router: Router, name: string, theme: Theme = 'system'): App {
  const preferences = new Preferences(name);
  const toasts = new Toasts();
  return {
    session,
    router,
    preferences,
    toasts,
    shortcuts: new Shortcuts(preferences.signal('shortcuts', true, isBoolean)),
    announcer: new Announcer(),
    pageTheme: signal(theme),
    async run(action) {
      try {
        return await action();
      } catch (error) {
        toasts.fail(error);
        return undefined;
      }
    },
  };
}
