import { useEffect, useReducer } from 'preact/hooks';

/** Returns the time of the system clock, and renders again each second while the clock ticks. */
export function useNow(isTicking = true): number {
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  useEffect(() => {
    if (!isTicking) return undefined;
    const timer = setInterval(() => rerender(undefined), 1_000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return Date.now();
}
