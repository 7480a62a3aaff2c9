import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app/context.ts';
import { type Explanation, explain } from '../../code/explain.ts';
import { Badge, StatusBadge } from '../../components/badge.tsx';
import { Link } from '../../components/link.tsx';
import { count, escapeInvisible, formatTime } from '../../components/text.ts';
import { type ErrorGroup, groupErrors } from './error-groups.ts';

/** The failed requests in the journal, grouped by operation and cause. */
export function RecentErrors() {
  const { session } = useApp();
  const groups = groupErrors(session.requests.list.value);
  return (
    <section class="section wide-section" aria-labelledby="overview-errors">
      <header>
        <h2 id="overview-errors">Recent errors</h2>
        <span class="spacer" />
        <Link to="/requests">All requests</Link>
      </header>
      {groups.length === 0 ? (
        <p class="section-body muted">No request failed. To see how your app handles failures, inject some.</p>
      ) : (
        <ul class="rows">
          {groups.map((group) => (
            <Group key={group.key} group={group} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Group({ group: { operation, status, fault, requests } }: { group: ErrorGroup }) {
  const [newest] = requests;
  const explanation = useExplanation(newest.id);
  return (
    <li class="error-group">
      <div class="error-title">
        <StatusBadge status={status} />
        {fault && <Badge tone="warning">{fault}</Badge>}
        <strong class="truncate">{operation ?? `${newest.method} without an operation`}</strong>
        <span class="muted">{count(requests.length, 'request')}</span>
        <span class="spacer" />
        {requests.slice(0, 3).map(({ id, time }) => (
          <Link key={id} to={`/requests/${id}`}>
            {formatTime(time)}
          </Link>
        ))}
      </div>
      {explanation && (
        <p class="error-text">
          {escapeInvisible(explanation.title.replace(/\.$/, ''))}.
          {explanation.text && <span class="muted"> {explanation.text}</span>}
          {explanation.issues.slice(0, 3).map(({ path, message }) => (
            <span key={path} class="error-issue">
              <code>{escapeInvisible(path)}</code> {escapeInvisible(message)}
            </span>
          ))}
        </p>
      )}
    </li>
  );
}

/** Loads a request and explains it. */
function useExplanation(id: number): Explanation | undefined {
  const { session, run } = useApp();
  const [explanation, setExplanation] = useState<Explanation>();
  useEffect(() => {
    let isCurrent = true;
    void run(async () => {
      const entry = await session.requests.entry(id);
      if (isCurrent) setExplanation(entry && explain(entry));
    });
    return () => {
      isCurrent = false;
    };
  }, [session, run, id]);
  return explanation;
}
