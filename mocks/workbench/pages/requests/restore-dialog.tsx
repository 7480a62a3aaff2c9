import type { HistoryChange } from '../../../engine/history.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { count, formatCell, formatTime } from '../../components/text.ts';

/** The most changes that are listed. */
const maxListed = 100;

interface RestoreProps {
  /** The oldest change to undo. */
  readonly change: number;
  /** The request whose state is restored. */
  readonly request: number;
  readonly onClose: () => void;
}

/** Lists the changes that restoring the records before a request undoes, and undoes them. */
export function RestoreDialog({ change, request, onClose }: RestoreProps) {
  const { session, toasts, run } = useApp();
  const history = useLoaded(
    () => session.control.call('GET /history', { query: { after: change - 1 } }),
    [session, change, session.recordsVersion.value],
  );
  const changes = history?.changes ?? [];
  const isTooOld = history !== undefined && history.first > change;
  const undo = (id: number) => async () => {
    await session.control.call('POST /history/{id}/undo', { params: { id: String(id) } });
    await session.refresh();
  };
  const restore = () =>
    run(async () => {
      const options = { params: { id: String(change) }, body: { last: changes.at(-1)?.id ?? 0 } };
      const { change: made } = await session.control.call('POST /history/{id}/restore', options);
      const action = made && { label: 'Undo', run: () => void run(undo(made.id)) };
      toasts.show(`Restored the records before request ${request}.`, action);
      onClose();
      await session.refresh();
    });
  const canRestore = changes.length > 0 && !isTooOld;
  return (
    <Dialog
      title="Restore the records before this request?"
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
      {changes.length > maxListed && <p class="muted">{count(changes.length - maxListed, 'older change')}</p>}
    </Dialog>
  );
}

function Explanation(state: { readonly isLoading: boolean; readonly isTooOld: boolean; readonly isEmpty: boolean }) {
  if (state.isLoading) return <p class="muted">Looking for later changes …</p>;
  if (state.isTooOld) {
    return <p>The request is too far back: the mock no longer knows all changes since. Restore a snapshot instead.</p>;
  }
  if (state.isEmpty) return <p>Nothing to undo: no record has changed since this request arrived.</p>;
  return <p>This undoes these changes, the newest first. Tokens, failures, policies and the clock stay.</p>;
}

const origins: Readonly<Record<HistoryChange['origin'], string>> = {
  request: 'Request',
  'direct-write': 'Direct write',
  snapshot: 'Restored snapshot',
  restore: 'Restored records',
  undo: 'Undone change',
  'other-tab': 'Change of another tab',
};

const kinds = { inserted: 'created', updated: 'updated', deleted: 'deleted' } as const;

function UndoneChange({ change, isOwn }: { change: HistoryChange; isOwn: boolean }) {
  const { origin, operation, request, changedAt, records, count: total } = change;
  const shown = records.slice(0, 3);
  const texts = shown.map(({ table, label, kind }) => `${kinds[kind]} ${formatCell(label, 40)} in ${table}`);
  return (
    <li>
      <span>
        <strong>{operation === undefined ? origins[origin] : formatCell(operation, 60)}</strong>{' '}
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
