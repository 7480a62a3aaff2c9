import { Fragment } from 'preact';
import { StatusBadge } from '../../components/badge.tsx';
import { Link } from '../../components/link.tsx';
import { count, formatDuration } from '../../components/text.ts';
import { type Attempts, totalDuration, waitBefore } from '../../store/attempts.ts';
import { isFailed } from '../../store/request-summary.ts';
import { formatPath } from '../../store/router.ts';
import { FaultBadge } from './fault-badge.tsx';

interface AttemptsViewProps {
  readonly attempts: Attempts;
  /** The id of the attempt whose details are open. */
  readonly current: number;
  readonly query: Readonly<Record<string, string>>;
}

/** The attempts of one call and the waits between them, as bars on a time axis. */
export function AttemptsView({ attempts, current, query }: AttemptsViewProps) {
  const start = attempts[0].arrivedAt;
  const total = Math.max(1, totalDuration(attempts));
  return (
    <section class="attempts" aria-label="Attempts of one call">
      <p>
        <strong>{count(attempts.length, 'attempt')} of one call</strong>{' '}
        <span class="muted">in {formatDuration(total)}. A guess: similar calls at the same time may be mixed.</span>
      </p>
      <ol>
        {attempts.map((request, index) => {
          const { id, arrivedAt, duration, status, fault } = request;
          const wait = waitBefore(attempts, index);
          return (
            <Fragment key={id}>
              {index > 0 && (
                <li class="attempt muted">
                  <span>waited {formatDuration(wait)}</span>
                  <Bar kind="wait" start={arrivedAt - wait - start} duration={wait} total={total} />
                </li>
              )}
              <li class="attempt">
                <span class="attempt-facts">
                  <Link to={formatPath(['requests', String(id)], query)} isCurrent={id === current}>
                    Attempt {index + 1}
                  </Link>
                  {fault !== 'status' && <StatusBadge status={status} />}
                  <FaultBadge request={request} />
                  <span class="muted">{formatDuration(duration)}</span>
                </span>
                <Bar
                  kind={isFailed(request) ? 'bad' : 'good'}
                  start={arrivedAt - start}
                  duration={duration}
                  total={total}
                />
              </li>
            </Fragment>
          );
        })}
      </ol>
    </section>
  );
}

interface BarProps {
  readonly kind: 'wait' | 'good' | 'bad';
  /** Milliseconds. */
  readonly start: number;
  readonly duration: number;
  readonly total: number;
}

function Bar({ kind, start, duration, total }: BarProps) {
  const percent = (milliseconds: number) => `${(100 * milliseconds) / total}%`;
  return (
    <span class="bar-track" aria-hidden="true">
      <span class={`time-bar ${kind}`} style={{ '--start': percent(start), '--length': percent(duration) }} />
    </span>
  );
}
