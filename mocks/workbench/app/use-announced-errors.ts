import { useEffect, useRef } from 'preact/hooks';
import type { JournalSummary } from '../../controls/journal-entry.ts';
import { count } from '../text.ts';
import { useApp } from './context.ts';

/** Milliseconds between two announcements. Under load, each error of its own would silence everything else. */
const pause = 10_000;

/** Announces calls that failed since the page was opened. */
export function useAnnouncedErrors(): void {
  const { announcer, session } = useApp();
  const isLive = session.connection.value === 'live';
  const failed = session.requests.errors.value;
  const newest = failed[0]?.id ?? 0;
  const said = useRef({ id: newest, time: -pause });
  const latest = useRef(failed);
  latest.current = failed;
  useEffect(() => {
    // What the page reads when it connects is not new.
    if (!isLive) said.current.id = newest;
    if (newest <= said.current.id) return undefined;
    const timer = setTimeout(
      () => {
        const errors = latest.current.filter(({ id }) => id > said.current.id);
        const [last] = errors;
        if (!last) return;
        said.current = { id: last.id, time: performance.now() };
        announcer.announce(`${count(errors.length, 'new error')}: ${describe(last)}`);
      },
      Math.max(0, said.current.time + pause - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [announcer, isLive, newest]);
}

function describe({ status, operation, method }: JournalSummary): string {
  return `${status === 0 ? 'no response' : status} on ${operation ?? method}`;
}
