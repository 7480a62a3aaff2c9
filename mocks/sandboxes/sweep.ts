import { unref } from '../shared/timers.ts';

/** Milliseconds between two sweeps, at most. */
const maxInterval = 60_000;

/**
 * Calls a function again and again, so that nothing outlives a time limit by more than a quarter of it. The timer does
 * not keep the process alive. Returns a function that stops it.
 *
 * @param limit Milliseconds. Infinity for no limit, and no timer.
 */
export function startSweeping(limit: number, sweep: () => void): () => void {
  if (limit === Number.POSITIVE_INFINITY) return () => undefined;
  const timer = setInterval(sweep, Math.min(Math.ceil(limit / 4), maxInterval));
  unref(timer);
  return () => clearInterval(timer);
}
