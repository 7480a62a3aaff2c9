import { type Explanation, explainFailure } from '../../../controls/explain-failure.ts';
import type { JournalSummary } from '../../../controls/journal-entry.ts';
import { useApp } from '../../app/context.ts';
import { useAnnouncedErrors } from '../../app/use-announced-errors.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { FaultBadge, StatusBadge } from '../../components/badge.tsx';
import { Issues } from '../../components/issues.tsx';
import { Link } from '../../components/link.tsx';
import { Section } from '../../components/section.tsx';
import { count, describeRetryAfter, formatCell, formatTime } from '../../text.ts';

/** The most groups that are listed. */
const maxGroups = 8;

/** The most issues of a request that are listed. No body has more required fields. */
const maxIssues = 6;

/** The most characters of the text of an error. */
const maxTitle = 300;

/** Failed requests of one operation with the same outcome, newest first. */
type ErrorGroup = readonly [JournalSummary, ...JournalSummary[]];

/** The calls that failed, grouped by operation and cause. */
export function RecentErrors() {
  const { session } = useApp();
  const groups = groupErrors(session.requests.errors.value);
  useAnnouncedErrors();
  return (
    <Section title="Recent errors" actions={<Link to="/requests">All requests</Link>} isFlush isWide>
      {groups.length === 0 ? (
        <p class="section-note">
          No request failed. To see how your app handles failures, <Link to="/failures">inject some</Link>.
        </p>
      ) : (
        <ul class="rows">
          {groups.slice(0, maxGroups).map(([key, requests]) => (
            <Group key={key} requests={requests} />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Groups failed requests by operation, status and fault. The newest group is first. */
function groupErrors(failed: readonly JournalSummary[]): readonly (readonly [key: string, requests: ErrorGroup])[] {
  const groups = new Map<string, ErrorGroup>();
  for (const request of failed) {
    const key = `${request.operation} ${request.status} ${request.fault}`;
    const newer = groups.get(key);
    groups.set(key, newer ? [...newer, request] : [request]);
  }
  return [...groups];
}

function Group({ requests }: { requests: ErrorGroup }) {
  const [newest] = requests;
  const { operation, status } = newest;
  const explanation = useExplanation(newest.id);
  return (
    <li class="error-group">
      <div class="error-title">
        <StatusBadge status={status} />
        <FaultBadge request={newest} />
        <strong class="truncate">{operation ?? `${newest.method} without an operation`}</strong>
        <span class="muted">{count(requests.length, 'request')}</span>
        <span class="spacer" />
        {requests.slice(0, 3).map(({ id, time }) => (
          <Link
            key={id}
            to={`/requests/${id}`}
            label={`${formatTime(time)}, request ${id} of ${operation ?? newest.method}`}
          >
            {formatTime(time)}
          </Link>
        ))}
      </div>
      {explanation && (
        <div class="error-text">
          {formatCell(explanation.title.replace(/\.$/, ''), maxTitle)}.
          {explanation.text && <span class="muted"> {explanation.text}</span>}
          {explanation.retryAfter !== undefined && (
            <span class="muted"> {describeRetryAfter(explanation.retryAfter, newest.time)}</span>
          )}
          <Issues class="muted" issues={explanation.issues} max={maxIssues} />
        </div>
      )}
    </li>
  );
}

/** Loads a request and explains it. */
function useExplanation(id: number): Explanation | undefined {
  const { session } = useApp();
  return useLoaded(async () => {
    const entry = await session.requests.entry(id);
    return entry && explainFailure(entry);
  }, [id]);
}
