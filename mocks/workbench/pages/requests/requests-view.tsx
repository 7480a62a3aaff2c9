import { useCallback, useMemo, useRef } from 'preact/hooks';
import { useApp, useShortcut } from '../../app/context.ts';
import { useAnnouncedErrors } from '../../app/use-announced-errors.ts';
import { useAnnouncedResult } from '../../app/use-announced-result.ts';
import { MethodBadge, StatusBadge } from '../../components/badge.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Grid } from '../../components/grid.tsx';
import { Split } from '../../components/split.tsx';
import { count, formatCell, formatDuration, formatTime } from '../../components/text.ts';
import type { Column } from '../../components/use-table.ts';
import { isFailed, type RequestSummary } from '../../store/request-log.ts';
import { formatPath } from '../../store/router.ts';
import { CompareView } from './compare-view.tsx';
import { matchesFilter, parseFilter } from './filter.ts';
import { NoRequests } from './no-requests.tsx';
import { RequestDetail } from './request-detail.tsx';
import { RequestsToolbar } from './requests-toolbar.tsx';

const columns: readonly Column<RequestSummary>[] = [
  { id: 'time', header: 'Time', size: 86, cell: ({ time }) => <span class="muted">{formatTime(time)}</span> },
  { id: 'status', header: 'Status', size: 100, cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'method', header: 'Method', size: 68, cell: ({ method }) => <MethodBadge method={formatCell(method, 10)} /> },
  {
    id: 'operation',
    header: 'Operation',
    size: 180,
    cell: ({ operation }) => (operation ? <span>{operation}</span> : <span class="muted">no operation</span>),
  },
  { id: 'url', header: 'Path', size: 330, cell: ({ url }) => <span class="code path">{formatCell(url)}</span> },
  {
    id: 'fault',
    header: 'Fault',
    size: 130,
    cell: ({ fault }) => (fault ? <span class="badge warning">{fault}</span> : null),
  },
  {
    id: 'duration',
    header: 'Duration',
    size: 84,
    align: 'end',
    cell: ({ duration }) => <span>{formatDuration(duration)}</span>,
  },
  {
    id: 'workspace',
    header: 'Workspace',
    size: 270,
    cell: ({ workspace }) => <span class="muted code">{workspace ?? ''}</span>,
  },
];

const keyOf = ({ id }: RequestSummary) => String(id);
const rowClass = (request: RequestSummary) => (isFailed(request) ? 'failed' : '');

/** The requests that the mock received, newest first, and the details of one or the comparison of two. */
export function RequestsView() {
  const { session, router } = useApp();
  const search = useRef<HTMLInputElement>(null);
  const { path, query } = router.place.value;
  const selected = path[1];
  const other = query['with'];
  const filter = parseFilter(query);
  const all = session.requests.list.value;
  const visible = useMemo(
    () => all.filter((request) => matchesFilter(request, filter)),
    [all, filter.text, filter.operation, filter.status],
  );
  useShortcut(
    '/',
    'Filter requests',
    useCallback(() => search.current?.focus(), []),
  );
  useAnnouncedResult(JSON.stringify(filter), `${visible.length} of ${count(all.length, 'request')}`);
  useAnnouncedErrors(all);
  const open = (id: string | undefined) =>
    router.go(formatPath(id === undefined ? ['requests'] : ['requests', id], query));
  return (
    <>
      <RequestsToolbar filter={filter} searchRef={search} requests={all} />
      <Split
        name="requests"
        detailLabel="Request"
        detailKey={selected && `${selected}${other === undefined ? '' : ' compared'}`}
        detail={detailOf(selected, other, () => open(undefined))}
      >
        <Grid
          name="requests"
          label="Requests"
          columns={columns}
          count={visible.length}
          rowAt={(index) => visible[index]}
          keyOf={keyOf}
          selected={selected}
          rowClass={rowClass}
          onOpen={({ id }) => open(String(id))}
          empty={
            all.length === 0 ? (
              <NoRequests />
            ) : (
              <EmptyState icon="search" title="No request matches the filter">
                Change the filter, or clear it.
              </EmptyState>
            )
          }
        />
      </Split>
    </>
  );
}

function detailOf(selected: string | undefined, other: string | undefined, close: () => void) {
  if (selected === undefined) return undefined;
  if (other !== undefined) return <CompareView key={selected} ids={[parseId(selected), parseId(other)]} />;
  return <RequestDetail key={selected} id={parseId(selected)} onClose={close} />;
}

/** Returns the id in an address, or 0, which no request has. */
function parseId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
