import type { HistoryChange } from '../../../history/mock-history.ts';
import { tableNoun } from '../../../shared/table-words.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { count, formatCell, formatTime } from '../../text.ts';
import { describeOrigin, verbs } from './describe-change.ts';
import { showUndone } from './undo-change.ts';

/** The most changes that the dialog lists. */
const maxListed = 100;

interface RestoreProps {
  /** The oldest change to undo. */
  readonly change: number;
  /** The request before which the records are restored. Undefined to restore them before the change. */
  readonly request?: number | undefined;
  readonly onClose: () => void;
}

/** Lists the changes that restoring the records of an earlier time undoes, and undoes them. */
export function RestoreDialog({ change, request, onClose }: RestoreProps) {
  const app = useApp();
  const { session } = app;
  // Not again when records change: the user confirms this list. The mock rejects if there are later changes.
  const history = useLoaded(
    () => session.control.call('GET /history', { query: { after: change - 1 } }),
    [session, change],
  );
  const changes = history?.changes ?? [];
  const isTooOld = history !== undefined && history.first > change;
  const place = request === undefined ? `change ${change}` : `request ${request}`;
  const restore = async () => {
    const options = { params: { id: String(change) }, body: { last: changes.at(-1)?.id ?? 0 } };
    const restored = await session.control.call('POST /history/{id}/restore', options);
    onClose();
    await session.refresh();
    showUndone(app, restored.change, `Restored the records before ${place}.`);
  };
  const canRestore = changes.length > 0 && !isTooOld;
  return (
    <Dialog
      title={`Restore the records before ${place}?`}
      onClose={onClose}
      onSubmit={restore}
      actions={
        <>
          <Button onClick={onClose}>{canRestore ? 'Cancel' : 'Close'}</Button>
          {canRestore && (
            <Button kind="danger" type="submit">
              Undo {count(changes.length, 'change')}
            </Button>
          )}
        </>
      }
    >
      <Explanation isLoading={history === undefined} isTooOld={isTooOld} isEmpty={changes.length === 0} />
      {canRestore && (
        <ul class="undone" aria-label="Changes to undo">
          {changes
            .slice(-maxListed)
            .toReversed()
            .map((each) => (
              <UndoneChange key={each.id} change={each} isOwn={each.request === request} />
            ))}
        </ul>
      )}
      {canRestore && changes.length > maxListed && (
        <p class="muted">and {count(changes.length - maxListed, 'earlier change')}.</p>
      )}
    </Dialog>
  );
}

function Explanation(state: { readonly isLoading: boolean; readonly isTooOld: boolean; readonly isEmpty: boolean }) {
  if (state.isLoading) return <p class="muted">Looking for later changes …</p>;
  if (state.isTooOld) {
    return <p>This is too far back: the mock no longer knows all changes since. Restore a snapshot instead.</p>;
  }
  if (state.isEmpty) return <p>Nothing to undo: no record has changed since then.</p>;
  return <p>This undoes these changes, the newest first. Tokens, faults, policies and the clock stay.</p>;
}

function UndoneChange({ change, isOwn }: { change: HistoryChange; isOwn: boolean }) {
  const { request, changedAt, records, count: total } = change;
  const shown = records.slice(0, 3);
  const texts = shown.map(
    ({ table, label, kind }) => `${verbs[kind].toLowerCase()} ${formatCell(label, 40)} in ${tableNoun(table)}`,
  );
  return (
    <li>
      <span>
        <strong>{formatCell(describeOrigin(change), 60)}</strong>{' '}
        {request !== undefined && <span class="muted">request {isOwn ? `${request}, this one` : request}</span>}
      </span>
      <span class="muted nowrap">{formatTime(changedAt)}</span>
      <span class="undone-records">
        {texts.join(', ')}
        {total > shown.length && `, and ${count(total - shown.length, 'more record')}`}
      </span>
    </li>
  );
}
