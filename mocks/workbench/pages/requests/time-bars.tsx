import type { JournalSummary } from '../../../controls/journal-entry.ts';
import { type Attempts, isFailed, waitBefore } from '../../state/attempts.ts';

/** A part of a call: an attempt, or the wait before it. The times are milliseconds. */
export interface Segment {
  readonly kind: 'wait' | 'held' | 'good' | 'bad';
  /** The time since the first attempt. */
  readonly start: number;
  readonly duration: number;
}

/** Returns the attempts of a call and the waits between them, in their order. */
export function segmentsOf(attempts: Attempts): readonly Segment[] {
  return attempts.flatMap((request, index) => {
    const start = request.arrivedAt - attempts[0].arrivedAt;
    const wait = waitBefore(attempts, index);
    const segment: Segment = { kind: kindOf(request), start, duration: request.duration };
    return index === 0 ? [segment] : [{ kind: 'wait', start: start - wait, duration: wait }, segment];
  });
}

function kindOf(request: JournalSummary): Segment['kind'] {
  if (isFailed(request)) return 'bad';
  return request.fault === 'hold' || request.fault === 'delay' ? 'held' : 'good';
}

/** Segments as bars on a time axis that begins with the first attempt. The texts next to them have the numbers. */
export function TimeBars({ segments, total }: { segments: readonly Segment[]; total: number }) {
  const percent = (milliseconds: number) => `${(100 * milliseconds) / Math.max(1, total)}%`;
  return (
    <span class="time-bars" aria-hidden="true">
      {segments.map(({ kind, start, duration }) => (
        <span
          key={`${kind} ${start}`}
          class={`time-bar ${kind}`}
          style={{ '--start': percent(start), '--length': percent(duration) }}
        />
      ))}
    </span>
  );
}
