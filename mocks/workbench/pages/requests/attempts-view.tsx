import { FaultBadge, StatusBadge } from '../../components/badge.tsx';
import { Link } from '../../components/link.tsx';
import { type Attempts, totalDuration } from '../../state/attempts.ts';
import { formatPath } from '../../state/router.ts';
import { count, formatDuration } from '../../text.ts';
import { segmentsOf, TimeBars } from './time-bars.tsx';

interface AttemptsViewProps {
  readonly attempts: Attempts;
  /** The id of the attempt whose details are open. */
  readonly current: number;
  readonly query: Readonly<Record<string, string>>;
}

/** The attempts of one call and the waits between them, as bars on a time axis. */
export function AttemptsView({ attempts, current, query }: AttemptsViewProps) {
  const total = totalDuration(attempts);
  // The segments alternate: an attempt, a wait, an attempt.
  const attemptAt = (index: number) => attempts[index / 2];
  return (
    <section class="attempts" aria-label="Attempts of one call">
      <p>
        <strong>{count(attempts.length, 'attempt')} of one call</strong>{' '}
        <span class="muted">
          in {formatDuration(total)}.
          {attempts[0].callId === undefined && ' A guess: similar calls at the same time may be mixed.'}
        </span>
      </p>
      <ol>
        {segmentsOf(attempts).map((segment, index) => {
          const request = attemptAt(index);
          return (
            <li key={request?.id ?? `wait ${index}`} class="attempt">
              {request ? (
                <span class="attempt-facts">
                  <Link to={formatPath(['requests', String(request.id)], query)} isCurrent={request.id === current}>
                    Attempt {index / 2 + 1}
                  </Link>
                  {request.fault !== 'status' && <StatusBadge status={request.status} />}
                  <FaultBadge request={request} />
                  <span class="muted">{formatDuration(request.duration)}</span>
                </span>
              ) : (
                <span class="muted">waited {formatDuration(segment.duration)}</span>
              )}
              <TimeBars segments={[segment]} total={total} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
