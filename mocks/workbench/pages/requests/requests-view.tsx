import { Fragment } from 'preact';
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import type { JournalSummary } from '../../../controls/journal-entry.ts';
import { useApp } from '../../app/context.ts';
import { useAnnouncedErrors } from '../../app/use-announced-errors.ts';
import { useAnnouncedResult } from '../../app/use-announced-result.ts';
import { useShortcut } from '../../app/use-shortcut.ts';
import { FaultBadge, MethodBadge, StatusBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Grid } from '../../components/grid.tsx';
import { Split } from '../../components/split.tsx';
import { type Attempts, isFailed, lastOf, totalDuration } from '../../state/attempts.ts';
import { formatPath } from '../../state/router.ts';
import { count, formatCell, formatDuration } from '../../text.ts';
import { MakeFailDialog } from '../failures/make-fail-dialog.tsx';
import { CompareView } from './compare-view.tsx';
import { matchesFilter, parseFilter } from './filter.ts';
import { HeldCalls } from './held-calls.tsx';
import { NoRequests } from './no-requests.tsx';
import { RequestDetail } from './request-detail.tsx';
import { RequestTime } from './request-time.tsx';
import { RequestsToolbar } from './requests-toolbar.tsx';
import { segmentsOf, TimeBars } from './time-bars.tsx';
import { useListOptions } from './use-list-options.ts';

const time: Column<Attempts> = {
  id: 'time',
  header: 'Time',
  size: 112,
  cell: ([request]) => <RequestTime request={request} />,
};

const status: Column<Attempts> = {
  id: 'status',
  header: 'Status',
  size: 132,
  cell: (attempts) => <Statuses attempts={attempts} />,
};

const method: Column<Attempts> = {
  id: 'method',
  header: 'Method',
  size: 68,
  cell: ([request]) => <MethodBadge method={formatCell(request.method, 10)} />,
};

const operation: Column<Attempts> = {
  id: 'operation',
  header: 'Operation',
  size: 150,
  cell: ([request]) => (request.operation ? <span>{request.operation}</span> : <span class="muted">no operation</span>),
};

const fault: Column<Attempts> = {
  id: 'fault',
  header: 'Fault',
  size: 122,
  cell: (attempts) => <FaultBadge request={attempts.find((each) => each.fault !== undefined) ?? attempts[0]} />,
};

/** Returns the column with the button that makes calls like a request fail. */
function failColumn(onFail: (request: JournalSummary) => void): Column<Attempts> {
  return {
    id: 'fail',
    header: 'Fail',
    size: 52,
    cell: (attempts) => {
      const request = lastOf(attempts);
      const { operation: name } = request;
      if (name === undefined) return null;
      return (
        <Button kind="quiet" icon="failures" label={`Make ${name} fail`} isSkipped onClick={() => onFail(request)} />
      );
    },
  };
}

/** The columns next to open details. */
const narrowColumns: readonly Column<Attempts>[] = [
  time,
  status,
  {
    ...operation,
    grows: true,
    // The name of an operation says its method. Screen readers read the same as without details.
    cell: (attempts) => (
      <>
        <span class={attempts[0].operation === undefined ? '' : 'hidden'}>{method.cell(attempts)}</span>
        {operation.cell(attempts)}
      </>
    ),
  },
  fault,
];

const columns: readonly Column<Attempts>[] = [
  time,
  status,
  method,
  operation,
  {
    id: 'url',
    header: 'Path',
    size: 240,
    grows: true,
    cell: ([{ url }]) => <span class="code path">{formatCell(url)}</span>,
  },
  fault,
  {
    id: 'duration',
    header: 'Duration',
    size: 84,
    align: 'end',
    cell: (attempts) => <span>{formatDuration(totalDuration(attempts))}</span>,
  },
];

/** Returns the column with the attempts of retried calls as bars. The longest call fills it. */
function timelineColumn(longest: number): Column<Attempts> {
  return {
    id: 'timeline',
    header: 'Timeline',
    size: 148,
    cell: (attempts) => isRetried(attempts) && <TimeBars segments={segmentsOf(attempts)} total={longest} />,
  };
}

const workspaceColumn: Column<Attempts> = {
  id: 'workspace',
  header: 'Workspace',
  size: 270,
  cell: (attempts) => <span class="muted code">{lastOf(attempts).workspace ?? ''}</span>,
};

function isRetried(attempts: Attempts): boolean {
  return attempts.length > 1;
}

