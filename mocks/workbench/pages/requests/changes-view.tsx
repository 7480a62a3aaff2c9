import { useState } from 'preact/hooks';
import type { JournalEntry, RecordChange } from '../../../controls/journal-entry.ts';
import { tableNoun } from '../../../shared/table-words.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useRowName } from '../../app/use-row-name.ts';
import { Button } from '../../components/button.tsx';
import { toJson } from '../../components/code-view.tsx';
import { Link } from '../../components/link.tsx';
import { recordPath } from '../../state/router.ts';
import { count, formatCell } from '../../text.ts';
import { RestoreDialog } from '../history/restore-dialog.tsx';
import { Diff } from './diff.tsx';

/** The most records whose differences are shown. */
const maxRecords = 50;

/** The records that a request changed, and a way to restore the records as they were before it. */
export function ChangesView({ entry }: { entry: JournalEntry }) {
  const [isRestoring, setRestoring] = useState(false);
  return (
    <>
      <div class="detail-facts">
        <Button icon="undo" onClick={() => setRestoring(true)}>
          Restore the records before this request
        </Button>
      </div>
      <Changes entry={entry} />
      {isRestoring && (
        <RestoreDialog change={entry.nextChange} request={entry.id} onClose={() => setRestoring(false)} />
      )}
    </>
  );
}

function Changes({ entry: { id, nextChange } }: { entry: JournalEntry }) {
  const { session } = useApp();
  const loaded = useLoaded(async () => {
    const { changes } = await session.control.call('GET /journal/{id}/changes', { params: { id: String(id) } });
    const { first } = await session.control.call('GET /history', { query: { limit: 1 } });
    return { changes, isKnown: nextChange >= first };
  }, [session, id]);
  if (!loaded) return <p class="muted">Loading …</p>;
  if (loaded.changes.length > 0) return <RecordChanges changes={loaded.changes} />;
  return (
    <p class="muted">
      {loaded.isKnown
        ? 'This request changed no records.'
        : 'The history of changes does not reach back to this request.'}
    </p>
  );
}

/** The differences of records. */
export function RecordChanges({ changes }: { changes: readonly RecordChange[] }) {
  return (
    <>
      {changes.slice(0, maxRecords).map((change) => (
        <Change key={`${change.table} ${change.id}`} change={change} />
      ))}
      {changes.length > maxRecords && <p class="muted">{count(changes.length - maxRecords, 'more record')}</p>}
    </>
  );
}

function Change({ change: { table, id, before, after } }: { change: RecordChange }) {
  const name = formatCell(useRowName(table, after ?? before ?? { id }), 60);
  return (
    <div class="change">
      <div class="detail-facts">
        <strong>{before ? (after ? 'Updated' : 'Deleted') : 'Created'}</strong>
        <span class="muted">{tableNoun(table)}</span>
        {after ? <Link to={recordPath(table, id)}>{name}</Link> : <span>{name}</span>}
      </div>
      <Diff
        title={`${tableNoun(table)} ${name}`}
        before={before ? toJson(before) : ''}
        after={after ? toJson(after) : ''}
        isTitleHidden
      />
    </div>
  );
}
