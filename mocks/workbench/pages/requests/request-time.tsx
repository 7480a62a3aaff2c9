import { useEffect, useReducer } from 'preact/hooks';
import type { JournalSummary } from '../../../controls/journal-entry.ts';
import { formatElapsed, formatTime } from '../../text.ts';
import { useListOptions } from './use-list-options.ts';

/** The time of a request: by the clock of the mock with milliseconds, or how long ago it arrived. */
export function RequestTime({ request: { time, arrivedAt } }: { request: JournalSummary }) {
  const isRelative = useListOptions().isRelative.value;
  return (
    <span class="muted">
      {isRelative ? (
        <>
          <Elapsed since={arrivedAt} /> ago
        </>
      ) : (
        `${formatTime(time)}.${String(new Date(time).getMilliseconds()).padStart(3, '0')}`
      )}
    </span>
  );
}

/** The time since a moment of the system clock, in seconds: `12 s`, `3 min`, `2 h`. It follows the clock. */
export function Elapsed({ since }: { since: number }) {
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  useEffect(() => {
    const timer = setInterval(() => rerender(undefined), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <>{formatElapsed(Date.now() - since)}</>;
}
