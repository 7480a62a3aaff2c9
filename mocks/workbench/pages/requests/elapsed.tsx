import { useEffect, useReducer } from 'preact/hooks';

/** The time since a moment of the system clock, in seconds: `12 s`, `3 min`, `2 h`. It follows the clock. */
export function Elapsed({ since }: { since: number }) {
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  useEffect(() => {
    const timer = setInterval(() => rerender(undefined), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <>{formatElapsed(Date.now() - since)}</>;
}

/** Formats a time in whole units. The clock of the server may be ahead. */
function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3_600)} h`;
}
