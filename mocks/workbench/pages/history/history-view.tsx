import type { HistoryChange } from '../../../history/mock-history.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import type { Column } from '../../components/column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Grid } from '../../components/grid.tsx';
import { Split } from '../../components/split.tsx';
import { formatPath } from '../../state/router.ts';
import { count, formatTime } from '../../text.ts';
import { ChangeDetail } from './change-detail.tsx';
import { describeOrigin, describeRecords } from './describe-change.ts';

const columns: readonly Column<HistoryChange>[] = [
  { id: 'id', header: '#', size: 56, align: 'end', cell: ({ id }) => <span class="muted">{id}</span> },
  { id: 'time', header: 'Time', size: 84, cell: ({ changedAt }) => <span class="muted">{formatTime(changedAt)}</span> },
  { id: 'records', header: 'Change', size: 300, grows: true, cell: (change) => <span>{describeRecords(change)}</span> },
  {
    id: 'origin',
    header: 'By',
    size: 140,
    grows: true,
    cell: (change) => <span class="muted">{describeOrigin(change)}</span>,
  },
];

const keyOf = ({ id }: HistoryChange) => String(id);

/** The recent changes of the records, newest first, and the details of one. */
export function HistoryView() {
  const { session, router } = useApp();
  const selected = router.place.value.path[1];
  const history = useLoaded(() => session.control.call('GET /history'), [session, session.recordsVersion.value]);
  const changes = history?.changes.toReversed() ?? [];
  const opened = changes.find((change) => keyOf(change) === selected);
  const open = (id: string | undefined) => router.go(formatPath(['history', id]));
  return (
    <>
      <header class="page-head">
        <h1>History</h1>
        <span class="muted nowrap">{history && count(changes.length, 'change')}</span>
      </header>
      <Split
        name="history"
        detailLabel="Change"
        detailKey={selected}
        detail={
          selected === undefined || history === undefined ? undefined : (
            <ChangeDetail key={selected} change={opened} onClose={() => open(undefined)} />
          )
        }
      >
        <Grid
          name="history"
          label="Changes"
          columns={columns}
          count={changes.length}
          rowAt={(index) => changes[index]}
          keyOf={keyOf}
          selected={selected}
          onOpen={(change) => open(keyOf(change))}
          empty={
            history === undefined ? (
              <p class="empty">Loading …</p>
            ) : (
              <EmptyState icon="undo" title="No changes yet">
                Changes of records appear here: by requests of your app, by tests, and by you. You can undo each of
                them.
              </EmptyState>
            )
          }
        />
      </Split>
    </>
  );
}
