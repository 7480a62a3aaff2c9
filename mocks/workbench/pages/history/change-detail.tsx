import { useState } from 'preact/hooks';
import type { HistoryChange } from '../../../history/mock-history.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useShortcut } from '../../app/use-shortcut.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Link } from '../../components/link.tsx';
import { formatPath } from '../../state/router.ts';
import { formatMoment } from '../../text.ts';
import { RecordChanges } from '../requests/changes-view.tsx';
import { describeOrigin, describeRecords } from './describe-change.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { undoChange } from './undo-change.ts';

interface ChangeDetailProps {
  /** Undefined if the history no longer has the change. */
  readonly change: HistoryChange | undefined;
  readonly onClose: () => void;
}

/** One change: its records before and after, and the ways to undo it. */
export function ChangeDetail({ change, onClose }: ChangeDetailProps) {
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
      <header class="detail-head">
        <div class="detail-title">
          <Button icon="back" label="Close the details" kind="quiet" onClick={onClose} />
          <h2>{describeRecords(change)}</h2>
        </div>
        <div class="detail-facts">
          <span class="badge">{`Change ${change.id}`}</span>
          {change.request === undefined ? (
            <span class="muted">{describeOrigin(change)}</span>
          ) : (
            <Link to={formatPath(['requests', String(change.request)])}>{describeOrigin(change)}</Link>
          )}
          <span class="muted">{formatMoment(change.changedAt)}</span>
        </div>
        <div class="buttons">
          <Button icon="undo" onClick={() => undoChange(app, change.id, `Undid change ${change.id}.`)}>
            Undo this change
          </Button>
          <Button onClick={() => setRestoring(true)}>Restore the records before it</Button>
        </div>
      </header>
      <div class="history-detail">{records ? <RecordChanges changes={records} /> : <p class="muted">Loading …</p>}</div>
      {isRestoring && <RestoreDialog change={change.id} onClose={() => setRestoring(false)} />}
    </>
  );
}
