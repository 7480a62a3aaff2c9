import { type Signal, signal } from '@preact/signals';
import type { App } from '../../app/context.ts';

/** A token that this page issued. The mock does not list its tokens. */
export interface IssuedToken {
  readonly token: string;
  readonly permissions: readonly string[];
  readonly workspace: string;
}

const tokensByApp = new WeakMap<App, Signal<readonly IssuedToken[]>>();

/** Returns the tokens that this page issued, newest first. They are forgotten when the page is closed. */
export function issuedTokensOf(app: App): Signal<readonly IssuedToken[]> {
  const known = tokensByApp.get(app);
  if (known) return known;
  const created = signal<readonly IssuedToken[]>([]);
  tokensByApp.set(app, created);
  return created;
}
