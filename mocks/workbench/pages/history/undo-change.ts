import type { HistoryChange } from '../../../history/mock-history.ts';
import type { App } from '../../app/context.ts';

/** Undoes a change. The user can undo this too. */
export async function undoChange(app: App, id: number, done: string): Promise<void> {
  const { change } = await app.session.control.call('POST /history/{id}/undo', { params: { id: String(id) } });
  await app.session.refresh();
  showUndone(app, change, done);
}

/** Tells that changes were undone. `change` does this; it is undefined if the records were already so. */
export function showUndone(app: App, change: HistoryChange | undefined, done: string): void {
  if (change) app.toasts.show(done, () => undoChange(app, change.id, 'Undid the undo.'));
  else app.toasts.show('Nothing to undo: the records are already so.');
}
