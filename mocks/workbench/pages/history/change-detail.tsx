import { useState } from 'preact/hooks';
import type { HistoryChange } from '../../../engine/history.ts';
import { type App, useApp, useShortcut } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Link } from '../../components/link.tsx';
import { count } from '../../components/text.ts';
import { formatPath } from '../../store/router.ts';
import { RecordChanges } from '../requests/changes-view.tsx';
import { describeOrigin, describeRecords } from './describe-change.ts';

interface ChangeDetailProps {
  /** Undefined if the history no longer has the change. */
  readonly change: HistoryChange | undefined;
  /** The change and all later ones, newest first. */
  readonly undone: readonly HistoryChange[];
  readonly onClose: () => void;
}

/** One change: its records before and after, and the ways to undo it. */
export function ChangeDetail({ change, undone, onClose }: ChangeDetailProps) {
  const app = useApp();
  const { session } = app;
  const [isRestoring, setRestoring] = useState(false);
  useShortcut('Escape', 'Close the details', onClose);
  const id = change?.id;
  const records = useLoaded(
    async () =>
      id === undefined ? [] : (await session.control.call('GET /history/{id}', { params: { id: String(id) } })).changes,
    [session, id],
  );
  if (!change) {
    return (
      <EmptyState icon="undo" title="This change is no longer in the history">
        <p>The mock was reset, or there were too many later changes.</p>
        <Button onClick={onClose}>Back to the list</Button>
      </EmptyState>
    );
  }
  return (
    <>
      <header class="record-head">
        <div class="request-title">
          <Button icon="back" label="Close the details" kind="quiet" onClick={onClose} />
          <h2>{describeRecords(change)}</h2>
        </div>
        <div class="request-facts">
          <span class="badge">{`Change ${change.id}`}</span>
          {change.request === undefined ? (
            <span class="muted">{describeOrigin(change)}</span>
          ) : (
            <Link to={formatPath(['requests', String(change.request)])}>{describeOrigin(change)}</Link>
          )}
          <span class="muted">{new Date(change.changedAt).toLocaleString()}</span>
        </div>
        <div class="buttons">
          <Button icon="undo" onClick={() => undoChange(app, change.id, `Undid change ${change.id}.`)}>
            Undo this change
          </Button>
          <Button onClick={() => setRestoring(true)}>Restore the records before it</Button>
        </div>
      </header>
      <div class="history-detail">{records ? <RecordChanges changes={records} /> : <p class="muted">Loading …</p>}</div>
      {isRestoring && <RestoreDialog undone={undone} onClose={() => setRestoring(false)} />}
    </>
  );
}

/** Undoes a change. The user can undo this too. */
async function undoChange(app: App, id: number, done: string): Promise<void> {
  const { change } = await app.session.control.call('POST /history/{id}/undo', { params: { id: String(id) } });
  await app.session.refresh();
  showUndone(app, change, done);
}

function showUndone(app: App, change: HistoryChange | undefined, done: string): void {
  const redo = change && (() => undoChange(app, change.id, 'Undid the undo.'));
  app.toasts.show(
    change ? done : 'Nothing to undo: the records are already so.',
    redo && { label: 'Undo', run: () => void app.run(redo) },
  );
}

/** The most changes that the dialog lists. */
const maxListed = 20;

/** Asks before the records of an earlier time are restored, and lists the changes that this undoes. */
function RestoreDialog({
  undone,
  onClose,
}: {
  readonly undone: readonly HistoryChange[];
  readonly onClose: () => void;
}) {
  const app = useApp();
  // Changes that come while the dialog is open are not in its list: the mock rejects then.
  const [listed] = useState(undone);
  const id = listed.at(-1)?.id ?? 0;
  const restore = async () => {
    const { change } = await app.session.control.call('POST /history/{id}/restore', {
      params: { id: String(id) },
      body: { last: listed[0]?.id },
    });
    await app.session.refresh();
    showUndone(app, change, `Restored the records before change ${id}.`);
  };
  return (
    <ConfirmDialog
      title={`Restore the records before change ${id}?`}
      confirm={`Undo ${count(listed.length, 'change')}`}
      onConfirm={restore}
      onClose={onClose}
    >
      <p>This undoes, newest first:</p>
      <ul class="bullets history-undone">
        {listed.slice(0, maxListed).map((change) => (
          <li key={change.id}>
            {describeRecords(change)} <span class="muted">{`by ${describeOrigin(change)}`}</span>
          </li>
        ))}
      </ul>
      {listed.length > maxListed && <p class="muted">and {count(listed.length - maxListed, 'earlier change')}.</p>}
      <p class="muted">Tokens, faults, the clock and the list of requests stay. You can undo this.</p>
    </ConfirmDialog>
  );
}
