import type { JournalSummary } from '../../../controls/journal-entry.ts';
import { formatTime } from '../../text.ts';
import { Elapsed } from './elapsed.tsx';
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
