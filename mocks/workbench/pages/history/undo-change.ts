import type { HistoryChange } from '../../../engine/history.ts';
import type { App } from '../../app/context.ts';

/** Undoes a change. The user can undo this too. */
export async function undoChange(app: App, id: number, done: string): Promise<void> {
  const { change } = await app.session.control.call('POST /history/{id}/undo', { params: { id: String(id) } });
  await app.session.refresh();
  showUndone(app, change, done);
}

/** Tells that changes were undone. `change` does this; it is undefined if the records were already so. */
export function showUndone(app: App, change: HistoryChange | undefined, done: string): void {
  const redo = change && (() => undoChange(app, change.id, 'Undid the undo.'));
  app.toasts.show(
    change ? done : 'Nothing to undo: the records are already so.',
    redo && { label: 'Undo', run: () => void app.run(redo) },
  );
}
