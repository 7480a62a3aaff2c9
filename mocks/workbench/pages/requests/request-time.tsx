import type { JournalSummary } from '../../../controls/journal-entry.ts';
import { useNow } from '../../app/use-now.ts';
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
  return <>{formatElapsed(useNow() - since)}</>;
}