/** The statuses of the attempts of a call: `503 → 200`. Equal ones in a row are shown once: `503 × 2 → 200`. */
function Statuses({ attempts }: { attempts: Attempts }) {
  const ends = attempts.filter(({ status }, index) => attempts[index + 1]?.status !== status);
  return (
    <span class="statuses">
      {ends.map((end, index) => {
        const former = ends[index - 1];
        const length = attempts.indexOf(end) - (former ? attempts.indexOf(former) : -1);
        return (
          <Fragment key={end.id}>
            {index > 0 && <span class="muted">→</span>}
            <StatusBadge status={end.status} />
            {length > 1 && <span class="muted">× {length}</span>}
          </Fragment>
        );
      })}
    </span>
  );
}

const keyOf = ([{ id }]: Attempts) => String(id);
const rowClass = (attempts: Attempts) => (isFailed(lastOf(attempts)) ? 'failed' : '');

/** The requests that the mock received, newest first, and the details of one or the comparison of two. */
export function RequestsView() {
  const { session, router } = useApp();
  const search = useRef<HTMLInputElement>(null);
  const { path, query } = router.place.value;
  const selected = path[1];
  const other = query['with'];
  const filter = parseFilter(query);
  const requests = session.requests.list.value;
  const isGrouped = useListOptions().isGrouped.value;
  const calls = session.requests.calls.value;
  const all = useMemo<readonly Attempts[]>(
    () => (isGrouped ? calls : requests.map((request) => [request])),
    [isGrouped, calls, requests],
  );
  const visible = useMemo(
    () => all.filter((attempts) => attempts.some((request) => matchesFilter(request, filter))),
    [all, filter.text, filter.operation, filter.status, filter.user],
  );
  const longest = useMemo(() => Math.max(0, ...visible.filter(isRetried).map(totalDuration)), [visible]);
  // With one workspace, all calls have it.
  const hasWorkspaces = (session.state.value?.tables.workspaces ?? 1) > 1;
  const isOpen = selected !== undefined;
  const [failing, setFailing] = useState<JournalSummary>();
  const shown = useMemo(() => {
    const fail = failColumn(setFailing);
    if (isOpen) return [...narrowColumns, fail];
    const timeline = longest > 0 ? [timelineColumn(longest)] : [];
    return [...columns, ...timeline, ...(hasWorkspaces ? [workspaceColumn] : []), fail];
  }, [isOpen, longest, hasWorkspaces]);
  const opened = all.find((attempts) => attempts.some(({ id }) => String(id) === selected));
  useShortcut(
    '/',
    'Filter requests',
    useCallback(() => search.current?.focus(), []),
  );
  useAnnouncedResult(JSON.stringify(filter), `${visible.length} of ${count(all.length, 'request')}`);
  useAnnouncedErrors();
  const open = (id: string | undefined) => router.go(formatPath(['requests', id], query));
  return (
    <>
      <RequestsToolbar filter={filter} searchRef={search} requests={requests} calls={visible} />
      <HeldCalls />
      <Split
        name="requests"
        detailLabel="Request"
        detailKey={selected && `${selected}${other === undefined ? '' : ' compared'}`}
        detail={detailOf(selected, other, opened, () => open(undefined))}
      >
        <Grid
          name="requests"
          label="Requests"
          columns={shown}
          count={visible.length}
          rowAt={(index) => visible[index]}
          keyOf={keyOf}
          selected={opened ? keyOf(opened) : selected}
          rowClass={rowClass}
          onOpen={(attempts) => open(String(lastOf(attempts).id))}
          empty={
            all.length === 0 ? (
              <NoRequests />
            ) : (
              <EmptyState icon="search" title="No request matches the filter">
                <Button onClick={() => router.setQuery({ text: '', operation: '', status: undefined, user: '' })}>
                  Clear the filter
                </Button>
              </EmptyState>
            )
          }
        />
      </Split>
      {failing && <MakeFailDialog request={failing} onClose={() => setFailing(undefined)} />}
    </>
  );
}

function detailOf(
  selected: string | undefined,
  other: string | undefined,
  attempts: Attempts | undefined,
  close: () => void,
) {
  if (selected === undefined) return undefined;
  if (other !== undefined) return <CompareView key={selected} ids={[parseId(selected), parseId(other)]} />;
  return <RequestDetail key={selected} id={parseId(selected)} attempts={attempts} onClose={close} />;
}

/** Returns the id in an address, or 0, which no request has. */
function parseId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
